"""What strikes an area does to each of its victims: blasts and suppressive fire. Source: CWN-32, CWN-41, CWN-42."""

from msgspec import Struct

from encounter_gui.rules.engine.reading.asks import (
    Dice,
    Outcome,
    Play,
    Rule,
    SumDice,
    Truth,
    Whole,
    dice,
    either,
    fork,
    roll,
    together,
)
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.harm import Harm, suffer
from encounter_gui.rules.systems.cwn.rules.saves import SavePlan, is_saved, save_die
from encounter_gui.rules.systems.cwn.rules.strike import HIT, MISSED, TRAUMATIC, Blow


class AreaPlan(Struct, frozen=True, kw_only=True):
    """What one victim of an area is rolled with.

    ``damage`` is rolled once for all; a known roll is a mere number. ``damage_plus`` is added to it. ``trauma`` None:
    no Trauma Die is rolled; else it is, with ``trauma_plus``, against ``trauma_target``. ``armor`` is the melee AC, of
    which each point above ``step`` takes 1 off; ``step`` 0: none does. ``is_safe``: nothing reaches the victim.
    """

    damage: DiceSum
    save: SavePlan
    trauma: DiceSum | None
    trauma_target: int
    rating: int
    damage_plus: int = 0
    trauma_plus: int = 0
    armor: int = 0
    step: int = 0
    save_key: str = "evasion"
    is_lethal: bool = True
    is_safe: bool = False


class Caught(Outcome):
    """What an area does to a victim, before soak."""

    kind: Whole
    amount: Whole
    is_saved: Truth = False

    @property
    def blow(self) -> Blow:
        """The same as any harm."""
        return Blow(self.kind, self.amount)


class Swept(Struct, frozen=True):
    """The dice of a victim: the damage roll for all, its save, and its Trauma Die with what is added; None: none."""

    rolled: Whole
    save: Whole
    trauma: Whole | None


def blast(play: Play, plan: AreaPlan) -> Rule[Caught]:
    """One victim of an explosion: the damage roll, then its save and Trauma Die. Source: CWN-41, CWN-42."""
    rolled = yield from dice(damage_dice(plan))
    found = yield from together(*victim_dice(plan))
    return caught_in_blast(plan, swept(rolled, found))


def damage_dice(plan: AreaPlan) -> SumDice:
    """Returns the damage roll that all victims have in common."""
    return SumDice("damage", of=plan.damage, flat=plan.damage_plus)


def victim_dice(plan: AreaPlan, whose: str = "who") -> tuple[Dice, ...]:
    """Returns the dice of one victim: the save, and the Trauma Die where one is rolled. Source: CWN-41."""
    die = save_die(plan.save_key, whose)
    if plan.trauma is None:
        return (die,)
    return die, trauma_dice(plan, whose)


def trauma_dice(plan: AreaPlan, whose: str = "who") -> Dice:
    """Returns the Trauma Die of a victim."""
    trauma = plan.trauma or DiceSum(count=0)
    plus = trauma.flat + plan.trauma_plus
    return Dice("trauma", ((1, trauma.sides),), plus, whose=whose)


def swept(rolled: Whole, found: tuple[Whole, ...]) -> Swept:
    """Returns the dice of a victim from what they came to, in the order of ``victim_dice``."""
    return Swept(rolled, found[0], found[1] if len(found) > 1 else None)


def among_all(play: Play, plans: tuple[AreaPlan, ...]) -> Rule[tuple[Whole, tuple[Swept, ...]]]:
    """Returns the dice of all victims of an explosion, who are called "victim 0" and so on; at the table alone."""
    rolled = yield from dice(damage_dice(plans[0]))
    mine = [victim_dice(each, f"victim {place}") for place, each in enumerate(plans)]
    found = list((yield from together(*(each for those in mine for each in those))))
    parts = []
    for those in mine:
        parts.append(swept(rolled, tuple(found[: len(those)])))
        del found[: len(those)]
    return rolled, tuple(parts)


def caught_in_blast(plan: AreaPlan, shown: Swept) -> Caught:
    """A save halves, then a Traumatic Hit multiplies, then armour takes its share. Source: CWN-41."""
    is_good, is_traumatic = is_saved(plan.save, shown.save), _is_traumatic(plan, shown.trauma)
    amount = mechanics.blast_damage(shown.rolled, is_good, is_traumatic, plan.rating)
    if plan.step:
        amount = mechanics.less_armor(amount, plan.armor, plan.step)
    return Caught(either(is_traumatic, TRAUMATIC, HIT), amount, is_good)


def suppressive(play: Play, plan: AreaPlan) -> Rule[Caught]:
    """One victim of suppressive fire: its save, and if it fails damage and Trauma Die. Source: CWN-32."""
    if plan.is_safe:
        return Caught(MISSED, 0, is_saved=True)
    die = yield from dice(save_die(plan.save_key))
    if (yield from fork(is_saved(plan.save, die))):
        return Caught(MISSED, 0, is_saved=True)
    if plan.trauma is None:
        rolled = yield from dice(damage_dice(plan))
        return caught_in_cone(plan, rolled, None)
    rolled, trauma = yield from together(damage_dice(plan), trauma_dice(plan))
    return caught_in_cone(plan, rolled, trauma)


def sweep(play: Play, plans: tuple[AreaPlan, ...]) -> Rule[tuple[Whole, tuple[Whole | None, ...]]]:
    """Returns the damage roll and the Trauma Dice of those whom suppressive fire hits; at the table alone."""
    mine = [
        None if each.trauma is None else trauma_dice(each, f"victim {place}")
        for place, each in enumerate(plans)
    ]
    wanted = (damage_dice(plans[0]), *(each for each in mine if each is not None))
    rolled, *traumas = yield from together(*wanted)
    left = iter(traumas)
    return rolled, tuple(None if each is None else next(left) for each in mine)


def caught_in_cone(plan: AreaPlan, rolled: Whole, trauma: Whole | None) -> Caught:
    """Half the damage, then a Traumatic Hit multiplies. Source: CWN-32."""
    is_traumatic = _is_traumatic(plan, trauma)
    amount = mechanics.suppressed_damage(rolled, is_traumatic, plan.rating)
    return Caught(either(is_traumatic, TRAUMATIC, HIT), mechanics.at_least(amount, 0))


def _is_traumatic(plan: AreaPlan, trauma: Whole | None) -> Truth:
    return trauma is not None and mechanics.is_traumatic(trauma, 0, plan.trauma_target)


def blasted(play: Play, target: Fighter, plan: AreaPlan) -> Rule[Harm]:
    """An explosion with all it does to a victim. Source: CWN-41."""
    found = yield from roll(blast, plan)
    return (yield from suffer(play, target, found.blow, plan.is_lethal))


def suppressed(play: Play, target: Fighter, plan: AreaPlan) -> Rule[Harm]:
    """Suppressive fire with the harm it does to a victim. Source: CWN-32."""
    found = yield from roll(suppressive, plan)
    return (yield from suffer(play, target, found.blow, plan.is_lethal))


class ThrowPlan(Struct, frozen=True):
    """What a throw at a point is rolled with."""

    bonus: int
    armor_class: int


class Landed(Outcome):
    """Whether a throw lands where it was meant to."""

    is_good: Truth


def lands(play: Play, plan: ThrowPlan) -> Rule[Landed]:
    """A d20 against the AC of the point. Source: CWN-41."""
    die = yield from dice(Dice("throw", ((1, 20),)))
    play.note(die=die)
    return Landed(mechanics.hits(die, plan.bonus, plan.armor_class))
