"""The eight Heroes, who differ in nothing but their names."""

from __future__ import annotations

from service.games.epic_spell_wars.cards import Hero

STARTING_HP = 20
MOST_HP = 25

HEROES: tuple[Hero, ...] = (
    Hero("princess_holiday", "Princess Holiday & her Furicorn"),
    Hero("zanzabart", "Zanzabart the Slag Genie"),
    Hero("pisster", "Pisster the Pissed Wizard"),
    Hero("fey_ticklebottom", "Fey Ticklebottom the Enchanter"),
    Hero("krazztar", "Krazztar the Blood-O-Mancer"),
    Hero("hogs_the_house", "Hogs the House"),
    Hero("lady_lazervere", "Lady Lazervere of the Space Kingdom"),
    Hero("jung_jung", "Jung Jung the Spirit Master"),
)
