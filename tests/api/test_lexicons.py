"""The catalogue of lexicons."""

import json
import subprocess
import sys
from pathlib import Path

from service.app import create_app
from service.lexicons import lexicons
from service.settings import settings_from
from tests.api.house import SECRET
from tests.api.talk import ROOT, Talk

LISTING = """
import gc, json, sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from service.app import create_app
app = create_app()
listed = [one["name"] for one in app.test_client().get("/v1/lexicons").json["items"]]
read = sorted(path.rpartition("/")[2] for path in opened if "/lexicons/" in path and not path.endswith((".py", ".pyc")))
kept = [one for one in gc.get_objects() if isinstance(one, (set, frozenset)) and "zwerg" in one]
print(json.dumps({"listed": listed, "read": read, "kept": len(kept)}))
"""


def test_every_lexicon_is_listed_with_what_it_is(talk: Talk) -> None:
    items = talk.get("/v1/lexicons")["items"]
    assert [(one["name"], one["size"], one["default"]) for one in items] == [
        ("standard", 184_536, True),
        ("family", 79_936, False),
        ("large", 254_565, False),
    ]
    ours = lexicons()
    for one in items:
        lexicon = ours[one["name"]]
        assert (one["sha256"], one["licence"], one["source"]) == (lexicon.sha256, lexicon.licence, lexicon.source)
    assert "Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved." in items[2]["source"]


def test_the_list_can_be_kept(talk: Talk) -> None:
    first = talk.ask("GET", "/v1/lexicons")
    assert first.headers["Cache-Control"] == "public, max-age=300"
    again = talk.ask("GET", "/v1/lexicons", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_an_operators_own_are_listed_too(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("# licence: CC0-1.0\n# source: Our club.\nbrew\nale\n")
    app = create_app(settings_from({"ALEHOUSE_SECRET": SECRET, "ALEHOUSE_LEXICONS": str(tmp_path)}))
    answer = app.test_client().get("/v1/lexicons")
    assert answer.json is not None
    club = answer.json["items"][3]
    assert (club["name"], club["size"], club["licence"], club["source"]) == ("club", 2, "CC0-1.0", "Our club.")
    assert club["default"] is False


def test_a_process_of_the_api_lists_lexicons_and_holds_no_word(tmp_path: Path) -> None:
    folder = tmp_path / "lexicons"
    folder.mkdir()
    (folder / "club.txt").write_text("zwerg\n")
    environ = {"ALEHOUSE_SECRET": SECRET, "ALEHOUSE_LEXICONS": str(folder), "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-c", LISTING], env=environ, stdout=subprocess.PIPE, text=True, check=True, timeout=60
    )
    # Of ours it opened what is said of them and none of the lists; an operator's it must read, and forgets.
    assert json.loads(ran.stdout.splitlines()[-1]) == {
        "listed": ["standard", "family", "large", "club"],
        "read": ["club.txt", "figures.json"],
        "kept": 0,
    }
