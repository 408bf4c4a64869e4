"""The combatants as a Qt model: frozen rows in, the smallest possible changes out."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.bands import band_key, starts_run
from encounter_gui.gui.combatants.cell_words import Spoken
from encounter_gui.gui.combatants.row_order import RowOrder, tells_turns
from encounter_gui.gui.combatants.running_numbers import (
    change_of,
    longest_figure,
    sum_of_changes,
    value,
)
from encounter_gui.gui.widgets.list_rows import insertions, removals, spans
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import (
    BandCell,
    Cell,
    ChangePreview,
    ChipsCell,
    Column,
    GaugeChange,
    NameCell,
    Row,
    TextCell,
)
from encounter_gui.rules.view.lazy_row import LazyRow

_Role = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex

CELL_ROLE = _Role.UserRole + 1
"""The ``view.Cell`` of an index; None where a row has none."""
ROW_ROLE = _Role.UserRole + 2
"""The ``view.Row`` of an index."""

_TEXT_ROLES = (_Role.DisplayRole, _Role.AccessibleTextRole, _Role.ToolTipRole)
# Qt asks for them five times a painted cell.
_PLAIN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_PLANNED = Qt.ItemFlag.ItemIsEnabled
_EDITABLE = _PLAIN | Qt.ItemFlag.ItemIsEditable
_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}


class CombatantModel(QAbstractTableModel):
    """Shows rows in turn order, or sorted by a column; an update tells views only what differs."""

    name_edited = Signal(str, str)
    """Somebody wants a combatant (its id) to be called so; the row changes when the event comes back."""
    initiative_edited = Signal(str, str)
    """Somebody wants a combatant (its id), or its side, to have this initiative, as it was typed."""

    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes the texts."""
        super().__init__(parent)
        self._spoken = Spoken(texts)
        self._columns: tuple[Column, ...] = ()
        self._given: tuple[Row, ...] = ()
        self._rows: list[Row] = []
        self._changes: Mapping[CombatantId, ChangePreview] = {}
        self._previewed: tuple[ChangePreview, ...] = ()
        self._waiting: tuple[ChangePreview, ...] = ()
        self._losses: dict[tuple[CombatantId, str], int] = {}
        self._longest: dict[str, str] = {}
        self._running: list[str] = []
        self._order = RowOrder()
        self._runs: dict[int, bool] = {}
        self._seen: set[CombatantId] = set()
        self.hidden: Mapping[CombatantId, int] = {}
        """Who is left out by a filter, with the number; they can be selected by it all the same."""
        self.band_key = ""
        """The column that holds the bands; "" if there is none."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """Returns the columns, left to right."""
        return self._columns

    @property
    def order(self) -> RowOrder:
        """Returns the order the rows stand in."""
        return self._order

    @property
    def has_losses(self) -> bool:
        """Returns whether a gauge fell at the last update and still shows what it lost."""
        return bool(self._losses)

    @property
    def shown(self) -> Sequence[Row]:
        """Returns the rows in the present order."""
        return self._rows

    def row_at(self, place: int) -> Row:
        """Returns the row at a place of the present order, from 0."""
        return self._rows[place]

    def ids(self) -> tuple[CombatantId, ...]:
        """Returns who is shown, top to bottom."""
        return tuple(row.who for row in self._rows)

    def place_of(self, who: CombatantId) -> int:
        """Returns the place of a combatant in the present order; −1 for one who is not here."""
        return next((place for place, row in enumerate(self._rows) if row.who == who), -1)

    def place_of_number(self, number: int) -> int:
        """Returns the place of the combatant with this stable number; −1: there is none."""
        return next(
            (
                place
                for place, row in enumerate(self._rows)
                if row.number == number and not row.is_planned
            ),
            -1,
        )

    def member_of_number(self, number: int) -> CombatantId | None:
        """Returns who has this stable number and no row: one in the row of a group, or left out; None: nobody."""
        members = (*(each for row in self._rows for each in row.members), *self.hidden.items())
        return next((who for who, own in members if own == number), None)

    def begins_number(self, digits: str) -> bool:
        """Returns whether the stable number of anybody begins with these digits."""
        return any(str(number).startswith(digits) for number in self._numbers())

    def _numbers(self) -> Iterator[int]:
        for row in self._rows:
            yield row.number
            yield from (own for _, own in row.members)
        yield from self.hidden.values()

    def members(self, who: Collection[CombatantId]) -> tuple[CombatantId, ...]:
        """Returns those who stand in the row of a group, unless all of that row are meant, and who is left out."""
        wanted = set(who)
        groups = (
            {each for each, _ in row.members} - {row.who} for row in self._rows if row.members
        )
        hidden = set(self.hidden).union(*(each for each in groups if not each <= wanted))
        return tuple(each for each in who if each in hidden)

    def is_crowd(self, who: CombatantId) -> bool:
        """Returns whether somebody stands for the row of a group."""
        place = self.place_of(who)
        return place >= 0 and bool(self._rows[place].members)

    def column_of(self, kind: str) -> int:
        """Returns the first column of a kind; −1: there is none."""
        return next((at for at, column in enumerate(self._columns) if column.kind == kind), -1)

    def opens_run(self, place: int) -> bool:
        """Returns whether the row at a place begins a side or block below another."""
        known = self._runs.get(place)
        if known is None:
            is_below = bool(self.band_key) and place > 0
            known = is_below and starts_run(self._rows, place, self.band_key)
            self._runs[place] = known
        return known

    def change_at(self, place: int) -> ChangePreview | None:
        """Returns what a change by hand would do to the row at a place; None: nothing."""
        return self._changes.get(self._rows[place].who)

    def change_in(self, place: int, cell: Cell) -> GaugeChange | None:
        """Returns the change that this cell of the row at a place has to show; None: another gauge, or nothing."""
        row = self._rows[place]
        if row.members:
            return sum_of_changes(cell, self._changes_of(row))
        change = self._changes.get(row.who)
        return change_of(cell, change) if change is not None else None

    def _changes_of(self, row: Row) -> list[ChangePreview]:
        """Returns what changes do to those who stand in a row."""
        who = [member for member, _ in row.members] or [row.who]
        return [self._changes[each] for each in who if each in self._changes]

    def lost_from(self, place: int, column: Column) -> int | None:
        """Returns the value a gauge fell from at the last update; None: it did not."""
        return self._losses.get((self._rows[place].who, column.key))

    def longest_figure(self, key: str) -> str:
        """Returns the longest number seen beside a gauge of a column, so that all its bars are equally long."""
        return self._longest.get(key, "")

    def widen(self, key: str, cell: Cell) -> bool:
        """Takes a cell that is seen into account; returns whether its number is the longest so far.

        Cells nobody looks at are not asked: making those of a long table would cost more than painting it.
        """
        text = longest_figure(cell)
        is_longer = len(text) > len(self._longest.get(key, ""))
        if is_longer:
            self._longest[key] = text
        return is_longer

    # ---- updates

    def show(self, columns: tuple[Column, ...], rows: tuple[Row, ...]) -> None:
        """Shows these rows, in turn order as given; selections and scroll positions stay with their combatants."""
        if columns != self._columns:
            self._reset(columns, rows)
            return
        self._given = rows
        target = self._order.apply(rows)
        self._bring(target)
        self._replace(target)

    def preview(self, changes: tuple[ChangePreview, ...]) -> None:
        """Lights up what these changes would do; none: back to what is, and to what waits."""
        self._previewed = changes
        self._light_up()

    def show_waiting(self, changes: tuple[ChangePreview, ...]) -> None:
        """Lights up what waits for the end of a tie, while no other change is lit up; none: nothing waits."""
        if changes != self._waiting:
            self._waiting = changes
            self._light_up()

    @property
    def shows_waiting(self) -> bool:
        """Whether what is lit up waits for the end of a tie."""
        return bool(self._waiting) and not self._previewed

    def _light_up(self) -> None:
        changes = self._previewed or self._waiting
        old, self._changes = self._changes, {change.who: change for change in changes}
        touched = {who for who in (*old, *self._changes) if old.get(who) != self._changes.get(who)}
        places = (
            place
            for place, row in enumerate(self._rows)
            if row.who in touched or any(who in touched for who, _ in row.members)
        )
        for first, last in spans(places):
            self._say_changed(first, last, 0, len(self._columns) - 1)

    def settle(self) -> None:
        """Forgets what gauges have lost: the hatched part goes."""
        losses, self._losses = self._losses, {}
        places = {row.who: place for place, row in enumerate(self._rows)}
        columns = {column.key: at for at, column in enumerate(self._columns)}
        for who, key in losses:
            if who in places and key in columns:
                self._say_changed(places[who], places[who], columns[key], columns[key])

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sorts by a column; the mark and initiative columns, and −1, mean the order of turns."""
        if 0 <= column < len(self._columns):
            falls = order == Qt.SortOrder.DescendingOrder
            self._sort(RowOrder.by(self._columns[column], is_descending=falls))
        else:
            self._sort(RowOrder())

    def sort_next(self, column: int) -> None:
        """Sorts as a click on a header does."""
        self._sort(self._order.clicked(self._columns[column]))

    def _sort(self, order: RowOrder) -> None:
        self._order = order
        self._bring(order.apply(self._given))
        if self._columns:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)
        if self.band_key:
            # Its words depend on the order, even where no row has moved.
            self._say_changed(0, len(self._rows) - 1, 0, 0)

    def _reset(self, columns: tuple[Column, ...], rows: tuple[Row, ...]) -> None:
        self.beginResetModel()
        self._columns, self._given, self._losses, self._longest = columns, rows, {}, {}
        self._running = [each.key for each in columns if each.kind in ("gauge", "slots")]
        self.band_key = band_key(columns)
        if self._order.key not in {column.key for column in columns}:
            self._order = RowOrder()
        self._rows = self._order.apply(rows)
        self._runs.clear()
        self.endResetModel()

    def _bring(self, target: list[Row]) -> None:
        """Lets rows go, move and come until the right ones stand in the right order."""
        wanted = [row.who for row in target]
        self._runs.clear()
        if wanted == [row.who for row in self._rows]:
            return
        for first, last in removals(self.ids(), wanted):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self._rows[first : last + 1]
            self.endRemoveRows()
        self._reorder(wanted)
        for first, last in insertions(self.ids(), wanted):
            self.beginInsertRows(QModelIndex(), first, last)
            self._rows[first:first] = target[first : last + 1]
            self.endInsertRows()

    def _reorder(self, wanted: list[CombatantId]) -> None:
        known = {row.who: row for row in self._rows}
        order = [who for who in wanted if who in known]
        if order == list(self.ids()):
            return
        self.layoutAboutToBeChanged.emit()
        places = {who: place for place, who in enumerate(order)}
        old = self.persistentIndexList()
        new = [self.index(places[self._rows[at.row()].who], at.column()) for at in old]
        self._rows = [known[who] for who in order]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def _replace(self, target: list[Row]) -> None:
        """Puts in the new rows and says which cells differ; runs of equal width below each other are one change."""
        self._losses = {}
        differing = [
            () if old is new else self._differing(old, new)
            for old, new in zip(self._rows, target, strict=True)
        ]
        for place, row in enumerate(target):
            if differing[place]:
                self._note_losses(self._rows[place], row)
        has_other_bands = self._has_other_bands(target, differing)
        seen = [
            at for at, row in enumerate(self._rows) if has_other_bands and row.who in self._seen
        ]
        runs = self._run_starts(seen)
        self._rows = target
        self._runs.clear()
        if has_other_bands:
            # A run's words stand in its first rows; where one begins or ends, its neighbours look different as well.
            is_same = runs == self._run_starts(seen)
            self._say_changed(0, len(target) - 1, 0, 0 if is_same else len(self._columns) - 1)
            if not is_same:
                return
        start = 0
        for place in range(1, len(differing) + 1):
            if place == len(differing) or differing[place] != differing[start]:
                for first, last in differing[start]:
                    self._say_changed(start, place - 1, first, last)
                start = place

    def _run_starts(self, places: Sequence[int]) -> tuple[bool, ...]:
        """Returns which of these rows begin a run."""
        return tuple(starts_run(self._rows, at, self.band_key) for at in places)

    def _has_other_bands(
        self, target: list[Row], differing: Sequence[tuple[tuple[int, int], ...]]
    ) -> bool:
        key = self.band_key
        places = (place for place, spans_ in enumerate(differing) if spans_ and key)
        return any(
            self._rows[place].cells.get(key) != target[place].cells.get(key) for place in places
        )

    def _differing(self, old: Row, new: Row) -> tuple[tuple[int, int], ...]:
        is_made = _is_made(old)
        if is_made:
            self._seen.add(old.who)
        # What nobody has seen yet need not be compared: of a long table that is nearly all. A row that was seen is
        # compared for ever, also where its newest value has not been painted yet.
        if old.who not in self._seen or old == new:
            return ()
        if not is_made or _frame(old) != _frame(new):
            return ((0, len(self._columns) - 1),)
        columns = enumerate(self._columns)
        return spans(
            at for at, column in columns if old.cells.get(column.key) != new.cells.get(column.key)
        )

    def _note_losses(self, old: Row, new: Row) -> None:
        for key in self._running:
            before, after = value(old.cells.get(key)), value(new.cells.get(key))
            if before is not None and after is not None and after < before:
                self._losses[new.who, key] = before

    def _say_changed(self, first: int, last: int, left: int, right: int) -> None:
        if right >= left and last >= first:
            self.dataChanged.emit(self.index(first, left), self.index(last, right))

    # ---- what Qt asks

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default; never changed
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default; never changed
        return 0 if parent.isValid() else len(self._columns)

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:  # noqa: PLR0911 - one case a role
        if (
            not index.isValid()
            or index.row() >= len(self._rows)
            or index.column() >= len(self._columns)
        ):
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        cell = row.cells.get(column.key)
        if role in _TEXT_ROLES:
            return self._text(row, column, cell, role)
        match role:
            case _Role.EditRole:
                return _editor_text(cell)
            case _Role.TextAlignmentRole:
                return _ALIGN[column.align] | Qt.AlignmentFlag.AlignVCenter
            case _ if role == CELL_ROLE:
                return cell
            case _ if role == ROW_ROLE:
                return row
            case _:
                return None

    @override
    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        if role == _Role.EditRole and index.isValid():
            row, text = self._rows[index.row()], str(value).strip()
            if text and text != self.data(index, role):
                is_name = self._columns[index.column()].kind == "name"
                (self.name_edited if is_name else self.initiative_edited).emit(row.who, text)
        return False

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if self._rows[index.row()].is_planned:
            return _PLANNED
        return _EDITABLE if self._can_edit(index.column()) else _PLAIN

    def _can_edit(self, place: int) -> bool:
        return self._columns[place].kind == "name" or tells_turns(self._columns[place])

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        match role:
            case _Role.DisplayRole:
                return column.title
            case _Role.AccessibleTextRole:
                parts = ", ".join(whole for _, whole in column.parts)
                return " ".join(part for part in (column.title or column.tip, parts) if part)
            case _Role.ToolTipRole:
                return plain_tip(column.tip or column.title)
            case _Role.TextAlignmentRole:
                return _ALIGN[column.align] | Qt.AlignmentFlag.AlignVCenter
            case _:
                return None

    def _text(self, row: Row, column: Column, cell: Cell | None, role: int) -> str:
        if column.kind == "mark":
            return "" if role == _Role.DisplayRole else self._spoken.mark(row)
        if cell is None:
            cell = TextCell(text=str(row.number) if column.key == "number" else "")
        if role == _Role.DisplayRole:
            return cell.words()
        change = self._changes.get(row.who)
        spoken = self._spoken.cell(row, column.title, cell)
        if change is not None and change_of(cell, change) is not None:
            spoken = self._spoken.change(change)
        return spoken if role == _Role.AccessibleTextRole else plain_tip(_tip(spoken, cell))


def _tip(spoken: str, cell: Cell) -> str:
    if not isinstance(cell, ChipsCell) or not cell.chips:
        return spoken
    return "\n".join(_chip_lines(cell))


def _chip_lines(cell: ChipsCell) -> Iterator[str]:
    for chip in cell.chips:
        explanation = chip.explanation()
        yield f"{chip.words()}: {explanation}" if explanation else chip.words()


def _is_made(row: Row) -> bool:
    """Returns whether anything of a row has been shown or read."""
    return not isinstance(row.cells, LazyRow) or row.cells.is_made


def _frame(row: Row) -> Iterable[object]:
    return (
        (row.number, row.group, row.members),
        (row.is_now, row.is_done, row.is_out, row.is_tied, row.is_planned),
    )


def _editor_text(cell: Cell | None) -> str | None:
    """Returns what the editor of a cell begins with; None: it cannot be edited."""
    match cell:
        case NameCell():
            return cell.name
        case TextCell():
            return cell.text
        case BandCell():
            return ""
        case _:
            return None
