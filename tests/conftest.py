"""What every test may ask for: a Redis server and a house of the session's own, and what hypothesis draws."""

import os
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from service.embedded import prepare
from service.leash import Leash
from tests.api.house import House, until
from tests.api.talk import Talk
from tests.contract import answers

SOURCES = pytest.StashKey[str]()
LONG = os.environ.get("ALEHOUSE_LONG") == "1"
CLIENTS = LONG or os.environ.get("ALEHOUSE_CLIENTS") == "1"
# fmt: off
LONGEST = (
    "contract/test_clients", "games/test_conformance", "test_stack", "api/test_metrics", "api/test_jobs_die",
    "api/test_word_questions", "api/test_failpoints", "test_readme", "workers/test_app", "api/test_streams",
    "games/test_many_matches", "api/test_deaths", "api/test_limits", "lexicons/test_solver", "contract/test_by_hand",
    "api/test_simulations_played", "commands/test_simulate", "api/test_http", "api/test_smashing",
    "api/test_record_words", "lexicons/test_making", "commands/test_command", "api/test_referee",
    "commands/test_worker", "games/squishem/test_greedy", "api/test_many_clients", "rules/test_mutants", "test_deploy",
)
# fmt: on
"""What takes long begins first: a file is one process's, and nobody shall wait for the last of them."""

settings.register_profile(
    "derandomised", derandomize=True, deadline=None, database=None, max_examples=50, print_blob=True
)
settings.register_profile(
    "long",
    deadline=None,
    database=None,
    max_examples=1000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("long" if LONG else "derandomised")


class FileOrTitle(LoadFileScheduling):
    """Gives a file to one process, for its houses' sake; of two that need none a part: a title's, a language's."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.partition("::")
        part = None
        if file.endswith("games/test_conformance.py"):
            part = re.search(r"\[([a-z_]+)", test)
        elif file.endswith("contract/test_clients.py"):
            part = re.search("(python)", test)
        return f"{file}[{part[1]}]" if part else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    """Share tests out among the processes of xdist."""
    return FileOrTitle(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    places = {Path(__file__).parent / f"{name}.py": place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))
    if not LONG:
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="runs under make long"))
    if not CLIENTS:
        for item in items:
            if item.get_closest_marker("clients"):
                item.add_marker(pytest.mark.skip(reason="runs under make check"))


def pytest_configure(config: pytest.Config) -> None:
    """Note which documented answers a whole run produces; `make contract` prints them."""
    option = config.option
    # Without pytest's cache there is no option to run what failed last.
    part = option.keyword or option.markexpr or option.collectonly or getattr(option, "lf", False) or option.deselect
    whole = config.args == config.getini("testpaths") and not part
    if whole and not hasattr(config, "workerinput") and answers.NOTES not in os.environ:
        descriptor, os.environ[answers.NOTES] = tempfile.mkstemp(prefix="alehouse-answers-")
        os.close(descriptor)
        config.add_cleanup(lambda: Path(os.environ.pop(answers.NOTES)).unlink())
        config.stash[SOURCES] = answers.digest()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    sources = session.config.stash.get(SOURCES, None)
    if exitstatus == pytest.ExitCode.OK and sources is not None:
        answers.keep(Path(os.environ[answers.NOTES]), sources)


@pytest.fixture(scope="session")
def seed() -> int:
    """The seed of every random draw that a test makes itself: fixed, but fresh (and printed) under make long."""
    return int(os.environ.get("ALEHOUSE_SEED", "20261130"))


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an empty Redis server of this test session; it ends with the session, even one killed with -9."""
    server = prepare(tmp_path_factory.mktemp("redis"))
    with Leash() as leash:
        process = leash.start(server.command)
        deadline = time.monotonic() + 60
        while not server.ready():
            assert process.poll() is None, f"{server.program} ended with status {process.returncode}"
            assert time.monotonic() < deadline, f"{server.program} did not answer within a minute"
            time.sleep(0.01)
        yield server.url
        process.terminate()
        process.wait(60)


@pytest.fixture(scope="session")
def house(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A real API and a real worker on the session's Redis."""
    with Leash() as leash:
        house = House(leash, tmp_path_factory.mktemp("house"), redis_url)
        house.start_api()
        house.start_worker()
        until(house.ready, "the API answers")
        yield house
        house.close()


@pytest.fixture(scope="session")
def talk(house: House) -> Talk:
    return house.talk()
