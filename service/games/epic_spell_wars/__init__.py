"""Epic Spell Wars: Duel at Mt. Skullzfyre for two to six wizards: build a spell, and be the last one standing."""
