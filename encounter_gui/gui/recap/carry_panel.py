"""What the party keeps of the fight, in the right dock: ticked line by line, carried on with one button."""

from collections.abc import Mapping

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Side
from encounter_gui.gui.recap.carry_row import CarryRow
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_faction
from encounter_gui.gui.theme.painting.text_runs import RIGHT, paint_text
from encounter_gui.gui.widgets.layouts import add_items, column_layout, row_layout
from encounter_gui.gui.widgets.message_label import MessageLabel
from encounter_gui.gui.widgets.message_line import Tone
from encounter_gui.gui.widgets.separator import Separator
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.prep.carrying import CarryList, Gift

_BUTTON = 30


class Carried(Struct, frozen=True, kw_only=True):
    """What is ticked: the keys of lines by member, and gifts by who gets them."""

    lines: Mapping[CombatantId, tuple[str, ...]]
    gifts: Mapping[CombatantId, tuple[Gift, ...]]


class CarryPanel(QWidget):
    """Shows a list of what can be carried on; nothing is written before the button is pressed."""

    carry_requested = Signal(object)
    """``Carried``: what is ticked is to be written into the party."""
    take_back_requested = Signal()
    carried = Signal()
    """What was ticked was asked to be carried on, and nothing else after it."""
    next_requested = Signal()
    """Another encounter with this party is to be planned, once what is ticked is carried on."""
    print_requested = Signal()
    export_requested = Signal()
    close_requested = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._carry: CarryList | None = None
        self._rows: dict[tuple[CombatantId, str], CarryRow] = {}
        self._gift_rows: dict[str, CarryRow] = {}
        self._is_done = False
        self.setAccessibleName(texts.text_of("recap.carry.title"))
        self._head = _PanelTitle(icons, texts.text_of("recap.carry.title"), self)
        self._area = QScrollArea(self)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.viewport().setAutoFillBackground(False)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.receiver = QComboBox(self)
        self.receiver.setAccessibleName(texts.text_of("recap.carry.receiver"))
        self.receiver.hide()
        self.message = MessageLabel(icons, self)
        self.carry = ShortcutButton(icons, "", self)
        self.take_back = self._button("take_back")
        self.next_encounter = self._button("next_encounter")
        self.print = self._button("print")
        self.export = self._button("export")
        self.close_fight = self._button("close")
        self._lay_out()
        self.carry.clicked.connect(self.request_carry)
        self.take_back.clicked.connect(self.take_back_requested)
        self.next_encounter.clicked.connect(self._request_next)
        self.print.clicked.connect(self.print_requested)
        self.export.clicked.connect(self.export_requested)
        self.close_fight.clicked.connect(self.close_requested)

    def show_list(self, carry: CarryList, *, is_done: bool = False, note: str = "") -> None:
        """Shows another list; ``is_done``: something can be taken back. ``note`` says how it went."""
        self._carry, self._is_done = carry, is_done
        self._rows.clear()
        self._gift_rows.clear()
        content = QWidget()
        content.setAutoFillBackground(False)
        column = column_layout(content, margins=(0, 0, 0, 8), spacing=0)
        for person in carry.people:
            unchanged = "" if person.lines else self._texts.text_of("recap.carry.nothing")
            title = _PersonTitle(self._icons, person.after.name, person.after.side, unchanged)
            column.addWidget(title)
            for line in person.lines:
                row = CarryRow(self._icons, line.text, line.value, is_on=line.is_on, parent=content)
                row.toggled.connect(self._count)
                self._rows[(person.who, line.key)] = row
                column.addWidget(row)
        self._add_gifts(carry, column, content)
        for words, tone in self._notes(carry):
            label = MessageLabel(self._icons, content)
            label.say(words, tone)
            holder = column_layout(None, label, margins=(10, 8, 10, 0))
            column.addLayout(holder)
        column.addStretch(1)
        self._area.setWidget(content)
        content.setAutoFillBackground(False)  # the area has set it
        self.message.say(note, "result")
        self.message.setVisible(bool(note))
        self._count()

    @Slot(str)
    def tell(self, sentence: str) -> None:
        """Says what has been done: where the summary went, say."""
        self.message.say(sentence, "result")
        self.message.show()

    def refuse(self, sentence: str) -> None:
        """Says why nothing was written."""
        self.message.say(sentence, "danger")
        self.message.show()

    @property
    def rows(self) -> tuple[CarryRow, ...]:
        """Returns the lines that can be ticked, gifts last."""
        return (*self._rows.values(), *self._gift_rows.values())

    @Slot()
    def request_carry(self) -> None:
        """Asks for what is ticked to be carried on; nothing where nothing is."""
        if self._hand_on():
            self.carried.emit()

    def _hand_on(self) -> bool:
        """Hands on what is ticked; returns whether anything can be carried on now."""
        if self._carry is None or not self.carry.isEnabled():
            return False
        lines: dict[CombatantId, list[str]] = {each.who: [] for each in self._carry.people}
        for (who, key), row in self._rows.items():
            if row.isChecked():
                lines[who].append(key)
        gifts = tuple(each for each in self._carry.gifts if self._gift_rows[each.key].isChecked())
        receiver = CombatantId(str(self.receiver.currentData() or ""))
        chosen = Carried(
            lines={who: tuple(keys) for who, keys in lines.items()},
            gifts={receiver: gifts} if gifts else {},
        )
        self.carry_requested.emit(chosen)
        return True

    @Slot()
    def _request_next(self) -> None:
        """Carries on what is ticked and asks for the next encounter; refused, it says so and nothing is planned."""
        self._hand_on()
        if self.message.tone != "danger" or self.message.isHidden():
            self.next_requested.emit()

    # ---- inside

    def _add_gifts(self, carry: CarryList, column: QVBoxLayout, content: QWidget) -> None:
        self.receiver.setParent(self)
        self.receiver.clear()
        self.receiver.setVisible(bool(carry.gifts))
        if not carry.gifts:
            return
        column.addWidget(
            _PersonTitle(self._icons, self._texts.text_of("recap.carry.gained"), None, "")
        )
        for person in carry.people:
            words = self._texts.text_of("recap.carry.to", who=person.after.name)
            self.receiver.addItem(words, person.who)
        for gift in carry.gifts:
            row = CarryRow(self._icons, gift.text, gift.value, is_on=False, parent=content)
            row.toggled.connect(self._count)
            self._gift_rows[gift.key] = row
            column.addWidget(row)
        holder = row_layout(None, self.receiver, margins=(18, 4, 10, 0))
        column.addLayout(holder)

    def _notes(self, carry: CarryList) -> list[tuple[str, Tone]]:
        text_of = self._texts.text_of
        notes: list[tuple[str, Tone]] = []
        if carry.open:
            notes.append((text_of("recap.carry.urgent", what=", ".join(carry.open)), "danger"))
        if carry.over:
            notes.append((text_of("recap.carry.by_itself", what=", ".join(carry.over)), "hint"))
        if carry.row is None and carry.people:
            notes.append((text_of("recap.carry.new_party", party=carry.party), "hint"))
        return notes

    def _lay_out(self) -> None:
        column = column_layout(self, margins=(0, 0, 0, 10), spacing=0)
        column.addWidget(self._head)
        column.addWidget(Separator(self._icons, self))
        column.addWidget(self._area, 1)
        foot = column_layout(None, self.message, margins=(10, 6, 10, 0), spacing=8)
        self.carry.setProperty("small", "false")
        self.carry.setFixedHeight(_BUTTON)
        row = row_layout(None, self.print, self.export, self.close_fight, spacing=8)
        add_items(foot, self.carry, self.take_back, self.next_encounter, row)
        column.addLayout(foot)

    def _button(self, which: str) -> QPushButton:
        words = self._texts.text_of(f"recap.button.{which}")
        button = QPushButton(words, self)
        button.setAccessibleName(words)
        button.setToolTip(plain_tip(self._texts.text_of(f"recap.button.{which}.tip")))
        button.setProperty("small", "true")
        button.setMinimumHeight(_BUTTON - 2)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    @Slot()
    def _count(self) -> None:
        """Says how many lines are ticked; with none there is nothing to carry on."""
        rows = self.rows
        on = sum(row.isChecked() for row in rows)
        text_of = self._texts.text_of
        said = text_of("recap.of", count=on, whole=len(rows)) if rows else ""
        self._head.show_note(said)
        has_people = self._carry is not None and bool(self._carry.people)
        is_idle = self._is_done and not on
        self.carry.show_words(
            text_of("recap.button.carried" if is_idle else "recap.button.carry"),
            "" if is_idle else "↵",
        )
        self.carry.setEnabled(bool(on) or (has_people and not self._is_done and not rows))
        self.carry.show_primary(is_primary=self.carry.isEnabled())
        self.take_back.setVisible(self._is_done)
        self.next_encounter.setVisible(has_people)


class _PanelTitle(QWidget):
    """The title of the dock, and how many lines are ticked."""

    def __init__(self, icons: Icons, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._title, self._note = icons, title, ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    def show_note(self, note: str) -> None:
        """Says something else at the right."""
        self._note = note
        self.setAccessibleName(f"{self._title} {note}".strip())
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, 44)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        room = QRectF(self.rect()).adjusted(10, 0, -10, 0)
        paint_text(painter, theme, room, self._title, "title", "text.primary")
        paint_text(painter, theme, room, self._note, "body", "text.secondary", RIGHT)


class _PersonTitle(QWidget):
    """Whose lines come below; None as side: nobody's, what is gained."""

    def __init__(self, icons: Icons, name: str, side: Side | None, note: str) -> None:
        super().__init__()
        self._icons, self._name, self._side, self._note = icons, name, side, note
        self.setAccessibleName(f"{name} {note}".strip())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, 27)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(self.rect(), theme.colour("surface.row_alt"))
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line.subtle"))
        middle = self.height() / 2
        if self._side is not None:
            paint_faction(painter, theme, QRectF(10, middle - 5.5, 11, 11), self._side)
        room = QRectF(28, 0, self.width() - 38, self.height())
        paint_text(painter, theme, room, self._name, "row", "text.primary", weight=600)
        paint_text(painter, theme, room, self._note, "small", "text.muted", RIGHT)
