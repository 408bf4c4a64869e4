"""What waits for the game master, and what else somebody may do."""

from encounter_gui.encounter.values import Automation, Value
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import ItemFieldDef
from encounter_gui.rules.view.chip import ChipKind, View


class Notice(View, frozen=True, kw_only=True):
    """Something the strip above the log says while it is true.

    ``command`` is what its button performs; None: it has none. ``owed`` are the ids of what is owed that it tells of,
    besides what its command settles.
    """

    title: str
    text: str
    kind: ChipKind = "info"
    note: str = ""
    button: str = ""
    command: Command | None = None
    owed: tuple[int, ...] = ()


class AutomationLine(View, frozen=True, kw_only=True):
    """A rule that may apply itself or not: its name, its id, and how it is set; None: as all others."""

    key: str
    name: str
    rule: str = ""
    mode: Automation | None = None


class SettableValue(View, frozen=True, kw_only=True):
    """A value of a combatant that the game master may set: rounds loaded, a gauge, anything of its sheet and items.

    A whole number goes from ``least`` to ``most``, beyond them only if it ``can_exceed`` them and that is asked for.
    ``field`` says what a value may be that is no number; None: it is one. ``short`` is a shorter name.
    ``heading`` is what it is listed under where nothing else shows it; empty: it is a running number.
    """

    key: str
    name: str
    value: Value
    least: int = 0
    most: int = 9999
    short: str = ""
    heading: str = ""
    field: ItemFieldDef | None = None
    can_exceed: bool = False

    @property
    def number(self) -> int | None:
        """Returns it as a number; None: it is none."""
        is_number = self.field is None and isinstance(self.value, int)
        return self.value if is_number and isinstance(self.value, int) else None

    @property
    def is_beyond(self) -> bool:
        """Whether it is a number beyond its ends."""
        return self.number is not None and not self.least <= self.number <= self.most


class ActionOption(View, frozen=True, kw_only=True):
    """A command offered for the selected or acting combatant, e.g. Aim, Reload; ``why_not`` set: refused, and why.

    ``note`` is what it costs, muted: ``Instant``. ``short`` is the reason in two or three words, for narrow places.
    ``is_readied``: the command holds a turn, and the game master is asked first what it waits for.
    """

    key: str
    text: str
    command: Command | None = None
    why_not: str = ""
    note: str = ""
    short: str = ""
    is_readied: bool = False
