"""What explosions, flashes and clouds do to everybody in them. Source: CWN-41, CWN-42."""

from collections.abc import Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.table import TablePlay, rolled_at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.systems.cwn.areas import flashes, landing
from encounter_gui.rules.systems.cwn.areas.detonations import exploding
from encounter_gui.rules.systems.cwn.areas.victims import (
    IN_AIR,
    keep_open,
    named_in,
    nobody,
    open_area,
    owed_victim,
    rolled_of,
)
from encounter_gui.rules.systems.cwn.combat import attack_plan, focus_actions
from encounter_gui.rules.systems.cwn.commands import Blast, Caught
from encounter_gui.rules.systems.cwn.harm.damage import deal, harm_text
from encounter_gui.rules.systems.cwn.rules import areas as rules
from encounter_gui.rules.systems.cwn.rules.areas import AreaPlan, Swept
from encounter_gui.rules.systems.cwn.rules.saves import SavePlan
from encounter_gui.rules.systems.cwn.rules.strike import TRAUMATIC, Blow
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.checks import save_bonus
from encounter_gui.rules.systems.cwn.sheet.gear import Explosive


def blast(resolution: Resolution, command: Blast) -> Rolling[Message]:
    """An explosive goes off among combatants. Source: CWN-41, CWN-42."""
    context = resolution.context
    explosive, thrower = exploding(context, command)
    owed = open_area(context.state, "blast", command.who, explosive.key)
    targets = command.targets or ()
    caught = _living(context, targets, named_in(owed))
    centre = landing.centre_of(context, command) if owed is None else None
    results, rolled = yield from _effect(resolution, explosive, command.who, caught, centre)
    if not command.more:
        _use_up(resolution, thrower, explosive)
    rolled = rolled_of(owed) if rolled is None else rolled
    wanted = None
    if command.more and rolled is not None:
        wanted = owed_victim(
            context.state,
            "blast",
            command.who,
            explosive.key,
            explosive.name,
            rolled,
            (*named_in(owed), *(each.target for each in targets)),
        )
    keep_open(resolution, owed, wanted)
    shown = "; ".join(results) or nobody(context, owed)
    return say("cwn.log.blast", weapon=explosive.name, results=shown)


def _living(
    context: RulesContext, targets: Sequence[Caught], named: Sequence[CombatantId]
) -> tuple[Caught, ...]:
    """Returns those in a blast that are alive; it has caught ``named`` before, and nobody twice. Source: CWN-41."""
    seen = set(named)
    for caught in targets:
        target = context.known_combatant(caught.target)
        if target.id in seen:
            raise refuse("cwn.named_twice", rule="CWN-41", who=target.name)
        seen.add(target.id)
    return tuple(
        caught for caught in targets if not character.is_dead(context.combatant(caught.target))
    )


def _use_up(resolution: Resolution, thrower: Combatant | None, explosive: Explosive) -> None:
    """Ends the flight of what was thrown, or takes what was laid. Source: CWN-41, CWN-42."""
    if thrower is None:
        return
    if thrower.has(IN_AIR):
        resolution.remove_conditions(thrower.id, IN_AIR)
    elif explosive.ammo in thrower.gauges:
        resolution.change_gauge(thrower.id, explosive.ammo, -1)


def _effect(
    resolution: Resolution,
    explosive: Explosive,
    who: CombatantId | None,
    caught: Sequence[Caught],
    centre: Place | None,
) -> Rolling[tuple[Sequence[str], int | None]]:
    """Lets an explosive do what it does; returns what its victims suffered, in words, and the damage roll, if any.

    ``centre`` is where on the plan it goes off, as far as that is known and something has still to be laid there.
    """
    context = resolution.context
    match explosive.effect:
        case "flash":
            return (yield from flashes.flash(resolution, who, caught)), None
        case "gas":
            _hide(resolution, explosive, who, caught, centre)
            caught = [each for each in caught if not flashes.is_safe(context, each, "gas")]
        case "smoke":
            _hide(resolution, explosive, who, caught, centre)
            names = [context.combatant(each.target).name for each in caught]
            return [context.texts.text_of("cwn.blast.smoke", target=name) for name in names], None
    return (yield from _burst(resolution, explosive, who, caught))


def _hide(
    resolution: Resolution,
    explosive: Explosive,
    who: CombatantId | None,
    caught: Sequence[Caught],
    centre: Place | None,
) -> None:
    """Lays a cloud on the plan; whom it does not hold there is hidden by itself, wherever they go. Source: CWN-42."""
    context = resolution.context
    until = flashes.rounds_from_now(context, who, 1)
    area = landing.lay_cloud(resolution, explosive, centre, until) if centre is not None else None
    state = resolution.context.state
    clouds = (
        [area]
        if area
        else [
            each for each in (state.plan.areas if state.plan else ()) if each.name == explosive.name
        ]
    )
    flashes.conceal(
        resolution,
        who,
        [
            each
            for each in caught
            if not any(landing.is_in_cloud(state, each.target, cloud) for cloud in clouds)
        ],
    )


def _burst(
    resolution: Resolution, explosive: Explosive, who: CombatantId | None, caught: Sequence[Caught]
) -> Rolling[tuple[Sequence[str], int | None]]:
    """One damage roll for all; each saves, and has a Trauma Die of its own. Source: CWN-41, CWN-42."""
    if not caught or explosive.damage is None:
        return (), None
    context = resolution.context
    plans = tuple(plan_blast(context, explosive, each) for each in caught)
    people = {"who": who} | {f"victim {n}": each.target for n, each in enumerate(caught)}
    play = TablePlay(resolution)
    rolled, shown = yield from rolled_at_table(play, rules.among_all, plans, people)
    suffered = [
        _suffer(resolution, who, each, plan, found)
        for each, plan, found in zip(caught, plans, shown, strict=True)
    ]
    return suffered, int(rolled)


def plan_blast(context: RulesContext, explosive: Explosive, caught: Caught) -> AreaPlan:
    """Returns what one victim of a blast is rolled with. Source: CWN-26, CWN-41, CWN-42."""
    target, kind = context.combatant(caught.target), save_of(explosive)
    needed = character.save_target(context, target, kind)
    return AreaPlan(
        damage=explosive.damage or DiceSum(count=0),
        save=SavePlan(needed, save_bonus(context, target) + caught.gm),
        save_key=kind,
        trauma=explosive.trauma if has_trauma(explosive, target) else None,
        trauma_plus=attack_plan.trauma_against(context, target),
        trauma_target=character.trauma_target(context, target),
        rating=explosive.rating,
        armor=character.armor_class(context, target, melee=True),
        step=explosive.ac_step,
        is_lethal=not explosive.is_nonlethal and explosive.effect != "gas",
    )


def _suffer(
    resolution: Resolution, who: CombatantId | None, caught: Caught, plan: AreaPlan, shown: Swept
) -> str:
    """Lets a blast take effect on one victim; returns what it suffered, in words."""
    who_suffers = caught.target
    save = int(shown.save) + plan.save.modifier  # with what conditions and the game master do to it
    needed = resolution.number_of(who_suffers, "target", plan.save.target)
    plan = replace(plan, save=replace(plan.save, target=needed))
    if plan.trauma is not None:
        needed = resolution.number_of(who_suffers, "trauma_target", plan.trauma_target)
        plan = replace(plan, trauma_target=needed)
    found = rules.caught_in_blast(plan, shown)
    amount = resolution.number_of(who_suffers, "damage", int(found.amount))
    is_saved, is_traumatic = bool(found.is_saved), bool(found.kind == TRAUMATIC)
    resolution.reason(
        "cwn.why.blast_saved" if is_saved else "cwn.why.blast",
        "CWN-41",
        who=resolution.combatant(who_suffers).name,
        rolled=int(shown.rolled),
        save=save - caught.gm,
        target=plan.save.target,
        damage=amount,
    )
    done = deal(
        resolution,
        "blast",
        who,
        who_suffers,
        Blow(found.kind, amount),
        is_lethal=plan.is_lethal,
        rolled=int(shown.rolled),
        save=save,
        target=plan.save.target,
        saved=is_saved,
        trauma=int(shown.trauma or 0),
        traumatic=is_traumatic,
    )
    if who is not None:
        focus_actions.first_kill(resolution, who, done.fate)
    return harm_text(resolution.context, amount, done)


def save_of(explosive: Explosive) -> str:
    """Returns the save an explosive asks for. Source: CWN-41, CWN-42."""
    return "physical" if explosive.effect in ("gas", "flash") else "evasion"


def has_trauma(explosive: Explosive, target: Combatant) -> bool:
    """Returns whether a Trauma Die is rolled for a target. Source: CWN-26, CWN-42."""
    if explosive.trauma is None or explosive.is_nonlethal or explosive.effect == "gas":
        return False
    return explosive.harms_machines or character.kind(target) != "drone"
