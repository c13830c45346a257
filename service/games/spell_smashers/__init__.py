"""Spell Smashers: words as weapons, for two to five players."""
