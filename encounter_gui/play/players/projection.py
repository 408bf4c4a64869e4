"""What the players may know of a fight, computed from its state: the one source of both of their screens."""

from collections.abc import Mapping
from typing import Literal

from msgspec import structs
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Value
from encounter_gui.play.players.combatant import Onlooker, combatant_shown
from encounter_gui.play.players.order import acting, places
from encounter_gui.play.players.plan import own_place, plan_shown
from encounter_gui.play.players.view import (
    CombatantShown,
    OwnSheet,
    PlaceShown,
    PlayersView,
    StatShown,
)
from encounter_gui.rules.view import Row

_AFTER = 3
"""So many are named who act next."""

_STATS = ("attribute", "save", "skill", "specialty")
"""The groups of fields that a player looks up on the own sheet."""


def players_view(onlooker: Onlooker) -> PlayersView:
    """Returns what everybody at the table may know of the fight as it stands; without sentences."""
    context, system = onlooker.context, onlooker.system
    state, names = context.state, onlooker.names()
    rows = {each.who: each for each in system.rows(context)}
    order = places(onlooker, names)
    heading = system.heading(context)
    after = _following(order)
    following = {each.key for each in after if each.key}
    now = acting(onlooker, names, rows) if state.stage == "running" else ()
    return PlayersView(
        stage=state.stage,
        title=state.name if onlooker.table.shows_title else "",
        round=heading.round,
        part=heading.part,
        clock=_clock(onlooker),
        acting=now,
        after=tuple(each.text for each in after),
        order=order,
        combatants=tuple(
            _marked(combatant_shown(onlooker, rows[who], name), following)
            for who, name in names.items()
            if who in rows
        ),
        plan=plan_shown(onlooker, names, rows),
    )


def _marked(shown: CombatantShown, following: set[str]) -> CombatantShown:
    return structs.replace(shown, is_next=True) if shown.key in following else shown


def _following(order: tuple[PlaceShown, ...]) -> tuple[PlaceShown, ...]:
    """Returns who acts after those that act now, the first of them first; lines are passed over."""
    here = [index for index, each in enumerate(order) if each.look == "now" and each.side]
    rest = order[here[-1] + 1 :] if here else order
    able = (each for each in rest if each.side is not None and each.look in ("next", "later"))
    return tuple(able)[:_AFTER]


def _clock(onlooker: Onlooker) -> str:
    """Returns how long the fight has lasted, as the ruleset counts; empty before it has begun.

    Between fights it is the campaign's clock, if that is public.
    """
    state, time = onlooker.context.state, onlooker.context.ruleset.time
    if state.stage == "between":
        is_public = onlooker.table.shows_clock
        return onlooker.system.time(onlooker.context).moment if is_public else ""
    if state.stage == "ready" or state.round < 1:
        return ""
    minutes, seconds = divmod((state.round - 1) * time.seconds, 60)
    return onlooker.context.texts.text_of("players.clock", minutes=minutes, seconds=seconds)


def own_sheet(onlooker: Onlooker, who: CombatantId) -> OwnSheet | None:
    """Returns what the player of a combatant knows of it; None: it is not there, or the game master shows nothing."""
    own = replace(onlooker, audience="own")
    combatant = onlooker.context.state.combatants.get(who)
    row = _row(onlooker, who)
    if combatant is None or row is None or own.reveal(combatant, "name") == "nothing":
        return None
    shown = combatant_shown(own, row, combatant.name)
    return OwnSheet(
        combatant=shown,
        stats=_stats(onlooker, combatant.sheet),
        turn=_turn(row, own),
        place=own_place(onlooker, who),
    )


def _row(onlooker: Onlooker, who: CombatantId) -> Row | None:
    rows = onlooker.system.rows(onlooker.context)
    return next((each for each in rows if each.who == who), None)


def _turn(row: Row, onlooker: Onlooker) -> Literal["now", "next", "later"]:
    if row.is_now and not row.is_out and onlooker.context.state.stage == "running":
        return "now"
    order = places(onlooker, {row.who: ""})
    return "next" if any(each.key and each.look == "next" for each in order) else "later"


def _stats(onlooker: Onlooker, sheet: Mapping[str, Value]) -> tuple[StatShown, ...]:
    """Returns what is rolled on: all attributes and saves, and the skills that the sheet names."""
    return tuple(
        StatShown(name=each.name, value=str(sheet.get(each.key, each.default)))
        for each in onlooker.context.ruleset.fields
        if each.kind == "number" and each.group in _STATS and sheet.get(each.key)
    )
