"""Hands as a match of Spell Smashers deals them: letters by how often they are met, wounds, trophies."""

from collections.abc import Sequence
from random import Random

from service.lexicons.solver import MOST_TILES, WOUNDS, Tile

CONSONANTS = "bbccddddffggghhjkllllmmnnnnnnppqrrrrrrssssttttttvvwwxyyz"
VOWELS = "aaaaaaaaaeeeeeeeeeeeeiiiiiiiiioooooooouuuu"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# fmt: off
ASSUMED = (
    "ch", "ck", "ea", "ed", "er", "gh", "gl", "ie", "ing", "ll", "ly", "mp",
    "nd", "ng", "nt", "oo", "ou", "ph", "qu", "sh", "sp", "st", "th", "tr",
)
# fmt: on
"""Chunks that are met in far more words than wounds are: the harder set."""

STRANGE = ("ab", "ere", "tion", "e", "ss", "aaa", "qzx")


def hand(random: Random, *, trophies: bool, wounds: bool, texts: Sequence[str] = WOUNDS, lowest: int = 0) -> list[Tile]:
    """Draw four consonants and three vowels, each worth `lowest` to 8, then one to four chunks, one to five letters."""
    drawn = random.choices(CONSONANTS, k=4) + random.choices(VOWELS, k=3)
    if wounds:
        drawn += random.choices(texts, k=random.randint(1, 4))
    if trophies:
        drawn += random.choices(LETTERS, k=random.randint(1, 5))
    return [Tile(text, random.randint(lowest, 8)) for text in drawn[:MOST_TILES]]


def any_hand(random: Random) -> list[Tile]:
    """Draw a hand of any kind: with blanks, chunks that no index knows, and values below 0."""
    drawn = hand(
        random,
        trophies=random.random() < 0.3,
        wounds=random.random() < 0.5,
        texts=WOUNDS if random.random() < 0.8 else STRANGE,
        lowest=random.choice((0, 0, -3)),
    )
    drawn = random.sample(drawn, random.randint(min(4, len(drawn)), len(drawn)))
    if random.random() < 0.4:
        blanks = random.randint(1, 2)
        drawn[-blanks:] = [Tile("", random.randint(-2, 6), blank=True) for _ in range(blanks)]
    random.shuffle(drawn)
    return drawn
