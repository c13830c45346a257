"""Takes what is plainly well-formed at a look, where fields would first ask what might be wrong with it.

A look returns what the field would make of a value, or raises Unfit; then the field decides, and names the fault.
"""

import types
from collections.abc import Callable, Container
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

LONGEST = 32
"""Longer lists are left to the field, which lets other requests go on in between."""

Look = Callable[[Any], Any]


class Unfit(Exception):
    """This needs more than a look."""


def look_at(of: type, beyond: Container[Any]) -> Look | None:
    """Return the look that makes a dataclass of an object with all its fields and no others.

    None where it has a field of a type that takes more than a look, or that is `beyond` one: said by its owner.
    """
    hints = get_type_hints(of)
    looks = [_look_of(hints[field.name], field, beyond) for field in fields(of)]
    names = [field.name for field in fields(of)]
    defaults = [field.default for field in fields(of)]
    if None in looks:
        return None
    parts = tuple(zip(names, looks, defaults, strict=True))
    kind = getattr(of, "kind", None)

    def made(value: Any) -> Any:
        if type(value) is not dict:
            raise Unfit
        known = 0
        if isinstance(kind, str):
            if value.get("kind") != kind:
                raise Unfit
            known = 1
        found = []
        for name, look, default in parts:
            if name in value:
                found.append(look(value[name]))  # type: ignore[misc]
                known += 1
            elif default is MISSING:
                raise Unfit
            else:
                found.append(default)
        if known != len(value):
            raise Unfit
        return of(*found)

    return made


def _look_of(hint: Any, field: "Field[Any] | None", beyond: Container[Any]) -> Look | None:
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        some = [one for one in inside if one is not types.NoneType]
        # A field without a value is absent, never null.
        return _look_of(some[0], field, beyond) if len(some) == 1 and len(inside) == 2 else None
    if hint in beyond:
        return None
    if field is not None and not field.metadata.keys().isdisjoint(("min", "max")):
        return _between(field.metadata.get("min"), field.metadata.get("max")) if hint is int else None
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin is Literal:
        return _one_of(frozenset(inside))
    if origin is tuple and inside[1:] == (...,):
        each = _look_of(inside[0], None, beyond)
        return None if each is None else _several(each)
    return look_at(hint, beyond) if is_dataclass(hint) and isinstance(hint, type) else None


def _text(value: Any) -> str:
    if type(value) is str and "\0" not in value:
        return value
    raise Unfit


def _whole(value: Any) -> int:
    if type(value) is int:
        return value
    raise Unfit


def _flag(value: Any) -> bool:
    if type(value) is bool:
        return value
    raise Unfit


_PLAIN: dict[Any, Look] = {str: _text, int: _whole, bool: _flag}


def _between(least: int | None, most: int | None) -> Look:
    def between(value: Any) -> int:
        if type(value) is int and (least is None or least <= value) and (most is None or value <= most):
            return value
        raise Unfit

    return between


def _one_of(texts: frozenset[Any]) -> Look:
    def one(value: Any) -> Any:
        if type(value) is str and value in texts:
            return value
        raise Unfit

    return one


def _several(each: Look) -> Look:
    def several(value: Any) -> tuple[Any, ...]:
        if type(value) is not list or len(value) > LONGEST:
            raise Unfit
        return tuple([each(one) for one in value])

    return several
