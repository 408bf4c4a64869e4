"""Stat Checks and Saves as they are rolled, with the Stress and Conviction they bring. Source: CHR-13 to CHR-21."""

from collections.abc import Sequence
from dataclasses import dataclass

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import sum_text
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.rolling import Rolling, percent, together
from encounter_gui.rules.systems.chrome.sheet import (
    action_budget,
    bolstering,
    character,
    conviction,
)
from encounter_gui.rules.systems.chrome.sheet.check_plan import (
    BURNING,
    CheckPlan,
    gm_edge,
    plan_test,
    situation,
)

OUTCOMES = ("critical_failure", "failure", "success", "critical_success")
ONCE = {
    "stat": ("adrenaline", "favoured", "hindered"),
    "save": ("grit", "favoured", "hindered"),
}
"""The conditions that help or hinder one roll only. Source: CHR-16, CHR-63."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """How a test went. ``shift`` is what a Presence changed its target by."""

    plan: CheckPlan
    faces: tuple[int, ...]
    roll: int
    rank: int
    shift: int = 0

    @property
    def is_success(self) -> bool:
        """Whether it succeeded at all."""
        return self.rank >= mechanics.SUCCESS

    @property
    def is_critical(self) -> bool:
        """Whether it was a Critical Success."""
        return self.rank == mechanics.CRITICAL_SUCCESS

    @property
    def is_fumble(self) -> bool:
        """Whether it was a Critical Failure."""
        return self.rank == mechanics.CRITICAL_FAILURE

    @property
    def target(self) -> int:
        """What had to be rolled under."""
        return self.plan.target + self.shift

    @property
    def counted(self) -> int:
        """What the roll counts as beside others: lowered or raised by a Presence. Source: CHR-21, CHR-26, CHR-60."""
        return max(self.roll - self.shift, 0)

    @property
    def outcome(self) -> str:
        """How it went, as a slug."""
        return OUTCOMES[self.rank]


def result_of(plan: CheckPlan, faces: tuple[int, ...], shift: int = 0) -> CheckResult:
    """Returns how a test went from its faces. Source: CHR-13 to CHR-16."""
    target = plan.target + shift
    roll = int(
        mechanics.kept(
            faces[0],
            faces[-1],
            target,
            edge=plan.edge,
            by_outcome=plan.by_outcome,
            zero=plan.zero,
        )
    )
    rank = int(mechanics.rank(roll, target, zero=plan.zero))
    return CheckResult(plan=plan, faces=faces, roll=roll, rank=rank, shift=shift)


def roll_test(course: Course, plan: CheckPlan, key: str) -> Rolling[CheckResult]:
    """Rolls one test: Conviction is burned first, a Presence may help. Its results are settled apart.

    Source: CHR-13 to CHR-16, CHR-20, CHR-60.
    """
    (result,) = yield from roll_tests(course, (plan,), key)
    return result


def roll_tests(
    course: Course, plans: Sequence[CheckPlan], key: str, *, again: Sequence[CheckResult] = ()
) -> Rolling[tuple[CheckResult, ...]]:
    """Rolls the tests of several at once.

    ``again`` are the rolls that did not count: what was burned on them is paid, and a Presence goes on helping.

    Source: CHR-13 to CHR-16, CHR-20, CHR-60.
    """
    if not plans:
        return ()
    if again:
        shifts = {result.plan.who: result.shift for result in again}
    else:
        shifts = yield from bolstering.bolstered(course, plans)
    for plan in plans:
        left = character.conviction_now(course.one(plan.who))
        course.gauge(plan.who, character.CONVICTION, 0 if again else -min(plan.burn, left))
    label = None if len(plans) > 1 else say(f"chrome.roll.{key}")
    requests = [percent(key, plan.who, plan.dice, label) for plan in plans]
    faces = yield from together(requests)
    results = tuple(
        result_of(plan, shown, shifts.get(plan.who, 0))
        for plan, shown in zip(plans, faces, strict=True)
    )
    for result in results:
        _note(course, result)
    return results


def _note(course: Course, result: CheckResult) -> None:
    """Keeps what a roll showed, and uses up what helped it alone."""
    plan = result.plan
    sort = "save" if plan.is_save else "stat"
    course.fact(
        "test",
        plan.who,
        test=plan.test,
        aim=result.target,
        roll=result.roll,
        outcome=result.outcome,
        edge=plan.edge,
        burn=plan.burn,
    )
    course.why(
        say(
            "chrome.why.test",
            who=course.one(plan.who).name,
            parts=sum_text(plan.targets),
            shift=_shift_text(course.scene, result),
            edge=_edge_text(course.scene, plan),
            faces=_faces_text(result),
            outcome=course.scene.texts.text_of(f"chrome.outcome.{result.outcome}"),
        ),
        "CHR-14" if plan.is_save else "CHR-13",
    )
    course.relieve(plan.who, *ONCE[sort])
    burning = course.one(plan.who).condition(BURNING)
    if burning is not None and burning.note in ("", plan.test):
        course.relieve(plan.who, BURNING)
    if not result.is_success and plan.burn:
        conviction.distort(course, plan.who)


def settle(
    course: Course, result: CheckResult, *, plain: int | None = None, has_row: bool = True
) -> None:
    """Settles what every test brings: Conviction or Stress, and Panic Checks. Source: CHR-17 to CHR-19, CHR-63.

    Args:
        course: where it happens.
        result: how it went.
        plain: the Stress of a plain failure, where it is another than usual.
        has_row: whether the general row of a Critical Failure counts (not where a special one replaces it).
    """
    plan = result.plan
    gain = mechanics.conviction_gain(result.rank, is_favoured=plan.is_favoured)
    conviction.regain(course, plan.who, int(gain))
    if result.is_success:
        return
    if plan.is_save and plan.is_prime:
        conviction.edgy(course, plan.who)
    if result.is_fumble and plan.is_save:
        _fumbled_save(course, plan, has_row=has_row)
        return
    usual = number(course.scene.switch("chrome.stressOnFailedSave")) if plan.is_save else 1
    amount = mechanics.stress(
        result.rank, plain=usual if plain is None else plain, critical=FUMBLED_CHECK
    )
    conviction.stress(course, plan.who, int(amount))


FUMBLED_CHECK, FUMBLED_SAVE = 2, 3
"""Stress of a Critical Failure. Source: CHR-17."""


def _fumbled_save(course: Course, plan: CheckPlan, *, has_row: bool) -> None:
    """A Critical Failure on a Save; on the Prime Save everybody in the squad suffers it, once each. Source: CHR-17."""
    combatant = course.one(plan.who)
    if plan.is_prime:
        those = {other.id: None for other in character.squad(course.scene, combatant)}
        those.setdefault(combatant.id)
    else:
        those = {combatant.id: None} if has_row else {}
    for who in those:
        conviction.stress(course, who, FUMBLED_SAVE)
        course.frighten(who)


def allow_burn(context: RulesContext, combatant: Combatant, burn: int) -> None:
    """Lets somebody burn so much Conviction, or says why not. Source: CHR-20, CHR-60.

    Raises:
        RuleError: the house rules do not have it, there is not so much, or the dead do not spend any.
    """
    if not burn:
        return
    if not context.switch("chrome.burn"):
        raise refuse("chrome.no_burn", rule="CHR-20")
    if character.is_dead(combatant):
        raise refuse("chrome.dead_conviction", rule="CHR-60", who=combatant.name)
    left = character.conviction_now(combatant)
    if burn < 0 or burn > left or not character.is_operator(combatant):
        raise refuse(
            "chrome.burn_too_much", rule="CHR-20", who=combatant.name, amount=burn, left=left
        )


def declare_burn(course: Course, command: do.Burn) -> Rolling[Message]:
    """Conviction is set aside for the next roll, whatever asks for it: initiative, surprise, the Save at 0 Health.

    Source: CHR-20.
    """
    yield from ()
    combatant = roller(course.scene, command.who, command.amount)
    if command.amount < 1:
        left = character.conviction_now(combatant)
        raise refuse(
            "chrome.burn_too_much",
            rule="CHR-20",
            who=combatant.name,
            amount=command.amount,
            left=left,
        )
    course.afflict(combatant.id, BURNING, count=command.amount, note=command.on)
    test = character.name_of(course.scene, command.on) if command.on else ""
    key = "chrome.log.burns_on" if test else "chrome.log.burns"
    params = {"test": test} if test else {}
    return say(key, who=combatant.name, amount=command.amount, **params)


def roller(context: RulesContext, who: CombatantId, burn: int = 0) -> Combatant:
    """Returns an Operator who may make a test now, as far as being there and awake goes.

    Raises:
        RuleError: an enemy, which has nothing to roll; somebody unconscious; or dead and no Presence.
    """
    combatant = context.known_combatant(who)
    if not character.is_operator(combatant):
        raise refuse("chrome.no_stats", rule="CHR-11", who=combatant.name)
    if character.is_cold(combatant) or (
        character.is_dead(combatant) and not character.is_presence(combatant)
    ):
        raise refuse("chrome.is_out", rule="CHR-57", who=combatant.name)
    allow_burn(context, combatant, burn)
    return combatant


def check(course: Course, command: do.Check) -> Rolling[Message]:
    """Plays a Stat Check or a Save by itself. It costs no action: that is the game master's to say.

    Source: CHR-13, CHR-14.
    """
    combatant = roller(course.scene, command.who, command.burn)
    plan = plan_test(
        course.scene,
        combatant,
        command.test,
        skill=command.skill,
        burn=command.burn,
        edges=(
            *situation(course.scene, command.modifiers),
            *gm_edge(course.scene, command.edge),
        ),
    )
    result = yield from roll_test(course, plan, "test")
    settle(course, result)
    return say(
        f"chrome.log.test_{result.outcome}",
        who=combatant.name,
        test=character.name_of(course.scene, command.test),
        roll=result.roll,
        target=result.target,
        tail="",
    )


def oppose(course: Course, command: do.Oppose) -> Rolling[Message]:
    """Plays an Opposed Check, rolled again until it is decided; only the last rolls count. Source: CHR-21."""
    combatant, other = roller(course.scene, command.who), roller(course.scene, command.target)
    if combatant.id == other.id:
        raise refuse("chrome.against_oneself", rule="CHR-21", who=combatant.name)
    theirs = command.target_test or command.test
    context = course.scene
    plans = (
        plan_test(
            context,
            combatant,
            command.test,
            skill=command.skill,
            edges=gm_edge(context, command.edge),
        ),
        plan_test(
            context,
            other,
            theirs,
            skill=command.target_skill,
            edges=gm_edge(context, command.target_edge),
        ),
    )
    mine, yours = yield from roll_tests(course, plans, "opposed")
    while mechanics.is_drawn(mine.rank, mine.counted, yours.rank, yours.counted):
        mine, yours = yield from roll_tests(course, plans, "opposed", again=(mine, yours))
    loses = course.scene.switch("chrome.opposedCritFail") == "loses"
    winner = int(
        mechanics.opposed(mine.rank, mine.counted, yours.rank, yours.counted, fumble_loses=loses)
    )
    settle(course, mine)
    settle(course, yours)
    course.fact(
        "opposed", combatant.id, other.id, winner=winner, roll=mine.counted, other=yours.counted
    )
    word = {1: "won", -1: "lost", 0: "nobody"}[winner]
    course.why(say(f"chrome.why.opposed_{word}"), "CHR-21")
    return say(
        f"chrome.log.opposed_{word}",
        who=combatant.name,
        target=other.name,
        roll=mine.counted,
        other=yours.counted,
        tail="",
    )


def paid_test(
    course: Course,
    command: do.Grapple | do.BreakFree | do.FirstAid | do.Hack,
    test: str,
    key: str,
    skill: str = "",
) -> Rolling[CheckResult]:
    """Makes the Stat Check of a Major Action: paid for in a fight, then rolled and settled. Source: CHR-28."""
    combatant = course.one(command.who)
    plan = plan_test(
        course.scene,
        combatant,
        test,
        skill=skill,
        burn=command.burn,
        edges=gm_edge(course.scene, command.edge),
    )
    action_budget.pay(course, combatant.id)
    result = yield from roll_test(course, plan, key)
    settle(course, result)
    return result


def _edge_text(context: RulesContext, plan: CheckPlan) -> str:
    if not plan.edges:
        return ""
    word = {1: "advantage", -1: "disadvantage", 0: "cancelled"}[plan.edge]
    names = ", ".join(modifier.name for modifier in plan.edges)
    return context.texts.text_of(f"chrome.edge.{word}", names=names)


def _shift_text(context: RulesContext, result: CheckResult) -> str:
    if not result.shift:
        return ""
    return context.texts.text_of("chrome.why.shift", shift=f"{result.shift:+d}".replace("-", "−"))


def _faces_text(result: CheckResult) -> str:
    if len(result.faces) == 1:
        return f"{result.roll:02d}"
    return " / ".join(f"{face:02d}" for face in result.faces) + f" → {result.roll:02d}"
