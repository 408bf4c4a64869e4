"""The attack bench: the whole of an attack in one place, before, during and after its roll."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QSizePolicy,
    QToolButton,
    QToolTip,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import RollRefused
from encounter_gui.gui.attack.dice_input import DiceInput
from encounter_gui.gui.attack.fields.chooser_row import ChooserRow
from encounter_gui.gui.attack.form_side import FormSide
from encounter_gui.gui.attack.odds.odds_panel import OddsPanel
from encounter_gui.gui.attack.step_cell import Step
from encounter_gui.gui.dice.dice_line import is_digit
from encounter_gui.gui.keys.live_caps import PART, part_of
from encounter_gui.gui.keys.regions import LAST_STOP, first_stop
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.message_line import Segment
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import AttackForm, FormChoices, Odds

_HEAD = 34
_SIDE, _TOP, _BOTTOM = 10, 8, 5
_SHARE_OF_SET_UP = 0.42


class AttackPanel(QWidget):
    """Shows one bench and the odds of what is on it. Updating either leaves focus and typed dice alone."""

    choices_changed = Signal(dict)
    """All choices made so far (``FormChoices``), after each one that the game master makes."""

    overdue = Signal()
    """What the bench is still to show is to be shown now: something depends on it."""
    resolved = Signal(object, dict)
    """The bench's command, and the typed dice by request key. Dice are kept if ``show_refusal`` is called meanwhile."""

    typed_ahead = Signal(dict)
    """While an attack is under way: the typed dice of steps still to come, by request key."""
    finished = Signal()
    """What was resolved from here has been carried out, or asks for more."""
    height_changed = Signal()
    """Another form is shown, which may need another height: see ``height_wanted``."""
    answer_requested = Signal()
    """While an attack is under way: Enter, or a click on the step that is waited for."""

    digit_typed = Signal(str)
    """While an attack is under way: a digit typed where no dice are taken. It belongs to what that waits for."""

    one_requested = Signal()
    """Escape: instead of many one is to attack again."""
    field_requested = Signal()
    """Where everybody stands is to be seen instead."""
    compare_requested = Signal()
    """Everything that could be done instead is to be compared."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._form = AttackForm()
        self._drafts: dict[CombatantId | None, Mapping[str, str]] = {}
        self._is_shown = False
        self._has_steps = False
        self._keeps_keyboard = False
        """Whether what was resolved last was resolved with the keyboard here: then its next dice are typed here."""
        self.is_by_hand: Callable[[CombatantId | None], bool] = lambda _who: False
        self._choices: dict[str, str] = {}
        self._result: tuple[Segment, ...] = ()
        self._refusal = ""
        self._complaint = ""
        self._reading = ""
        self.head = ChooserRow(icons, texts, self)
        self.set_up = FormSide(icons, texts, self)
        self.odds = OddsPanel(icons, texts, self)
        self.compare = QToolButton(self)
        self.field = QToolButton(self)
        self._help = QToolButton(self)
        self.setAccessibleName(texts.text_of("gui.attack.bench"))
        self._lay_out()
        self._connect()
        self.show_bench(self._form)

    # ---- state downward

    @property
    def choices(self) -> FormChoices:
        """Returns what has been chosen so far, by chooser or toggle key."""
        return dict(self._choices)

    def set_choices(self, choices: FormChoices) -> None:
        """Takes other choices, without a signal; the bench made of them is to be shown next."""
        self._choices = dict(choices)

    def show_bench(self, form: AttackForm) -> None:
        """Shows a bench in place: widgets that stay keep focus, open lists and typed dice."""
        if form != self._form or not self._is_shown:
            self._is_shown = True
            self._show_parts(form)
        self._say()

    def _show_parts(self, form: AttackForm) -> None:
        before, self._form = self._form.actor, form
        had_die = isinstance(QApplication.focusWidget(), DiceInput) and self._has_keyboard()
        if form.actor != before:
            # What was typed belongs to whom it was typed for: it is no die of another's attack, and it is not lost.
            self._drafts[before] = self.set_up.dice.drafts
        self.head.show_choosers([field for field in form.fields if field.place == "head"])
        self.set_up.pills.show_choosers([field for field in form.fields if field.place == "left"])
        self.set_up.pills.show_toggles(form.toggles)
        self.set_up.sum.show_sum(form.sum)
        self.set_up.dice.show_fields(form.dice)
        if form.actor != before:
            self.set_up.dice.show_drafts(self._drafts.pop(form.actor, {}))
        resolve = self.set_up.dice.resolve
        resolve.show_words(form.resolve or self._texts.text_of("gui.attack.resolve"))
        resolve.setEnabled(form.command is not None)
        resolve.show_possible(is_possible=not form.why_not)
        resolve.setToolTip(
            plain_tip(form.why_not or self._texts.text_of("gui.attack.resolve_help"))
        )
        resolve.setAccessibleDescription(form.why_not)
        self.set_up.follow(keeps_width=self.isEnabled())
        self.height_changed.emit()
        if had_die and not self._has_keyboard() and self._can_attack:
            self.take_focus()  # the die with the keyboard is gone: the next one has it

    def show_odds(self, odds: Odds | None) -> None:
        """Shows the odds of the bench, in place; None: nothing to show odds of."""
        self.odds.show_odds(odds)

    @Slot(tuple)
    def show_steps(self, steps: tuple[Step, ...]) -> None:
        """Shows the steps of what is under way in the place of the dice fields; none: nothing is."""
        if steps or self._has_steps:
            self._has_steps = bool(steps)
            self.set_up.dice.show_steps(steps)
            if not steps:  # what was typed ahead for it is used, or belongs to nothing any more
                self.set_up.dice.wipe()
            self.set_up.follow(keeps_width=True)

    @Slot(str)
    def show_told(self, text: str) -> None:
        """Says what the step before came to; empty: nothing yet."""
        self.show_result(((text, False),) if text else ())

    def show_result(self, segments: Sequence[Segment]) -> None:
        """Says in one line how the last attack went, e.g. ``15 against 16: missed``; empty: nothing."""
        self._result = tuple(segments)
        self._refusal = ""
        self._say()

    def show_refusal(self, text: str) -> None:
        """Says why what was to be resolved was refused, and keeps the typed dice."""
        self._refusal = text
        self._say()

    @property
    def goes_on(self) -> bool:
        """Returns whether what was begun goes on here, so that its dice are typed next."""
        return self._form.goes_on and not self.set_up.dice.steps

    def go_on(self) -> bool:
        """Takes the keyboard to the next dice; returns whether there are any to be typed here.

        They are those of what was begun, where that goes on here. Where the last attack was resolved with the keyboard
        here, they are those of the next attack, as long as somebody has an action for one.
        """
        self.overdue.emit()
        keeps, self._keeps_keyboard = self._keeps_keyboard, False
        return (self.goes_on or (keeps and self._can_attack)) and self.take_focus()

    def let_go(self) -> None:
        """Leaves the keyboard to others: the next dice are not typed here before somebody comes back."""
        self._keeps_keyboard = False

    @property
    def _can_attack(self) -> bool:
        form = self._form
        is_possible = form.command is not None and not form.why_not
        return is_possible and bool(form.dice) and not self.set_up.dice.steps

    @property
    def why_not(self) -> str:
        """Why what is on it cannot be carried out as it stands; empty: it can, or it goes on."""
        can_go_on = self._form.command is not None or bool(self.set_up.dice.steps)
        return "" if can_go_on else self._form.why_not

    # ---- intents upward

    @Slot()
    def resolve(self) -> None:
        """Hands the command and the typed dice on; in place says what is wrong, if anything is.

        While an attack is under way it begins no other: what that waits for is to be answered.
        """
        self.overdue.emit()
        if self.set_up.dice.steps:
            self.answer_requested.emit()
            return
        command = self._form.command
        if command is None:
            self._refusal = self._form.why_not
            self._say()
            return
        try:
            typed = dict(self.set_up.dice.answers())
        except RollRefused:
            return
        self._refusal, self._result = "", ()
        # Before anything follows: dice that are used are no draft of this actor, and none of the next target.
        drafts, had_keyboard = self.set_up.dice.drafts, self._has_keyboard()
        self._keeps_keyboard = had_keyboard
        self.set_up.dice.wipe()
        self.resolved.emit(command, typed)
        if refusal := self._refusal:
            self.set_up.dice.show_drafts(drafts)
            self._refusal = refusal  # typing forgives it, putting dice back does not
        elif self.set_up.dice.steps:
            self.set_up.dice.show_drafts(drafts)  # those of steps to come are kept, and can be seen
            if had_keyboard:
                self.answer_requested.emit()  # its next die is typed there: digits mean nothing else
            self.finished.emit()
        elif not (had_keyboard and not _is_in_strip() and self.go_on()):
            self.finished.emit()
        self._say()

    def _has_keyboard(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def take_focus(self) -> bool:
        """Takes the keyboard to the dice, those the table types before others, or to what can be chosen.

        While an attack is under way, it takes it to its answer; while there is nothing to choose yet, nowhere.
        """
        if not self.isVisible() or not self.isEnabled():
            return False
        if self.set_up.dice.steps:
            self.answer_requested.emit()
            return True
        if not self._form.fields and not self._form.dice:
            return False
        resolve = self.set_up.dice.resolve
        can_resolve = resolve.isVisible() and resolve.isEnabled()
        first = self._first_die() or (resolve if can_resolve else None) or first_stop(self)
        if first is not None:
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return first is not None

    @Slot()
    def _press_enter(self) -> None:
        """Presses the button the keyboard is on; from anywhere else it resolves."""
        focus = QApplication.focusWidget()
        if isinstance(focus, QAbstractButton) and focus is not self.set_up.dice.resolve:
            focus.click()
        else:
            self.resolve()

    def take_dice(self, key: str) -> None:
        """Takes the keyboard to the field for the dice of a roll, by its key."""
        for field in self.set_up.dice.inputs:
            if field.key == key:
                field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Types a digit into the next die, whichever list or button of the bench has the keyboard."""
        if event.key() == Qt.Key.Key_Escape and self._form.is_of_many:
            self.one_requested.emit()
        if is_digit(event.text()) and self._take_digit(event.text()):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _take_digit(self, digit: str) -> bool:
        if self.set_up.dice.steps:
            self.digit_typed.emit(digit)
            return True
        self.overdue.emit()
        field = self._first_die()
        if field is None:
            return False
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.insert(digit)
        return True

    def _dice_to_type(self) -> list[DiceInput]:
        """Returns the fields for dice that are seen, those the table types first."""
        shown = [each for each in self.set_up.dice.inputs if each.isVisible()]
        return sorted(shown, key=lambda each: not self.is_by_hand(each.who))

    def _first_die(self) -> DiceInput | None:
        """Returns the field that the next die is typed into: the first blank one; None: there are no fields."""
        fields = self._dice_to_type()
        return next((each for each in fields if not each.text()), next(iter(fields), None))

    @Slot()
    def _tell_typed(self) -> None:
        self.typed_ahead.emit(dict(self.set_up.dice.typed()))

    @Slot(str, str)
    def _choose(self, key: str, value: str) -> None:
        self.choose({key: value})

    @Slot(dict)
    def choose(self, choices: FormChoices) -> None:
        """Chooses as its own fields do: what is chosen besides stays."""
        self._choices |= choices
        self._refusal, self._result = "", ()
        self.choices_changed.emit(dict(self._choices))
        self._say()

    @Slot(str)
    def _give_back(self, key: str) -> None:
        self.give_back((key,))

    @Slot(tuple)
    def give_back(self, keys: Sequence[str]) -> None:
        """Has the plan decide again what was decided by hand in its place."""
        self._choices = {key: each for key, each in self._choices.items() if key not in keys}
        self._refusal, self._result = "", ()
        self.choices_changed.emit(dict(self._choices))
        self._say()

    @Slot(str)
    def _complain(self, complaint: str) -> None:
        self._complaint = complaint
        self._refusal = ""
        self._say()

    @Slot(str)
    def _show_reading(self, reading: str) -> None:
        self._reading = reading
        self._say()

    @Slot()
    def _explain(self) -> None:
        below = self._help.mapToGlobal(QPoint(0, self._help.height()))
        QToolTip.showText(below, self._help.toolTip(), self._help)

    def _say(self) -> None:
        """The most pressing thing to say, in the one line there is."""
        say, form = self.set_up.message.say, self._form
        if self._complaint or self._refusal:
            is_news = say([(self._complaint or self._refusal, False)], "danger")
        elif self._reading:
            is_news = say([(self._reading, False)], "hint")
        elif self._result:
            is_news = say(self._result, "result")
        elif form.why_not:
            # Without a sum it is merely not complete yet; with one, the rules refuse it. What can be resolved but for
            # an action that is spent is no mistake: it says so without alarm.
            is_wrong = form.command is None and bool(form.sum)
            is_news = say([(form.why_not, False)], "danger" if is_wrong else "hint")
        else:
            is_news = say([(form.note, False)] if form.note else (), "hint")
        if is_news:
            self.set_up.place()

    def _lay_out(self) -> None:
        head = row_layout(margins=(_SIDE, 0, _SIDE, 0))
        head.addWidget(self.head, 1)
        head.addWidget(self.field)
        head.addWidget(self.compare)
        head.addWidget(self._help)
        body = row_layout(margins=(_SIDE, _TOP, _SIDE, _BOTTOM), spacing=2 * _SIDE + 16)
        body.addWidget(self.set_up)
        body.addWidget(self.odds, 1)
        column = column_layout(self, spacing=0)
        column.addLayout(head)
        column.addLayout(body, 1)
        self.head.setFixedHeight(_HEAD)
        self.set_up.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def _connect(self) -> None:
        self.compare.setProperty(LAST_STOP, True)
        self.compare.setIcon(self._icons.icon("chart"))
        self.compare.setAccessibleName(self._texts.text_of("gui.compare.open"))
        self.compare.setToolTip(plain_tip(self._texts.text_of("gui.compare.open")))
        self.compare.clicked.connect(self.compare_requested)
        self.field.setProperty(LAST_STOP, True)
        self.field.setIcon(self._icons.icon("field"))
        self.field.setAccessibleName(self._texts.text_of("gui.field.open"))
        self.field.setToolTip(plain_tip(self._texts.text_of("gui.field.open")))
        self.field.clicked.connect(self.field_requested)
        self._help.setProperty(LAST_STOP, True)
        self._help.setIcon(self._icons.icon("info"))
        self._help.setAccessibleName(self._texts.text_of("gui.attack.odds_help_name"))
        self._help.setToolTip(plain_tip(self._texts.text_of("gui.attack.odds_help")))
        self._help.clicked.connect(self._explain)
        for choosers in (self.head, self.set_up.choosers, self.odds):
            choosers.chosen.connect(self._choose)
        for questions in (self.head, self.set_up.choosers):
            questions.returned.connect(self._give_back)
        self.set_up.pills.changed.connect(self.choose)
        self.set_up.pills.returned.connect(self.give_back)
        self.set_up.dice.complaint_changed.connect(self._complain)
        self.set_up.dice.reading_changed.connect(self._show_reading)
        self.set_up.dice.resolve.clicked.connect(self.resolve)
        self.set_up.dice.typed_ahead.connect(self._tell_typed)
        self.set_up.dice.step_pressed.connect(self.answer_requested)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            shortcut = QShortcut(
                QKeySequence(key), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut
            )
            shortcut.activated.connect(self._press_enter)
        self._icons.recoloured.connect(self._repaint)
        self._icons.loaded.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        for widget in (self, *self.findChildren(QWidget)):
            widget.update()

    @property
    def height_wanted(self) -> int:
        """The height in which nothing of the form has to be scrolled to, in logical pixels."""
        return _HEAD + _TOP + _BOTTOM + self.set_up.height_wanted

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_up.use_width(round(_SHARE_OF_SET_UP * self.width()))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(0, _HEAD, self.width(), 1, theme.colour("line.subtle"))
        x = self.odds.x() - _SIDE - 8
        painter.fillRect(
            x,
            _HEAD + 1 + _TOP,
            1,
            self.height() - _HEAD - 2 * _TOP - 1,
            theme.colour("line.subtle"),
        )


def _is_in_strip() -> bool:
    """Returns whether the keyboard was led to the strip: there is something to answer first."""
    part = part_of(QApplication.focusWidget())
    return part is not None and part.property(PART) == "strip"
