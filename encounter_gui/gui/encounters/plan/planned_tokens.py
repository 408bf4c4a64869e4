"""Those who are prepared for an encounter, on its plan: shown as if they had joined, put where they shall begin."""

from encounter_gui.encounter import events as ev
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.encounters.plan.plan_controller import PlanController
from encounter_gui.play.prep.prepared_places import with_expected
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import plan_commands
from encounter_gui.rules.model import commands as do


class PlannedTokens:
    """Stands between the plan of the ground and what an encounter is prepared with."""

    def __init__(self, controller: EncounterController, plans: PlanController) -> None:
        """Takes the controller of the encounter, and what is prepared for it."""
        self._controller, self._plans = controller, plans

    def joined(self, context: RulesContext) -> RulesContext:
        """Returns a scene in which those who are prepared have joined, while the encounter has not begun."""
        if not self._plans.is_open or not self._controller.is_live:
            return context
        return with_expected(context, self._plans.expected_now())

    def put(self, command: do.Put) -> bool:
        """Puts people somewhere if some of them are only prepared; returns whether that is so.

        Raises:
            RuleError: nobody can stand there; nothing has changed.
        """
        planned = {each.id for each in self._plans.expected_now()} if self._plans.is_open else set()
        if planned.isdisjoint(command.who):
            return False
        system = self._controller.system
        resolution = system.resolution(self.joined(self._controller.session.head_context))
        rules = system.rules()
        label = plan_commands.carry_out(resolution, rules.field, command, rules.turns.is_turn)
        events = resolution.outcome(label).events
        if any(isinstance(event, ev.PlanSet) for event in events):
            self._controller.perform(do.SetPlan())
        places = {event.who: event.to for event in events if isinstance(event, ev.PlaceSet)}
        here = tuple(
            do.Put(who=(who,), off=True)
            if to is None
            else do.Put(who=(who,), at=to.point, floor=to.floor, radius=to.radius)
            for who, to in places.items()
            if who not in planned
        )
        if here:
            self._controller.perform_each(here)
        self._plans.place({who: to for who, to in places.items() if who in planned})
        return True
