"""The contract itself: valid, up to date, without a free object, one shape a kind."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import jsonschema_rs
import pytest
import yaml
from openapi_spec_validator import validate

from schemas.contract import Contract as Schemas
from schemas.derived import Derived, NotInContract, OneOfKinds
from schemas.glossary import FIELDS
from schemas.own_meanings import IN_ONE
from service.app import openapi_yaml
from service.games.squishem.game import Squishem
from service.problems import CODES
from tests.api.talk import QUICK, ROOT, Contract, contract
from tests.games.kernel.toy import Toy

Json = dict[str, Any]
BANNED = ("const", "patternProperties", "if", "then", "else", "nullable", "anyOf", "allOf", "not", "dependentSchemas")


def document() -> Json:
    return contract().document


def schemas(node: Any, place: str = "") -> Iterator[tuple[str, Json]]:
    """Yield each schema below a node, with its place."""
    if isinstance(node, dict):
        if (place and isinstance(node.get("type", "$ref" if "$ref" in node else None), str | list)) or "oneOf" in node:
            yield place, node
        for name, inside in node.items():
            yield from schemas(inside, f"{place}/{name}")
    elif isinstance(node, list):
        for at, inside in enumerate(node):
            yield from schemas(inside, f"{place}/{at}")


def everything() -> list[tuple[str, Json]]:
    """Return every schema of the contract, those of parameters and bodies too."""
    return list(schemas(document()["components"]["schemas"])) + list(schemas(document()["paths"]))


def test_what_is_committed_is_what_routes_and_schemas_say() -> None:
    assert openapi_yaml() == (ROOT / "openapi.yaml").read_text(encoding="utf-8")


def test_the_contract_is_valid() -> None:
    validate(document())
    assert document()["openapi"].startswith("3.1.")


def test_no_object_is_free_and_every_schema_says_its_type() -> None:
    for place, schema in everything():
        if schema.get("type") == "object":
            assert schema.get("properties"), place
            assert schema.get("additionalProperties", False) is False, place
        if schema.get("type") == "array":
            assert schema["items"], place
    for name, schema in document()["components"]["schemas"].items():
        for field, inside in schema.get("properties", {}).items():
            assert inside.keys() & {"type", "$ref", "oneOf"}, f"{name}.{field}"


def test_every_schema_and_every_field_says_what_it_means() -> None:
    said: set[str] = set()
    for name, schema in document()["components"]["schemas"].items():
        assert schema.get("description"), name
        for field, about in schema.get("properties", {}).items():
            if field != "kind" and "$ref" not in about:
                assert about.get("description"), f"{name}.{field}"
                said.add(field)
    assert not set(FIELDS) - said, "the glossary explains what there is not"
    for place, sentence in IN_ONE.items():
        name, field = place.split(".")
        assert document()["components"]["schemas"][name]["properties"][field]["description"] == sentence, place


def test_every_parameter_says_what_it_means() -> None:
    for path, operations in document()["paths"].items():
        for operation in operations.values():
            for parameter in operation if isinstance(operation, list) else operation.get("parameters", ()):
                assert parameter.get("description"), f"{path} {parameter['name']}"


def test_no_description_speaks_of_our_own_modules() -> None:
    text = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    assert not re.findall(r"`[a-z_]+\.[A-Z]\w+`|\bservice\.\w+|\bdataclass|\bHMAC\b|\.lua\b|\.py\b", text)


def test_every_union_is_told_apart_by_a_constant() -> None:
    components = document()["components"]["schemas"]
    unions = [(place, schema) for place, schema in everything() if "oneOf" in schema]
    assert {"/Match", "/Choice", "/Decision", "/Event", "/OpenMatch", "/Card"} <= {place for place, _ in unions}
    for place, schema in unions:
        apart = schema["discriminator"]
        by, members = apart["propertyName"], apart["mapping"]
        assert by in ("kind", "game"), place
        assert sorted(members.values()) == sorted(member["$ref"] for member in schema["oneOf"]), place
        for tag, reference in members.items():
            member = components[reference.rpartition("/")[2]]
            assert member["properties"][by]["enum"] == [tag], (place, tag)
            assert by in member["required"], (place, tag)


def test_a_kind_is_one_shape_in_the_whole_contract() -> None:
    shapes: dict[str, set[str]] = {}
    for name, schema in document()["components"]["schemas"].items():
        kind = schema.get("properties", {}).get("kind", {}).get("enum")
        if kind is not None:
            assert len(kind) == 1, name
            shapes.setdefault(kind[0], set()).add(name)
    # A list of choices is one shape, but each decision says what its own holds.
    lists = shapes.pop("list")
    assert {kind: names for kind, names in shapes.items() if len(names) > 1} == {}
    components = document()["components"]["schemas"]
    assert {tuple(components[name]["properties"]) for name in lists} == {("kind", "items")}


def test_a_decision_lists_what_it_offers_and_no_other_kind_of_choice() -> None:
    components = document()["components"]["schemas"]
    for decision in Squishem.vocabulary.decisions:
        choices = named(components, components[f"{decision.__name__}Decision"]["properties"]["choices"])
        item = named(components, choices["properties"]["items"]["items"])
        offered = [named(components, one) for one in item.get("oneOf", ())] or [item]
        tags = [one["properties"]["kind"]["enum"] for one in offered]
        assert tags == [[choice.kind] for choice in decision.offers], decision.kind


def named(components: Json, reference: Json) -> Json:
    found: Json = components[reference["$ref"].rpartition("/")[2]]
    return found


def test_requests_are_closed_and_responses_open() -> None:
    components = document()["components"]["schemas"]
    sent = set()
    for operations in document()["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict) and "requestBody" in operation:
                body = operation["requestBody"]["content"]["application/json"]["schema"]
                sent |= set(reached(components, body["$ref"]))
    assert {"OpenSquishem", "TakeSeat", "StartMatch", "SubmitAction", "SquishemOptionsRequest"} <= sent
    for name, schema in components.items():
        if schema.get("type") == "object":
            assert (schema.get("additionalProperties") is False) == (name in sent), name


def reached(components: Json, reference: str) -> Iterator[str]:
    name = reference.rpartition("/")[2]
    yield name
    for inside in re.findall(r"'\$ref': '([^']+)'", repr(components[name])):
        yield from reached(components, inside)


def test_nothing_is_used_that_generators_stumble_over() -> None:
    for place, schema in everything():
        assert not schema.keys() & set(BANNED), place
        assert not isinstance(schema.get("type"), list), place


def test_every_operation_says_who_may_call_it_and_how_it_refuses() -> None:
    ids = []
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            ids.append(operation["operationId"])
            assert re.fullmatch(r"[a-z]+[A-Z][A-Za-z]+", operation["operationId"]), path
            assert operation["summary"], path
            assert operation["tags"], path
            assert "security" in operation, path
            refused = [answer for status, answer in operation["responses"].items() if int(status) >= 400]
            assert all(list(answer["content"]) == ["application/problem+json"] for answer in refused), path
            codes = {code for answer in refused for code in answer["description"][6:-1].split(", ")}
            assert codes <= set(CODES), path
            assert "internal_error" in codes, path
    assert len(ids) == len(set(ids))


def test_each_example_is_valid() -> None:
    seen = 0
    for operation in operations():
        contents = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (one["content"] for one in contents if "content" in one):
            for kind, inside in content.items():
                if "example" in inside:
                    seen += 1
                    assert kind.endswith("json")
                    contract().validator(inside["schema"]["$ref"].rpartition("/")[2]).validate(inside["example"])
    assert seen >= 24


def test_every_answer_in_json_has_an_example() -> None:
    assert not [
        (operation["operationId"], status)
        for operation in operations()
        for status, answer in operation["responses"].items()
        if int(status) < 300 and "example" not in answer.get("content", {}).get("application/json", {"example": None})
    ]


def operations() -> list[Json]:
    return [
        operation
        for operations in document()["paths"].values()
        for method, operation in operations.items()
        if method != "parameters"
    ]


def test_the_check_of_responses_bites() -> None:
    """A field that the contract doesn't name, a missing one and a wrong kind are errors."""
    checked = Contract((ROOT / "openapi.yaml").read_text(encoding="utf-8")).validator("Bearer")
    checked.validate({"kind": "player", "seat": 0})
    for wrong in ({"kind": "player"}, {"kind": "host", "seat": 0}, {"kind": "cat"}, {"kind": "player", "seat": "0"}):
        with pytest.raises(jsonschema_rs.ValidationError):
            checked.validate(wrong)


def test_a_title_with_every_habit_has_a_contract() -> None:
    made = Schemas({Toy.key: Toy()})
    for union in (made.match, made.decision, made.choice, made.choices, made.event, made.record):
        assert issubclass(union, OneOfKinds)
    assert set(members(made.match)) == {"cellar"}
    forms: set[Any] = {kind.form for kind in Toy.vocabulary.decisions}
    assert len(forms) > 1
    assert set(members(made.choices)) == {"list", *(form.kind for form in forms)}
    assert set(members(made.event)) > {kind.kind for kind in Toy.vocabulary.events} | {"answered", "match_over"}


def members(union: Any) -> Json:
    found: Json = union.type_schemas
    return found


def test_two_shapes_of_one_kind_are_refused() -> None:
    @dataclass(frozen=True)
    class One:
        kind: ClassVar[str] = "same"
        a: int

    @dataclass(frozen=True)
    class Other:
        kind: ClassVar[str] = "same"
        b: int

    derived = Derived()
    derived.schema(One)
    with pytest.raises(NotInContract, match="'same' has the shapes One and Other"):
        derived.schema(Other)


@pytest.mark.parametrize("hint", [object, dict[str, int], bytes, float, tuple[int, str], "set[int]"])
def test_what_has_no_form_on_the_wire_is_refused(hint: Any) -> None:
    with pytest.raises(NotInContract):
        Derived().field(set[int] if isinstance(hint, str) else hint)


def test_the_yaml_is_read_back_as_it_was() -> None:
    assert yaml.load(openapi_yaml(), Loader=QUICK) == document()
