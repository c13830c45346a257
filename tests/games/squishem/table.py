"""A table for tests: say what matters, lay the cards, read what became of every one of them.

    turn = one_turn("umbrella_troll", elf="artisanal_pinecone", barbarian="unsolicited_headbutt")
    assert turn.fates == {"unsolicited_headbutt": 5, "artisanal_pinecone": CANCELLED}

Cards go by their ids without the hero's name, players by their hero, seats are the heroes as first named. All that the
rules ask must be scripted and all that is scripted must be asked: a question or a draw too many or too few fails.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from service.games.kernel.chance import Chance, SeededChance
from service.games.kernel.decisions import Choice
from service.games.kernel.events import Event, Told
from service.games.kernel.outcome import Outcome
from service.games.kernel.phase import PhaseRun, Question
from service.games.kernel.table import Table as KernelTable
from service.games.squishem import decisions, events
from service.games.squishem.game import Squishem
from service.games.squishem.heroes import ATTACK
from service.games.squishem.state import Length, MonsterInPlay, Player, SquishemOptions, State
from tests.games.squishem.figures import ATTACKS, HERO_COLOURS, MONSTERS

CANCELLED = "cancelled"
LATE = "behind the final blow"
COFFEE = "coffee"
PLAIN = "slightly_damp_ogre"
PLENTY = 999
SQUISHEM = Squishem()

Laid = str | tuple[str, str]


class Unscripted(AssertionError):
    """The rules asked or drew what the test did not foresee, or did not ask or draw what it did."""


class ScriptedChance(Chance):
    """Chance that answers from a script of (out of how many, which)."""

    def __init__(self) -> None:
        self.script: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        if not self.script or self.script[0][0] != n:
            raise Unscripted(f"The rules drew one of {n}; the script goes on with {self.script}.")
        return self.script.pop(0)[1]


def short(card: str) -> str:
    """A card's id without its hero: `elf_disdain_dirk` is `disdain_dirk`, each coffee break is `coffee`."""
    if card.startswith("coffee_break"):
        return COFFEE
    hero, _, rest = card.partition("_")
    return rest if hero in HERO_COLOURS else card


@dataclass
class Turn:
    """What a turn showed: `fates` says of each attack what it dealt, or CANCELLED, or LATE, in the order of acting.

    monsters: HP of each that lives at the end, in flip order. kills: by hero, in this turn. targets: who named one, in
    order. stood, without_text, cancelled: cards. paralysed: heroes. recovered: HP by monster.
    """

    told: list[Event]
    heroes: Sequence[str]
    monsters: dict[str, int]
    outcome: Outcome | None
    fates: dict[str, int | str] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=dict)
    cancelled_by: dict[str, str] = field(default_factory=dict)
    recovered: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        dealt = {short(event.card): event.damage for event in self.of(events.DamageDealt)}
        self.cancelled_by = {short(event.card): short(event.by) for event in self.of(events.AttackCancelled)}
        for battle in self.of(events.BattleStarted):
            for card in map(short, battle.attacks):
                self.fates[card] = CANCELLED if card in self.cancelled_by else dealt.pop(card, LATE)
        assert not dealt, f"{dealt} was dealt by attacks of no battle"
        for event in self.of(events.MonsterKilled):
            hero = self.heroes[event.seat]
            self.kills[hero] = self.kills.get(hero, 0) + 1
        self.recovered = {event.monster: event.amount for event in self.of(events.MonsterRecovered)}

    def of(self, kind: type[Any]) -> list[Any]:
        """The events of a kind, in order."""
        return [event for event in self.told if type(event) is kind]

    @property
    def dealt(self) -> dict[str, int]:
        """What each attack dealt that dealt its damage, in the order of dealing."""
        return {short(event.card): event.damage for event in self.of(events.DamageDealt)}

    @property
    def cancelled(self) -> set[str]:
        return set(self.cancelled_by)

    @property
    def stood(self) -> set[str]:
        return {short(event.card) for event in self.of(events.AttackStood)}

    @property
    def without_text(self) -> set[str]:
        return {short(event.card) for event in self.of(events.EffectCancelled)}

    @property
    def paralysed(self) -> set[str]:
        return {self.heroes[event.seat] for event in self.of(events.PlayerParalysed)}

    @property
    def targets(self) -> list[str]:
        return [self.heroes[event.seat] for event in self.of(events.TargetNamed)]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the events, in order."""
        return [event.kind for event in self.told]


class Table:
    """A match at the start of a turn.

    monsters: those in play with their HP, in flip order (None: their printed HP). deck: the cards next drawn, the next
    one first. kills: monsters killed so far, by hero.
    """

    def __init__(
        self,
        *heroes: str,
        monsters: Mapping[str, int | None] | None = None,
        deck: Sequence[str] = (),
        kills: Mapping[str, int] | None = None,
        length: Length = "three_kills",
        turn_cap: int = 60,
        turn: int = 0,
    ) -> None:
        in_play = {PLAIN: PLENTY} if monsters is None else monsters
        unused = iter([id_ for id_ in MONSTERS if id_ not in {*in_play, *deck, "double_trouble"}])
        state = State(
            length=length,
            turn_cap=turn_cap,
            players=[
                Player(
                    hero,
                    hand=[*(card for card in ATTACKS if card.startswith(hero)), f"coffee_break_{hero}"],
                    kills=[next(unused) for _ in range((kills or {}).get(hero, 0))],
                )
                for hero in heroes
            ],
            phase="turn",
            deck=list(reversed(deck)),
            monsters=[
                MonsterInPlay(id_, hp or printed(id_), max(hp or 0, printed(id_))) for id_, hp in in_play.items()
            ],
            turn=turn,
        )
        self._sit(heroes, state, ScriptedChance())

    def _sit(self, heroes: Sequence[str], state: State, chance: Chance) -> None:
        self.heroes = heroes
        self.state = state
        self.chance = chance
        self.told: list[Told] = []
        self._table: KernelTable[State] = KernelTable(state, chance, self.told)
        self._run: PhaseRun[State] | None = None

    @classmethod
    def choosing(cls, *heroes: str, seed: bytes = b"seed", length: Length = "three_kills") -> "Table":
        """A new match as the rules set it up, with seeded chance, while its players choose these heroes."""
        table = cls.__new__(cls)
        chance = SeededChance(seed)
        table._sit(heroes, SQUISHEM.setup(SquishemOptions(length, "choose"), len(heroes), chance), chance)
        table.start()
        return table

    @classmethod
    def opened(cls, *heroes: str, seed: bytes = b"seed", length: Length = "three_kills") -> "Table":
        """A new match before its first turn, with these heroes chosen and seeded chance."""
        table = cls.choosing(*heroes, seed=seed, length=length)
        for hero in heroes:
            if table.question() is not None:
                table.answer(table.asked(hero), decisions.TakeHero(hero))
        table.next_phase()
        return table

    def turn(
        self,
        cards: Mapping[str, Laid] | None = None,
        *,
        first: tuple[str, str] | None = None,
        chance: Iterable[tuple[int, int]] = (),
        **laid: Laid,
    ) -> Turn:
        """Play one turn: `elf="disdain_dirk"`, or with a target `elf=("disdain_dirk", "umbrella_troll")`.

        first: who decides, and which card goes first. chance: draws as (out of how many, which).
        """
        laid |= cards or {}
        assert set(laid) == set(self.heroes), f"{laid} lays no card for each of {self.heroes}"
        return self.turn_on(laid, first=first, chance=chance)

    def turn_on(
        self,
        cards: Mapping[str, Laid] | None = None,
        *,
        first: tuple[str, str] | None = None,
        chance: Iterable[tuple[int, int]] = (),
        **laid: Laid,
    ) -> Turn:
        """Play on to the end of a turn of which some cards are laid already: `elf=("", "umbrella_troll")` only aims."""
        laid |= cards or {}
        named = {hero: card if isinstance(card, str) else card[0] for hero, card in laid.items()}
        self.lay({hero: card for hero, card in named.items() if card}, chance=chance)
        targets = {hero: card[1] for hero, card in laid.items() if not isinstance(card, str)}
        while question := self.question():
            hero = self.heroes[question.seat]
            if question.decision.kind == "choose_target" and hero in targets:
                self.answer(question, decisions.AimAt(targets.pop(hero)))
            elif question.decision.kind == "order_equal_priority" and first is not None and first[0] == hero:
                self.answer(question, decisions.GoFirst(self.card(first[1])))
                first = None
            else:
                raise Unscripted(f"{hero} was asked {question.decision.kind!r}; the test foresaw {targets}, {first}.")
        unused = self.chance.script if isinstance(self.chance, ScriptedChance) else []
        if targets or first or unused:
            raise Unscripted(f"The rules never asked for {targets}, {first}, {unused}.")
        return self.end()

    def lay(
        self, cards: Mapping[str, str] | None = None, *, chance: Iterable[tuple[int, int]] = (), **laid: str
    ) -> None:
        """Lay these heroes' cards, and stop at whatever is asked next."""
        self.start()
        if isinstance(self.chance, ScriptedChance):
            self.chance.script += chance
        for hero, card in {**laid, **(cards or {})}.items():
            self.answer(self.asked(hero), self.choice(card))

    def start(self) -> None:
        """Play up to the laying of cards, if that was not done already."""
        if self._run is None:
            self._run = PhaseRun(SQUISHEM, self._table, 1, (0,) * len(self.heroes))
            self._run.begin()

    def question(self) -> Question | None:
        """The question that is open first."""
        assert self._run is not None
        return self._run.questions[0] if self._run.questions else None

    def asked(self, hero: str) -> Question:
        """The question that is open to a hero."""
        self.start()
        assert self._run is not None
        for question in self._run.questions:
            if question.seat == self.heroes.index(hero):
                return question
        raise Unscripted(f"{hero} is asked nothing; open to: {[question.seat for question in self._run.questions]}.")

    def offered(self, hero: str) -> set[str]:
        """What a hero may choose now: cards, or monsters."""
        listed = self.asked(hero).decision.choices.listed() or ()
        return {short(getattr(choice, "card", getattr(choice, "monster", COFFEE))) for choice in listed}

    def refused(self, hero: str, card: str) -> str:
        """The rule by which a hero's card is refused; fails if it is not."""
        refusal = self.asked(hero).decision.refusal(self.choice(card))
        assert refusal is not None, f"{hero} may lay {card}"
        return refusal.rule

    def aim(self, hero: str, monster: str) -> None:
        self.answer(self.asked(hero), decisions.AimAt(monster))

    def go_first(self, hero: str, card: str) -> None:
        self.answer(self.asked(hero), decisions.GoFirst(self.card(card)))

    def refused_target(self, hero: str, monster: str) -> str:
        """The rule by which a hero's target is refused; fails if it is not."""
        refusal = self.asked(hero).decision.refusal(decisions.AimAt(monster))
        assert refusal is not None, f"{hero} may aim at {monster}"
        return refusal.rule

    def answer(self, question: Question, choice: Choice) -> None:
        """Give an answer that the question allows."""
        assert self._run is not None
        refusal = question.decision.refusal(choice)
        assert refusal is None, f"{choice} is refused: {refusal}"
        self._run.answer(question, choice)

    def choice(self, card: str) -> Choice:
        return decisions.LayCoffeeBreak() if card == COFFEE else decisions.LayAttack(self.card(card))

    def card(self, name: str) -> str:
        """The full id of a card named without its hero."""
        [card] = [card for card in ATTACKS if short(card) == name]
        return card

    def hand(self, hero: str) -> set[str]:
        """The six cards that a hero owns."""
        return {COFFEE} | {short(card) for card in ATTACKS if card.startswith(hero)}

    def seen_by(self, audience: str | None) -> dict[str, Any]:
        """The view of a hero's player, or of the spectators (None), as plain values."""
        return asdict(SQUISHEM.view(self.state, None if audience is None else self.heroes.index(audience)))

    def heard_by(self, audience: str | None) -> list[Event]:
        """The events of the turn so far, as a hero's player or the spectators hear them."""
        seat = None if audience is None else self.heroes.index(audience)
        return [heard for told in self.told if (heard := told.heard_by(seat)) is not None]

    @property
    def audiences(self) -> tuple[str | None, ...]:
        return (*self.heroes, None)

    @property
    def outcome(self) -> Outcome | None:
        return SQUISHEM.outcome(self.state)

    @property
    def monsters(self) -> dict[str, int]:
        """The living monsters with their HP, in flip order."""
        return {monster.id: monster.hp for monster in self.state.monsters}

    @property
    def kills(self) -> dict[str, int]:
        return {hero: len(player.kills) for hero, player in zip(self.heroes, self.state.players, strict=True)}

    @property
    def deck(self) -> int:
        return len(self.state.deck)

    def next_phase(self) -> None:
        """Leave the phase that is over; what it told stays until the turn is read."""
        assert self._run is not None
        assert self._run.done
        self._run = None

    def end(self) -> Turn:
        """Read the turn that is over."""
        self.next_phase()
        turn = Turn([told.event for told in self.told], self.heroes, self.monsters, self.outcome)
        self.told.clear()
        return turn


@contextmanager
def altered(name: str, **facts: object) -> Iterator[None]:
    """A made-up card: an attack with other printed facts, while the block runs."""
    [card] = [card for id_, card in ATTACK.items() if short(id_) == name]
    before = {fact: getattr(card, fact) for fact in facts}
    try:
        for fact, value in facts.items():
            object.__setattr__(card, fact, value)
        yield
    finally:
        for fact, value in before.items():
            object.__setattr__(card, fact, value)


def printed(monster: str) -> int:
    """The HP printed on a monster's card."""
    hp = MONSTERS[monster].hp
    assert hp is not None
    return hp


def one_turn(
    monster: str = PLAIN,
    hp: int | None = None,
    *,
    kills: Mapping[str, int] | None = None,
    laid: Mapping[str, str] | None = None,
    **cards: str,
) -> Turn:
    """One turn against one monster, which has more HP than anybody can deal unless `hp` says so."""
    cards |= laid or {}
    return Table(*cards, monsters={monster: hp or PLENTY}, kills=kills).turn(cards)
