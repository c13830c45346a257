"""Makes schemas of dataclasses, so that the contract can't say anything else than the rules do."""

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from itertools import islice
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, post_load, validate
from marshmallow import fields as kinds
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from schemas.ready import Unfit, look_at
from service.errors import MOST_NAMED
from service.pacing import paced


class NotInContract(TypeError):
    """A type has no form in the contract, or one kind has two shapes."""


class StrictBoolean(kinds.Boolean):
    """Takes true and false, not "yes" or 1, as the contract says."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class StrictString(kinds.String):
    """Takes text that can be stored and sent on: no half of a surrogate pair, no NUL."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        if "\0" in text:
            raise ValidationError("No NUL characters are allowed.")
        return text


class OneOfKinds(OneOfSchema):
    """One of several shapes, told apart by a constant field; refuses what is no object as any schema does."""

    type_field = "kind"
    type_field_remove = False
    members: ClassVar[dict[str, Schema]]

    def load(self, data: Any, *, many: bool | None = None, partial: Any = None, unknown: Any = None, **_: Any) -> Any:
        """Load one value; raises ValidationError."""
        if not isinstance(data, dict):
            raise ValidationError({"_schema": ["Not an object."]})
        tag = data.get(self.type_field)
        member = self.members.get(tag) if isinstance(tag, str) else None
        if member is None:
            raise ValidationError({self.type_field: [f"Must be one of: {', '.join(self.members)}."]})
        return member.load(data)


class Closed(Schema):
    """Refuses what it doesn't know; of very many fields that it doesn't know, some alone are named."""

    class Meta:
        unknown = RAISE

    def load(self, data: Any, **more: Any) -> Any:
        """Load one value; raises ValidationError."""
        if isinstance(data, dict) and len(data) > len(self.fields) + MOST_NAMED:
            unknown = islice((name for name in data if name not in self.fields), MOST_NAMED)
            raise ValidationError({name: [self.error_messages["unknown"]] for name in unknown})
        return super().load(data, **more)


class Looked(Closed):
    """A closed shape that is taken at a look where it is plainly well-formed."""

    look: ClassVar[Any]

    def load(self, data: Any, **more: Any) -> Any:
        """Load one value; raises ValidationError."""
        try:
            return self.look(data)
        except Unfit:
            return super().load(data, **more)


def union(name: str, members: Mapping[str, type[Schema]], by: str = "kind", about: str = "") -> type[Schema]:
    """Return a schema of one of `members`, by the value of their constant field `by`."""
    body = {
        "type_field": by,
        "type_schemas": dict(members),
        "members": {tag: member() for tag, member in members.items()},
        "__doc__": about or None,
    }
    made: type[Schema] = type(f"{name}Schema", (OneOfKinds,), body)
    return made


class Derived:
    """Makes each schema once, by its name; one kind can't get two shapes.

    A `closed` schema refuses fields that it doesn't know and makes the dataclass that it was made of; others describe
    what is sent.
    """

    def __init__(self) -> None:
        self._made: dict[str, tuple[Any, type[Schema]]] = {}
        self._kinds: dict[str, str] = {}
        self._overrides: dict[Any, Callable[..., kinds.Field[Any]]] = {}

    def replace(self, hint: Any, field: Callable[..., kinds.Field[Any]]) -> None:
        """Let `field` stand wherever a dataclass says `hint`, which alone says too little."""
        self._overrides[hint] = field

    def schema(
        self,
        of: type,
        name: str | None = None,
        *,
        closed: bool = False,
        extra: Mapping[str, kinds.Field[Any]] | None = None,
        without: Sequence[str] = (),
    ) -> type[Schema]:
        """Return the schema of a dataclass, with `extra` fields in front and `without` some of its own."""
        name = name or of.__name__
        if name in self._made:
            made_of, made = self._made[name]
            if made_of is not of:
                raise NotInContract(f"{name!r} names both {made_of.__qualname__} and {of.__qualname__}.")
            return made
        body: dict[str, Any] = {"__doc__": _sentence(of)}
        kind = getattr(of, "kind", None)
        if isinstance(kind, str):
            if self._kinds.setdefault(kind, name) != name:
                raise NotInContract(f"Kind {kind!r} has the shapes {self._kinds[kind]} and {name}.")
            body["kind"] = constant(kind)
        body |= extra or {}
        hints = get_type_hints(of)
        for field in fields(of):
            if field.name not in without:
                body[field.name] = self._field(hints[field.name], field, closed=closed)
        if not closed:
            body["Meta"] = type("Meta", (), {"unknown": EXCLUDE})
        else:
            body["made"] = post_load(lambda _, data, **__: of(**{k: v for k, v in data.items() if k != "kind"}))
        look = look_at(of, self._overrides) if closed and not extra and not without else None
        if look is not None:
            body["look"] = staticmethod(look)
        made = type(f"{name}Schema", (Looked if look is not None else Closed if closed else Schema,), body)
        self._made[name] = (of, made)
        return made

    def union(self, name: str, members: Sequence[type], *, closed: bool = False, about: str = "") -> type[Schema]:
        """Return the schema of one of several dataclasses, told apart by their kind."""
        made = {member.kind: self.schema(member, closed=closed) for member in members}  # type: ignore[attr-defined]
        if name not in self._made:
            self._made[name] = (tuple(members), union(name, made, about=about))
        elif self._made[name][0] != tuple(members):
            raise NotInContract(f"{name!r} names two unions.")
        return self._made[name][1]

    def _field(self, hint: Any, field: "Field[Any]", *, closed: bool) -> kinds.Field[Any]:
        optional, hint = _without_none(hint)
        more: dict[str, Any] = {"required": not optional}
        if closed and field.default is not MISSING:
            # A default of None is the same as absent, and absent is what the contract calls it.
            more = {"required": False} if field.default is None else {"required": False, "load_default": field.default}
        bounds = {key: field.metadata[key] for key in ("min", "max") if key in field.metadata}
        if bounds:
            more["validate"] = validate.Range(**bounds)
        return self.field(hint, closed=closed, **more)

    def field(self, hint: Any, *, closed: bool = False, **more: Any) -> kinds.Field[Any]:
        """Return the field of a type hint; raises NotInContract where it has no form."""
        if hint in self._overrides:
            return self._overrides[hint](**more)
        if hint is int:
            return kinds.Integer(strict=True, **more)
        if hint is bool:
            return StrictBoolean(**more)
        if hint is str:
            return StrictString(**more)
        origin, inside = get_origin(hint), get_args(hint)
        if origin is Literal:
            return kinds.String(validate=validate.OneOf(inside), **more)
        if origin in (tuple, list) and (origin is list or inside[1:] == (...,)):
            return (TupleOf if closed else kinds.List)(self.field(inside[0], closed=closed), **more)
        if origin in (Union, types.UnionType):
            return kinds.Nested(self.union("".join(one.__name__ for one in inside), inside, closed=closed), **more)
        if is_dataclass(hint) and isinstance(hint, type):
            return kinds.Nested(self.schema(hint, closed=closed), **more)
        raise NotInContract(f"{hint!r} has no form in the contract.")


class TupleOf(kinds.List[Any]):
    """A list on the wire, a tuple here. A client may send one of a megabyte, so it is given up early."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        # The length first: what is too long costs no look at any item.
        self._validate(value)
        made: list[Any] = []
        faults: dict[int, Any] = {}
        for at, one in enumerate(paced(value)):
            try:
                made.append(self.inner.deserialize(one, **kwargs))
            except ValidationError as error:
                faults[at] = error.messages
                if len(faults) == MOST_NAMED:
                    break
        if faults:
            raise ValidationError(faults)
        return tuple(made)


def constant(value: str) -> kinds.String:
    """Return a field that always has this value."""
    return kinds.String(required=True, validate=validate.OneOf([value]))


def _without_none(hint: Any) -> tuple[bool, Any]:
    inside = get_args(hint)
    if get_origin(hint) not in (Union, types.UnionType) or type(None) not in inside:
        return False, hint
    left = [one for one in inside if one is not type(None)]
    return True, left[0] if len(left) == 1 else Union[tuple(left)]  # noqa: UP007 - made while running


def _sentence(of: type) -> str | None:
    """Keep the first paragraph: what follows speaks to whoever changes the code."""
    return (of.__doc__ or "").strip().partition("\n\n")[0].replace("\n    ", " ") or None
