"""The command `alehouse`."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; returns its exit status. What a person can put right is one line on standard error."""
    try:
        # Whoever starts us may have held a Ctrl-C back until here, where it is no traceback; the rest is loaded now.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        from service.embedded import NoRedisServer
        from service.settings import SettingInvalid
        from service.stack import StackFailed

        asked = _parser().parse_args(arguments)
        try:
            status: int = asked.run(asked)
        except (SettingInvalid, StackFailed, NoRedisServer) as error:
            print(f"alehouse {asked.command}: {error}", file=sys.stderr)
            return 1
    except KeyboardInterrupt:
        # Nothing runs yet that would have to be stopped in order; the leash ends what was begun.
        return 0
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="alehouse", description="Three tabletop games over HTTP.")
    commands = parser.add_subparsers(dest="command", required=True)
    start = commands.add_parser(
        "up", help="start Redis, the API and the workers on this machine; Ctrl-C stops them all"
    )
    start.add_argument("--port", type=int, help="the API's port; without it 8000, or the next that is free")
    start.set_defaults(run=_up)
    worker = commands.add_parser("worker", help="run a worker of one queue")
    worker.add_argument("queue", choices=("fast", "bulk"))
    worker.set_defaults(run=_worker)
    openapi = commands.add_parser("openapi", help="print the contract that the routes and schemas make")
    openapi.set_defaults(run=_openapi)
    return parser


def _up(asked: argparse.Namespace) -> int:
    from service.stack import up

    return up(port=asked.port)


def _worker(asked: argparse.Namespace) -> int:
    from service.settings import settings_from
    from service.stack import worker_command

    settings = settings_from()
    command = worker_command(asked.queue, settings.fast_workers if asked.queue == "fast" else settings.bulk_workers)
    os.execv(command[0], command)


def _openapi(_: argparse.Namespace) -> int:
    # Only this command needs the whole API; the supervisor stays small.
    from service.app import openapi_yaml

    sys.stdout.write(openapi_yaml())
    return 0


if __name__ == "__main__":
    sys.exit(main())
