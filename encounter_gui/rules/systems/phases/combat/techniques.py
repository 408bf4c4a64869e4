"""What techniques do, and getting out of them. Source: PHA-50, PHA-52, PHA-53."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat.defenses import escape_parts, guard
from encounter_gui.rules.systems.phases.commands import BreakFree, LetGo
from encounter_gui.rules.systems.phases.harm.body_places import dropped, fell, halted, loosened
from encounter_gui.rules.systems.phases.sheet import action_budget, character, gear
from encounter_gui.rules.systems.phases.sheet.character import bonus
from encounter_gui.rules.systems.phases.sheet.course import Course
from encounter_gui.rules.systems.phases.sheet.gear import Technique
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import gm_part, technique_parts
from encounter_gui.rules.systems.phases.sheet.test_dice import ask, request

HOLDS = ("grab", "tackle")
"""Effects after which one holds the other. Source: PHA-53."""


def works(course: Course, winner: Combatant, loser: Combatant, technique: Technique) -> None:
    """Has a technique that won do what it does. Source: PHA-52, PHA-53."""
    course.effect(*_effect(course.after, winner, loser, technique.effect))
    course.now(
        ev.Resolved(
            what="technique",
            who=winner.id,
            target=loser.id,
            values={"technique": technique.key, "effect": technique.effect},
        )
    )
    course.tell(
        "phases.told.technique", who=winner.name, technique=technique.name, target=loser.name
    )


def _effect(
    context: RulesContext, winner: Combatant, loser: Combatant, effect: str
) -> tuple[ev.Event, ...]:
    match effect:
        case "drop":
            return dropped(loser, in_hand(loser))
        case "prone":
            return fell(loser)
        case "grab":
            return _held(context, winner, loser)
        case "tackle":
            return (*fell(winner), *fell(loser), *_held(context, winner, loser))
        case "clinch":
            return tuple(
                ev.ConditionAdded(
                    who=combatant.id,
                    condition=Condition(key="clinched", by=other.id, note=other.name),
                )
                for combatant, other in ((winner, loser), (loser, winner))
            )
        case _:
            return ()


def in_hand(combatant: Combatant) -> str:
    """Returns the key of what somebody can be disarmed of; empty: nothing. Source: PHA-53."""
    return next(
        (
            key
            for key in (combatant.memo_text("held"), combatant.memo_text("off"))
            if dropped(combatant, key)
        ),
        "",
    )


def _held(context: RulesContext, winner: Combatant, loser: Combatant) -> tuple[ev.Event, ...]:
    freed = (*loosened(context, winner), *loosened(context, loser, "grabbed"))
    grabbed = Condition(key="grabbed", by=winner.id, note=winner.name)
    grabbing = Condition(key="grabbing", by=loser.id, note=loser.name)
    return (
        *freed,
        ev.ConditionAdded(who=loser.id, condition=grabbed),
        ev.ConditionAdded(who=winner.id, condition=grabbing),
        *halted(loser),
    )


def break_free(context: RulesContext, command: BreakFree) -> Procedure:
    """An action to get out of a hold, against the holder's free roll; a tie holds. Source: PHA-09, PHA-50.

    Raises:
        RuleError: nobody holds it, or it may not act.
    """
    combatant = action_budget.require_action(context, command.who)
    course = Course(context, combatant.id)
    combatant = course.view.combatant(combatant.id)
    hold = combatant.condition("grabbed") or combatant.condition("clinched")
    holder = context.state.combatants.get(hold.by) if hold and hold.by else None
    if hold is None:
        raise refuse("phases.not_held", rule="PHA-50", who=combatant.name)
    mine = bonus(
        escape_parts(course.view, combatant),
        character.action_penalty(course.view, combatant),
        character.effects(course.view, combatant, ("action",)),
        character.hurt(course.view, combatant),
        character.physical(course.view, combatant),
        gm_part(course.view, command.gm),
    )
    if holder is None or character.is_out(context, holder):
        course.now(*action_budget.spent(combatant))
        course.effect(*loosened(course.after, course.one(combatant.id)))
        return Outcome(label=say("phases.log.free", who=combatant.name), events=course.events)
    theirs = bonus(
        _holding(course.view, holder, "grab" if hold.key == "grabbed" else "clinch"),
        character.hurt(course.view, holder),
        character.physical(course.view, holder),
    )
    rolled = yield from ask(request("escape", combatant.id), request("hold", holder.id))
    total, against = rolled[0].total + mine.amount, rolled[1].total + theirs.amount
    is_free = bool(mechanics.beats(total, against))
    course.now(
        *action_budget.spent(combatant),
        ev.Resolved(
            what="escape",
            who=combatant.id,
            target=holder.id,
            values={"total": total, "against": against, "free": is_free},
        ),
    )
    if is_free:
        course.effect(*loosened(course.after, course.one(combatant.id)))
    key = "phases.why.free" if is_free else "phases.why.held"
    course.why(
        key, rule="PHA-50", parts=mine.text, total=total, against=against, holder=holder.name
    )
    label = "phases.log.broke_free" if is_free else "phases.log.still_held"
    return Outcome(
        label=say(label, who=combatant.name, holder=holder.name, total=total, against=against),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def _holding(context: RulesContext, holder: Combatant, effect: str) -> tuple[Modifier, ...]:
    known = (each for each in gear.techniques(context.ruleset) if each.effect == effect)
    technique = next(known, None)
    if technique is None:
        return character.skilled(context, holder, "strength", "hand_to_hand")
    bare = gear.weapon_of(gear.bare_hands(holder))
    weapon = guard(holder) if guard(holder).skill in technique.skills else bare
    return technique_parts(context, holder, technique, weapon)


def let_go(context: RulesContext, command: LetGo) -> Procedure:
    """Lets go of somebody; it costs nothing. Source: PHA-53.

    Raises:
        RuleError: it holds nobody.
    """
    yield from ()
    combatant = context.known_combatant(command.who)
    if not combatant.has("grabbing") and not combatant.has("clinched"):
        raise refuse("phases.holds_nobody", rule="PHA-53", who=combatant.name)
    return Outcome(
        label=say("phases.log.let_go", who=combatant.name), events=loosened(context, combatant)
    )
