"""What a Presence can do besides acting: who has which ability, and helping another's roll. Source: CHR-60."""

from collections.abc import Iterable, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling, choose
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.table import rolled_at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.rules.at_table import TableSaid
from encounter_gui.rules.systems.chrome.rules.rolls import tests
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.sheet.check_plan import (
    D100Plan,
    as_rolled,
    plan_check,
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


def helpers(context: RulesContext, combatant: Combatant, ability: str) -> tuple[Combatant, ...]:
    """Returns every Presence on a combatant's side that could use this ability for it, by Speed. Source: CHR-60."""
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
    return tuple(sorted(able, key=lambda other: -character.speed(context, other)))


def bolster(resolution: Resolution, plans: Sequence[D100Plan]) -> Rolling[dict[CombatantId, int]]:
    """Asks each Presence that could whether it helps one of these rolls; returns what that changes whose target by.

    The fastest is asked first; a roll is helped once. A roll lowered by 10 is a target 10 higher: the dice show what
    they show, doubles included. Source: CHR-60.
    """
    shifts: dict[CombatantId, int] = {}
    for presence in _helpers_of(resolution.context, plans):
        open_ = [plan for plan in plans if plan.test in BOLSTERED and plan.who not in shifts]
        shifts |= yield from _bolster(resolution, presence, open_)
    return shifts


def _bolster(
    resolution: Resolution, presence: Combatant, plans: Sequence[D100Plan]
) -> Rolling[dict[CombatantId, int]]:
    """Asks a Presence whether it helps one of these rolls. Source: CHR-60."""
    options = [plan.who for plan in plans if plan.who != presence.id]
    if not options:
        return {}
    asked = [NO, YES] if len(options) == 1 else [NO, *options]
    name = names_of(resolution.combatant(who) for who in options)
    chosen = yield from choose(
        resolution.context, "bolster", presence.id, asked, presence=presence.name, who=name
    )
    if chosen == NO:
        return {}
    who = options[0] if chosen == YES else CombatantId(chosen)
    test = next(plan.test for plan in plans if plan.who == who)
    use(resolution, presence.id, BOLSTER)
    helps = yield from _helps(resolution, resolution.combatant(presence.id), test)
    word = "helped" if helps else "hindered"
    resolution.add_text(
        f"chrome.then.bolster_{word}", who=presence.name, target=resolution.combatant(who).name
    )
    shift = resolution.context.number(mechanics.BOLSTER)
    return {who: shift if helps else -shift}


def _bolsterers(context: RulesContext, who: CombatantId) -> tuple[Combatant, ...]:
    return helpers(context, context.combatant(who), BOLSTER)


def _helpers_of(context: RulesContext, plans: Iterable[D100Plan]) -> tuple[Combatant, ...]:
    """Returns every Presence that could help one of these rolls, by Speed. Source: CHR-60."""
    whose = (plan.who for plan in plans if plan.test in BOLSTERED)
    found = {each.id: each for who in whose for each in _bolsterers(context, who)}
    return tuple(sorted(found.values(), key=lambda each: -character.speed(context, each)))


def _helps(resolution: Resolution, presence: Combatant, test: str) -> Rolling[bool]:
    """Rolls the same for the Presence: it helps or hinders, and brings nothing else."""
    wanted = as_rolled(plan_check(resolution.context, presence, test), "bolster")
    play = TableSaid(resolution, has_edges=False)
    ((_, die, rank),) = yield from rolled_at_table(play, tests, (wanted,), {})
    aim, roll, helps = (
        wanted.target,
        die.counting((die.seen or [()])[-1]),
        rank >= mechanics.SUCCESS,
    )
    resolution.fact(BOLSTER, presence.id, test=test, aim=aim, roll=roll, helps=helps)
    resolution.reason("chrome.why.bolster", "CHR-60", who=presence.name, roll=roll, target=aim)
    return helps


def _row(context: RulesContext, combatant: Combatant) -> dict[str, object]:
    background = str(combatant.sheet.get("background") or "").strip().casefold()
    return dict(context.ruleset.tables.get(f"presence_{background}", {}))
