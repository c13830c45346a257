"""What the source of the house must look like, where no linter knows it. Each law reads one file's tree."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

ALLOWED_IN_RULES = frozenset(
    {"__future__", "bisect", "collections", "dataclasses", "enum", "hashlib", "heapq"}
    | {"itertools", "math", "operator", "re", "struct", "types", "typing"}
)
ASKING = frozenset({"ask", "ask_openly", "ask_all"})
"""The table's own verbs: plain functions that answer with something to await."""

MUTABLE_CALLS = frozenset(
    {"list", "dict", "set", "bytearray", "defaultdict", "deque", "Counter", "OrderedDict", "ChainMap", "count", "cycle"}
)
NEVER_NAMES = frozenset(
    {"util", "utils", "helper", "helpers", "manager", "managers", "handler", "handlers", "processor", "processors"}
    | {"misc"}
)
NEVER_MODULES = NEVER_NAMES | {"base", "data", "info", "common"}

OWNERS = {
    "redis": ("service.store",),
    "valkey": (),
    "celery": ("workers.", "service.queue"),
    "kombu": ("workers.", "service.queue"),
    "flask": ("service.app", "service.api", "service.problems"),
    "flask_smorest": ("service.app", "service.api", "service.problems"),
    "prometheus_client": ("service.metrics",),
    "structlog": ("service.logs",),
    "opentelemetry": ("service.traces",),
    "werkzeug": ("service.app", "service.api", "service.problems"),
}
"""Who may import a library: modules, and packages with all below them."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its dotted module name and its text."""

    module: str
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def title(self) -> str | None:
        """The title (or the kernel) that this file of the rules belongs to."""
        found = re.match(r"service\.games\.(\w+)(?:\.|$)", self.module)
        return found[1] if found and found[1] != "catalogue" else None

    @property
    def in_rules(self) -> bool:
        return self.module.startswith("service.games")


def sources(root: Path = ROOT) -> list[Source]:
    """Every source file of the three packages."""
    found = []
    for package in ("service", "workers", "schemas"):
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found.append(Source(".".join(parts).removesuffix(".__init__"), path.read_text(encoding="utf-8")))
    return found


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every imported module, with its line; a name imported from a package counts as the module it may be."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def foreign_imports(source: Source) -> list[str]:
    """The rules import a few modules of the standard library, and themselves; no title imports another."""
    found = []
    for line, name in imports(source.tree):
        package, _, rest = name.partition(".")
        if package in ALLOWED_IN_RULES:
            continue
        if not f"{name}.".startswith("service.games."):
            if not (name == "service" or "service.games".startswith(name)):
                found.append(f"{source.module}:{line} imports {name}")
            continue
        other = rest.removeprefix("games").lstrip(".").partition(".")[0]
        if source.title and other and other not in (source.title, "kernel"):
            found.append(f"{source.module}:{line} imports {name}, which belongs to {other}")
    return found


def unowned_imports(source: Source) -> list[str]:
    """A library that only some modules may use is imported by no other."""
    found = []
    for line, name in imports(source.tree):
        owners = OWNERS.get(name.partition(".")[0])
        if owners is not None and not any(f"{source.module}.".startswith(f"{owner.rstrip('.')}.") for owner in owners):
            found.append(f"{source.module}:{line} imports {name.partition('.')[0]}")
    return sorted(set(found))


def module_values(source: Source) -> list[str]:
    """No value that can change lies in a module or a class; nothing is cached in the process."""
    found = []
    tree = source.tree
    for owner in (node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef)):
        for statement in owner.body:
            value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
            if value is not None and _mutable(value) and not _is_dunder(statement):
                said = ast.unparse(value)[:60]
                found.append(f"{source.module}:{statement.lineno} keeps a value that can change: {said}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            found.append(f"{source.module}:{node.lineno} assigns to the module: global {', '.join(node.names)}")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for default in [*node.args.defaults, *node.args.kw_defaults]:
                if default is not None and _mutable(default):
                    found.append(
                        f"{source.module}:{default.lineno} has a default that can change: {ast.unparse(default)}"
                    )
            found += [
                f"{source.module}:{node.lineno} caches in the process: @{ast.unparse(by)}"
                for by in node.decorator_list
                if re.search(r"\b(lru_)?cache(d_property)?\b", ast.unparse(by))
            ]
    return found


def _is_dunder(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and all(
        isinstance(target, ast.Name) and target.id.startswith("__") for target in node.targets
    )


def _mutable(value: ast.expr) -> bool:
    if isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp | ast.GeneratorExp):
        return True
    if isinstance(value, ast.Tuple):
        return any(map(_mutable, value.elts))
    return isinstance(value, ast.Call) and _last_name(value.func) in MUTABLE_CALLS


def floats(source: Source) -> list[str]:
    """No float in the rules: no literal, no true division, no conversion."""
    found = []
    for node in ast.walk(source.tree):
        match node:
            case ast.Constant(value=float() | complex()) | ast.Name(id="float") | ast.BinOp(op=ast.Div()):
                found.append(f"{source.module}:{node.lineno} makes a float: {ast.unparse(node)}")
            case ast.AugAssign(op=ast.Div()):
                found.append(f"{source.module}:{node.lineno} makes a float: {ast.unparse(node)}")
    return found


def set_orders(source: Source) -> list[str]:
    """Nothing depends on the order of a set, nor on id() or hash(), which differ from process to process."""
    tree = source.tree
    fields = _fields_of_sets(tree)
    everywhere = _names_of_sets(tree)
    found = []
    for scope in (node for node in ast.walk(tree) if isinstance(node, _SCOPES)):
        known = everywhere | _names_of_sets(scope)
        for node in _own(scope):
            if _orders(node, known, fields):
                said = ast.unparse(node).splitlines()[0]
                found.append(f"{source.module} depends on the order of a set: {said}")
    return found


_SCOPES = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_ORDERING = frozenset(
    {"list", "tuple", "iter", "enumerate", "zip", "next", "map", "filter", "dict", "fromkeys", "join", "extend"}
)


def _orders(node: ast.AST, known: frozenset[str], fields: frozenset[str]) -> bool:
    match node:
        case ast.For(iter=of) | ast.comprehension(iter=of) | ast.Starred(value=of) | ast.YieldFrom(value=of):
            return _is_set(of, known, fields)
        case ast.Call(func=func, args=args) if _last_name(func) in _ORDERING:
            return any(_is_set(of, known, fields) for of in args)
        case ast.Call(func=ast.Attribute(value=of, attr="pop"), args=[]):
            return _is_set(of, known, fields)
        case ast.Call(func=ast.Name(id="id" | "hash")):
            return True
    return False


def _is_set(node: ast.expr, known: frozenset[str], fields: frozenset[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.Call(func=ast.Attribute(value=of, attr="union" | "intersection" | "difference" | "copy")):
            return _is_set(of, known, fields)
        case ast.BinOp(left=one, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=other):
            return _is_set(one, known, fields) or _is_set(other, known, fields)
        case ast.IfExp(body=one, orelse=other):
            return _is_set(one, known, fields) or _is_set(other, known, fields)
        case ast.Name(id=name):
            return name in known
        case ast.Attribute(attr=name):
            return name in fields
    return False


def _says_set(annotation: ast.expr | None) -> bool:
    return annotation is not None and bool(
        re.match(r"(typing\.)?(Frozen|frozen|Abstract|Mutable)?[sS]et\b", ast.unparse(annotation))
    )


def _fields_of_sets(tree: ast.Module) -> frozenset[str]:
    names = set()
    for owner in ast.walk(tree):
        for node in owner.body if isinstance(owner, ast.ClassDef) else [owner]:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if isinstance(
                    owner, ast.ClassDef
                ) and _says_set(kind):
                    names.add(name)
                case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=kind) if _says_set(kind):
                    names.add(name)
                case ast.Assign(targets=[ast.Attribute(attr=name)], value=value) if _is_set(
                    value, frozenset(), frozenset()
                ):
                    names.add(name)
    return frozenset(names)


def _names_of_sets(scope: ast.AST) -> frozenset[str]:
    names = set()
    if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = scope.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        names |= {argument.arg for argument in every if _says_set(argument.annotation)}
    for node in _own(scope):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if _says_set(kind):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_set(value, frozenset(), frozenset()):
                names.add(name)
    return frozenset(names)


def async_names(of: Iterable[Source]) -> frozenset[str]:
    """Every name whose call makes something to await: `async def`, a field that holds one, and the table's verbs."""
    names = set(ASKING)
    for source in of:
        for node in ast.walk(source.tree):
            match node:
                case ast.AsyncFunctionDef(name=name):
                    names.add(name)
                case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if re.search(
                    r"\bCallable\b.*\b(Awaitable|Coroutine)\b", ast.unparse(kind)
                ):
                    names.add(name)
    return frozenset(names)


def loose_coroutines(source: Source, names: frozenset[str]) -> list[str]:
    """Each call of an `async def` stands directly under `await`; no asynchronous loop, block or generator is used."""
    tree = source.tree
    awaited = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Await)}
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=func) if _last_name(func) in names and id(node) not in awaited:
                found.append(f"{source.module}:{node.lineno} makes a coroutine and leaves it: {ast.unparse(node)}")
            case ast.FunctionDef(name=name) if name in names - ASKING:
                found.append(f"{source.module}:{node.lineno} defines {name}, which is also the name of an async def")
            case ast.AsyncFor() | ast.AsyncWith():
                found.append(f"{source.module}:{node.lineno} uses {type(node).__name__}")
            case ast.comprehension(is_async=1):
                found.append(f"{source.module}:{node.iter.lineno} uses an asynchronous comprehension")
            case ast.AsyncFunctionDef() if any(isinstance(inner, ast.Yield) for inner in _own(node)):
                found.append(f"{source.module}:{node.lineno} is an asynchronous generator: {node.name}")
    return found


def caught(source: Source) -> list[str]:
    """A title catches nothing, and the kernel never everything without saying so."""
    found = []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ExceptHandler):
            if node.type is None:
                found.append(f"{source.module}:{node.lineno} catches with a bare except")
            elif source.title not in (None, "kernel"):
                found.append(f"{source.module}:{node.lineno} catches {ast.unparse(node.type)}")
    return found


def empty_names(source: Source) -> list[str]:
    """Names that say nothing about what they name are not used."""
    found = []
    for part in source.module.split("."):
        if set(part.split("_")) & NEVER_MODULES:
            found.append(f"{source.module} is named {part}")
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", node.name).lower().strip("_").split("_")
            if set(words) & NEVER_NAMES or words[0] == "do":
                found.append(f"{source.module}:{node.lineno} is named {node.name}")
    return found


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """Everything in a scope but what lies in a function inside it."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _SCOPES):
            waiting += ast.iter_child_nodes(node)


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
