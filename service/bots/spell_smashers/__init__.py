"""How bots play Spell Smashers."""
