"""A few combatants as a system would show them."""

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.view import (
    Cell,
    ChangePreview,
    Chip,
    ChipsCell,
    Column,
    DiceCell,
    GaugeCell,
    GaugeChange,
    NameCell,
    PipsCell,
    Row,
    TextCell,
    WoundsCell,
)

COLUMNS = (
    Column(key="mark", title="", kind="mark", width=20),
    Column(key="number", title="#", kind="number", width=26, align="center"),
    Column(key="init", title="Init", kind="number", width=44, align="right"),
    Column(key="name", title="Name", kind="name", width=148),
    Column(key="th", title="Temporary Health", kind="gauge", width=170),
    Column(key="dodge", title="Dodge dice", kind="dice", width=74),
    Column(key="conditions", title="Conditions", kind="chips", width=0),
    Column(key="actions", title="Actions", kind="pips", width=76),
    Column(key="weapon", title="Weapon", kind="text", width=104),
    Column(
        key="wounds",
        title="Wounds",
        kind="wounds",
        width=78,
        parts=(("H", "Head"), ("T", "Torso"), ("La", "Left arm")),
    ),
)


def row(number: int, name: str, *, health: int = 9, init: int = 0, **marks: bool) -> Row:
    """Returns a combatant with the id ``c<number>``."""
    cells: dict[str, Cell] = {
        "init": TextCell(text=str(init), sort=init),
        "name": NameCell(name=name, side="pc" if number % 2 else "foe"),
        "th": GaugeCell(name="Temporary Health", current=health, low=-12, high=12),
        "dodge": DiceCell(name="Dodge dice", left=2, total=3),
        "conditions": ChipsCell(chips=(Chip(text="Prone", duration="turn", tip="lies down"),)),
        "actions": PipsCell(name="Actions", pips=("spent", "free"), tags=("2nd",)),
        "weapon": TextCell(text="Pistol", note="12/15"),
        "wounds": WoundsCell(cells=(("Head", 0, ""), ("Torso", 3, "M"), ("Left arm", 0, ""))),
    }
    return Row(who=CombatantId(f"c{number}"), number=number, cells=cells, **marks)


def with_health(row: Row, health: int) -> Row:
    """Returns the same combatant with another gauge."""
    gauge = row.cells["th"]
    assert isinstance(gauge, GaugeCell)
    return replace(row, cells={**row.cells, "th": replace(gauge, current=health)})


def change(row: Row, after: int, outcome: str = "") -> ChangePreview:
    """Returns what setting the gauge would do."""
    gauge, name = row.cells["th"], row.cells["name"]
    assert isinstance(gauge, GaugeCell)
    assert isinstance(name, NameCell)
    return ChangePreview(
        who=row.who,
        number=row.number,
        name=name.name,
        side=name.side,
        gauges=(GaugeChange(before=gauge, after=replace(gauge, current=after)),),
        outcome=outcome,
    )


FIGHT = (
    row(1, "Kestrel", init=12, is_done=True),
    row(2, "Skinner", init=11, health=7),
    row(3, "Brandt", init=9, is_now=True, is_tied=True),
    row(4, "Lem", init=9, health=8, is_now=True, is_tied=True),
    row(5, "Ines", init=8, health=-4, is_out=True),
)
