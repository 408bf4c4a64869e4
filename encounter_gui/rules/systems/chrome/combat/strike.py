"""One attack on one target, in the order of the rules. Used by attacks, counter-attacks and shots that hit a friend.

Source: CHR-36 to CHR-45, CHR-73.
"""

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.rules.engine.asking import Rolling, choose
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import sum_text
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.combat import critical_effects
from encounter_gui.rules.systems.chrome.combat.attack_plan import AttackPlan, defences, tier_named
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.sheet import character, checks, owed
from encounter_gui.rules.systems.chrome.sheet.checks import D100Check

SAVE, COUNTER = "save", "counter"


class StrikeResult(Struct, frozen=True, kw_only=True):
    """One attack on one target, rolled. ``test`` and ``save`` are None where they were not rolled.

    ``raw`` is the damage before Soak, ``applied`` after it.
    """

    plan: AttackPlan
    test: D100Check | None
    save: D100Check | None = None
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
    resolution: Resolution,
    who: CombatantId,
    target: CombatantId,
    plan: AttackPlan,
    *,
    key: str = "attack",
    defence: str = "",
    may_counter: bool = True,
) -> Rolling[StrikeResult]:
    """Rolls one attack on one target, and applies its damage and critical effects, as far as they are not owed.

    Source: CHR-36, CHR-39, CHR-41, CHR-43, CHR-44, CHR-45, CHR-73.
    """
    test = None
    if plan.test is not None:
        test = yield from checks.roll_check(resolution, plan.test, key)
        checks.apply_result(resolution, test)
        if not test.is_success:
            return StrikeResult(plan=plan, test=test)
    chosen = yield from _defence(resolution, (who, target), plan, defence, may_counter=may_counter)
    save = None
    if chosen == SAVE and plan.save is not None:
        save = yield from checks.roll_check(resolution, plan.save, SAVE)
        checks.apply_result(resolution, save)
        if save.is_success:
            return StrikeResult(plan=plan, test=test, save=save, defence=chosen)
    result = StrikeResult(plan=plan, test=test, save=save, defence=chosen, is_hit=True)
    return _hit(resolution, who, target, result)


def _defence(
    resolution: Resolution,
    opponents: tuple[CombatantId, CombatantId],
    plan: AttackPlan,
    wanted: str,
    *,
    may_counter: bool,
) -> Rolling[str]:
    """Returns what the target does: as wanted, or asked for where it can do more than save.

    ``opponents`` are the attacker and the target. Source: CHR-41, CHR-42.
    """
    attacker, combatant = (resolution.combatant(each) for each in opponents)
    options = [
        each
        for each in defences(resolution.context, combatant, plan.band)
        if may_counter or each != COUNTER
    ]
    if not options:
        return ""
    if wanted in options:
        return wanted
    if COUNTER not in options:
        return SAVE
    label = say("chrome.choose.defence", who=combatant.name, attacker=attacker.name)
    return (yield from choose(resolution.context, "defence", combatant.id, options, label=label))


def _hit(
    resolution: Resolution, who: CombatantId, target: CombatantId, result: StrikeResult
) -> StrikeResult:
    """Applies damage, then the critical effects; what 0 Health means is owed before them. Source: CHR-73."""
    tier = resolution.number("tier", result.plan.tier)
    plan = replace(result.plan, tier=tier, soak=resolution.parts("soak", result.plan.soak))
    result = replace(result, plan=plan)
    is_critical = _is_critical(resolution.context, result)
    by_save = result.save_fumbled and is_critical
    raw = plan.damage(is_critical=result.is_doubled, save_fumbled=by_save)
    raw = resolution.number("damage", raw)
    through = resolution.number("past_soak", plan.past_soak(raw))
    resolution.reason(
        "chrome.why.damage",
        "CHR-36",
        tier=plan.tier,
        raw=raw,
        soak=plan.soaked,
        parts=sum_text(plan.soak),
        applied=through,
    )
    take(resolution, target, plan.tier, through, is_critical=is_critical)
    effects = effects_of(resolution.context, plan.weapon.effects, is_critical=is_critical)
    if plan.weapon.grapples:
        effects = (*effects, critical_effects.GRAPPLE)
    critical_effects.critical_effects(resolution, target, effects, by=who)
    return replace(result, raw=raw, applied=through)


def _is_critical(context: RulesContext, result: StrikeResult) -> bool:
    """Returns whether a hit is critical, by the attacker's roll or the target's. Source: CHR-38, CHR-43."""
    counts = bool(context.switch("chrome.enemyCritOnCritFail"))
    return bool(
        mechanics.is_critical_hit(
            is_doubled=result.is_doubled, save_fumbled=result.save_fumbled, counts=counts
        )
    )


def effects_of(
    context: RulesContext, effects: tuple[str, ...], *, is_critical: bool
) -> tuple[str, ...]:
    """Returns which critical effects a hit has; a Sever with every hit by house rule. Source: CHR-38, CHR-54."""
    if is_critical:
        return effects
    always = context.switch("chrome.severOnAnyHit")
    return tuple(each for each in effects if each == critical_effects.SEVER and always)


def take(
    resolution: Resolution, who: CombatantId, tier: int, through: int, *, is_critical: bool
) -> None:
    """Lets damage that got through Soak take effect: what it frightens to, and Health. Source: CHR-44, CHR-57, CHR-73.

    ``tier`` is the damage before Soak and before it was doubled.
    """
    frighten(resolution, who, tier, through, is_critical=is_critical)
    dying.hurt(resolution, who, through)


def frighten(
    resolution: Resolution, who: CombatantId, tier: int, through: int, *, is_critical: bool
) -> None:
    """Makes an Operator owe a Panic Check for a critical or Deadly hit. Source: CHR-44, CHR-46, CHR-62."""
    context = resolution.context
    scares = mechanics.is_frightening(
        tier,
        through,
        tier_named(context, "deadly"),
        is_critical=is_critical,
        after_soak=bool(context.switch("chrome.deadlyPanicAfterSoak")),
    )
    if scares and character.is_operator(context.combatant(who)):
        owed.frighten(resolution, who, "hit")


def record_fact(
    resolution: Resolution, what: str, who: CombatantId, target: CombatantId, result: StrikeResult
) -> None:
    """Records the fact of an attack, for the log, reports and expectations."""
    plan, test = result.plan, result.test
    resolution.fact(
        what,
        who,
        target,
        band=plan.band,
        weapon=plan.weapon.key,
        tier=plan.tier,
        outcome=test.rank if test else "",
        defence=result.defence,
        save=result.save.rank if result.save else "",
        hit=result.is_hit,
        critical=result.is_doubled,
        soak=plan.soaked,
        damage=result.applied,
        raw=result.raw,
    )
