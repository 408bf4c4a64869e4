"""Offers to end the fight once one side is out of it."""

from PySide6.QtCore import QObject, Slot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Side
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.prompt_controller import Offer, PromptController
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_at, title_of
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Finish
from encounter_gui.rules.view import Notice

_KEY = "recap.end"
_CAMPS: tuple[tuple[Side, ...], ...] = (("foe",), ("pc", "ally"))


def camp_out(system: System, context: RulesContext) -> tuple[Side, ...]:
    """Returns the sides of the camp of which nobody is in the fight any more, by the rules; empty: both have somebody.

    Neutral ones do not count, and a camp that nobody was ever in is not out.
    """
    out = {row.who for row in system.rows(context) if row.is_out}
    for camp in _CAMPS:
        members = [each for each in context.state.combatants.values() if each.side in camp]
        if members and all(each.id in out for each in members):
            return camp
    return ()


class EndOffer(QObject):
    """Asks once: who declines is asked again only after the camp was back in the fight, or another is out.

    What the rules demand at once comes first: an offer would stand in its place.
    """

    def __init__(
        self,
        controller: EncounterController,
        prompts: PromptController,
        texts: MessageCatalog,
        parent: QObject | None = None,
    ) -> None:
        """Takes the controllers of encounter and prompts, and the words."""
        super().__init__(parent)
        self._controller = controller
        self._prompts = prompts
        self._texts = texts
        self._declined: tuple[Side, ...] = ()
        controller.context_changed.connect(self.look)
        controller.opened.connect(self._forget)

    @Slot()
    def _forget(self) -> None:
        self._declined = ()

    @Slot()
    def look(self) -> None:
        """Offers what is due now, or takes the offer back."""
        controller = self._controller
        if not controller.is_open or not controller.is_live:
            return
        context = controller.context
        state = context.state
        camp = camp_out(controller.system, context) if self._is_fought else ()
        if camp != self._declined:
            self._declined = ()
        is_due = bool(camp) and not self._declined and not due_at(state, "turn_end")
        self._prompts.offer(_KEY, self._offer(context, camp) if is_due else None)

    @property
    def _is_fought(self) -> bool:
        state = self._controller.context.state
        sides = {each.side for each in state.combatants.values()}
        has_both = all(sides & set(camp) for camp in _CAMPS)
        return state.stage == "running" and state.round > 0 and has_both

    def _offer(self, context: RulesContext, camp: tuple[Side, ...]) -> Offer:
        text_of = self._texts.text_of
        present = {each.side for each in context.state.combatants.values()}
        name = context.side_name(next(side for side in camp if side in present))
        owed = dict.fromkeys(title_of(context, each) for each in context.state.obligations)
        text = text_of("recap.end.text")
        if owed:
            text = text_of("recap.end.owed", what=", ".join(owed))
        return Offer(
            notice=Notice(
                title=text_of("recap.end.title", side=name),
                text=text,
                kind="info",
                note=text_of("recap.end.key"),
                button=text_of("recap.end.button"),
            ),
            accept=self._end,
            put_off=self._decline,
        )

    def _end(self) -> None:
        self._controller.perform(Finish())

    def _decline(self) -> None:
        self._declined = camp_out(self._controller.system, self._controller.context)
