import pytest

from tests.rules.ledger import Ledger, UnknownRule, ledgers, rule

PROMISED = {
    "epic_spell_wars": [f"ES-{number:03}" for number in range(1, 138)],
    "spell_smashers": [f"SS-{number:03}" for number in range(1, 211)],
    "spell_smashers.solo": [f"SO-{number:03}" for number in range(1, 81)],
    "squishem": [f"SQ-{number:03}" for number in range(1, 60)],
}


@pytest.mark.parametrize("ledger", ledgers(), ids=lambda ledger: ledger.game)
def test_a_ledger_holds_every_rule_once_and_in_order(ledger: Ledger) -> None:
    assert list(ledger.ids) == PROMISED[ledger.game]


@pytest.mark.parametrize("ledger", ledgers(), ids=lambda ledger: ledger.game)
def test_each_entry_says_its_rule_and_what_shows_it_in_words_of_its_own(ledger: Ledger) -> None:
    sentences = [text for entry in ledger.rules for text in (entry.rule, entry.shown_by)]
    assert all(len(text) > 15 for text in sentences)
    assert len(set(sentences)) == 2 * len(ledger.rules)


def test_every_promised_title_has_a_ledger() -> None:
    assert {ledger.game for ledger in ledgers()} == set(PROMISED)


@pytest.mark.parametrize("ids", [("SQ-060",), ("SQ-1",), ("SQ-001", "XX-001"), ()])
def test_a_mark_with_an_id_of_no_ledger_is_refused(ids: tuple[str, ...]) -> None:
    with pytest.raises(UnknownRule, match=ids[-1] if ids else "without ids"):
        rule(*ids)


def test_a_mark_keeps_its_ids() -> None:
    assert rule("SQ-001", "SQ-059").mark.args == ("SQ-001", "SQ-059")
