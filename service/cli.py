"""The command `alehouse`."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

WRONG_USAGE = 2
INTERRUPTED = 130
"""What shells make of Ctrl-C."""

# What only one command needs is imported when it runs: a command line answers at once, and the supervisor stays small.
Run = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; returns its exit status. What a person can put right is one line on standard error."""
    try:
        # Whoever starts us may have held a Ctrl-C back until here, where it is no traceback; the rest is loaded now.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        from service.commands import CommandFailed, UsageWrong
        from service.embedded import NoRedisServer
        from service.errors import HouseError
        from service.settings import SettingInvalid

        asked = _parser().parse_args(arguments)
        try:
            status: int = asked.run(asked)
            sys.stdout.flush()
        except UsageWrong as error:
            return _failed(asked.command, error, WRONG_USAGE)
        except (CommandFailed, HouseError, SettingInvalid, NoRedisServer) as error:
            return _failed(asked.command, error, 1)
    except OSError as error:
        _forget_unwritten()
        # Whoever read has seen enough.
        return 1 if isinstance(error, BrokenPipeError) else _failed(_command(arguments), _told(error), 1)
    except KeyboardInterrupt:
        # Nothing runs yet that would have to be stopped in order; the leash ends what was begun. `up` runs until then.
        return 0 if _command(arguments) == "up" else INTERRUPTED
    return status


def _command(arguments: Sequence[str] | None) -> str:
    return next(iter(sys.argv[1:] if arguments is None else arguments), "")


def _failed(command: str, error: object, status: int) -> int:
    print(f"alehouse {command}: {' '.join(str(error).split())}", file=sys.stderr)
    return status


def _told(error: OSError) -> str:
    return ": ".join(str(part) for part in (error.filename, error.strerror or error) if part) + "."


def _forget_unwritten() -> None:
    """Drop what standard output doesn't take, of which Python would complain again at the exit."""
    with suppress(OSError):
        try:
            sys.stdout.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where to read more."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="alehouse", description="Three tabletop games over HTTP.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, said: str, run: Run) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=said, description=said[0].upper() + said[1:] + ".")
        added.set_defaults(run=run)
        return added

    _house(command)
    _rules(command)
    _operating(command)
    _words(command)
    return parser


Command = Callable[[str, str, Run], argparse.ArgumentParser]


def _house(command: Command) -> None:
    start = command("up", "start Redis, the API and the workers on this machine; Ctrl-C stops them all", _up)
    start.add_argument("--port", type=int, help="the API's port; without it 8000, or the next that is free")
    worker = command("worker", "run a worker of one queue, or without its name a worker of each", _worker)
    worker.add_argument("queue", nargs="?", choices=("fast", "bulk"), help="fast: bots and words; bulk: simulations")
    command("openapi", "print the contract that the routes and schemas make", _openapi)


def _rules(command: Command) -> None:
    simulate = command("simulate", "play matches between bots on this machine; needs no Redis", _late("simulate"))
    simulate.add_argument("game", help="key of the title, such as squishem")
    seats = simulate.add_mutually_exclusive_group(required=True)
    seats.add_argument("--bots", metavar="BOT,BOT", help="a bot for every seat, as random,random")
    seats.add_argument(
        "--solo",
        nargs="?",
        const="greedy",
        metavar="BOT",
        help="one bot alone (greedy), the matches shared among the bosses; tells how often each of them was beaten",
    )
    simulate.add_argument("--difficulty", metavar="NAME", help="how hard the solo game is (standard)")
    simulate.add_argument("--matches", type=int, default=1000, metavar="N", help="how many (1000)")
    simulate.add_argument("--seed", type=int, metavar="N", help="0 to 2^53 - 1; without it one is drawn, and printed")
    simulate.add_argument("--options", nargs="+", default=[], metavar="NAME=VALUE", help="what matches are opened with")
    simulate.add_argument("--rotate", action="store_true", help="bots move up a seat from match to match")
    simulate.add_argument("--workers", type=int, metavar="N", help="processes (one a core); results don't depend on it")
    form = simulate.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the results as JSON instead of a table")
    form.add_argument("--csv", metavar="FILE", help="also write a row for every match; - for the rows alone, to stdout")
    form.add_argument("--record", type=int, metavar="N", help="print the record of match N (from 0), and play no other")
    replay = command("replay", "play a record again and check every answer and phase of it", _late("replay"))
    replay.add_argument("record", help="file of the record, or - for standard input")
    replay.add_argument("--to", type=int, metavar="N", help="stop before answer N (from 0) and show what is open")
    replay.add_argument("--explain", action="store_true", help="show where in the rules each open decision is awaited")
    replay.add_argument("--commitment", metavar="SHA256", help="what was published of the seed (sha256:...)")


def _operating(command: Command) -> None:
    faults = command("faults", "list what reproduces each fault of the rules", _late("faults"))
    deeds = faults.add_subparsers(dest="deed", metavar="DEED", title="deeds")
    for name, said in (
        ("show", "print record, action and trace"),
        ("retry", "execute it again by today's rules, and say whether it still fails (status 1)"),
        ("forget", "remove it"),
    ):
        deed = deeds.add_parser(name, help=said, description=said[0].upper() + said[1:] + ".")
        deed.add_argument("fault", help="its id, f_ and 16 hex digits")
        if name == "show":
            deed.add_argument("--record", action="store_true", help="the record alone, as `alehouse replay -` takes it")
    drain = command("drain", "let no match or simulation begin, and count those that are left", _late("drain"))
    until = drain.add_mutually_exclusive_group()
    until.add_argument("--wait", action="store_true", help="wait until none is left")
    until.add_argument("--within", type=float, metavar="SECONDS", help="wait so long; status 1 when some are left")
    until.add_argument("--end", action="store_true", help="let matches and simulations begin again")


def _words(command: Command) -> None:
    lexicon = command("lexicon", "make what the solver looks words up in", _late("lexicon"))
    deeds = lexicon.add_subparsers(dest="deed", metavar="DEED", title="deeds", required=True)
    said = "make the index of lexicons, where there is none that is sound"
    build = deeds.add_parser("build", help=said, description=said[0].upper() + said[1:] + ".")
    build.add_argument("lexicons", nargs="*", metavar="LEXICON", help="name of a lexicon (all of them)")
    build.add_argument("--chunks", metavar="TEXT,TEXT", help="texts that stay together (the wounds of Spell Smashers)")
    build.add_argument("--folder", metavar="FOLDER", help="where indexes are kept (indexes, in the data folder)")


def _late(name: str) -> Run:
    """Return what imports and runs a command."""

    def run(asked: argparse.Namespace) -> int:
        status: int = import_module(f"service.commands.{name}").run(asked)
        return status

    return run


def _up(asked: argparse.Namespace) -> int:
    from service.commands import CommandFailed
    from service.stack import StackFailed, up

    try:
        return up(port=asked.port)
    except StackFailed as error:
        raise CommandFailed(str(error)) from error


def _worker(asked: argparse.Namespace) -> int:
    from service.commands import CommandFailed
    from service.lexicons import lexicons
    from service.settings import settings_from
    from service.stack import StackFailed, work, worker_command

    settings = settings_from()
    if asked.queue is None:
        try:
            return work()
        except StackFailed as error:
            raise CommandFailed(str(error)) from error
    lexicons(settings.lexicon_folder)
    command = worker_command(asked.queue, settings.fast_workers if asked.queue == "fast" else settings.bulk_workers)
    return os.execv(command[0], command)


def _openapi(_: argparse.Namespace) -> int:
    from service.app import openapi_yaml

    sys.stdout.write(openapi_yaml())
    return 0


if __name__ == "__main__":
    sys.exit(main())
