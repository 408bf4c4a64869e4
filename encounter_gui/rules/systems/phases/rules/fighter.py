"""A combatant as rules see it: the one place that knows how the state keeps a thing and how rules call it."""

from collections.abc import Callable

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Play, Truth, Whole
from encounter_gui.rules.engine.reading.fields import (
    Body,
    End,
    Field,
    PlaceField,
    condition,
    derived,
    no_events,
    who_of,
)
from encounter_gui.rules.engine.reading.table import TablePlay
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.systems.phases.rules import marks
from encounter_gui.rules.systems.phases.sheet import character, clocks, gear
from encounter_gui.rules.systems.phases.sheet.gear import Weapon

RIGHT, LEFT, BARE = range(3)
"""With what somebody attacks: what is in the right hand, in the left one, bare hands."""

NEVER = 2**31
"""Later than any phase: the clock of what was put on without one."""

Events = tuple[ev.Event, ...]


def place_keys(context: RulesContext) -> tuple[str, ...]:
    """Returns the keys of the locations, in the order in which rules number them."""
    return tuple(each.key for each in context.ruleset.locations)


def at_table(play: Play, who: Body) -> tuple[RulesContext, Combatant]:
    """Returns the state that a rule reads at the table, and a combatant in it: for words, and plans with parts."""
    if not isinstance(play, TablePlay):
        raise TypeError("this is not the table")
    return play.context, play.context.combatant(who_of(who))


def record(
    play: Play, what: str, who: CombatantId | None, target: CombatantId | None, **values: Value
) -> None:
    """Records a fact at the table with these values and no others."""
    if isinstance(play, TablePlay):
        play.flush()
        play.resolution.fact(what, who, target, **values)


def name_of(play: Play, who: CombatantId | None) -> str:
    """Returns the name of a combatant at the table; empty: nobody's."""
    return play.context.combatant(who).name if who and isinstance(play, TablePlay) else ""


def noted(play: Play, key: str) -> int:
    """Returns a number that a rule has noted."""
    value = play.noted[key]
    if not isinstance(value, int):
        raise TypeError(f"{key} is {value}")
    return value


def held_keys(combatant: Combatant) -> tuple[str, str]:
    """Returns the keys of what is in the right hand and in the left; empty: nothing. Source: PHA-03."""
    return combatant.memo_text("held"), combatant.memo_text("off")


def weapon_at(combatant: Combatant, hand: int) -> Weapon | None:
    """Returns the weapon in a hand, bare hands for ``BARE``; None: nothing, or no weapon."""
    if hand == BARE:
        return gear.weapon_of(gear.bare_hands(combatant))
    key = held_keys(combatant)[hand]
    known = (each for each in gear.weapons(combatant) if key and each.key == key)
    item = next(known, None)
    return None if item is None else gear.weapon_of(item)


def hand_of(combatant: Combatant, weapon: Weapon) -> int:
    """Returns in which hand a weapon is; ``BARE``: in neither."""
    keys = held_keys(combatant)
    return keys.index(weapon.key) if weapon.key in keys else BARE


# ---- fields


def _levels(context: RulesContext, one: Combatant) -> tuple[int, ...]:
    return tuple(character.wound(one, key) for key in place_keys(context))


def _level_events(context: RulesContext, one: Combatant, value: tuple[int, int]) -> Events:
    place, level = value
    return (marks.location_event(one, place_keys(context)[place], level),)


def _number(key: str, *, at_once: bool = False, ends: End = "") -> Field[Whole]:
    """A running number that events change by an amount."""

    def events(context: RulesContext, one: Combatant, value: int) -> Events:
        by = int(value) - one.gauges.get(key, 0)
        return (ev.GaugeChanged(who=one.id, gauge=key, by=by),)

    return Field(lambda context, one: one.gauges.get(key, 0), events, at_once=at_once, ends=ends)


def _clock(key: str, *, is_death: bool = False) -> Field[Whole]:
    """A condition that leads to something in the phase that it counts; -1: it is not there.

    ``is_death``: clinical death, which is unconscious, too; the follow-ups set its clock, as they do where it is put on
    by hand.
    """

    def read(context: RulesContext, one: Combatant) -> int:
        if not one.has(key):
            return -1
        phase = clocks.phase_of(context, one, key)
        return NEVER if phase is None else phase

    def events(context: RulesContext, one: Combatant, value: int) -> Events:
        if value < 0:
            return (ev.ConditionRemoved(who=one.id, key=key),)
        known = one.condition(key) or Condition(key=key)
        if is_death:
            sleeps = ev.ConditionAdded(who=one.id, condition=Condition(key="unconscious"))
            return (sleeps, ev.ConditionAdded(who=one.id, condition=Condition(key=key)))
        return (ev.ConditionAdded(who=one.id, condition=replace(known, count=int(value))),)

    return Field(read, events, rests=-1, merges="soonest")


class _ByHand:
    """What each of the three that can be attacked with has, by hand; of any weapon, in hand or not, by its key.

    It is read when it is asked for.
    """

    __slots__ = ("_of",)

    def __init__(self, of: Callable[[int | str], int]) -> None:
        """Takes what reads it."""
        self._of = of

    def __len__(self) -> int:
        return BARE + 1

    def __getitem__(self, place: int | str) -> int:
        if isinstance(place, int) and place > BARE:
            raise IndexError(place)
        return self._of(place)


def _by_hand(read: Callable[[Combatant, Weapon], int]) -> Callable[..., _ByHand]:
    """Returns what reads a number of each hand's weapon; an empty hand has what bare hands have."""
    return lambda context, one: _ByHand(lambda place: read(one, _weapon(one, place)))


def _out_until(one: Combatant, phase: int) -> ev.Event:
    condition = Condition(key="incapacitated", count=phase)
    return ev.ConditionAdded(who=one.id, condition=condition)


def _weapon(one: Combatant, place: int | str) -> Weapon:
    """Returns the weapon in a hand or with a key; bare hands where there is none."""
    if isinstance(place, str):
        return gear.weapon_of(gear.find(one, place) or gear.bare_hands(one))
    return weapon_at(one, place) or gear.weapon_of(gear.bare_hands(one))


def _rounds(one: Combatant, weapon: Weapon) -> int:
    return one.gauges.get(weapon.ammo, 0) if weapon.uses_ammo else -1


def _round_events(context: RulesContext, one: Combatant, value: tuple[int | str, int]) -> Events:
    place, rounds = value
    ammo, left = _weapon(one, place).ammo, int(rounds)
    by = left - one.gauges.get(ammo, 0)
    if by > 0:
        return (ev.GaugeSet(who=one.id, gauge=ammo, to=left),)
    return (ev.GaugeChanged(who=one.id, gauge=ammo, by=by),)


def _jam_events(context: RulesContext, one: Combatant, value: tuple[int | str, bool]) -> Events:
    place, jams = value
    event = marks.jam_event if jams else marks.cleared_event
    return (event(one, _weapon(one, place).key),)


def _fired_events(context: RulesContext, one: Combatant, value: tuple[int | str, bool]) -> Events:
    keys = (*character.keys_in(one, "singles"), _weapon(one, value[0]).key)
    return (ev.MemoSet(who=one.id, key="singles", value=keys),)


def _falls_from(one: Combatant, side: str) -> Events:
    return marks.drop_events(one, character.held_in(one, side))


def _grips(context: RulesContext, one: Combatant) -> tuple[bool, ...]:
    return tuple(bool(_falls_from(one, side)) for side in character.ARMS)


def _grip_events(context: RulesContext, one: Combatant, value: tuple[int, bool]) -> Events:
    return _falls_from(one, tuple(character.ARMS)[value[0]])


def _is_two_handed(context: RulesContext, one: Combatant) -> bool:
    arms = (weapon_at(one, hand) for hand in (RIGHT, LEFT))
    return any(each.hands > 1 for each in arms if each is not None)


def _drops_in_shock(context: RulesContext, one: Combatant) -> bool:
    return character.is_ordinary(one) and bool(context.switch("phases.mookRule"))


def _faints_of_fear(context: RulesContext, one: Combatant) -> bool:
    return not (character.is_mook(one) and bool(context.switch("phases.mookSkipCool")))


def _cool(context: RulesContext, one: Combatant) -> int:
    return character.level(context, one, "cool") + character.level(context, one, "initiative")


def _stamina(context: RulesContext, one: Combatant) -> int:
    tired = sum(each.amount for each in character.fatigue_parts(context, one))
    return character.level(context, one, "stamina") + tired


SPENT_GAUGES = frozenset((character.ACTIONS, character.USED, character.MOVED, character.RECOIL))
SPENT_RECORDS = frozenset(("full", "singles", "plan", "intent"))
SPENT_CONDITIONS = frozenset(("aborted", "all_out_dodge"))


def is_spent(event: ev.Event) -> bool:
    """Returns whether an event is of a field that is ``at_once``, or of another count of the phase. Source: PHA-19."""
    match event:
        case ev.GaugeChanged(gauge=name) | ev.GaugeSet(gauge=name):
            return name in SPENT_GAUGES or name.startswith(ammo_gauge(""))
        case ev.ConditionAdded(condition=Condition(key=key)):
            return key in SPENT_CONDITIONS
        case ev.MemoSet(key=key):
            return key in SPENT_RECORDS
        case _:
            return False


class Fighter(Body):
    """A combatant of phases and wounds.

    ``wound`` is the level of each place; ``worst`` the highest, ``penalty`` what wounds take from rolls, 0 or less.
    ``in_shock`` is the phase of the next Shock Test, ``clinically_dead`` that of death, -1: neither. ``incapacitated``
    is written as the phase until which it is out, and read as a truth. ``limit`` are its actions of the phase, ``used``
    and ``lost`` those that are gone, ``stunned`` those of the next ones. ``moves``: it has a gait; ``runs``: it has
    declared a run or a sprint. ``grip``: something would fall from that hand. By hand, right, left and bare: ``ammo``
    (-1: it needs none), ``jammed``, ``fired`` (the one attack of the phase). ``cool`` and ``stamina`` are what tests
    add apart from wounds. ``now`` is the phase, at least the first. ``is_down``: it cannot act at all. ``is_in``: it
    takes part in the fight. ``aid`` is the phase in which its first aid is done, -1: it gives none.
    """

    wound = PlaceField(_levels, _level_events, count=6, merges="stacks")
    worst = derived(lambda context, one: character.worst_level(one), dtype=int)
    penalty = derived(character.wound_penalty, dtype=int)
    dead = condition("dead")
    unconscious = condition("unconscious")
    incapacitated = Field[Whole](
        lambda context, one: one.has("incapacitated"),
        lambda context, one, value: (_out_until(one, int(value)),),
        dtype=bool,
    )
    clinically_dead = _clock("clinically_dead", is_death=True)
    in_shock = _clock("in_shock")
    cool_held = condition("cool_held")
    prone = condition("prone")
    off_balance = condition("off_balance")
    all_out_dodge = condition("all_out_dodge", ends="round", at_once=True)
    stunned = Field[Whole](
        lambda context, one: marks.stuns_of(one),
        lambda context, one, value: (marks.stunned_event(one, int(value)),),
    )
    limit = Field[Whole](character.action_limit, no_events, at_once=True)
    used = _number(character.USED, at_once=True, ends="round")
    lost = _number(character.LOST, ends="round")
    recoil = _number(character.RECOIL, at_once=True)
    moves = Field[Truth](
        lambda context, one: bool(one.memo.get("gait")),
        lambda context, one, value: marks.halt_events(one),
        dtype=bool,
    )
    runs = derived(lambda context, one: one.memo.get("full") in ("run", "sprint"), ends="round")
    aid = Field[Whole](
        lambda context, one: _aid(one),
        lambda context, one, value: marks.put_off_events(one),
        rests=-1,
    )
    aiding = condition("aiding", left_out="phases_aid")
    grabbed = condition("grabbed", left_out="phases_holds")
    grabbing = condition("grabbing", left_out="phases_holds")
    clinched = condition("clinched", left_out="phases_holds")
    ends_in_turn = derived(
        lambda context, one: any(
            each.until is not None and each.until.whose for each in one.conditions
        ),
        left_out="phases_turns",
    )
    grip = PlaceField(_grips, _grip_events, count=2, dtype=bool)
    is_two_handed = derived(_is_two_handed)
    ammo = PlaceField(_by_hand(_rounds), _round_events, count=3, at_once=True)
    jammed = PlaceField(
        _by_hand(lambda one, weapon: marks.is_jammed(one, weapon.key)),
        _jam_events,
        count=3,
        dtype=bool,
    )
    fired = PlaceField(
        _by_hand(lambda one, weapon: weapon.key in character.keys_in(one, "singles")),
        _fired_events,
        count=3,
        at_once=True,
        ends="round",
        dtype=bool,
    )
    cool = derived(_cool, dtype=int)
    stamina = derived(_stamina, dtype=int)
    has_nerves = derived(_faints_of_fear)
    drops_in_shock = derived(_drops_in_shock)
    now = derived(lambda context, one: clocks.phase_now(context.state), dtype=int)
    is_down = derived(lambda context, one: character.is_down(one))
    is_in = derived(lambda context, one: not character.is_out(context, one))


def _aid(one: Combatant) -> int:
    known = one.condition("aiding")
    return -1 if known is None else known.count or 0
