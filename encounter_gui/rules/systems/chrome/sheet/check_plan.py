"""What a Stat Check or a Save will be rolled with, and why: for the table, the bench and the odds alike."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.checks import CheckPlan, RankName
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, chosen, game_master, modifier_of, total
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.sheet import character, gear

BURNING = "burning"
"""The condition of who burns Conviction on its next roll: ``count`` of it, ``note`` the test. Source: CHR-20."""


HELPS = ("adrenaline", "grit", "favoured", "hindered", BURNING)
"""The conditions that help or hinder one roll, as the lowest bits of what rules call marks. Source: CHR-16, CHR-20."""

ONCE: Mapping[str, tuple[str, ...]] = {
    "stat": ("adrenaline", "favoured", "hindered"),
    "save": ("grit", "favoured", "hindered"),
}
"""Those of them that are for a Stat Check, and for a Save. Source: CHR-16, CHR-63."""

OUTCOMES: tuple[RankName, ...] = ("critical_failure", "failure", "success", "critical_success")


class D100Plan(CheckPlan, frozen=True, kw_only=True):
    """A Stat Check or a Save before it is rolled. Source: CHR-13 to CHR-16, CHR-19, CHR-20.

    ``parts`` add up to the ``target``, which has to be rolled under; ``edges`` speak for Advantage (1) or
    Disadvantage (−1) each. ``skill`` is the one used, empty if the roller does not have it. ``shift`` is what a
    Presence has changed the target by. What it brings and costs is as in ``rules.rolls.Roll``.
    """

    who: CombatantId
    target: int
    test: str
    edges: tuple[Modifier, ...]
    skill: str
    is_prime: bool
    burn: int
    zero: bool
    by_outcome: bool
    critical_gain: int = 0
    favoured_gain: int = 0
    plain_stress: int = 0
    critical_stress: int = 0
    has_row: bool = True
    kept: int = -1
    shift: int = 0
    parts_make: Literal["bonus", "dice", "target"] = "target"

    @property
    def edge(self) -> int:
        """1 for Advantage, −1 for Disadvantage; both at once cancel, several of one kind are one. Source: CHR-16."""
        if not self.edges:
            return 0
        return sum({1 if modifier.amount > 0 else -1 for modifier in self.edges})

    @property
    def is_save(self) -> bool:
        """Whether it is a Save."""
        return self.test in character.SAVES

    @property
    def is_favoured(self) -> bool:
        """Whether a plain success brings Conviction. Source: CHR-19."""
        return self.is_prime if self.is_save else bool(self.skill)


def as_rolled(plan: D100Plan, key: str) -> D100Plan:
    """Returns a check with its dice, asked for under a key: two d100 with an edge. Source: CHR-16."""
    return replace(plan, key=key, dice=2 if plan.edge else 1)


def plan_check(
    context: RulesContext,
    combatant: Combatant,
    test: str,
    *,
    skill: str = "",
    burn: int = 0,
    edges: Iterable[Modifier] = (),
    kinds: Iterable[str] = (),
) -> D100Plan:
    """Returns what a Stat Check or a Save will be rolled with. Source: CHR-13, CHR-14, CHR-16, CHR-19, CHR-20.

    Args:
        context: where.
        combatant: who rolls.
        test: the Stat or Save.
        skill: the skill it may use.
        burn: the Conviction spent on it.
        edges: what else speaks for or against it, the game master included.
        kinds: what else it is, as conditions name it: ``defence``, say.
    """
    sort = "save" if test in character.SAVES else "stat"
    by_condition = character.effects(context, combatant, (sort, test, *kinds))
    burn = burn or declared_burn(context, combatant, test)
    parts = _parts(context, combatant, test, sort, burn)
    edges = (*by_condition, *_worn_parts(combatant, (test, *kinds)), *edges)
    skill = skill if sort == "stat" and character.has_skill(combatant, skill) else ""
    is_prime = sort == "save" and character.is_prime(combatant, test)
    plain, critical = _stress_of(context, sort)
    plan = D100Plan(
        key=test,
        who=combatant.id,
        test=test,
        parts=parts,
        target=total(parts),
        sides=100,
        lowest=0,
        by="faces",
        rule="CHR-14" if sort == "save" else "CHR-13",
        edges=edges,
        skill=skill,
        is_prime=is_prime,
        burn=burn,
        zero=bool(context.switch("chrome.doubleZeroIsCrit")),
        by_outcome=bool(context.switch("chrome.advantageByOutcome")),
        critical_gain=context.number(mechanics.CRITICAL_GAIN),
        favoured_gain=context.number(mechanics.FAVOURED_GAIN) if skill or is_prime else 0,
        plain_stress=plain,
        critical_stress=critical,
        kept=_kept(combatant, test, sort),
    )
    return as_rolled(plan, test)


def _stress_of(context: RulesContext, sort: str) -> tuple[int, int]:
    """Returns the Stress that a failure costs, plain and critical. Source: CHR-17, CHR-18."""
    if sort == "save":
        usual = number(context.switch("chrome.stressOnFailedSave"))
        return usual, context.number(mechanics.FUMBLED_SAVE_STRESS)
    usual = context.number(mechanics.FAILED_CHECK_STRESS)
    return usual, context.number(mechanics.FUMBLED_CHECK_STRESS)


def _kept(combatant: Combatant, test: str, sort: str) -> int:
    """Returns the marks that a test does not use up, as bits: all but those for one roll that are for this one.

    Source: CHR-16, CHR-20, CHR-63.
    """
    burning = combatant.condition(BURNING)
    once: tuple[str, ...] = ONCE[sort]
    if burning is not None and burning.note in ("", test):
        once = (*once, BURNING)
    return ~sum(1 << HELPS.index(key) for key in once)


def declared_burn(context: RulesContext, combatant: Combatant, test: str) -> int:
    """Returns the Conviction a combatant has said to burn on its next roll, if this is it. Source: CHR-20, CHR-60."""
    known = combatant.condition(BURNING)
    if known is None or known.note not in ("", test) or character.is_presence(combatant):
        return 0
    return (
        min(known.count or 0, character.conviction_now(combatant))
        if context.switch("chrome.burn")
        else 0
    )


def _parts(
    context: RulesContext, combatant: Combatant, test: str, sort: str, burn: int
) -> tuple[Modifier, ...]:
    base = Modifier(
        name=character.name_of(context, test),
        amount=character.value(context, combatant, test),
        rule="CHR-14" if sort == "save" else "CHR-13",
    )
    modifiers = [base, *character.effects(context, combatant, (f"{sort}_target",))]
    if burn:
        rate = number(context.ruleset.tables["burn"].get("rate"))
        modifiers.append(
            Modifier(name=context.texts.text_of("chrome.burn"), amount=burn * rate, rule="CHR-20")
        )
    return tuple(modifiers)


def _worn_parts(combatant: Combatant, kinds: Iterable[str]) -> tuple[Modifier, ...]:
    return tuple(
        Modifier(name=item.name, amount=amount, rule="CHR-16", key=item.key)
        for item, amount in gear.edges(combatant, kinds)
    )


def gm_edge(context: RulesContext, edge: int) -> tuple[Modifier, ...]:
    """Returns the game master's own Advantage or Disadvantage, if any. Source: CHR-16."""
    return game_master(context, edge, "CHR-16")


def situation(context: RulesContext, keys: Iterable[str]) -> tuple[Modifier, ...]:
    """Returns the situational modifiers that are on. Source: CHR-16.

    Raises:
        RuleError: one the ruleset does not know.
    """
    return tuple(map(modifier_of, chosen(context, keys, "CHR-16")))
