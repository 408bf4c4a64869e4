"""One attack on one target, in the order of the rules. Used by attacks, counter-attacks and shots that hit a friend.

Source: CHR-36 to CHR-45, CHR-73.
"""

from dataclasses import dataclass

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.rules.engine.modifiers import sum_text
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.combat import critical_effects
from encounter_gui.rules.systems.chrome.combat.attack_plan import AttackPlan, defences, tier_named
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.rolling import Rolling, choose
from encounter_gui.rules.systems.chrome.sheet import character, checks
from encounter_gui.rules.systems.chrome.sheet.checks import CheckResult

SAVE, COUNTER = "save", "counter"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeResult:
    """How an attack went. ``test`` and ``save`` are None where they were not rolled.

    ``raw`` is the damage before Soak, ``applied`` after it.
    """

    plan: AttackPlan
    test: CheckResult | None
    save: CheckResult | None = None
    defence: str = ""
    is_hit: bool = False
    raw: int = 0
    applied: int = 0

    @property
    def is_fumble(self) -> bool:
        """Whether the attacker's check was a Critical Failure."""
        return self.test is not None and self.test.is_fumble

    @property
    def is_doubled(self) -> bool:
        """Whether the attacker's check was a Critical Success. Source: CHR-17."""
        return self.test is not None and self.test.is_critical

    @property
    def save_fumbled(self) -> bool:
        """Whether the target's Save was a Critical Failure."""
        return self.save is not None and self.save.is_fumble


def strike(
    course: Course,
    who: CombatantId,
    target: CombatantId,
    plan: AttackPlan,
    *,
    key: str = "attack",
    defence: str = "",
    may_counter: bool = True,
) -> Rolling[StrikeResult]:
    """Rolls one attack and everything up to its critical effects; what strikes back is the caller's to play.

    Source: CHR-36, CHR-39, CHR-41, CHR-43, CHR-44, CHR-45, CHR-73.
    """
    test = None
    if plan.test is not None:
        test = yield from checks.roll_test(course, plan.test, key)
        checks.settle(course, test)
        if not test.is_success:
            return StrikeResult(plan=plan, test=test)
    chosen = yield from _defence(course, target, plan, defence, may_counter=may_counter)
    save = None
    if chosen == SAVE and plan.save is not None:
        save = yield from checks.roll_test(course, plan.save, SAVE)
        checks.settle(course, save)
        if save.is_success:
            return StrikeResult(plan=plan, test=test, save=save, defence=chosen)
    result = StrikeResult(plan=plan, test=test, save=save, defence=chosen, is_hit=True)
    return (yield from _hit(course, who, target, result))


def _defence(
    course: Course, target: CombatantId, plan: AttackPlan, wanted: str, *, may_counter: bool
) -> Rolling[str]:
    """What the target does: as told, or asked for where there is more to it than saving. Source: CHR-41, CHR-42."""
    combatant = course.one(target)
    options = [
        each
        for each in defences(course.scene, combatant, plan.band)
        if may_counter or each != COUNTER
    ]
    if not options:
        return ""
    if wanted in options:
        return wanted
    if COUNTER not in options:
        return SAVE
    return (yield from choose("defence", target, options, who=combatant.name))


def _hit(
    course: Course, who: CombatantId, target: CombatantId, result: StrikeResult
) -> Rolling[StrikeResult]:
    """Damage, then what 0 Health means, then critical effects on a target still alive. Source: CHR-73."""
    plan = result.plan
    is_critical = _is_critical(course, result)
    by_save = result.save_fumbled and is_critical
    raw = plan.damage(is_critical=result.is_doubled, save_fumbled=by_save)
    through = plan.applied(is_critical=result.is_doubled, save_fumbled=by_save)
    course.why(
        say(
            "chrome.why.damage",
            tier=plan.tier,
            raw=raw,
            soak=plan.soaked,
            parts=sum_text(plan.soak),
            applied=through,
        ),
        "CHR-36",
    )
    _frighten(course, target, plan.tier, through, is_critical=is_critical)
    yield from dying.hurt(course, target, through)
    yield from critical_effects.critical_effects(
        course, target, effects_of(course, plan.weapon.effects, is_critical=is_critical)
    )
    if plan.weapon.grapples:
        grab(course, who, target)
    return StrikeResult(
        plan=plan,
        test=result.test,
        save=result.save,
        defence=result.defence,
        is_hit=True,
        raw=raw,
        applied=through,
    )


def _is_critical(course: Course, result: StrikeResult) -> bool:
    """A hit is critical by the attacker's roll, or by the target's Critical Failure. Source: CHR-38, CHR-43."""
    counts = bool(course.scene.switch("chrome.enemyCritOnCritFail"))
    return bool(
        mechanics.is_critical_hit(
            is_doubled=result.is_doubled, save_fumbled=result.save_fumbled, counts=counts
        )
    )


def effects_of(course: Course, effects: tuple[str, ...], *, is_critical: bool) -> tuple[str, ...]:
    """Returns which critical effects a hit has; a Sever with every hit by house rule. Source: CHR-38, CHR-54."""
    if is_critical:
        return effects
    always = course.scene.switch("chrome.severOnAnyHit")
    return tuple(each for each in effects if each == critical_effects.SEVER and always)


def _frighten(
    course: Course, target: CombatantId, tier: int, through: int, *, is_critical: bool
) -> None:
    """A critical or Deadly hit on an Operator calls for a Panic Check. Source: CHR-44, CHR-62."""
    if not character.is_operator(course.one(target)):
        return
    scares = mechanics.is_frightening(
        tier,
        through,
        tier_named(course.scene, "deadly"),
        is_critical=is_critical,
        after_soak=bool(course.scene.switch("chrome.deadlyPanicAfterSoak")),
    )
    if scares:
        course.frighten(target)


def grab(course: Course, who: CombatantId, target: CombatantId, hindrance: str = "") -> None:
    """Puts the two marks of a grapple. Source: CHR-48."""
    if character.is_dead(course.one(target)):
        return
    course.afflict(who, "grappling", by=target)
    course.afflict(target, "grappled", by=who, note=hindrance)
    course.then(say("chrome.then.grappled", who=course.one(target).name))


def note(
    course: Course, what: str, who: CombatantId, target: CombatantId, result: StrikeResult
) -> None:
    """Notes the fact of an attack, for the log, reports and expectations."""
    plan, test = result.plan, result.test
    course.fact(
        what,
        who,
        target,
        band=plan.band,
        weapon=plan.weapon.key,
        tier=plan.tier,
        outcome=test.outcome if test else "",
        defence=result.defence,
        save=result.save.outcome if result.save else "",
        hit=result.is_hit,
        critical=result.is_doubled,
        soak=plan.soaked,
        damage=result.applied,
    )
