"""Who notices whom before the fight. Source: PHA-09, PHA-10, PHA-20, PHA-21."""

from collections.abc import Generator, Iterable, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Ambush, Notice
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.character import Bonus, bonus
from encounter_gui.rules.systems.phases.sheet.test_dice import ask, request, three


def camp(combatant: Combatant) -> str:
    """Returns the side somebody is on for this: allies are with the player characters."""
    return "pc" if combatant.side == "ally" else combatant.side


def _check_time(context: RulesContext) -> None:
    """Surprise is a matter of before the first phase begins. Source: PHA-20, PHA-21."""
    state = context.state
    if state.stage == "ended" or state.round > 1 or state.group >= 0:
        raise refuse("phases.too_late_to_surprise", rule="PHA-21")


def notice(context: RulesContext, command: Notice) -> Procedure:
    """Everybody tries to notice the others; who beats the highest of the other side has an edge. Source: PHA-20.

    Raises:
        RuleError: the first phase has begun, or there are no two sides.
    """
    _check_time(context)
    everybody = tuple(context.state.combatants)
    combatants = tuple(
        combatant
        for combatant in context.combatants(command.who or everybody)
        if not character.is_out(context, combatant)
    )
    if len({camp(combatant) for combatant in combatants}) < 2:
        raise refuse("phases.no_other_side", rule="PHA-20")
    totals = yield from _awareness(context, combatants, together=command.together)
    first = [combatant for combatant in combatants if _beats_all(combatant, combatants, totals)]
    return Outcome(
        label=say("phases.log.noticed", who=_names(context, first)),
        events=(*_facts("awareness", totals), *(_edge(context, combatant) for combatant in first)),
        reasons=tuple(_why(context, combatant, totals[combatant.id]) for combatant in combatants),
    )


def _beats_all(
    combatant: Combatant, combatants: Sequence[Combatant], totals: dict[CombatantId, int]
) -> bool:
    highest = max(
        (totals[each.id] for each in combatants if camp(each) != camp(combatant)),
        default=totals[combatant.id],
    )
    return bool(mechanics.beats(totals[combatant.id], highest))


def ambush(context: RulesContext, command: Ambush) -> Procedure:
    """A party lies in ambush: one Stealth roll by its worst sneaker against everybody's Awareness. Source: PHA-21.

    Raises:
        RuleError: the first phase has begun, or nobody is ambushed.
    """
    _check_time(context)
    named = context.combatants(command.who)
    party = tuple(other for other in named if not character.is_out(context, other))
    if not party:
        raise refuse("phases.is_out", rule="PHA-76", who=_names(context, named))
    victims = _victims(context, command, party)
    sneak = min((_stealth(context, other), number) for number, other in enumerate(party))
    worst = party[sneak[1]]
    dice = yield from three("stealth", worst.id)
    hidden = dice + sneak[0]
    totals = yield from _awareness(context, victims, together=command.together)
    caught = [other for other in victims if mechanics.beats(hidden, totals[other.id])]
    fooled = Condition(key="ambushed", until=Expiry(round=1))
    events: list[ev.Event] = [
        ev.Resolved(what="stealth", who=worst.id, values={"total": hidden}),
        *_facts("awareness", totals),
    ]
    for combatant in victims:
        if combatant in caught:
            events.append(ev.ConditionAdded(who=combatant.id, condition=fooled))
        else:
            events.append(_edge(context, combatant))
    return Outcome(
        label=say("phases.log.ambush", total=hidden, caught=_names(context, caught)),
        events=tuple(events),
        reasons=(
            Reason(text=say("phases.why.stealth", who=worst.name, total=hidden), rule="PHA-21"),
            *(_why(context, other, totals[other.id]) for other in victims),
        ),
    )


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


def _stealth(context: RulesContext, combatant: Combatant) -> int:
    characteristic = str(context.ruleset.tables.get("surprise", {}).get("stealth", "reflexes"))
    return bonus(
        character.skilled(context, combatant, characteristic, "stealth"),
        character.test_parts(context, combatant, characteristic),
    ).amount


def _watching(context: RulesContext, combatant: Combatant) -> Bonus:
    return bonus(
        character.skilled(context, combatant, "perception", "awareness"),
        character.test_parts(context, combatant, "perception"),
    )


def _awareness(
    context: RulesContext, combatants: Iterable[Combatant], *, together: bool
) -> Generator[Ask, Answer, dict[CombatantId, int]]:
    """Asks for everybody's PER/Awareness at once; alike people may share a roll. Source: PHA-10, PHA-20."""
    groups: dict[str, list[Combatant]] = {}
    for combatant in combatants:
        alike = together and character.is_ordinary(combatant) and bool(combatant.origin)
        groups.setdefault(
            f"{combatant.side} {combatant.origin}" if alike else combatant.id, []
        ).append(combatant)
    rolled = yield from ask(*(request("awareness", group[0].id) for group in groups.values()))
    return {
        other.id: roll.total + _watching(context, other).amount
        for group, roll in zip(groups.values(), rolled, strict=True)
        for other in group
    }


def _edge(context: RulesContext, combatant: Combatant) -> ev.Event:
    """The bonus of one side of surprise does not add to that of the other. Source: PHA-20, PHA-21."""
    amount = character.figure(context, "initiative", "noticed", 2)
    return ev.GaugeSet(who=combatant.id, gauge=character.EDGE, to=amount)


def _facts(what: str, totals: dict[CombatantId, int]) -> tuple[ev.Event, ...]:
    return tuple(
        ev.Resolved(what=what, who=who, values={"total": total}) for who, total in totals.items()
    )


def _why(context: RulesContext, combatant: Combatant, total: int) -> Reason:
    parts = _watching(context, combatant)
    text = say(
        "phases.why.awareness",
        who=combatant.name,
        dice=total - parts.amount,
        parts=parts.text,
        total=total,
    )
    return Reason(text=text, rule="PHA-20")


def _names(context: RulesContext, combatants: Iterable[Combatant]) -> str:
    return ", ".join(combatant.name for combatant in combatants) or context.texts.text_of(
        "phases.nobody_word"
    )
