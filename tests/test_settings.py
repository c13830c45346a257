"""What the environment may say, and what is said when it may not."""

from pathlib import Path

import pytest

from service.settings import SettingInvalid, data_folder, kept_secret, settings_from

SECRET = "s" * 32


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
        (
            {"BROKER_URL": "amqp://:pass@host"},
            "BROKER_URL starts with 'amqp': it may be redis://, rediss://, unix:// or sentinel://.",
        ),
    ],
)
def test_what_cannot_be_used_is_named(environ: dict[str, str], said: str) -> None:
    if "ALEHOUSE_SECRET" not in environ and environ:
        environ = {**environ, "ALEHOUSE_SECRET": SECRET}
    with pytest.raises(SettingInvalid) as raised:
        settings_from(environ)
    assert str(raised.value) == said


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
