"""Defend the Town: the game for one player, on the words, cards and potions of the others."""
