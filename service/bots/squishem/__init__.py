"""How bots play Squish'Em!: Fantasy."""
