"""Who has joined the players' page: seats, who asks for one, and buttons to let in and send away."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.share.guests import Guest


class _Row(QWidget):
    """One guest. Rows are kept and filled anew: a button is never deleted while it is being pressed."""

    pressed = Signal(int, str)
    """The guest's id, and ``let_in``, ``unseat`` or ``remove``."""

    def __init__(self, texts: MessageCatalog, parent: QWidget) -> None:
        super().__init__(parent)
        self._texts = texts
        self._guest = 0
        self.words = plain_label("", self)
        self.buttons = {
            each: QPushButton(texts.text_of(f"players.panel.{each}"), self)
            for each in ("let_in", "unseat", "remove")
        }
        row = row_layout(self, (self.words, 1))
        for name, button in self.buttons.items():
            button.setProperty("small", "true")
            button.clicked.connect(partial(_emit, self.pressed.emit, self._id, name))
            row.addWidget(button)

    def _id(self) -> int:
        return self._guest

    def show_guest(self, guest: Guest, name_of: Callable[[str], str]) -> None:
        """Shows a guest; ``name_of`` returns the name of the combatant of a seat."""
        self._guest = guest.id
        text_of = self._texts.text_of
        who = guest.name or text_of("players.panel.nameless", number=guest.id)
        if guest.wanted:
            state = text_of("players.panel.asks", name=name_of(guest.wanted))
        elif guest.seat:
            state = name_of(guest.seat)
        else:
            state = text_of("players.panel.looks_on")
        here = text_of("players.panel.here" if guest.is_here else "players.panel.away")
        self.words.setText(f"{who}: {state} · {here}")
        self.buttons["let_in"].setVisible(bool(guest.wanted))
        self.buttons["unseat"].setVisible(bool(guest.wanted or guest.seat))
        for name, button in self.buttons.items():
            button.setAccessibleName(text_of(f"players.panel.{name}_who", who=who))


def _emit(
    emit: Callable[[int, str], None], guest: Callable[[], int], name: str, *_: object
) -> None:
    emit(guest(), name)


class GuestList(QWidget):
    """The guests in the order in which they came."""

    pressed = Signal(int, str)
    """A guest's id, and ``let_in``, ``unseat`` or ``remove``."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Shows nobody yet."""
        super().__init__(parent)
        self._texts = texts
        self._rows: list[_Row] = []
        self._nobody = QLabel(texts.text_of("players.panel.nobody"), self)
        self._column = column_layout(self, self._nobody)

    @property
    def rows(self) -> tuple[_Row, ...]:
        """The rows that are shown."""
        return tuple(each for each in self._rows if not each.isHidden())

    def show_guests(self, guests: tuple[Guest, ...], name_of: Callable[[str], str]) -> None:
        """Shows these guests."""
        self._nobody.setVisible(not guests)
        while len(self._rows) < len(guests):
            row = _Row(self._texts, self)
            row.pressed.connect(self.pressed)
            self._rows.append(row)
            self._column.addWidget(row)
        for place, row in enumerate(self._rows):
            row.setVisible(place < len(guests))
            if place < len(guests):
                row.show_guest(guests[place], name_of)
