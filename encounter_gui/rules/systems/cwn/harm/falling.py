"""What damage leads to. Every hurt, by dice or by hand, goes through here. Source: CWN-07, CWN-57 to CWN-61, CWN-63."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.harm import injuries
from encounter_gui.rules.systems.cwn.sheet import character, gear

Fate = Literal["", "unconscious", "mortally_wounded", "dead"]

ENDED_BY_FALLING = ("holding", "screening", "swarming", "charging", "total_defense", "withdrawn")
"""What somebody who falls was doing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """Damage before the soak pool takes its share. Source: CWN-25 step 9."""

    target: CombatantId
    amount: int
    is_lethal: bool = True
    is_traumatic: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurt:
    """What harm came to: how much the soak pool took, how many hit points are gone, and what became of the victim."""

    events: tuple[ev.Event, ...] = ()
    soaked: int = 0
    lost: int = 0
    fate: Fate = ""
    injury: str = ""


def fate_words(scene: Scene, fate: str, injury: str = "") -> str:
    """Returns what became of a victim, to stand after what it lost, with the major injury by name. Source: CWN-64."""
    told = scene.words.word(f"cwn.fate.{fate}") if fate else ""
    if not injury:
        return told
    name = injuries.name_of(scene, injury)
    return told + scene.words.word("cwn.fate.injury", injury=name)


def hurt(scene: Scene, harm: Harm) -> Generator[Ask, Answer, Hurt]:
    """Lets somebody suffer harm, with everything that follows. Source: CWN-07, CWN-57, CWN-59, CWN-63."""
    one = scene.one(harm.target)
    if harm.amount <= 0 or character.is_dead(one):
        return Hurt()
    soak = character.soak_now(one)
    soaked = int(mechanics.soaked(harm.amount, soak))
    through = int(mechanics.through_soak(harm.amount, soak))
    lost = min(through, max(character.hp_now(one), 0))
    raw = _suffered(one, harm, soaked, lost)
    after = replace(scene, state=fold(scene.state, raw))
    fate = fate_of(after, one, through, lethal=harm.is_lethal)
    events, injury = yield from fallen(after, one.id, fate)
    if injury == injuries.DEATH:
        fate = "dead"
    return Hurt(events=(*raw, *events), soaked=soaked, lost=lost, fate=fate, injury=injury)


def _suffered(one: Combatant, harm: Harm, soaked: int, lost: int) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    if harm.is_traumatic and not one.has("traumatized"):
        events.append(ev.ConditionAdded(who=one.id, condition=Condition(key="traumatized")))
    if soaked:
        events.append(ev.GaugeChanged(who=one.id, gauge=character.SOAK, by=-soaked))
    if lost:
        events.append(ev.GaugeChanged(who=one.id, gauge=character.HP, by=-lost))
    return tuple(events)


def fate_of(after: Scene, before: Combatant, through: int, *, lethal: bool) -> Fate:
    """Returns what becomes of somebody whom so much damage reached. Source: CWN-57 to CWN-61.

    ``before`` is the victim before the damage, ``after`` the scene with it.
    """
    one = after.one(before.id)
    if through <= 0 or not mechanics.is_down(character.hp_now(one)):
        return ""
    if before.has("mortally_wounded") or before.has("stable"):
        return "dead" if lethal else ""
    if one.has("frail"):
        return "dead"
    if character.kind(one) == "drone":
        return "dead"
    if not lethal:
        return "" if before.has("unconscious") else "unconscious"
    return "mortally_wounded" if character.is_somebody(one) else "dead"


def fallen(
    scene: Scene, who: CombatantId, fate: Fate
) -> Generator[Ask, Answer, tuple[tuple[ev.Event, ...], str]]:
    """Returns the events of a fall, and the key of the major injury it left, if any. Source: CWN-57, CWN-59, CWN-63."""
    one = scene.one(who)
    if not fate:
        return (), ""
    if fate != "mortally_wounded" or not one.has("traumatized"):
        return (*_lies(scene, one, fate), ev.Resolved(what=_word(fate), who=who)), ""
    events, injury = yield from injuries.suffered(scene, one)
    last: Fate = "dead" if injury == injuries.DEATH else fate
    return (
        *events,
        *_lies(scene, one, last),
        ev.Resolved(what=_word(last), who=who),
    ), injury


def _word(fate: Fate) -> str:
    return "dead" if fate == "dead" else "down"


def _lies(scene: Scene, one: Combatant, fate: Fate) -> tuple[ev.Event, ...]:
    """Returns what lying there comes to: what was in hand is dropped, what was begun is over. Source: CWN-47."""
    ended = [key for key in ENDED_BY_FALLING if one.has(key)]
    if fate == "dead":
        ended += [key for key in character.DOWN if one.has(key)]
    events: list[ev.Event] = [ev.ConditionRemoved(who=one.id, key=key) for key in ended]
    count = max(scene.state.round, 1) if fate == "mortally_wounded" else None
    events.append(ev.ConditionAdded(who=one.id, condition=Condition(key=fate, count=count)))
    if fate == "dead":
        return tuple(events)
    if fate == "mortally_wounded" and one.has("unconscious"):
        events.append(ev.ConditionRemoved(who=one.id, key="unconscious"))
    return (*events, *_lying(one))


def _lying(one: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of lying there with empty hands. Source: CWN-36o."""
    prone = ev.ConditionAdded(who=one.id, condition=Condition(key="prone"))
    return (*(() if one.has("prone") else (prone,)), *dropped(one))


def dropped(one: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of letting fall all that is in hand; what is part of the body stays. Source: CWN-36o."""
    events: list[ev.Event] = []
    lying: list[str] = []
    for key in gear.in_hands(one):
        item = one.item(key)
        if item is not None and not item.values.get("integral"):
            events.append(ev.MemoSet(who=one.id, key=_memo_of(one, key), value=""))
            lying.append(key)
    if not events:
        return ()
    text = " ".join(dict.fromkeys((*gear.dropped(one), *reversed(lying))))
    return (*events, ev.MemoSet(who=one.id, key=gear.DROPPED, value=text))


def _memo_of(one: Combatant, key: str) -> str:
    return gear.HELD if gear.held(one) == key else gear.OTHER_HAND


def let_go(one: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns the events of a thing leaving the hands; what is in the other is next. Source: CWN-36k, CWN-36m."""
    rest = [each for each in gear.in_hands(one) if each != key]
    return (
        ev.MemoSet(who=one.id, key=gear.HELD, value=rest[0] if rest else ""),
        ev.MemoSet(who=one.id, key=gear.OTHER_HAND, value=""),
    )


def dropped_one(one: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns the events of one thing falling to the ground. Source: CWN-36m, CWN-36n."""
    lying = (*(each for each in gear.dropped(one) if each != key), key)
    return (
        *let_go(one, key),
        ev.MemoSet(who=one.id, key=gear.DROPPED, value=" ".join(lying)),
    )


def up_again(one: Combatant) -> tuple[ev.Event, ...]:
    """Returns the ends of everything that goes with 0 HP; lying there it still is. Source: CWN-36o, CWN-60."""
    return tuple(ev.ConditionRemoved(who=one.id, key=key) for key in character.DOWN if one.has(key))


def death_rounds(scene: Scene) -> int:
    """Returns after how many rounds the mortally wounded die. Source: CWN-59."""
    return number(scene.switch("cwn.deathRounds"))


def rounds_since(scene: Scene, one: Combatant) -> int:
    """Returns the full rounds since somebody fell. Source: CWN-60."""
    wound = one.condition("mortally_wounded")
    fell = wound.count if wound is not None and wound.count is not None else scene.state.round
    return max(scene.state.round - fell, 0)


def countdowns(scene: Scene) -> tuple[ev.Event, ...]:
    """Returns the deaths of the mortally wounded whose time is up with this round. Source: CWN-59."""
    events: list[ev.Event] = []
    for one in scene.state.combatants.values():
        if one.has("mortally_wounded") and rounds_since(scene, one) >= death_rounds(scene):
            events += [
                *_lies(scene, one, "dead"),
                ev.Resolved(what="dead", who=one.id),
            ]
    return tuple(events)


def by_hand(
    scene: Scene, events: Sequence[ev.Event], *, is_more: bool = False
) -> Generator[Ask, Answer, tuple[ev.Event, ...]]:
    """Returns what follows from a gauge changed by hand: falls, deaths, getting up. Source: CWN-57, CWN-59.

    ``is_more``: it is damage, and kills the mortally wounded although there is nothing left to lose.
    """
    found: list[ev.Event] = []
    after = replace(scene, state=fold(scene.state, events))
    for event in events:
        if not isinstance(event, ev.GaugeChanged) or event.gauge != character.HP:
            continue
        before, one = scene.one(event.who), after.one(event.who)
        if not mechanics.is_down(character.hp_now(one)):
            found += up_again(one)
        elif not character.is_dead(one) and (event.by < 0 or is_more):
            fate = fate_of(after, before, max(-event.by, 1), lethal=True)
            found += (yield from fallen(after, one.id, fate))[0]
    return tuple(found)


def told(scene: Scene, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Returns conditions put on or taken off by hand with what goes with them. Source: CWN-47, CWN-57, CWN-59.

    Whoever is mortally wounded or dead has no hit points, and whoever is neither any more has one.
    """
    made: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.ConditionAdded):
            made += _told(scene, event)
        elif isinstance(event, ev.ConditionRemoved):
            made += (event, *_recovered(scene, event))
        else:
            made.append(event)
    return tuple(made)


def _told(scene: Scene, event: ev.ConditionAdded) -> tuple[ev.Event, ...]:
    one, key = scene.one(event.who), event.condition.key
    if key not in character.DOWN:
        return (event,)
    before = tuple(each for each in character.DOWN if each != key and one.has(each))
    ended = tuple(ev.ConditionRemoved(who=one.id, key=each) for each in before)
    after = replace(scene, state=fold(scene.state, ended))
    return (*ended, *_put_down(after, after.one(one.id), event))


def _put_down(scene: Scene, one: Combatant, event: ev.ConditionAdded) -> tuple[ev.Event, ...]:
    key = event.condition.key
    fate: Fate | None = next((each for each in _FATES if each == key), None)
    if key == "stable":
        return (*emptied(one), *saved(one, event.condition), *_lying(one))
    if fate is None:
        return (event,)
    if fate == "unconscious":
        return (event, *_lies(scene, one, fate))
    return (*emptied(one), *_lies(scene, one, fate))


def saved(patient: Combatant, stable: Condition | None = None) -> tuple[ev.Event, ...]:
    """Returns the events of somebody who will live, frail. Source: CWN-60, CWN-61."""
    ended = ("mortally_wounded", "unconscious")
    return (
        *(ev.ConditionRemoved(who=patient.id, key=key) for key in ended if patient.has(key)),
        ev.ConditionAdded(who=patient.id, condition=stable or Condition(key="stable")),
        ev.ConditionAdded(who=patient.id, condition=Condition(key="frail")),
    )


_FATES: tuple[Fate, ...] = ("unconscious", "mortally_wounded", "dead")


def _recovered(scene: Scene, event: ev.ConditionRemoved) -> tuple[ev.Event, ...]:
    one = scene.one(event.who)
    others = [key for key in character.DOWN if one.has(key) and key != event.key]
    if event.key not in character.DOWN or others or character.hp_now(one) > 0:
        return ()
    return (ev.GaugeSet(who=one.id, gauge=character.HP, to=1),)


def emptied(one: Combatant) -> tuple[ev.Event, ...]:
    """Returns the event of no hit points left. Source: CWN-57."""
    left = character.hp_now(one)
    return (ev.GaugeChanged(who=one.id, gauge=character.HP, by=-left),) if left > 0 else ()
