"""Several actions in a row at the same target: out within so many, a new Critical wound. Source: PHA-61 to PHA-66."""

from functools import lru_cache

import numpy as np
from msgspec import Struct

from encounter_gui.rules.systems.phases.odds.alike_hits import chances_to_keep
from encounter_gui.rules.systems.phases.odds.attack import Action, Case, action_odds
from encounter_gui.rules.systems.phases.odds.wounds import (
    OUT,
    SEVERE,
    Question,
    States,
    Victim,
    Wounds,
)

CHAIN = 10
"""How many actions in a row the chance to be out is given for."""

SOON = 3
"""How many attacks in a row are looked at with defenses that wounds weaken."""


class Row(Struct, frozen=True, kw_only=True):
    """Chances after 1, 2 … actions: to be ``out``; of a new Critical wound or worse (``criticals``)."""

    out: tuple[float, ...]
    criticals: tuple[float, ...]


@lru_cache(64)
def within(case: Case, victim: Victim) -> tuple[float, ...]:
    """Returns the chances to be out within 1, 2 … actions, each rolled as the first, jams cleared in between.

    By house rule Shock puts out: then of actions that may hit several times only the first is looked at; without any:
    not known exactly.
    """
    if victim.is_out:
        return (1.0,) * CHAIN
    first = action_odds(case, victim).out
    if first is None or (victim.drops_in_shock and not case.strikes_once):
        return () if first is None else (first,)
    action, course = Action(case), Wounds(victim, Question())
    if victim.drops_in_shock:
        kept = chances_to_keep(course, action.at_weaker(0)[0], CHAIN)
        return (first,) if kept is None else tuple(np.clip(1.0 - kept[1:], 0.0, 1.0).tolist())
    states, found = course.begin(), [first]
    for _ in range(CHAIN):
        states = course.action(states, len(case.totals), action.at)
        found.append(states.chance(OUT))
    return found[0], *found[2:]


@lru_cache(64)
def soon(case: Case, victim: Victim) -> Row | None:
    """Returns what comes of three attacks, where wounds weaken the defenses between them; nobody goes on at who is out.

    Of rapid fire it is the Critical wounds of one action; None: not known exactly, of several discharges.
    """
    if len(case.totals) > 1 or case.rule == "technique":
        return None
    action, course = Action(case), Wounds(victim, Question(severe=True))
    states, gone, severe = course.begin(), 0.0, 0.0
    if case.is_rapid:
        return Row(out=(), criticals=(action.chance_to_fall(course) or 0.0,))
    out, criticals = [], []
    for _ in range(SOON):
        after = _attacked(course, action, states)
        is_over = ((after.of & OUT) > 0) & (not victim.is_out)
        over, going = after.some(is_over), after.some(~is_over)
        gone, severe = gone + float(over.mass.sum()), severe + over.chance(SEVERE)
        out.append(1.0 if victim.is_out else min(1.0, gone))
        criticals.append(min(1.0, severe + going.chance(SEVERE)))
        states = course.merged(going) if len(out) < SOON else going
    return Row(out=tuple(out), criticals=tuple(criticals))


def _attacked(course: Wounds, action: Action, states: States) -> States:
    """Returns where states lead to by one hit at most, each with what wounds have left of its defense."""
    lost = course.lost(states.of) * (not action.case.is_passive)
    parts = [
        course.struck(states.some(lost == each), action.at_weaker(each))
        for each in np.unique(lost).tolist()
    ]
    return States.together(parts or [states])
