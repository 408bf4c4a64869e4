"""The row of a group: several combatants who are alike, as one row with their count and the sum of what they have.

Whoever is not like the others (hurt otherwise, under another condition, alone in turn, or picked out) has a row of its
own until it is again. The same for every game: only the cells of rows are looked at.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.engine.by_hand.crowds import Aimed
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.text_format import crowd_name, numbered
from encounter_gui.rules.view import (
    Cell,
    Chip,
    ChipsCell,
    GaugeCell,
    NameCell,
    Row,
    SlotsCell,
    TextCell,
    WoundsCell,
)
from encounter_gui.rules.view.lazy_row import LazyRow

_Name = tuple[str, str]
_Look = tuple[object, ...]


def with_groups(
    rows: Sequence[Row],
    state: EncounterState,
    texts: MessageCatalog,
    *,
    open_groups: Set[str] = frozenset(),
    picked: Set[CombatantId] = frozenset(),
) -> tuple[Row, ...]:
    """Returns rows in which those of a group are one, where their first stood.

    ``open_groups`` are names of groups whose members are all to be seen; ``picked`` are those to be seen beside theirs.
    """
    members = _members(rows, state)
    instead: dict[CombatantId, Row | None] = {}
    for (_, name), all_of_it in members.items():
        instead.update((row.who, structs.replace(row, group=name)) for row in all_of_it)
        if name in open_groups or len(all_of_it) < 2:
            continue
        together = _together(all_of_it, picked)
        if len(together) > 1:
            instead.update(dict.fromkeys((row.who for row in together), None))
            whole = _group_row(name, together, texts)
            instead[whole.who] = whole
    shown = (instead.get(row.who, row) if members else row for row in rows)
    return tuple(row for row in shown if row is not None)


def _members(rows: Iterable[Row], state: EncounterState) -> Mapping[_Name, list[Row]]:
    found: dict[_Name, list[Row]] = {}
    for row in rows:
        combatant = state.combatants[row.who]
        if combatant.group:
            found.setdefault((combatant.side, combatant.group), []).append(row)
    return found


def _together(members: Sequence[Row], picked: Set[CombatantId]) -> list[Row]:
    """Returns those who are alike, the most of them, and all who are out."""
    standing = [row for row in members if not row.is_out]
    now = [row for row in standing if row.is_now]
    alone = now[0].who if len(now) == 1 and len(standing) > 1 else None
    apart = picked | {alone}
    looks = {row.who: _look(row) for row in standing if row.who not in apart}
    most = Counter(looks.values()).most_common(1)
    usual = most[0][0] if most else None
    return [row for row in members if row.is_out or looks.get(row.who) == usual is not None]


def _look(row: Row) -> _Look:
    """Returns what tells one of a group from another: what it has lost, its wounds and its conditions."""
    return tuple(_part(cell) for cell in row.cells.values())


def _part(cell: Cell) -> object:
    match cell:
        case GaugeCell():
            return cell.high - cell.current
        case SlotsCell():
            return cell.total - cell.left
        case WoundsCell():
            return cell.cells
        case ChipsCell():
            return tuple(chip.text for chip in cell.chips)
        case NameCell():
            return cell.is_hidden
        case _:
            return None


def _group_row(name: str, members: Sequence[Row], texts: MessageCatalog) -> Row:
    """Returns the row of those who are together; it stands for the next of them: whose turn it is, or who can act."""
    standing = [row for row in members if not row.is_out]
    first = min(standing or members, key=lambda row: (row.is_out, not row.is_now, row.is_done))
    source = (name, *(row.cells for row in members))
    return structs.replace(
        first,
        is_now=any(row.is_now for row in standing),
        is_done=all(row.is_done for row in standing),
        is_out=not standing,
        group=name,
        members=tuple((row.who, row.number) for row in members),
        cells=LazyRow(
            tuple(first.cells), source, lambda: _cells(name, first, standing, members, texts)
        ),
    )


def _cells(
    name: str,
    first: Row,
    standing: Sequence[Row],
    members: Sequence[Row],
    texts: MessageCatalog,
) -> Mapping[str, Cell]:
    alike = standing or members
    return {
        key: _summed(
            name,
            cell,
            [row.cells[key] for row in alike],
            [row.cells[key] for row in members],
            texts,
        )
        for key, cell in first.cells.items()
    }


def _summed(
    name: str, first: Cell, alike: Sequence[Cell], everybody: Sequence[Cell], texts: MessageCatalog
) -> Cell:
    """Returns a cell of the row: sums of what can be counted, and else what the next of them has."""
    match first:
        case NameCell():
            return structs.replace(first, name=crowd_name(name, len(alike)))
        case GaugeCell():
            gauges = [each for each in everybody if isinstance(each, GaugeCell)]
            return structs.replace(
                first,
                current=sum(each.current for each in gauges),
                low=sum(each.low for each in gauges),
                high=sum(each.high for each in gauges),
                text="",
                marks=(),
                ticks=(),
                number="",
                before=None,
            )
        case SlotsCell():
            slots = [each for each in everybody if isinstance(each, SlotsCell)]
            left, total = sum(each.left for each in slots), sum(each.total for each in slots)
            return structs.replace(first, left=left, total=total, number="")
        case ChipsCell():
            return structs.replace(first, chips=(*_down(alike, everybody, texts), *first.chips))
        case TextCell() if any(each != first for each in alike):
            return structs.replace(first, note="")
        case _:
            return first


def _down(
    alike: Sequence[Cell], everybody: Sequence[Cell], texts: MessageCatalog
) -> tuple[Chip, ...]:
    count = len(everybody) - len(alike)
    text = texts.text_of("rules.group.down", count=count)
    return (Chip(text=text, kind="neutral", icon="skull"),) if count else ()


def crowd_words(context: RulesContext, aimed: Aimed) -> str:
    """Returns who is meant of groups, or beside them: ``7 of 32: Gang gunman 1–7``."""
    names = [context.combatant(who).name for who in aimed.targets]
    size = sum(aimed.sizes) + aimed.beside
    return context.texts.text_of(
        "rules.crowd.meant", count=len(names), size=size, who=numbered(names)
    )
