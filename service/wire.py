"""The form in which values cross HTTP: a dataclass becomes its `kind` and those of its fields that are not None."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

import orjson


def to_wire(value: object) -> bytes:
    """Return `value` as JSON in UTF-8: dataclasses in wire form at any depth, `orjson.Fragment` as it is.

    Raises TypeError for what has no form on the wire.
    """
    return orjson.dumps(value, default=_plain_of, option=orjson.OPT_PASSTHROUGH_DATACLASS)


def to_plain(value: object) -> Any:
    """Return `value` in wire form as dicts, lists, strings, numbers and booleans."""
    return orjson.loads(to_wire(value))


class _Shapes(dict[type, Callable[[Any], dict[str, object]]]):
    """How each class of dataclass is taken apart; worked out when the first one comes."""

    def __missing__(self, cls: type) -> Callable[[Any], dict[str, object]]:
        if not is_dataclass(cls):
            raise TypeError(f"{cls.__name__!r} has no form on the wire; dataclasses have.")
        self[cls] = shape = _shape(cls)
        return shape


_shapes = _Shapes()


def _plain_of(value: object) -> dict[str, object]:
    return _shapes[value.__class__](value)


def _shape(cls: type) -> Callable[[Any], dict[str, object]]:
    names = [field.name for field in fields(cls)]
    kind = getattr(cls, "kind", None)
    parts = [] if kind is None else [f"'kind': {kind!r}"]
    parts += [f"{name!r}: value.{name}" for name in names]
    # Written out, as dataclasses write their own methods: to pair names with values takes ten times as long.
    whole: Callable[[Any], dict[str, object]] = eval(f"lambda value: {{{', '.join(parts)}}}")  # noqa: S307
    if not any("None" in str(field.type) for field in fields(cls)):
        return whole
    return lambda value: {name: item for name, item in whole(value).items() if item is not None}
