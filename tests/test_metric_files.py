"""The files that processes of one machine keep their figures in: nobody's are lost while somebody counts there."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from service.metric_files import choose_folder

ROOT = Path(__file__).resolve().parent.parent

BEGIN = """
import os, sys
from service import metric_files
metric_files.begin("fast")
metric_files.PLACE.take(0)
from service import metrics
def count():
    metrics.task_ended("seats.move", "SUCCESS", 0.1)
def shown():
    text = metrics.Page().text().decode()
    return sum(float(line.split()[1]) for line in text.splitlines() if line.startswith("alehouse_tasks_total"))
"""


def run(source: str, folder: Path) -> subprocess.Popen[str]:
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", BEGIN + source], env=environ, text=True, **pipes)  # type: ignore[call-overload, no-any-return]


def said(process: subprocess.Popen[str], asked: str = "") -> str:
    return process.communicate(asked, timeout=30)[0].strip()


def test_two_workers_of_one_queue_lose_no_figure_of_each_other(tmp_path: Path) -> None:
    asked = "print('begun', flush=True)\nfor line in sys.stdin:\n    count()\n"
    first = run("count()\n" + asked + "print(shown())", tmp_path)
    assert first.stdout is not None
    assert first.stdout.readline() == "begun\n"
    assert said(run("count(); count(); print(shown())", tmp_path)) == "3.0"
    # The second has ended: its figures stay until another begins, those of the first for as long as it counts.
    assert said(run("print(shown())", tmp_path)) == "1.0"
    assert said(first, "more\nmore\n") == "3.0"


def test_children_that_outlive_their_owner_go_on_counting(tmp_path: Path) -> None:
    orphan = run("count()\nif os.fork(): os._exit(0)\nsys.stdin.read()\ncount(); print(shown())", tmp_path)
    orphan.wait(30)
    assert said(run("print(shown())", tmp_path)) == "1.0"
    assert said(orphan) == "2.0"


def test_what_ended_owners_left_is_cleared_away(tmp_path: Path) -> None:
    for _ in range(3):
        assert said(run("count(); print(shown())", tmp_path)) == "1.0"
    names = [path.name for path in tmp_path.glob("*.db")]
    assert len(names) == 2
    assert all(re.fullmatch(r"(counter|histogram)_fast0-[0-9a-f]{8}\.db", name) for name in names)


def test_a_folder_that_is_gone_keeps_nobody_from_counting(tmp_path: Path) -> None:
    source = "import shutil; shutil.rmtree(os.environ['PROMETHEUS_MULTIPROC_DIR'])\ncount(); count(); print('done')"
    assert said(run(source, tmp_path / "gone")) == "done"


def test_only_what_was_left_by_processes_that_ended_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(30)
    left = f"alehouse-metrics-{ended.pid}-abcd_123"
    others = [
        *(
            f"alehouse-metrics-{name}"
            for name in ("", "-", "9" * 30 + "-abcdefgh", "9" * 9, "mine-abcdefgh", "0-abcdefgh")
        ),
        *(f"alehouse-metrics-{ended.pid}{end}" for end in ("", "-kept", "-ABCDEFGH", "-abcdefgh-2")),
        f"alehouse-metrics-{os.getpid()}-abcdefgh",
        "alehouse-metrics-\u0661-abcdefgh",
    ]
    for name in (left, *others):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    choose_folder()
    made = os.environ["PROMETHEUS_MULTIPROC_DIR"]
    assert {path.name for path in tmp_path.iterdir()} == {*others, Path(made).name}
