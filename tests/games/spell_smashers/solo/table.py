"""A solo match for tests: say who stands where, answer for the player, read what became of it.

    table = SoloTable("m_1 a_1 p_1", {3: "imp ogre"})
    table.spell(0, "m_1 a_1 p_1")
    table.battle(3, imp=4, ogre=2)

In a zone the monster inside town comes first, `-` stands for nobody, and a single name stands outside. A name may have
a modifier and coins of its own: `vile+imp:3`.
"""

from collections.abc import Mapping
from typing import Any

from service.games.kernel.decisions import Choice
from service.games.spell_smashers.solo.split import Share, SplitDamage
from service.games.spell_smashers.solo.town_decisions import StayAway
from service.games.spell_smashers.solo.view import SoloView, ZoneView
from service.games.spell_smashers.solo.zone_battle import FightZone
from service.games.spell_smashers.state import Crest, Player, Solo, SpellSmashersOptions, State, Zone
from tests.games.kernel.driving import opened, resumed
from tests.games.spell_smashers.figures import BOSSES, MODIFIERS, MONSTERS, WOUNDS
from tests.games.spell_smashers.invariants import CONSONANTS, REGULAR, SOLO_GEAR, VOWELS, owned, sound
from tests.games.spell_smashers.table import GAME, Table, ids, pile, player

BUILDINGS = ("alchemist", "armory", "carpenters_guild", "wizards_shop")


class SoloTable(Table):
    """A match of one player at the start of a phase, the words of round 1 unless it is told another.

    ruins: buildings that are destroyed, `armory:wound_gg`, under a wound of the test's choice if none is named.
    Decks: the cards next drawn, the next one first. `out` are tiles out of the game, `spent` trophies face down.
    """

    def __init__(
        self,
        me: str | Player = "",
        zones: Mapping[int, str] | None = None,
        *,
        boss: str = "tyrannical_warlord",
        difficulty: str = "standard",
        ruins: str = "",
        phase: str = "words",
        round: int = 1,
        round_cap: int = 40,
        consonants: str = "",
        vowels: str = "",
        wounds: str = "",
        monsters: str = "",
        modifiers: str = "",
        gear: str = "",
        spent: str = "",
        out: str = "",
        resists: Any = "",
        foreseen: int = 0,
        only: str = "",
        discards: Mapping[str, str] | None = None,
    ) -> None:
        one = me if isinstance(me, Player) else player(me)
        discarded = {name: ids(cards) for name, cards in (discards or {}).items()}
        places = [zone_of(number, (zones or {}).get(number, "- -")) for number in range(1, 5)]
        standing = [place for zone in places for place in (zone.inside, zone.outside) if place.monster]
        spare = [wound for wound in WOUNDS if wound not in (*one.hand, *ids(wounds), *discarded.get("wounds", ()))]
        for ruin in ids(ruins):
            building, _, wound = ruin.partition(":")
            zone = places[BUILDINGS.index(building)]
            zone.destroyed, zone.wound = True, wound or spare.pop()
        marking = [zone.wound for zone in places]
        boxes = {"consonants": CONSONANTS, "vowels": VOWELS, "wounds": WOUNDS}
        top = {"consonants": consonants, "vowels": vowels, "wounds": wounds}
        piles = {
            name: pile(ids(top[name]), box, [*one.hand, *marking], discarded.get(name, []), only=name in ids(only))
            for name, box in boxes.items()
        }
        regular = REGULAR if difficulty != "standard" else set()
        modified = [place.modifier for place in standing]
        tiles = [place.monster for place in standing] + one.trophies + ids(spent) + ids(out)
        stack = pile(ids(monsters), MONSTERS, tiles, [], only=False).cards
        gone = [] if "monsters" not in ids(only) else [tile for tile in stack if tile not in ids(monsters)]
        stack = [tile for tile in stack if tile not in gone]
        held = [*owned(one), *(place.gear for place in standing)]
        state = State(
            lexicon="standard",
            players=[one],
            marker=0,
            crests=[],
            stock={potion: 5 - (potion in one.potions) for potion in ("elixir", "antidote", "tonic")},
            consonants=piles["consonants"],
            vowels=piles["vowels"],
            wounds=piles["wounds"],
            modifiers=pile(ids(modifiers), regular, modified, discarded.get("modifiers", []), only=False),
            monsters=stack,
            gear=pile(ids(gear), SOLO_GEAR, held, [], only=False).cards,
            removed=[*ids(out), *gone],
            phase=phase,  # type: ignore[arg-type]
            round=round,
            solo=Solo(difficulty, boss, round_cap, places, Crest(), ids(spent), foreseen, resists),  # type: ignore[arg-type]
        )
        sound(state)
        self._sit(resumed(GAME, state, 1))

    @classmethod
    def new(cls, seed: int = 1, **options: Any) -> "SoloTable":
        """A new match as the rules set it up, with seeded chance."""
        table = cls.__new__(cls)
        table._sit(opened(GAME, 1, seed, SpellSmashersOptions(**options)))
        return table

    # --- what is done

    def do(self, choice: Choice) -> None:
        """Answer for the player."""
        self.answer(0, choice)

    def battle(self, number: int, *, wild: str = "", elixir: str | None = None, **shares: int | str) -> None:
        """Battle in a zone, unless it is the only one; split the points: `imp=4`, or by type `imp="2f 1w"`."""
        if self.asked.get(0) == "choose_zone":
            self.do(FightZone(number))
        if self.asked.get(0) == "choose_types":
            self.fight(0, wild=wild, elixir=elixir)
        if shares:
            self.do(SplitDamage(tuple(share(name, points) for name, points in shares.items())))

    def stay(self) -> None:
        """Visit nothing, unless nothing else is possible."""
        if self.asked.get(0) == "choose_visit":
            self.do(StayAway())

    def refill(self) -> None:
        """Draw what is missing, consonants first."""
        while self.asked.get(0) == "choose_draws":
            self.do(self.offered(0)[-1])

    # --- what became of it

    @property
    def me(self) -> Player:
        return self.players[0]

    @property
    def solo(self) -> SoloView:
        """The solo part of the player's view."""
        solo = self.view(0).solo
        assert solo is not None
        return solo

    @property
    def board(self) -> dict[int, str]:
        """Who stands in each zone that isn't empty, the one inside first."""
        return {zone.zone: f"{name(zone, 'inside')} {name(zone, 'outside')}" for zone in self.solo.zones if full(zone)}

    @property
    def ruins(self) -> list[str]:
        """The buildings that are destroyed."""
        return [zone.building for zone in self.solo.zones if zone.destroyed]

    @property
    def coins(self) -> dict[str, int]:
        """The health of every monster in play."""
        places = [place for zone in self.solo.zones for place in (zone.inside, zone.outside) if place is not None]
        return {place.monster: place.coins for place in places}


def zone_of(number: int, monsters: str) -> Zone:
    """A zone and who stands there."""
    *inside, outside = ids(monsters)
    return Zone(place_of(inside[0] if inside else "-"), place_of(outside))


def place_of(called: str) -> Crest:
    """A monster in play, `vile+imp:3`; its coins are those of modifier and tile unless they are named."""
    if called == "-":
        return Crest()
    called, _, coins = called.partition(":")
    modifier, monster = called.split("+") if "+" in called else ("", called)
    health = BOSSES[monster].health if monster in BOSSES else MONSTERS[monster].health
    full_health = health + (MODIFIERS[modifier].health if modifier else 0)
    return Crest(monster, modifier, int(coins) if coins else full_health)


def share(monster: str, points: int | str) -> Share:
    """A share of points: a number of them without types, or `2f 1w 1u`."""
    if isinstance(points, int):
        return Share(monster, untyped=points)
    counts = {part[-1]: int(part[:-1]) for part in ids(points)}
    return Share(monster, counts.get("f", 0), counts.get("e", 0), counts.get("w", 0), counts.get("u", 0))


def name(zone: ZoneView, place: str) -> str:
    monster = getattr(zone, place)
    return "-" if monster is None else str(monster.monster)


def full(zone: ZoneView) -> bool:
    return zone.inside is not None or zone.outside is not None
