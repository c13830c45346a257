"""What the environment may say, and what is said when it may not."""

import ssl
import subprocess
import traceback
from pathlib import Path
from urllib.parse import quote

import pytest
import redis
from kombu.connection import Connection

from service.embedded import prepare
from service.leash import Leash
from service.queue import Queue
from service.settings import SettingInvalid, data_folder, kept_secret, queue_address, settings_from
from tests.api.house import until

SECRET = "s" * 32
FORMS = "redis:// or rediss://[user:password@]host[:port][/number], or unix://[user:password@]/path[?db=number]"


def test_an_empty_environment_but_for_the_secret_is_enough() -> None:
    settings = settings_from({"ALEHOUSE_SECRET": SECRET})
    assert settings.redis_url == settings.broker_url == "redis://127.0.0.1:6379/0"
    assert (settings.host, settings.port, settings.secret) == ("127.0.0.1", 8000, SECRET.encode())
    assert settings.api_workers >= 2
    assert (settings.rate, settings.proxies, settings.origins) == (12_000, 0, ("*",))
    assert (settings.largest_job, settings.unfinished, settings.job_days) == (100_000, 1_000_000, 7)
    assert (settings.job_window, settings.chunk_milliseconds) == (8, 500)


def test_each_variable_is_read() -> None:
    settings = settings_from(
        {
            "ALEHOUSE_SECRET": SECRET,
            "REDIS_URL": "redis://one:1/0",
            "BROKER_URL": "rediss://two:2/1",
            "ALEHOUSE_HOST": "0.0.0.0",
            "ALEHOUSE_PORT": "65535",
            "ALEHOUSE_DATA": "/somewhere",
            "ALEHOUSE_API_WORKERS": "3",
            "ALEHOUSE_FAST_WORKERS": "4",
            "ALEHOUSE_BULK_WORKERS": "5",
            "ALEHOUSE_RATE": "60",
            "ALEHOUSE_PROXIES": "2",
            "ALEHOUSE_ORIGINS": "https://play.example, http://[::1]:5173",
            "ALEHOUSE_LOG_LEVEL": "error",
            "ALEHOUSE_METRICS_PORT": "9090",
            "ALEHOUSE_WORKER_PORT": "9091",
            "ALEHOUSE_CLOSING_SECONDS": "600",
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318",
            "ALEHOUSE_LARGEST_JOB": "1000000",
            "ALEHOUSE_UNFINISHED": "7000000",
            "ALEHOUSE_JOB_DAYS": "1",
            "ALEHOUSE_JOB_WINDOW": "64",
            "ALEHOUSE_CHUNK_MS": "250",
        }
    )
    assert (settings.redis_url, settings.broker_url) == ("redis://one:1/0", "rediss://two:2/1")
    assert (settings.host, settings.port, settings.data_folder) == ("0.0.0.0", 65535, Path("/somewhere"))
    assert (settings.api_workers, settings.fast_workers, settings.bulk_workers) == (3, 4, 5)
    assert (settings.rate, settings.proxies) == (60, 2)
    assert settings.origins == ("https://play.example", "http://[::1]:5173")
    assert (settings.log_level, settings.metrics_port, settings.worker_port) == ("error", 9090, 9091)
    assert (settings.closing_seconds, settings.traces_to) == (600, "http://collector:4318")
    assert (settings.largest_job, settings.unfinished, settings.job_days) == (1_000_000, 7_000_000, 1)
    assert (settings.job_window, settings.chunk_milliseconds) == (64, 250)


def test_the_broker_is_the_store_unless_it_is_named() -> None:
    assert settings_from({"ALEHOUSE_SECRET": SECRET, "REDIS_URL": "redis://one:1/0"}).broker_url == "redis://one:1/0"


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({}, "ALEHOUSE_SECRET is not set: every process needs the same 32 or more characters."),
        ({"ALEHOUSE_SECRET": "s" * 31}, "ALEHOUSE_SECRET has 31 characters: it needs 32 or more."),
        ({"ALEHOUSE_PORT": "0"}, "ALEHOUSE_PORT is '0': it may be a whole number from 1 to 65535."),
        ({"ALEHOUSE_PORT": "65536"}, "ALEHOUSE_PORT is '65536': it may be a whole number from 1 to 65535."),
        ({"ALEHOUSE_PORT": "-1"}, "ALEHOUSE_PORT is '-1': it may be a whole number from 1 to 65535."),
        ({"ALEHOUSE_PORT": "²"}, "ALEHOUSE_PORT is '²': it may be a whole number from 1 to 65535."),
        ({"ALEHOUSE_FAST_WORKERS": "many"}, "ALEHOUSE_FAST_WORKERS is 'many': it may be a whole number from 1 to 256."),
        ({"ALEHOUSE_LOG_LEVEL": "loud"}, "ALEHOUSE_LOG_LEVEL is 'loud': it may be info, warning, error."),
        ({"BROKER_URL": "amqp://:pass@host"}, f"BROKER_URL starts with 'amqp': it may be {FORMS}."),
        ({"REDIS_URL": "sentinel://host:26379"}, f"REDIS_URL starts with 'sentinel': it may be {FORMS}."),
        ({"BROKER_URL": "redis+socket:///x"}, f"BROKER_URL starts with 'redis+socket': it may be {FORMS}."),
        ({"REDIS_URL": "localhost:6379"}, f"REDIS_URL has no scheme: it may be {FORMS}."),
    ],
)
def test_what_cannot_be_used_is_named(environ: dict[str, str], said: str) -> None:
    if "ALEHOUSE_SECRET" not in environ and environ:
        environ = {**environ, "ALEHOUSE_SECRET": SECRET}
    with pytest.raises(SettingInvalid) as raised:
        settings_from(environ)
    assert str(raised.value) == said


@pytest.mark.parametrize("name", ["REDIS_URL", "BROKER_URL"])
@pytest.mark.parametrize(
    "url",
    [
        "redis://:hush/hush@host:6379/0",
        "redis://:hush#hush@host:6379/0",
        "redis://:hush?hush@host:6379/0",
        "redis://:12/34@host:6379/0",
        "redis://:12#34@host:6379/0",
        "redis://:12?34@host:6379/0",
        "redis://:[hush@host:6379/0",
        "redis://:hush@host:hush/0",
        "redis://:hush@host:65536/0",
        "redis://:hush@host/hush",
        "redis://:hush@/0",
        "redis://:hush@host/0?hush=hush",
        "redis://:hush@host/0?ssl_cert_reqs=none",
        "rediss://:hush@host/0?db=1",
        "unix://:hush@host/socket",
        "unix://:hush@/",
        "unix://:hush@/socket?db=hush",
        "unix:///socket?password=hush",
    ],
)
def test_an_address_that_cannot_be_read_is_not_shown(name: str, url: str) -> None:
    with pytest.raises(SettingInvalid) as raised:
        settings_from({"ALEHOUSE_SECRET": SECRET, name: url})
    said = "".join(traceback.format_exception(raised.value))
    assert f"{name} can't be read: it may be {FORMS}, where user and password have %" in said
    assert raised.value.__cause__ is None
    for hidden in ("hush", ":12", "34@"):
        assert hidden not in said


PASSWORDS = ["a/b#c?d", "[", "%", "@:", "plain"]


@pytest.mark.parametrize("password", PASSWORDS)
@pytest.mark.parametrize("scheme", ["redis", "rediss"])
def test_both_clients_read_the_same_address(scheme: str, password: str) -> None:
    url = f"{scheme}://:{quote(password, safe='')}@host:7000/3"
    settings = settings_from({"ALEHOUSE_SECRET": SECRET, "REDIS_URL": url})
    with redis.Redis.from_url(settings.redis_url) as store:
        stored = store.connection_pool.connection_kwargs
    queued = Connection(queue_address(settings.broker_url))
    assert (stored["password"], stored["host"], stored["port"], stored["db"]) == (password, "host", 7000, 3)
    assert (queued.password, queued.hostname, queued.port, queued.virtual_host) == (password, "host", 7000, "3")
    # A server that shows no certificate is believed by neither.
    assert queued.ssl == ({"ssl_cert_reqs": ssl.CERT_REQUIRED} if scheme == "rediss" else False)


def test_a_redis_that_listens_on_a_socket_alone_is_store_and_queue(tmp_path: Path) -> None:
    password, socket = PASSWORDS[0], tmp_path / "redis.sock"
    command = [prepare(tmp_path).command[0], *("--port", "0", "--unixsocket", str(socket), "--requirepass", password)]
    url = f"unix://:{quote(password, safe='')}@{socket}?db=3"
    settings = settings_from({"ALEHOUSE_SECRET": SECRET, "REDIS_URL": url})
    with Leash() as leash, redis.Redis.from_url(settings.redis_url, retry=None) as store:
        leash.start([*command, "--save", "", "--dir", str(tmp_path)], output=subprocess.DEVNULL)
        until(socket.exists, "Redis answers")
        Queue(settings.broker_url).move_bots("m_1")
        until(lambda: store.llen("fast") == 1, "the message is there")


def test_a_certificate_is_asked_for_unless_that_was_refused() -> None:
    assert queue_address("rediss://h/0") == "rediss://h/0?ssl_cert_reqs=required"
    assert queue_address("rediss://h/0?ssl_ca_certs=/x") == "rediss://h/0?ssl_ca_certs=/x&ssl_cert_reqs=required"
    assert queue_address("rediss://h/0?ssl_cert_reqs=none") == "rediss://h/0?ssl_cert_reqs=none"


def test_nothing_secret_is_shown() -> None:
    settings = settings_from({"ALEHOUSE_SECRET": SECRET, "REDIS_URL": "redis://:hush@host/0"})
    assert SECRET not in repr(settings)
    assert "hush" not in repr(settings)


def test_the_data_folder_is_absolute_and_follows_the_desktop_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_folder({"ALEHOUSE_DATA": "here"}) == tmp_path / "here"
    assert data_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/alehouse")
    assert data_folder({}) == Path.home() / ".local" / "share" / "alehouse"


def test_the_secret_of_a_folder_is_made_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    made = kept_secret(tmp_path)
    assert len(made) >= 32
    assert kept_secret(tmp_path) == made
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    other = tmp_path / "other"
    other.mkdir()
    assert kept_secret(other) != made


def test_a_secret_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("short\n")
    with pytest.raises(SettingInvalid, match="holds a secret of 5 characters"):
        kept_secret(tmp_path)
