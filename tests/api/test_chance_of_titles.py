"""Epic Spell Wars, and Spell Smashers alone, audited by who knows docs/chance.md and nothing else."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from service.bots import BOTS
from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.engine import replay
from service.simulated_records import record_of_match
from service.wire import to_plain
from tests.api.talk import Json
from tests.api.test_chance import Auditor, Caught


def recorded(game: str, seed: int, bots: str, **options: Any) -> tuple[Json, list[Json]]:
    """Return the record of a match between bots, and all its events as those heard them whom they concern most."""
    title = TITLES[game]
    playing = [BOTS[bot] for bot in bots.split()]
    record = record_of_match(title, title.vocabulary.options(**options), playing, seed, 0, rotate=False)
    _, told = replay(title, CODEC, record)
    return to_plain(record), [to_plain(one.event) for one in told]


def cards_of(game: str) -> list[Json]:
    return [to_plain(card) for card in TITLES[game].cards()]


class Books:
    """Counts what was checked, by its kind."""

    def __init__(self, record: Json) -> None:
        self.auditor = Auditor(record["seed"])
        self.checked: Counter[str] = Counter()

    def same(self, what: str, seen: Any, drawn: Any) -> None:
        self.checked[what] += 1
        if seen != drawn:
            raise Caught(f"{what}: seen {seen!r}, drawn {drawn!r}")

    def dice(self, what: str, seen: list[int]) -> None:
        self.same(what, seen, [1 + self.auditor.number(6) for _ in seen])


def audit_solo(record: Json, events: list[Json]) -> Counter[str]:
    """Recompute the boss, letters and wounds of Spell Smashers played alone, and the monsters that come first."""
    books = Books(record)
    cards = cards_of("spell_smashers")

    def shuffled(kind: str, **facts: object) -> list[str]:
        return books.auditor.shuffled(
            [card["card"] for card in cards if {"kind": kind, **facts}.items() <= card.items()]
        )

    if record["options"].get("boss", "random") == "random":
        bosses = [card["card"] for card in cards if card["kind"] == "boss_card"]
        boss = bosses[books.auditor.number(len(bosses))]
        for event in events:
            if event["kind"] == "monster_drawn" and event["monster"] in bosses:
                books.same("boss", event["monster"], boss)
    decks = {name: shuffled("letter_card", deck=name) for name in ("consonant", "vowel")}
    decks["wound"] = shuffled("wound_card")
    if record["options"].get("difficulty", "standard") != "standard":
        shuffled("modifier_card", starting=False)
    monsters = shuffled("monster_tile")
    shuffled("gear_card", multiplayer_only=False)
    discards: dict[str, list[str]] = {deck: [] for deck in decks}
    deck_of = {card: deck for deck, pile in decks.items() for card in pile}
    books.same("monster", next(event["monster"] for event in events if event["kind"] == "monster_drawn"), monsters[-1])
    for event in events:
        match event["kind"]:
            case "pile_reshuffled" if event["deck"] in decks:
                # What was drawn before is told after it.
                deck = event["deck"]
                books.same("reshuffled", event["cards"], len(discards[deck]))
                decks[deck] = [*books.auditor.shuffled(discards[deck]), *decks[deck]]
                discards[deck] = []
            case "letters_drawn" | "zone_struck_back":
                books.same("drawn", event["cards"], [decks[deck_of[card]].pop() for card in event["cards"]])
            case "building_destroyed" if event.get("wound"):
                books.same("drawn", event["wound"], decks["wound"].pop())
            case "tiles_discarded":
                for card in event["cards"]:
                    discards[deck_of[card]].append(card)
    return books.checked


class EpicSpellWarsBooks(Books):
    """Follows three decks, their discard piles, hands and Treasures through a match."""

    def __init__(self, record: Json) -> None:
        super().__init__(record)
        cards = cards_of("epic_spell_wars")
        kinds = ("source_card", "quality_card", "delivery_card")
        self.components = {card["card"] for card in cards if card["kind"] in kinds}
        apart = ("wizard_card", "treasure_card", "dead_wizard_card")
        self.heroes, treasures, dead = ([card["card"] for card in cards if card["kind"] == kind] for kind in apart)
        main = [card["card"] for card in cards if card["kind"] not in apart]
        self.discards = {"main": main, "treasure": treasures, "dead_wizard": dead}
        self.decks: dict[str, list[str]] = {deck: [] for deck in self.discards}
        self.hands: list[list[str]] = [[] for _ in range(record["seats"])]
        self.treasures: list[list[str]] = [[] for _ in self.hands]

    def drawn(self, what: str, deck: str, cards: list[str]) -> None:
        self.same(what, cards, [self.decks[deck].pop() for _ in cards])

    def gone(self, seat: int, cards: list[str]) -> None:
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]

    def laid_out(self, seat: int) -> None:
        self.discards["treasure"] += self.treasures[seat]
        self.treasures[seat] = []

    def set_aside(self, card: str) -> None:
        for pile in (self.decks["main"], self.discards["main"]):
            wild = [one for one in pile if one.startswith("wild_magic")]
            if wild:
                self.same("set aside", card, wild[-1])
                return pile.remove(card)
        raise AssertionError

    def hear(self, event: Json, chosen: bool) -> None:
        match event["kind"]:
            case "spell_deck_shuffled":
                # What was drawn before is told after it.
                deck = event["deck"]
                self.decks[deck] = [*self.auditor.shuffled(self.discards[deck]), *self.decks[deck]]
                self.discards[deck] = []
                self.checked[f"{deck} shuffled"] += 1
            case "duel_began":
                for seat in range(len(self.hands)):
                    self.laid_out(seat)
            case "wizard_slain":
                self.laid_out(event["seat"])
            case "spell_cards_drawn":
                self.drawn("drawn", "main", event["cards"])
                self.hands[event["seat"]] += event["cards"]
            case "main_deck_revealed":
                self.drawn("revealed", "main", event["cards"])
            case "dead_wizard_card_drawn":
                self.drawn("dead wizard", "dead_wizard", [event["card"]])
            case "dead_wizard_card_played" | "dead_wizard_card_discarded":
                self.discards["dead_wizard"].append(event["card"])
            case "wild_magic_set_aside":
                self.set_aside(event["card"])
            case "wild_magic_taken":
                self.hands[event["seat"]].append(event["card"])
            case "spell_shown":
                self.gone(event["seat"], [row["card"] for row in event["spell"]])
            case "spell_card_taken":
                self.gone(event["of"], [event["card"]])
            case "spell_card_added":
                if event["card"] in self.hands[event["seat"]] and not chosen:
                    components = [card for card in self.hands[event["seat"]] if card in self.components]
                    place = self.auditor.number(len(components)) if len(components) > 1 else 0
                    self.same("random card", event["card"], components[place])
                self.gone(event["seat"], [event["card"]])
            case "spell_cards_discarded":
                self.discards["main"] += event["cards"]
                self.gone(event["seat"], event["cards"])
            case "treasure_gained":
                self.drawn("treasure", "treasure", [event["treasure"]])
                self.treasures[event["seat"]].append(event["treasure"])
            case "treasure_taken":
                self.treasures[event["of"]].remove(event["treasure"])
                self.treasures[event["seat"]].append(event["treasure"])
            case "treasure_discarded":
                self.treasures[event["seat"]].remove(event["treasure"])
                self.discards["treasure"].append(event["treasure"])
            case "rolled_off":
                self.dice("roll-off", [roll["die"] for roll in event["rolls"]])
            case "card_dice_rolled" | "random_foe_rolled":
                self.dice(event["kind"], event["dice"])
            case "power_dice_rolled":
                self.dice("power roll", event["rolled"])
            case "power_dice_rerolled":
                self.dice("rerolled", [event["rolled"][place] for place in event["places"]])


def audit_epic_spell_wars(record: Json, events: list[Json]) -> Counter[str]:
    """Recompute every card and every die of a match."""
    books = EpicSpellWarsBooks(record)
    if record["options"]["heroes"] == "random":
        taken = [event["hero"] for event in events if event["kind"] == "wizard_chosen"]
        books.same("heroes", taken, books.auditor.shuffled(books.heroes)[: record["seats"]])
    asked, before = "", ""
    for event in events:
        books.hear(event, chosen=(before, asked) == ("answered", "add_from_hand"))
        before = event["kind"]
        asked = event["question"] if before == "asked" else asked
    return books.checked


@pytest.mark.parametrize("option", ["heroes", "marker", "boss", "difficulty"])
def test_the_page_names_what_an_option_changes_of_the_draws(option: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "chance.md").read_text(encoding="utf-8")
    assert f"`{option}`" in page or f"random {option}" in page


def test_every_letter_and_wound_of_the_solo_game_is_what_the_seed_says() -> None:
    checked: Counter[str] = Counter()
    for seed in range(18):
        difficulty = ("standard", "advanced", "extreme")[seed % 3]
        checked += audit_solo(*recorded("spell_smashers", seed, "greedy", difficulty=difficulty))
    for what in ("boss", "monster", "drawn"):
        assert checked[what] >= 5, checked


def test_every_card_and_die_of_epic_spell_wars_is_what_the_seed_says() -> None:
    checked: Counter[str] = Counter()
    for seed in range(30):
        heroes = "choose" if seed % 5 == 4 else "random"
        bots = " ".join(["random"] * (2 + seed % 5))
        checked += audit_epic_spell_wars(*recorded("epic_spell_wars", seed, bots, heroes=heroes))
    for what in ("heroes", "drawn", "revealed", "dead wizard", "treasure", "set aside", "random card"):
        assert checked[what] >= 5, checked
    for what in ("roll-off", "card_dice_rolled", "random_foe_rolled", "power roll", "rerolled"):
        assert checked[what] >= 5, checked
    # Each is shuffled once at first; what comes on top are discard piles.
    assert all(checked[f"{deck} shuffled"] > 30 for deck in ("main", "dead_wizard")), checked


def test_another_seed_is_caught() -> None:
    record, events = recorded("spell_smashers", 0, "random")
    with pytest.raises(Caught):
        audit_solo({**record, "seed": "0" * 64}, events)
    record, events = recorded("epic_spell_wars", 0, "random random")
    with pytest.raises(Caught):
        audit_epic_spell_wars({**record, "seed": "0" * 64}, events)
