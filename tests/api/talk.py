"""A conversation with the API in which every answer is held against the contract."""

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import yaml

from tests.contract.answers import note

ROOT = Path(__file__).resolve().parent.parent.parent
PLAIN = {"not_found", "method_not_allowed", "bad_request"}
"""Codes that HTTP itself answers with, where no operation of the contract is meant."""

Json = dict[str, Any]


class ContractBroken(AssertionError):
    """The API answered what the contract doesn't say."""


class Contract:
    """openapi.yaml, with every response closed: a field that it doesn't name is an error here."""

    def __init__(self, text: str) -> None:
        self.document: Json = yaml.safe_load(text)
        self._components = {"schemas": {n: closed(s) for n, s in self.document["components"]["schemas"].items()}}
        self._paths = [
            (re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), operations)
            for path, operations in self.document["paths"].items()
        ]
        self._validators: dict[str, Any] = {}

    def operation(self, method: str, path: str) -> Json | None:
        """Return the operation of a request."""
        for pattern, operations in self._paths:
            if pattern.match(path) and method.lower() in operations:
                return operations[method.lower()]  # type: ignore[no-any-return]
        return None

    def check(self, response: httpx.Response) -> None:
        """Raise ContractBroken unless the contract says that this request may be answered so."""
        request = response.request
        where = f"{request.method} {request.url.path} -> {response.status_code}"
        operation = self.operation(request.method, request.url.path)
        kind = response.headers.get("content-type", "").split(";")[0]
        if operation is None:
            self._valid("Problem", response, where)
            if response.json()["code"] not in PLAIN:
                raise ContractBroken(f"{where}: {response.text}")
            return
        documented = operation["responses"].get(str(response.status_code))
        if documented is None:
            raise ContractBroken(f"{where} is not documented: {response.text[:500]}")
        self._as_documented(response, documented, kind, where)
        note(operation["operationId"], response.status_code)

    def _as_documented(self, response: httpx.Response, documented: Json, kind: str, where: str) -> None:
        for name in documented.get("headers", {}):
            if name not in response.headers:
                raise ContractBroken(f"{where}: header {name} is documented, but missing")
        if response.status_code in (204, 304):
            return
        content = documented["content"].get(kind)
        if content is None:
            raise ContractBroken(f"{where}: {kind!r} is not documented")
        if content["schema"] == {"type": "string"} or kind in ("text/event-stream", "text/html"):
            return
        self._valid(content["schema"]["$ref"].rpartition("/")[2], response, where)
        if kind == "application/problem+json":
            problem = response.json()
            codes = documented["description"].removeprefix("Code: ").rstrip(".").split(", ")
            if problem["code"] not in codes or problem["status"] != response.status_code:
                raise ContractBroken(f"{where}: code {problem['code']!r} is not among {codes}")

    def _valid(self, schema: str, response: httpx.Response, where: str) -> None:
        try:
            self.validator(schema).validate(response.json())
        except jsonschema_rs.ValidationError as error:
            raise ContractBroken(f"{where}: {error}") from error

    def validator(self, schema: str) -> Any:
        """Return what validates one named schema, closed."""
        if schema not in self._validators:
            whole = {"$ref": f"#/components/schemas/{schema}", "components": self._components}
            self._validators[schema] = jsonschema_rs.Draft202012Validator(whole)
        return self._validators[schema]


def closed(schema: Any) -> Any:
    """Return a schema that refuses fields which it doesn't name, at any depth."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: closed(inside) for name, inside in schema.items()}
    if isinstance(made.get("properties"), dict):
        made["additionalProperties"] = False
    return made


@cache
def contract() -> Contract:
    """Return the committed contract."""
    return Contract((ROOT / "openapi.yaml").read_text(encoding="utf-8"))


class Talk:
    """Sends requests and checks each answer against the contract: the committed one, or that of other titles."""

    def __init__(self, client: httpx.Client, against: Contract | None = None) -> None:
        self._client = client
        self._contract = contract() if against is None else against

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        headers: Mapping[str, str | bytes] | None = None,
        **more: Any,
    ) -> httpx.Response:
        """Send one request."""
        sent = [
            (name.encode(), value.encode() if isinstance(value, str) else value)
            for name, value in (headers or {}).items()
        ]
        if token is not None:
            sent.append((b"Authorization", f"Bearer {token}".encode()))
        if body is not None:
            more["json"] = body
        response = self._client.request(method, path, headers=sent, **more)
        self._contract.check(response)
        return response

    def get(self, path: str, token: str | None = None, status: int = 200, **more: Any) -> Json:
        """Return the body of an answer with this status."""
        return self._expect(self.ask("GET", path, token=token, **more), status)

    def post(self, path: str, body: Any = None, token: str | None = None, status: int = 200, **more: Any) -> Json:
        """Return the body of an answer with this status."""
        return self._expect(self.ask("POST", path, body, token, **more), status)

    def delete(self, path: str, token: str | None = None, status: int = 200, **more: Any) -> Json:
        """Return the body of an answer with this status."""
        return self._expect(self.ask("DELETE", path, token=token, **more), status)

    def _expect(self, response: httpx.Response, status: int) -> Json:
        assert response.status_code == status, f"{response.request.url}: {response.status_code} {response.text[:800]}"
        body: Json = response.json()
        return body


def key() -> str:
    """Return a new idempotency key."""
    return secrets.token_urlsafe(18)


@dataclass
class Table:
    """An open match and the tokens of those who sit at it."""

    talk: Talk
    path: str
    host: str
    tokens: list[str]

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]

    def look(self, token: str | None = None, **more: Any) -> Json:
        return self.talk.get(self.path, token, **more)

    def act(self, token: str, decision: Json, choice: Json, status: int = 200) -> Json:
        return self.talk.post(f"{self.path}/actions", {"decision": decision["id"], "choice": choice}, token, status)


def open_table(talk: Talk, *bots: str | None, game: str = "squishem", sit: bool = True, **more: Any) -> Table:
    """Open a match, None for a seat that is open, and take every open seat unless told not to `sit`."""
    seats: list[Json] = [{"kind": "open"} if bot is None else {"kind": "bot", "bot": bot} for bot in bots]
    opened = talk.post("/v1/matches", {"game": game, "seats": seats, **more}, status=201)
    table = Table(talk, f"/v1/matches/{opened['id']}", opened["host_token"], [])
    for bot in bots:
        if bot is None and sit:
            taken = talk.post(f"{table.path}/seats", {"name": f"Player {len(table.tokens)}"}, status=201)
            table.tokens.append(taken["token"])
    return table


Pick = Callable[[list[Json]], Json]


def play_on(table: Table, pick: Pick, at_most: int = 10_000) -> Iterator[Json]:
    """Let the players act until the match is over, waiting for the bots; yields the answer to each action."""
    acted = 0
    while True:
        before = acted
        for token in table.tokens:
            seen = table.look(token)
            if seen["status"] != "running":
                return
            if not seen["decisions"]:
                continue
            decision = seen["decisions"][0]
            yield table.act(token, decision, pick(decision["choices"]["items"]))
            acted += 1
            if acted == at_most:
                return
        if acted == before:
            # Only bots are asked; whoever was looked at first may have missed what they did meanwhile.
            seen = table.look(table.tokens[0])
            if seen["status"] == "running" and not seen["decisions"]:
                table.look(table.tokens[0], params={"after": seen["version"], "wait": 20})
