"""Mutants of one file: small faults made by Cosmic Ray's operators, less those that cannot matter."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

# What the type checker or the linter refuses anyway: identity of plain values, operators that our operands don't have.
REFUSED = ("_Is", "_IsNot", "_Pow", "_LShift", "_RShift", "_BitOr", "_BitAnd", "_BitXor", "_Div")


@dataclass(frozen=True, order=True)
class Fault:
    """A place where an operator can make a fault: Cosmic Ray counts an operator's places in a file."""

    file: str
    line: int
    column: int
    last_line: int
    operator: str
    occurrence: int


@dataclass(frozen=True)
class Mutant:
    """A fault made: the first line that differs before and after (stripped), and the whole mutated source."""

    fault: Fault
    before: str
    after: str
    source: str

    @property
    def module(self) -> str:
        return self.fault.file.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")

    def __str__(self) -> str:
        return f"{self.fault.file}:{self.fault.line}: {self.before}  ->  {self.after or 'nothing'}"


def faults_of(path: Path, root: Path) -> Iterator[Fault]:
    """Every fault that an operator can make in a file, those that cannot matter included."""
    nodes = list(ast_nodes(get_ast(path.read_text(encoding="utf-8"))))
    file = str(path.relative_to(root))
    for name in operator_names():
        operator_class: Any = get_operator(name)
        if operator_class.arguments() or name.endswith(REFUSED):
            continue
        places = [place for node in nodes for place in operator_class().mutation_positions(node)]
        for occurrence, ((line, column), (last_line, _)) in enumerate(places):
            yield Fault(file, line, column, last_line, name, occurrence)


def make(fault: Fault, root: Path) -> Mutant | None:
    """The mutant with this fault, or None if it means the same as the file or is no Python."""
    source = (root / fault.file).read_text(encoding="utf-8")
    mutated = mutate_code(source, get_operator(fault.operator)(), fault.occurrence)
    if mutated is None or meaning(mutated) in (meaning(source), None):
        return None
    before, after = difference(fault, source, mutated)
    return Mutant(fault, before, after, mutated)


def difference(fault: Fault, source: str, mutated: str) -> tuple[str, str]:
    """The line that the fault is about, before and after, stripped; a decorator taken out, with what it decorates."""
    old, new = source.splitlines(), mutated.splitlines()
    if len(old) != len(new):
        decorator, decorated = old[fault.line - 1], old[fault.last_line - 1]
        return f"{decorator.strip()} {decorated.strip()}", ""
    place = next(place for place, (left, right) in enumerate(zip(old, new, strict=True)) if left != right)
    return old[place].strip(), new[place].strip()


class Meaning(ast.NodeTransformer):
    """Takes out what does not act while the rules run: annotations, imports for types, guards of dataclasses."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        own = [part for part in node.body if isinstance(part, ast.AnnAssign) and not _of_class(part)]
        if node.bases and not own:
            # A class without fields of its own inherits all that the decorator would make.
            node.decorator_list = [one for one in node.decorator_list if not ast.unparse(one).startswith("dataclass")]
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        return None if node.arg in ("slots", "frozen") else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if "TYPE_CHECKING" in ast.unparse(node.test) else self.generic_visit(node)


def _of_class(field: ast.AnnAssign) -> bool:
    return ast.unparse(field.annotation).startswith("ClassVar")


def meaning(source: str) -> str | None:
    """A text that is equal for two sources of equal meaning, or None if the source is no Python."""
    try:
        return ast.dump(Meaning().visit(ast.parse(source)))
    except SyntaxError:
        return None
