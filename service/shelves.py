"""Where a match is found: listed ones on a shelf a game and group of statuses, in the order in which they were opened.

And those that are being played, listed or not, by title and version of its rules.
"""

from collections.abc import Mapping

from service.setup import Setup, Status

GROUPS: Mapping[Status, str] = {
    "waiting": "waiting",
    "running": "playing",
    "faulted": "playing",
    "over": "over",
    "abandoned": "abandoned",
}
_ORDER = {"waiting": 0, "playing": 1, "over": 2, "abandoned": 2}


def shelf_of(setup: Setup) -> str:
    """Return the shelf of a match as it is now."""
    return f"{setup.game}/{GROUPS[setup.status]}"


def place_of(setup: Setup, match: str) -> str:
    """Return its place on any shelf; places sort by time."""
    return f"{setup.created_at:013d}/{match}"


def played_as(setup: Setup, match: str) -> str | None:
    """Return the name of a match among those that are being played, by title and version; None where it isn't."""
    if GROUPS[setup.status] != "playing":
        return None
    return f"{setup.game}/{setup.rules_version}/{match}"


def has_left(setup: Setup, match: str, shelf: str, place: str) -> bool:
    """Tell whether a match will never (again) lie at this place, rather than being on the way there."""
    if place_of(setup, match) != place:
        return True
    here = shelf_of(setup)
    return here != shelf and _ORDER[here.rpartition("/")[2]] >= _ORDER[shelf.rpartition("/")[2]]
