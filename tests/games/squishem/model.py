"""A second, independent Squish'Em!: the card list's own notation and order of a turn, played by an interpreter.

It shares nothing with the rules but the printed figures, and is written for being checked against the card list line by
line, not for speed or beauty. `test_against_the_model.py` plays both side by side.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.games.squishem.figures import ATTACKS, MONSTERS

Op = dict[str, Any]


def op(name: str, step: str, scope: str = "self", **rest: Any) -> Op:
    return {"op": name, "step": step, "scope": scope, **rest}


ATTACK_OPS: dict[str, list[Op]] = {
    "elf_arrow_to_the_ego": [op("cancel_attack", "s3", "others", where={"printed_damage": "highest"})],
    "elf_out_of_my_sight": [op("protect_next_turn", "end")],
    "elf_disdain_dirk": [op("repeat_next_turn", "end")],
    "elf_flaming_review": [op("damage", "d2", "others", add=-2)],
    "elf_artisanal_pinecone": [op("damage", "d2", add=2, no_other={"type": ["range"]})],
    "summoner_infernal_small_print": [op("cancel_effect", "s3", "others")],
    "summoner_goose_portal": [op("cancel_attack", "s3", "others", where={"type": ["melee"]})],
    "summoner_demonic_sea_cuke": [op("uncancellable_self", "always")],
    "summoner_overtime_imps": [op("damage", "d2", add=2, per="other_attacks")],
    "summoner_wrong_number_golem": [op("damage", "d2", add=-3, any_other={"element": ["earth"]})],
    "barbarian_yodel_of_dread": [op("cancel_attack", "s3", "others", where={"type": ["magic"]})],
    "barbarian_unsolicited_headbutt": [],
    "barbarian_warm_up_swings": [op("bonus_next_turn", "end", add=4)],
    "barbarian_annual_bathwater": [op("cancel_attack", "s3", "others", where={"element": ["fire"]})],
    "barbarian_big_swing_small_plan": [],
    "cleric_bless_you": [op("damage", "d2", "others", halve=True)],
    "cleric_holy_water_balloon": [op("cancel_effect", "s3", "others", where={"priority": {"min": 5}})],
    "cleric_collection_plate": [op("damage", "d2", add=3, behind=True)],
    "cleric_slow_burning_sermon": [op("cancel_attack", "s3", "others", where={"priority": {"max": 4}})],
    "cleric_font_of_hard_knocks": [op("cancel_attack", "s3", "others", where={"element": ["earth"]})],
}

MONSTER_OPS: dict[str, list[Op]] = {
    "double_trouble": [op("reveal_next", "reveal", count=2)],
    "philosopher_potato": [op("convert", "d3")],
    "gelatinous_rhombus": [],
    "slightly_damp_ogre": [],
    "kobolds_in_one_coat": [],
    "queue_of_goblins": [op("hp_per_player", "reveal", add=3)],
    "umbrella_troll": [op("cancel_attack", "s2", "all", where={"type": ["range"]})],
    "auditor_wraith": [op("cancel_attack", "s2", "all", where={"type": ["magic"]})],
    "soggy_phoenix": [op("cancel_attack", "s2", "all", where={"element": ["fire"]})],
    "houseplant_horror": [
        op("cancel_attack", "s2", "all", where={"element": ["water"]}),
        op("heal", "d4", amount=2, per="cancelled"),
    ],
    "bouncer_minotaur": [op("cancel_attack", "s2", "all", where={"priority": {"min": 7}})],
    "snail_of_inevitability": [op("cancel_attack", "s2", "all", where={"priority": {"max": 3}})],
    "sensitive_cyclops": [op("cancel_attack", "s2", "all", where={"printed_damage": {"min": 5}})],
    "thick_skinned_critic": [op("cancel_attack", "s2", "all", where={"printed_damage": {"max": 3}})],
    "glass_gargoyle": [op("damage", "d1", "all", add=2)],
    "inflatable_dragon": [
        op("damage", "d1", "all", where={"element": ["earth"]}, add=3),
        op("damage", "d1", "all", where={"element": ["wind"]}, add=-2),
    ],
    "crab_in_chainmail": [op("damage", "d1", "all", add=-1)],
    "marshmallow_basilisk": [op("damage", "d1", "all", halve=True)],
    "paperwork_beholder": [op("damage", "d1", "all", cap=3)],
    "gossiping_medusa": [op("paralyse", "s2p", "all", where={"type": ["magic"]})],
    "sticky_mimic": [op("paralyse", "s2p", "all", where={"type": ["melee"]})],
    "wet_blanket_wight": [op("cancel_effect", "s2", "all")],
    "disappointed_grandmother": [op("force_coffee", "reveal", hero="elf"), op("heal", "d4", amount=1)],
    "demon_with_a_receipt": [
        op("cancel_effect", "s2", "all", where={"type": ["magic"]}),
        op("cancel_effect", "s2", "hero:summoner"),
    ],
    "self_help_troll": [op("damage", "d1", "hero:barbarian", halve=True)],
    "heckling_gargoyle": [op("damage", "d1", "hero:cleric", cap=2)],
}


@dataclass(eq=False)
class Line:
    """One attack in one battle."""

    id: str
    owner: str
    second: bool
    protected: bool
    bonus: int
    damage: int = 0
    cancelled: bool = False
    active: bool = True

    @property
    def ops(self) -> list[Op]:
        return ATTACK_OPS[self.id] if self.active else []

    def stands(self) -> bool:
        return self.protected or any(op["op"] == "uncancellable_self" for op in self.ops)

    def matches(self, where: dict[str, Any]) -> bool:
        figures = ATTACKS[self.id]
        facts = {
            "element": figures.element,
            "type": figures.type,
            "priority": figures.priority,
            "printed_damage": figures.damage,
        }
        return all(
            facts[name] in test if isinstance(test, list) else test.get("min", 0) <= facts[name] <= test.get("max", 99)
            for name, test in where.items()
        )


@dataclass
class Model:
    """The match as the card list sees it. deck: next card first. hp: (now, at the start) by monster, in flip order."""

    heroes: tuple[str, ...]
    deck: list[str]
    hp: dict[str, tuple[int, int]] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=dict)
    goal: int = 3
    lasting: list[tuple[str, str, str, str | None, int]] = field(default_factory=list)
    coffee: set[str] = field(default_factory=set)
    paralysed: set[str] = field(default_factory=set)
    fates: dict[str, int | str] = field(default_factory=dict)
    over: bool = False

    def reveal(self) -> None:
        """Step 1."""
        if not self.hp:
            self.flip()

    def flip(self) -> None:
        if not self.deck:
            return
        card = self.deck.pop(0)
        hp = MONSTERS[card].hp
        for effect in MONSTER_OPS[card]:
            if effect["op"] == "reveal_next":
                for _ in range(effect["count"]):
                    self.flip()
            elif effect["op"] == "hp_per_player":
                assert hp is not None
                hp += effect["add"] * len(self.heroes)
            elif effect["op"] == "force_coffee" and effect["hero"] in self.heroes:
                self.coffee.add(effect["hero"])
        if hp is not None:
            self.hp[card] = (hp, hp)

    def hand(self, hero: str) -> set[str]:
        """Step 2: what a hero may lay; the coffee break is "coffee"."""
        if hero in self.coffee:
            return {"coffee"}
        out = {card for effect, owner, card, _, _ in self.lasting if effect == "repeat_next_turn" and owner == hero}
        return {"coffee"} | ({card for card in ATTACKS if card.startswith(hero)} - out)

    def turn(self, laid: dict[str, str], target: dict[str, str], first: list[str]) -> None:
        """Steps 5 to 15, of cards laid, targets by hero, and the order decided for attacks of one priority."""
        several = len(self.hp) > 1
        begun: list[tuple[str, str, str, str | None, int]] = []
        self.fates, self.paralysed = {}, set()
        for monster in list(self.hp):
            self.battle(monster, laid, target, first, several, begun)
            if self.goal in self.kills.values():
                self.over = True
                return
        self.coffee = set(self.paralysed)
        self.lasting = [row for row in begun if row[3] is None or row[3] in self.hp]

    def battle(
        self,
        monster: str,
        laid: dict[str, str],
        target: dict[str, str],
        first: list[str],
        several: bool,
        begun: list[tuple[str, str, str, str | None, int]],
    ) -> None:
        here = [row for row in self.lasting if (row[3] or target[row[1]]) == monster]
        protected = {row[1] for row in here if row[0] == "protect_next_turn"}
        lines = [Line(row[2], row[1], True, row[1] in protected, 0) for row in here if row[0] == "repeat_next_turn"]
        for hero, card in laid.items():
            if target[hero] == monster and card != "coffee":
                bonus = sum(row[4] for row in here if row[0] == "bonus_next_turn" and row[1] == hero)
                lines.append(Line(card, hero, False, hero in protected, bonus))
        behind = {hero for hero in self.heroes if self.kills[hero] < max(self.kills.values())}
        # s1
        priorities = [ATTACKS[line.id].priority for line in lines]
        for line in lines:
            if priorities.count(ATTACKS[line.id].priority) > 1 and not line.stands():
                line.cancelled = True
        lines.sort(key=lambda line: (ATTACKS[line.id].priority, first.index(line.id) if line.id in first else 0))
        self.fates.update({line.id: "cancelled" for line in lines if line.cancelled})
        # s2, s2p
        took = 0
        for effect in MONSTER_OPS[monster]:
            if effect["op"] in ("cancel_attack", "cancel_effect") and effect["step"] == "s2":
                took += self.strike(effect, None, lines)
        for effect in MONSTER_OPS[monster]:
            if effect["op"] == "paralyse":
                for line in self.named(effect, None, lines):
                    if laid[line.owner] != "coffee":
                        self.paralysed.add(line.owner)
        # s3
        for line in lines:
            for effect in line.ops if not line.cancelled else []:
                if effect["step"] == "s3" and line.active:
                    self.strike(effect, line, lines)
        # d1, d2
        for line in lines:
            line.damage = ATTACKS[line.id].damage
        for effect in MONSTER_OPS[monster]:
            if effect["step"] == "d1":
                for line in self.named(effect, None, lines):
                    change(line, effect)
        for line in [line for line in lines if not line.cancelled]:
            line.damage += line.bonus
            others = [other for other in lines if other is not line and not other.cancelled]
            for effect in line.ops:
                if effect["step"] != "d2":
                    continue
                if "no_other" in effect and any(other.matches(effect["no_other"]) for other in others):
                    continue
                if "any_other" in effect and not any(other.matches(effect["any_other"]) for other in others):
                    continue
                if effect.get("behind") and line.owner not in behind:
                    continue
                for _ in range(len(others) if effect.get("per") == "other_attacks" else 1):
                    for named in self.named(effect, line, lines):
                        change(named, effect)
        # d3
        hp, start = self.hp[monster]
        converts = any(effect["op"] == "convert" for effect in MONSTER_OPS[monster])
        for line in [line for line in lines if not line.cancelled]:
            if hp <= 0:
                self.fates[line.id] = "behind the final blow"
                continue
            deals = converted(line.damage) if converts else line.damage
            self.fates[line.id] = deals
            hp -= deals
            if hp <= 0:
                self.kills[line.owner] += 1
        # d4
        if hp > 0:
            for effect in MONSTER_OPS[monster]:
                if effect["op"] == "heal":
                    times = took if effect.get("per") == "cancelled" else 1
                    hp = min(start, hp + effect["amount"] * times)
            self.hp[monster] = (hp, start)
        else:
            del self.hp[monster]
        # end, as far as this battle's attacks start it
        for line in [line for line in lines if not line.cancelled and not line.second]:
            for effect in line.ops:
                if effect["step"] == "end":
                    bound = monster if several else None
                    begun.append((effect["op"], line.owner, line.id, bound, effect.get("add", 0)))

    def named(self, effect: Op, me: Line | None, lines: list[Line]) -> list[Line]:
        scope = effect["scope"]
        inside = [line for line in lines if not line.cancelled]
        if scope == "self":
            inside = [line for line in inside if line is me]
        elif scope == "others":
            inside = [line for line in inside if line is not me]
        elif scope.startswith("hero:"):
            inside = [line for line in inside if line.owner == scope.removeprefix("hero:")]
        where = effect.get("where", {})
        if where.get("printed_damage") == "highest":
            highest = max((ATTACKS[line.id].damage for line in inside), default=0)
            return [line for line in inside if ATTACKS[line.id].damage == highest]
        return [line for line in inside if line.matches(where)]

    def strike(self, effect: Op, me: Line | None, lines: list[Line]) -> int:
        """Cancel attacks or texts; returns how many attacks."""
        took = 0
        for line in self.named(effect, me, lines):
            if effect["op"] == "cancel_effect":
                line.active = False
            elif not line.stands():
                line.cancelled = True
                self.fates[line.id] = "cancelled"
                took += 1
        return took


def change(line: Line, effect: Op) -> None:
    if "add" in effect:
        line.damage += effect["add"]
    if effect.get("halve"):
        line.damage //= 2
    if "cap" in effect:
        line.damage = min(line.damage, effect["cap"])
    line.damage = max(0, line.damage)


def converted(damage: int) -> int:
    if damage == 0:
        return 0
    return 1 if damage <= 3 else 2 if damage <= 8 else 3
