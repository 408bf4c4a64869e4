"""What damage leads to. Every hurt, by dice or by hand, goes through here. Source: CWN-07, CWN-57 to CWN-61, CWN-63."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.harm import injuries
from encounter_gui.rules.systems.cwn.sheet import character, gear

FallResult = Literal["", "unconscious", "mortally_wounded", "dead"]

ENDED_BY_FALLING = ("holding", "screening", "swarming", "charging", "total_defense", "withdrawn")
"""What somebody who falls was doing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Damage before the soak pool takes its share. Source: CWN-25 step 9."""

    target: CombatantId
    amount: int
    is_lethal: bool = True
    is_traumatic: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageResult:
    """What harm came to: how much the soak pool took, how many hit points are gone, and what became of the victim."""

    events: tuple[ev.Event, ...] = ()
    soaked: int = 0
    lost: int = 0
    fate: FallResult = ""
    injury: str = ""


def fate_words(context: RulesContext, fate: str, injury: str = "") -> str:
    """Returns what became of a victim, to stand after what it lost, with the major injury by name. Source: CWN-64."""
    told = context.texts.text_of(f"cwn.fate.{fate}") if fate else ""
    if not injury:
        return told
    name = injuries.name_of(context, injury)
    return told + context.texts.text_of("cwn.fate.injury", injury=name)


def hurt(context: RulesContext, damage: Damage) -> Generator[Ask, Answer, DamageResult]:
    """Lets somebody suffer harm, with everything that follows. Source: CWN-07, CWN-57, CWN-59, CWN-63."""
    combatant = context.combatant(damage.target)
    if damage.amount <= 0 or character.is_dead(combatant):
        return DamageResult()
    soak = character.soak_now(combatant)
    soaked = int(mechanics.soaked(damage.amount, soak))
    through = int(mechanics.through_soak(damage.amount, soak))
    lost = min(through, max(character.hp_now(combatant), 0))
    raw = _suffered(combatant, damage, soaked, lost)
    after = replace(context, state=fold(context.state, raw))
    fate = fate_of(after, combatant, through, lethal=damage.is_lethal)
    events, injury = yield from fallen(after, combatant.id, fate)
    if injury == injuries.DEATH:
        fate = "dead"
    return DamageResult(events=(*raw, *events), soaked=soaked, lost=lost, fate=fate, injury=injury)


def _suffered(combatant: Combatant, damage: Damage, soaked: int, lost: int) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    if damage.is_traumatic and not combatant.has("traumatized"):
        events.append(ev.ConditionAdded(who=combatant.id, condition=Condition(key="traumatized")))
    if soaked:
        events.append(ev.GaugeChanged(who=combatant.id, gauge=character.SOAK, by=-soaked))
    if lost:
        events.append(ev.GaugeChanged(who=combatant.id, gauge=character.HP, by=-lost))
    return tuple(events)


def fate_of(after: RulesContext, before: Combatant, through: int, *, lethal: bool) -> FallResult:
    """Returns what becomes of somebody whom so much damage reached. Source: CWN-57 to CWN-61.

    ``before`` is the victim before the damage, ``after`` the scene with it.
    """
    combatant = after.combatant(before.id)
    if through <= 0 or not mechanics.is_down(character.hp_now(combatant)):
        return ""
    if before.has("mortally_wounded") or before.has("stable"):
        return "dead" if lethal else ""
    if combatant.has("frail"):
        return "dead"
    if character.kind(combatant) == "drone":
        return "dead"
    if not lethal:
        return "" if before.has("unconscious") else "unconscious"
    return "mortally_wounded" if character.is_somebody(combatant) else "dead"


def fallen(
    context: RulesContext, who: CombatantId, fate: FallResult
) -> Generator[Ask, Answer, tuple[tuple[ev.Event, ...], str]]:
    """Returns the events of a fall, and the key of the major injury it left, if any. Source: CWN-57, CWN-59, CWN-63."""
    combatant = context.combatant(who)
    if not fate:
        return (), ""
    if fate != "mortally_wounded" or not combatant.has("traumatized"):
        return (*_lies(context, combatant, fate), ev.Resolved(what=_word(fate), who=who)), ""
    events, injury = yield from injuries.wound_events(context, combatant)
    last: FallResult = "dead" if injury == injuries.DEATH else fate
    return (
        *events,
        *_lies(context, combatant, last),
        ev.Resolved(what=_word(last), who=who),
    ), injury


def _word(fate: FallResult) -> str:
    return "dead" if fate == "dead" else "down"


def _lies(context: RulesContext, combatant: Combatant, fate: FallResult) -> tuple[ev.Event, ...]:
    """Returns what lying there comes to: what was in hand is dropped, what was begun is over. Source: CWN-47."""
    ended = [key for key in ENDED_BY_FALLING if combatant.has(key)]
    if fate == "dead":
        ended += [key for key in character.DOWN if combatant.has(key)]
    events: list[ev.Event] = [ev.ConditionRemoved(who=combatant.id, key=key) for key in ended]
    count = max(context.state.round, 1) if fate == "mortally_wounded" else None
    events.append(ev.ConditionAdded(who=combatant.id, condition=Condition(key=fate, count=count)))
    if fate == "dead":
        return tuple(events)
    if fate == "mortally_wounded" and combatant.has("unconscious"):
        events.append(ev.ConditionRemoved(who=combatant.id, key="unconscious"))
    return (*events, *_lying(combatant))


def _lying(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of lying there with empty hands. Source: CWN-36o."""
    prone = ev.ConditionAdded(who=combatant.id, condition=Condition(key="prone"))
    return (*(() if combatant.has("prone") else (prone,)), *dropped(combatant))


def dropped(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of letting fall all that is in hand; what is part of the body stays. Source: CWN-36o."""
    events: list[ev.Event] = []
    lying: list[str] = []
    for key in gear.in_hands(combatant):
        item = combatant.item(key)
        if item is not None and not item.values.get("integral"):
            events.append(ev.MemoSet(who=combatant.id, key=_memo_of(combatant, key), value=""))
            lying.append(key)
    if not events:
        return ()
    text = " ".join(dict.fromkeys((*gear.dropped(combatant), *reversed(lying))))
    return (*events, ev.MemoSet(who=combatant.id, key=gear.DROPPED, value=text))


def _memo_of(combatant: Combatant, key: str) -> str:
    return gear.HELD if gear.held(combatant) == key else gear.OTHER_HAND


def let_go(combatant: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns the events of a thing leaving the hands; what is in the other is next. Source: CWN-36k, CWN-36m."""
    rest = [each for each in gear.in_hands(combatant) if each != key]
    return (
        ev.MemoSet(who=combatant.id, key=gear.HELD, value=rest[0] if rest else ""),
        ev.MemoSet(who=combatant.id, key=gear.OTHER_HAND, value=""),
    )


def dropped_one(combatant: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns the events of one thing falling to the ground. Source: CWN-36m, CWN-36n."""
    lying = (*(each for each in gear.dropped(combatant) if each != key), key)
    return (
        *let_go(combatant, key),
        ev.MemoSet(who=combatant.id, key=gear.DROPPED, value=" ".join(lying)),
    )


def up_again(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the ends of everything that goes with 0 HP; lying there it still is. Source: CWN-36o, CWN-60."""
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=key)
        for key in character.DOWN
        if combatant.has(key)
    )


def death_rounds(context: RulesContext) -> int:
    """Returns after how many rounds the mortally wounded die. Source: CWN-59."""
    return number(context.switch("cwn.deathRounds"))


def rounds_since(context: RulesContext, combatant: Combatant) -> int:
    """Returns the full rounds since somebody fell. Source: CWN-60."""
    wound = combatant.condition("mortally_wounded")
    fell = wound.count if wound is not None and wound.count is not None else context.state.round
    return max(context.state.round - fell, 0)


def countdowns(context: RulesContext) -> tuple[ev.Event, ...]:
    """Returns the deaths of the mortally wounded whose time is up with this round. Source: CWN-59."""
    events: list[ev.Event] = []
    for combatant in context.state.combatants.values():
        if combatant.has("mortally_wounded") and rounds_since(context, combatant) >= death_rounds(
            context
        ):
            events += [
                *_lies(context, combatant, "dead"),
                ev.Resolved(what="dead", who=combatant.id),
            ]
    return tuple(events)


def by_hand(
    context: RulesContext, events: Sequence[ev.Event], *, is_more: bool = False
) -> Generator[Ask, Answer, tuple[ev.Event, ...]]:
    """Returns what follows from a gauge changed by hand: falls, deaths, getting up. Source: CWN-57, CWN-59.

    ``is_more``: it is damage, and kills the mortally wounded although there is nothing left to lose.
    """
    found: list[ev.Event] = []
    after = replace(context, state=fold(context.state, events))
    for event in events:
        if not isinstance(event, ev.GaugeChanged) or event.gauge != character.HP:
            continue
        before, combatant = context.combatant(event.who), after.combatant(event.who)
        if not mechanics.is_down(character.hp_now(combatant)):
            found += up_again(combatant)
        elif not character.is_dead(combatant) and (event.by < 0 or is_more):
            fate = fate_of(after, before, max(-event.by, 1), lethal=True)
            found += (yield from fallen(after, combatant.id, fate))[0]
    return tuple(found)


def log_text(context: RulesContext, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Returns conditions put on or taken off by hand with what goes with them. Source: CWN-47, CWN-57, CWN-59.

    Whoever is mortally wounded or dead has no hit points, and whoever is neither any more has one.
    """
    made: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.ConditionAdded):
            made += _told(context, event)
        elif isinstance(event, ev.ConditionRemoved):
            made += (event, *_recovered(context, event))
        else:
            made.append(event)
    return tuple(made)


def _told(context: RulesContext, event: ev.ConditionAdded) -> tuple[ev.Event, ...]:
    combatant, key = context.combatant(event.who), event.condition.key
    if key not in character.DOWN:
        return (event,)
    before = tuple(each for each in character.DOWN if each != key and combatant.has(each))
    ended = tuple(ev.ConditionRemoved(who=combatant.id, key=each) for each in before)
    after = replace(context, state=fold(context.state, ended))
    return (*ended, *_put_down(after, after.combatant(combatant.id), event))


def _put_down(
    context: RulesContext, combatant: Combatant, event: ev.ConditionAdded
) -> tuple[ev.Event, ...]:
    key = event.condition.key
    fate: FallResult | None = next((each for each in _FATES if each == key), None)
    if key == "stable":
        return (*emptied(combatant), *saved(combatant, event.condition), *_lying(combatant))
    if fate is None:
        return (event,)
    if fate == "unconscious":
        return (event, *_lies(context, combatant, fate))
    return (*emptied(combatant), *_lies(context, combatant, fate))


def saved(patient: Combatant, stable: Condition | None = None) -> tuple[ev.Event, ...]:
    """Returns the events of somebody who will live, frail. Source: CWN-60, CWN-61."""
    ended = ("mortally_wounded", "unconscious")
    return (
        *(ev.ConditionRemoved(who=patient.id, key=key) for key in ended if patient.has(key)),
        ev.ConditionAdded(who=patient.id, condition=stable or Condition(key="stable")),
        ev.ConditionAdded(who=patient.id, condition=Condition(key="frail")),
    )


_FATES: tuple[FallResult, ...] = ("unconscious", "mortally_wounded", "dead")


def _recovered(context: RulesContext, event: ev.ConditionRemoved) -> tuple[ev.Event, ...]:
    combatant = context.combatant(event.who)
    others = [key for key in character.DOWN if combatant.has(key) and key != event.key]
    if event.key not in character.DOWN or others or character.hp_now(combatant) > 0:
        return ()
    return (ev.GaugeSet(who=combatant.id, gauge=character.HP, to=1),)


def emptied(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the event of no hit points left. Source: CWN-57."""
    left = character.hp_now(combatant)
    return (ev.GaugeChanged(who=combatant.id, gauge=character.HP, by=-left),) if left > 0 else ()
