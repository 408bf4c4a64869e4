"""What is rolled in a fight: a strike, and where a thrown explosive comes down.

Source: D6P-09, D6P-29 to D6P-35, D6P-38, D6P-39, D6P-41, D6P-52.
"""

from msgspec import Struct

from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.asks import (
    Dice,
    Outcome,
    Play,
    Rule,
    Truth,
    Whole,
    at_least,
    dice,
    difference,
    fork,
)
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
from encounter_gui.rules.systems.d6pool.sheet.gear import RangeBand

VICTIM = "victim"
"""Whom the dice of a strike are about, where the same is rolled against others: whose roll it is would not say it."""


class Strike(Struct, frozen=True, kw_only=True):
    """Everything one attack on one target is rolled with. Source: D6P-52.

    ``pool`` attacks against ``dn`` plus ``dodge`` dice of the target; a hit rolls ``damage`` dice against
    ``resistance``. ``is_certain``: it hits without a roll and without dodging. ``band`` is the range by which ``dn``
    was found, None: by none.
    """

    pool: Pool
    dn: int
    dodge: int
    damage: int
    resistance: Pool
    is_certain: bool = False
    band: RangeBand | None = None

    @property
    def bare(self) -> "Strike":
        """The same dice without what they are made of: strikes that are rolled alike are equal."""
        return strike_of_dice(
            attack=self.pool.dice,
            dn=self.dn,
            dodge=self.dodge,
            damage=self.damage,
            resistance=self.resistance.dice,
            is_certain=self.is_certain,
        )


def strike_of_dice(
    *, attack: int, dn: int, dodge: int, damage: int, resistance: int, is_certain: bool = False
) -> Strike:
    """Returns a strike with so many dice."""
    return Strike(
        pool=pool_of(attack),
        dn=dn,
        dodge=dodge,
        damage=damage,
        resistance=pool_of(resistance),
        is_certain=is_certain,
    )


def pool_of(dice: int) -> Pool:
    """Returns a pool of so many dice, made of nothing in particular."""
    return Pool(modifiers=(Modifier(name="", amount=dice),))


class Blow(Outcome):
    """What a strike comes to. ``stuns``: it hits with what does harm, and wounds nobody. Source: D6P-33, D6P-35."""

    is_hit: Truth
    wounds: Whole = 0
    stuns: Truth = False


def d6(key: str, count: int, whose: str = "who") -> Dice:
    """Returns so many dice that are asked for; none come to 0. Source: D6P-09."""
    return Dice(key, ((count, 6),), whose=whose, against=VICTIM)


def strike(play: Play, plan: Strike) -> Rule[Blow]:
    """Rolls a strike in the order of the rules: dodge, attack, damage, resistance.

    Source: D6P-29, D6P-30, D6P-33 to D6P-35, D6P-41, D6P-52.
    """
    if not (yield from _hits(play, plan)):
        return Blow(is_hit=False)
    if not mechanics.harms(plan.damage):
        play.note(level=plan.damage, damage=0, raw=0, resistance=0, wounds=0, stunned=False)
        return Blow(is_hit=True)
    level = int(play.number("damage_dice", plan.damage))
    resistance = play.plan(plan.resistance, modifiers="resistance")
    damage, resisted = yield from difference(
        d6("damage", level), d6("resistance", resistance.dice, "target")
    )
    wounds = play.number("wounds", mechanics.wounds(damage, resisted))
    values = {"damage": damage, "resistance": resisted, "wounds": wounds}
    does_harm = mechanics.harms(level)  # the game master may have left no die of it
    play.note(level=level, damage=damage, raw=damage)
    play.note(resistance=resisted, wounds=wounds, stunned=does_harm & (wounds == 0))
    if not does_harm:
        return Blow(is_hit=True)
    tell_resistance(play, resistance)
    if play.tells:
        key = "d6pool.why.wounds" if wounds else "d6pool.why.stunned"
        play.reason(key, "D6P-35", level=level, **values)
    return Blow(is_hit=True, wounds=at_least(wounds, 0), stuns=wounds <= 0)


def _hits(play: Play, plan: Strike) -> Rule[bool]:
    """Source: D6P-26, D6P-28 to D6P-31, D6P-41."""
    if plan.is_certain:
        play.note(dice=plan.pool.dice, dn=plan.dn, dodge=0, total=0, hit=True)
        play.note(parts=plan.pool.modifiers)
        play.reason("d6pool.why.certain", "D6P-41")
        return True
    pool = play.plan(plan.pool, modifiers="attack")
    dn = int(play.number("target", plan.dn))
    dodge, attack = yield from difference(
        d6("dodge", plan.dodge, "target"), d6("attack", pool.dice)
    )
    is_hit = yield from fork(mechanics.hits(attack, dodge, dn, pool.dice))
    play.note(dice=pool.dice, dn=dn + dodge, dodge=dodge, total=attack, hit=is_hit)
    play.note(parts=pool.modifiers)
    tell_pool(play, pool, "D6P-28")
    tell_band(play, plan.band, dn)
    key = "d6pool.why.hit" if is_hit else "d6pool.why.miss"
    play.reason(key, "D6P-29", total=attack, base=dn, dodge=dodge, dn=dn + dodge)
    return is_hit


def tell_pool(play: Play, pool: Pool, rule: str) -> None:
    """Tells what the dice of a roll are made of."""
    play.reason("d6pool.why.pool", rule, parts=pool.modifiers, dice=pool.dice)


def tell_band(play: Play, band: RangeBand | None, dn: int) -> None:
    """Tells the difficulty number of a range band. Source: D6P-26."""
    if band is not None:
        play.reason("d6pool.why.band", "D6P-26", band=play.text(f"d6pool.band.{band}"), dn=dn)


def tell_resistance(play: Play, pool: Pool) -> None:
    """Tells what resists damage. Source: D6P-34."""
    play.reason("d6pool.why.resistance", "D6P-34", parts=pool.modifiers, dice=pool.dice)


# ---- throws


class ThrowPlan(Struct, frozen=True, kw_only=True):
    """What a throw at a point is rolled with. Source: D6P-38, D6P-39.

    ``is_forward``: directions 5 and 6 of a miss change places.
    """

    pool: Pool
    dn: int
    band: RangeBand | None = None
    is_forward: bool = False

    @property
    def bare(self) -> "ThrowPlan":
        """The same dice without what they are made of."""
        return ThrowPlan(pool=pool_of(self.pool.dice), dn=self.dn, is_forward=self.is_forward)


class Landing(Outcome):
    """Where a throw comes down: so many ``metres`` from its point in one of six directions; 0, 0: at the point."""

    metres: Whole = 0
    direction: Whole = 0


def throw(play: Play, plan: ThrowPlan) -> Rule[Landing]:
    """Rolls a throw at a point; one that misses deviates: a die for the metres, then one for the direction.

    Source: D6P-38, D6P-39.
    """
    pool = play.plan(plan.pool, modifiers="throw")
    dn = int(play.number("target", plan.dn))
    total = yield from dice(Dice("throw", ((pool.dice, 6),)))
    has_landed = yield from fork(mechanics.succeeds(total, dn, pool.dice))
    landing = Landing()
    if not has_landed:
        metres = yield from dice(Dice("scatter_distance", ((1, 6),)))
        face = yield from dice(Dice("scatter_direction", ((1, 6),)))
        landing = Landing(
            metres=metres,
            direction=mechanics.scatter_direction(face, is_forward=plan.is_forward),
        )
    metres, direction = landing.metres, landing.direction
    play.note(dn=dn, total=total, dice=pool.dice, landed=has_landed)
    play.note(metres=metres, direction=direction, parts=pool.modifiers)
    tell_pool(play, pool, "D6P-38")
    tell_band(play, plan.band, dn)
    if not has_landed and play.tells:
        where = play.text(f"d6pool.direction.{direction}")
        play.reason("d6pool.why.scatter", "D6P-39", metres=metres, direction=where)
    return landing


class Bombing(Struct, frozen=True, kw_only=True):
    """A throw at somebody, and the strikes of its blast on that one by how far from the point it comes down.

    ``blasts`` are the last metres of each range, ascending, and the strike in it.
    """

    throw: ThrowPlan
    blasts: tuple[tuple[int, Strike], ...]


class Explosion(Blow):
    """What a throw at somebody comes to; ``dodge`` are the dice that it has dodged with."""

    dodge: Whole = 0


def bombing(play: Play, plan: Bombing) -> Rule[Explosion]:
    """Rolls a throw at somebody and, if its blast reaches there, the strike. Source: D6P-38 to D6P-41."""
    landing = yield from throw(play, plan.throw)
    for most, blast in plan.blasts:
        if (yield from fork(landing.metres <= most)):
            blow = yield from strike(play, blast)
            return Explosion(blow.is_hit, blow.wounds, blow.stuns, blast.dodge)
    return Explosion(is_hit=False)
