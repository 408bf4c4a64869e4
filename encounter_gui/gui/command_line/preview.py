"""What a command line would do, as it is shown before it is done."""

from typing import Literal

from msgspec import Struct

from encounter_gui.rules.view import ChangePreview, ConditionPreview

LegendKind = Literal["pc", "ally", "foe", "neutral", "change", "thing", "option"]


class Legend(Struct, frozen=True, kw_only=True):
    """What part of a line was understood to be; ``kind`` gives it the colour of its underline."""

    kind: LegendKind
    words: str


class Reading(Struct, frozen=True, kw_only=True):
    """What a line would do, or why it would not.

    ``words`` says it in a sentence, ``legend`` part by part, ``note`` what the rules make of it. ``changes`` and
    ``conditions`` are a row for each target. ``button`` is what the button says; empty: there is nothing to do yet.
    ``is_kept``: it is a step of its own, that undo takes back.
    ``error``: it is refused, and why. ``hint``: it is right so far, and what comes next. ``unknown`` is a sentence
    about a word that is not understood: something is looked for, then, and nothing is wrong. ``instead`` is the line
    that was probably meant; it is never carried out by itself. ``is_bound``: the line
    names a number, a target or a condition, so that nothing that was found is done by Enter in its place.
    """

    words: str = ""
    legend: tuple[Legend, ...] = ()
    note: str = ""
    changes: tuple[ChangePreview, ...] = ()
    conditions: tuple[ConditionPreview, ...] = ()
    button: str = ""
    is_kept: bool = True
    error: str = ""
    hint: str = ""
    unknown: str = ""
    instead: str = ""
    is_bound: bool = False
