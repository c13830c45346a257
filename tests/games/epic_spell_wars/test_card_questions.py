"""What the questions of cards refuse: each says where the fault lies, by which rule, and leaves the question open."""

from typing import Any

import pytest

from service.games.epic_spell_wars.decisions import (
    LetBe,
    NameDie,
    NameEffect,
    NameSpellCard,
    NameTreasure,
    NameWizard,
    UseIt,
)
from service.games.kernel.decisions import Choice
from tests.games.epic_spell_wars.table import Table

DEAD, OUTSIDE, SELF = NameWizard(2), NameWizard(5), NameWizard(0)
FOE_NAMED = ["death_fairy", "devilicious", "ritualistic", "explodifying", "bedazzlement", "brain_suck"]
FOE_TIED = ["scorchia", "midnight_merlin", "maggoty", "polished", "gore_nado", "testikill", "mercy_killing"]


def asked(spell: list[str], dice: list[int], answers: list[Any], **facts: Any) -> Table:
    """A table at the question that a card asks once these are answered; seat 2 of four is dead."""
    table = Table((20, 20, 0, 20), spells={0: spell}, **facts)
    table.script(dice)
    table.start()
    for answer in answers:
        question = table.question()
        assert question is not None
        table.answer(question, answer)
    return table


@pytest.mark.parametrize("card", [*FOE_NAMED, *FOE_TIED])
@pytest.mark.parametrize("named", [DEAD, OUTSIDE, SELF])
def test_a_foe_who_is_dead_or_none_is_refused_with_the_legal_ones(card: str, named: NameWizard) -> None:
    question = asked([card], [], []).question_to(0)
    refusal = question.decision.refusal(named)
    assert refusal is not None
    assert (refusal.rule, refusal.pointer) == ("ES-116", "/choice/seat")
    assert question.decision.choices.listed() == (NameWizard(1), NameWizard(3))


def test_two_faced_allows_its_caster_and_no_dead() -> None:
    decision = asked(["two_faced"], [], []).question_to(0).decision
    assert decision.refusal(SELF) is None
    assert decision.refusal(DEAD) is not None


TREASURES = {0: ["demon_shoes"], 1: ["fools_gold", "phister_cannon"], 3: ["kingor_crown", "plink_cannon"]}


@pytest.mark.parametrize(
    ("spell", "dice", "answers", "facts", "seat", "refused", "pointer"),
    [
        (["magma_gog"], [], [], {}, 0, NameEffect("right_foe"), "/choice/option"),
        (["sphinxion"], [], [], {"treasures": TREASURES}, 0, NameTreasure("demon_shoes"), "/choice/treasure"),
        (["sphinxion"], [], [], {"treasures": TREASURES}, 0, LetBe(), "/choice/kind"),
        (["ben_voodoo"], [1, 1], [], {"treasures": {0: TREASURES[1]}}, 0, LetBe(), "/choice/kind"),
        (
            ["explodifying"],
            [4, 6],
            [1],
            {"treasures": {0: ["pumps_of_power"], 1: TREASURES[1], 3: TREASURES[3]}},
            0,
            NameTreasure("kingor_crown"),
            "/choice/treasure",
        ),
        (["ballsy"], [], [], {"treasures": TREASURES}, 1, NameTreasure("kingor_crown"), "/choice/treasure"),
        (["ballsy"], [], [], {"treasures": TREASURES}, 1, UseIt(), "/choice/kind"),
        (
            ["disco_mirrored", "king_oberon", "chicken"],
            [],
            [],
            {},
            0,
            NameSpellCard("disco_mirrored_1"),
            "/choice/card",
        ),
        (
            ["power_vortex"],
            [1],
            [],
            {"hands": {0: ["impatient", "chicken"]}},
            0,
            NameSpellCard("chicken_2"),
            "/choice/card",
        ),
        (["bedazzlement"], [5], [1], {"hands": {0: ["impatient"]}}, 0, NameSpellCard("impatient_1"), "/choice/kind"),
        (
            ["bedazzlement"],
            [4, 6],
            [1],
            {"hands": {0: ["impatient", "wild_magic"]}, "treasures": {0: ["tricksters_boots"]}},
            0,
            NameSpellCard("wild_magic_1"),
            "/choice/card",
        ),
        (["fist_o_nature"], [1], [], {"treasures": {0: ["cheaters_handbook"]}}, 0, NameDie(1), "/choice/die"),
        (
            ["king_oberon"],
            [],
            [],
            {"hands": {1: ["impatient", "king_oberon"]}, "treasures": {1: ["double_downer"]}},
            1,
            NameSpellCard("impatient_1"),
            "/choice/card",
        ),
        (
            ["pew_and_pew"],
            [],
            [],
            {"main": ["king_oberon", "rose_bottom", "impatient", "chicken"]},
            0,
            NameSpellCard("impatient_1"),
            "/choice/card",
        ),
    ],
)
def test_what_a_card_does_not_offer_is_refused(
    spell: list[str],
    dice: list[int],
    answers: list[Any],
    facts: dict[str, Any],
    seat: int,
    refused: Choice,
    pointer: str,
) -> None:
    question = asked(spell, dice, answers, **facts).question_to(seat)
    refusal = question.decision.refusal(refused)
    assert refusal is not None, f"{refused} is allowed"
    assert refusal.pointer == pointer
    assert refusal.rule.startswith("ES-")
    assert refusal.detail
