"""A client that a generator made of the contract, and nothing else, plays a whole match."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.api.house import House
from tests.api.talk import ROOT


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The generated package, imported."""
    folder = tmp_path_factory.mktemp("generated")
    bin_folder = Path(sys.executable).parent
    subprocess.run(
        [
            *(str(bin_folder / "openapi-python-client"), "generate", "--path", str(ROOT / "openapi.yaml")),
            *("--output-path", str(folder / "alehouse_client"), "--meta", "none"),
        ],
        check=True,
        capture_output=True,
        timeout=100,
        env={**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}"},
    )
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module("alehouse_client")
    finally:
        sys.path.remove(str(folder))


def test_a_generated_client_plays_a_whole_match(generated: ModuleType, house: House) -> None:
    def call(operation: str, **arguments: Any) -> Any:
        module = importlib.import_module(f"alehouse_client.api.{operation}")
        answered = module.sync_detailed(**arguments)
        assert answered.status_code in (200, 201), answered.content
        return answered.parsed

    models = importlib.import_module("alehouse_client.models")
    with generated.Client(base_url=house.address, timeout=60) as anybody:
        wanted = models.OpenSquishem.from_dict(
            {"game": "squishem", "seats": [{"kind": "open"}, {"kind": "bot", "bot": "random"}]}
        )
        match = call("lobby.open_match", client=anybody, body=wanted)
        taken = call("seats.take_seat", client=anybody, match=match.id, body=models.TakeSeat(name="Ambie"))
        assert (match.status, taken.seat) == ("waiting", 0)
    with generated.AuthenticatedClient(base_url=house.address, token=taken.token, timeout=60) as client:
        events: list[Any] = []
        seen = call("matches.get_match", client=client, match=match.id)
        while seen.status == "running":
            if seen.decisions:
                decision = seen.decisions[0]
                assert isinstance(
                    decision,
                    models.ChooseAttackDecision | models.ChooseTargetDecision | models.OrderEqualPriorityDecision,
                )
                action = models.SubmitAction(decision=decision.id, choice=decision.choices.items[0])
                seen = call("matches.submit_action", client=client, match=match.id, body=action)
                events += seen.events
            else:
                seen = call("matches.get_match", client=client, match=match.id, after=seen.version, wait=25)
        assert isinstance(seen.view, models.SquishemView)
        assert seen.outcome.ending in ("three_kills", "deck_finished", "turn_cap")
        assert any(isinstance(event, models.AnsweredEvent) for event in events)
        # Who showed the cards, he or the bot, depends on who was the last to lay one.
        told = call("watching.list_events", client=client, match=match.id, limit=500)
        assert any(isinstance(event, models.CardsShownEvent) for event in told.items)
        record = call("matches.get_record", client=client, match=match.id)
        assert isinstance(record, models.SquishemRecord)
        assert record.seed == seen.chance.seed
