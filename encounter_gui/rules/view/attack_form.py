"""The attack form: questions, modifiers, dice, and the command they come to."""

from collections.abc import Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view.chip import View


class Option(View, frozen=True, kw_only=True):
    """One thing to choose; ``note`` is muted. ``why_not`` set: it cannot be chosen, and why.

    ``side`` puts the shape of that side before it, for options that are combatants. ``short`` is what is left of
    ``text`` in a narrow place; empty: all of it.
    """

    key: str
    text: str
    note: str = ""
    why_not: str = ""
    side: Side | None = None
    short: str = ""


class FormField(View, frozen=True, kw_only=True):
    """A question of the form, by key: a drop-down list, a row of segments, or a number with a least and most.

    ``compared`` says as what the options are compared: as ways to attack, or as places aimed at; empty: as neither.
    """

    key: str
    label: str
    look: Literal["list", "segments", "number"]
    options: tuple[Option, ...] = ()
    chosen: str = ""
    least: int = 0
    most: int = 0
    place: Literal["head", "left"] = "head"
    compared: Literal["", "way", "aim"] = ""


class Toggle(View, frozen=True, kw_only=True):
    """A modifier of the form; a locked one comes from the state and is shown with a lock."""

    key: str
    text: str
    amount: str = ""
    is_on: bool = False
    is_locked: bool = False
    group: str = ""
    tip: str = ""


class DiceField(View, frozen=True, kw_only=True):
    """A place to type dice into: ``key`` is the request it answers, ``notation`` what it wants, e.g. ``5d6``.

    ``who`` rolls them; None: nobody is chosen yet. ``needs_faces``: their total says nothing. ``row`` names whom they
    are against, where each of several has a row of dice; empty: there is one row.
    """

    key: str
    label: str
    notation: str
    who: CombatantId | None = None
    needs_faces: bool = False
    row: str = ""


class AttackForm(View, frozen=True, kw_only=True):
    """The attack form for one set of choices.

    ``command`` is what Resolve will perform; None while it is not complete or not allowed, and ``why_not`` then says
    why and what to do. ``goes_on``: what was begun goes on with it, a blast for instance, so that it is typed next.
    ``sum`` is the arithmetic in mono, e.g. ``6d6 against 15 + 1d6 then 6d6 − 5d6``.
    """

    actor: CombatantId | None = None
    fields: tuple[FormField, ...] = ()
    toggles: tuple[Toggle, ...] = ()
    sum: str = ""
    dice: tuple[DiceField, ...] = ()
    command: Command | None = None
    why_not: str = ""
    resolve: str = ""
    goes_on: bool = False


FormChoices = Mapping[str, str]
"""What the game master chose so far, by field or toggle key (toggles: ``on`` or ``off``); missing: the default."""
