"""A combatant of CHROME as rules see it: the one place that knows how the state of an encounter keeps a thing.

Conditions are bits of one field, ``marks``; weapons have their numbers by the order in which they are carried.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from typing_extensions import override

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text, last_round
from encounter_gui.rules.engine.reading.asks import (
    Array,
    Play,
    Truth,
    Whole,
    anywhere,
    at_least,
    no,
)
from encounter_gui.rules.engine.reading.fields import (
    Body,
    Field,
    PairField,
    PlaceField,
    derived,
    gauge,
    who_of,
)
from encounter_gui.rules.engine.reading.table import EventStore
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time.clock import seconds_of_round
from encounter_gui.rules.engine.time.running import keeps_clock
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.rules.said import WITNESS
from encounter_gui.rules.systems.chrome.sheet import character, gear, grapple_marks, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import BURNING, HELPS

KNOWN_MARKS = (
    *HELPS,
    *("exposed", "prone", "ultra_sharp", "in_cover"),
    *("ablaze", "gutless", "on_the_edge", "crushing_doubt", "frenzy", "slow_start", "shocked"),
)
"""The conditions whose bits are the same in every ruleset; those of its others come after them."""

BIT = {key: 1 << place for place, key in enumerate(KNOWN_MARKS)}

EFFECTS = ("knockdown", "sever", "ablaze", "shock", "grapple")
"""Critical effects of weapons, and the grapple that comes after them, as bits. Source: CHR-38, CHR-48."""

EFFECT_BIT = {key: 1 << place for place, key in enumerate(EFFECTS)}

NO_WEAPON = -2
"""In hand is something to throw."""

FOREVER = 10_000
"""The last round of what lasts without end."""


_NO_MARKS = frozenset(
    (
        *(*character.COLD, *owed.MARKS.values()),
        *("grappling", "grappled", "presence", "distracted", "goaded"),
    )
)
"""Conditions that are followed in fields of their own, or that no rule here puts on or takes off."""


@lru_cache(16)
def _bits(keys: tuple[str, ...]) -> dict[str, int]:
    others = (key for key in keys if key not in BIT and key not in _NO_MARKS)
    return {**BIT, **{key: 1 << place for place, key in enumerate(others, len(KNOWN_MARKS))}}


def mark_bits(ruleset: Ruleset) -> dict[str, int]:
    """Returns the bit of each condition of a ruleset; beyond 62 conditions there is none."""
    found = _bits(tuple(each.key for each in ruleset.conditions))
    return {key: bit for key, bit in found.items() if bit < 1 << 62}


# ---- how the state keeps a thing


def marks_of(context: RulesContext, one: Combatant) -> int:
    """Returns the conditions of a combatant as bits."""
    bits, found = mark_bits(context.ruleset), 0
    for condition in one.conditions:
        found |= bits.get(condition.key, 0)
    return found if character.lacks_courage(one) else found & ~BIT["gutless"]


def _mark_events(context: RulesContext, one: Combatant, value: Any) -> tuple[ev.Event, ...]:
    """Returns the conditions that come and go; rules put them on and take them off by name (``afflict``)."""
    bits, now = mark_bits(context.ruleset), marks_of(context, one)
    return (
        *(
            ev.ConditionAdded(who=one.id, condition=Condition(key=key))
            for key, bit in bits.items()
            if bit & value & ~now
        ),
        *(
            ev.ConditionRemoved(who=one.id, key=key)
            for key, bit in bits.items()
            if bit & now & ~value
        ),
    )


def _most(context: RulesContext, one: Combatant, value: Any) -> tuple[ev.Event, ...]:
    return (ev.SheetSet(who=one.id, field=character.CONVICTION, to=int(value)),)


def _owes(kind: str) -> Callable[[RulesContext, Combatant], bool]:
    def read(context: RulesContext, one: Combatant) -> bool:
        return any(each.due == "now" for each in owed.obligations_of(context, one.id, kind))

    return read


def _save_owed(context: RulesContext, one: Combatant, value: Any) -> tuple[ev.Event, ...]:
    return (deaths.save_owed(context, one.id),) if value else ()


def waiting_effects(context: RulesContext, one: Combatant) -> int:
    """Returns the critical effects that are owed, as bits. Source: CHR-38, CHR-73."""
    found = 0
    for each in owed.obligations_of(context, one.id, owed.CRITICAL_EFFECTS):
        effects = each.values["effects"]
        for effect in effects if isinstance(effects, tuple) else ():
            found |= EFFECT_BIT.get(effect, 0)
    return found


def _severed(context: RulesContext, one: Combatant) -> int:
    marked = character.marks(one, character.SEVERED)
    return sum(1 << place for place, key in enumerate(character.LIMBS) if key in marked)


def _bleeding(context: RulesContext, one: Combatant) -> int:
    return len(character.marks(one, character.BLEEDING))


def _last_round(key: str) -> Callable[[RulesContext, Combatant], int]:
    def read(context: RulesContext, one: Combatant) -> int:
        known = one.condition(key)
        if known is None:
            return 0
        return FOREVER if known.until is None else last_round(context, known.until)

    return read


def _end_of_sleep(
    context: RulesContext, known: Condition | None, last: int, rounds: int, since: int | None
) -> Expiry | None:
    """Returns when somebody wakes who sleeps to the end of a round, or outside a fight for so many from a second on.

    Whoever sleeps longer already goes on doing so; None: it never ends. Source: CHR-57, CHR-63.
    """
    if known is not None and known.until is None:
        return None
    until = known.until if known is not None else None
    if keeps_clock(context):
        start = context.state.clock if since is None else since
        at = start + rounds * seconds_of_round(context.ruleset.time)
        return Expiry(at=max(at, until.at or 0) if until is not None else at)
    return Expiry(round=max(last, last_round(context, until)) if until is not None else last)


def _wakes_scared(context: RulesContext, one: Combatant) -> bool:
    """Returns whether a Panic Check is due after a faint. Source: CHR-57."""
    faint = one.condition("fainted")
    return faint is not None and "unconscious" in faint.keys


def _ends_otherwise(context: RulesContext, condition: Condition) -> bool:
    """Returns whether a condition waits for somebody's turn, or a save; or it changes Soak, and stays."""
    said, until = duration_text(condition), condition.until
    if until is None:
        return said is not None and said.kind == "save_ends"
    known = context.ruleset.condition(condition.key)
    soaks = known is not None and any(each.on == "soak" for each in known.effects)
    return soaks or until.whose is not None


def arms_of(one: Combatant) -> tuple[gear.Weapon, ...]:
    """Returns what a combatant attacks with, in the order it is carried: no explosives. Source: CHR-06, CHR-11."""
    return tuple(gear.weapon_of(item) for item in one.items if item.kind == "weapon")


def arm_of(one: Combatant, key: str) -> int:
    """Returns the number of a weapon among those a combatant carries; -1: it has no such."""
    return next((place for place, each in enumerate(arm_keys(one)) if each == key), -1)


def arm_keys(one: Combatant) -> tuple[str, ...]:
    """Returns the keys of the weapons a combatant carries."""
    return tuple(item.key for item in one.items if item.kind == "weapon")


def _held(context: RulesContext, one: Combatant) -> int:
    """Returns the weapon in hand by its number; -1: nothing, -2: something else."""
    key = one.memo_text("held")
    if any(item.key == key and item.kind == "explosive" for item in one.items):
        return NO_WEAPON
    return arm_of(one, key) if key else -1


def _off(context: RulesContext, one: Combatant) -> int:
    """Returns the weapon in the other hand by its number; -1: none."""
    return arm_of(one, gear.other_hand_key(one))


def _hold(hand: str) -> Callable[[RulesContext, Combatant, Any], tuple[ev.Event, ...]]:
    """Returns what writes the weapon of a hand, by its number; -1: nothing."""

    def events(context: RulesContext, one: Combatant, value: Any) -> tuple[ev.Event, ...]:
        arms = arm_keys(one)
        key = arms[value] if 0 <= value < len(arms) else ""
        known = one.memo.get(hand)
        is_new = known != key and (known or key)
        return (ev.MemoSet(who=one.id, key=hand, value=key),) if is_new else ()

    return events


class ArmField(PlaceField):
    """A number of each weapon of a combatant, in the order of ``arms_of``."""

    @override
    def column(self, context: RulesContext, combatants: Iterable[Combatant]) -> Array:
        """Returns the numbers of all weapons, of as many as the one has who has most."""
        import numpy as np

        found = [tuple(self.read(context, each)) for each in combatants]
        most = max((len(each) for each in found), default=0) or 1
        return np.array([each + (0,) * (most - len(each)) for each in found], self.dtype)


def _of_arms(
    read: Callable[[Combatant, gear.Weapon], int],
    gauge_of: Callable[[str], str] | None = None,
    dtype: type[int] = int,
) -> ArmField:
    """A number of each weapon, kept in a gauge of its own; without: it follows from the sheet."""

    def values(context: RulesContext, one: Combatant) -> tuple[int, ...]:
        return tuple(read(one, weapon) for weapon in arms_of(one)) or (0,)

    def events(context: RulesContext, one: Combatant, value: Any) -> tuple[ev.Event, ...]:
        place, to = value
        if gauge_of is None:
            return ()
        name = gauge_of(arm_keys(one)[place])
        return (ev.GaugeSet(who=one.id, gauge=name, to=int(to)),)

    return ArmField(values, events, count=0, dtype=dtype)


def _unnoticed(context: RulesContext, one: Combatant, value: Any) -> tuple[ev.Event, ...]:
    other, holds = value
    rest = tuple(each for each in character.unnoticed_by(one) if each != other)
    kept = (*rest, other) if holds else rest
    return (ev.MemoSet(who=one.id, key=character.UNNOTICED, value=kept),)


class Fighter(Body):
    """A combatant of CHROME."""

    health = gauge(character.HEALTH)
    conviction = gauge(character.CONVICTION)
    most_conviction: Field[Whole] = Field(lambda context, one: character.conviction(one), _most)
    marks: Field[Whole] = Field(marks_of, _mark_events)
    is_operator = derived(lambda context, one: character.is_operator(one))
    is_dead = derived(lambda context, one: deaths.DIED in one.memo)
    owes_save: Field[Truth] = Field(_owes(owed.DEATH_SAVE), _save_owed, dtype=bool)
    fell: Field[Whole] = derived(lambda context, one: deaths.fell_in(context, one.id), dtype=int)
    owes_panic: Field[Truth] = derived(_owes(owed.PANIC))
    checked: Field[Truth] = derived(lambda context, one: False)
    effects: Field[Whole] = derived(waiting_effects, dtype=int)
    unsettles: Field[Whole] = derived(lambda context, one: 0, dtype=int)
    alarm: Field[Whole] = derived(lambda context, one: 0, dtype=int)
    severed: Field[Whole] = derived(_severed, dtype=int)
    bleeding: Field[Whole] = derived(_bleeding, dtype=int)
    cold: Field[Whole] = derived(_last_round("unconscious"), dtype=int)
    faint: Field[Whole] = derived(_last_round("fainted"), dtype=int)
    has_left = derived(lambda context, one: "left" in one.flags)
    is_in = derived(lambda context, one: not character.is_out(one))
    held: Field[Whole] = Field(_held, _hold("held"))
    off: Field[Whole] = Field(_off, _hold(gear.OTHER_HAND), rests=-1)
    ammo = _of_arms(lambda one, weapon: one.gauges.get(weapon.ammo, 0), ammo_gauge)
    jammed = _of_arms(
        lambda one, weapon: int(gear.is_jammed(one, weapon.key)), lambda key: f"{gear.JAM}.{key}"
    )
    dropped = _of_arms(
        lambda one, weapon: int(gear.is_dropped(one, weapon.key)),
        lambda key: f"{gear.DROPPED}.{key}",
    )
    two_handed = _of_arms(lambda one, weapon: weapon.is_two_handed, dtype=bool)
    is_large = derived(lambda context, one: bool(one.sheet.get("large")))
    is_synthetic = derived(lambda context, one: bool(one.sheet.get("synthetic")))
    may_lose_head = derived(lambda context, one: character.may_lose_head(one))
    wakes_scared = derived(_wakes_scared)
    burns_next = derived(lambda context, one: one.has(BURNING), left_out="chrome_burn")
    ends_otherwise = derived(
        lambda context, one: any(_ends_otherwise(context, each) for each in one.conditions),
        left_out="chrome_timed",
    )
    unnoticed = PairField(lambda context, one: character.unnoticed_by(one), _unnoticed)

    # ---- conditions

    def has(self, key: str) -> Truth:
        """Returns whether a condition is there, by a key of ``KNOWN_MARKS``."""
        store = self.store
        if isinstance(store, EventStore):
            one = combatant_of(self)
            return character.lacks_courage(one) if key == "gutless" else one.has(key)
        return (self.marks & BIT[key]) > 0

    def afflict(self, key: str, where: Truth = True) -> None:  # noqa: FBT002 - a truth of rules
        """Puts a condition on, where a truth holds."""
        if isinstance(self.store, EventStore):
            if where:
                resolution_of(self).add_condition(self.store.who, Condition(key=key))
        elif anywhere(where):
            self.marks = self.marks | BIT[key] * where

    def relieve(self, key: str, where: Truth = True) -> None:  # noqa: FBT002 - a truth of rules
        """Takes a condition off, where a truth holds."""
        if isinstance(self.store, EventStore):
            if where:
                resolution_of(self).remove_conditions(self.store.who, key)
        elif anywhere(where):
            self.marks = self.marks & ~(BIT[key] * where)

    def keep_marks(self, kept: Whole) -> None:
        """Takes off what helped or hindered one roll: the marks that are not among those kept, as bits."""
        if isinstance(self.store, EventStore):
            self.relieve_all(tuple(key for key in HELPS if not kept & BIT[key]))
        else:
            self.marks = self.marks & kept

    def relieve_all(self, keys: Iterable[str]) -> None:
        """Takes conditions off at the table."""
        resolution_of(self).remove_conditions(who_of(self), *keys)

    def frighten(self, where: Truth, because: str, **params: "Fighter | str | None") -> None:
        """Makes an Operator owe a Panic Check where a truth holds, unless it has made one in this gesture.

        ``because`` is the last part of the key of the reason, with ``params``. Source: CHR-62, CHR-73.
        """
        if isinstance(self.store, EventStore):
            if where:
                play = self.store.play
                names = {
                    key: each if isinstance(each, str) else play.name(each)
                    for key, each in params.items()
                    if each is not None
                }
                owed.frighten(play.resolution, self.store.who, because, **names)
        elif anywhere(where):
            self.owes_panic = self.owes_panic | (where & no(self.checked))

    def reset(self, name: str, value: Whole) -> None:
        """Sets a running number, whatever it is."""
        if isinstance(self.store, EventStore):
            resolution_of(self).set_gauge(self.store.who, name, int(value))
        else:
            setattr(self, name, value)

    def be_brave(self, where: Truth) -> None:
        """Has found its courage for this fight, where a truth holds. Source: CHR-63."""
        if not isinstance(self.store, EventStore):
            self.marks = self.marks & ~(BIT["gutless"] * where)
        elif where:
            condition = Condition(key="gutless", count=1)
            resolution_of(self).add_condition(self.store.who, condition)

    def flee(self, where: Truth) -> None:
        """Leaves the fight, where a truth holds. Source: CHR-63."""
        if not isinstance(self.store, EventStore):
            self.has_left = self.has_left | where
            self.is_in = self.is_in & no(where)
        elif where:
            resolution_of(self).set_flag(self.store.who, "left", on=True)

    # ---- Health and life

    def is_awake(self) -> Truth:
        """Returns whether it is alive and conscious. Source: CHR-73."""
        if isinstance(self.store, EventStore):
            return character.is_awake(combatant_of(self))
        return (self.health > 0) & (self.cold == 0) & (self.faint == 0)

    def die(self, where: Truth, moment: dict[str, int] | None = None) -> None:
        """Makes it dead, where a truth holds; ``moment`` says when it died, where that was not now. Source: CHR-57."""
        if isinstance(self.store, EventStore):
            if where and not self.is_dead:
                context, one = self.store.play.context, combatant_of(self)
                self.store.play.effect(*deaths.death_events(context, one, **(moment or {})))
            return
        if not anywhere(where):
            return
        lives = no(where)
        self.health = self.health * lives
        self.is_dead = self.is_dead | where
        self.is_in = self.is_in & lives
        self.marks = self.marks & ~(_ENDED_WITH_DEATH * where)
        self.alarm = self.alarm | WITNESS * (where & self.is_operator)

    def await_effects(self, effects: Whole, order: tuple[str, ...], by: "Fighter") -> None:
        """Makes critical effects owed, as bits; at the table in their order. Source: CHR-38, CHR-73."""
        if not isinstance(self.store, EventStore):
            self.effects = self.effects | effects
        elif effects:
            keys = tuple(key for key in order if effects & EFFECT_BIT[key])
            resolution = self.store.play.resolution
            who, source = self.store.who, who_of(by)
            owed.owe(resolution, owed.CRITICAL_EFFECTS, who, effects=keys, source=source)

    def be_grabbed(self, by: "Fighter", where: Truth, hindrance: str = "") -> None:
        """Is held by another, where a truth holds; no forecast follows who holds whom. Source: CHR-48."""
        if isinstance(self.store, EventStore) and where:
            resolution, who = self.store.play.resolution, self.store.who
            events = grapple_marks.grab_events(resolution.context, who_of(by), who, hindrance)
            resolution.apply(*events)
            name = self.store.play.name(self)
            self.store.play.clause("chrome.then.grappled", who=name)

    def distort(self, play: Play, count: Whole) -> None:
        """Makes the game master owe the words of so many more Distortions; only the table has them. Source: CHR-64."""
        if isinstance(self.store, EventStore) and count:
            key = owed.MARKS[owed.DISTORTION]
            known = owed.mark_count(combatant_of(self), owed.DISTORTION)
            condition = Condition(key=key, count=known + int(count))
            resolution_of(self).add_condition(self.store.who, condition)
            play.clause("chrome.then.distortion", who=play.name(self))

    def lie_down(
        self,
        key: str,
        rounds: Whole,
        round_: Whole,
        where: Truth = True,  # noqa: FBT002 - a truth of rules
        *,
        since: int | None = None,
    ) -> None:
        """Makes it unconscious, or faint, for so many rounds from this one on; never for less than it is already.

        ``since`` is the second of the campaign's clock from which it is so where no fight runs; None: from now on.
        Source: CHR-57, CHR-63.
        """
        last = at_least(round_, 1) + rounds - 1
        if isinstance(self.store, EventStore):
            context, one = self.store.play.context, combatant_of(self)
            until = _end_of_sleep(context, one.condition(key), int(last), int(rounds), since)
            resolution_of(self).add_condition(self.store.who, Condition(key=key, until=until))
            resolution_of(self).remove_conditions(self.store.who, "frenzy")
            return
        if key == "unconscious":
            self.cold = at_least(self.cold, last * where)
        else:
            self.faint = at_least(self.faint, last * where)
        self.is_in = self.is_in & no(where)
        self.relieve("frenzy", where)

    # ---- limbs

    def cut(self, limb: Whole, bit: Whole) -> None:
        """Marks a limb as severed and bleeding where ``bit`` is that of it, not 0. Source: CHR-54."""
        if not isinstance(self.store, EventStore):
            self.severed = self.severed | bit
            self.bleeding = self.bleeding + (bit > 0)
        elif bit:
            for mark in (character.SEVERED, character.BLEEDING):
                resolution_of(self).mark_location(self.store.who, character.LIMBS[limb], mark)

    def shoot(self, arm: Whole, shots: Whole) -> None:
        """Takes shots off a weapon. Source: CHR-36."""
        if isinstance(self.store, EventStore):
            gauge_of = ammo_gauge(arm_keys(combatant_of(self))[arm])
            resolution_of(self).change_gauge(self.store.who, gauge_of, -int(shots))
        else:
            self.ammo[arm] = self.ammo[arm] - shots

    @property
    def lost_arms(self) -> Whole:
        """How many arms are lost. Source: CHR-55."""
        lost = self.severed
        return (lost & 1) + ((lost >> 1) & 1)


_ENDED_WITH_DEATH = sum(BIT[key] for key in deaths.ENDED if key in BIT)


# ---- at the table


def combatant_of(body: Body) -> Combatant:
    """Returns a combatant at the table as it is by now."""
    store = body.store
    if not isinstance(store, EventStore):
        raise TypeError("a combatant of another reading")
    return store.play.context.combatant(store.who)


def resolution_of(body: Body) -> Resolution:
    """Returns what collects the events of a combatant at the table."""
    store = body.store
    if not isinstance(store, EventStore):
        raise TypeError("a combatant of another reading")
    return store.play.resolution
