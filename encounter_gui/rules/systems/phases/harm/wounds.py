"""What damage past armour does: wounds, and the Shock and COOL tests they demand. Source: PHA-60 to PHA-66."""

from collections.abc import Sequence

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, Param, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind, left_events
from encounter_gui.rules.engine.reading.table import Answers, TablePlay, at_table, without_dice
from encounter_gui.rules.engine.resolution import Resolution, view_of_tie, with_events
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.rules import harm as rules
from encounter_gui.rules.systems.phases.rules import strike, tests
from encounter_gui.rules.systems.phases.rules.anatomy import Anatomy, anatomy
from encounter_gui.rules.systems.phases.rules.ends import HERE
from encounter_gui.rules.systems.phases.rules.fighter import Fighter, noted
from encounter_gui.rules.systems.phases.sheet import character, clocks, test_dice


def suffer(
    resolution: Resolution,
    who: CombatantId,
    place: str,
    amount: int,
    striker: CombatantId | None = None,
) -> None:
    """Wounds a location by damage past armour: level, effects; the tests it demands become owed.

    Source: PHA-60 to PHA-64, PHA-78.
    """
    context, play = resolution.context, TablePlay(resolution)
    body = anatomy(context)
    dealt = mechanics.wound_level(amount, character.thresholds(context, context.combatant(who)))
    blow = strike.Hit(body.keys.index(place), int(dealt))
    play.note(past=amount)
    people = {"target": who}
    without_dice(
        at_table(play, Fighter, rules.suffer, people, blow, body, striker, answers=DEMANDS)
    )


def coincide(resolution: Resolution, who: CombatantId, place: str, level: int) -> None:
    """Lets a place that two who act at once have brought to a level get one worse. Source: PHA-19, PHA-61, PHA-62."""
    play, body = TablePlay(resolution), anatomy(resolution.context)
    more = (body.keys.index(place), level, body)
    without_dice(at_table(play, Fighter, rules.coincide, {"target": who}, *more, answers=DEMANDS))


def _demand_shock_test(
    resolution: Resolution, who: CombatantId, level: int, body: Anatomy, place: int, *where: bool
) -> None:
    """Makes the Shock Test of a wound owed. Source: PHA-62.

    The tests of a wound are part of the action that wounds, so in a tie they are rolled with it, before the next hit
    (PHA-78). What they come to is held with the other effects of the action (PHA-19).
    """
    reason = _reason(resolution.context, body.keys[place], level)
    test = SHOCK_TEST.of(who, by=resolution.actor, reason=reason, level=level)
    resolution.owe(test, is_effect=False)


def _demand_cool_test(
    resolution: Resolution, who: CombatantId, body: Anatomy, of: tuple[int, int], *where: bool
) -> None:
    """Makes the COOL test of a wound owed. Source: PHA-63."""
    place, level = of
    reason = _reason(resolution.context, body.keys[place], level)
    resolution.owe(COOL_TEST.of(who, by=resolution.actor, reason=reason), is_effect=False)


def _leave_hits(resolution: Resolution, who: CombatantId, *rest: object) -> None:
    """Leaves the hits that wait for a test to the procedure of the attack, which knows the rest of it, too."""


DEMANDS = Answers(
    tests={
        rules.SHOCK_TEST: _demand_shock_test,
        rules.COOL_TEST: _demand_cool_test,
        rules.NEXT_HIT: _leave_hits,
    }
)
"""What hits demand at the table."""


def owes_test(context: RulesContext, who: CombatantId, by: CombatantId | None = None) -> bool:
    """Returns whether a combatant owes a test of a wound: the next hit on it has to wait. Source: PHA-78.

    ``by``: by whose action, as those who act at once do not wait for one another's; None: by any.
    """
    kinds = (SHOCK_TEST.kind, COOL_TEST.kind)
    return any(
        each.who == who and each.kind in kinds and by in (None, each.by)
        for each in context.state.obligations
    )


def _reason(context: RulesContext, place: str, level: int) -> Message:
    return say(
        "phases.owed_why.wound",
        place=character.place_name(context, place),
        level=character.level_name(context, level),
    )


def rolled_from(context: RulesContext, obligation: Obligation) -> RulesContext:
    """Returns the context that something owed is settled in.

    What belongs to an action is settled as that action sees a tie, as its wounds are among what is held, and with what
    is left to the game master. Source: PHA-19, PHA-66.
    """
    seen = view_of_tie(context, obligation.by) if context.state.held else context
    return with_events(seen, left_events(context.state))


def _subject(context: RulesContext, obligation: Obligation) -> Combatant | None:
    """Returns the combatant that owes a test, as the test will be rolled; None if it is gone."""
    combatants = rolled_from(context, obligation).state.combatants
    return combatants.get(obligation.who) if obligation.who else None


# ---- Shock


def shock_level(combatant: Combatant) -> int:
    """Returns the wound level that Shock of a combatant goes by. Source: PHA-70."""
    return int(mechanics.shock_level(character.worst_level(combatant)))


def next_test(context: RulesContext, combatant: Combatant, phase: int = 0) -> int:
    """Returns the phase of the next Shock Test, counted from ``phase``; 0: from now. Source: PHA-70."""
    interval = anatomy(context).intervals[character.worst_level(combatant)]
    return (phase or clocks.phase_now(context.state)) + interval


def owe_shock_test(resolution: Resolution, who: CombatantId, place: str, level: int) -> None:
    """Makes the Shock Test of a wound owed; of a combatant In Shock the clock is moved instead. Source: PHA-62."""
    combatant = resolution.combatant(who)
    if level < mechanics.SLIGHT or _is_beyond_shock(combatant):
        return
    if combatant.has("in_shock"):
        resolution.apply(*sooner_events(resolution.context, combatant))
        return
    body = anatomy(resolution.context)
    _demand_shock_test(resolution, who, level, body, body.keys.index(place))


def _is_beyond_shock(combatant: Combatant) -> bool:
    return character.is_dead(combatant) or combatant.has("clinically_dead")


def settle_shock_test(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the Shock Test of a wound. Source: PHA-62."""
    (obligation,) = owed
    who, level = owner(obligation), owed_number(obligation, "level")
    name, play = resolution.combatant(who).name, TablePlay(resolution)
    is_over = resolution.combatant(who).has("in_shock")
    body = anatomy(resolution.context)
    yield from at_table(play, Fighter, rules.shock_test, {"who": who}, level, body, 0, HERE)
    if is_over:
        return say("phases.log.shock_already", who=name)
    key = "phases.log.shock_passed" if noted(play, "passed") else "phases.log.shock_failed"
    return say(key, who=name, total=noted(play, "total"), dn=noted(play, "dn"))


def owner(obligation: Obligation) -> CombatantId:
    """Returns the combatant that owes something.

    Raises:
        ValueError: the game master owes it.
    """
    if obligation.who is None:
        raise ValueError(f"nobody owes {obligation}")
    return obligation.who


def owed_number(obligation: Obligation, key: str) -> int:
    """Returns a number that was stored with an obligation; 0 if there is none."""
    value = obligation.values.get(key)
    return value if isinstance(value, int) else 0


def _shock_applies(context: RulesContext, obligation: Obligation) -> bool:
    combatant = _subject(context, obligation)
    return combatant is not None and not _is_beyond_shock(combatant)


def _shock_test(context: RulesContext, obligation: Obligation) -> test_dice.TestPlan | None:
    combatant = _subject(context, obligation)
    if combatant is None:
        return None
    return tests.shock_plan(
        rolled_from(context, obligation), combatant, owed_number(obligation, "level")
    )


def _shock_chance(context: RulesContext, obligation: Obligation) -> float | None:
    plan = _shock_test(context, obligation)
    return test_dice.chance(plan) if plan else None


def _shock_sum(context: RulesContext, obligation: Obligation) -> str:
    plan = _shock_test(context, obligation)
    return test_dice.sum_text(plan) if plan else ""


SHOCK_TEST = ObligationKind(
    kind="shock_test",
    rule="PHA-62",
    priority=10,
    continues=True,
    settle=settle_shock_test,
    applies=_shock_applies,
    chance=_shock_chance,
    sum=_shock_sum,
)


def sooner_events(
    context: RulesContext, combatant: Combatant, phase: int = 0
) -> tuple[ev.Event, ...]:
    """Returns the next Shock Test moved to the interval of the worst wound, if that is sooner. Source: PHA-62."""
    known = combatant.condition("in_shock")
    due = next_test(context, combatant, phase)
    before = clocks.phase_of(context, combatant, "in_shock")
    if known is None or (before is not None and before <= due):
        return ()
    return (ev.ConditionAdded(who=combatant.id, condition=replace(known, count=due)),)


# ---- COOL


def may_need_cool(combatant: Combatant) -> bool:
    """Returns whether a wound may ask a combatant for a COOL test at all. Source: PHA-63."""
    return not character.is_down(combatant) and not combatant.has("cool_held")


def settle_cool_test(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls a COOL test; a failure puts its owner out for some minutes. Source: PHA-63."""
    who = owner(owed[0])
    play, body = TablePlay(resolution), anatomy(resolution.context)
    yield from at_table(play, Fighter, rules.cool_test, {"who": who}, body, (0, 0), HERE)
    params: dict[str, Param] = {
        "who": resolution.combatant(who).name,
        "total": noted(play, "total"),
    }
    if noted(play, "passed"):
        return say("phases.log.cool_passed", dn=noted(play, "dn"), **params)
    minutes = noted(play, "minutes")
    return say("phases.log.cool_failed", dn=noted(play, "dn"), minutes=minutes, **params)


def _cool_applies(context: RulesContext, obligation: Obligation) -> bool:
    combatant = _subject(context, obligation)
    return combatant is not None and may_need_cool(combatant)


def _cool_test(context: RulesContext, obligation: Obligation) -> test_dice.TestPlan | None:
    combatant = _subject(context, obligation)
    return tests.cool_plan(rolled_from(context, obligation), combatant) if combatant else None


def _cool_chance(context: RulesContext, obligation: Obligation) -> float | None:
    plan = _cool_test(context, obligation)
    return test_dice.chance(plan) if plan else None


def _cool_sum(context: RulesContext, obligation: Obligation) -> str:
    plan = _cool_test(context, obligation)
    return test_dice.sum_text(plan) if plan else ""


COOL_TEST = ObligationKind(
    kind="cool_test",
    rule="PHA-63",
    priority=20,
    continues=True,
    settle=settle_cool_test,
    applies=_cool_applies,
    chance=_cool_chance,
    sum=_cool_sum,
)
