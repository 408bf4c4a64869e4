"""Shows in the strip above the log what a command waits for, and passes the answers on."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Choice, RollRequest, Typed
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.log.prompt_strip import PromptStrip
from encounter_gui.rules.engine.asking import Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Next, Settle
from encounter_gui.rules.view import Notice, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A notice that is not of the rules, and what its button does; ``put_off``: what Escape does."""

    notice: Notice
    accept: Callable[[], None]
    put_off: Callable[[], None] | None = None


class PromptController(QObject):
    """Connects the controller of the encounter with the strip."""

    offered_changed = Signal(object)
    """``Offer | None``: what is offered beside what the rules say."""
    told = Signal(str)
    """A sentence: what went wrong."""

    def __init__(
        self, controller: EncounterController, strip: PromptStrip, texts: MessageCatalog
    ) -> None:
        """Takes both, and the words."""
        super().__init__(strip)
        self._controller = controller
        self._strip = strip
        self._texts = texts
        self._notice: Notice | None = None
        self._rolls: tuple[RollRequest, ...] = ()
        self._offers: dict[str, Offer] = {}
        self._told_offer: Offer | None = None
        self._is_active = False
        controller.asked.connect(self._ask)
        controller.refused.connect(strip.show_error)
        controller.context_changed.connect(self._tell)
        controller.closed.connect(self._clear)
        strip.answered.connect(controller.answer)
        strip.chosen.connect(controller.choose)
        strip.dismissed.connect(controller.put_off)
        strip.notice_accepted.connect(self._accept)
        strip.notice_put_off.connect(self._put_off)
        strip.waived.connect(self._waive)
        strip.continue_requested.connect(controller.continue_here)
        strip.live_requested.connect(controller.view_head)

    @Slot(object)
    def _ask(self, ask: Ask | None) -> None:
        match ask:
            case Choice():
                self._strip.ask_choice(
                    self._name(ask.who), self._options(ask), self._texts.text(ask.label)
                )
            case tuple():
                self._ask_rolls(ask)
            case None:
                self._strip.ask(None)

    def _ask_rolls(self, requests: tuple[RollRequest, ...]) -> None:
        first = requests[0]
        label = self._texts.text(first.label)
        is_next = isinstance(self._controller.command, Next)
        may_waive = isinstance(self._controller.command, Settle)
        if len(requests) == 1:
            self._strip.ask_rolls(
                self._name(first.who) or label,
                requests,
                label,
                note=self._owed_note(),
                is_primary=is_next,
                may_waive=may_waive,
            )
            return
        labels = {self._texts.text(request.label) for request in requests}
        names = ", ".join(self._told_apart(request, requests) for request in requests)
        text = self._texts.text_of("gui.ask.order", names=names)
        title = label if len(labels) == 1 else self._name(first.who) or label
        self._strip.ask_rolls(
            title,
            requests,
            text,
            note=self._owed_note(),
            kind="info",
            is_primary=is_next,
            may_waive=may_waive,
        )

    def _owed_note(self) -> str:
        """Returns how much is owed, where it is more than what is asked for."""
        count = len(self._controller.context.state.obligations)
        return self._texts.text_of("gui.fight.prompt.owed", count=count) if count > 1 else ""

    def _told_apart(self, request: RollRequest, among: tuple[RollRequest, ...]) -> str:
        """Returns what tells a roll from the others asked for with it: whose it is, what it is for, or both."""
        name, label = self._name(request.who), self._texts.text(request.label)
        if not name or len({each.who for each in among}) == 1:
            return label
        labels = {self._texts.text(each.label) for each in among}
        return name if len(labels) == 1 else f"{name} {label}"

    def _options(self, choice: Choice) -> tuple[Option, ...]:
        combatants = self._controller.context.state.combatants
        return tuple(
            Option(
                key=option,
                text=combatants[CombatantId(option)].name
                if option in combatants
                else self._texts.text_of(self._option_key(option)),
            )
            for option in choice.options
        )

    def _option_key(self, option: str) -> str:
        """Returns the key of an option's text: the game's own, or of one that is the same in every game."""
        return option if "." in option else f"{self._controller.system.id}.option.{option}"

    def _name(self, who: CombatantId | None) -> str:
        combatant = self._controller.context.state.combatants.get(who) if who is not None else None
        return combatant.name if combatant is not None else ""

    @Slot()
    def activate(self) -> None:
        """Starts to say what waits: before the first paint there is no time for it."""
        if not self._is_active:
            self._is_active = True
            if self._controller.is_open:
                self._tell(self._controller.context)

    @Slot(object)
    def _tell(self, context: RulesContext) -> None:
        if not self._is_active:
            return
        session = self._controller.session
        if session.viewing is None:
            self._strip.show_history_banner("")
        else:
            at = len(session.log.path(session.viewing))
            count = len(session.log.line())
            self._strip.show_history_banner(
                self._texts.text_of("gui.look.text", at=at, count=count)
            )
        notices = self._controller.system.notices(context) if self._controller.is_live else ()
        self._notice = notices[0] if notices else None
        self._rolls = self._rolls_of(self._notice)
        self._show_notice()

    def _rolls_of(self, notice: Notice | None) -> tuple[RollRequest, ...]:
        """The one roll a notice begins with; in what order several are typed, only their question can say."""
        if notice is None or notice.command is None:
            return ()
        rolls = self._controller.system.dry_run(self._controller.context).first_rolls(
            notice.command
        )
        return rolls if len(rolls) == 1 else ()

    # ---- what is offered beside what the rules say

    @property
    def offered(self) -> Offer | None:
        """Returns the offer that is shown, or would be but for something more urgent; the latest comes first."""
        return next(reversed(self._offers.values()), None)

    def has(self, key: str) -> bool:
        """Returns whether something of this key is offered."""
        return key in self._offers

    def offer(self, key: str, offer: Offer | None) -> None:
        """Offers something until it is accepted or put off; the next of its key takes its place, None takes it back."""
        if self._offers.get(key) == offer:
            return
        self._offers.pop(key, None)
        if offer is not None:
            self._offers[key] = offer
        self._show_notice()

    @Slot()
    def accept_offer(self) -> None:
        """Accepts what is offered, wherever the keyboard is; not behind a question that waits for dice."""
        if self.offered is not None and self._strip.state.question is None:
            self._accept()

    def tell(self, error: AppError) -> None:
        """Says what went wrong."""
        sentence = self._texts.text(error.message)
        self._strip.show_error(sentence)
        self.told.emit(sentence)

    def _taken(self) -> Offer | None:
        """Takes the offer that is shown off the list."""
        return self._offers.popitem()[1] if self._offers else None

    @Slot()
    def put_off_offer(self) -> None:
        """Puts off what is offered, wherever the keyboard is."""
        if self.offered is not None:
            self._put_off()

    @Slot(str)
    def _waive(self, reason: str) -> None:
        """Does without what the strip asks for, or else without what the notice is about."""
        command = self._controller.command if self._controller.waits_for is not None else None
        if command is None and self._notice is not None:
            command = self._notice.command
        if isinstance(command, Settle):
            self._controller.waive(command.ids, reason)

    @Slot()
    def _put_off(self) -> None:
        offer = self._taken()
        if offer is not None and offer.put_off is not None:
            offer.put_off()
        self._show_notice()

    def _show_notice(self) -> None:
        offer = self.offered
        if offer is None:
            self._strip.show_notice(self._notice, self._rolls)
        else:
            self._strip.show_notice(offer.notice)
        if offer != self._told_offer:
            self._told_offer = offer
            self.offered_changed.emit(offer)

    @Slot()
    def _clear(self) -> None:
        self._notice, self._rolls = None, ()
        self._offers.clear()
        self._told_offer = None
        self.offered_changed.emit(None)
        self._strip.show_history_banner("")
        self._strip.show_notice(None)

    @Slot(tuple)
    def _accept(self, answers: tuple[Typed | None, ...] = ()) -> None:
        offer = self._taken()
        if offer is not None:
            offer.accept()
            self._show_notice()
        elif self._notice is not None and self._notice.command is not None:
            self._controller.start(self._notice.command, ask=True)
            if answers:
                self._controller.answer(answers)
