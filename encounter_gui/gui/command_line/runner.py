"""Carries out what was typed into the command field, and says beforehand what it would do."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.gui.command_line.reading import Move, read_line
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.engine.harm.damage import gauge_name, place_name
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.presenters.conditions.previews import afflict_words
from encounter_gui.rules.view import ChangePreview


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a line would do: in words, and for changes by hand a row for each target; or what is wrong with it."""

    words: str = ""
    changes: tuple[ChangePreview, ...] = ()
    error: str = ""


class CommandRunner(QObject):
    """Reads command lines for the open encounter."""

    read = Signal(object)
    """``Reading``: of the line as it stands."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Takes the controller of the encounter."""
        super().__init__(parent)
        self._controller = controller

    @Slot(str)
    def preview(self, text: str) -> None:
        """Says what a line would do."""
        self.read.emit(self.reading(text))

    def reading(self, text: str) -> Reading:
        """Returns what a line would do."""
        if not text.strip() or not self._controller.is_open:
            return Reading()
        try:
            asked = self._ask(text)
            return self._tell(asked)
        except AppError as error:
            return Reading(error=self._words(error.message.key, **dict(error.message.params)))

    @Slot(str)
    def run(self, text: str) -> bool:
        """Carries a line out; returns whether it was accepted."""
        try:
            asked = self._ask(text)
        except AppError as error:
            self._controller.tell(error)
            return False
        if isinstance(asked, Move):
            return self._move(asked)
        return bool(self._controller.start(asked, ask=True))

    def _ask(self, text: str) -> Command | Move:
        controller = self._controller
        return read_line(text, controller.context, controller.selected, controller.system.commands)

    def _move(self, move: Move) -> bool:
        step = {
            "undo": self._controller.undo,
            "redo": self._controller.redo,
            "next": self._controller.step,
            "back": self._controller.undo_turn,
        }[move.kind]
        for _ in range(move.count):
            step()
        return True

    def _tell(self, asked: Command | Move) -> Reading:  # noqa: PLR0911 - one case a command
        match asked:
            case Move():
                return Reading(
                    words=self._words(f"gui.command.will.{asked.kind}", count=asked.count)
                )
            case do.Adjust():
                changes = self._controller.system.changes(self._controller.context, asked)
                gauge = gauge_name(self._controller.context, asked.gauge)
                words = self._words(
                    "gui.command.will.change",
                    gauge=gauge,
                    change=_minus(asked.change),
                    count=len(changes),
                )
                return Reading(words=words, changes=changes)
            case do.Damage():
                changes = self._controller.system.changes(self._controller.context, asked)
                return Reading(words=self._damage_words(asked), changes=changes)
            case do.Afflict():
                return Reading(words=self._afflict_words(asked))
            case do.Add():
                creature = self._controller.context.ruleset.creature(asked.creature)
                name = creature.name if creature else asked.creature
                return Reading(
                    words=self._words("gui.command.will.add", count=asked.count, name=name)
                )
            case do.Note():
                return Reading(words=self._words("gui.command.will.note"))
            case _:
                return Reading(words=self._ruled_words(asked))

    def _damage_words(self, asked: do.Damage) -> str:
        context, count = self._controller.context, len(asked.targets)
        if asked.way == "raw":
            gauge = gauge_name(context, asked.gauge)
            return self._words(
                "gui.command.will.raw", gauge=gauge, amount=asked.amount, count=count
            )
        words = self._words(
            f"gui.command.will.damage_{asked.way}", amount=asked.amount, count=count
        )
        parts = (words, place_name(context, asked.place), asked.source)
        return " · ".join(part for part in parts if part)

    def _ruled_words(self, asked: Command) -> str:
        combatants = self._controller.context.state.combatants
        who = getattr(asked, "who", None)
        who = (who,) if isinstance(who, str) else who or ()
        named = [combatants[CombatantId(each)].name for each in who]
        name = str(asked.__struct_config__.tag).replace("_", " ")
        return self._words("gui.command.will.rules", command=name, who=", ".join(named))

    def _afflict_words(self, asked: do.Afflict) -> str:
        """Returns what is said, the chip as it will be, and what the rules make of the condition."""
        controller = self._controller
        return afflict_words(controller.system, controller.context, asked)

    def _words(self, key: str, **params: str | int | float) -> str:
        return self._controller.context.texts.text(say(key, **params))


def _minus(text: str) -> str:
    return text.replace("-", "−")
