"""The fields of the strip for real dice: one for each roll that is asked for, with the name of who rolls it."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import RollRefused, RollRequest, Typed
from encounter_gui.dice.typed_dice import read_answers
from encounter_gui.gui.log.faces_field import FacesField
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, plain_label
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.session.rollers import Roller

MOST = 12
"""So many rolls have a field of their own; of more there is one field, which takes a line for all of them."""

_WIDEST_NAME, _GAP = 120, 5
_BETWEEN = " / "


class NamedField(QWidget):
    """A field with the name of who rolls before it; empty: there is no other to be told from."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self.words = ""
        """Whose dice it takes, uncut."""
        self.name = plain_label("", self)
        self.field = FacesField(icons, texts, self)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_name(self, name: str) -> None:
        """Shows whose dice it takes."""
        theme, self.words = self._icons.theme, name
        self.name.setText(
            theme.elided(name, "body", _WIDEST_NAME, mode=Qt.TextElideMode.ElideMiddle)
        )
        self.name.setToolTip(plain_tip(name))
        self.name.setVisible(bool(name))
        colour_label(self.name, theme, "text.secondary")

    @property
    def _name_room(self) -> int:
        return 0 if self.name.isHidden() else self.name.sizeHint().width() + _GAP

    @override
    def sizeHint(self) -> QSize:
        field = self.field.sizeHint()
        height = max(field.height(), self.field.minimumHeight())
        return QSize(self._name_room + field.width(), height)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        # By hand: a layout would give the field the height that the style wants for one that stands alone.
        room = self._name_room
        self.name.setGeometry(0, 0, max(0, room - _GAP), self.height())
        self.field.setGeometry(room, 0, self.width() - room, self.height())


class FacesFields(QObject):
    """Answers all the rolls that are asked for together, each in its own field.

    The first also takes a line for all of them, while the others are blank: ``14 10 9``, faces in groups or in a row.
    Enter goes on to the next blank field; in a blank one, or where none is blank, it takes them all.
    """

    entered = Signal()
    """Enter: they are to be taken."""
    edited = Signal()
    """A key changed what is typed."""
    changed = Signal()
    """What is typed is another text."""
    turned = Signal(int)
    """Tab leads on to what else is owed, 1, or Shift and Tab back, -1."""
    waive_requested = Signal()
    """Del was pressed with nothing typed."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget) -> None:
        """Takes icons with the theme, the texts, and the widget they stand in."""
        super().__init__(parent)
        self._icons, self._texts, self._place = icons, texts, parent
        self._requests: tuple[RollRequest, ...] = ()
        self._names: tuple[str, ...] = ()
        self._roller: Roller | None = None
        self._count = 1
        self._all: list[NamedField] = []
        self._leads_on = False
        self._is_shown = False
        self._grow()

    # ---- the fields

    @property
    def places(self) -> tuple[NamedField, ...]:
        """Returns the fields that are asked for, with their names."""
        return tuple(self._all[: self._count])

    @property
    def field(self) -> FacesField:
        """Returns the field that has the keyboard, else the first that is not filled, else the first."""
        fields = [each.field for each in self.places]
        is_open = (each for each in fields if not each.text() or each.reading.refused is not None)
        unfilled = next(is_open, fields[0])
        return next((each for each in fields if each.hasFocus()), unfilled)

    def show(self, *, is_shown: bool) -> None:
        """Shows them, or nothing of them."""
        self._is_shown = is_shown
        for number, each in enumerate(self._all):
            each.setVisible(is_shown and number < self._count)

    @property
    def is_shown(self) -> bool:
        """Returns whether dice are asked for."""
        return self._is_shown

    def lead_on(self, *, leads_on: bool) -> None:
        """Has Tab behind the last of them, and back before the first, lead to what else is owed."""
        self._leads_on = leads_on
        for number, each in enumerate(self.places):
            each.field.leads_back = leads_on or number > 0
            each.field.leads_on = leads_on or number < self._count - 1

    def dress(self) -> None:
        """Takes the fonts of the theme as it is now."""
        for each in self._all:
            each.field.setFont(self._icons.theme.font("dice"))
            each.show_name(each.words)

    # ---- what they ask, and what is typed

    def ask(
        self, requests: tuple[RollRequest, ...], names: Sequence[str], roller: Roller | None
    ) -> None:
        """Wants the dice of these rolls; ``names`` tells them apart, none: there is one, or no need."""
        if (requests, tuple(names), roller) == (self._requests, self._names, self._roller):
            return
        if requests != self._requests:
            self.forget()
        self._requests, self._names, self._roller = requests, tuple(names), roller
        self._count = len(requests) if 0 < len(requests) <= MOST else 1
        while len(self._all) < self._count:
            self._grow()
        is_several = len(requests) > 1
        for number, each in enumerate(self.places):
            is_last = number == self._count - 1
            mine = requests[number:] if is_last else requests[number : number + 1]
            shown = names[number : number + 1] if self._count > 1 else ()
            row = requests if number == 0 and is_several else ()
            each.field.ask(mine, roller, row=row, name=" ".join(shown))
            each.show_name(" ".join(shown))
        self.lead_on(leads_on=self._leads_on)
        self.show(is_shown=self._is_shown)

    def forget(self) -> None:
        """Empties all fields: what was typed belongs to no roll any more."""
        self._requests = ()
        for each in self._all:
            each.field.forget()

    @property
    def text(self) -> str:
        """Returns what is typed as one line, the rolls parted by strokes; empty: nothing is."""
        texts = [each.field.text() for each in self.places]
        while len(texts) > 1 and not texts[-1]:
            texts.pop()
        return _BETWEEN.join(texts)

    def put_text(self, text: str) -> None:
        """Puts a line into the fields that ``text`` has returned before."""
        parts = text.split(_BETWEEN) if self._count > 1 else [text]
        parts += [""] * (self._count - len(parts))
        for each, part in zip(self.places, parts, strict=False):
            if each.field.text() != part:
                each.field.setText(part)

    @property
    def is_left_to_table(self) -> bool:
        """Returns whether the table types these dice and none is typed yet: Enter alone does not roll them."""
        return self._roller == "hand" and not self.text

    def go_on(self) -> bool:
        """Takes the keyboard from a field that is filled to the next blank one; returns whether there was any."""
        fields = [each.field for each in self.places]
        now = next((each for each in fields if each.hasFocus()), None)
        if now is None or not now.text() or now.is_row or now.reading.refused is not None:
            return False
        place = fields.index(now)
        blank = next((each for each in (*fields[place:], *fields[:place]) if not each.text()), None)
        if blank is not None:
            blank.setFocus(Qt.FocusReason.TabFocusReason)
        return blank is not None

    def answers(self, *, by_enter: bool) -> tuple[Typed | None, ...]:
        """Returns one answer a roll, in order; None: the app rolls. ``by_enter``: not by the button that says Roll.

        Raises:
            RollRefused: What is typed cannot be the result of these dice, or Enter was pressed where the table has
                typed too few; the keyboard is in the field that is wrong.
        """
        fields = [each.field for each in self.places]
        if fields[0].is_row and not any(each.text() for each in fields[1:]):
            rolls_rest = not by_enter or self._roller != "hand"
            try:
                return read_answers(fields[0].text(), self._requests, rolls_rest=rolls_rest)
            except RollRefused:
                fields[0].insist()
                raise
        found: list[Typed | None] = []
        for field in fields:
            try:
                found += field.answers(by_enter=by_enter)
            except RollRefused:
                if any(each.hasFocus() for each in fields):
                    field.setFocus(Qt.FocusReason.OtherFocusReason)
                raise
        return tuple(found)

    # ---- inside

    def _grow(self) -> None:
        made = NamedField(self._icons, self._texts, self._place)
        made.hide()
        field = made.field
        field.setFont(self._icons.theme.font("dice"))
        field.returnPressed.connect(self.entered)
        field.textEdited.connect(self._tell_edited)
        field.textChanged.connect(self._tell_changed)
        field.turned.connect(self._turn)
        field.waive_requested.connect(self.waive_requested)
        self._all.append(made)

    @Slot(int)
    def _turn(self, by: int) -> None:
        """Takes the keyboard to the next field, or behind the last of them on to what else is owed."""
        fields = [each.field for each in self.places]
        place = next((at for at, each in enumerate(fields) if each.hasFocus()), 0) + by
        if 0 <= place < len(fields):
            fields[place].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.turned.emit(by)

    @Slot()
    def _tell_edited(self) -> None:
        self.edited.emit()

    @Slot()
    def _tell_changed(self) -> None:
        self.changed.emit()
