"""Who has an initiative, as rows with a field each: what is typed there, and what it comes to."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Faces, RollRefused, Total, Typed, accept
from encounter_gui.dice.typed_dice import (
    Reading,
    read_number,
    reading_of,
    typed_text,
    typed_words,
)
from encounter_gui.encounter.values import Side
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.roller_icons import ROLLER_ICONS
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.session.rollers import SIDES, Roller
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.view import InitiativeRow

Index = QModelIndex | QPersistentModelIndex

COLUMNS = ("name", "roller", "typed", "dice", "score", "again")
NAME, ROLLER, TYPED, _DICE, SCORE, AGAIN = range(len(COLUMNS))
_Role = Qt.ItemDataRole
_PLAIN = Qt.ItemFlag.ItemIsEnabled
_NOWHERE = QModelIndex()
_PLACE: Mapping[Side, int] = {side: place for place, side in enumerate(SIDES)}


class InitiativeModel(QAbstractTableModel):
    """The players' people first, so that Tab goes through them in one pass; what is typed stays with its row."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QObject | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._rows: tuple[InitiativeRow, ...] = ()
        self._rollers: tuple[Roller, ...] = ()
        self._typed: dict[str, str] = {}
        self.takes_totals = False
        """Whether a field takes what the dice and the modifier come to, instead of the dice."""

    # ---- state

    @property
    def rows(self) -> tuple[InitiativeRow, ...]:
        """Returns the rows, the players' people first."""
        return self._rows

    def roller(self, place: int) -> Roller:
        """Returns who rolls for a row."""
        return self._rollers[place]

    def show_rows(self, rows: tuple[InitiativeRow, ...], rollers: Mapping[str, Roller]) -> None:
        """Shows rows; ``rollers`` says by their first member who rolls for each."""
        shown = tuple(sorted(rows, key=lambda row: _PLACE[row.side]))
        is_same = [row.members[0] for row in shown] == [row.members[0] for row in self._rows]
        if not is_same:
            self.beginResetModel()
        self._rows = shown
        self._rollers = tuple(rollers[row.members[0]] for row in shown)
        here = {row.members[0] for row in shown}
        self._typed = {who: text for who, text in self._typed.items() if who in here}
        if not is_same:
            self.endResetModel()
        elif shown:
            self.dataChanged.emit(self.index(0, 0), self.index(len(shown) - 1, AGAIN))

    def take_totals(self, *, on: bool) -> None:
        """Has fields take totals, or dice again; what stands in them means the other from now on."""
        self.takes_totals = on
        if self._rows:
            self.dataChanged.emit(self.index(0, TYPED), self.index(len(self._rows) - 1, SCORE))

    def forget_typed(self, place: int | None = None) -> None:
        """Empties the field of a row, or of all."""
        if place is None:
            self._typed.clear()
        else:
            self._typed.pop(self._rows[place].members[0], None)
        self.take_totals(on=self.takes_totals)

    def is_typed(self, place: int) -> bool:
        """Returns whether something stands in the field of a row."""
        return bool(self._typed.get(self._rows[place].members[0]))

    def answer(self, place: int) -> Typed | None:
        """Returns what stands in the field of a row as an answer to its roll; None: nothing does.

        Raises:
            RollRefused: its dice cannot come to that.
        """
        reading = self.reading(place, self._typed.get(self._rows[place].members[0], ""))
        if reading.refused is not None:
            raise reading.refused
        return next(iter(reading.answers), None)

    def reading(self, place: int, text: str) -> Reading:
        """Returns what a text in the field of a row is read as; a line for several rows, as all of theirs."""
        own = self._own_reading(place, text)
        if own.refused is None or not self._several(place, text):
            return own
        return Reading(words=" / ".join(each for _, each in self._several(place, text)))

    def _several(self, place: int, text: str) -> tuple[tuple[int, str], ...]:
        """Returns what a line gives to this row and the next ones of the table, by their places; none: it is no line.

        It has one number each, faces in groups, or all faces in a row, as in the strip.
        """
        later = range(place + 1, len(self._rows))
        places = [place, *(each for each in later if self._rollers[each] == "hand")]
        if self.takes_totals:
            words = text.replace(",", " ").split()
            is_line = 1 < len(words) <= len(places) and all(map(str.isdecimal, words))
            return tuple(zip(places, words, strict=False)) if is_line else ()
        while len(places) > 1:
            reading = reading_of(text, tuple(self._rows[each].dice for each in places))
            if reading.refused is None:
                pairs = zip(places, reading.answers, strict=True)
                return tuple((each, typed_text(typed)) for each, typed in pairs if typed)
            places.pop()
        return ()

    def _own_reading(self, place: int, text: str) -> Reading:
        row = self._rows[place]
        if not self.takes_totals or not text.strip():
            return reading_of(text, (row.dice,))
        try:
            value = read_number(text, row.dice)
            shown = value - row.modifier
            faces = Faces(values=(shown,) * row.dice.count)
            typed = faces if row.keeps_one else Total(value=shown)
            accept(row.dice, typed)
        except RollRefused as refused:
            return Reading(refused=refused, may_grow=len(text) == 1)
        return Reading(answers=(typed,), words=typed_words(Total(value=value), row.dice))

    # ---- as Qt asks for it

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.column() == TYPED:
            return _PLAIN | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsSelectable
        return _PLAIN

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == _Role.TextAlignmentRole:
            return _side_of(section)
        if role != _Role.DisplayRole:
            return None
        key = "total" if section == TYPED and self.takes_totals else COLUMNS[section]
        return self._texts.text_of(f"gui.initiative.column.{key}")

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:  # noqa: PLR0911 - one case a role
        if not index.isValid():
            return None
        place, column = index.row(), index.column()
        match role:
            case _Role.DisplayRole:
                return self._text(place, column)
            case _Role.EditRole if column == TYPED:
                return self._typed.get(self._rows[place].members[0], "")
            case _Role.DecorationRole:
                return self._icon(place, column)
            case _Role.ToolTipRole:
                return plain_tip(self._spoken_text(place, column))
            case _Role.AccessibleTextRole:
                return self._spoken_text(place, column)
            case _Role.TextAlignmentRole:
                return _side_of(column)
        return None

    @override
    def setData(self, index: Index, value: Any, role: int = _Role.EditRole) -> bool:
        if role != _Role.EditRole or index.column() != TYPED:
            return False
        place, text = index.row(), str(value).strip()
        is_line = self._own_reading(place, text).refused is not None
        shared = self._several(place, text) if is_line else ()
        for each, mine in shared or ((place, text),):
            self._typed[self._rows[each].members[0]] = mine
            self.dataChanged.emit(self.index(each, TYPED), self.index(each, SCORE))
        return True

    def _text(self, place: int, column: int) -> str:
        row = self._rows[place]
        match column:
            case 0:
                return row.name
            case 2:
                return self._typed.get(row.members[0], "")
            case 3:
                plus = f" {with_sign(row.modifier)}" if row.modifier else ""
                return f"{row.dice.dice_text}{plus}"
            case 4:
                return self._score_text(place)
        return ""

    def _score_text(self, place: int) -> str:
        row = self._rows[place]
        known = "–" if row.score is None else str(row.score)
        if not self.is_typed(place):
            return known
        try:
            answer = self.answer(place)
        except AppError:
            return "?"
        if isinstance(answer, Faces):
            if row.keeps_one and len(set(answer.values)) > 1:
                return " / ".join(str(each + row.modifier) for each in answer.values)
            shown = answer.values[0] if row.keeps_one else sum(answer.values)
            return str(shown + row.modifier)
        return str(answer.value + row.modifier) if answer else known

    def _icon(self, place: int, column: int) -> Any:
        if column == ROLLER:
            return self._icons.icon(ROLLER_ICONS[self._rollers[place]])
        if column == AGAIN:
            return self._icons.icon("dice")
        if column == NAME and self._rows[place].is_owed:
            return self._icons.icon("warning")
        return None

    def _spoken_text(self, place: int, column: int) -> str:
        row = self._rows[place]
        match column:
            case 1:
                return self._texts.text_of(f"gui.rolls.{self._rollers[place]}")
            case 2:
                return self._texts.text_of("gui.initiative.field", who=row.name)
            case 5:
                return self._texts.text_of("gui.initiative.again", who=row.name)
        if column == NAME and row.is_owed:
            return self._texts.text_of("gui.initiative.owes", who=row.name)
        return self._text(place, column)


def _side_of(column: int) -> Qt.AlignmentFlag:
    """Returns where the words of a column stand, its title's too: numbers right, the rest left."""
    side = Qt.AlignmentFlag.AlignRight if column in (TYPED, SCORE) else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
