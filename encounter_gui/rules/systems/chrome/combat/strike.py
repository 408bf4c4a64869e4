"""One attack on one target at the table. Used by attacks, counter-attacks and shots that hit a friend.

Source: CHR-36 to CHR-45, CHR-73.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.rules.engine.asking import Rolling, choose
from encounter_gui.rules.engine.reading.table import Answers, at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.combat.attack_plan import AttackPlan, defences, mishaps_of
from encounter_gui.rules.systems.chrome.rules.at_table import D100Check, TableSaid
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter, arm_of
from encounter_gui.rules.systems.chrome.rules.strike import NOT_ROLLED, Blow, Struck, attack
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan, as_rolled

SAVE, COUNTER = "save", "counter"

_Defended = Rolling[Blow]
"""What the target does, as a part of a procedure; by name, since it is said anew for every attack."""

Mishap = Callable[[Resolution, int], Rolling[int]]
"""What the table does about a fumbled attack: somebody may stand in the line. Returns what goes wrong then."""


class StrikeResult(Struct, frozen=True, kw_only=True):
    """One attack on one target, rolled. ``test`` and ``save`` are None where they were not rolled.

    ``soaked`` is the Soak, ``raw`` the damage before it, ``applied`` after it.
    """

    plan: AttackPlan
    test: D100Check | None
    save: D100Check | None
    defence: str
    is_hit: bool
    soaked: int
    raw: int
    applied: int

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


def strike(  # noqa: PLR0913 - what can be said of an attack, by name
    resolution: Resolution,
    who: CombatantId,
    target: CombatantId,
    plan: AttackPlan,
    *,
    what: str = "attack",
    defence: str = "",
    may_counter: bool = True,
    mishap: Mishap | None = None,
) -> Rolling[StrikeResult]:
    """Rolls one attack on one target, and applies its damage and critical effects, as far as they are not owed.

    Args:
        resolution: collects the events.
        who: the attacker.
        target: the target.
        plan: what it is rolled with.
        what: the kind of its fact, and the key of the attacker's check.
        defence: what the target does; empty: it is asked where it has a choice.
        may_counter: whether it may strike back.
        mishap: what the table does about a fumble; None: nobody can stand in the line.

    Source: CHR-36, CHR-39, CHR-41, CHR-43, CHR-44, CHR-45, CHR-73.
    """
    play = TableSaid(resolution)
    play.attack_fact = what
    play.attack_values = {
        "band": plan.band,
        "weapon": plan.weapon.key,
        "tier": plan.tier,
        "soak": plan.soaked,
    }

    def defend(resolution: Resolution, blow: Blow) -> _Defended:
        chosen = yield from _defence(
            resolution, (who, target), plan, defence, may_counter=may_counter
        )
        play.attack_values["defence"] = chosen
        return blow if chosen == SAVE else Blow(blow.test, None, blow.harm, blow.order)

    moments: Mapping[str, Callable[[Resolution, Any], Rolling[Any]]] = {
        **checks.MOMENTS,
        "defence": defend,
        **({"ally": mishap} if mishap else {}),
    }
    order = plan.weapon.effects + (("grapple",) if plan.weapon.grapples else ())
    blow = Blow(_rolled(plan.test, what), _rolled(plan.save, SAVE), plan.harm, order)
    arm = arm_of(resolution.combatant(who), plan.weapon.key)
    people = {"who": who, "target": target}
    mishaps = mishaps_of(resolution.context, plan.weapon)
    answers = Answers(moments=moments)
    found: Struck = yield from at_table(
        play, Fighter, attack, people, arm, blow, mishaps, answers=answers
    )
    return StrikeResult(
        plan=plan,
        test=None if found.test == NOT_ROLLED else play.checks[0],
        save=None if found.save == NOT_ROLLED else play.checks[-1],
        defence=str(play.attack_values.get("defence", "")),
        is_hit=bool(found.is_hit),
        soaked=int(str(play.noted.get("soak", play.attack_values["soak"]))),
        raw=int(found.raw),
        applied=int(found.through),
    )


def _rolled(plan: D100Plan | None, key: str) -> D100Plan | None:
    return None if plan is None else as_rolled(plan, key)


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
