"""Asks for a new game: a few words and formulas. While they are typed their mistakes and the odds stand beside them."""

from collections.abc import Mapping

from msgspec import structs
from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QPushButton,
    QScrollArea,
    QWidget,
)

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.workshop.new_game.look_panel import LookPanel
from encounter_gui.gui.workshop.new_game.word_field import WordField
from encounter_gui.play.rulesets.first_look import first_look
from encounter_gui.play.rulesets.new_game import KINDS, NewGame, key_of, like, problems

_WORDS = (
    "name",
    "id",
    "attributes",
    "health",
    "initiative",
    "attack",
    "roll",
    "against",
    "damage",
    "soak",
    "condition",
)
"""The words that are typed, in the order in which they are asked for."""

_LOOK_MS = 120
"""So long after the last key the game is tried: nobody reads odds while typing."""


class NewGameDialog(QDialog):
    """Makes a ``NewGame``; nothing is written before the button is pressed, and only what can be played."""

    made = Signal(object)
    """``NewGame``: it is to be made. The dialog stays open until ``close`` or ``show_trouble``."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._texts = texts
        self._is_own_id = False
        text_of = texts.text_of
        column = set_up_dialog(self, text_of("gui.new_game.title"))
        self.kind = QComboBox(self)
        self.kind.setAccessibleName(text_of("gui.new_game.kind"))
        for kind in KINDS:
            self.kind.addItem(text_of(f"gui.new_game.kind.{kind}"), kind)
        self.words = {each: self._word(each, icons) for each in _WORDS}
        self.wins_draw = self._flag("wins_draw")
        self.by_side = self._flag("by_side")
        self.trouble = plain_label("", self)
        self.look = LookPanel(icons, texts, self)
        self.make = QPushButton(text_of("gui.new_game.make"), self)
        cancel = QPushButton(text_of("gui.cancel"), self)
        column.addWidget(plain_label(text_of("gui.new_game.text"), self))
        column.addLayout(row_layout(None, self._form(), self.look, spacing=16), 1)
        column.addWidget(self.trouble)
        column.addLayout(buttons(cancel, self.make))
        self._timer = QTimer(self, singleShot=True, interval=_LOOK_MS)
        self._timer.timeout.connect(self._try)
        self.kind.currentIndexChanged.connect(self._begin)
        self.make.clicked.connect(self._make)
        cancel.clicked.connect(self.reject)
        self.resize(860, 640)
        self._begin()
        self.words["name"].field.setFocus()

    @property
    def game(self) -> NewGame:
        """The game as it is typed."""
        words: Mapping[str, str] = {name: each.text.strip() for name, each in self.words.items()}
        attributes = tuple(each.strip() for each in words["attributes"].split(",") if each.strip())
        rest = {name: text for name, text in words.items() if name != "attributes"}
        return NewGame(
            attributes=attributes,
            wins_draw=self.wins_draw.isChecked(),
            by_side=self.by_side.isChecked(),
            **rest,
        )

    def show_trouble(self, sentence: str) -> None:
        """Says why the game could not be made; what was typed stays."""
        self.trouble.setText(sentence)

    def _word(self, name: str, icons: Icons) -> WordField:
        text_of = self._texts.text_of
        field = WordField(
            text_of(f"gui.new_game.{name}"), text_of(f"gui.new_game.{name}.hint"), icons, self
        )
        field.changed.connect(lambda: self._typed(name))
        return field

    def _flag(self, name: str) -> QCheckBox:
        box = QCheckBox(self._texts.text_of(f"gui.new_game.{name}"), self)
        box.toggled.connect(self._wait)
        return box

    def _form(self) -> QScrollArea:
        inner = QWidget()
        order: list[QWidget] = [self.kind, *self.words.values()]
        order.insert(order.index(self.words["initiative"]) + 1, self.by_side)
        order.insert(order.index(self.words["against"]) + 1, self.wins_draw)
        column_layout(inner, *order, STRETCH, spacing=8, margins=(0, 0, 8, 0))
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inner)
        return area

    @Slot()
    def _begin(self) -> None:
        """Fills the formulas of another kind of game in; the names that were typed stay."""
        name = self.words["name"].text
        kind = self.kind.currentData()
        game = like(kind, self.words["id"].text, name)
        for each in _WORDS[2:]:
            value = getattr(game, each)
            self.words[each].show_text(", ".join(value) if isinstance(value, tuple) else value)
        self.wins_draw.setChecked(game.wins_draw)
        self.by_side.setChecked(game.by_side)
        self._wait()

    def _typed(self, name: str) -> None:
        if name == "id":
            self._is_own_id = bool(self.words["id"].text)
        if name == "name" and not self._is_own_id:
            self.words["id"].show_text(key_of(self.words["name"].text).replace("_", "-")[:40])
        self._wait()

    @Slot()
    def _wait(self) -> None:
        self.trouble.setText("")
        self._timer.start()

    @Slot()
    def _try(self) -> bool:
        """Shows what is wrong with each word, or what the game comes to; returns whether nothing is wrong."""
        game = self.game
        untouched = not game.name and not game.id
        tried = structs.replace(game, name="New", id="new") if untouched else game
        wrong = problems(tried)
        for name, field in self.words.items():
            said = (self._texts.text(each.message) for each in wrong if each.field == name)
            field.show_problem(next(said, ""))
        rest = (self._texts.text(each.message) for each in wrong if each.field not in self.words)
        self.show_trouble(next(rest, ""))
        self.make.setEnabled(not wrong and not untouched)
        try:
            self.look.show_looks(() if wrong else first_look(tried, self._texts))
        except AppError as error:
            self.show_trouble(self._texts.text(error.message))
        return not wrong and not untouched

    @Slot()
    def _make(self) -> None:
        self._timer.stop()
        if self._try():
            self.made.emit(self.game)
