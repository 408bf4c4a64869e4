"""How one attack on one target is rolled, before it takes effect. Source: CWN-08, CWN-25, CWN-26, CWN-39, CWN-45j."""

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.rules.engine.modifiers import Modifier, sum_text, total
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
    moment,
    together,
)
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.systems.cwn import mechanics

MISSED, SHOCK, HIT, TRAUMATIC = range(4)
"""How an attack went; Shock is what a miss does, graze included."""

KINDS = ("missed", "shock", "hit", "traumatic")
"""The same in words."""

D20 = Dice("attack", ((1, 20),))
"""The die that says whether an attack hits. Source: CWN-25 step 2."""


class Strike(Struct, frozen=True, kw_only=True):
    """Everything one attack on one target is rolled with. Source: CWN-25.

    ``hit`` are the parts of the bonus against ``armor``. ``damage`` are the weapon's dice with their printed flat
    number, ``damage_plus`` what is added to them. ``swarm`` is the damage bonus of a swarm, which never carries the sum
    past its most. ``trauma`` None: no Trauma Die is rolled; else it is rolled with ``trauma_plus`` against
    ``trauma_target``. ``shock`` is what a miss does, and a hit at least: 0 where Shock does not reach this target.
    ``is_shock_ignored``: it would have, but the first of a round is stopped. ``graze`` are dice a miss rolls besides.
    ``least`` is the least of a hit. ``soak`` and ``hp`` are what the target has left. ``is_among_friends``: attacker
    and target are of one side.
    """

    hit: tuple[Modifier, ...]
    armor: tuple[Modifier, ...]
    damage: DiceSum
    damage_plus: tuple[Modifier, ...]
    swarm: int
    trauma: DiceSum | None
    trauma_plus: int
    trauma_target: int
    rating: int
    shock: int
    shock_parts: tuple[Modifier, ...]
    is_shock_ignored: bool
    graze: DiceSum | None
    least: int
    is_lethal: bool
    is_melee: bool
    soak: int
    hp: int
    is_among_friends: bool = False

    @property
    def bonus(self) -> int:
        """What is added to the d20."""
        return total(self.hit)

    @property
    def armor_class(self) -> int:
        """What the d20 must reach."""
        return total(self.armor)

    @property
    def damage_least(self) -> int:
        """The least the damage dice come to, with what is added to them."""
        return self.damage.least + total(self.damage_plus)

    @property
    def damage_most(self) -> int:
        """The most the attack does without a swarm, before a Traumatic Hit multiplies it. Source: CWN-39."""
        return self.damage.most + total(self.damage_plus)

    @property
    def joins_melee(self) -> bool:
        """Whether the two are in melee from then on; friends are not. Source: CWN-18, CWN-27."""
        return self.is_melee and not self.is_among_friends

    def can_put_down(self, *, hits: bool = True) -> bool:
        """Returns whether a hit, or a miss by its Shock, can take all the target has left. Source: CWN-25, CWN-57."""
        if not hits:
            return self.shock >= self.soak + self.hp
        most, die = self.damage_most + self.swarm, self.trauma
        if die and die.count * die.sides + die.flat + self.trauma_plus >= self.trauma_target:
            most *= self.rating
        return max(most, self.shock, self.least) >= self.soak + self.hp


def bare(plan: Strike) -> Strike:
    """Returns a strike without its words and the target's state: two that are rolled alike are equal."""
    return replace(
        plan,
        hit=_sum_of(plan.bonus),
        armor=_sum_of(plan.armor_class),
        damage_plus=_sum_of(total(plan.damage_plus)),
        shock_parts=(),
        soak=0,
        hp=0,
    )


def _sum_of(amount: int) -> tuple[Modifier, ...]:
    return (Modifier(name="", amount=amount),)


class Blow(Outcome):
    """What an attack comes to, before soak. ``stopped``: the first Shock of the round has been stopped by it."""

    kind: Whole = MISSED
    amount: Whole = 0
    stopped: Truth = False


class Shown(Struct, frozen=True):
    """The d20 of an attack as it lies on the table, what it was rolled with, and whether it hits."""

    plan: Strike
    die: Whole
    is_hit: Truth


def is_hit(plan: Strike, die: Whole) -> Truth:
    """Returns whether the d20 of an attack hits. Source: CWN-25 step 3."""
    return mechanics.hits(die, plan.bonus, plan.armor_class)


def strike(play: Play, plan: Strike) -> Rule[Blow]:
    """A d20, which others may answer; a hit: Trauma Die and damage; a miss: Shock. Source: CWN-24, CWN-25."""
    lying = yield from shown(play, plan)
    lying = yield from moment("die", lying)
    return (yield from landed(play, lying))


def shown(play: Play, plan: Strike) -> Rule[Shown]:
    """Returns the d20 of an attack as it lies. Source: CWN-25 step 2."""
    plan = play.plan(plan, hit="hit", armor="armor")
    die = yield from dice(D20)
    return Shown(plan, die, is_hit(plan, die))


def landed(play: Play, lying: Shown) -> Rule[Blow]:
    """Returns what a d20 leads to with which everybody is done. Source: CWN-25 steps 3 to 8."""
    plan, die = lying.plan, lying.die
    hits = yield from fork(lying.is_hit)
    if play.tells:
        total_now, key = die + plan.bonus, "cwn.why.hit" if hits else "cwn.why.miss"
        ac = plan.armor_class
        play.note(die=die, bonus=plan.bonus, total=total_now, ac=ac, hit=hits, shock=plan.shock)
        play.note(parts=plan.hit)
        play.reason(key, "CWN-25", die=die, parts=plan.hit, total=total_now, ac=ac)
    return (yield from (_hit if hits else _miss)(play, plan))


def _hit(play: Play, plan: Strike) -> Rule[Blow]:
    """Trauma Die and damage together; swarm, Trauma, Shock and the least in this order.

    Source: CWN-25 steps 4 to 8, CWN-39.
    """
    plan = play.plan(plan, damage_plus="damage", numbers=("trauma_target", "shock"))
    damage = SumDice("damage", of=plan.damage, flat=total(plan.damage_plus))
    is_traumatic = False
    if plan.trauma is None:
        plain = yield from dice(damage)
    else:
        trauma_die = SumDice("trauma", of=plan.trauma, flat=plan.trauma_plus)
        trauma, plain = yield from together(trauma_die, damage)
        is_traumatic = yield from fork(mechanics.is_traumatic(trauma, 0, plan.trauma_target))
    rolled = mechanics.swarm_damage(plain, plan.swarm, plan.damage_most)
    harm = mechanics.hit_damage(rolled, is_traumatic, plan.rating, plan.shock, plan.least)
    harm = play.number("damage", mechanics.at_least(harm, 0))
    play.note(shock=plan.shock, rolled=rolled, traumatic=is_traumatic)
    if plan.trauma is not None:
        play.note(trauma=trauma, trauma_target=plan.trauma_target)
        play.reason(
            "cwn.why.traumatic" if is_traumatic else "cwn.why.no_trauma",
            "CWN-08",
            trauma=trauma,
            target=plan.trauma_target,
            rating=plan.rating,
        )
    if play.tells:
        _tell_damage(play, plan, rolled, harm)
    return Blow(TRAUMATIC if is_traumatic else HIT, harm)


def _tell_damage(play: Play, plan: Strike, rolled: Whole, harm: Whole) -> None:
    plus = f" + {sum_text(plan.damage_plus)}" if plan.damage_plus else ""
    swarm = play.text("cwn.why.swarm_damage", swarm=plan.swarm) if plan.swarm else ""
    play.reason(
        "cwn.why.damage",
        "CWN-39" if plan.swarm else "CWN-25",
        dice=f"{plan.damage.text}{plus}{swarm}",
        rolled=rolled,
        damage=harm,
    )
    if plan.shock and harm == plan.shock:
        play.reason("cwn.why.shock_floor", "CWN-25", shock=plan.shock)


def _miss(play: Play, plan: Strike) -> Rule[Blow]:
    """Shock, or what a master's fists do on a miss if that is more. Source: CWN-25 step 7, CWN-45j, CWN-45q."""
    if plan.shock and not plan.is_shock_ignored:
        plan = play.plan(plan, numbers=("shock",))
    graze: Whole = 0
    if plan.graze:
        graze = yield from dice(SumDice("graze", of=plan.graze))
    if plan.is_shock_ignored:
        play.reason("cwn.why.shock_ignored", "CWN-45q")
    elif plan.shock:
        play.reason("cwn.why.shock", "CWN-25", parts=plan.shock_parts, shock=plan.shock)
    play.note(shock=plan.shock)
    amount = mechanics.at_least(graze, plan.shock)
    return Blow(either(amount != 0, SHOCK, MISSED), amount, plan.is_shock_ignored)
