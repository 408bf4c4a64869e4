"""Plans of tests and hits as the table makes them, each when it is first met, by what it depends on.

Source: CHR-13 to CHR-20, CHR-24, CHR-25, CHR-34 to CHR-44, CHR-57, CHR-63.
"""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.battlefield.plans import PlanTable, plan_table
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.books import Book, Plans
from encounter_gui.rules.systems.chrome.combat.attack_plan import mishaps_of, plan_attack, plan_save
from encounter_gui.rules.systems.chrome.commands import Attack
from encounter_gui.rules.systems.chrome.odds.hits import Hits, hit_number
from encounter_gui.rules.systems.chrome.odds.threats import roll_of
from encounter_gui.rules.systems.chrome.rules import harm, rolls
from encounter_gui.rules.systems.chrome.rules.fighter import BIT, EFFECT_BIT, arms_of, mark_bits
from encounter_gui.rules.systems.chrome.rules.harm import HarmPlan
from encounter_gui.rules.systems.chrome.rules.rolls import Roll
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check, situation
from encounter_gui.rules.systems.chrome.sheet.gear import BANDS, RangeBand, Weapon

DEATH, COURAGE, FIRST_SAVE = range(3)
"""Saves: at 0 Health, of the gutless; from the last one on, those against weapons."""

SPEED, FIRST_ATTACK = range(2)
"""Stat Checks: of Speed; from the last one on, attacks, two for each weapon: as it is, and unnoticed."""

_MOST_MARKS = 512
"""Sets of conditions that change a roll, at most so many of which are met."""

_SPLIT = 20
"""Bits by which marks are looked up at once."""


def band_of(weapon: Weapon) -> RangeBand:
    """Returns the band of all its attacks: Short where a firearm reaches it, else its first. Source: CHR-07."""
    if weapon.kind == "firearm" and weapon.works_at("short"):
        return "short"
    return weapon.bands[0] if weapon.bands else "close"


class PlanMaker:
    """Makes the plans of everybody from a state, each once; more threads may ask for one."""

    def __init__(self, context: RulesContext, members: Sequence[Combatant]) -> None:
        """Takes the state, and those who take a side."""
        bits = mark_bits(context.ruleset)
        self._bits = {key: bit for key, bit in bits.items() if bit < 1 << _SPLIT}
        effects = {
            each.key: {effect.on for effect in each.effects} for each in context.ruleset.conditions
        }
        self.soak_mask = sum(
            bit for key, bit in self._bits.items() if "soak" in effects.get(key, ())
        )
        self.roll_mask = sum(
            bit for key, bit in self._bits.items() if effects.get(key, set()) - {"soak"}
        )
        if context.switch("chrome.coverAdvantage"):
            self.roll_mask |= BIT["in_cover"]
        bare = [self._bare(each) for each in members]
        there = {each.id: each for each in bare}
        state = replace(context.state, combatants={**context.state.combatants, **there})
        self.context, self._members = replace(context, state=state), bare
        self.arms = [arms_of(each) for each in members]
        self.width = max((len(each) for each in self.arms), default=0) or 1
        self._saves: dict[tuple[str, bool, bool], int] = {}
        self.save_of = np.zeros((len(members), self.width), np.int64)
        self._kinds: dict[object, int] = {}
        self.kind_of = np.zeros((len(members), self.width), np.int64)
        self._shown: list[tuple[int, int]] = []
        for mine, (one, own) in enumerate(zip(members, self.arms, strict=True)):
            for place, weapon in enumerate(own):
                key = (weapon.save, weapon.is_ranged, character.is_operator(one))
                self.save_of[mine, place] = self._saves.setdefault(
                    key, FIRST_SAVE + len(self._saves)
                )
                harms = (weapon.tiers, weapon.kind, weapon.effects, character.is_operator(one))
                if harms not in self._kinds:
                    self._shown.append((mine, place))
                self.kind_of[mine, place] = self._kinds.setdefault(harms, len(self._kinds))
        self._known: dict[tuple[object, ...], Roll] = {}
        self._harms: dict[tuple[int, ...], HarmPlan] = {}
        self.ranges = 1
        self.modifiers: tuple[tuple[str, ...], ...] = ((),)

    def follow_ranges(self, modifiers: tuple[tuple[str, ...], ...]) -> None:
        """Takes that attacks are made at every band, and with these modifiers, none first."""
        self.ranges, self.modifiers = 1 + len(BANDS), modifiers

    @property
    def saves(self) -> int:
        """How many kinds of Saves there are."""
        return FIRST_SAVE + len(self._saves)

    @property
    def kinds(self) -> int:
        """How many kinds of hits there are."""
        return max(len(self._kinds), 1)

    def _bare(self, one: Combatant) -> Combatant:
        """Returns a combatant awake, without what comes and goes."""
        passing = {*self._bits, *character.COLD}
        kept = tuple(each for each in one.conditions if each.key not in passing)
        health = max(character.health_now(one), 1)
        memo = {key: value for key, value in one.memo.items() if key != character.UNNOTICED}
        gauges = {**one.gauges, character.HEALTH: health}
        return replace(one, conditions=kept, gauges=gauges, memo=memo)

    def _marked(self, who: int, marks: int) -> Combatant:
        one = self._members[who]
        keys = (key for key, bit in self._bits.items() if bit & marks)
        return replace(one, conditions=(*one.conditions, *(Condition(key=key) for key in keys)))

    def save(self, kind: int, who: int, marks: int) -> Roll:
        """Returns a Save of somebody with these marks. Source: CHR-14, CHR-34, CHR-41, CHR-57, CHR-63."""
        key = ("save", kind, who, marks)
        if key not in self._known:
            one, context = self._marked(who, marks), self.context
            if kind == DEATH:
                plan = plan_check(context, one, str(context.switch("chrome.deathSave")))
            elif kind == COURAGE:
                plan = plan_check(context, one, "fear")
            else:
                mine, place = np.argwhere(self.save_of == kind)[0].tolist()
                weapon, by = self.arms[mine][place], self._members[mine]
                found = plan_save(context, one, weapon, by=by)
                plan = found or plan_check(context, one, weapon.save)
            self._known[key] = _numbers(roll_of(plan))
        return self._known[key]

    def stat(self, kind: int, who: int, marks: int) -> Roll:
        """Returns a Speed Check, or the check of an attack, of somebody with these marks. Source: CHR-24, CHR-25."""
        key = ("stat", kind, who, marks)
        if key not in self._known:
            one, context = self._marked(who, marks), self.context
            if kind == SPEED:
                plan = plan_check(context, one, "speed", kinds=("initiative",))
                if not context.switch("chrome.initiativeStress"):
                    plan = replace(plan, plain_stress=0)
            else:
                place, unnoticed = divmod(kind - FIRST_ATTACK, 2)
                numbered, place = divmod(place, self.width)
                edges = (Modifier(name="", amount=1, rule="CHR-24"),) if unnoticed else ()
                edges = (*edges, *situation(self.context, self.modifiers[numbered]))
                skill = self.arms[who][place].skill
                kinds = ("attack",)
                plan = plan_check(context, one, "combat", skill=skill, edges=edges, kinds=kinds)
            self._known[key] = _numbers(roll_of(plan))
        return self._known[key]

    def harm(self, kind: int, target: int, marks: int) -> HarmPlan:
        """Returns what a hit of a kind does to somebody with these marks. Source: CHR-36 to CHR-38, CHR-43, CHR-44.

        ``kind`` has the number of the range besides: of a band, from 1 on as ``BANDS``; 0: at which it is used.
        """
        key = (kind, target, marks)
        if key not in self._harms:
            ranged, kind = divmod(kind, self.kinds)
            mine, place = self._shown[kind]
            weapon, by, other = (
                self.arms[mine][place],
                self._members[mine],
                self._marked(target, marks),
            )
            people = {**self.context.state.combatants, other.id: other}
            context = replace(self.context, state=replace(self.context.state, combatants=people))
            band = BANDS[ranged - 1] if ranged else band_of(weapon)
            attack = Attack(who=by.id, target=other.id, weapon=weapon.key, band=band)
            found = plan_attack(context, attack).harm
            kept = ~EFFECT_BIT["grapple"]
            self._harms[key] = replace(
                found, soak=found.soaked, effects=found.effects & kept, always=found.always & kept
            )
        return self._harms[key]


def _numbers(plan: Roll | None) -> Roll:
    if plan is None:
        raise TypeError("no test")
    return replace(plan, burn=0)


class PlanColumns:
    """The plans of one call, as columns: their books are its own, as others may be playing, too."""

    def __init__(self, maker: PlanMaker) -> None:
        """Begins without a plan."""
        self.maker = maker
        people = len(maker.arms)
        most, marks = _MOST_MARKS, _Dense(maker.roll_mask)
        self._marks, self._soaks = marks, _Dense(maker.soak_mask)
        self._saves = plan_table(
            rolls.test,
            (maker.saves, people, most),
            lambda key: maker.save(key[0], key[1], marks.value(key[2])),
        )
        self._stats = plan_table(
            rolls.test,
            (FIRST_ATTACK + 2 * maker.width * len(maker.modifiers), people, most),
            lambda key: maker.stat(key[0], key[1], marks.value(key[2])),
        )
        self._speeds = plan_table(
            rolls.speed, (people, most), lambda key: maker.stat(SPEED, key[0], marks.value(key[1]))
        )
        wounds, soaks = Book(harm.wound), self._soaks
        self._harms = PlanTable(
            wounds,
            (maker.kinds * maker.ranges, people, most),
            lambda key: hit_number(wounds, maker.harm(key[0], key[1], soaks.value(key[2]))),
        )
        self._mishap_book = Book(rolls.mishap)
        self._mishaps = np.array(
            [
                [self._mishap_book.number(mishaps_of(maker.context, weapon)) for weapon in own]
                + [0] * (maker.width - len(own))
                for own in maker.arms
            ]
        )

    def save(self, kind: Array | int, who: Array, marks: Array) -> Plans:
        """Returns the Saves of these."""
        kinds = np.full(who.size, kind) if isinstance(kind, int) else kind
        return self._saves.plans(kinds, who, self._marks.index(marks))

    def attack(self, who: Array, arm: Array, marks: Array, unnoticed: Array | int) -> Plans:
        """Returns the checks of these attacks; ``arm`` is the weapon, and as many more as all for each modifier set."""
        return self._stats.plans(FIRST_ATTACK + 2 * arm + unnoticed, who, self._marks.index(marks))

    def speed(self, who: Array, marks: Array) -> Plans:
        """Returns the Speed Checks of these."""
        return self._speeds.plans(who, self._marks.index(marks))

    def hits(self, kind: Array, target: Array, marks: Array) -> Hits:
        """Returns what hits of these kinds do."""
        found = self._harms.plans(kind, target, self._soaks.index(marks))
        return Hits(found.book, found.index)

    def mishap(self, mine: Array) -> Plans:
        """Returns what goes wrong with these weapons, by their places among all that there are."""
        return Plans(self._mishap_book, self._mishaps.take(mine))


class _Dense:
    """Sets of marks that are met, by numbers from 0."""

    def __init__(self, mask: int) -> None:
        """Takes the marks that matter."""
        self._mask = mask
        self._number = np.full(1 << mask.bit_length(), -1, np.int64)
        self._values: list[int] = []

    def index(self, marks: Array) -> Array:
        """Returns the number of each set of marks."""
        seen = marks & self._mask
        found = self._number.take(seen)
        if found.size and found.min() < 0:
            for each in sorted(set(seen[found < 0].tolist())):
                self._number[each] = len(self._values)
                self._values.append(each)
            found = self._number.take(seen)
        return found

    def value(self, number: int) -> int:
        """Returns a set of marks by its number."""
        return self._values[number]
