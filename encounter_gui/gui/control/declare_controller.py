"""Declaring: what one combatant is about to declare, who has said it, and when the sheet is shown."""

from collections.abc import Mapping

from msgspec import structs
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.control.acceptance import Accepted
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model.commands import Command, Declaring
from encounter_gui.rules.view import DeclareOption, DeclareSheet


class DeclareController(QObject):
    """Turns keys and clicks on the sheet into declarations.

    What is pressed on a row is a draft until Enter is pressed, another row is entered, or the phase begins; then it is
    declared as one log entry. So nothing that was pressed is lost, and no entry is written for each key.
    """

    sheet_changed = Signal(object, dict)
    """``DeclareSheet | None`` and who rolls for each combatant: what is to be shown."""
    shown_changed = Signal(bool)
    """Whether the sheet is to be seen."""
    settling = Signal()
    """Emitted before a draft is declared, so that a field can commit what is typed in it."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Follows the controller of the encounter."""
        super().__init__(parent)
        self._controller = controller
        self._sheet: DeclareSheet | None = None
        self._draft: Declaring | None = None
        self._is_automatic = True
        self._is_shown = False
        self._has_offer = False
        self._dismissed: tuple[object, ...] | None = None
        self._told: tuple[DeclareSheet | None, Mapping[CombatantId, Roller]] = (None, {})
        controller.context_changed.connect(self._follow)
        controller.settled.connect(self._follow)
        controller.asked.connect(self._follow)
        controller.rollers_changed.connect(self._follow)
        controller.closing.connect(self.settle_draft)
        controller.closed.connect(self._follow)

    # ---- what is shown

    @property
    def sheet(self) -> DeclareSheet | None:
        """The sheet of this moment, the draft included; None: nothing is declared now."""
        return self._sheet

    @Slot()
    def _follow(self) -> None:
        self._sheet = self._find()
        if (
            self._sheet is None
            or self._sheet.row_of(self._draft.who if self._draft else None) is None
        ):
            self._draft = None
        rollers = self._rollers()
        if self._sheet is not self._told[0] or rollers != self._told[1]:
            self._told = self._sheet, rollers
            self.sheet_changed.emit(self._sheet, rollers)
        self._tell_shown()

    def _find(self) -> DeclareSheet | None:
        controller = self._controller
        if not controller.is_open or not controller.is_live:
            return None
        return controller.system.declare_sheet(controller.context, self._draft)

    def _rollers(self) -> Mapping[CombatantId, Roller]:
        rows = self._sheet.rows if self._sheet is not None else ()
        rollers, state = self._controller.rollers, None
        if rows:
            state = self._controller.context.state
        return {row.who: rollers.of_combatant(state, row.who) for row in rows if state is not None}

    def _tell_shown(self) -> None:
        moment = self._moment
        if moment != self._dismissed:
            self._dismissed = None
        is_shown = (
            self._sheet is not None
            and bool(self._sheet.rows)
            and not self._is_waiting
            and (self._is_shown or (self._is_automatic and self._dismissed is None))
        )
        if self._sheet is None:
            self._is_shown = False
        self.shown_changed.emit(is_shown)

    @property
    def _moment(self) -> tuple[object, ...]:
        if not self._controller.is_open:
            return ()
        state = self._controller.context.state
        return (id(self._controller.session), state.round, state.group, state.stage)

    @property
    def _is_waiting(self) -> bool:
        """Whether dice, tests or an offer come first: the strip above the log asks for them."""
        if self._has_offer or not self._controller.is_open:
            return True
        if self._controller.waits_for is not None:
            return True
        return bool(due_at(self._controller.context.state, "turn_end"))

    @Slot(object)
    def follow_offer(self, offer: object) -> None:
        """Keeps the sheet away while the strip offers something, such as a wave that arrives; None: it does not."""
        self._has_offer = offer is not None
        self._tell_shown()

    @Slot(bool)
    def set_automatic(self, is_automatic: bool) -> None:
        """Says whether the sheet opens by itself when there is something to declare."""
        self._is_automatic = is_automatic
        if not is_automatic:
            self._is_shown = False
        self._tell_shown()

    @Slot()
    def open(self) -> None:
        """Shows the sheet, if there is something to declare."""
        self._dismissed, self._is_shown = None, True
        self._tell_shown()

    @Slot()
    def dismiss(self) -> None:
        """Puts the sheet away until the next phase or turn, or until it is asked for; a draft is declared."""
        self.settle_draft()
        self._dismissed, self._is_shown = self._moment, False
        self._tell_shown()

    # ---- declaring

    @Slot(object)
    def press(self, option: DeclareOption) -> None:
        """Takes an option of a row as a draft."""
        self._take(option.command)

    @Slot(str, str)
    def write_intent(self, who: str, intent: str) -> None:
        """Takes the intent typed for a combatant as a draft."""
        row = self._sheet.row_of(CombatantId(who)) if self._sheet is not None else None
        if row is not None:
            self._take(structs.replace(row.command, intent=intent))

    def _take(self, command: Declaring) -> None:
        if self._draft is not None and self._draft.who != command.who:
            self.settle_draft()
        self._draft = command
        self._follow()

    @Slot(str)
    def enter_row(self, who: str) -> None:
        """Goes to another combatant's row; what was pressed in the one before is declared."""
        if self._draft is not None and self._draft.who != who:
            self.settle_draft()

    @Slot()
    def settle_draft(self) -> bool:
        """Declares what was pressed and not confirmed yet; returns whether nothing stands in the way."""
        self.settling.emit()
        draft, self._draft = self._draft, None
        if draft is None or self._perform(draft):
            return True
        self._draft = draft
        return False

    def say(self, who: CombatantId) -> bool:
        """Declares what the row of a combatant shows, unless it has said just that; False: it is refused."""
        row = self._sheet.row_of(who) if self._sheet is not None else None
        if row is None or (row.status == "said" and self._draft is None):
            return row is not None
        self._draft = row.command
        return self.settle_draft()

    @Slot()
    def say_rest(self) -> None:
        """Declares for everybody who has said nothing."""
        if self.settle_draft() and self._sheet is not None and self._sheet.rest is not None:
            self._perform(self._sheet.rest)

    def begin(self) -> bool:
        """Declares what is left before the encounter moves on; False: it is refused, and nothing may move.

        While dice or tests come first nothing moves on yet, and nothing is declared for those that are pre-filled.
        """
        if self._sheet is None or self._is_waiting:
            return True
        if not self.settle_draft():
            return False
        filled = self._sheet.filled
        return filled is None or self._perform(filled)

    def _perform(self, command: Command) -> bool:
        return isinstance(self._controller.perform(command), Accepted)
