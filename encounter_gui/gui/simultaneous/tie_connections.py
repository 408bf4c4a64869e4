"""Connects a tie with bench, table, log and window; the panel is made when it is first needed."""

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Slot

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.gui.control.attack_controller import AttackController
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.prompt_controller import PromptController
from encounter_gui.gui.correction.correction_controller import CorrectionController
from encounter_gui.gui.correction.correction_field import on_screen
from encounter_gui.gui.keys.live_caps import is_typing
from encounter_gui.gui.large.panel_switch import PanelSwitch
from encounter_gui.gui.simultaneous.tie_controller import TieController
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.rules.view import Tie, TieMember

if TYPE_CHECKING:  # imported when it is first opened
    from encounter_gui.gui.simultaneous.tie_panel import TiePanel

NAME = "simultaneous"
_PLAYING = frozenset({"", "table", "bench", "strip", "log", NAME})
"""The parts of the window in which the keyboard plays the fight."""


class TieParts(Struct, frozen=True, kw_only=True):
    """The controllers of bench, log and strip."""

    attack: AttackController
    corrections: CorrectionController
    prompts: PromptController


class TieConnections(QObject):
    """Opens the panel by itself when one of those who act at once has acted, and leads from it to what is missing.

    Escape closes it for the tie: it is there again when it is asked for.
    """

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        parts: TieParts,
        resources: UiResources,
    ) -> None:
        """Takes the window, the controllers of the encounter and of its parts, and what the panel is drawn with."""
        super().__init__(window)
        self._window = window
        self._encounter = controller
        self._parts = parts
        self._resources = resources
        self.controller = TieController(controller, self)
        self._switch = PanelSwitch(
            window.large_panels, window.regions, NAME, self._made, is_modest=True
        )
        self._dismissed: tuple[int, int] | None = None
        self._is_new = False
        """Whether the encounter has just been opened: then nothing opens by itself."""
        self._is_complete = False
        """Whether all have acted, and what they have done waits."""
        self._is_asked_for = False
        """Whether the game master has opened the panel before anything was rolled."""
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._open_if_wanted)
        self.controller.changed.connect(self._show)
        self.controller.member_acted.connect(self._go_to_next)
        controller.closing.connect(self._switch.close)
        controller.opened.connect(self._begin)
        controller.settled.connect(self._go_on)
        controller.awaited.connect(self._follow_awaited)
        window.actions_of["simultaneous"].triggered.connect(self.toggle)
        window.turn_bar.heading.tie.clicked.connect(self.toggle)
        window.large_panels.changed.connect(self._keep_notices)
        window.large_panels.dismissed.connect(self._dismiss)
        window.instead_of_bench = self._enter

    @property
    def panel(self) -> "TiePanel":
        """The panel, made at the first call."""
        return self._switch.panel

    @property
    def is_open(self) -> bool:
        """Whether the panel is seen."""
        return self._switch.is_open

    def _made(self) -> "TiePanel":
        from encounter_gui.gui.simultaneous.tie_panel import TiePanel

        panel = TiePanel(self._resources.icons, self._resources.texts)
        panel.left.connect(self._leave)
        panel.apply_requested.connect(self._apply)
        panel.roll_requested.connect(self._go_to_roll)
        panel.member_requested.connect(self._go_to_bench)
        panel.one_by_one_requested.connect(self._apply_one_by_one)
        panel.next_requested.connect(self._window.actions_of["next"].trigger)
        panel.change_requested.connect(self._change)
        return panel

    @Slot()
    def _begin(self) -> None:
        self._is_new, self._is_complete, self._dismissed = True, False, None

    @Slot()
    def _go_on(self) -> None:
        self._is_new = False

    # ---- what is shown

    @Slot(object)
    def _show(self, tie: Tie | None) -> None:
        has_results = tie is not None and tie.has_results
        self._window.turn_bar.heading.show_tie(tie.title if tie is not None else "")
        self._window.table.show_waiting(tie.changes if tie is not None else ())
        if self._dismissed is not None and self._dismissed != self.controller.moment:
            self._dismissed = None
        was_complete, self._is_complete = (
            self._is_complete,
            tie is not None and tie.apply is not None,
        )
        if tie is None or not (has_results or self._is_asked_for):
            self._is_asked_for = False
        elif not self.is_open and self._is_complete and not (was_complete or self._is_new):
            self._timer.start()  # also where what had been applied is taken back
        self._encounter.second_frame.put("tie", self._follow)

    def _follow(self) -> None:
        """Shows in the open panel what there is of the tie; closes it where that is nothing."""
        tie = self.controller.tie
        if tie is None or not (tie.has_results or self._is_asked_for):
            self._close()
        elif self.is_open:
            self.panel.show_tie(tie, is_asking=self.controller.is_asking)

    def _close(self) -> None:
        if self.is_open:
            had_keyboard = self._window.regions.current == NAME
            self._switch.close()
            if had_keyboard:
                self._window.table.setFocus()

    @Slot()
    def _keep_notices(self) -> None:
        """While the panel is seen, the strip need not say the same a second time."""
        window = self._window
        is_home = window.log.isAncestorOf(window.log.prompt)
        self._parts.prompts.keep_notices(self.is_open or not is_home)

    @Slot(object)
    def _go_to_next(self, who: CombatantId) -> None:
        """Selects who of the tie has not acted, and shows what is there so far."""
        following = self.controller.next_to_act(who)
        if following is not None and self._encounter.waits_for is None:
            self._take_up(following)
        member = next((each for each in self._members if each.who == who), None)
        if member is not None and not member.goes_on and (self.is_open or self._may_open()):
            self._timer.start()

    @property
    def _members(self) -> tuple[TieMember, ...]:
        tie = self.controller.tie
        return tie.members if tie is not None else ()

    def _may_open(self) -> bool:
        window = self._window
        is_free = (
            window.large_panels.current is None and not window.is_prep and not window.is_welcome
        )
        return is_free and self._dismissed is None and not window.shows_damage

    @Slot()
    def _open_if_wanted(self) -> None:
        """Opens once everything that follows a command has settled; dice that are asked for come first."""
        tie = self.controller.tie
        if tie is None or not tie.has_results or self._encounter.waits_for is not None:
            return
        # Whoever writes elsewhere, such as a note, is not interrupted: dice may have come from a phone.
        is_free = self._window.regions.current in _PLAYING and not is_typing()
        takes_keyboard = is_free and not tie.to_act and not tie.missing
        if self.is_open and takes_keyboard:
            self.panel.take_focus()
        elif self._may_open() and not tie.missing:
            # What is still owed is answered at the bench or in the strip, which the panel would cover.
            self._open(tie, takes_keyboard=takes_keyboard)

    def _open(self, tie: Tie, *, takes_keyboard: bool) -> None:
        panel = self.panel
        panel.forget_choice()
        panel.show_tie(tie, is_asking=self.controller.is_asking)
        self._window.large_panels.open(panel)
        if takes_keyboard:
            panel.take_focus()
        elif self._window.regions.current in ("", "bench", "log"):
            self._window.table.setFocus()

    # ---- intents

    @Slot()
    def toggle(self) -> None:
        """Opens the tie with the keyboard in it, or closes it; says so where nobody acts at once."""
        if self.is_open:
            self._leave()
            return
        tie = self.controller.tie
        if tie is None:
            self._encounter.refused.emit(self._resources.texts.text_of("gui.tie.none"))
            return
        self._window.end_change()
        self._dismissed = None
        self._is_asked_for = not tie.has_results
        self._open(tie, takes_keyboard=True)

    @Slot()
    def _leave(self) -> None:
        self._dismissed = self.controller.moment
        self._close()

    @Slot(object)
    def _dismiss(self, panel: object) -> None:
        if self._switch.is_made and panel is self.panel:
            self._dismissed = self.controller.moment
            self._window.table.setFocus()

    def _enter(self) -> bool:
        """Leads from the table: to the bench for whoever has something left to do, else to the button of the panel."""
        if not self.is_open:
            return False
        selected = self._encounter.selected[:1]
        open_members = [each.who for each in self._members if not each.is_done]
        tie = self.controller.tie
        is_complete = tie is not None and not tie.to_act
        if tie is not None and (is_complete or not selected or selected[0] not in open_members):
            self.panel.take_focus()
            return True
        self._switch.close()
        return False

    @Slot()
    def _apply(self) -> None:
        tie = self.controller.tie
        if tie is not None and tie.apply is not None and self._encounter.start(tie.apply, ask=True):
            self._window.table.setFocus()

    @Slot()
    def _apply_one_by_one(self) -> None:
        tie = self.controller.tie
        if tie is not None and tie.one_by_one is not None:
            self._encounter.perform(tie.one_by_one)

    @Slot()
    def _follow_awaited(self) -> None:
        if self.is_open:
            self._go_to_roll()

    @Slot()
    def _go_to_roll(self) -> None:
        """Takes the keyboard to what is owed; what stands in no field of the strip is told above the log."""
        if not self._window.regions.enter("strip"):
            self._switch.close()
            self._parts.prompts.recall()

    @Slot(str)
    def _go_to_bench(self, who: str) -> None:
        self._switch.close()
        self._take_up(CombatantId(who))
        self._window.enter_bench()

    def _take_up(self, who: CombatantId) -> None:
        """Selects who is to act next, who then acts on the bench: a foe that is merely selected is aimed at there."""
        self._parts.attack.set_choices({"who": who})
        self._window.table.select([who])

    # ---- changing a die

    @Slot(int)
    def _change(self, entry: int) -> None:
        """Opens the field over the card of a result: its first die can be typed over."""
        card = self.panel.card_of(entry)
        self._parts.corrections.open(EntryId(entry), "", lambda _: on_screen(card))
