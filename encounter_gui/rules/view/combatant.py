"""The panel of the selected combatant: its sheet, and its body."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view.chip import Chip, View
from encounter_gui.rules.view.notices import ActionOption, SettableValue
from encounter_gui.rules.view.odds import Threshold
from encounter_gui.rules.view.table import DiceCell, GaugeCell, SlotsCell


class Fact(View, frozen=True, kw_only=True):
    """A line of the sheet: name, value, and a muted note at the right.

    ``number`` is the key of what is shown, where the game master may set it; empty: nothing.
    """

    name: str
    value: str
    note: str = ""
    number: str = ""


class Section(View, frozen=True, kw_only=True):
    """A part of the sheet under a small heading; ``note`` stands at the heading's right.

    ``gauges`` are drawn tall with their ends named, ``slots`` as boxes, ``stats`` as a row of figures, ``dice`` as
    squares, ``facts`` as lines, ``columns`` as a row of (title, value, note), e.g. range bands; ``offers`` as a list of
    what is still possible, and why not.
    """

    title: str
    note: str = ""
    gauges: tuple[GaugeCell, ...] = ()
    slots: SlotsCell | None = None
    stats: tuple[Fact, ...] = ()
    dice: DiceCell | None = None
    facts: tuple[Fact, ...] = ()
    columns: tuple[Fact, ...] = ()
    offers: tuple[ActionOption, ...] = ()


class CombatantView(View, frozen=True, kw_only=True):
    """The selected combatant: head line, conditions and sections; ``values`` are those that can be set by hand."""

    who: CombatantId
    number: int
    name: str
    side: Side
    role: str = ""
    chips: tuple[Chip, ...] = ()
    sections: tuple[Section, ...] = ()
    note: str = ""
    values: tuple[SettableValue, ...] = ()


class BodyPart(View, frozen=True, kw_only=True):
    """A location on the figure: ``element`` is its id there; ``level`` and ``letter`` its wound, ``armor`` in words.

    ``note`` says how it is hit (``d10 5–9``), ``text`` all it suffers from, ``effect`` in a word or two what its wound
    does. ``is_lost``: drawn dashed and empty; ``is_bleeding``: marked so.
    """

    key: str
    name: str
    short: str
    element: str
    level: int = 0
    letter: str = ""
    armor: str = ""
    note: str = ""
    text: str = ""
    effect: str = ""
    is_lost: bool = False
    is_bleeding: bool = False


class BodyView(View, frozen=True, kw_only=True):
    """The figure of a combatant.

    Systems without locations give no parts; the whole figure then shows ``level`` and its words. ``levels`` are the
    wound levels with their letters and thresholds on this body. ``asks`` says what may be typed at a part that is
    pointed at (``damage before armor``); empty: nothing may.
    """

    who: CombatantId
    name: str
    parts: tuple[BodyPart, ...] = ()
    level: int = 0
    letter: str = ""
    text: str = ""
    armor: str = ""
    facts: tuple[Fact, ...] = ()
    levels: tuple[Threshold, ...] = ()
    asks: str = ""

    @property
    def can_be_hit(self) -> bool:
        """Whether a part can be pointed at, and something typed there."""
        return bool(self.asks and self.parts)
