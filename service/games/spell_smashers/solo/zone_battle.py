"""A battle in a zone: one word against all monsters there, its damage split among them."""

from __future__ import annotations

from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.decisions import Choice, Decision, Listed, Refusal
from service.games.kernel.values import value
from service.games.spell_smashers import events as shared
from service.games.spell_smashers.battle import WordInBattle
from service.games.spell_smashers.cards import DAMAGE_TYPES
from service.games.spell_smashers.fighting import discard_word, draw_wounds, set_types
from service.games.spell_smashers.modifiers import MODIFIER
from service.games.spell_smashers.monsters import MONSTER
from service.games.spell_smashers.solo import events
from service.games.spell_smashers.solo.bosses import BOSS
from service.games.spell_smashers.solo.scoring import save_town
from service.games.spell_smashers.solo.split import Points, Share, SplitForm, SplitTarget, choose_split
from service.games.spell_smashers.solo.zones import BUILDINGS, clear, solo_of

if TYPE_CHECKING:
    from service.games.kernel.table import Table
    from service.games.spell_smashers.cards import DamageType
    from service.games.spell_smashers.state import Crest, State, Word


@value
class FightZone(Choice):
    """Battle the monsters of this zone, 1 to 4."""

    kind: ClassVar[str] = "fight_zone"

    zone: int


@value
class ChooseZone(Decision[FightZone]):
    """In which zone to battle."""

    kind: ClassVar[str] = "choose_zone"
    prompt: ClassVar[str] = "Choose the zone in which you battle."
    offers: ClassVar[tuple[type[Choice], ...]] = (FightZone,)


ZONES = len(BUILDINGS)


class Foe:
    """A monster of the zone: its share of the points, the coins that they take, and its attack before armor."""

    __slots__ = ("attack", "boss", "coins", "crest", "felled", "id", "modifier", "share")

    def __init__(self, crest: Crest) -> None:
        self.crest = crest
        self.id = crest.monster
        self.boss = BOSS.get(crest.monster)
        self.modifier = MODIFIER[crest.modifier] if crest.modifier else None
        self.attack = MONSTER[crest.monster].attack if self.boss is None else self.boss.attack
        self.share = Share(crest.monster)
        self.coins = 0
        self.felled = False

    def tells_types(self) -> bool:
        """Tell whether it matters of which type a point is."""
        scales = self.modifier is not None and self.modifier.trait.scales is not None
        return scales or (self.boss is not None and self.boss.after_battle is not None)

    def factor(self, state: State, type: DamageType) -> int:
        """Return how many coins a point of a type takes from it."""
        if self.modifier is not None and self.modifier.trait.scales is not None:
            return self.modifier.trait.scales(self.modifier, type)
        return 0 if self.boss is not None and solo_of(state).resists == type else 1

    def target(self, state: State) -> SplitTarget:
        """Return what a split needs to know of it."""
        ignores = self.boss.ignores() if self.boss is not None and self.boss.ignores is not None else 0
        fire, earth, water = [self.factor(state, type) for type in DAMAGE_TYPES]
        return SplitTarget(self.id, self.crest.coins, ignores, fire, earth, water)

    def assign(self, target: SplitTarget, share: Share) -> None:
        """Let it take a share of the points."""
        self.share = share
        self.coins = min(self.crest.coins, target.taken(share.of()))
        self.felled = self.coins == self.crest.coins


def _offer(zones: tuple[int, ...]) -> tuple[Listed[FightZone], Refusal]:
    because = Refusal("SO-023", f"Battle in a zone where a monster stands: {', '.join(map(str, zones))}.")
    return Listed(tuple(map(FightZone, zones))), because


# Asked every round, so every offer is made once: by the zones in which monsters stand.
OFFERS: MappingProxyType[tuple[int, ...], tuple[Listed[FightZone], Refusal]] = MappingProxyType(
    {zones: _offer(zones) for count in range(ZONES + 1) for zones in combinations(range(1, ZONES + 1), count)}
)


def choose_zone(state: State, seat: int) -> ChooseZone:
    """Offer the zones in which monsters stand."""
    zones = solo_of(state).zones
    occupied = [at for at, zone in enumerate(zones, start=1) if zone.inside.monster or zone.outside.monster]
    return ChooseZone(seat, *OFFERS[tuple(occupied)])


async def fight_zone(table: Table[State]) -> None:
    """The battle of a round; without a word or a monster there is none, and the cards of the word stay in hand."""
    state = table.state
    word = state.players[0].word
    if state.order and not solo_of(state).monsters():
        table.tell(shared.BattleSkipped, 0, "no_monster")
    elif state.order:
        assert word is not None
        await strike(table, word)
    state = table.state
    state.players[0].word = None
    state.revealed = False
    state.phase = "visit"


async def strike(table: Table[State], word: Word) -> None:
    """Choose a zone, split the damage, take coins and trophies, and suffer the wounds; with the boss the match ends."""
    number = (await table.ask_openly(0, choose_zone)).zone
    zone = solo_of(table.state).zones[number - 1]
    foes = [Foe(crest) for crest in (zone.inside, zone.outside) if crest.monster]
    monsters = tuple([foe.id for foe in foes])
    table.tell(events.ZoneChosen, 0, number, monsters)
    battle = WordInBattle(table, 0, word)
    for foe in foes:
        if foe.modifier is not None and foe.modifier.trait.chosen is not None:
            await foe.modifier.trait.chosen(battle)
    await set_types(battle, monsters)
    await split_damage(battle, foes)
    gain_rewards(battle, number, foes)
    if any(foe.felled and foe.boss is not None for foe in foes):
        save_town(table)
        return
    await suffer_wounds(battle, foes)
    await discard_word(battle)
    spend_trophies(battle)
    for foe in foes:
        if foe.boss is not None and foe.boss.after_battle is not None and foe.coins:
            await foe.boss.after_battle(table, coins_by_type(table.state, foe))


async def split_damage(battle: WordInBattle, foes: list[Foe]) -> None:
    """Count the points of the word, and assign them; a single monster takes what there is."""
    state, table = battle.table.state, battle.table
    bonuses = {card.id: card.damage(battle) for card in battle.active() if card.damage is not None}
    untyped = sum(bonuses.values())
    by_type = dict.fromkeys(DAMAGE_TYPES, 0)
    for tile, type in zip(battle.tiles, battle.types, strict=True):
        by_type[type] += tile.damage
    battle.damage = sum(by_type.values()) + untyped
    if table.told is not None:
        rows = zip(battle.tiles, battle.types, strict=True)
        table.tell(
            events.ZonePointsCounted,
            battle.seat,
            tuple(events.TilePoints(tile.id, type, tile.damage) for tile, type in rows),
            tuple(shared.GearBonus(card, bonus) for card, bonus in bonuses.items() if bonus),
            battle.damage,
        )
    targets = tuple([foe.target(state) for foe in foes])
    typed = any(foe.tells_types() for foe in foes)
    points = (
        Points(by_type["fire"], by_type["earth"], by_type["water"], untyped)
        if typed
        else Points(0, 0, 0, battle.damage)
    )
    if len(foes) == 1:
        shares = {foes[0].id: all_that_fit(targets[0], points)}
    else:
        choice = await table.ask_openly(battle.seat, choose_split(SplitForm(points, targets)))
        shares = {share.monster: share for share in choice.shares}
    for foe, target in zip(foes, targets, strict=True):
        foe.assign(target, shares.get(foe.id, Share(foe.id)))
    if table.told is not None:
        taken = tuple(
            events.PointsTaken(foe.id, *foe.share.of(), foe.coins, foe.crest.coins - foe.coins) for foe in foes
        )
        left_over = battle.damage - sum(foe.share.total() for foe in foes)
        table.tell(events.DamageSplit, battle.seat, taken, left_over)


def all_that_fit(target: SplitTarget, points: Points) -> Share:
    """Return all points, or of those of a monster that falls as many as it takes: those that take most last."""
    counts = [0, 0, 0, 0]
    factors = (target.fire, target.earth, target.water, 1)
    for type in sorted(range(len(factors)), key=factors.__getitem__):
        for _ in range(points.of()[type]):
            if target.felled(counts):
                break
            counts[type] += 1
    return Share(target.monster, *counts)


def gain_rewards(battle: WordInBattle, number: int, foes: list[Foe]) -> None:
    """Take the coins and the gear of the monsters; the last coin makes a tile a trophy."""
    state, table = battle.table.state, battle.table
    if taken := sum(foe.coins for foe in foes):
        battle.coins(taken, "zone")
    for foe in foes:
        crest = foe.crest
        if not foe.coins:
            continue
        crest.coins -= foe.coins
        crest.hurt = True
        if crest.gear:
            battle.player.stash.append(crest.gear)
            table.tell(shared.GearClaimed, battle.seat, crest.gear)
            crest.gear = ""
        if foe.felled:
            if foe.boss is None:
                battle.player.trophies.append(foe.id)
            if crest.modifier:
                state.modifiers.discards.append(crest.modifier)
            clear(crest)
            table.tell(events.MonsterSlain, battle.seat, number, foe.id)
        battle.defeats = foe.felled
        for card in battle.active():
            if card.rewards is not None:
                card.rewards(battle)


async def suffer_wounds(battle: WordInBattle, foes: list[Foe]) -> None:
    """Every monster that lost coins strikes; armor acts once, on the sum."""
    table = battle.table
    attacks = []
    for foe in (foe for foe in foes if foe.coins):
        battle.defeats = foe.felled
        if foe.modifier is not None and foe.modifier.trait.strengthens is not None:
            foe.attack += foe.modifier.trait.strengthens(battle, foe.modifier)
        if foe.felled:
            battle.attack_of_defeated += foe.attack
        attacks.append(events.MonsterAttack(foe.id, foe.attack))
    drawn = draw_wounds(battle, sum(one.attack for one in attacks))
    if table.told is not None:
        unseen = events.ZoneStruckBack(battle.seat, tuple(attacks), len(drawn))
        own = events.ZoneStruckBack(battle.seat, tuple(attacks), len(drawn), tuple(drawn))
        table.whisper(battle.seat, own, rest=unseen)
    for card in battle.active():
        if card.after_wounds is not None:
            await card.after_wounds(battle)


def spend_trophies(battle: WordInBattle) -> None:
    """Turn the trophies of the word face down."""
    spent = [tile.id for tile in battle.tiles if tile.sort == "trophy"]
    for tile in spent:
        battle.player.trophies.remove(tile)
    solo_of(battle.table.state).spent += spent
    if spent:
        battle.table.tell(events.TrophiesSpent, battle.seat, tuple(spent))


def coins_by_type(state: State, foe: Foe) -> dict[DamageType, int]:
    """Return how many coins the points of each type took from a monster that lives."""
    points = zip(DAMAGE_TYPES, foe.share.of(), strict=False)
    return {type: count * foe.factor(state, type) for type, count in points}
