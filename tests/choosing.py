"""A legal choice out of what a decision shows over HTTP, in whatever form."""

from typing import Any

SLOTS = ("source", "quality", "delivery")


def picked(choices: dict[str, Any], turn: int = 0) -> dict[str, Any]:
    """Return one of the choices of a decision, another one each turn; of spells the fullest that comes first."""
    if choices["kind"] == "list":
        items: list[dict[str, Any]] = choices["items"]
        return items[turn % len(items)]
    assert choices["kind"] == "spell_form", f"nobody says how to fill in a {choices['kind']}"
    left = list(choices["components"])
    cards = []
    for slot in SLOTS:
        fitting = [component for component in left if slot in component["slots"]]
        if fitting:
            left.remove(fitting[0])
            cards.append({"card": fitting[0]["card"], "slot": slot})
    return {"kind": "placed_spell", "cards": cards}
