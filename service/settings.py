"""What the environment decides, read once and never changed after."""

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import SplitResult, parse_qsl, urlsplit

Level = Literal["info", "warning", "error"]
LARGEST_JOB = 1_000_000
"""More matches than this no setting allows to one simulation."""

_SHORTEST_SECRET = 32
_SCHEMES = ("redis", "rediss", "unix")
_TLS = {"ssl_cert_reqs", "ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname"}
_ORIGIN = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?", re.ASCII)


class SettingInvalid(ValueError):
    """A variable of the environment is missing or has a value that can't be used."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one process; `settings_from` documents the variable behind each."""

    redis_url: str = field(repr=False)
    broker_url: str = field(repr=False)
    secret: bytes = field(repr=False)
    host: str
    port: int
    data_folder: Path
    api_workers: int
    fast_workers: int
    bulk_workers: int
    rate: int
    proxies: int
    origins: tuple[str, ...]
    largest_job: int
    unfinished: int
    job_days: int
    job_window: int
    chunk_milliseconds: int
    lexicon_folder: Path | None
    log_level: Level
    metrics_port: int | None
    worker_port: int | None
    closing_seconds: int
    traces_to: str | None


def settings_from(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings.

    REDIS_URL              the one store of matches and jobs: redis:// or rediss://[user:password@]host[:port][/number],
                           or unix://[user:password@]/path[?db=number]; default redis://127.0.0.1:6379/0
    BROKER_URL             the queue of tasks; default REDIS_URL
    ALEHOUSE_SECRET        at least 32 characters from which every token is derived; no default
    ALEHOUSE_HOST          address that the API binds; default 127.0.0.1
    ALEHOUSE_PORT          port that the API binds; default 8000
    ALEHOUSE_DATA          folder of the embedded stack; default $XDG_DATA_HOME/alehouse or ~/.local/share/alehouse
    ALEHOUSE_API_WORKERS   processes that answer HTTP; default one a core, 2 at least
    ALEHOUSE_FAST_WORKERS  tasks that the fast queue runs at once; default 2
    ALEHOUSE_BULK_WORKERS  tasks that the bulk queue runs at once; default one a core
    ALEHOUSE_RATE          units a minute that each seat, each host and each address may spend; default 12000
    ALEHOUSE_PROXIES       trusted proxies in front that write X-Forwarded-For; default 0
    ALEHOUSE_ORIGINS       origins whose web pages may call, with commas between, * for any or none; default *
    ALEHOUSE_LARGEST_JOB   matches that one simulation may have; default 100000
    ALEHOUSE_UNFINISHED    matches that unfinished simulations may have left together, a quarter of it for one address;
                           default 1000000
    ALEHOUSE_JOB_DAYS      days that a simulation is kept after its last news; default 7
    ALEHOUSE_JOB_WINDOW    chunks of one simulation that are in the queue or played at once; default 8
    ALEHOUSE_CHUNK_MS      milliseconds that a chunk of a simulation shall last; default 500
    ALEHOUSE_LEXICONS      folder of lexicons of your own, each a NAME.txt; default none
    ALEHOUSE_LOG_LEVEL     info: a line for each request and task too; warning; error; default info
    ALEHOUSE_METRICS_PORT  port that alone serves /metrics; default the API's own
    ALEHOUSE_WORKER_PORT   port on which a worker serves /metrics and /healthz; default none
    ALEHOUSE_CLOSING_SECONDS  how long /readyz says no after SIGTERM before the API closes; default 0
    PROMETHEUS_MULTIPROC_DIR  folder of the figures that processes of one machine share; default one of their own
    OTEL_EXPORTER_OTLP_ENDPOINT  where traces are sent (needs alehouse[otel]); default nowhere
    ALEHOUSE_FAILPOINTS    where a process is to be killed, for tests alone: see service.failpoints; default nowhere

    Raises SettingInvalid, which names the variable and what it may be.
    """
    store = redis_url(environ)
    cores = os.cpu_count() or 1
    return Settings(
        redis_url=store,
        broker_url=_url(environ, "BROKER_URL", store),
        secret=_secret(environ),
        host=environ.get("ALEHOUSE_HOST") or "127.0.0.1",
        port=_whole(environ, "ALEHOUSE_PORT", 8000, 65535),
        data_folder=data_folder(environ),
        api_workers=_whole(environ, "ALEHOUSE_API_WORKERS", max(2, cores), 256),
        fast_workers=_whole(environ, "ALEHOUSE_FAST_WORKERS", 2, 256),
        bulk_workers=_whole(environ, "ALEHOUSE_BULK_WORKERS", cores, 256),
        rate=_whole(environ, "ALEHOUSE_RATE", 12_000, 10_000_000),
        proxies=_whole(environ, "ALEHOUSE_PROXIES", 0, 9, smallest=0),
        origins=_origins(environ),
        largest_job=_whole(environ, "ALEHOUSE_LARGEST_JOB", 100_000, LARGEST_JOB),
        unfinished=_whole(environ, "ALEHOUSE_UNFINISHED", 1_000_000, 1_000_000_000),
        job_days=_whole(environ, "ALEHOUSE_JOB_DAYS", 7, 365),
        job_window=_whole(environ, "ALEHOUSE_JOB_WINDOW", 8, 1000),
        chunk_milliseconds=_whole(environ, "ALEHOUSE_CHUNK_MS", 500, 10_000),
        lexicon_folder=lexicon_folder(environ),
        log_level=_log_level(environ),
        metrics_port=_whole(environ, "ALEHOUSE_METRICS_PORT", 0, 65535) or None,
        worker_port=_whole(environ, "ALEHOUSE_WORKER_PORT", 0, 65535) or None,
        closing_seconds=_whole(environ, "ALEHOUSE_CLOSING_SECONDS", 0, 600, smallest=0),
        traces_to=environ.get("OTEL_EXPORTER_OTLP_ENDPOINT") or None,
    )


def redis_url(environ: Mapping[str, str] = os.environ) -> str:
    """Return the address of the store, for whoever needs nothing else; raises SettingInvalid."""
    return _url(environ, "REDIS_URL", "redis://127.0.0.1:6379/0")


def queue_address(broker_url: str) -> str:
    """Return a setting's address as the queue's client wants it; the store's client reads the setting itself.

    It has a scheme of its own for a socket, and unless told asks no server for its certificate.
    """
    parts = urlsplit(broker_url)
    asked = _asked(parts)
    if parts.scheme == "unix":
        return f"redis+socket://{parts.netloc}{parts.path}?virtual_host={asked.get('db', '0')}"
    if parts.scheme == "rediss" and "ssl_cert_reqs" not in asked:
        return f"{broker_url}{'&' if parts.query else '?'}ssl_cert_reqs=required"
    return broker_url


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder in which the embedded stack keeps its Redis, its lock and its secret."""
    if chosen := environ.get("ALEHOUSE_DATA"):
        return Path(chosen).expanduser().absolute()
    home = environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "alehouse"


def lexicon_folder(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder of the operator's own lexicons, if one is named; raises SettingInvalid."""
    return _folder(environ, "ALEHOUSE_LEXICONS")


def index_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder in which indexes of lexicons are kept, which can be made anew at any time."""
    return data_folder(environ) / "indexes"


def kept_secret(folder: Path) -> str:
    """Return the secret kept in `folder`, made on the first call; its file can be read by its owner alone."""
    path = folder / "secret"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        secret = path.read_text(encoding="ascii").strip()
        if len(secret) < _SHORTEST_SECRET:
            raise SettingInvalid(
                f"{path} holds a secret of {len(secret)} characters: it needs {_SHORTEST_SECRET} or more; "
                "delete the file to have one made, which ends every token given so far."
            ) from None
        return secret
    secret = secrets.token_urlsafe(_SHORTEST_SECRET)
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(secret + "\n")
    return secret


def _secret(environ: Mapping[str, str]) -> bytes:
    secret = environ.get("ALEHOUSE_SECRET", "")
    if not secret:
        raise SettingInvalid(
            f"ALEHOUSE_SECRET is not set: every process needs the same {_SHORTEST_SECRET} or more characters."
        )
    if len(secret) < _SHORTEST_SECRET:
        raise SettingInvalid(f"ALEHOUSE_SECRET has {len(secret)} characters: it needs {_SHORTEST_SECRET} or more.")
    return secret.encode()


def _url(environ: Mapping[str, str], name: str, default: str) -> str:
    """Return an address that both the client of the store and that of the queue can read.

    It may hold a password: nothing of it is shown but its scheme.
    """
    value = environ.get(name) or default
    scheme, parted, _ = value.partition("://")
    if not parted:
        raise SettingInvalid(f"{name} has no scheme: it may be {_FORMS}.")
    if scheme not in _SCHEMES:
        raise SettingInvalid(f"{name} starts with {scheme[:20]!r}: it may be {_FORMS}.")
    try:
        parts = urlsplit(value)
        readable = _names_a_socket(parts) if scheme == "unix" else _names_a_server(parts)
    except ValueError:
        readable = False
    if not readable:
        raise SettingInvalid(f"{name} can't be read: it may be {_FORMS}, {_ENCODED}.")
    return value


_FORMS = "redis:// or rediss://[user:password@]host[:port][/number], or unix://[user:password@]/path[?db=number]"
_ENCODED = "where user and password have % and two digits for each of / ? # [ ] @ : %, and rediss:// may have ?ssl_..."


def _names_a_server(parts: SplitResult) -> bool:
    # A port that is none raises ValueError.
    return (
        bool(parts.hostname)
        and parts.port != 0
        and re.fullmatch(r"(/\d{0,4})?", parts.path, re.ASCII) is not None
        and set(_asked(parts)) <= (_TLS if parts.scheme == "rediss" else set())
        and not parts.fragment
    )


def _names_a_socket(parts: SplitResult) -> bool:
    asked = _asked(parts)
    return (
        len(parts.path) > 1
        and not parts.hostname
        and set(asked) <= {"db"}
        and re.fullmatch(r"\d{1,4}", asked.get("db", "0"), re.ASCII) is not None
        and not parts.fragment
    )


def _asked(parts: SplitResult) -> dict[str, str]:
    return dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))


def _origins(environ: Mapping[str, str]) -> tuple[str, ...]:
    value = environ.get("ALEHOUSE_ORIGINS") or "*"
    origins = () if value == "none" else tuple(one.strip() for one in value.split(","))
    for origin in origins:
        if origin != "*" and not _ORIGIN.fullmatch(origin):
            raise SettingInvalid(
                f"ALEHOUSE_ORIGINS has {origin[:60]!r}: an origin is http:// or https:// and a host, perhaps a port, "
                "in lower case; or * alone for any, or none."
            )
    return origins


def _log_level(environ: Mapping[str, str]) -> Level:
    value = environ.get("ALEHOUSE_LOG_LEVEL") or "info"
    if value not in get_args(Level):
        raise SettingInvalid(f"ALEHOUSE_LOG_LEVEL is {value[:40]!r}: it may be {', '.join(get_args(Level))}.")
    return value  # type: ignore[return-value]


def _folder(environ: Mapping[str, str], name: str) -> Path | None:
    value = environ.get(name)
    return Path(value).expanduser().absolute() if value else None


def _whole(environ: Mapping[str, str], name: str, default: int, largest: int, smallest: int = 1) -> int:
    value = environ.get(name)
    if not value:
        return default
    if not value.isascii() or not value.isdigit() or not smallest <= int(value) <= largest:
        raise SettingInvalid(f"{name} is {value[:40]!r}: it may be a whole number from {smallest} to {largest}.")
    return int(value)
