"""Epic Spell Wars over HTTP: a duel of a person and two bots, and what is refused of a spell."""

from itertools import combinations

from tests.api.talk import Json, Table, Talk, open_table
from tests.choosing import SLOTS, picked


def to_the_first_spell(talk: Talk) -> tuple[Table, Json, Json]:
    """A table at which seat 0 is asked for its first spell: the table, what it sees, and the question."""
    table = open_table(talk, None, "random", "random", game="epic_spell_wars", options={"tokens": 1})
    seen = table.look(table.tokens[0])
    (decision,) = seen["decisions"]
    assert decision["kind"] == "place_spell"
    return table, seen, decision


def test_a_duel_of_a_person_and_bots_comes_to_its_end(talk: Talk) -> None:
    table = open_table(
        talk,
        None,
        "random",
        "random",
        game="epic_spell_wars",
        options={"tokens": 1, "heroes": "choose", "round_cap": 5, "duel_cap": 2},
    )
    [token] = table.tokens
    seen = table.look(token)
    kinds = set()
    while seen["status"] == "running":
        for decision in seen["decisions"][:1]:
            kinds.add(decision["kind"])
            table.act(token, decision, picked(decision["choices"]))
        seen = table.look(token, params={} if seen["decisions"] else {"after": seen["version"], "wait": 20})
    assert {"choose_wizard", "place_spell"} <= kinds
    assert seen["outcome"]["ending"] in ("last_wizard_standing", "round_cap", "duel_cap")
    verified = talk.post("/v1/replays", talk.get(f"{table.path}/record", token))
    assert verified["verified"] is True


def test_a_hand_of_eight_is_the_owners_alone(talk: Talk) -> None:
    table, seen, decision = to_the_first_spell(talk)
    assert [card["card"] for card in decision["choices"]["components"]] == seen["view"]["hand"]
    assert len(seen["view"]["hand"]) == 8
    others = table.look()["view"]
    assert "hand" not in others
    assert [wizard["hand_size"] for wizard in others["wizards"]] == [8, 8, 8]


def test_a_placed_spell_is_hidden_until_all_are_placed(talk: Talk) -> None:
    table = open_table(talk, None, None, game="epic_spell_wars")
    first, second = table.tokens
    (decision,) = table.look(first)["decisions"]
    before = table.look(second)["view"]
    choice = picked(decision["choices"])
    placed = table.act(first, decision, choice)["view"]["wizards"][0]
    assert [row["card"] for row in placed["spell"]] == [card["card"] for card in choice["cards"]]
    assert table.look(second)["view"] == before
    assert [wizard["spell"] for wizard in before["wizards"]] == [[], []]


def test_a_spell_that_is_not_legal_is_refused_at_its_card(talk: Talk) -> None:
    table, _, decision = to_the_first_spell(talk)
    hand = decision["choices"]["components"]
    # Of eight cards some two fit one slot, whatever the deal.
    slot, one, other = next(
        (slot, one["card"], other["card"])
        for slot in SLOTS
        for one, other in combinations(hand, 2)
        if slot in one["slots"] and slot in other["slots"]
    )
    twice = [{"card": one, "slot": slot}, {"card": other, "slot": slot}]
    for cards, pointer in (
        ([], "/choice/cards"),
        (twice, "/choice/cards/1"),
        ([{"card": "no_such_card_1"}], "/choice/cards/0/card"),
        ([{"card": one, "slot": slot}] * 2, "/choice/cards/1/card"),
    ):
        refused = table.act(table.tokens[0], decision, {"kind": "placed_spell", "cards": cards}, 422)
        assert refused["code"] == "illegal_choice"
        assert [place["pointer"] for place in refused["errors"]] == [pointer]
        assert refused["rule"].startswith("ES-")
        assert refused["legal"] == decision["choices"]
    assert table.look(table.tokens[0])["decisions"] == [decision]
