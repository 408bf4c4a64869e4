"""Who notices whom before the fight. Source: PHA-09, PHA-10, PHA-20, PHA-21."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import values_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Relieve
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Ambush, Notice
from encounter_gui.rules.systems.phases.sheet import character, test_dice
from encounter_gui.rules.systems.phases.sheet.character import Bonus, bonus

_BY_AMBUSH = "ambushed"
"""What the rules remember with Unaware that an ambush has put on."""


def camp(combatant: Combatant) -> str:
    """Returns the side a combatant is on for this: allies are with the player characters."""
    return "pc" if combatant.side == "ally" else combatant.side


def _check_time(context: RulesContext) -> None:
    """Surprise is a matter of before the first phase begins. Source: PHA-20, PHA-21."""
    state = context.state
    if state.stage == "ended" or state.round > 1 or state.group >= 0:
        raise refuse("phases.too_late_to_surprise", rule="PHA-21")


def notice(resolution: Resolution, command: Notice) -> Rolling[Message]:
    """Rolls who notices the others; who beats the highest of the other side has an edge. Source: PHA-20.

    Raises:
        RuleError: the first phase has begun, or there are no two sides.
    """
    context = resolution.context
    _check_time(context)
    named = context.combatants(command.who or tuple(context.state.combatants))
    combatants = tuple(each for each in named if not character.is_out(context, each))
    if len({camp(each) for each in combatants}) < 2:
        raise refuse("phases.no_other_side", rule="PHA-20")
    totals = yield from _awareness(resolution, combatants, together=command.together)
    first = [each for each in combatants if _beats_all(each, combatants, totals)]
    resolution.record(*_edges(context, combatants, first))
    return say("phases.log.noticed", who=_names(context, first))


def _beats_all(
    combatant: Combatant, combatants: Sequence[Combatant], totals: dict[CombatantId, int]
) -> bool:
    highest = max(
        (totals[each.id] for each in combatants if camp(each) != camp(combatant)),
        default=totals[combatant.id],
    )
    return bool(mechanics.beats(totals[combatant.id], highest))


def ambush(resolution: Resolution, command: Ambush) -> Rolling[Message]:
    """Rolls an ambush: one Stealth roll by its worst sneaker against everybody's Awareness. Source: PHA-21.

    Raises:
        RuleError: the first phase has begun, or nobody is ambushed.
    """
    context = resolution.context
    _check_time(context)
    named = context.combatants(command.who)
    party = tuple(each for each in named if not character.is_out(context, each))
    if not party:
        raise refuse("phases.is_out", rule="PHA-76", who=_names(context, named))
    victims = _victims(context, command, party)
    hidden = yield from _hide(resolution, party)
    totals = yield from _awareness(resolution, victims, together=command.together)
    caught = [each for each in victims if mechanics.beats(hidden, totals[each.id])]
    noticed = [each for each in victims if each not in caught]
    resolution.record(*_edges(context, (*party, *victims), noticed))
    for each in noticed:
        resolution.remove_conditions(each.id, "ambushed")
    end_ambush(resolution, noticed)
    resolution.record(*(event for each in caught for event in _fooled_events(each)))
    return say("phases.log.ambush", total=hidden, caught=_names(context, caught))


def _fooled_events(combatant: Combatant) -> Iterable[ev.Event]:
    """Yields what an ambush does to who has not noticed it, until the first phase ends. Source: PHA-21."""
    until = Expiry(round=1)
    yield ev.ConditionAdded(who=combatant.id, condition=Condition(key="ambushed", until=until))
    if not combatant.has("unaware"):
        unaware = Condition(key="unaware", until=until, keys=(_BY_AMBUSH,))
        yield ev.ConditionAdded(who=combatant.id, condition=unaware)


def end_ambush(resolution: Resolution, combatants: Iterable[Combatant]) -> None:
    """Ends with Ambushed what the ambush has put on: who is unaware for another reason stays so. Source: PHA-21."""
    for combatant in combatants:
        unaware = combatant.condition("unaware")
        if unaware is not None and _BY_AMBUSH in unaware.keys:
            resolution.remove_conditions(combatant.id, "unaware")


def become_aware(resolution: Resolution, command: Relieve) -> Message:
    """Lets the game master lift Unaware by itself: who is ambushed still does nothing in phase 1. Source: PHA-21.

    Raises:
        RuleError: none of them is unaware.
    """
    context = resolution.context
    combatants = context.combatants(command.who)
    unaware = [each for each in combatants if character.is_unaware(each)]
    known = context.ruleset.condition("unaware")
    name = known.name if known else command.condition
    if not unaware:
        raise refuse("rules.not_afflicted", condition=name)
    for combatant in unaware:
        resolution.remove_conditions(combatant.id, "unaware")
        ambushed = combatant.condition("ambushed")
        if ambushed is not None:
            keys = (*ambushed.keys, character.AWARE)
            resolution.add_condition(combatant.id, replace(ambushed, keys=keys))
    return say("rules.log.relieved", who=names_of(unaware), condition=name)


def _hide(resolution: Resolution, party: Sequence[Combatant]) -> Rolling[int]:
    """Rolls the Stealth of a party: that of its worst sneaker. Source: PHA-21."""
    context = resolution.context
    worst = min(party, key=lambda each: _stealth(context, each).amount)
    sneaking = _stealth(context, worst)
    dice = yield from test_dice.three(context, "stealth", worst.id)
    total = dice + sneaking.amount
    resolution.fact("stealth", worst.id, None, total=total, **values_of(sneaking.parts))
    resolution.reason("phases.why.stealth", "PHA-21", who=worst.name, total=total)
    return total


def _victims(
    context: RulesContext, command: Ambush, party: Sequence[Combatant]
) -> tuple[Combatant, ...]:
    ours = {camp(combatant) for combatant in party}
    if command.victims:
        found = context.combatants(command.victims)
    else:
        found = tuple(
            combatant
            for combatant in context.state.combatants.values()
            if camp(combatant) not in ours
        )
    found = tuple(
        combatant
        for combatant in found
        if combatant not in party and not character.is_out(context, combatant)
    )
    if not found:
        raise refuse("phases.nobody_to_ambush", rule="PHA-21")
    return found


def _stealth(context: RulesContext, combatant: Combatant) -> Bonus:
    characteristic = str(context.ruleset.tables.get("surprise", {}).get("stealth", "reflexes"))
    return bonus(
        character.skill_parts(context, combatant, characteristic, "stealth"),
        character.test_parts(context, combatant, characteristic),
    )


def _watching(context: RulesContext, combatant: Combatant) -> Bonus:
    return bonus(
        character.skill_parts(context, combatant, "perception", "awareness"),
        character.test_parts(context, combatant, "perception"),
    )


def _awareness(
    resolution: Resolution, combatants: Sequence[Combatant], *, together: bool
) -> Rolling[dict[CombatantId, int]]:
    """Rolls everybody's PER/Awareness at once; alike people may share a roll. Source: PHA-10, PHA-20."""
    context = resolution.context
    groups: dict[str, list[Combatant]] = {}
    for each in combatants:
        alike = together and character.is_ordinary(each) and bool(each.origin)
        groups.setdefault(f"{each.side} {each.origin}" if alike else each.id, []).append(each)
    wanted = (test_dice.request(context, "awareness", group[0].id) for group in groups.values())
    dice = yield from asking.totals(*wanted)
    shown = {
        each.id: face for group, face in zip(groups.values(), dice, strict=True) for each in group
    }
    return {each.id: _notice_total(resolution, each, shown[each.id]) for each in combatants}


def _notice_total(resolution: Resolution, combatant: Combatant, dice: int) -> int:
    """Returns what a combatant notices with, with its fact and its arithmetic."""
    parts = _watching(resolution.context, combatant)
    total = dice + parts.amount
    resolution.fact("awareness", combatant.id, None, total=total, **values_of(parts.parts))
    resolution.reason(
        "phases.why.awareness",
        "PHA-20",
        who=combatant.name,
        dice=dice,
        parts=parts.text,
        total=total,
    )
    return total


def _edges(
    context: RulesContext, rolled: Iterable[Combatant], first: Collection[Combatant]
) -> Iterator[ev.Event]:
    """Yields the bonus of surprise of those who were first; of all who were rolled for, what was before is over.

    So that of one kind of surprise does not add to the other, and what is rolled anew counts. Source: PHA-20, PHA-21.
    """
    amount = character.table_number(context, "initiative", "noticed", 2)
    for each in rolled:
        to = amount if each in first else 0
        if to or each.gauges.get(character.EDGE):
            yield ev.GaugeSet(who=each.id, gauge=character.EDGE, to=to)


def _names(context: RulesContext, combatants: Iterable[Combatant]) -> str:
    return names_of(combatants) or context.texts.text_of("phases.nobody_word")
