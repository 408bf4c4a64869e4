"""What explosions, flashes and clouds do to everybody in them. Source: CWN-41, CWN-42."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.areas.detonations import exploding, remembered
from encounter_gui.rules.systems.cwn.areas.throws import IN_AIR
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.commands import Blast, Caught
from encounter_gui.rules.systems.cwn.harm.falling import Damage, fate_words, hurt
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.checks import save_bonus
from encounter_gui.rules.systems.cwn.sheet.gear import Explosive

FLASH_SIDES = 6
"""The die of the rounds a flash lasts. Source: CWN-42."""

_PROTECTION = {"flash": "flash_protection", "gas": "gas_filter"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Victim:
    """Somebody in a blast, with its dice: the save, and the Trauma Die where one is rolled."""

    caught: Caught
    combatant: Combatant
    save_target: int
    save: int = 0
    trauma: int | None = None

    @property
    def is_saved(self) -> bool:
        """Whether the save succeeded."""
        return bool(mechanics.saves(self.save, self.save_target, self.caught.gm))


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a blast has done so far."""

    events: tuple[ev.Event, ...] = ()
    reasons: tuple[Reason, ...] = ()
    results: tuple[str, ...] = ()
    rolled: int | None = None


def blast(context: RulesContext, command: Blast) -> Procedure:
    """An explosive goes off among these. Source: CWN-41, CWN-42."""
    explosive, thrower = exploding(context, command)
    caught = _allowed(context, command)
    spent = _spent(thrower, explosive, more=command.more)
    done = yield from _effect(context, explosive, command.who, caught)
    results = done.results or (context.texts.text_of("cwn.blast.nobody"),)
    return Outcome(
        label=say("cwn.log.blast", weapon=explosive.name, results="; ".join(results)),
        events=(*done.events, *spent, *remembered(context, explosive, command, done.rolled)),
        reasons=done.reasons,
    )


def _allowed(context: RulesContext, command: Blast) -> tuple[Caught, ...]:
    """Returns those in a blast who are alive. Source: CWN-41.

    Raises:
        RuleError: somebody is not there, or named twice.
    """
    seen: set[CombatantId] = set()
    for caught in command.targets:
        combatant = context.known_combatant(caught.target)
        if combatant.id in seen:
            raise refuse("cwn.named_twice", rule="CWN-41", who=combatant.name)
        seen.add(combatant.id)
    return tuple(
        caught
        for caught in command.targets
        if not character.is_dead(context.combatant(caught.target))
    )


def _spent(thrower: Combatant | None, explosive: Explosive, *, more: bool) -> tuple[ev.Event, ...]:
    if thrower is None or more:
        return ()
    if thrower.has(IN_AIR):
        return (ev.ConditionRemoved(who=thrower.id, key=IN_AIR),)
    if explosive.ammo in thrower.gauges:
        return (ev.GaugeChanged(who=thrower.id, gauge=explosive.ammo, by=-1),)
    return ()


def _effect(
    context: RulesContext, explosive: Explosive, who: CombatantId | None, caught: Sequence[Caught]
) -> Generator[Ask, Answer, Done]:
    match explosive.effect:
        case "flash":
            return (yield from _flashed(context, caught))
        case "gas":
            clouded = _clouded(context, caught)
            breathing = [each for each in caught if not is_safe(context, each, "gas")]
            harmed = yield from _burst(context, explosive, who, breathing)
            return replace(harmed, events=(*clouded, *harmed.events))
        case "smoke":
            names = tuple(context.combatant(each.target).name for each in caught)
            results = tuple(context.texts.text_of("cwn.blast.smoke", target=name) for name in names)
            return Done(events=_clouded(context, caught), results=results)
        case _:
            return (yield from _burst(context, explosive, who, caught))


def is_safe(context: RulesContext, caught: Caught, effect: str) -> bool:
    """Returns whether eyes, ears or breath are protected; machines have none. Source: CWN-42."""
    combatant = context.combatant(caught.target)
    if caught.protected or character.kind(combatant) == "drone":
        return True
    return bool(gear.rank(combatant, _PROTECTION[effect]))


def _clouded(context: RulesContext, caught: Sequence[Caught]) -> tuple[ev.Event, ...]:
    """Whoever is in a cloud cannot be seen for this round. Source: CWN-42."""
    until = Expiry(round=max(context.state.round, 1))
    hidden = Condition(key="concealed", until=until)
    return tuple(ev.ConditionAdded(who=each.target, condition=hidden) for each in caught)


def _burst(
    context: RulesContext, explosive: Explosive, who: CombatantId | None, caught: Sequence[Caught]
) -> Generator[Ask, Answer, Done]:
    """One damage roll for all; each saves, and has a Trauma Die of its own. Source: CWN-41, CWN-42."""
    if not caught or explosive.damage is None:
        return Done()
    rolled = yield from rolls.dice("damage", who, explosive.damage)
    victims = yield from _rolled(context, explosive, caught)
    done, after = Done(rolled=rolled), context
    for victim in victims:
        amount = damage_to(after, explosive, victim, rolled)
        is_lethal = not explosive.is_nonlethal and explosive.effect != "gas"
        damage = Damage(
            target=victim.combatant.id,
            amount=amount,
            is_lethal=is_lethal,
            is_traumatic=_is_traumatic(after, victim),
        )
        outcome = yield from hurt(after, damage)
        fact = ev.Resolved(
            what="blast",
            who=who,
            target=victim.combatant.id,
            values={
                "rolled": rolled,
                "save": victim.save + victim.caught.gm,
                "target": victim.save_target,
                "saved": victim.is_saved,
                "trauma": victim.trauma or 0,
                "traumatic": damage.is_traumatic,
                "damage": amount,
                "soaked": outcome.soaked,
                "lost": outcome.lost,
                "fate": outcome.fate,
                **({"injury": outcome.injury} if outcome.injury else {}),
            },
        )
        done = _added(done, context, victim, fact, (fact, *outcome.events))
        after = replace(after, state=fold(after.state, outcome.events))
    return done


def _added(
    done: Done,
    context: RulesContext,
    victim: Victim,
    fact: ev.Resolved,
    events: tuple[ev.Event, ...],
) -> Done:
    values = fact.values
    word = fate_words(context, str(values["fate"]), str(values.get("injury", "")))
    result = say(
        "cwn.blast.hurt",
        target=victim.combatant.name,
        damage=int(values["damage"]),  # type: ignore[arg-type]  # a number, as made above
        lost=int(values["lost"]),  # type: ignore[arg-type]  # as above
        fate=word,
    )
    key = "cwn.why.blast_saved" if victim.is_saved else "cwn.why.blast"
    reason = say(
        key,
        who=victim.combatant.name,
        rolled=int(values["rolled"]),  # type: ignore[arg-type]  # as above
        save=victim.save,
        target=victim.save_target,
        damage=int(values["damage"]),  # type: ignore[arg-type]  # as above
    )
    return Done(
        rolled=done.rolled,
        events=(*done.events, *events),
        reasons=(*done.reasons, Reason(text=reason, rule="CWN-41")),
        results=(*done.results, context.texts.sentence(result)),
    )


def damage_to(context: RulesContext, explosive: Explosive, victim: Victim, rolled: int) -> int:
    """Returns what a blast does to one victim: save, then Trauma, then the armour step. Source: CWN-41, CWN-42."""
    is_traumatic = _is_traumatic(context, victim)
    damage = mechanics.blast_damage(rolled, victim.is_saved, is_traumatic, explosive.rating)
    if explosive.ac_step:
        armor_class = character.armor_class(context, victim.combatant, melee=True)
        damage = mechanics.less_armor(damage, armor_class, explosive.ac_step)
    return int(damage)


def _is_traumatic(context: RulesContext, victim: Victim) -> bool:
    if victim.trauma is None:
        return False
    target = character.trauma_target(context, victim.combatant)
    return bool(mechanics.is_traumatic(victim.trauma, 0, target))


def _rolled(
    context: RulesContext, explosive: Explosive, caught: Sequence[Caught]
) -> Generator[Ask, Answer, tuple[Victim, ...]]:
    """Asks for everybody's save and Trauma Die at once. Source: CWN-41, CWN-42."""
    kind = "physical" if explosive.effect == "gas" else "evasion"
    requests: list[RollRequest] = []
    with_trauma: list[bool] = []
    for each in caught:
        combatant = context.combatant(each.target)
        is_rolled = has_trauma(explosive, combatant)
        with_trauma.append(is_rolled)
        requests.append(rolls.request(kind, combatant.id, 20))
        if is_rolled and explosive.trauma is not None:
            requests.append(rolls.request("trauma", combatant.id, explosive.trauma.sides))
    left = list((yield from rolls.together(*requests)))
    return tuple(
        _victim(context, explosive, each, kind, left, has_trauma=has)
        for each, has in zip(caught, with_trauma, strict=True)
    )


def _victim(
    context: RulesContext,
    explosive: Explosive,
    caught: Caught,
    kind: str,
    left: list[int],
    *,
    has_trauma: bool,
) -> Victim:
    combatant = context.combatant(caught.target)
    save = left.pop(0) + save_bonus(context, combatant)
    flat = explosive.trauma.flat if explosive.trauma is not None else 0
    bonus = flat + attack_plan.trauma_against(context, combatant)
    return Victim(
        caught=caught,
        combatant=combatant,
        save_target=character.save_target(context, combatant, kind),
        save=save,
        trauma=left.pop(0) + bonus if has_trauma else None,
    )


def has_trauma(explosive: Explosive, combatant: Combatant) -> bool:
    """Returns whether a Trauma Die is rolled for a victim. Source: CWN-26, CWN-42."""
    if explosive.trauma is None or explosive.is_nonlethal or explosive.effect == "gas":
        return False
    return explosive.harms_machines or character.kind(combatant) != "drone"


def _flashed(context: RulesContext, caught: Sequence[Caught]) -> Generator[Ask, Answer, Done]:
    """A failed Physical save costs the next Main and 2 to hit and AC for 1d6 rounds; it does not add up.

    Source: CWN-42.
    """
    seeing = [each for each in caught if can_be_flashed(context, each)]
    dice = yield from rolls.together(
        *(rolls.request("physical", each.target, 20) for each in seeing)
    )
    failed: list[Combatant] = []
    done = Done()
    for each, die in zip(seeing, dice, strict=True):
        combatant = context.combatant(each.target)
        target = character.save_target(context, combatant, "physical")
        plus = save_bonus(context, combatant) + each.gm
        is_saved = bool(mechanics.saves(die, target, plus))
        values = {"save": die + plus, "target": target, "saved": is_saved}
        fact = ev.Resolved(what="flash", target=combatant.id, values=values)
        guard = (_until_round_ends(context, combatant, "flash_guard"),) if is_saved else ()
        done = replace(done, events=(*done.events, fact, *guard))
        if not is_saved:
            failed.append(combatant)
    rounds = yield from rolls.together(
        *(rolls.request("flash_rounds", other.id, FLASH_SIDES) for other in failed)
    )
    blinded = [
        event
        for other, count in zip(failed, rounds, strict=True)
        for event in _dazzled(context, other, count)
    ]
    results = tuple(
        context.texts.text_of("cwn.blast.flashed", target=other.name, rounds=count)
        for other, count in zip(failed, rounds, strict=True)
    )
    return replace(done, events=(*done.events, *blinded), results=results)


def can_be_flashed(context: RulesContext, caught: Caught) -> bool:
    """Returns whether a flash asks somebody for a save: with open eyes, up, and not dazzled yet. Source: CWN-42."""
    combatant = context.combatant(caught.target)
    if character.is_down(combatant) or is_safe(context, caught, "flash"):
        return False
    return not combatant.has("flash_guard") and not combatant.has("flashed")


def _until_round_ends(context: RulesContext, combatant: Combatant, key: str) -> ev.Event:
    until = Expiry(round=max(context.state.round, 1))
    return ev.ConditionAdded(who=combatant.id, condition=Condition(key=key, until=until))


def _dazzled(context: RulesContext, combatant: Combatant, rounds: int) -> tuple[ev.Event, ...]:
    """The next Main is gone: this round's where it is not spent, else the next one's. Source: CWN-42."""
    until = Expiry(round=max(context.state.round, 1) + rounds - 1)
    flashed = ev.ConditionAdded(who=combatant.id, condition=Condition(key="flashed", until=until))
    if action_budget.is_holding(context.state, combatant) and action_budget.left(combatant, "main"):
        return (flashed, *action_budget.paid(context, combatant, "main"))
    is_to_come = context.state.slots and not action_budget.is_over(context.state, combatant.id)
    if is_to_come and action_budget.left(combatant, "main"):
        return (flashed, ev.GaugeChanged(who=combatant.id, gauge="main", by=1))
    return (flashed, ev.ConditionAdded(who=combatant.id, condition=Condition(key="dazzled")))
