"""The best words of one seat, for each monster that it could battle, a boss excepted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.bots.spell_smashers import solo, spelling
from service.bots.spell_smashers.cards import best_armor
from service.bots.spell_smashers.greedy import word_for
from service.bots.spell_smashers.promise import Prospect, monsters_of
from service.games.kernel.chance import Chance
from service.games.spell_smashers.spelling import CannotSpell, SpellWord

if TYPE_CHECKING:
    from service.bots.spell_smashers.spelling import Spelt
    from service.games.spell_smashers.spelling import WordForm
    from service.games.spell_smashers.view import CrestView, SpellSmashersView

WORDS_A_MONSTER = 3


class First(Chance):
    """Of equals always the first: the same view has the same hints."""

    def below(self, n: int) -> int:
        return 0


FIRST = First()


@dataclass(frozen=True, slots=True)
class HintedWord:
    """A word of the lexicon, the damage that it deals to the monster, and the choice to send for it."""

    word: str
    damage: int
    defeats: bool
    choice: SpellWord


@dataclass(frozen=True, slots=True)
class MonsterHint:
    """The best words against one monster of the row, the one that deals most first."""

    monster: str
    health: int
    words: tuple[HintedWord, ...]


@dataclass(frozen=True, slots=True)
class WordHints:
    """What the bot greedy would answer, and the best words for each monster."""

    choice: SpellWord | CannotSpell
    monsters: tuple[MonsterHint, ...]


def word_hints(view: SpellSmashersView, seat: int, form: WordForm) -> WordHints:
    """Return the hints for a seat that is asked for a word; they depend on what it sees alone."""
    prospect = Prospect(view, seat)
    armor = best_armor(view.lexicon, form)
    alone = view.solo
    return WordHints(
        word_for(view, seat, form, FIRST) if alone is None else solo.word_for(view, alone, form, FIRST),
        tuple(
            MonsterHint(crest.monster or "", crest.coins, _words(prospect, crest, form, armor))
            for crest in monsters_of(view)
        ),
    )


def _words(prospect: Prospect, crest: CrestView, form: WordForm, armor: str | None) -> tuple[HintedWord, ...]:
    lexicon = prospect.view.lexicon
    found: list[Spelt] = []
    for weapon in form.weapons or (None,):
        found += spelling.good_words(lexicon, form.tiles, crest.modifier, weapon)
        if form.tonic:
            changed = spelling.best_word(lexicon, form.tiles, crest.modifier, weapon, tonic=True)
            found += [changed] if changed is not None else []
    best: dict[str, HintedWord] = {}
    for word in found:
        battle = prospect.battle(crest, word, word.weapon, armor)
        hint = HintedWord(word.letters, battle.damage, battle.defeats, spelling.answer(word, armor))
        if word.letters not in best or best[word.letters].damage < hint.damage:
            best[word.letters] = hint
    ranked = sorted(best.values(), key=lambda hint: (-hint.damage, -len(hint.word), hint.word))
    return tuple(ranked[:WORDS_A_MONSTER])
