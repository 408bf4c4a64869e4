"""The fields of a combatant: how the state keeps each, and what writes it. The one place that knows both.

Source: D6P-03, D6P-04, D6P-12, D6P-16, D6P-17, D6P-19 to D6P-24, D6P-31, D6P-35, D6P-42 to D6P-46.
"""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Truth, Whole
from encounter_gui.rules.engine.reading.fields import (
    Body,
    End,
    Field,
    Read,
    condition,
    derived,
    gauge,
    no_events,
)
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.sheet import character, gear

NEVER = 2**40
"""The turn of a wound by bleeding that no clock runs for."""

STUNNED_AGAIN = "stunned_again"
"""What counts the stuns of a turn that met somebody stunned already. Source: D6P-35."""

_Events = tuple[ev.Event, ...]


def _for_turn(key: str, *, at_once: bool = False, followed: bool = True) -> Field[Truth]:
    """A condition to the end of the turn."""

    def events(context: RulesContext, one: Combatant, value: Whole) -> _Events:
        if not value:
            return (ev.ConditionRemoved(who=one.id, key=key),)
        until = Expiry(round=context.state.round)
        return (ev.ConditionAdded(who=one.id, condition=Condition(key=key, until=until)),)

    return Field(
        lambda context, one: one.has(key),
        events,
        ends="round",
        at_once=at_once,
        followed=followed,
        dtype=bool,
    )


def _own(read: Read, dtype: type[int], *, ends: End = "") -> Field[Any]:
    """What nobody else changes in a tie, and for which nothing is recorded."""
    return Field(read, no_events, ends=ends, dtype=dtype, at_once=True)


class _Record(Field[Any]):
    """What is only remembered, anew each time it is written."""


def _counted(key: str) -> Field[Whole]:
    """What attacks are counted by: nothing is recorded for it beside ``attacks``."""
    return Field(
        lambda context, one: one.gauges.get(key, 0),
        no_events,
        ends="round",
        at_once=True,
    )


def _attack_events(context: RulesContext, one: Combatant, value: Whole) -> _Events:
    by = int(value) - one.gauges.get("attacks", 0)
    return (
        ev.GaugeChanged(who=one.id, gauge="attacks", by=by),
        ev.GaugeChanged(who=one.id, gauge="attacks_turn", by=by),
        ev.GaugeSet(who=one.id, gauge="acted", to=1),
    )


def _drew_events(context: RulesContext, one: Combatant, value: Whole) -> _Events:
    return (
        ev.GaugeSet(who=one.id, gauge="drew", to=int(value)),
        ev.GaugeSet(who=one.id, gauge="acted", to=1),
    )


def _using_events(context: RulesContext, one: Combatant, value: tuple[str, str]) -> _Events:
    weapon, mode = value
    return (ev.MemoSet(who=one.id, key="using", value={"weapon": weapon, "mode": mode}),)


def _spent_events(context: RulesContext, one: Combatant, value: Whole) -> _Events:
    return (
        ev.GaugeSet(who=one.id, gauge="acted", to=1),
        ev.GaugeSet(who=one.id, gauge="spent", to=1),
        ev.SlotDone(who=one.id, group=context.state.group),
    )


def _rounds_of(key: str) -> Field[Whole]:
    """The rounds in a weapon, or how many there are of an explosive; without a key of what is in hand.

    They are taken one by one, and put in to a number.
    """

    def gauge_of(one: Combatant) -> str:
        return ammo_gauge(key or gear.held_key(one) or gear.UNARMED.key)

    def events(context: RulesContext, one: Combatant, value: Whole) -> _Events:
        name, to = gauge_of(one), int(value)
        by = to - one.gauges.get(name, 0)
        if by > 0:
            return (ev.GaugeSet(who=one.id, gauge=name, to=to),)
        return (ev.GaugeChanged(who=one.id, gauge=name, by=by),)

    return Field(lambda context, one: one.gauges.get(gauge_of(one), 0), events, at_once=True)


def _bleeding(context: RulesContext, one: Combatant) -> int:
    found = one.condition("bleeding")
    if found is None:
        return -1
    return NEVER if found.count is None else found.count


def _bleeding_events(context: RulesContext, one: Combatant, value: Whole) -> _Events:
    if value < 0:
        return (ev.ConditionRemoved(who=one.id, key="bleeding"),)
    now = one.condition("bleeding") or Condition(key="bleeding")
    return (ev.ConditionAdded(who=one.id, condition=replace(now, count=int(value))),)


def _dodge_events(context: RulesContext, one: Combatant, value: Whole) -> _Events:
    by = int(value) - character.dodge_left(one)
    return (ev.GaugeChanged(who=one.id, gauge=character.DODGE, by=by),)


def _hero_events(context: RulesContext, one: Combatant, value: str) -> _Events:
    return (ev.MemoSet(who=one.id, key="hero", value=value),)


def _has_hero(context: RulesContext, one: Combatant) -> bool:
    skill = one.memo_text("hero")
    item = gear.find(one, "")
    return bool(skill) and item is not None and skill == gear.skill_of(item)


SPENT_GAUGES = frozenset(
    (character.DODGE, "attacks", "attacks_turn", "acted", "spent", "drew", "moved", "hero")
)
"""What is counted of what somebody uses up: dice for dodging, attacks, actions, metres, Hero Points."""

SPENT_CONDITIONS = frozenset(("busy", "reloading", "drawn", "aided", "in_air"))
SPENT_RECORDS = frozenset(("using", "hero", "rolled", "moved", "intent", "plan", "struck", "held"))


def is_spent(event: ev.Event) -> bool:
    """Returns whether an event is of a field that is ``at_once``, or of another count of the turn. Source: D6P-15."""
    match event:
        case ev.GaugeChanged(gauge=name) | ev.GaugeSet(gauge=name):
            return name in SPENT_GAUGES or name.startswith(ammo_gauge(""))
        case ev.ConditionAdded(condition=Condition(key=key)) | ev.ConditionRemoved(key=key):
            return key in SPENT_CONDITIONS
        case ev.MemoSet(key=key):
            return key in SPENT_RECORDS
        case _:
            return False


class Fighter(Body):
    """A combatant as the rules see it.

    ``health`` is Temporary Health, and ``full_health`` Health. ``bleeding`` is the turn at whose end the next wound is
    lost, -1: none is. ``dodge`` are the dice left for dodging and parrying, ``ammo`` the rounds, or the grenades, of
    what is in hand. ``attacks`` are those of this action, ``attacks_turn`` of this turn; ``acted``: it has done
    something in this turn; ``spent``: this action is over; ``busy``: so is the turn. ``drew``: in this action it has
    drawn a weapon, ``drawn``: in this turn. ``hero``: a Hero Point doubles the skill it attacks with in this action.
    ``is_in``: it has neither fallen nor left; ``is_defenseless``: it cannot dodge at all.

    ``stunned_again``: how often in this turn something has stunned it that was stunned already, which ruins its aim.
    ``seen_health``, ``seen_stunned`` and ``seen_again``: Health and stuns from which all has followed that does.
    Source: D6P-15.
    """

    health = gauge(character.HEALTH)
    full_health = _own(lambda context, one: character.health(one), int)
    stunned = _for_turn("stunned")
    stunned_again = gauge(STUNNED_AGAIN, ends="round")
    aimed = condition("aimed")
    bleeding: Field[Whole] = Field(_bleeding, _bleeding_events, rests=-1)
    awake_weak = condition("awake_weak")
    aided = condition("aided", at_once=True)
    dodge: Field[Whole] = Field(
        lambda context, one: character.dodge_left(one), _dodge_events, at_once=True
    )
    ammo = _rounds_of("")
    attacks: Field[Whole] = Field(
        lambda context, one: one.gauges.get("attacks", 0),
        _attack_events,
        ends="turn",
        at_once=True,
    )
    attacks_turn = _counted("attacks_turn")
    acted = _counted("acted")
    using = _Record(lambda context, one: None, _using_events, followed=False)
    spent: Field[Truth] = Field(
        lambda context, one: bool(one.gauges.get("spent")),
        _spent_events,
        ends="turn",
        at_once=True,
        dtype=bool,
    )
    busy = _for_turn("busy", at_once=True)
    reloading = _for_turn("reloading", followed=False)
    drew: Field[Whole] = Field(
        lambda context, one: one.gauges.get("drew", 0), _drew_events, ends="turn", at_once=True
    )
    drawn = _for_turn("drawn", at_once=True)
    hero: Field[Any] = Field(_has_hero, _hero_events, ends="turn", at_once=True, dtype=bool)
    hero_points = gauge("hero", followed=False)
    is_in: Field[Truth] = derived(lambda context, one: not character.is_out(one))
    seen_health = _own(lambda context, one: character.health_now(one), int)
    seen_stunned = _own(lambda context, one: one.has("stunned"), bool, ends="round")
    seen_again = _own(lambda context, one: one.gauges.get(STUNNED_AGAIN, 0), int, ends="round")
    is_defenseless = _own(lambda context, one: character.is_defenseless(one), bool)


def is_down(who: Fighter) -> Truth:
    """Returns whether somebody is unconscious, or worse. Source: D6P-43."""
    return mechanics.is_down(who.health)


def is_dead(who: Fighter) -> Truth:
    """Returns whether somebody is dead. Source: D6P-44."""
    return mechanics.is_dead(who.health, who.full_health)


def is_wounded(who: Fighter) -> Truth:
    """Returns whether somebody is wounded but up. Source: D6P-42."""
    return mechanics.is_wounded(who.health, who.full_health)


@lru_cache(64)
def with_weapon(key: str) -> type[Fighter]:
    """Returns a combatant whose ``ammo`` is that of a weapon it carries, in hand or not."""
    return type("FighterWithWeapon", (Fighter,), {"ammo": _rounds_of(key)})
