"""What a Presence can do besides acting: who has which ability, and helping another's roll. Source: CHR-60."""

from collections.abc import Iterable, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import checks
from encounter_gui.rules.engine.asking import Rolling, choose
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.sheet.check_plan import (
    D100Plan,
    as_rolled,
    plan_check,
    rank,
)

NO, YES = "no", "yes"
"""The options of a decision whether to help at all."""

BOLSTER, SOOTHE, DISTRACT = "bolster", "soothe", "distract"
BOLSTERED = ("strength", "speed", "body")

USED = "used"
"""The record of the abilities that a Presence has used this round."""


def form(context: RulesContext, combatant: Combatant) -> str:
    """Returns what a combatant's Presence is called, by background. Source: CHR-60."""
    return str(_row(context, combatant).get("form") or context.texts.text_of("chrome.presence"))


def abilities(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    """Returns the abilities of a combatant's Presence, by background. Source: CHR-60."""
    return tuple(str(_row(context, combatant).get("abilities", "")).split())


def is_unused(combatant: Combatant, ability: str) -> bool:
    """Returns whether a Presence has this ability still to use this round. Source: CHR-60."""
    return ability not in character.keys_in(combatant, USED)


def use(resolution: Resolution, who: CombatantId, ability: str) -> None:
    """Counts an ability as used this round; outside a fight there are no rounds. Source: CHR-60."""
    if resolution.context.state.stage != "running":
        return
    before = character.keys_in(resolution.combatant(who), USED)
    resolution.set_record(who, USED, (*before, ability))


def helper(context: RulesContext, combatant: Combatant, ability: str) -> Combatant | None:
    """Returns the fastest Presence on a combatant's side that could use this ability for it. Source: CHR-60."""
    able = (
        other
        for other in context.state.combatants.values()
        if character.is_presence(other)
        and character.is_operator(other)
        and other.id != combatant.id
        and character.team(other) == character.team(combatant)
        and ability in abilities(context, other)
        and is_unused(other, ability)
    )
    return max(able, key=lambda other: character.speed(context, other), default=None)


def bolster(resolution: Resolution, plans: Sequence[D100Plan]) -> Rolling[dict[CombatantId, int]]:
    """Asks whether a Presence helps one of these rolls; returns what it changes whose target by. Source: CHR-60.

    A roll lowered by 10 is a target 10 higher: the dice show what they show, doubles included.
    """
    physical = [plan for plan in plans if plan.test in BOLSTERED]
    presence = _helper_of(resolution.context, physical)
    if presence is None:
        return {}
    options = [plan.who for plan in physical if plan.who != presence.id]
    asked = [NO, YES] if len(options) == 1 else [NO, *options]
    name = ", ".join(resolution.combatant(who).name for who in options)
    chosen = yield from choose(
        resolution.context, "bolster", presence.id, asked, presence=presence.name, who=name
    )
    if chosen == NO:
        return {}
    who = options[0] if chosen == YES else CombatantId(chosen)
    test = next(plan.test for plan in physical if plan.who == who)
    use(resolution, presence.id, BOLSTER)
    helps = yield from _helps(resolution, resolution.combatant(presence.id), test)
    word = "helped" if helps else "hindered"
    resolution.add_text(
        f"chrome.then.bolster_{word}", who=presence.name, target=resolution.combatant(who).name
    )
    shift = resolution.context.number(mechanics.BOLSTER)
    return {who: shift if helps else -shift}


def _helper_of(context: RulesContext, plans: Iterable[D100Plan]) -> Combatant | None:
    found = (helper(context, context.combatant(plan.who), BOLSTER) for plan in plans)
    return next((each for each in found if each is not None), None)


def _helps(resolution: Resolution, presence: Combatant, test: str) -> Rolling[bool]:
    """Rolls the same for the Presence: it helps or hinders, and brings nothing else."""
    plan = as_rolled(plan_check(resolution.context, presence, test), "bolster")
    check = yield from checks.roll(resolution, plan, rank)
    aim, roll, helps = plan.target, check.total, check.is_success
    resolution.fact(BOLSTER, presence.id, test=test, aim=aim, roll=roll, helps=helps)
    resolution.reason("chrome.why.bolster", "CHR-60", who=presence.name, roll=roll, target=aim)
    return helps


def _row(context: RulesContext, combatant: Combatant) -> dict[str, object]:
    background = str(combatant.sheet.get("background") or "").strip().casefold()
    return dict(context.ruleset.tables.get(f"presence_{background}", {}))
