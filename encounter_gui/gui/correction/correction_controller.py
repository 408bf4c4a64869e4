"""Corrects a die or a number of a result where it stands: opens the field, says what would come of it, and does it."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace
from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QRect, Qt, QTimer, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.entries import Entry
from encounter_gui.gui.control.acceptance import Accepted
from encounter_gui.gui.control.encounter_controller import BlockedCorrection, EncounterController
from encounter_gui.gui.correction.correction_field import CorrectionField, PreviewLine, Step
from encounter_gui.gui.keys.live_caps import PART
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.play.session.correction import Correction, Trial
from encounter_gui.play.session.override_text import (
    MODIFIER,
    NUMBER,
    die_of,
    die_step,
    read_override,
    value_text,
)
from encounter_gui.play.session.overriding import WAITING, chain_numbers, modifier_of
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.presenters.differences import differences

Anchor = Callable[[str], QRect]
"""Returns where a step stands on the screen, by its key."""

_SLICE = 8
"""So many milliseconds at once go into finding out what a correction comes to."""

_MOST_NAMED = 5
"""More people than these are counted, not named."""


class CorrectionController(QObject):
    """Opens one field at a time, whatever asks for it."""

    def __init__(
        self, controller: EncounterController, window: QWidget, icons: Icons, parent: QObject
    ) -> None:
        """Takes the encounter, the window the field lies over, and what it is drawn with."""
        super().__init__(parent)
        self._controller = controller
        self._window = window
        self._icons = icons
        self._field: CorrectionField | None = None
        self._entry = EntryId(0)
        self._step = ""
        self._anchor: Anchor = lambda _: QRect()
        self._before: QWidget | None = None
        self._without: tuple[EntryId, ...] = ()
        self._trial: Trial | None = None
        self._blocked: EntryId | None = None
        self._is_correcting = False
        self._is_said = False
        """Whether the field says that what the correction comes to is still being worked out."""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        controller.closing.connect(self.close)
        controller.context_changed.connect(self._follow)
        controller.correction_blocked.connect(self._offer_without)

    @property
    def field(self) -> CorrectionField | None:
        """The field while it is open; None: it is not."""
        return self._field if self._field is not None and not self._field.isHidden() else None

    def open(self, entry: EntryId, step: str, anchor: Anchor) -> None:
        """Opens the field over a step of an entry; an empty step is its first die, or else its first number."""
        found = self._entry_of(entry)
        step = step or (_first_step(found) if found is not None else "")
        if found is None or not step:
            self._controller.tell(refuse("gui.correct.nothing"))
            return
        if self.field is None:
            self._before = QApplication.focusWidget()
        self._entry, self._anchor = entry, anchor
        self._open_step(found, step)

    def open_waiting(self, place: int, anchor: Anchor) -> None:
        """Opens the field over a roll of what is under way, by its place among those it has made so far."""
        entry, roll = self._controller.place_of_roll(place)
        found = self._entry_of(entry)
        if found is not None:
            self.open(entry, _step_of(found, roll), anchor)

    def _open_step(self, entry: Entry, step: str) -> None:
        field = self._made()
        self._step, self._without = step, ()
        self._stop()
        field.open_at(self._shown_step(entry, step), self._place_of(step))
        if not self._stands(entry):
            words = self._text(say("gui.correct.undone"))
            field.show_preview((PreviewLine(text=words, role="status.warn"),), may_drop=False)

    def _made(self) -> CorrectionField:
        if self._field is None:
            texts = self._controller.session.game.texts
            self._field = CorrectionField(self._icons, texts, self._window)
            self._field.typed.connect(self._try)
            self._field.taken.connect(self._take)
            self._field.turned.connect(self._turn)
            self._field.without_requested.connect(self._drop_blocked)
            self._field.dismissed.connect(self._dismiss)
            self._field.setProperty(PART, "log")
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        return self._field

    def _entry_of(self, entry: EntryId) -> Entry | None:
        if not self._controller.is_open:
            return None
        try:
            return self._controller.session.entry_of(entry)
        except (AppError, KeyError):
            return None

    def _stands(self, entry: Entry) -> bool:
        """Returns whether an entry is part of the fight as it stands, rather than undone."""
        log = self._controller.session.log
        if entry.id == WAITING:
            return True
        place, path = log.depth(entry.id) - 1, log.path()
        return place < len(path) and path[place].id == entry.id

    def _shown_step(self, entry: Entry, step: str) -> Step:
        """Returns what a step is called, and what it is now."""
        text_of = self._controller.session.game.texts.text_of
        if step == MODIFIER:
            value = with_sign(modifier_of(entry) or 0)
            return Step(key=step, title=text_of("play.override.modifier"), value=value)
        if step.startswith(NUMBER):
            number = chain_numbers(entry)[step.removeprefix(NUMBER)]
            return Step(key=step, title=number.name, value=str(number.value))
        roll, die = die_of(step)
        rolled = entry.rolls[roll]
        label, count = self._text(rolled.request.label), len(rolled.faces or ())
        title = f"{label} {rolled.request.dice_text}"
        if die is not None and count > 1:
            title = text_of("gui.correct.die", label=title, die=die + 1, count=count)
        return Step(key=step, title=title, value=value_text(rolled, die), rolled=rolled)

    def _place_of(self, step: str) -> QRect:
        on_screen = self._anchor(step)
        return QRect(self._window.mapFromGlobal(on_screen.topLeft()), on_screen.size())

    # ---- what would come of it

    @Slot(str)
    def _try(self, text: str) -> None:
        self._without = ()
        self._begin_trial(text)

    def _begin_trial(self, text: str) -> None:
        """Begins to find out what the correction comes to; what cannot be read yet changes nothing."""
        self._stop()
        field, entry = self.field, self._entry_of(self._entry)
        if field is None or entry is None:
            return
        lines: tuple[PreviewLine, ...] = ()
        if text.strip() and field.line.reading.refused is None:
            try:
                asked = replace(read_override(entry, self._step, text), without=self._without)
                self._trial = self._controller.session.try_override(asked)
                self._is_said = False
                self._timer.start()
                return
            except AppError as error:
                lines = (PreviewLine(text=self._text(error.message), role="status.danger"),)
        field.show_preview(lines, may_drop=False)

    @Slot()
    def _go_on(self) -> None:
        """Plays on for a moment, so that no key waits for a long fight."""
        clock = QElapsedTimer()
        clock.start()
        trial = self._trial
        while trial is not None and clock.elapsed() < _SLICE:
            if not trial.step():
                self._timer.stop()
                self._show(trial)
                return
        if self.field is not None and not self._is_said:
            self._is_said = True
            words = PreviewLine(text=self._text(say("gui.correct.working")), role="text.muted")
            self.field.show_preview((words,), may_drop=False)

    def _stop(self) -> None:
        self._timer.stop()
        self._trial = self._blocked = None

    def _show(self, trial: Trial) -> None:
        result, field = trial.result, self.field
        if result is not None and field is not None:
            self._blocked = result.blocked
            may_drop = result.blocked is not None
            field.show_preview(tuple(self._lines(result)), may_drop=may_drop)

    def _lines(self, result: Correction) -> Iterator[PreviewLine]:
        """Yields what a correction comes to, what matters most first."""
        if result.refused is not None:
            yield PreviewLine(text=self._text(result.refused), role="status.danger")
            return
        if result.rolled is not None:
            label, dice = self._text(result.rolled.label), result.rolled.dice_text
            words = say("gui.correct.rolled", label=label, dice=dice)
            yield PreviewLine(text=self._text(words), role="status.warn")
        if result.after is not None:
            yield from self._changes(result)
        key = "gui.correct.again" if result.count else "gui.correct.again_none"
        yield PreviewLine(text=self._text(say(key, count=result.count)), role="text.muted")
        for each in result.fallen[:_MOST_NAMED]:
            words = say("gui.correct.fallen", entry=self._text(each))
            yield PreviewLine(text=self._text(words), role="text.muted")
        if len(result.fallen) > _MOST_NAMED:
            words = say("gui.correct.fallen_more", count=len(result.fallen) - _MOST_NAMED)
            yield PreviewLine(text=self._text(words), role="text.muted")
        for entry in self._without:
            label = self._text(self._controller.session.log.entry(entry).label)
            yield PreviewLine(
                text=self._text(say("gui.correct.dropped", entry=label)), role="status.warn"
            )

    def _changes(self, result: Correction) -> Iterator[PreviewLine]:
        """Yields whose numbers change, then what is owed and what no longer is."""
        session, system = self._controller.session, self._controller.system
        if result.after is None:
            return
        before, after = session.context, session.context_of(result.after)
        found = differences(before, after)
        for each in found[:_MOST_NAMED]:
            words = f"{each.name}: {' · '.join(each.texts)}"
            yield PreviewLine(text=words, role="text.primary")
        if len(found) > _MOST_NAMED:
            more = say("gui.correct.more", count=len(found) - _MOST_NAMED)
            yield PreviewLine(text=self._text(more), role="text.primary")
        owed, then = (
            {f"{test.name}: {test.title}" if test.name else test.title: None for test in tests}
            for tests in (system.owed(before), system.owed(after))
        )
        for key, names in (
            ("gui.correct.owed", [each for each in then if each not in owed]),
            ("gui.correct.owed_no_more", [each for each in owed if each not in then]),
        ):
            if names:
                said = self._text(say(key, owed=", ".join(names)))
                yield PreviewLine(text=said, role="status.warn")
        if not found and owed == then:
            yield PreviewLine(text=self._text(say("gui.correct.nothing_changes")))

    # ---- doing it

    @Slot()
    def _take(self) -> None:
        """Does what is typed once it is known what it comes to; what cannot be is said and stays typed."""
        field = self.field
        if field is None:
            return
        if not field.line.text().strip():
            self._dismiss()
            return
        if field.line.reading.refused is not None:
            field.line.insist()
            refused = field.line.reading.refused.message
            words = PreviewLine(text=self._text(refused), role="status.danger")
            field.show_preview((words,), may_drop=False)
            return
        trial = self._trial
        if trial is None:
            return
        while trial.step():
            pass
        self._timer.stop()
        self._show(trial)
        if trial.result is not None and trial.result.blocked is not None:
            field.without.setFocus(Qt.FocusReason.OtherFocusReason)
        elif trial.result is not None and trial.result.refused is None:
            self._correct(field)

    def _correct(self, field: CorrectionField) -> None:
        text = field.line.text()
        self._stop()
        self._is_correcting = True
        try:
            done = self._controller.override(self._entry, self._step, text, without=self._without)
        finally:
            self._is_correcting = False
        if isinstance(done, Accepted):
            self._dismiss()
        elif self.field is not None and field.without.isHidden():
            words = PreviewLine(text=done.sentence, role="status.danger")
            field.show_preview((words,), may_drop=False)

    @Slot()
    def _drop_blocked(self) -> None:
        """Tries it without the entry that stands in the way; Enter then corrects."""
        field, blocked = self.field, self._blocked
        if field is None or blocked is None:
            return
        self._without = (*self._without, blocked)
        self._begin_trial(field.line.text())
        field.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _offer_without(self, blocked: BlockedCorrection) -> None:
        """Says what stands in the way where only the dice that were rolled for it have shown it."""
        self._blocked = blocked.entry
        if self.field is not None:
            words = PreviewLine(text=self._text(blocked.message), role="status.danger")
            self.field.show_preview((words,), may_drop=True)

    @Slot(int)
    def _turn(self, by: int) -> None:
        """Goes on to the next die of the entry, or to the one before."""
        entry = self._entry_of(self._entry)
        if entry is None:
            return
        steps = list(_die_steps(entry))
        if self._step in steps:
            place = steps.index(self._step) + by
            if 0 <= place < len(steps):
                self._open_step(entry, steps[place])

    @Slot()
    def _dismiss(self) -> None:
        """Puts the field away; the keyboard is where it was before."""
        self.close()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)
        self._before = None

    @Slot()
    def close(self) -> None:
        """Puts the field away, if it is open."""
        self._stop()
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        if self._field is not None:
            self._field.close_quietly()

    @Slot()
    def _follow(self) -> None:
        """Finds out anew what the correction comes to once the fight has gone on; closes where its die is gone."""
        field = self.field
        if field is None or self._is_correcting:
            return
        if self._entry_of(self._entry) is None:
            self.close()
        elif field.line.text():
            self._begin_trial(field.line.text())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click beside the field puts it away, and is a click on what was clicked at."""
        field = self.field
        if field is not None and isinstance(event, QMouseEvent) and isinstance(watched, QWidget):
            is_press = event.type() == QEvent.Type.MouseButtonPress
            is_ours = watched is field or field.isAncestorOf(watched)
            if is_press and not is_ours and watched.window() is self._window:
                self.close()
        return False

    def _text(self, message: Message) -> str:
        return self._controller.session.game.texts.sentence(message)


def _step_of(entry: Entry, roll: int) -> str:
    """Returns the step of the first die of a roll; of the roll, where only its total is known."""
    return die_step(roll, 0 if entry.rolls[roll].faces else None)


def _die_steps(entry: Entry) -> Iterator[str]:
    for place, rolled in enumerate(entry.rolls):
        if rolled.faces is None:
            yield die_step(place)
        else:
            yield from (die_step(place, die) for die in range(len(rolled.faces)))


def _first_step(entry: Entry) -> str:
    """Returns the first die of an entry, else its first number; empty: it has neither."""
    if entry.rolls:
        return _step_of(entry, 0)
    number = next(iter(chain_numbers(entry)), None)
    if number is not None:
        return NUMBER + number
    return MODIFIER if modifier_of(entry) is not None else ""
