"""What is deployed is what was tested: the wheel, the steps of the image, and the files in deploy/."""

import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.settings import settings_from
from tests import image

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
SECONDS_OF_A_TASK = 60
SETTINGS = re.findall(r"^    ([A-Z_]+)  +\S", settings_from.__doc__ or "", re.MULTILINE)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return image.wheel(tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        inside = {name for name in packed.namelist() if ".dist-info/" not in name}
        assert packed.read("service/api/openapi.yaml") == (ROOT / "openapi.yaml").read_bytes()
    there = {
        str(path.relative_to(ROOT))
        for package in ("service", "schemas", "workers")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert inside == there
    assert {Path(name).suffix for name in inside} >= {".py", ".lua", ".json", ".js", ".typed", ".txt", ".yaml"}


@pytest.mark.skipif(not shutil.which("setpriv"), reason="no setpriv")
def test_an_installed_alehouse_answers_where_nothing_can_be_written(wheel: Path) -> None:
    with image.served(locked=False, made=wheel) as address:
        begun = time.monotonic()
        contract = image.answers(f"{address}/openapi.yaml")
        seconds = time.monotonic() - begun
        asked = [image.answers(address + path) for path in ("/healthz", "/readyz", "/v1/games", "/docs")]
    assert [contract, *asked] == [200] * 5
    assert seconds < 1, "nothing else is answered by a process that makes the contract first"


def test_the_image_is_built_from_what_the_test_takes() -> None:
    copied = re.findall(r"^COPY ((?:[\w.]+ )+)", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(" ".join(copied).split()) == {*image.SOURCES, "requirements.lock"}
    let_in = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(let_in) == {*image.SOURCES, "requirements.lock"}


def test_gunicorns_configuration_is_one_file() -> None:
    named = DEPLOY / "gunicorn.conf.py"
    assert named.samefile(ROOT / "service" / "serving.py")
    checked = subprocess.run(
        [sys.executable, "-m", "gunicorn", "--check-config", "--config", str(named), "service.app:create_app()"],
        cwd=ROOT,
        env={"ALEHOUSE_SECRET": "s" * 32},
        capture_output=True,
        text=True,
    )
    assert (checked.returncode, checked.stdout) == (0, "")


def documents(path: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


RESOURCES = [
    one
    for path in sorted((KUBERNETES / "base").glob("*.yaml"))
    for one in documents(path)
    if path.name != "kustomization.yaml"
]


def of_kind(kind: str) -> dict[str, dict[str, Any]]:
    return {one["metadata"]["name"]: one for one in RESOURCES if one["kind"] == kind}


def test_kustomize_takes_every_file_of_the_base() -> None:
    (base,) = documents(KUBERNETES / "base" / "kustomization.yaml")
    files = {path.name for path in (KUBERNETES / "base").glob("*.yaml")}
    assert set(base["resources"]) == files - {"kustomization.yaml"}


def test_every_variable_that_is_set_is_a_setting() -> None:
    given = set(of_kind("ConfigMap")["alehouse"]["data"])
    for deployment in of_kind("Deployment").values():
        (container,) = deployment["spec"]["template"]["spec"]["containers"]
        given |= {one["name"] for one in container["env"]}
    (compose,) = documents(DEPLOY / "compose.yaml")
    for name in ("api", "fast", "bulk"):
        given |= set(compose["services"][name]["environment"])
    given |= set(re.findall(r"\b(ALEHOUSE_[A-Z_]+)=", (DEPLOY / "Dockerfile").read_text(encoding="utf-8")))
    assert len(given) > 8
    assert given <= set(SETTINGS)


def test_every_pod_is_without_rights_and_ends_in_time() -> None:
    deployments = of_kind("Deployment")
    assert set(deployments) == {"api", "fast", "bulk"}
    for name, deployment in deployments.items():
        pod = deployment["spec"]["template"]["spec"]
        (container,) = pod["containers"]
        assert pod["securityContext"]["runAsUser"] == image.UID
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        grace = pod["terminationGracePeriodSeconds"]
        if name == "api":
            sleep, seconds = container["lifecycle"]["preStop"]["exec"]["command"]
            assert sleep == "sleep"
            assert grace > int(seconds) + serving("graceful_timeout")
        else:
            assert grace > SECONDS_OF_A_TASK
            assert container["args"] == ["alehouse", "worker", name]


def test_a_redis_that_answers_with_an_error_is_not_ready() -> None:
    """Without -e, valkey-cli takes LOADING and NOAUTH for answers like any other."""
    (compose,) = documents(DEPLOY / "compose.yaml")
    (container,) = of_kind("StatefulSet")["redis"]["spec"]["template"]["spec"]["containers"]
    asked = [container[probe]["exec"]["command"] for probe in ("startupProbe", "readinessProbe")]
    asked.append(compose["services"]["redis"]["healthcheck"]["test"][1:])
    assert asked == [["valkey-cli", "-e", "ping"]] * 3


def serving(name: str) -> int:
    (value,) = re.findall(rf"^{name} = (\d+)$", (ROOT / "service/serving.py").read_text(encoding="utf-8"), re.MULTILINE)
    return int(value)


def test_the_longest_task_is_the_one_that_pods_wait_for() -> None:
    source = (ROOT / "workers" / "app.py").read_text(encoding="utf-8")
    assert re.findall(r"^TIME_LIMIT_SECONDS = (\d+)$", source, re.MULTILINE) == [str(SECONDS_OF_A_TASK)]


def test_the_figures_are_on_a_port_that_no_service_shows() -> None:
    port = int(of_kind("ConfigMap")["alehouse"]["data"]["ALEHOUSE_METRICS_PORT"])
    shown = {one["targetPort"] for service in of_kind("Service").values() for one in service["spec"]["ports"]}
    assert shown == {"http", "redis"}
    for deployment in of_kind("Deployment").values():
        (container,) = deployment["spec"]["template"]["spec"]["containers"]
        assert {"name": "metrics", "containerPort": port} in container["ports"]
    (compose,) = documents(DEPLOY / "compose.yaml")
    published = [one for service in compose["services"].values() for one in service.get("ports", ())]
    assert published == ["127.0.0.1:8000:8000"]


def test_the_operators_page_has_every_setting_and_no_other() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert len(SETTINGS) > 15
    assert re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE) == SETTINGS


def test_the_operators_page_names_figures_that_there_are() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(alehouse_\w+)", page))
    source = "".join((ROOT / path).read_text("utf-8") for path in ("service/metrics.py", "service/store/figures.py"))
    there = set(re.findall(r'"(alehouse_\w+)"', source))
    counted = {name.removesuffix("_total") for name in named}
    assert counted == there
