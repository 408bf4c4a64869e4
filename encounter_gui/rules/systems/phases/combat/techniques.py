"""What techniques do, and getting out of them. Source: PHA-50, PHA-52, PHA-53."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, Param, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, values_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat.defenses import escape_parts, guard
from encounter_gui.rules.systems.phases.commands import BreakFree, LetGo
from encounter_gui.rules.systems.phases.harm.body_places import hold_ends
from encounter_gui.rules.systems.phases.rules.marks import drop_events, prone_events
from encounter_gui.rules.systems.phases.sheet import action_budget, character, gear, test_dice
from encounter_gui.rules.systems.phases.sheet.character import Bonus, bonus
from encounter_gui.rules.systems.phases.sheet.gear import Technique
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import gm_part, technique_parts


def work(
    resolution: Resolution, winner: Combatant, loser: Combatant, technique: Technique, lead: int
) -> None:
    """Applies the effect of a technique that won by ``lead``. Source: PHA-52, PHA-53."""
    values: dict[str, Value] = {
        "technique": technique.key,
        "effect": technique.effect,
        "lead": lead,
    }
    if technique.effect == "drop":
        values["item"] = in_hand(loser)
    fact = ev.Resolved(what="technique", who=winner.id, target=loser.id, values=values)
    resolution.apply(*_effect(winner, loser, technique.effect), fact)
    resolution.add_text(
        "phases.told.technique", who=winner.name, technique=technique.name, target=loser.name
    )


def _effect(winner: Combatant, loser: Combatant, effect: str) -> tuple[ev.Event, ...]:
    match effect:
        case "drop":
            return drop_events(loser, in_hand(loser))
        case "prone":
            return prone_events(loser)
        case "grab":
            return _grab(winner, loser)
        case "tackle":
            return (*prone_events(winner), *prone_events(loser), *_grab(winner, loser))
        case "clinch":
            return hold_events(winner, loser, effect)
        case _:
            return ()


def hold_events(winner: Combatant, loser: Combatant, effect: str) -> tuple[ev.Event, ...]:
    """Returns both ends of the hold that a technique begins. Source: PHA-53."""
    if effect == "clinch":
        return (_hold("clinched", winner, loser), _hold("clinched", loser, winner))
    return (_hold("grabbed", loser, winner), _hold("grabbing", winner, loser))


def _hold(key: str, combatant: Combatant, other: Combatant) -> ev.Event:
    """Returns a condition of a hold between two combatants. Source: PHA-53."""
    condition = Condition(key=key, by=other.id, note=other.name)
    return ev.ConditionAdded(who=combatant.id, condition=condition)


def _grab(winner: Combatant, loser: Combatant) -> tuple[ev.Event, ...]:
    """Returns a grab; both are out of the holds they were in that it excludes. Source: PHA-53."""
    return (
        *hold_ends(winner),
        *hold_ends(loser, "grabbed"),
        *hold_events(winner, loser, "grab"),
    )


def in_hand(combatant: Combatant) -> str:
    """Returns the key of what a combatant can be disarmed of; empty: nothing. Source: PHA-53."""
    return next(
        (
            key
            for key in (combatant.memo_text("held"), combatant.memo_text("off"))
            if drop_events(combatant, key)
        ),
        "",
    )


# ---- getting out of a hold


def break_free(resolution: Resolution, command: BreakFree) -> Rolling[Message]:
    """Spends an action to get out of a hold, against the holder's free roll; a tie holds. Source: PHA-09, PHA-50.

    Raises:
        RuleError: nobody holds the combatant, or it may not act.
    """
    view = resolution.view
    combatant, cost = action_budget.pay(view, command.who, "break_free")
    hold = combatant.condition("grabbed") or combatant.condition("clinched")
    if hold is None:
        raise refuse("phases.not_held", rule="PHA-50", who=combatant.name)
    holder = view.state.combatants.get(hold.by) if hold.by else None
    if holder is None or character.is_out(view, holder):
        resolution.record(*cost)
        _free(resolution, combatant)
        return say("phases.log.free", who=combatant.name)
    effect = "grab" if hold.key == "grabbed" else "clinch"
    mine = _escape(view, combatant, command.gm)
    theirs = _holding_on(view, holder, effect)
    resolution.record(*cost)
    totals = yield from asking.totals(
        test_dice.request(view, "escape", combatant.id),
        test_dice.request(view, "hold", holder.id),
    )
    total, against = totals[0] + mine.amount, totals[1] + theirs.amount
    is_free = bool(mechanics.beats(total, against))
    values = {"total": total, "against": against, "free": is_free}
    resolution.fact("escape", combatant.id, holder.id, **values, **values_of(mine.parts))
    if is_free:
        _free(resolution, combatant)
    sums: dict[str, Param] = {"holder": holder.name, "total": total, "against": against}
    key = "phases.why.free" if is_free else "phases.why.held"
    resolution.reason(key, "PHA-50", parts=mine.text, **sums)
    label = "phases.log.broke_free" if is_free else "phases.log.still_held"
    return say(label, who=combatant.name, **sums)


def _free(resolution: Resolution, combatant: Combatant) -> None:
    resolution.apply(*hold_ends(resolution.combatant(combatant.id)))


def _escape(context: RulesContext, combatant: Combatant, gm: int) -> Bonus:
    return bonus(
        escape_parts(context, combatant),
        character.action_penalty(context, combatant),
        character.condition_parts(context, combatant, ("action",)),
        character.wound_parts(context, combatant),
        character.fatigue_parts(context, combatant),
        gm_part(context, gm),
    )


def _holding_on(context: RulesContext, holder: Combatant, effect: str) -> Bonus:
    return bonus(
        _holding(context, holder, effect),
        character.wound_parts(context, holder),
        character.fatigue_parts(context, holder),
    )


def _holding(context: RulesContext, holder: Combatant, effect: str) -> tuple[Modifier, ...]:
    known = (each for each in gear.techniques(context.ruleset) if each.effect == effect)
    technique = next(known, None)
    if technique is None:
        return character.skill_parts(context, holder, "strength", "hand_to_hand")
    bare = gear.weapon_of(gear.bare_hands(holder))
    weapon = guard(holder) if guard(holder).skill in technique.skills else bare
    return technique_parts(context, holder, technique, weapon)


def let_go(resolution: Resolution, command: LetGo) -> Message:
    """Lets go of a combatant; it costs nothing. Source: PHA-53.

    Raises:
        RuleError: the combatant holds nobody.
    """
    combatant = resolution.context.known_combatant(command.who)
    if not combatant.has("grabbing") and not combatant.has("clinched"):
        raise refuse("phases.holds_nobody", rule="PHA-53", who=combatant.name)
    resolution.record(*hold_ends(combatant))
    return say("phases.log.let_go", who=combatant.name)
