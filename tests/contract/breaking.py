"""What of openapi.yaml would break a client of the last release: `python -m tests.contract.breaking`.

Clients send no more than they knew, and pass over fields and kinds of an answer that they don't know. So an answer may
gain fields, values and kinds, and lose none; a request may gain what is optional, and lose nothing that it allowed.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.api.talk import QUICK

ROOT = Path(__file__).resolve().parent.parent.parent
FLOORS = ("minimum", "exclusiveMinimum", "minLength", "minItems")
CEILINGS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems")

Json = dict[str, Any]


class Comparison:
    """The contract that clients know, and the one that they would meet."""

    def __init__(self, old: Json, new: Json) -> None:
        self._old = old
        self._new = new
        self._seen: set[tuple[str, str, bool]] = set()

    def breaks(self) -> Iterator[str]:
        """Yield a sentence for each thing that would break a client."""
        for path, operations in self._old["paths"].items():
            for method, operation in operations.items():
                if method == "parameters":
                    continue
                where = f"{method.upper()} {path}"
                new_path = self._new["paths"].get(path, {})
                if method not in new_path:
                    yield f"{where} is gone."
                    continue
                yield from self._operation(where, operation, new_path[method])
                before = operations.get("parameters", []) + operation.get("parameters", [])
                after = new_path.get("parameters", []) + new_path[method].get("parameters", [])
                yield from self._parameters(where, before, after)

    def _operation(self, where: str, old: Json, new: Json) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"{where} was {old['operationId']}, and is {new['operationId']}."
        for way in old.get("security") or [{}]:
            if way not in (new.get("security") or [{}]):
                yield f"{where} can't be called with {'/'.join(way) or 'nothing'} any more."
        if "requestBody" in old:
            yield from self._body(where, old["requestBody"], new.get("requestBody"))
        elif new.get("requestBody", {}).get("required"):
            yield f"{where} needs a body."
        for status, answer in old["responses"].items():
            if status not in new["responses"]:
                # A refusal that no longer happens is no loss.
                if int(status) < 400:
                    yield f"{where} doesn't answer {status} any more."
                continue
            yield from self._answer(f"{where} {status}", answer, new["responses"][status])

    def _body(self, where: str, old: Json, new: Json | None) -> Iterator[str]:
        if new is None:
            yield f"{where} takes no body any more."
            return
        if new.get("required") and not old.get("required"):
            yield f"{where} needs its body."
        for kind, content in old["content"].items():
            if kind not in new["content"]:
                yield f"{where} takes no {kind} any more."
            else:
                yield from self._schema(f"{where} body", content["schema"], new["content"][kind]["schema"], sent=True)

    def _answer(self, where: str, old: Json, new: Json) -> Iterator[str]:
        for name in old.get("headers", {}):
            if name not in new.get("headers", {}):
                yield f"{where} has no header {name} any more."
        for kind, content in old.get("content", {}).items():
            if kind not in new.get("content", {}):
                yield f"{where} is no {kind} any more."
            else:
                yield from self._schema(where, content["schema"], new["content"][kind]["schema"], sent=False)

    def _parameters(self, where: str, old: list[Json], new: list[Json]) -> Iterator[str]:
        before, after = ({(one["in"], one["name"]): one for one in some} for some in (old, new))
        for key, one in after.items():
            if one.get("required") and not before.get(key, {}).get("required"):
                yield f"{where} needs the parameter {key[1]}."
        for key, one in before.items():
            if key not in after:
                yield f"{where} takes no parameter {key[1]} any more."
            else:
                yield from self._schema(f"{where} {key[1]}", one["schema"], after[key]["schema"], sent=True)

    def _schema(self, where: str, old: Json, new: Json, *, sent: bool) -> Iterator[str]:
        names = (old.get("$ref", ""), new.get("$ref", ""), sent)
        if all(names[:2]):
            if names in self._seen:
                return
            self._seen.add(names)
        old, new = self._found(self._old, old), self._found(self._new, new)
        if old.get("type") != new.get("type") or old.get("format") != new.get("format"):
            yield f"{where} was {_type(old)}, and is {_type(new)}."
            return
        yield from self._values(where, old, new, sent)
        yield from self._fields(where, old, new, sent)
        if "items" in old and "items" in new:
            yield from self._schema(f"{where}[]", old["items"], new["items"], sent=sent)
        if "oneOf" in old or "oneOf" in new:
            yield from self._members(where, old, new, sent)

    def _values(self, where: str, old: Json, new: Json, sent: bool) -> Iterator[str]:
        if sent and "enum" in new:
            lost = [value for value in old.get("enum", ["any value"]) if value not in new["enum"]]
        else:
            # An answer that said no values may say some: they are among any.
            lost = [] if "enum" in new or "enum" not in old or sent else ["its named values"]
        for value in lost:
            yield f"{where} loses {value!r}."
        if sent:
            for bound in FLOORS + CEILINGS:
                tighter = bound in new and (
                    bound not in old or (new[bound] > old[bound] if bound in FLOORS else new[bound] < old[bound])
                )
                if tighter:
                    yield f"{where} has a {bound} of {new[bound]}."
            if "pattern" in new and new["pattern"] != old.get("pattern"):
                yield f"{where} must match {new['pattern']}."

    def _fields(self, where: str, old: Json, new: Json, sent: bool) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        for name, field in before.items():
            if name not in after:
                yield f"{where}.{name} is gone."
            else:
                yield from self._schema(f"{where}.{name}", field, after[name], sent=sent)
        first, second = (new, old) if sent else (old, new)
        for name in first.get("required", []):
            if name not in second.get("required", []) and (sent or name in after):
                yield f"{where}.{name} {'is required' if sent else 'may be absent'}."

    def _members(self, where: str, old: Json, new: Json, sent: bool) -> Iterator[str]:
        before, after = (one.get("discriminator", {}).get("mapping", {}) for one in (old, new))
        if old.get("discriminator", {}).get("propertyName") != new.get("discriminator", {}).get("propertyName"):
            yield f"{where} is told apart by another field."
        for tag, reference in before.items():
            if tag not in after:
                yield f"{where} has no {tag} any more."
            else:
                yield from self._schema(f"{where}<{tag}>", {"$ref": reference}, {"$ref": after[tag]}, sent=sent)

    def _found(self, document: Json, schema: Json) -> Json:
        if "$ref" not in schema:
            return schema
        found: Json = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return found


def _type(schema: Json) -> str:
    return " ".join(str(schema[name]) for name in ("type", "format") if name in schema) or "a union"


def main() -> int:
    """Compare openapi.yaml with that of the last tag; returns 1 where a client would break."""
    tag = _git("describe", "--tags", "--abbrev=0")
    if tag is None:
        print("openapi.yaml: nothing was released yet, so nothing can break.")
        return 0
    released = _git("show", f"{tag}:openapi.yaml")
    if released is None:
        print(f"openapi.yaml: {tag} has none, so nothing can break.")
        return 0
    new = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), Loader=QUICK)
    found = list(Comparison(yaml.load(released, Loader=QUICK), new).breaks())
    print(*(f"openapi.yaml: {one}" for one in found), sep="\n", end="\n" if found else "")
    print(f"openapi.yaml: {len(found)} changes since {tag} would break a client.")
    return 1 if found else 0


def _git(*words: str) -> str | None:
    ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return ran.stdout.strip() if ran.returncode == 0 else None


if __name__ == "__main__":
    sys.exit(main())
