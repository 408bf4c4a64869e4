"""The strip above the log: what waits in its head, what else is owed below; never in the way, gone with Escape."""

from msgspec.structs import replace
from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QButtonGroup,
    QFrame,
    QLabel,
    QSizePolicy,
    QWidget,
)
from shiboken6 import isValid
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.dice.requests import RollRefused, RollRequest
from encounter_gui.gui.dice.dice_line import is_digit
from encounter_gui.gui.log.faces_field import FacesField
from encounter_gui.gui.log.faces_fields import FacesFields
from encounter_gui.gui.log.owed_entry import HEIGHT as OTHERS
from encounter_gui.gui.log.owed_row import OwedRow
from encounter_gui.gui.log.prompt_look import PromptLook, look_of
from encounter_gui.gui.log.prompt_state import OwedLine, PromptState, Question
from encounter_gui.gui.log.prompt_words import PromptWords
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label
from encounter_gui.gui.theme.yellow import STRIP
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.view import Notice, Option

_BAR = 4
_GAP = 8
_TOLD = 19
_TWO_LINES = 2
_NARROWEST = 140
_MOST_KEYS = 9


class PromptStrip(QFrame):
    """Shows what waits for the game master; focus stays where it was until ``take_focus``."""

    answered = Signal(tuple)
    """One ``Typed`` or None (roll for me) for each roll that was asked for."""
    chosen = Signal(str)
    """The key of the chosen option."""
    dismissed = Signal()
    """The question is put off: nothing has happened."""
    notice_accepted = Signal(tuple)
    """The button of the notice: with one ``Typed`` or None for each roll it leads to, where these can be typed."""
    waived = Signal(tuple, str)
    """What is owed shall not be rolled: its ids (none: what the notice is about), and the reason typed in the field."""
    owed_answered = Signal(tuple, tuple)
    """The ids of what is owed, and one ``Typed`` or None for each roll it begins with."""
    owed_chosen = Signal(tuple)
    """The ids of what shall stand in the head."""
    owed_put_off = Signal(tuple)
    """The ids of what is left for later."""
    left = Signal(bool)
    """Nothing waits for the keyboard any more; False: it was put off, and the keyboard goes to the table."""
    notice_put_off = Signal()
    """The notice was put away."""
    continue_requested = Signal()
    """The fight shall go on from the past moment that is shown."""
    live_requested = Signal()
    """Back from the past to the fight as it stands."""
    shown_changed = Signal()
    """The strip appeared, went, or says something else."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._state = PromptState()
        self._notice_given: Notice | None = None
        self._look = PromptLook(later="")
        self._drafts: dict[object, str] = {}
        self._is_answering = False
        self._words = PromptWords(icons, self)
        self._fields = FacesFields(icons, texts, self)
        self._options = QButtonGroup(self)
        self._button = ShortcutButton(icons, parent=self)
        self._note = QLabel(self)
        self._count = QLabel(self)
        self._waive = ShortcutButton(icons, "Del", self)
        self._later = ShortcutButton(icons, "Esc", self)
        self._others = OwedRow(icons, texts, self)
        self._head_height = round(icons.theme.size("prompt"))
        self._set_up()
        self._connect()
        self._show()

    def _set_up(self) -> None:
        self.setAccessibleName(self._texts.text_of("gui.fight.prompt"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for label in (self._note, self._count):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._later.setProperty("flat", "true")
        self._later.show_cap_in("table", "Esc")
        self._waive.show_cap_in("", "Ctrl Del")
        for button in (self._button, self._waive, self._later):
            button.setAutoDefault(
                True
            )  # Enter presses the one that has the keyboard, as in a dialog
        self._dress()

    def _connect(self) -> None:
        self._fields.entered.connect(self._enter)
        self._fields.edited.connect(self._forgive)
        self._fields.changed.connect(self._name_button)
        self._fields.changed.connect(self._complain_of_reading)
        self._fields.turned.connect(self.turn)
        self._button.clicked.connect(self._press)
        self._waive.setToolTip(plain_tip(self._word("waive_help")))
        self._waive.clicked.connect(self._press_waive)
        self._fields.waive_requested.connect(self._press_waive)
        self._later.clicked.connect(self.dismiss)
        self._options.buttonClicked.connect(self._choose)
        self._others.chosen.connect(self._choose_owed)
        self._others.answered.connect(self._answer_other)
        self._others.waived.connect(self._waive_other)
        self._others.complained.connect(self._complain)
        self._icons.loaded.connect(self._dress)
        self._icons.recoloured.connect(self._dress)

    # ---- what it says

    @property
    def state(self) -> PromptState:
        """Returns all it has to say, shown or kept."""
        return self._state

    @property
    def text(self) -> str:
        """Returns what it says now; empty: nothing."""
        return "" if self._state.foremost == "nothing" else self._words.text

    @property
    def field(self) -> FacesField:
        """Returns the field for typed dice; of several the one that has the keyboard, or is to have it next."""
        return self._fields.field

    @property
    def fields(self) -> FacesFields:
        """Returns the fields for typed dice, one for each roll that is asked for."""
        return self._fields

    @property
    def button(self) -> ShortcutButton:
        """Returns the button that rolls, accepts or continues."""
        return self._button

    @property
    def later(self) -> ShortcutButton:
        """Returns the button that puts it off."""
        return self._later

    @property
    def waive(self) -> ShortcutButton:
        """Returns the button that does without what is owed."""
        return self._waive

    @property
    def others(self) -> OwedRow:
        """Returns the row of what else is owed."""
        return self._others

    @property
    def told(self) -> str:
        """Returns what a command that waits has come to so far, as it is shown."""
        return " · ".join(self._state.told)

    @property
    def option_buttons(self) -> tuple[QAbstractButton, ...]:
        """Returns the buttons of a choice, in order."""
        return tuple(self._options.buttons())

    def ask(self, question: Question | None) -> None:
        """Asks this; None: nothing waits any more."""
        if question != self._state.question:
            self._drafts.pop("question", None)
            if self._state.question is not None and not self._state.question.ids:
                self._fields.forget()
        held = self._state.held if question == self._state.question else ""
        self._put(replace(self._state, question=question, error="", held=held))

    def show_owed(self, owed: OwedLine) -> None:
        """Shows what is owed beside the question; what was typed for any of it stays with it."""
        held = self._state.held if owed == self._state.owed else ""
        self._put(replace(self._state, owed=owed, held=held))

    def show_told(self, told: tuple[str, ...]) -> None:
        """Says what a command that waits has come to so far; none: nothing yet."""
        self._put(replace(self._state, told=told))

    def show_notice(
        self,
        notice: Notice | None,
        rolls: tuple[RollRequest, ...] = (),
        roller: Roller | None = None,
    ) -> None:
        """Says what is true of the fight now; the same notice put off before stays put off; None: nothing.

        ``rolls`` are those its button leads to; they can be typed at once, by ``roller``.
        """
        if notice != self._notice_given:
            self._notice_given = notice
            if self._state.foremost == "notice":
                self._fields.forget()
            self._put(replace(self._state, notice=notice, rolls=rolls, roller=roller))

    def clear(self) -> None:
        """Has nothing to say any more: what it said, and what was typed into it, belongs to a fight that is closed."""
        self._notice_given = None
        self._fields.forget()
        self._put(PromptState())
        self._others.show_items((), {})
        self._drafts.clear()

    def show_error(self, text: str) -> None:
        """Says what went wrong until it is put away or something else is asked; empty: nothing did."""
        self._put(replace(self._state, error=text))

    def show_held(self, text: str) -> None:
        """Says behind the words of what waits why the next step waits for it, until that is answered or typed at."""
        self._put(replace(self._state, error="", held=text))

    def uncover(self) -> None:
        """Puts an error away that stands over something that waits for an answer: it has been read."""
        if self._state.question is not None or self._state.owed.items:
            self._put(replace(self._state, error=""))

    def show_history_banner(self, text: str) -> None:
        """Says that a past moment is shown; empty: the fight is live."""
        self._put(replace(self._state, banner=text))

    def take_focus(self) -> bool:
        """Takes the keyboard to what is to be answered; returns whether there is anything."""
        wanted: tuple[QWidget, ...] = (self.field, *self.option_buttons, self._button, self._later)
        first = next((widget for widget in wanted if widget.isVisibleTo(self)), None)
        if self._state.foremost == "nothing" or first is None:
            return False
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and (focus is self or self.isAncestorOf(focus))

    def _keep_focus(self, *, had_focus: bool) -> None:
        """After an answer: the keyboard to what waits next for the players, else back to the table."""
        self._is_answering = False
        if had_focus and not (self._waits_for_keys() and self.take_focus()):
            self.left.emit(True)

    def _waits_for_keys(self) -> bool:
        """Returns whether something waits that was asked for, rather than a notice that is merely true."""
        return self._state.foremost in ("question", "owed", "error")

    # ---- showing it

    def _put(self, state: PromptState) -> None:
        if state != self._state:
            self._state = state
            self._show()
            self.shown_changed.emit()

    def _show(self) -> None:
        look = look_of(self._state, self._word)
        focus, had_focus = QApplication.focusWidget(), self._has_focus()
        if look is not None:
            self._show_look(look)
            self._show_others()
            self._place()
        self.setVisible(look is not None)
        is_lost = focus is not None and isValid(focus) and not focus.isVisibleTo(self)
        if had_focus and (is_lost or look is None) and not self._is_answering:
            self._keep_focus(had_focus=True)

    def _show_look(self, look: PromptLook) -> None:
        old, self._look = self._look, look
        self._words.show_words(look.icon, f"status.{look.kind}", look.pieces, look.side)
        self._note.setText(look.note)
        self._note.setVisible(bool(look.note))
        self._show_field(old, look)
        if look.options != old.options:
            self._fill_options(look.options)
        self._name_button()
        self._button.show_primary(is_primary=look.is_primary, rank=STRIP)
        self._button.setVisible(bool(look.button))
        self._waive.show_words(look.waive)
        self._waive.setVisible(bool(look.waive))
        self._later.show_words(look.later)
        self.update()

    def _show_field(self, old: PromptLook, look: PromptLook) -> None:
        """Shows the field for the dice of this look; what was typed for another one is kept for it."""
        if look.key != old.key and old.requests:
            self._drafts[old.key] = self._fields.text
        if look.requests and look.key != old.key:
            self._drafts |= self._others.drafts()
            self._fields.forget()
            self._fields.ask(look.requests, look.names, look.roller)
            self._fields.put_text(self._drafts.pop(look.key, ""))
        elif look.requests:
            self._fields.ask(look.requests, look.names, look.roller)
        self._fields.show(is_shown=bool(look.requests))

    def _show_others(self) -> None:
        owed, others = self._state.owed, self._state.others
        is_shown = self._state.foremost in ("question", "owed") and owed.count > 1
        count = self._texts.text_of("gui.fight.prompt.owed", count=owed.count) if is_shown else ""
        self._count.setText(count)
        self._count.setVisible(bool(count))
        self._fields.lead_on(leads_on=bool(others))
        self._drafts |= self._others.drafts()
        self._others.show_items(others, self._drafts)
        self._others.show_next(owed.next_words, owed.next_names)
        self._others.setVisible(bool(others))

    @Slot()
    def _name_button(self) -> None:
        """Says what Enter does: it takes what is typed, or rolls what is not left to the table."""
        is_typed = bool(self._look.requests and self._fields.text)
        self._button.show_words(
            self._word("take") if is_typed else self._look.button,
            "↵" if self._look.requests and not self._fields.is_left_to_table else "",
        )

    def _button_width(self) -> int:
        """Returns the width of the button, the same whether it rolls or takes."""
        words = (
            (self._look.button, self._word("take"))
            if self._look.requests
            else (self._button.words,)
        )
        cap = "↵" if self._look.requests else ""
        return max(self._button.width_with(each, cap) for each in words)

    def _fill_options(self, options: tuple[Option, ...]) -> None:
        for button in self._options.buttons():
            self._options.removeButton(button)
            button.hide()
            button.deleteLater()
        for number, option in enumerate(options, 1):
            button = ShortcutButton(self._icons, parent=self)
            button.show_words(option.text, str(number) if number <= _MOST_KEYS else "")
            button.setAutoDefault(True)
            button.setEnabled(not option.why_not)
            button.setToolTip(plain_tip(option.why_not or option.note))
            self._options.addButton(button, number)
            button.show()

    # ---- places

    @property
    def _room(self) -> int:
        """Returns its width; while it is hidden, and nobody has given it one, that of its panel."""
        parent = self.parentWidget()
        return self.width() if self.isVisible() or parent is None else parent.width() - 2

    def _place(self) -> None:
        """Places the head: its words beside what answers them, or above it where they would be cut; then the others."""
        beside = [*self._fields.places, *self.option_buttons, self._button, self._note]
        tail = [self._count, self._waive, self._later]
        parts = [each for each in beside if not each.isHidden()]
        ends = [each for each in tail if not each.isHidden()]
        used = sum(self._width_of(each) + _GAP for each in (*parts, *ends))
        room = self._room - _BAR - used - _GAP
        lines = self._words.lines_in(room) if room >= _NARROWEST else _TWO_LINES + 1
        least = round(self._icons.theme.size("prompt"))
        if lines <= _TWO_LINES:
            height = max(least, PromptWords.height_of(lines) + 4)
            width = min(room, self._words.width_wanted)
            self._words.setGeometry(_BAR, 0, width, height)
            self._place_parts(parts, ends, QRect(_BAR + width + _GAP, 0, 0, height))
        else:
            whole = self._room - _BAR - _GAP
            top = PromptWords.height_of(self._words.lines_in(whole)) + 8
            self._words.setGeometry(_BAR, 0, whole, top)
            height = self._place_parts(parts, ends, QRect(_BAR + 34, top - 2, 0, least - 2))
        told = _TOLD if self._state.told and self._state.foremost == "question" else 0
        self._head_height = height + told
        self._others.setGeometry(0, self._head_height, self._room, OTHERS)
        self._use_height(self._head_height + (0 if self._others.isHidden() else OTHERS))

    def _place_parts(self, parts: list[QWidget], ends: list[QWidget], first: QRect) -> int:
        """Places what answers from the left, the rest at the right; returns where it ends.

        Options that do not fit go to further rows.
        """
        end = self._room - _GAP
        for widget in reversed(ends):
            end -= self._width_of(widget)
            self._put_widget(widget, end, first.y(), first.height())
            end -= _GAP
        x, y = first.x(), first.y()
        for widget in parts:
            width = self._width_of(widget)
            if x + width > end and x > first.x():
                x, y, end = first.x(), y + first.height(), self._room - _GAP
            self._put_widget(widget, x, y, first.height())
            x += width + _GAP
        return y + first.height()

    def _put_widget(self, widget: QWidget, x: int, y: int, height: int) -> None:
        own = widget.sizeHint().height()
        widget.setGeometry(x, y + (height - own) // 2, self._width_of(widget), own)

    def _width_of(self, widget: QWidget) -> int:
        return self._button_width() if widget is self._button else widget.sizeHint().width()

    def _use_height(self, height: int) -> None:
        if height != self.minimumHeight():
            self.setFixedHeight(height)
            self.updateGeometry()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Places what was placed while it was hidden: it may have moved since, without another size."""
        super().showEvent(event)
        self._place()

    # ---- answers

    @Slot()
    def _press(self) -> None:
        self._go_on(by_enter=False)

    @Slot()
    def _enter(self) -> None:
        """Takes what is typed; dice that the table types and has not are not rolled by Enter alone.

        Where several roll, it goes on to whose field is blank.
        """
        if not self._fields.go_on():
            self._go_on(by_enter=True)

    def _go_on(self, *, by_enter: bool) -> None:
        match self._state.foremost:
            case "question":
                self._answer(by_enter=by_enter)
            case "banner":
                self.continue_requested.emit()
            case "owed":
                self._answer_owed(by_enter=by_enter)
            case "notice":
                self._accept(by_enter=by_enter)
            case "error" | "nothing":
                pass

    @Slot()
    def _press_waive(self) -> None:
        """Does without what is owed; words in the field are the reason, dice are not."""
        if not self._look.waive:
            return
        typed = self._fields.text.strip()
        reason = typed if any(each.isalpha() for each in typed) else ""
        question, head = self._state.question, self._state.head
        ids = question.ids if question is not None else head.test.ids if head is not None else ()
        had_focus = self._is_answering = self._has_focus()
        self._fields.forget()
        self._forget(ids)
        if question is not None:
            self.ask(None)
        self.waived.emit(ids, reason)
        self._keep_focus(had_focus=had_focus)

    def _answer(self, *, by_enter: bool) -> None:
        try:
            answers = self._fields.answers(by_enter=by_enter)
        except RollRefused as refusal:
            self._complain(refusal)
            return
        had_focus = self._is_answering = self._has_focus()
        self._fields.forget()
        self.ask(None)
        self.answered.emit(answers)
        self._keep_focus(had_focus=had_focus)

    def _answer_owed(self, *, by_enter: bool) -> None:
        head = self._state.head
        if head is None:
            return
        try:
            answers = self._fields.answers(by_enter=by_enter) if head.test.rolls else ()
        except RollRefused as refusal:
            self._complain(refusal)
            return
        had_focus = self._is_answering = self._has_focus()
        self._fields.forget()
        self._forget(head.test.ids)
        self.owed_answered.emit(head.test.ids, answers)
        self._keep_focus(had_focus=had_focus)

    def _accept(self, *, by_enter: bool) -> None:
        try:
            answers = self._fields.answers(by_enter=by_enter) if self._state.rolls else ()
        except RollRefused as refusal:
            self._complain(refusal)
            return
        had_focus = self._is_answering = self._has_focus()
        self._fields.forget()
        self._show()
        self.notice_accepted.emit(answers)
        self._keep_focus(had_focus=had_focus)

    def _forget(self, ids: tuple[int, ...]) -> None:
        """Forgets what was typed for something that is answered now."""
        self._drafts.pop(ids, None)
        self._look = replace(self._look, requests=())

    # ---- what else is owed

    @Slot(tuple)
    def _choose_owed(self, ids: tuple[int, ...]) -> None:
        self._drafts |= self._others.drafts()
        self.owed_chosen.emit(ids)
        self.take_focus()

    @Slot(int)
    def turn(self, by: int) -> None:
        """Makes the next thing owed the head, or with a negative number the one before."""
        ring = self._state.owed.ring
        place = ring.index(self._look.key) if self._look.key in ring else -1 if by > 0 else 0
        if ring:
            self._choose_owed(ring[(place + by) % len(ring)])

    @Slot(tuple, tuple)
    def _answer_other(self, ids: tuple[int, ...], answers: tuple[object, ...]) -> None:
        had_focus = self._is_answering = self._has_focus()
        self._drafts |= self._others.drafts()
        self._drafts.pop(ids, None)
        self.owed_answered.emit(ids, answers)
        self._keep_focus(had_focus=had_focus)

    @Slot(tuple, str)
    def _waive_other(self, ids: tuple[int, ...], reason: str) -> None:
        had_focus = self._is_answering = self._has_focus()
        self._drafts |= self._others.drafts()
        self._drafts.pop(ids, None)
        self.waived.emit(ids, reason)
        self._keep_focus(had_focus=had_focus)

    @Slot(QAbstractButton)
    def _choose(self, button: QAbstractButton) -> None:
        question = self._state.question
        if question is not None:
            option = question.options[self._options.id(button) - 1]
            had_focus = self._is_answering = self._has_focus()
            self.ask(None)
            self.chosen.emit(option.key)
            self._keep_focus(had_focus=had_focus)

    @Slot(object)
    def _complain(self, refusal: RollRefused) -> None:
        """Says in one line which roll is wrong and what it wants; what was typed stays."""
        words = self._texts.text
        kind = refusal.message.key.removeprefix("dice.")
        params = {**refusal.message.params, "label": words(refusal.request.label)}
        self._complain_of(words(say(f"gui.fight.prompt.{kind}", **params)))

    def _complain_of(self, text: str) -> None:
        """Says what is wrong with an answer in the place of the question; all that can be answered stays."""
        self._show_look(self._look.complaining(text))
        self._place()

    @Slot()
    def _forgive(self) -> None:
        """Who types on has read the complaint."""
        if self._state.error or self._state.held:
            self._put(replace(self._state, error="", held=""))
        else:
            self._show()

    @Slot()
    def _complain_of_reading(self) -> None:
        """Says at once why what is typed cannot become an answer, whatever is typed on."""
        reading = self.field.reading
        if reading.refused is not None and not reading.may_grow:
            self._complain(reading.refused)

    @Slot()
    def dismiss(self) -> None:
        """Puts off what is shown, as Escape does; what lies behind it comes up, the keyboard goes to the table."""
        had_focus = self._is_answering = self._has_focus()
        self._put_off()
        self._is_answering = False
        if had_focus:
            self.left.emit(False)

    def _put_off(self) -> None:
        if self._state.error:
            self._put(replace(self._state, error=""))
            return
        match self._state.foremost:
            case "question":
                question = self._state.question
                self.ask(None)
                self.dismissed.emit()
                if question is not None and question.ids:
                    self.owed_put_off.emit(question.ids)
            case "owed":
                if (head := self._state.head) is not None:
                    self.owed_put_off.emit(head.test.ids)
            case "banner":
                self.live_requested.emit()
            case "notice":
                self._put(replace(self._state, notice=None))
                self.notice_put_off.emit()
            case "error" | "nothing":
                pass

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Takes what none of its parts wanted: Escape, and digits typed while one of its buttons has the keyboard."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif is_digit(event.text()) and self._take_digit(event.text()):
            event.accept()
        else:
            super().keyPressEvent(event)

    @Slot(str)
    def type_digit(self, digit: str) -> None:
        """Types a digit at what waits for an answer, wherever the keyboard was: it is there from then on."""
        if self.take_focus():
            self._take_digit(digit)

    def _take_digit(self, digit: str) -> bool:
        """Types it into the field, or chooses the option of that number; returns whether either is there."""
        self.uncover()
        if self._fields.is_shown:
            field = self.field
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            field.insert(digit)
            return True
        options, number = self.option_buttons, int(digit)
        if options and not 1 <= number <= len(options):
            params = {"number": number, "count": len(options)}
            self._complain_of(self._texts.text_of("gui.fight.prompt.no_option", **params))
        elif options and options[number - 1].isEnabled():
            options[number - 1].click()
        elif options:
            self._complain_of(self._look.options[number - 1].why_not)
        return bool(options)

    # ---- looks

    def _word(self, key: str) -> str:
        return self._texts.text_of(f"gui.fight.prompt.{key}")

    @Slot()
    def _dress(self) -> None:
        theme = self._icons.theme
        for label, role in ((self._note, "text.secondary"), (self._count, "text.primary")):
            colour_label(label, theme, role)
        self._count.setFont(theme.font("body", weight=600))
        self._fields.dress()
        self._place()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(600, self.minimumHeight())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(260, self.minimumHeight())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        head = QRectF(0, 0, self.width(), self._head_height)
        painter.fillRect(head, theme.colour(f"status.{self._look.kind}_fill"))
        bar = QRectF(0, 0, _BAR, self._head_height)
        painter.fillRect(bar, theme.colour(f"status.{self._look.kind}"))
        if self._state.told and self._state.foremost == "question":
            metrics = theme.metrics("small")
            room = QRectF(_BAR + 38, self._head_height - _TOLD, self.width() - _BAR - 46, _TOLD - 3)
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("text.primary"))
            # The latest stands last: what came first gives way.
            shown = metrics.elidedText(self.told, Qt.TextElideMode.ElideLeft, room.width())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
