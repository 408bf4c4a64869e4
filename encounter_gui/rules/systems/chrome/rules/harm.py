"""What damage does: Health, the fall, the Save at 0 Health, critical effects, fire and wounds.

Source: CHR-04, CHR-36 to CHR-38, CHR-43, CHR-44, CHR-50, CHR-54, CHR-55, CHR-57 to CHR-60, CHR-73.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.rules.engine.modifiers import Modifier, total
from encounter_gui.rules.engine.reading.asks import (
    Dice,
    Outcome,
    Play,
    Rule,
    Truth,
    Whole,
    anywhere,
    at_most,
    dice,
    either,
    fork,
    no,
    roll,
)
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.rules import nerve, weapons
from encounter_gui.rules.systems.chrome.rules.fighter import EFFECT_BIT, EFFECTS, Fighter
from encounter_gui.rules.systems.chrome.rules.rolls import SeverPlan, severed_place
from encounter_gui.rules.systems.chrome.rules.said import Said

HEAD, NO_LIMB = 4, -1
"""What a Sever takes besides a limb, which has its number in ``character.LIMBS``. Source: CHR-54."""

_SEVER, _GRAPPLE = EFFECT_BIT["sever"], EFFECT_BIT["grapple"]
_RIGHT_ARM, _LEFT_ARM, _FIRST_LEG = 0, 1, 2


class HarmPlan(Struct, frozen=True, kw_only=True):
    """What a hit does to somebody. Source: CHR-36 to CHR-38, CHR-43, CHR-44, CHR-46, CHR-47.

    ``tier`` is the damage before Soak, ``soak`` what keeps it off, at the table with its reasons. ``extra`` is what a
    critical hit adds after doubling (a shock on a synthetic target), ``least`` what always gets through Soak.
    ``doubles_save``: the target's Critical Failure doubles damage; ``counts``: it makes the hit critical. ``effects``
    are the critical effects as bits, ``always`` those of every hit. ``deadly`` is the damage that frightens, after Soak
    with ``after_soak``; ``panics``: the target makes Panic Checks. ``is_doubled`` (the attacker's check was a Critical
    Success) and ``save_fumbled`` say which hit it is.
    """

    tier: int
    soak: tuple[Modifier, ...] | int = 0
    extra: int = 0
    least: int = 1
    doubles_save: bool = False
    counts: bool = True
    effects: int = 0
    always: int = 0
    deadly: int = 6
    after_soak: bool = False
    panics: bool = False
    is_doubled: Truth = False
    save_fumbled: Truth = False

    def variant(self, is_doubled: Truth, save_fumbled: Truth) -> "HarmPlan":
        """Returns the plan of a hit that goes so."""
        if is_doubled is self.is_doubled and save_fumbled is self.save_fumbled:
            return self
        return replace(self, is_doubled=is_doubled, save_fumbled=save_fumbled)

    @property
    def soaked(self) -> int:
        """The Soak."""
        return self.soak if isinstance(self.soak, int) else total(self.soak)

    @property
    def is_critical(self) -> Truth:
        """Whether the hit is critical, by the attacker's roll or the target's. Source: CHR-38, CHR-43."""
        found: Truth = mechanics.is_critical_hit(
            is_doubled=self.is_doubled, save_fumbled=self.save_fumbled, counts=self.counts
        )
        return found

    @property
    def raw(self) -> Whole:
        """The damage before Soak. Source: CHR-17, CHR-36, CHR-38, CHR-43."""
        by_save = self.is_critical & self.save_fumbled & self.doubles_save
        extra = self.extra * self.is_critical
        found: Whole = mechanics.raw_damage(
            self.tier, is_doubled=self.is_doubled | by_save, extra=extra
        )
        return found

    def past_soak(self, raw: Whole) -> Whole:
        """Returns what of so much damage gets past Soak. Source: CHR-36, CHR-37, CHR-43."""
        found: Whole = mechanics.damage_through_soak(raw, self.soaked, least=self.least)
        return found

    def frightens(self, through: Whole) -> Truth:
        """Returns whether so much damage past Soak calls for a Panic Check. Source: CHR-44, CHR-46."""
        scares: Truth = mechanics.is_frightening(
            self.tier,
            through,
            self.deadly,
            is_critical=self.is_critical,
            after_soak=self.after_soak,
        )
        return scares & self.panics

    @property
    def all_effects(self) -> Whole:
        """The critical effects of the hit, as bits; a Sever with every hit by house rule. Source: CHR-38, CHR-54."""
        critical = self.is_critical
        return self.effects * critical | self.always


class Wound(Outcome):
    """What a hit does: the damage before and past Soak, whether it frightens, the critical effects as bits."""

    raw: Whole
    through: Whole
    frightens: Truth
    effects: Whole


def wound(play: Play, plan: HarmPlan) -> Rule[Wound]:
    """Works out what a hit does; no dice are rolled. Source: CHR-36, CHR-37, CHR-43, CHR-44."""
    yield from ()
    plan = play.plan(plan, numbers=("tier",))
    plan = play.plan(plan, soak="soak")
    raw = play.number("damage", plan.raw)
    through = play.number("past_soak", plan.past_soak(raw))
    soaked = plan.soaked
    play.reason(
        "chrome.why.damage",
        "CHR-36",
        tier=plan.tier,
        raw=raw,
        soak=soaked,
        parts=plan.soak,
        applied=through,
    )
    play.note(tier=plan.tier, soak=soaked)
    return Wound(raw, through, plan.frightens(through), plan.all_effects)


# ---- damage


def take(play: Said, who: Fighter, frightens: Truth, through: Whole) -> None:
    """Lets damage past Soak take effect: what it frightens to, and Health. Source: CHR-44, CHR-57, CHR-73."""
    who.frighten(frightens, "hit")
    hurt(play, who, through)


def hurt(play: Said, who: Fighter, damage: Whole) -> None:
    """Takes damage, past Soak, off Health; who has none left falls. Source: CHR-04, CHR-57, CHR-58."""
    before = who.health
    taken = at_most(damage, before)
    who.health = before - taken
    fall(play, who, (taken > 0) & mechanics.is_down(before - taken))


def fall(play: Said, who: Fighter, where: Truth) -> None:
    """Lets an Operator owe its Save at 0 Health, and an enemy be destroyed. Source: CHR-57, CHR-58."""
    if not anywhere(where):
        return
    saves = where & who.is_operator
    who.fell = either(saves, play.round, who.fell)
    who.owes_save = who.owes_save | saves
    who.is_in = who.is_in & no(where)
    who.die(where & no(who.is_operator))


def death_save(
    play: Said,
    who: Fighter,
    plan: Any,
    moment: dict[str, int] | None = None,
    since: int | None = None,
) -> Rule[Truth]:
    """Rolls the Save of an Operator at 0 Health: unconscious with little Health, or dead. Source: CHR-57.

    ``moment`` says at the table when it fell, ``since`` at which second of the campaign's clock: the countdown runs
    from there. Returns whether it lives.
    """
    fell = who.fell if moment is None else moment.get("died", play.round)
    who.fell, who.owes_save = who.fell * 0, who.owes_save & False
    found = yield from nerve.check(play, who, plan)
    lives = yield from fork(found.rank >= mechanics.SUCCESS)
    play.fact("death_save", who, **play.last_roll, lives=lives)
    if lives:
        sides = play.ruled(mechanics.UNCONSCIOUS_SIDES)
        minutes = yield from dice(Dice("unconscious", ((1, sides),)))
        pass_out(play, who, minutes, fell, since)
    else:
        who.die(where=True, moment=moment)
    return lives


def pass_out(
    play: Said, who: Fighter, minutes: Whole, fell: Whole, since: int | None = None
) -> None:
    """Leaves a combatant with a little Health, unconscious for so many minutes from its fall. Source: CHR-57."""
    rounds = minutes * mechanics.ROUNDS_A_MINUTE
    who.reset("health", play.ruled(mechanics.SURVIVING_HEALTH) + 0 * rounds)
    who.lie_down("unconscious", rounds, fell, since=since)
    play.clause("chrome.then.unconscious", who=play.name(who), minutes=minutes)
    play.reason(
        "chrome.why.unconscious", "CHR-57", who=play.name(who), minutes=minutes, rounds=rounds
    )


# ---- critical effects


def strike_effects(
    play: Said, who: Fighter, by: Fighter, effects: Whole, order: tuple[str, ...] = EFFECTS
) -> Rule[None]:
    """Applies the effects of a hit to a target still alive, or owes them. Source: CHR-38, CHR-73.

    They are owed where one of them needs dice, or where the target has first to make its Save at 0 Health. ``order`` is
    the order in which they are written at the table.
    """
    if not (yield from fork(effects > 0)):
        return
    late = who.owes_save | ((effects & _SEVER > 0) & no(mechanics.is_down(who.health)))
    who.await_effects(effects * late, order, by)
    now = no(late) & no(mechanics.is_down(who.health))
    if not anywhere(now):
        return
    for effect in order:
        apply_effect(play, who, by, effect, now & (effects & EFFECT_BIT[effect] > 0))


def owed_effects(
    play: Said,
    who: Fighter,
    by: Fighter,
    plan: SeverPlan,
    effects: Whole,
    order: tuple[str, ...] = EFFECTS,
) -> Rule[None]:
    """Applies the critical effects that are owed, with the dice they need. Source: CHR-38, CHR-54, CHR-73."""
    who.effects = who.effects * 0
    for effect in order:
        bit = effects & EFFECT_BIT[effect]
        if nerve.is_nothing(bit):
            continue
        where = (bit > 0) & no(mechanics.is_down(who.health))
        if effect != "sever":
            apply_effect(play, who, by, effect, where)
        elif (yield from fork(where)):
            yield from sever(play, who, plan)


def apply_effect(play: Said, who: Fighter, by: Fighter, effect: str, where: Truth) -> None:
    """Applies a critical effect where a truth holds; a Sever is rolled for. Source: CHR-38, CHR-48."""
    match effect:
        case "knockdown":
            _mark(play, who, "prone", where & no(who.is_large))
        case "ablaze":
            _mark(play, who, "ablaze", where)
        case "shock":
            _mark(play, who, "shocked", where & no(who.is_synthetic))
        case "grapple":
            who.be_grabbed(by, where)


def _mark(play: Said, who: Fighter, key: str, where: Truth) -> None:
    if not anywhere(where):
        return
    who.afflict(key, where)
    if play.tells:
        play.clause(f"chrome.then.{key}", who=play.name(who))


def sever(play: Said, who: Fighter, plan: SeverPlan) -> Rule[None]:
    """Rolls what a Sever takes: a limb, the head, or nothing more. Source: CHR-49, CHR-54."""
    limb = (yield from roll(severed_place, plan)).limb
    beheads = (limb == HEAD) & who.may_lose_head
    is_limb = (limb >= 0) & (limb < HEAD)
    bit = (1 << (limb * is_limb)) * is_limb & ~who.severed
    cripple(play, who, limb, bit)
    if play.tells:
        play.severed(who, limb, is_off=bool(bit) or bool(beheads))
    who.die(beheads)


def cripple(play: Said, who: Fighter, limb: Whole, bit: Whole) -> None:
    """Cuts a limb off where ``bit`` is that of it, not 0: falling, or dropping what it held. Source: CHR-54, CHR-55."""
    is_cut = bit > 0
    if not anywhere(is_cut):
        return
    who.cut(limb, bit)
    lose_limb(play, who, limb, is_cut)


def lose_limb(play: Said, who: Fighter, limb: Whole, where: Truth) -> None:
    """Applies what the loss of a limb means at once: falling, or dropping what it held. Source: CHR-55."""
    who.afflict("prone", where & (limb >= _FIRST_LEG) & no(who.is_dead))
    held = who.held
    has = (held >= 0) & where & (limb < _FIRST_LEG) & who.is_operator
    arm = held * (held >= 0)
    lacks = mechanics.lacks_arms(who.lost_arms, who.two_handed[arm])
    weapons.drop(play, who, arm, has & (lacks | (limb == _RIGHT_ARM)))
    off = who.off
    falls = (off >= 0) & where & (limb == _LEFT_ARM) & who.is_operator
    weapons.drop(play, who, off * (off >= 0), falls)


# ---- fire and wounds


def tick(play: Said, who: Fighter, bleeding: Whole, ablaze: Whole) -> None:
    """Does the damage of fire and wounds at the end of a slot; not to the dead. Source: CHR-38, CHR-50, CHR-54.

    ``bleeding`` is the damage of one wound, ``ablaze`` that of a fire.
    """
    wounds, burns = who.bleeding, 1 * who.has("ablaze")
    damage = (wounds * bleeding + burns * ablaze) * no(mechanics.is_down(who.health))
    play.ticks(who, wounds, burns, damage)
    hurt(play, who, damage)


def burn_and_bleed(play: Said, who: Fighter, bleeding: Whole, ablaze: Whole) -> Rule[None]:
    """Does the damage of fire and wounds, as ``tick`` does. Source: CHR-38, CHR-50, CHR-54."""
    yield from ()
    tick(play, who, bleeding, ablaze)
