"""What one audience may see, built up from what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.games.kernel.game import View
from service.games.kernel.values import value
from service.games.squishem.state import LastingEffect, Length, Phase
from service.games.squishem.turn import KILLS_TO_WIN, must_rest

if TYPE_CHECKING:
    from service.games.squishem.state import Lasting, State


@value
class MonsterView:
    """A living Monster; the card says what it does."""

    monster: str
    hp: int
    starting_hp: int


@value
class PlayerView:
    """One player as this audience sees him. `laid` is the card before him, where it may be seen.

    `must_rest`: only Coffee Break may be laid this turn. `must_rest_next`: paralysed in this turn, for the next.
    """

    seat: int
    hand_size: int
    has_laid: bool
    must_rest: bool
    must_rest_next: bool
    kills: tuple[str, ...]
    hero: str | None = None
    laid: str | None = None
    target: str | None = None


@value
class LastingView:
    """An effect that outlives its turn; with a Monster named, it acts only against that one."""

    effect: LastingEffect
    seat: int
    card: str
    monster: str | None = None


@value
class SquishemView(View):
    """The table: Monsters in the order in which they were flipped, players by seat; `hand` is the bearer's own.

    `lasting` comes from the last turn and acts in this one, `beginning` comes from this turn and acts in the next.
    """

    kind: ClassVar[str] = "squishem"

    phase: Phase
    turn: int
    turn_cap: int
    length: Length
    deck_size: int
    set_aside: tuple[str, ...]
    monsters: tuple[MonsterView, ...]
    players: tuple[PlayerView, ...]
    lasting: tuple[LastingView, ...]
    beginning: tuple[LastingView, ...]
    kills_to_win: int | None = None
    hand: tuple[str, ...] | None = None


def view_for(state: State, audience: int | None) -> SquishemView:
    """Build the view of a seat, or of the spectators (None)."""
    return SquishemView(
        phase=state.phase,
        turn=state.turn,
        turn_cap=state.turn_cap,
        length=state.length,
        deck_size=len(state.deck),
        set_aside=tuple(state.set_aside),
        monsters=tuple(MonsterView(monster.id, monster.hp, monster.starting_hp) for monster in state.monsters),
        players=tuple(player_view(state, seat, audience) for seat in range(len(state.players))),
        lasting=lasting_views(state.lasting),
        beginning=lasting_views(state.beginning),
        kills_to_win=KILLS_TO_WIN.get(state.length),
        hand=None if audience is None else tuple(state.players[audience].hand),
    )


def player_view(state: State, seat: int, audience: int | None) -> PlayerView:
    """A laid card is seen by its owner, and by all once cards are shown; everything else lies open."""
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        hand_size=len(player.hand),
        has_laid=player.laid is not None,
        must_rest=seat in must_rest(state),
        must_rest_next=seat in state.paralysed_next,
        kills=tuple(player.kills),
        hero=player.hero or None,
        laid=player.laid if state.shown or audience == seat else None,
        target=player.target,
    )


def lasting_views(rows: list[Lasting]) -> tuple[LastingView, ...]:
    """Everybody sees what lasts."""
    return tuple(LastingView(row.effect, row.seat, row.card, row.monster) for row in rows)
