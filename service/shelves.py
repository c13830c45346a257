"""Where a listed match lies: on one shelf a game and group of statuses, in the order in which matches were opened."""

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


def has_left(setup: Setup, match: str, shelf: str, place: str) -> bool:
    """Tell whether a match will never (again) lie at this place, rather than being on the way there."""
    if place_of(setup, match) != place:
        return True
    here = shelf_of(setup)
    return here != shelf and _ORDER[here.rpartition("/")[2]] >= _ORDER[shelf.rpartition("/")[2]]
