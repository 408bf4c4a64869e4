"""Asks for the initiative of everybody in one pass: typed where the table rolls, rolled where it does not."""

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QDialog, QHBoxLayout, QPushButton, QRadioButton, QWidget
from typing_extensions import override

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Typed
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.initiative.initiative_model import InitiativeModel
from encounter_gui.gui.initiative.initiative_table import InitiativeTable
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.model.commands import InitiativeScope, RollInitiative
from encounter_gui.rules.view import InitiativeRow


class InitiativeDialog(QDialog):
    """A field for each combatant or side. Tab goes through them, Enter takes what is typed and rolls the rest.

    A blank field of somebody for whom the table rolls stays open. The fight can be seen and played meanwhile.
    """

    rolled = Signal(object, object)
    """``RollInitiative``, and a mapping of typed answers by ``@`` and who rolls."""
    roller_stepped = Signal(object)
    """``InitiativeRow``: its rolls go to the next roller."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._texts = texts
        column = set_up_dialog(self, texts.text_of("gui.initiative.title"))
        column.addLayout(self._made_modes())
        self.model = InitiativeModel(icons, texts, self)
        self.table = InitiativeTable(self.model, icons, texts, self)
        column.addWidget(self.table, 1)
        icons.loaded.connect(self.table.viewport().update)
        icons.recoloured.connect(self.table.viewport().update)
        self._error = plain_label("", self)
        self._error.setProperty("role", "danger")
        self._error.hide()
        column.addWidget(self._error)
        self.roll_npcs = self._button("roll_npcs")
        self.roll_all = self._button("roll_all")
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        self.take = self._button("take")
        column.addLayout(buttons(self.roll_npcs, self.roll_all, cancel, self.take))
        self.table.taken.connect(self._take)
        self.table.left.connect(self.reject)
        self.table.again_requested.connect(self._roll_again)
        self.table.roller_stepped.connect(self._step_roller)
        self.roll_npcs.clicked.connect(self._roll_npcs)
        self.roll_all.clicked.connect(self._roll_all)
        self.take.clicked.connect(self._take)
        cancel.clicked.connect(self.reject)
        self.resize(610, 420)

    @override
    def done(self, result: int) -> None:
        # One more Enter, or the end of the encounter, must not end it a second time before it is freed.
        if self.isVisible():
            super().done(result)

    def _button(self, key: str) -> QPushButton:
        button = QPushButton(self._texts.text_of(f"gui.initiative.{key}"), self)
        button.setAutoDefault(False)
        return button

    def _made_modes(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.addWidget(plain_label(self._texts.text_of("gui.initiative.text"), self), 1)
        self.modes = QButtonGroup(self)
        for number, key in enumerate(("dice", "total")):
            button = QRadioButton(self._texts.text_of(f"gui.initiative.mode_{key}"), self)
            button.setChecked(number == 0)
            self.modes.addButton(button, number)
            line.addWidget(button)
        self.modes.idClicked.connect(self._choose_mode)
        return line

    # ---- state downward

    @Slot(object, object)
    def show_rows(self, rows: tuple[InitiativeRow, ...], rollers: Mapping[str, Roller]) -> None:
        """Shows who has an initiative, and by the first member of each who rolls for it."""
        is_first = not self.model.rows
        self.model.show_rows(rows, rollers)
        if is_first:
            self.table.begin(self._first_open())

    @Slot(str)
    def show_error(self, sentence: str) -> None:
        """Says why something could not be done; empty: nothing to say."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))

    def _first_open(self) -> int:
        """Returns the first row for which the table rolls and has not yet, else the first."""
        places = range(len(self.model.rows))
        by_hand = (each for each in places if self.model.roller(each) == "hand")
        return next((each for each in by_hand if self.model.rows[each].score is None), 0)

    # ---- intents upward

    @Slot()
    def _take(self) -> None:
        """Takes what is typed, has the program roll for the rest of its own, and closes."""
        rows = self.model.rows
        meant = [
            place
            for place, row in enumerate(rows)
            if self.model.is_typed(place)
            or (row.score is None and self.model.roller(place) != "hand")
        ]
        typed = self._typed_value(meant)
        if typed is None:
            return
        if meant:
            who = tuple(rows[place].members[0] for place in meant)
            self.model.forget_typed()
            self.rolled.emit(RollInitiative(who=who), typed)
        if self._error.isHidden():
            self.accept()

    @Slot()
    def _roll_all(self) -> None:
        self._roll(range(len(self.model.rows)), "all")

    @Slot()
    def _roll_npcs(self) -> None:
        rows = self.model.rows
        self._roll([place for place, row in enumerate(rows) if row.side != "pc"], "npcs")

    @Slot(int)
    def _roll_again(self, place: int) -> None:
        typed = self._typed_value([place])
        if typed is not None:
            self.model.forget_typed(place)
            self.rolled.emit(RollInitiative(who=(self.model.rows[place].members[0],)), typed)

    def _roll(self, places: range | list[int], scope: InitiativeScope) -> None:
        typed = self._typed_value(places)
        if typed is not None:
            for place in places:
                self.model.forget_typed(place)
            self.rolled.emit(RollInitiative(scope=scope), typed)

    @Slot(int)
    def _step_roller(self, place: int) -> None:
        self.roller_stepped.emit(self.model.rows[place])

    @Slot(int)
    def _choose_mode(self, number: int) -> None:
        self.model.take_totals(on=number == 1)

    def _typed_value(self, places: range | list[int]) -> dict[str, Typed] | None:
        """Returns what is typed in these rows by who rolls; None, once the error is shown, if one is impossible."""
        self.show_error("")
        found: dict[str, Typed] = {}
        for place in places:
            row = self.model.rows[place]
            try:
                answer = self.model.answer(place)
            except AppError as error:
                self.show_error(f"{row.name}: {self._texts.text(error.message)}")
                self.table.begin(place)
                return None
            if answer is not None:
                found[f"@{row.side if row.by_side else row.members[0]}"] = answer
        return found
