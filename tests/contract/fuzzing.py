"""Schemathesis against the live service: `python -m tests.contract.fuzzing`. The same requests each time.

A player asks everything about a match that is played, then its host asks what a host may about one that waits. Streams
are left out: they don't end.
"""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from service.leash import Leash
from tests.api.house import House, until
from tests.api.simulating import submit
from tests.api.talk import ROOT, Table, open_table

SEED = "20261130"
HOSTS = ("startMatch", "abandonMatch", "leaveSeat", "renewToken", "openRematch")
"""What only a host may do, or a host may do as well. It kills tokens, so it comes last."""

KNOWN_ELSEWHERE = (
    *("listMatches", "getMatch", "openMatch", "takeSeat", "submitAction", "verifyRecord", "playRecord"),
    *("submitSimulation", "checkWords", "searchWords"),
)
"""Operations that refuse with 422 what no schema can tell: a cursor that nobody gave out, say, or a seat too many."""

STAYS = ("getSimulation", "listSimulatedMatches", "exportSimulationCsv", "exportSimulationNdjson")
"""Operations on what DELETE ends, and doesn't take away."""

SETTINGS = """
[parameters]
"path.match" = "{match}"
"path.seat" = 0
"path.game" = "squishem"
"path.simulation" = "{simulation}"
"path.question" = "{question}"
# Each wait would take as long as it says.
"query.wait" = 0

[[operations]]
include-operation-id = "getContract"
# It is text to us; schemathesis reads YAML, and finds an object.
checks.response_schema_conformance.enabled = false

[[operations]]
include-operation-id = [{stays}]
checks.use_after_free.enabled = false

[[operations]]
include-operation-id = "getHints"
# Who has opened a match has asked for no hints yet.
checks.ensure_resource_availability.enabled = false

[[operations]]
include-operation-id = [{known_elsewhere}]
checks.positive_data_acceptance.expected-statuses = ["2xx", 304, 401, 403, 404, 409, 410, 422]
"""


def fuzz(
    address: str, folder: Path, table: Table, made: Mapping[str, str], token: str, examples: int, *more: str
) -> int:
    """Run schemathesis once, as the bearer of `token`, with the ids of what was `made`; returns its exit status."""
    config = folder / "schemathesis.toml"
    elsewhere, stays = (", ".join(f'"{name}"' for name in names) for names in (KNOWN_ELSEWHERE, STAYS))
    config.write_text(SETTINGS.format(match=table.id, known_elsewhere=elsewhere, stays=stays, **made), encoding="utf-8")
    return subprocess.run(
        [
            *(str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(config)),
            *("run", str(ROOT / "openapi.yaml"), "--url", address, "--header", f"Authorization: Bearer {token}"),
            *("--seed", SEED, "--generation-database", "none", "--max-examples", str(examples), "--no-color", *more),
        ],
        cwd=folder,
        timeout=240,
    ).returncode


def main() -> int:
    """Ask as a player, then as a host."""
    with TemporaryDirectory() as name, Leash() as leash:
        folder = Path(name)
        house = House(leash, folder)
        house.start_redis()
        house.start_api()
        # Or every question about words would take the second that it waits for one.
        house.start_worker()
        until(house.ready, "the API answers")
        talk = house.talk()
        played, waiting = open_table(talk, None, None), open_table(talk, None, None, sit=False)
        question = talk.ask("POST", "/v1/words/checks", {"words": ["ale"]}).json()["id"]
        made = {"simulation": submit(talk, 1000)["id"], "question": question}
        left_out = [word for name in ("streamEvents", *HOSTS) for word in ("--exclude-operation-id", name)]
        hosts = [word for name in HOSTS for word in ("--include-operation-id", name)]
        wrong = fuzz(house.address, folder, played, made, played.tokens[0], 10, *left_out)
        wrong = (
            fuzz(house.address, folder, waiting, made, waiting.host, 10, *hosts, "--phases", "coverage,fuzzing")
            or wrong
        )
        house.close()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
