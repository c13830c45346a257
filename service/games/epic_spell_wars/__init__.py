"""Epic Spell Wars: Duel at Mt. Skullzfyre for two to six wizards: build a spell, cast it, be the last one standing."""
