"""What explosions, flashes and clouds do to everybody in them. Source: CWN-41, CWN-42."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling, request, roll_dice, totals
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.areas import flashes
from encounter_gui.rules.systems.cwn.areas.detonations import exploding
from encounter_gui.rules.systems.cwn.areas.victims import (
    IN_AIR,
    keep_open,
    named_in,
    open_area,
    owed_victim,
    rolled_of,
)
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.commands import Blast, Caught
from encounter_gui.rules.systems.cwn.harm.damage import Damage, deal, harm_text
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.checks import save_bonus
from encounter_gui.rules.systems.cwn.sheet.gear import Explosive


class Victim(Struct, frozen=True, kw_only=True):
    """A combatant in a blast, with its dice: the save, and the Trauma Die where one is rolled."""

    caught: Caught
    target: Combatant
    save_target: int
    save: int = 0
    trauma: int | None = None
    trauma_target: int = 0

    @property
    def is_saved(self) -> bool:
        """Whether the save succeeded."""
        return bool(mechanics.saves(self.save, self.save_target, self.caught.gm))

    @property
    def is_traumatic(self) -> bool:
        """Whether the Trauma Die makes it a Traumatic Hit."""
        if self.trauma is None:
            return False
        return bool(mechanics.is_traumatic(self.trauma, 0, self.trauma_target))


def blast(resolution: Resolution, command: Blast) -> Rolling[Message]:
    """An explosive goes off among combatants. Source: CWN-41, CWN-42."""
    context = resolution.context
    explosive, thrower = exploding(context, command)
    owed = open_area(context.state, "blast", command.who, explosive.key)
    caught = _living(context, command, named_in(owed))
    results, rolled = yield from _effect(resolution, explosive, command.who, caught)
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
            (*named_in(owed), *(each.target for each in command.targets)),
        )
    keep_open(resolution, owed, wanted)
    shown = "; ".join(results) or context.texts.text_of("cwn.blast.nobody")
    return say("cwn.log.blast", weapon=explosive.name, results=shown)


def _living(
    context: RulesContext, command: Blast, named: Sequence[CombatantId]
) -> tuple[Caught, ...]:
    """Returns those in a blast that are alive; it has caught ``named`` before, and nobody twice. Source: CWN-41."""
    seen = set(named)
    for caught in command.targets:
        target = context.known_combatant(caught.target)
        if target.id in seen:
            raise refuse("cwn.named_twice", rule="CWN-41", who=target.name)
        seen.add(target.id)
    return tuple(
        caught
        for caught in command.targets
        if not character.is_dead(context.combatant(caught.target))
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
    resolution: Resolution, explosive: Explosive, who: CombatantId | None, caught: Sequence[Caught]
) -> Rolling[tuple[Sequence[str], int | None]]:
    """Lets an explosive do what it does; returns what its victims suffered, in words, and the damage roll, if any."""
    context = resolution.context
    match explosive.effect:
        case "flash":
            return (yield from flashes.flash(resolution, caught)), None
        case "gas":
            flashes.conceal(resolution, caught)
            caught = [each for each in caught if not flashes.is_safe(context, each, "gas")]
        case "smoke":
            flashes.conceal(resolution, caught)
            names = [context.combatant(each.target).name for each in caught]
            return [context.texts.text_of("cwn.blast.smoke", target=name) for name in names], None
    return (yield from _burst(resolution, explosive, who, caught))


def _burst(
    resolution: Resolution, explosive: Explosive, who: CombatantId | None, caught: Sequence[Caught]
) -> Rolling[tuple[Sequence[str], int | None]]:
    """One damage roll for all; each saves, and has a Trauma Die of its own. Source: CWN-41, CWN-42."""
    if not caught or explosive.damage is None:
        return (), None
    rolled = yield from roll_dice(resolution.context, "damage", who, explosive.damage)
    victims = yield from _roll_victims(resolution.context, explosive, caught)
    return [_suffer(resolution, explosive, who, each, rolled) for each in victims], rolled


def _suffer(
    resolution: Resolution,
    explosive: Explosive,
    who: CombatantId | None,
    victim: Victim,
    rolled: int,
) -> str:
    """Lets a blast take effect on one victim; returns what it suffered, in words."""
    who_suffers = victim.target.id
    needed = resolution.number_of(who_suffers, "target", victim.save_target)
    victim = replace(victim, save_target=needed)
    if victim.trauma is not None:
        needed = resolution.number_of(who_suffers, "trauma_target", victim.trauma_target)
        victim = replace(victim, trauma_target=needed)
    amount = damage_to(resolution.context, explosive, victim, rolled)
    amount = resolution.number_of(who_suffers, "damage", amount)
    resolution.reason(
        "cwn.why.blast_saved" if victim.is_saved else "cwn.why.blast",
        "CWN-41",
        who=victim.target.name,
        rolled=rolled,
        save=victim.save,
        target=victim.save_target,
        damage=amount,
    )
    damage = Damage(
        target=victim.target.id,
        amount=amount,
        is_lethal=not explosive.is_nonlethal and explosive.effect != "gas",
        is_traumatic=victim.is_traumatic,
    )
    done = deal(
        resolution,
        "blast",
        who,
        damage,
        rolled=rolled,
        save=victim.save + victim.caught.gm,
        target=victim.save_target,
        saved=victim.is_saved,
        trauma=victim.trauma or 0,
        traumatic=victim.is_traumatic,
    )
    return harm_text(resolution.context, amount, done)


def damage_to(context: RulesContext, explosive: Explosive, victim: Victim, rolled: int) -> int:
    """Returns what a blast does to one victim: save, then Trauma, then the armour step. Source: CWN-41, CWN-42."""
    damage = mechanics.blast_damage(rolled, victim.is_saved, victim.is_traumatic, explosive.rating)
    if explosive.ac_step:
        armor_class = character.armor_class(context, victim.target, melee=True)
        damage = mechanics.less_armor(damage, armor_class, explosive.ac_step)
    return int(damage)


def save_of(explosive: Explosive) -> str:
    """Returns the save an explosive asks for. Source: CWN-41, CWN-42."""
    return "physical" if explosive.effect in ("gas", "flash") else "evasion"


def _roll_victims(
    context: RulesContext, explosive: Explosive, caught: Sequence[Caught]
) -> Rolling[tuple[Victim, ...]]:
    """Asks for everybody's save and Trauma Die at once. Source: CWN-41, CWN-42."""
    requests = [
        each for victim in caught for each in _victim_dice(context, explosive, victim.target)
    ]
    dice = iter((yield from totals(*requests)))
    return tuple(_victim(context, explosive, each, dice) for each in caught)


def _victim_dice(
    context: RulesContext, explosive: Explosive, who: CombatantId
) -> Iterator[RollRequest]:
    yield request(context, save_of(explosive), who, sides=20)
    if explosive.trauma is not None and has_trauma(explosive, context.combatant(who)):
        yield request(context, "trauma", who, sides=explosive.trauma.sides)


def _victim(
    context: RulesContext, explosive: Explosive, caught: Caught, dice: Iterator[int]
) -> Victim:
    target = context.combatant(caught.target)
    save = next(dice) + save_bonus(context, target)
    trauma = None
    if explosive.trauma is not None and has_trauma(explosive, target):
        against = attack_plan.trauma_against(context, target)
        trauma = next(dice) + explosive.trauma.flat + against
    return Victim(
        caught=caught,
        target=target,
        save_target=character.save_target(context, target, save_of(explosive)),
        save=save,
        trauma=trauma,
        trauma_target=character.trauma_target(context, target),
    )


def has_trauma(explosive: Explosive, target: Combatant) -> bool:
    """Returns whether a Trauma Die is rolled for a target. Source: CWN-26, CWN-42."""
    if explosive.trauma is None or explosive.is_nonlethal or explosive.effect == "gas":
        return False
    return explosive.harms_machines or character.kind(target) != "drone"
