"""The strip above the log: one thing at a time, never in the way, gone with one Escape."""

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.dice.requests import RollRefused, RollRequest
from encounter_gui.gui.log.faces_field import FacesField
from encounter_gui.gui.log.prompt_look import PromptLook, look_of
from encounter_gui.gui.log.prompt_state import PromptKind, PromptState, Question
from encounter_gui.gui.log.prompt_words import PromptWords
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Notice, Option

_BAR = 4


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
    waived = Signal(str)
    """What is owed shall not be rolled: the reason, as far as one is typed in the field."""
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
        self._words = PromptWords(icons, self)
        self._note = QLabel(self)
        self._field = FacesField(icons, texts, self)
        self._options = QButtonGroup(self)
        self._button = ShortcutButton(icons, parent=self)
        self._waive = ShortcutButton(icons, "Del", self)
        self._later = ShortcutButton(icons, "Esc", self)
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        self.setAccessibleName(self._texts.text_of("gui.fight.prompt"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._later.setProperty("flat", "true")
        for button in (self._button, self._waive, self._later):
            button.setAutoDefault(
                True
            )  # Enter presses the one that has the keyboard, as in a dialog
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(_BAR, 0, 8, 0)
        self._row.setSpacing(8)
        self._row.addWidget(self._words, 1)
        self._row.addWidget(self._note)
        self._row.addWidget(self._field)
        self._row.addWidget(self._button)
        self._row.addSpacing(8)
        self._row.addWidget(self._waive)
        self._row.addWidget(self._later)
        self._dress()

    def _connect(self) -> None:
        self._field.returnPressed.connect(self._press)
        self._field.textEdited.connect(self._forgive)
        self._button.clicked.connect(self._press)
        self._waive.setToolTip(plain_tip(self._word("waive_help")))
        self._waive.clicked.connect(self._press_waive)
        self._field.waive_requested.connect(self._press_waive)
        self._later.clicked.connect(self.dismiss)
        self._options.buttonClicked.connect(self._choose)
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
        """Returns the field for typed dice."""
        return self._field

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
    def option_buttons(self) -> tuple[QAbstractButton, ...]:
        """Returns the buttons of a choice, in order."""
        return tuple(self._options.buttons())

    def ask(self, question: Question | None) -> None:
        """Asks this; None: nothing waits any more."""
        if question != self._state.question:
            self._field.forget()
        self._put(replace(self._state, question=question, error=""))

    def ask_rolls(
        self,
        title: str,
        requests: tuple[RollRequest, ...],
        words: str = "",
        *,
        note: str = "",
        kind: PromptKind = "warn",
        is_primary: bool = False,
        may_waive: bool = False,
    ) -> None:
        """Asks for rolls made together: one field takes the faces of all, blank lets the app roll."""
        question = Question(
            title=title,
            words=words,
            note=note,
            kind=kind,
            requests=requests,
            is_primary=is_primary,
            may_waive=may_waive,
        )
        self.ask(question)

    def ask_choice(
        self,
        title: str,
        options: tuple[Option, ...],
        words: str = "",
        *,
        note: str = "",
        kind: PromptKind = "warn",
    ) -> None:
        """Asks for one of a few options."""
        self.ask(Question(title=title, words=words, note=note, kind=kind, options=options))

    def show_notice(self, notice: Notice | None, rolls: tuple[RollRequest, ...] = ()) -> None:
        """Says what is true of the fight now; the same notice put off before stays put off; None: nothing.

        ``rolls`` are those its button leads to; they can be typed at once.
        """
        if notice != self._notice_given:
            self._notice_given = notice
            if self._state.question is None:
                self._field.forget()
            self._put(replace(self._state, notice=notice, rolls=rolls))

    def show_error(self, text: str) -> None:
        """Says what went wrong until it is put away or something else is asked; empty: nothing did."""
        self._put(replace(self._state, error=text))

    def show_history_banner(self, text: str) -> None:
        """Says that a past moment is shown; empty: the fight is live."""
        self._put(replace(self._state, banner=text))

    def take_focus(self) -> bool:
        """Takes the keyboard to what is to be answered; returns whether there is anything."""
        wanted: tuple[QWidget, ...] = (self._field, *self.option_buttons, self._button, self._later)
        first = next((widget for widget in wanted if widget.isVisibleTo(self)), None)
        if self._state.foremost == "nothing" or first is None:
            return False
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    # ---- showing it

    def _put(self, state: PromptState) -> None:
        if state != self._state:
            self._state = state
            self._show()
            self.shown_changed.emit()

    def _show(self) -> None:
        look = look_of(self._state, self._word)
        if look is not None:
            self._show_look(look)
        self.setVisible(look is not None)

    def _show_look(self, look: PromptLook) -> None:
        self._look = look
        self._words.show_words(look.icon, f"status.{look.kind}", look.pieces, look.side)
        self._note.setText(look.note)
        self._note.setVisible(bool(look.note))
        if look.requests:
            self._field.ask(look.requests)
        self._field.setVisible(bool(look.requests))
        self._fill_options(look.options)
        self._button.show_words(look.button)
        self._button.show_primary(is_primary=look.is_primary)
        self._button.setVisible(bool(look.button))
        self._waive.show_words(look.waive)
        self._waive.setVisible(bool(look.waive))
        self._later.show_words(look.later)
        self.update()

    def _fill_options(self, options: tuple[Option, ...]) -> None:
        for button in self._options.buttons():
            self._options.removeButton(button)
            self._row.removeWidget(button)
            button.deleteLater()
        place = self._row.indexOf(self._button)
        for number, option in enumerate(options):
            button = ShortcutButton(self._icons, parent=self)
            button.show_words(option.text)
            button.setEnabled(not option.why_not)
            button.setToolTip(plain_tip(option.why_not or option.note))
            self._options.addButton(button, number)
            self._row.insertWidget(place + number, button)

    # ---- answers

    @Slot()
    def _press(self) -> None:
        match self._state.foremost:
            case "question":
                self._answer()
            case "banner":
                self.continue_requested.emit()
            case "notice":
                self._accept()
            case "error" | "nothing":
                pass

    @Slot()
    def _press_waive(self) -> None:
        """Does without what is owed; words in the field are the reason, dice are not."""
        if not self._look.waive:
            return
        typed = self._field.text().strip()
        reason = typed if any(each.isalpha() for each in typed) else ""
        self._field.forget()
        if self._state.question is not None:
            self.ask(None)
        self.waived.emit(reason)

    def _answer(self) -> None:
        try:
            answers = self._field.answers()
        except RollRefused as refusal:
            self._complain(refusal)
            return
        had_focus = self._field.hasFocus()
        self.ask(None)
        self.answered.emit(answers)
        if had_focus:
            self.take_focus()

    def _accept(self) -> None:
        try:
            answers = self._field.answers() if self._state.rolls else ()
        except RollRefused as refusal:
            self._complain(refusal)
            return
        had_focus = self._field.hasFocus()
        self._field.forget()
        self._show()
        self.notice_accepted.emit(answers)
        if had_focus:
            self.take_focus()

    @Slot(QAbstractButton)
    def _choose(self, button: QAbstractButton) -> None:
        question = self._state.question
        if question is not None:
            option = question.options[self._options.id(button)]
            self.ask(None)
            self.chosen.emit(option.key)

    def _complain(self, refusal: RollRefused) -> None:
        """Says in one line which roll is wrong and what it wants; what was typed stays."""
        words = self._texts.text
        kind = refusal.message.key.removeprefix("dice.")
        params = {**refusal.message.params, "label": words(refusal.request.label)}
        text = words(say(f"gui.fight.prompt.{kind}", **params))
        self._show_look(self._look.complaining(text))

    @Slot()
    def _forgive(self) -> None:
        """Who types on has read the complaint."""
        self._show()

    @Slot()
    def dismiss(self) -> None:
        """Puts off what is shown, as Escape does; what lies behind it comes up."""
        match self._state.foremost:
            case "error":
                self._put(replace(self._state, error=""))
            case "question":
                self.ask(None)
                self.dismissed.emit()
            case "banner":
                self.live_requested.emit()
            case "notice":
                self._put(replace(self._state, notice=None))
                self.notice_put_off.emit()
            case "nothing":
                pass

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    # ---- looks

    def _word(self, key: str) -> str:
        return self._texts.text_of(f"gui.fight.prompt.{key}")

    @Slot()
    def _dress(self) -> None:
        theme = self._icons.theme
        palette = self._note.palette()
        palette.setColor(self._note.foregroundRole(), theme.colour("text.muted"))
        self._note.setPalette(palette)
        self._field.setFont(theme.font("dice"))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), round(self._icons.theme.size("prompt")))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), round(self._icons.theme.size("prompt")))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(self.rect(), theme.colour(f"status.{self._look.kind}_fill"))
        bar = QRectF(0, 0, _BAR, self.height())
        painter.fillRect(bar, theme.colour(f"status.{self._look.kind}"))
