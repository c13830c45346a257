"""Records of Spell Smashers in which words are put to the referee, for the tests that play them on."""

from itertools import permutations
from typing import NamedTuple

from service.codec import CODEC
from service.games.catalogue import TITLES
from service.games.kernel.decisions import Choice
from service.games.kernel.engine import open_play
from service.games.kernel.match import Action, Answer, Record
from service.games.spell_smashers.spelling import SpellWord, WordForm, letters_of
from service.games.spell_smashers.state import SpellSmashersOptions
from service.lexicons.library import house_library
from service.wire import to_plain
from tests.api.talk import Json

GAME = TITLES["spell_smashers"]


class Hand(NamedTuple):
    """What a seat is asked at the opening, a word that the lexicon has and one that it hasn't, with their letters."""

    decision: str
    legal: Json
    letters: str
    illegal: Json
    gibberish: str


class Written(NamedTuple):
    """A record, and the hand of each of its seats."""

    record: Json
    hands: tuple[Hand, ...]


def written(*sent: str, seats: int = 2, number: int = 0) -> Written:
    """Return a record that seat after seat has answered with a "legal" or an "illegal" word; nobody has ruled on any.

    `number` makes another one.
    """
    options, seed = SpellSmashersOptions(), f"{number:064x}"
    play, _ = open_play(GAME, CODEC, options, seats, seed)
    with play:
        asked = play.pending()
        found = [_words(one.decision.choices) for one in asked]
        answers = []
        for one, (legal, illegal), kind in zip(asked, found, sent, strict=False):
            lines = play.act(Action(one.id, legal if kind == "legal" else illegal)).logged
            answers += [line for line in lines if isinstance(line, Answer)]
    record: Json = to_plain(Record(GAME.key, GAME.rules_version, options, seats, seed, tuple(answers), ()))
    hands = (
        Hand(one.id, _plain(legal), _letters(legal), _plain(illegal), _letters(illegal))
        for one, (legal, illegal) in zip(asked, found, strict=True)
    )
    return Written(record, tuple(hands))


def _words(form: object) -> tuple[SpellWord, SpellWord]:
    """Return the first word of the hand's tiles that the lexicon has, and the first that it hasn't."""
    assert isinstance(form, WordForm)
    known = house_library().lexicon("standard").words
    words = [SpellWord(tuple(tile.tile for tile in tiles)) for tiles in permutations(form.tiles, 3)]
    return (
        next(one for one in words if _letters(one) in known),
        next(one for one in words if _letters(one) not in known),
    )


def _letters(word: SpellWord) -> str:
    return letters_of(word).lower()


def _plain(choice: Choice) -> Json:
    made: Json = to_plain(choice)
    return made
