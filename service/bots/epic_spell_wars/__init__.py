"""Greedy in Epic Spell Wars: spells cast in its head by the cards' own effects."""
