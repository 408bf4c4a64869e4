"""What a declared attack is and does, written once: played at the table, weighed by the odds, drawn by the forecast."""

from msgspec import Struct

from encounter_gui.rules.engine.modifiers import Modifier, total
from encounter_gui.rules.engine.reading.asks import (
    Outcome,
    Play,
    Rule,
    Truth,
    Whole,
    at_least,
    at_most,
    either,
    fork,
    no,
    roll,
    somewhere,
)
from encounter_gui.rules.systems.declared.fighter import ENDLESS, Fighter
from encounter_gui.rules.systems.declared.formulas import against, has_dice, worth


class Strike(Struct, frozen=True, kw_only=True):
    """Everything an attack on a target is rolled with, and what it would do.

    ``roll`` plus ``parts`` (what conditions, the situation and the game master add) against ``against``; then
    ``damage`` less ``soak``, at least ``least``. All are formulas in which only the margin is a name. ``wins_draw``: an
    equal roll hits. ``lowers`` is the place of the gauge, which goes by ``sign`` times the harm between ``floor`` and
    ``most``; ``main`` that of the gauge that decides who is out. ``on_hit`` and ``on_harm`` are places of conditions, 0
    none, that last ``hit_rounds`` and ``harm_rounds``, 0: without an end.
    """

    roll: str = "0"
    against: str = "0"
    damage: str = "0"
    soak: str = "0"
    parts: tuple[Modifier, ...] = ()
    wins_draw: bool = True
    least: int = 0
    lowers: int = 0
    main: int = 0
    sign: int = -1
    floor: int = -ENDLESS
    most: int = ENDLESS
    on_hit: int = 0
    on_harm: int = 0
    hit_rounds: int = 0
    harm_rounds: int = 0

    @property
    def bonus(self) -> int:
        """What is added to the roll."""
        return total(self.parts)


class Blow(Outcome):
    """What an attack comes to: whether it hits, and how much harm it does."""

    is_hit: Truth
    harm: Whole = 0


def strike(play: Play, plan: Strike) -> Rule[Blow]:
    """Rolls an attack: the roll, what it is against, damage, what stops it."""
    plan = play.plan(plan, parts="attack")
    rolled, set_against = yield from against(plan.roll, plan.against)
    if not has_dice(plan.against):
        set_against = play.number("target", set_against)
    margin = rolled + plan.bonus - set_against
    is_hit = yield from fork(margin >= 0 if plan.wins_draw else margin > 0)
    play.note(total=rolled + plan.bonus, against=set_against, margin=margin, hit=is_hit)
    play.note(parts=(Modifier(name="roll", amount=int(rolled)), *plan.parts) if play.tells else ())
    _tell_roll(play, plan, rolled, set_against, is_hit=is_hit)
    if not is_hit:
        return Blow(is_hit=False)
    damage = yield from worth("damage", plan.damage, "who", margin)
    damage = play.number("damage", damage)
    soaked = yield from worth("soak", plan.soak, "target")
    soaked = play.number("soak", soaked)
    harm = at_least(at_least(damage - soaked, plan.least), 0)
    play.note(damage=damage, soak=soaked, harm=harm)
    if play.tells:
        play.reason("declared.why.harm", "", damage=damage, soak=soaked, harm=harm)
    return Blow(is_hit=True, harm=harm)


def _tell_roll(
    play: Play, plan: Strike, rolled: Whole, set_against: Whole, *, is_hit: bool
) -> None:
    if not play.tells:
        return
    first = Modifier(name=play.text("declared.why.rolled", roll=plan.roll), amount=int(rolled))
    key = "declared.why.hit" if is_hit else "declared.why.miss"
    sums = {"total": rolled + plan.bonus, "against": set_against}
    play.reason(key, "", parts=(first, *plan.parts), **sums)


def attack(play: Play, who: Fighter, target: Fighter, plan: Strike) -> Rule[Blow]:
    """Plays an attack with what it does, and counts it."""
    blow = yield from roll(strike, plan)
    play.fact("attack", who, target)
    who.attacks += 1
    if (yield from somewhere(blow.is_hit)):
        suffer(play, target, plan, blow)
    return blow


def suffer(play: Play, target: Fighter, plan: Strike, blow: Blow) -> None:
    """Lets a blow take effect: the gauge, and who is out by it; then the conditions."""
    harm = blow.harm * blow.is_hit
    take(target, plan, harm)
    _put_on(play, target, plan.on_hit, plan.hit_rounds, blow.is_hit)
    _put_on(play, target, plan.on_harm, plan.harm_rounds, harm > 0)


def take(target: Fighter, plan: Strike, harm: Whole) -> None:
    """Changes the gauge of a target, and takes it out of the fight once nothing is left of the main one."""
    before = target.gauges[plan.lowers]
    after = before + harm * plan.sign
    low, high = at_most(plan.floor, before), at_least(plan.most, before)
    target.gauges[plan.lowers] = at_least(at_most(after, high), low)
    target.is_in = target.is_in & no(target.gauges[plan.main] <= 0)


def _put_on(play: Play, target: Fighter, place: Whole, rounds: Whole, truth: Truth) -> None:
    """Puts a condition on where a truth holds; one that lasts longer stays as it is."""
    known = target.until[place]
    last = either(rounds > 0, play.round + rounds - 1, ENDLESS)
    target.until[place] = either(truth & (place > 0), at_least(known, last), known)
