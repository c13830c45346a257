"""Every operation of the contract, asked without knowing anything: what each of them must refuse alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from tests.api.talk import Talk, contract

PLACES = {
    "match": "m_" + "A" * 22,
    "seat": "0",
    "game": "spell_smashers",
    "code": "not_found",
    "simulation": "s_" + "A" * 22,
    "question": "w_" + "A" * 22,
}


@dataclass(frozen=True)
class Asked:
    """One method of one path."""

    id: str
    method: str
    path: str
    responses: Mapping[str, Any]
    has_body: bool
    security: tuple[Mapping[str, Any], ...]

    def __str__(self) -> str:
        return self.id

    def send(self, talk: Talk, **more: Any) -> httpx.Response:
        """Send it, with an empty body where it has one."""
        if self.has_body and "content" not in more:
            more.setdefault("body", {})
        return talk.ask(self.method, self.path, **more)


OPERATIONS = [
    Asked(
        operation["operationId"],
        method.upper(),
        path.format(**PLACES),
        operation["responses"],
        "requestBody" in operation,
        tuple(operation["security"]),
    )
    for path, methods in contract().document["paths"].items()
    for method, operation in methods.items()
    if method in ("get", "post", "put", "patch", "delete")
]
