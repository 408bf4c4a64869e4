"""How the encounter moves on: declarations are revealed, groups act, phases follow. Source: PHA-11, PHA-24."""

from collections.abc import Iterable, Sequence

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import Held
from encounter_gui.encounter.values import Combatant, Condition, Slot
from encounter_gui.rules.engine import turns
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import Moment, TurnRules, names_acting, scene_ended
from encounter_gui.rules.model.text_format import short_list
from encounter_gui.rules.systems.phases.commands import Wait
from encounter_gui.rules.systems.phases.harm import dying
from encounter_gui.rules.systems.phases.harm.follow_ups import follow_ups, with_clock
from encounter_gui.rules.systems.phases.rules.fighter import is_spent
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.turns import declarations, merging, order
from encounter_gui.rules.systems.phases.turns.phase_clock import begin_phase, take_from_clock


class PhaseRules(TurnRules):
    """A round of the engine is a phase: everybody declares, then they act by initiative, equal ones at once.

    Source: PHA-11, PHA-19, PHA-24.
    """

    holds_ties = True
    tie_rule = "PHA-19"

    @override
    def with_end(
        self, context: RulesContext, combatant: Combatant, condition: Condition
    ) -> Condition:
        """Returns a condition with its clock set. Source: PHA-21, PHA-28, PHA-70, PHA-72."""
        return with_clock(context, combatant, super().with_end(context, combatant, condition))

    @override
    def needs_order(self, context: RulesContext) -> bool:
        """Returns whether the phase has not begun yet: declarations are open. Source: PHA-24."""
        return declarations.is_open(context)

    @override
    def takes_part(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether a combatant is neither out nor ambushed. Source: PHA-21, PHA-76."""
        return character.takes_part(context, slot)

    @override
    def is_to_roll(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether a combatant has an action and has done nothing on its turn: its tie waits for it.

        Who has begun may keep the rest for its defense. Source: PHA-19, PHA-25.
        """
        combatant = context.combatant(slot.who)
        if slot.is_done or combatant.has("aiding") or not self.takes_part(context, slot):
            return False
        begun = (character.USED, character.MOVED)
        has_begun = any(combatant.gauges.get(each) for each in begun)
        return not has_begun and bool(character.actions_left(context, combatant))

    @override
    def is_spent(self, event: ev.Event) -> bool:
        """Returns whether an event takes actions or rounds: gone for all of a tie. Source: PHA-19, PHA-23, PHA-77."""
        return is_spent(event)

    @override
    def merge(self, resolution: Resolution, held: Sequence[Held]) -> None:
        """Makes what has happened at once true together. Source: PHA-19."""
        merging.merge(resolution, held)

    @override
    def told_of_tie(self, before: RulesContext, after: RulesContext) -> Iterable[Message]:
        """Returns who is wounded, In Shock, out or dead by it. Source: PHA-19."""
        return merging.told_of(before, after)

    @override
    def left_undone(self, context: RulesContext, slot: Slot) -> str:
        """Returns the Full Action and intent a combatant declared and has not begun. Source: PHA-22, PHA-24."""
        combatant = context.combatant(slot.who)
        has_begun = any(combatant.gauges.get(each) for each in (character.USED, character.MOVED))
        is_open = slot.group == context.state.group and not slot.is_done and not has_begun
        if not is_open or combatant.has("aiding") or not character.actions_left(context, combatant):
            return ""
        full, intent = combatant.memo_text("full"), combatant.memo_text("intent")
        name = context.texts.text_of(f"phases.full.{full}") if full else ""
        return ", ".join(each for each in (name, intent) if each)

    @override
    def begin(self, resolution: Resolution) -> Rolling[Message]:
        """Begins the first phase; initiative is rolled, and COOL has to be held anew. Source: PHA-19, PHA-63."""
        take_from_clock(resolution)
        resolution.record(ev.RoundBegan(number=1))
        for combatant in resolution.context.state.combatants.values():
            resolution.remove_conditions(combatant.id, "cool_held")
        yield from order.roll_initiative(resolution)
        context = resolution.context
        slots = order.slots_of_phase(context)
        listed = short_list((context.combatant(slot.who), str(slot.score)) for slot in slots)
        return say("phases.log.begun", order=listed or context.texts.text_of("phases.dash"))

    @override
    def order(self, resolution: Resolution) -> Rolling[tuple[Slot, ...]]:
        """Returns the order of the phase: newcomers roll, then declarations come true. Source: PHA-19, PHA-24."""
        yield from order.roll_initiative(resolution)
        declarations.reveal(resolution)
        return order.slots_of_phase(resolution.context)

    @override
    def begin_round(self, resolution: Resolution, number: int) -> None:
        """Begins a phase, with the tests that are due. Source: PHA-11, PHA-70, PHA-71, PHA-72."""
        begin_phase(resolution, number)

    @override
    def end_encounter(self, resolution: Resolution) -> None:
        """Ends the scene, and COOL that held in it; who was out for its minutes comes to. Source: PHA-63."""
        context = resolution.context
        resolution.record(*scene_ended(context, frozenset({"cool_held"})))
        for combatant in context.state.combatants.values():
            known = combatant.condition("incapacitated")
            until = known.count if known else None
            if until is not None and until <= context.state.round + 1:
                dying.come_to(resolution, combatant.id)

    @override
    def resume(self, resolution: Resolution) -> None:
        """Has the phases count again what has run on the clock since. Source: PHA-70 to PHA-72."""
        take_from_clock(resolution)

    @override
    def label(self, resolution: Resolution, moment: Moment) -> Message:
        """Returns the line in the log of a step."""
        context = resolution.context
        if moment != "round":
            return say("phases.log.acts", who=names_acting(self, context))
        turn, phase = character.phase_in_round(context.state.round)
        text = f": {resolution.text}" if resolution.text else ""
        return say("phases.log.phase", round=turn, phase=phase, told=text)


TURNS = PhaseRules()


def view_of(context: RulesContext, actor: CombatantId) -> RulesContext:
    """Returns what an actor rolls from: in a tie the context before it, with its own effects. Source: PHA-19."""
    return turns.seen_by(TURNS, context, actor, follow_ups)


def wait(resolution: Resolution, command: Wait) -> Message:
    """Lets a combatant do nothing more on its turn; what it declared is still there for defenses. Source: PHA-25.

    Raises:
        RuleError: it is not its turn.
    """
    combatant = action_budget.require_turn(resolution.context, command.who)
    group = resolution.context.state.group
    resolution.record(ev.SlotDone(who=combatant.id, group=group))
    return say("phases.log.waits", who=combatant.name)
