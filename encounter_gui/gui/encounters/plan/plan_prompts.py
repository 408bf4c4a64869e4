"""Offers in the strip above the log what of the plan is due: a wave, a reminder, a text to read aloud."""

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.prompt_controller import Offer, PromptController
from encounter_gui.gui.encounters.plan.plan_controller import PlanController
from encounter_gui.play.prep.staging import due_reminders, due_waves
from encounter_gui.rules.model.commands import Note
from encounter_gui.rules.model.prepared import EncounterPlan, Reminder, Wave
from encounter_gui.rules.view import Notice

_WAVE, _REMINDER, _READING = "plan.wave", "plan.reminder", "plan.reading"
_MOST_SHOWN = 70
"""How many letters of a text that is read aloud stand in the strip and in the log."""


class _Due(Struct, frozen=True):
    """Something of the plan, and the round it was put off in."""

    place: int
    round: int


class PlanPrompts(QObject):
    """Nothing is forced: a wave that was put off is offered again in the next round, a reminder is said once."""

    reading_wanted = Signal(str)
    """A text is to be read aloud now."""

    def __init__(
        self,
        controller: EncounterController,
        plans: PlanController,
        prompts: PromptController,
        texts: MessageCatalog,
    ) -> None:
        """Takes the controllers of encounter, plan and prompts, and the texts."""
        super().__init__(plans)
        self._controller = controller
        self._plans = plans
        self._prompts = prompts
        self._texts = texts
        self._put_off: set[_Due] = set()
        self._offered: dict[str, tuple[int, str]] = {}
        plans.moment_changed.connect(self._look)
        controller.opened.connect(self._forget)

    def note(self, text: str) -> str:
        """Returns what is written into the log when a reminder was said."""
        return self._texts.text_of("gui.encounters.reminder_log", text=text)

    @Slot()
    def _forget(self) -> None:
        self._put_off.clear()
        self._offered.clear()

    @Slot()
    def _look(self) -> None:
        if not self._plans.is_open or not self._controller.is_live:
            return
        plan = self._still_to_come()
        state, time = self._controller.session.state, self._controller.context.ruleset.time
        reminders = due_reminders(plan, state, time, self._plans.progress.out())
        waves = [
            each
            for each in due_waves(plan, state, time)
            if _Due(each[0], self._round) not in self._put_off
        ]
        # The one offered last is shown first: what has only to be read goes before what moves pieces.
        self._offer(_WAVE, waves[0] if waves else None)
        self._offer(_REMINDER, reminders[0] if reminders else None)
        self._offer(_READING, self._due_reading(plan))

    def _still_to_come(self) -> EncounterPlan:
        """The plan with what the log tells has come and been said: so undo, redo and a restart change nothing."""
        plan = self._plans.plan
        come = self._plans.progress.waves_come()
        said = self._plans.progress.reminders_said(self.note)
        waves = (
            structs.replace(wave, has_come=at in come or not wave.recruits)
            for at, wave in enumerate(plan.waves)
        )
        reminders = (
            structs.replace(each, has_fired=at in said or not each.text)
            for at, each in enumerate(plan.reminders)
        )
        return structs.replace(plan, waves=tuple(waves), reminders=tuple(reminders))

    @property
    def _round(self) -> int:
        """The round as it is counted at the table."""
        round_, _ = self._controller.context.ruleset.time.place_of(
            self._controller.session.state.round
        )
        return round_

    def _due_reading(self, plan: EncounterPlan) -> tuple[int, str] | None:
        """What is read aloud is for the beginning; later than in the first round nobody is asked any more."""
        text, state = plan.read_aloud.strip(), self._controller.session.state
        is_beginning = state.stage == "running" and self._round <= 1
        return (0, text) if text and is_beginning and not self._was_read(text) else None

    def _was_read(self, text: str) -> bool:
        return self._plans.progress.is_noted(self._reading_note(text))

    def _reading_note(self, text: str) -> str:
        return self._texts.text_of("gui.encounters.read_log", text=_shorten(text))

    def _offer(
        self, key: str, due: tuple[int, Wave] | tuple[int, Reminder] | tuple[int, str] | None
    ) -> None:
        mark = (due[0], repr(due[1])) if due is not None else None
        if self._offered.get(key) == mark and (mark is None or self._prompts.has(key)):
            return
        self._offered.pop(key, None)
        if due is None or mark is None:
            self._prompts.offer(key, None)
            return
        self._offered[key] = mark
        place, what = due
        match what:
            case Wave():
                made = self._wave(place, what)
            case Reminder():
                made = self._reminder(what)
            case str():
                made = self._reading(what)
        self._prompts.offer(key, made)

    def _wave(self, place: int, wave: Wave) -> Offer:
        who = ", ".join(
            f"{each.count} × {self._plans.recruits.name_of(each)}" for each in wave.recruits
        )
        notice = Notice(
            title=wave.name,
            text=self._texts.text_of("gui.encounters.wave_due", who=who),
            kind="warn",
            button=self._texts.text_of("gui.encounters.wave_joins"),
        )
        due = _Due(place, self._round)
        return Offer(
            notice=notice,
            accept=lambda: self._send(place),
            put_off=lambda: self._put_off.add(due),
        )

    def _send(self, place: int) -> None:
        self._plans.staging.send_wave(place)

    def _reminder(self, reminder: Reminder) -> Offer:
        notice = Notice(
            title=self._texts.text_of("gui.encounters.reminder"),
            text=reminder.text,
            kind="info",
            button=self._texts.text_of("gui.encounters.reminder_done"),
        )
        said = Note(text=self.note(reminder.text))
        return Offer(
            notice=notice,
            accept=lambda: self._write(said),
            put_off=lambda: self._write(said),
        )

    def _reading(self, text: str) -> Offer:
        notice = Notice(
            title=self._texts.text_of("gui.encounters.reading"),
            text=_shorten(text),
            kind="info",
            button=self._texts.text_of("gui.encounters.read_now"),
        )
        said = Note(text=self._reading_note(text))
        return Offer(
            notice=notice,
            accept=lambda: self._read(said, text),
            put_off=lambda: self._write(said),
        )

    def _read(self, said: Note, text: str) -> None:
        self._write(said)
        self.reading_wanted.emit(text)

    def _write(self, said: Note) -> None:
        self._controller.perform(said)


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN].rstrip()}…"
