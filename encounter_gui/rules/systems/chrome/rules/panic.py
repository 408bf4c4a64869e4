"""Panic Checks and what a row of the panic table does. Source: CHR-59 to CHR-64, CHR-73."""

from typing import Any

from msgspec import Struct

from encounter_gui.rules.engine.reading.asks import (
    Dice,
    Outcome,
    Play,
    Rule,
    Truth,
    Whole,
    at_least,
    at_most,
    dice,
    either,
    fork,
    moment,
    roll,
    then,
)
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.rules import harm, nerve
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter
from encounter_gui.rules.systems.chrome.rules.said import Said


class PanicRow(Struct, frozen=True, kw_only=True):
    """A row of the panic table for somebody. Source: CHR-63.

    ``marks`` are what it puts on, as bits. ``damage`` is what it does past Soak, ``near_stress`` what it costs the
    nearest Operator; ``faints``: it lets faint, for rounds that ``Said.faints`` has. Distortions are the table's.
    """

    crash: bool = False
    stress: int = 0
    near_stress: int = 0
    marks: int = 0
    max_loss: int = 0
    damage: int = 0
    faints: bool = False


class PanicPlan(Struct, frozen=True, kw_only=True):
    """A Panic Check: the Conviction it is made against, and the rows of the table by the faces of the d20, from 1.

    ``face`` is that of a die that lies already, 0: it is rolled. ``is_sure``: it is a panic whatever it shows.
    """

    conviction: Whole
    rows: tuple[PanicRow, ...]
    face: int = 0
    is_sure: bool = False


class Panicked(Outcome):
    """What a Panic Check comes to: the face, whether it is a panic, and what the row does then."""

    face: Whole
    panics: Truth
    crash: Whole
    stress: Whole
    near_stress: Whole
    marks: Whole
    max_loss: Whole
    damage: Whole
    faint: Whole


_OF_ROW = ("crash", "stress", "near_stress", "marks", "max_loss", "damage")


def check(play: Play, plan: PanicPlan) -> Rule[Panicked]:
    """Rolls a d20 against Conviction, and looks up the row it names. Source: CHR-61, CHR-63."""
    kinds = () if plan.face else ((1, mechanics.PANIC_SIDES),)
    face = yield from dice(Dice("panic", kinds, flat=plan.face))
    panics = mechanics.panics(face, plan.conviction) | plan.is_sure
    values = {
        name: _at_face([getattr(row, name) for row in plan.rows], face, panics) for name in _OF_ROW
    }
    faints = [number * row.faints for number, row in enumerate(plan.rows, 1)]
    return Panicked(face=face, panics=panics, faint=_at_face(faints, face, panics), **values)


def _at_face(values: list[Any], face: Whole, panics: Truth) -> Whole:
    """Returns the value of a face, from 1, of who panics."""
    if not any(values):
        return 0
    if isinstance(face, int):
        shown: Whole = values[face - 1] * panics
        return shown
    found: Whole = 0
    for number, value in enumerate(values, 1):
        if value:
            found = found + value * (face == number)
    return found * panics


def panic_check(play: Said, who: Fighter, plan: Any) -> Rule[Truth]:
    """Makes a Panic Check of a combatant that is awake; returns whether it panics. Source: CHR-61, CHR-63."""
    found = yield from roll(check, plan)
    play.panic_checked(who, plan, found)
    yield from then(play, suffer_row, found.panics, (who,), found)
    return found.panics


def suffer_row(play: Said, who: Fighter, row: Panicked) -> Rule[Truth]:
    """Applies a row of the panic table. Source: CHR-63.

    At the moment ``nearest`` the game master says who is unsettled; elsewhere it is ``Fighter.unsettles``.
    """
    play.panics(who, row.face)
    who.reset("conviction", who.conviction * (row.crash == 0))
    nerve.stress(play, who, row.stress)
    who.unsettles = who.unsettles + row.near_stress
    yield from moment("nearest", row.near_stress)
    play.afflict_row(who, row)
    most = at_least(who.most_conviction - row.max_loss, 0)
    who.most_conviction = either(row.max_loss > 0, most, who.most_conviction)
    who.conviction = either(row.max_loss > 0, at_most(who.conviction, most), who.conviction)
    harm.hurt(play, who, row.damage)
    yield from faint(play, who, row.faint)
    return True


def faint(play: Said, who: Fighter, face: Whole) -> Rule[None]:
    """Lets who still is awake faint, for the rounds of the row with this face; 0: of none. Source: CHR-63."""
    for number, count, sides, flat in play.faints:
        if (yield from fork((face == number) & who.is_awake())):
            rounds: Whole = flat
            for _ in range(count):
                rounds = rounds + (yield from dice(Dice("faint", ((1, sides),))))
            who.lie_down("fainted", rounds, play.round)
            play.clause("chrome.then.faints", who=play.name(who), rounds=rounds)
