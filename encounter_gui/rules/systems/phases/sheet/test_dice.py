"""Dice of the phases system: tests of three dice, and damage dice that explode. Source: PHA-05, PHA-08, PHA-39."""

from collections.abc import Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, Param, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.rules.engine import asking, checks
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.checks import Check, CheckPlan, RankName
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.dice_sum import DiceSum, exploding
from encounter_gui.rules.model.text_format import percent
from encounter_gui.rules.systems.phases import mechanics


class TestPlan(CheckPlan, frozen=True, kw_only=True):
    """A test of three dice; ``critical`` is by how much it is passed or failed critically. Source: PHA-05, PHA-08.

    ``out_dice`` of six sides say for how many minutes somebody is out who fails a COOL test. Source: PHA-63.
    """

    __test__ = False
    critical: int
    out_dice: int = 1


TestCheck = Check[TestPlan]


def dice_text(bonus: int) -> str:
    """Returns three dice and a bonus, e.g. ``3d6 + 6``."""
    sign = "−" if bonus < 0 else "+"
    return f"{mechanics.TEST_DICE}d6 {sign} {abs(bonus)}" if bonus else f"{mechanics.TEST_DICE}d6"


def sum_text(test: CheckPlan) -> str:
    """Returns what a test is rolled with and its DN, e.g. ``3d6 + 5 ≥ 18``."""
    return f"{dice_text(test.bonus)} ≥ {test.target or 0}"


def request(
    context: RulesContext, key: str, who: CombatantId | None, label: Message | None = None
) -> RollRequest:
    """Returns the request for the three dice of a test. Source: PHA-05."""
    return asking.request(context, key, who, count=mechanics.TEST_DICE, label=label)


def three(
    context: RulesContext, key: str, who: CombatantId | None, label: Message | None = None
) -> Rolling[int]:
    """Asks for the three dice of a test and returns what they show. Source: PHA-05."""
    return asking.total(request(context, key, who, label))


def die(
    context: RulesContext, key: str, who: CombatantId | None, sides: int = 6, count: int = 1
) -> Rolling[int]:
    """Asks for dice that are no test and returns their sum; dice of one side, or none, are not asked for."""
    if sides <= 1 or count < 1:
        return max(count, 0)
    wanted = asking.request(context, key, who, count=count, sides=sides)
    return (yield from asking.total(wanted))


# ---- tests against a DN


def plan(
    context: RulesContext,
    key: str,
    who: CombatantId,
    dn: int,
    parts: Sequence[Modifier],
    rule: str = "PHA-05",
) -> TestPlan:
    """Returns a test against a DN, not rolled yet. Source: PHA-05."""
    return TestPlan(
        key=key,
        who=who,
        parts=tuple(parts),
        target=dn,
        dice=mechanics.TEST_DICE,
        rule=rule,
        critical=context.number(mechanics.CRITICAL_MARGIN),
    )


def rank(test: TestPlan, shown: tuple[int, ...]) -> tuple[int, RankName]:
    """Returns the total of a test and its rank: critical by 5; a natural 3 fails critically. Source: PHA-05, PHA-08."""
    dice, dn = sum(shown), test.target or 0
    total = dice + test.bonus
    if mechanics.passes(dice, total, dn):
        return total, "critical_success" if total - dn >= test.critical else "success"
    fumbles = mechanics.fumbles(dice, total, dn, test.critical)
    return total, "critical_failure" if fumbles else "failure"


def chance(test: TestPlan) -> float:
    """Returns the exact chance to pass a test. Source: PHA-05, PHA-08."""
    return checks.chance(test, rank)


def question(test: TestPlan, **params: Param) -> Message:
    """Returns how a test is asked for: what it is rolled with, its DN, the chance to pass."""
    return say(
        f"phases.roll.{test.key}.ask",
        sum=dice_text(test.bonus),
        dn=test.target or 0,
        chance=percent(chance(test)),
        **params,
    )


def roll(resolution: Resolution, test: TestPlan) -> Rolling[TestCheck]:
    """Asks for the dice of a test and returns what it came to. Source: PHA-05."""
    return checks.roll(resolution, test, rank)


def explain(resolution: Resolution, check: TestCheck, key: str, **params: Param) -> None:
    """Adds the arithmetic of a test to the reasons."""
    resolution.reason(
        key,
        check.plan.rule,
        dice=check.rolled,
        parts=check.plan.text,
        total=check.total,
        dn=check.plan.target or 0,
        **params,
    )


# ---- damage


def damage_dice(
    context: RulesContext, who: CombatantId | None, dice: int | str, hits: int = 1
) -> Rolling[tuple[int, ...]]:
    """Asks for the damage dice of several hits at once, and for a further die for each 6 until there is none.

    Their faces are asked for. Dice of which an older log knows only the total do not explode: nobody can say how many
    show a 6. Dice in the notation are asked for hit by hit; those without a word of their own explode on their highest
    face. Source: PHA-39.
    """
    if isinstance(dice, str):
        return (yield from _other_dice(context, who, DiceSum(count=0, notation=dice), hits))
    sums, further = [0] * hits, [0] * hits
    label: Message | None = None
    open_dice = dict.fromkeys(range(hits), dice) if dice > 0 else {}
    while open_dice:
        counts = open_dice.values()
        wanted = (
            asking.by_faces(asking.request(context, "damage", who, count=n, label=label))
            for n in counts
        )
        rolled = yield from asking.ask(*wanted)
        label = say("phases.roll.damage_again")
        sixes: dict[int, int] = {}
        for place, each in zip(open_dice, rolled, strict=True):
            sums[place] += each.total
            if count := (each.faces or ()).count(6):
                sixes[place] = count
                further[place] += count
        open_dice = sixes
    return tuple(
        int(mechanics.die_value(faces, more)) for faces, more in zip(sums, further, strict=True)
    )


def _other_dice(
    context: RulesContext, who: CombatantId | None, dice: DiceSum, hits: int
) -> Rolling[tuple[int, ...]]:
    expression, sums = exploding(dice.expression), []
    for _ in range(hits):
        rolled = yield from asking.ask(*asking.requests_of(context, "damage", who, dice))
        sums.append((yield from asking.evaluate(expression, rolled)))
    return tuple(sums)
