"""A legal choice out of what a decision shows over HTTP, in whatever form."""

from typing import Any

from service.lexicons.library import house_library
from service.lexicons.solver import MOST_TILES, Tile

SLOTS = ("source", "quality", "delivery")


def picked(choices: dict[str, Any], turn: int = 0) -> dict[str, Any]:
    """Return one of the choices of a decision, another one each turn; of spells the fullest that comes first.

    Of words it is the best of the standard lexicon.
    """
    if choices["kind"] == "list":
        items: list[dict[str, Any]] = choices["items"]
        return items[turn % len(items)]
    if choices["kind"] == "word_form":
        return _word(choices["tiles"][:MOST_TILES])
    if choices["kind"] == "types_form":
        return {"kind": "set_types", "wild": [{"tile": tile, "type": "fire"} for tile in choices["wild"]]}
    assert choices["kind"] == "spell_form", f"nobody says how to fill in a {choices['kind']}"
    left = list(choices["components"])
    cards = []
    for slot in SLOTS:
        fitting = [component for component in left if slot in component["slots"]]
        if fitting:
            left.remove(fitting[0])
            cards.append({"card": fitting[0]["card"], "slot": slot})
    return {"kind": "placed_spell", "cards": cards}


def _word(tiles: list[dict[str, Any]]) -> dict[str, Any]:
    held = [Tile(tile["letters"].lower(), tile["damage"]) for tile in tiles]
    best = house_library().solver("standard").best(held)
    if best is None:
        return {"kind": "cannot_spell"}
    return {"kind": "spell_word", "tiles": [tiles[at]["tile"] for at in best.tiles]}
