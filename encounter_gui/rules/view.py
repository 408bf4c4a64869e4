"""What a screen or page shows of a fight, as plain data a system makes from the state.

A widget draws these values and knows no rules; a system fills them and knows no widgets. All texts are finished words.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter.values import Side
from encounter_gui.rules.commands import Command

ChipKind = Literal["danger", "warn", "good", "info", "neutral"]
SlotLook = Literal["done", "now", "next", "later", "out"]
Align = Literal["left", "right", "center"]
CellKind = Literal["mark", "number", "name", "gauge", "text", "dice", "chips", "pips", "wounds"]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The shape views share: immutable values. Structs, because dozens of classes are made before the first paint."""


# ---- the combatant table


class Column(View, frozen=True, kw_only=True):
    """A column of the combatant table; ``width`` in logical pixels at 1366, 0 takes what is left."""

    key: str
    title: str
    kind: CellKind
    width: int
    align: Align = "left"
    tip: str = ""


class TextCell(View, frozen=True, kw_only=True):
    """A text or number; ``note`` stands muted beside it, at the right edge. ``sort`` orders the column."""

    text: str
    note: str = ""
    sort: float = 0
    is_strong: bool = False


class NameCell(View, frozen=True, kw_only=True):
    """A combatant's name; at most one tag is drawn: target, skull (out), struck eye (hidden)."""

    name: str
    side: Side
    is_out: bool = False
    is_hidden: bool = False


class GaugeCell(View, frozen=True, kw_only=True):
    """A running number between ``low`` and ``high``; ``low`` below 0 puts a zero mark into the track.

    ``role`` is a colour role; empty: a colour by how much is left. ``marks`` name values under a tall gauge.
    """

    name: str
    current: int
    low: int
    high: int
    role: str = ""
    text: str = ""
    marks: tuple[tuple[int, str], ...] = ()


class DiceCell(View, frozen=True, kw_only=True):
    """Dice to spend: ``left`` of ``total``, drawn as squares."""

    name: str
    left: int
    total: int


class Chip(View, frozen=True, kw_only=True):
    """A condition in a few words; ``duration`` stands behind a rule in it. ``key`` removes it; "" : derived."""

    text: str
    kind: ChipKind = "neutral"
    duration: str = ""
    icon: str = ""
    tip: str = ""
    key: str = ""


class ChipsCell(View, frozen=True, kw_only=True):
    """The conditions of a row, most urgent first."""

    chips: tuple[Chip, ...] = ()


class PipsCell(View, frozen=True, kw_only=True):
    """Actions: per action whether it is still to spend; ``tags`` follow (``2nd``)."""

    name: str
    pips: tuple[Literal["free", "spent", "kept"], ...] = ()
    tags: tuple[str, ...] = ()
    text: str = ""


class WoundsCell(View, frozen=True, kw_only=True):
    """One cell a location, in the ruleset's order: (location name, wound level from 0, its letter)."""

    cells: tuple[tuple[str, int, str], ...] = ()


Cell = TextCell | NameCell | GaugeCell | DiceCell | ChipsCell | PipsCell | WoundsCell


class Row(View, frozen=True, kw_only=True):
    """One combatant in the table, cells by column key."""

    who: CombatantId
    number: int
    cells: Mapping[str, Cell]
    is_now: bool = False
    is_done: bool = False
    is_out: bool = False
    is_tied: bool = False


# ---- the heading and the timeline


class Heading(View, frozen=True, kw_only=True):
    """What the tool bar says: the state word, the round, a part of it, who acts, and what Next will do."""

    state: str
    round: str
    part: str = ""
    actors: str = ""
    side: Side | None = None
    next: str = ""
    is_running: bool = False


class TimelineSlot(View, frozen=True, kw_only=True):
    """A slot of the timeline. ``who`` None: a separator, whose text opens the next part or round."""

    text: str
    look: SlotLook = "later"
    who: CombatantId | None = None
    side: Side | None = None
    note: str = ""
    is_tied: bool = False


class EffectBar(View, frozen=True, kw_only=True):
    """A lasting effect: under whose slot it starts, and at which slot it ends (None: open)."""

    text: str
    kind: ChipKind
    start: int
    end: int | None = None


class Timeline(View, frozen=True, kw_only=True):
    """The turn order as a strip: caption, slots and separators in order, effects by slot index."""

    caption: str
    note: str = ""
    slots: tuple[TimelineSlot, ...] = ()
    effects: tuple[EffectBar, ...] = ()


# ---- the panel of the selected combatant


class Fact(View, frozen=True, kw_only=True):
    """A line of the sheet: name, value, and a muted note at the right."""

    name: str
    value: str
    note: str = ""


class Section(View, frozen=True, kw_only=True):
    """A part of the sheet under a small heading; ``note`` stands at the heading's right.

    ``gauges`` are drawn tall with their ends named, ``stats`` as a row of figures, ``dice`` as squares, ``facts`` as
    lines, ``columns`` as a row of (title, value, note), e.g. range bands.
    """

    title: str
    note: str = ""
    gauges: tuple[GaugeCell, ...] = ()
    stats: tuple[Fact, ...] = ()
    dice: DiceCell | None = None
    facts: tuple[Fact, ...] = ()
    columns: tuple[Fact, ...] = ()


class Sheet(View, frozen=True, kw_only=True):
    """The selected combatant: head line, conditions and sections."""

    who: CombatantId
    number: int
    name: str
    side: Side
    role: str = ""
    chips: tuple[Chip, ...] = ()
    sections: tuple[Section, ...] = ()
    note: str = ""


class BodyPart(View, frozen=True, kw_only=True):
    """A location on the figure: ``element`` is its id there; ``level`` and ``letter`` its wound, ``armor`` in words."""

    key: str
    name: str
    short: str
    element: str
    level: int = 0
    letter: str = ""
    armor: str = ""
    text: str = ""
    is_lost: bool = False


class BodyView(View, frozen=True, kw_only=True):
    """The figure of a combatant.

    Systems without locations give no parts; the whole figure then shows ``level`` and its words.
    """

    who: CombatantId
    name: str
    parts: tuple[BodyPart, ...] = ()
    level: int = 0
    letter: str = ""
    text: str = ""
    armor: str = ""
    facts: tuple[Fact, ...] = ()


# ---- the attack bench


class Option(View, frozen=True, kw_only=True):
    """One thing to choose; ``note`` is muted. ``why_not`` set: it cannot be chosen, and why.

    ``side`` puts the shape of that side before it, for options that are combatants.
    """

    key: str
    text: str
    note: str = ""
    why_not: str = ""
    side: Side | None = None


class Chooser(View, frozen=True, kw_only=True):
    """A question of the bench, by key: a drop-down list, a row of segments, or a number with a least and most."""

    key: str
    label: str
    look: Literal["list", "segments", "number"]
    options: tuple[Option, ...] = ()
    chosen: str = ""
    least: int = 0
    most: int = 0
    place: Literal["head", "left"] = "head"


class Toggle(View, frozen=True, kw_only=True):
    """A modifier of the bench; a locked one comes from the state and is shown with a lock."""

    key: str
    text: str
    amount: str = ""
    is_on: bool = False
    is_locked: bool = False
    group: str = ""
    tip: str = ""


class DiceField(View, frozen=True, kw_only=True):
    """A place to type dice into: ``key`` is the request it answers, ``notation`` what it wants, e.g. ``5d6``."""

    key: str
    label: str
    notation: str


class Bench(View, frozen=True, kw_only=True):
    """The attack bench for one set of choices.

    ``command`` is what Resolve will perform; None while it is not complete or not allowed, and ``why_not`` then says
    why and what to do. ``sum`` is the arithmetic in mono, e.g. ``6d6 against 15 + 1d6 then 6d6 − 5d6``.
    """

    actor: CombatantId | None = None
    choosers: tuple[Chooser, ...] = ()
    toggles: tuple[Toggle, ...] = ()
    sum: str = ""
    dice: tuple[DiceField, ...] = ()
    command: Command | None = None
    why_not: str = ""
    resolve: str = ""


BenchChoices = Mapping[str, str]
"""What the game master chose so far, by chooser or toggle key (toggles: ``on`` or ``off``); missing: the default."""


class Figure(View, frozen=True, kw_only=True):
    """One of the large odds: a word, a probability from 0 to 1, and a muted note."""

    label: str
    probability: float
    note: str = ""
    tip: str = ""


class Comparison(View, frozen=True, kw_only=True):
    """The same odds for each of a few choices, e.g. hit by dodge dice spent. ``key`` and option keys set a chooser.

    ``look`` ``dice``: the options are 0, 1, 2 … dice spent and are drawn as squares, their text is spoken only.
    """

    title: str
    key: str
    options: tuple[Option, ...] = ()
    probabilities: tuple[float, ...] = ()
    chosen: int = 0
    note: str = ""
    look: Literal["words", "dice"] = "words"


class Threshold(View, frozen=True, kw_only=True):
    """A dashed line in the chart, at the lower edge of this value, with its word on top."""

    value: int
    text: str
    level: int = 0


class Spread(View, frozen=True, kw_only=True):
    """An exact distribution to be drawn: ``probabilities[i]`` is that of ``lowest + i``.

    Bars from a threshold on take the fill and pattern of its wound level.
    """

    title: str
    unit: str
    lowest: int
    probabilities: tuple[float, ...]
    thresholds: tuple[Threshold, ...] = ()
    mean: float = 0.0


class Odds(View, frozen=True, kw_only=True):
    """Exact odds of what is on the bench.

    ``within[i]`` is the chance that the target is out of the fight within ``i + 1`` such attacks.
    """

    title: str = ""
    figures: tuple[Figure, ...] = ()
    comparison: Comparison | None = None
    spread: Spread | None = None
    within: tuple[float, ...] = ()
    within_title: str = ""


# ---- what waits for the game master


class Notice(View, frozen=True, kw_only=True):
    """Something the strip above the log says while it is true.

    ``command`` is what its button performs; None: it has none.
    """

    title: str
    text: str
    kind: ChipKind = "info"
    note: str = ""
    button: str = ""
    command: Command | None = None


# ---- by hand


class Change(View, frozen=True, kw_only=True):
    """What a change by hand would do to one combatant: before → after, in words, and the gauge after it."""

    who: CombatantId
    number: int
    name: str
    side: Side
    before: GaugeCell
    after: GaugeCell
    outcome: str = ""
    kind: ChipKind = "neutral"


class QuickAction(View, frozen=True, kw_only=True):
    """A command offered for the selected or acting combatant, e.g. Aim, Reload; ``why_not`` set: refused, and why."""

    key: str
    text: str
    command: Command | None = None
    why_not: str = ""
    message: Message | None = None
    params: Mapping[str, str] = {}
