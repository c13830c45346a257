"""Squish'Em!: Fantasy for two to four players: lay an Attack, and be the one who deals the final blow."""
