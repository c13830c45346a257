"""How a bot takes what promises most."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.games.kernel.chance import Chance

T = TypeVar("T")


def most_promising(options: Sequence[T], promise: Callable[[T], float], chance: Chance) -> T:
    """Return the option that promises most; chance picks among equals."""
    promises = [promise(option) for option in options]
    most = max(promises)
    return chance.pick([option for option, promised in zip(options, promises, strict=True) if promised == most])
