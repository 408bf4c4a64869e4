"""Who notices whom before the fight. Source: PHA-09, PHA-10, PHA-20, PHA-21."""

from collections.abc import Generator, Iterable, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Ambush, Notice
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.character import Bonus, bonus
from encounter_gui.rules.systems.phases.sheet.test_dice import ask, request, three


def camp(one: Combatant) -> str:
    """Returns the side somebody is on for this: allies are with the player characters."""
    return "pc" if one.side == "ally" else one.side


def _check_time(scene: Scene) -> None:
    """Surprise is a matter of before the first phase begins. Source: PHA-20, PHA-21."""
    state = scene.state
    if state.stage == "ended" or state.round > 1 or state.group >= 0:
        raise refuse("phases.too_late_to_surprise", rule="PHA-21")


def notice(scene: Scene, command: Notice) -> Procedure:
    """Everybody tries to notice the others; who beats the highest of the other side has an edge. Source: PHA-20.

    Raises:
        RuleError: the first phase has begun, or there are no two sides.
    """
    _check_time(scene)
    everybody = tuple(scene.state.combatants)
    those = tuple(
        one for one in scene.those(command.who or everybody) if not character.is_out(scene, one)
    )
    if len({camp(one) for one in those}) < 2:
        raise refuse("phases.no_other_side", rule="PHA-20")
    totals = yield from _awareness(scene, those, together=command.together)
    first = [one for one in those if _beats_all(one, those, totals)]
    return Outcome(
        label=say("phases.log.noticed", who=_names(scene, first)),
        events=(*_facts("awareness", totals), *(_edge(scene, one) for one in first)),
        reasons=tuple(_why(scene, one, totals[one.id]) for one in those),
    )


def _beats_all(one: Combatant, those: Sequence[Combatant], totals: dict[CombatantId, int]) -> bool:
    highest = max(
        (totals[each.id] for each in those if camp(each) != camp(one)), default=totals[one.id]
    )
    return bool(mechanics.beats(totals[one.id], highest))


def ambush(scene: Scene, command: Ambush) -> Procedure:
    """A party lies in ambush: one Stealth roll by its worst sneaker against everybody's Awareness. Source: PHA-21.

    Raises:
        RuleError: the first phase has begun, or nobody is ambushed.
    """
    _check_time(scene)
    named = scene.those(command.who)
    party = tuple(one for one in named if not character.is_out(scene, one))
    if not party:
        raise refuse("phases.is_out", rule="PHA-76", who=_names(scene, named))
    victims = _victims(scene, command, party)
    sneak = min((_stealth(scene, one), number) for number, one in enumerate(party))
    worst = party[sneak[1]]
    dice = yield from three("stealth", worst.id)
    hidden = dice + sneak[0]
    totals = yield from _awareness(scene, victims, together=command.together)
    caught = [one for one in victims if mechanics.beats(hidden, totals[one.id])]
    fooled = Condition(key="ambushed", until=Expiry(round=1))
    events: list[ev.Event] = [
        ev.Resolved(what="stealth", who=worst.id, values={"total": hidden}),
        *_facts("awareness", totals),
    ]
    for one in victims:
        if one in caught:
            events.append(ev.ConditionAdded(who=one.id, condition=fooled))
        else:
            events.append(_edge(scene, one))
    return Outcome(
        label=say("phases.log.ambush", total=hidden, caught=_names(scene, caught)),
        events=tuple(events),
        reasons=(
            Reason(text=say("phases.why.stealth", who=worst.name, total=hidden), rule="PHA-21"),
            *(_why(scene, one, totals[one.id]) for one in victims),
        ),
    )


def _victims(scene: Scene, command: Ambush, party: Sequence[Combatant]) -> tuple[Combatant, ...]:
    ours = {camp(one) for one in party}
    if command.victims:
        found = scene.those(command.victims)
    else:
        found = tuple(one for one in scene.state.combatants.values() if camp(one) not in ours)
    found = tuple(one for one in found if one not in party and not character.is_out(scene, one))
    if not found:
        raise refuse("phases.nobody_to_ambush", rule="PHA-21")
    return found


def _stealth(scene: Scene, one: Combatant) -> int:
    characteristic = str(scene.ruleset.tables.get("surprise", {}).get("stealth", "reflexes"))
    return bonus(
        character.skilled(scene, one, characteristic, "stealth"),
        character.test_parts(scene, one, characteristic),
    ).amount


def _watching(scene: Scene, one: Combatant) -> Bonus:
    return bonus(
        character.skilled(scene, one, "perception", "awareness"),
        character.test_parts(scene, one, "perception"),
    )


def _awareness(
    scene: Scene, those: Iterable[Combatant], *, together: bool
) -> Generator[Ask, Answer, dict[CombatantId, int]]:
    """Asks for everybody's PER/Awareness at once; alike people may share a roll. Source: PHA-10, PHA-20."""
    groups: dict[str, list[Combatant]] = {}
    for one in those:
        alike = together and character.is_ordinary(one) and bool(one.origin)
        groups.setdefault(f"{one.side} {one.origin}" if alike else one.id, []).append(one)
    rolled = yield from ask(*(request("awareness", group[0].id) for group in groups.values()))
    return {
        one.id: roll.total + _watching(scene, one).amount
        for group, roll in zip(groups.values(), rolled, strict=True)
        for one in group
    }


def _edge(scene: Scene, one: Combatant) -> ev.Event:
    """The bonus of one side of surprise does not add to that of the other. Source: PHA-20, PHA-21."""
    amount = character.figure(scene, "initiative", "noticed", 2)
    return ev.GaugeSet(who=one.id, gauge=character.EDGE, to=amount)


def _facts(what: str, totals: dict[CombatantId, int]) -> tuple[ev.Event, ...]:
    return tuple(
        ev.Resolved(what=what, who=who, values={"total": total}) for who, total in totals.items()
    )


def _why(scene: Scene, one: Combatant, total: int) -> Reason:
    parts = _watching(scene, one)
    text = say(
        "phases.why.awareness",
        who=one.name,
        dice=total - parts.amount,
        parts=parts.text,
        total=total,
    )
    return Reason(text=text, rule="PHA-20")


def _names(scene: Scene, those: Iterable[Combatant]) -> str:
    return ", ".join(one.name for one in those) or scene.words.word("phases.nobody_word")
