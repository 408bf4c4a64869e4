"""What a Stat Check or a Save will be rolled with, and why: for the table, the bench and the odds alike."""

from collections.abc import Iterable
from dataclasses import dataclass

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.modifiers import Part, total
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome.sheet import character, gear

BURNING = "burning"
"""The condition of whoever burns Conviction on its next roll: ``count`` of it, ``note`` the test. Source: CHR-20."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestPlan:
    """A Stat Check or a Save before it is rolled. Source: CHR-13 to CHR-16, CHR-19, CHR-20.

    ``targets`` add up to what has to be rolled under; ``edges`` speak for Advantage (1) or Disadvantage (−1) each.
    ``skill`` is the one used, empty if the roller does not have it.
    """

    __test__ = False

    who: CombatantId
    test: str
    targets: tuple[Part, ...]
    edges: tuple[Part, ...]
    skill: str
    is_prime: bool
    burn: int
    zero: bool
    by_outcome: bool

    @property
    def target(self) -> int:
        """What has to be rolled under."""
        return total(self.targets)

    @property
    def edge(self) -> int:
        """1 for Advantage, −1 for Disadvantage; both at once cancel, several of one kind are one. Source: CHR-16."""
        amounts = {1 if part.amount > 0 else -1 for part in self.edges}
        return sum(amounts)

    @property
    def dice(self) -> int:
        """How many d100 are rolled. Source: CHR-16."""
        return 2 if self.edge else 1

    @property
    def is_save(self) -> bool:
        """Whether it is a Save."""
        return self.test in character.SAVES

    @property
    def is_favoured(self) -> bool:
        """Whether a plain success brings Conviction. Source: CHR-19."""
        return self.is_prime if self.is_save else bool(self.skill)


def plan_test(
    scene: Scene,
    one: Combatant,
    test: str,
    *,
    skill: str = "",
    burn: int = 0,
    edges: Iterable[Part] = (),
    kinds: Iterable[str] = (),
) -> TestPlan:
    """Returns what a Stat Check or a Save will be rolled with. Source: CHR-13, CHR-14, CHR-16, CHR-19, CHR-20.

    Args:
        scene: where.
        one: who rolls.
        test: the Stat or Save.
        skill: the skill it may use.
        burn: the Conviction spent on it.
        edges: what else speaks for or against it, the game master included.
        kinds: what else it is, as conditions name it: ``defence``, say.
    """
    sort = "save" if test in character.SAVES else "stat"
    by_condition = character.effects(scene, one, (sort, test, *kinds))
    burn = burn or declared_burn(scene, one, test)
    return TestPlan(
        who=one.id,
        test=test,
        targets=_targets(scene, one, test, sort, burn),
        edges=(*by_condition, *_worn(one, (test, *kinds)), *edges),
        skill=skill if sort == "stat" and character.has_skill(one, skill) else "",
        is_prime=sort == "save" and character.is_prime(one, test),
        burn=burn,
        zero=bool(scene.switch("chrome.doubleZeroIsCrit")),
        by_outcome=bool(scene.switch("chrome.advantageByOutcome")),
    )


def declared_burn(scene: Scene, one: Combatant, test: str) -> int:
    """Returns the Conviction somebody has said to burn on its next roll, if this is it. Source: CHR-20, CHR-60."""
    known = one.condition(BURNING)
    if known is None or known.note not in ("", test) or character.is_presence(one):
        return 0
    return (
        min(known.count or 0, character.conviction_now(one)) if scene.switch("chrome.burn") else 0
    )


def _targets(scene: Scene, one: Combatant, test: str, sort: str, burn: int) -> tuple[Part, ...]:
    base = Part(
        name=character.name_of(scene, test),
        amount=character.value(scene, one, test),
        rule="CHR-14" if sort == "save" else "CHR-13",
    )
    parts = [base, *character.effects(scene, one, (f"{sort}_target",))]
    if burn:
        rate = number(scene.ruleset.tables["burn"].get("rate"))
        parts.append(Part(name=scene.words.word("chrome.burn"), amount=burn * rate, rule="CHR-20"))
    return tuple(parts)


def _worn(one: Combatant, kinds: Iterable[str]) -> tuple[Part, ...]:
    return tuple(
        Part(name=item.name, amount=amount, rule="CHR-16", key=item.key)
        for item, amount in gear.edges(one, kinds)
    )


def gm_edge(scene: Scene, edge: int) -> tuple[Part, ...]:
    """Returns the game master's own Advantage or Disadvantage, if any. Source: CHR-16."""
    return (Part(name=scene.words.word("chrome.gm"), amount=edge, rule="CHR-16"),) if edge else ()


def situation(scene: Scene, chosen: Iterable[str]) -> tuple[Part, ...]:
    """Returns the situational modifiers that are on. Source: CHR-16.

    Raises:
        RuleError: one the ruleset does not know.
    """
    parts: list[Part] = []
    for key in dict.fromkeys(chosen):
        known = scene.ruleset.modifier(key)
        if known is None:
            raise refuse("chrome.no_such_modifier", rule="CHR-16", modifier=key)
        parts.append(Part(name=known.name, amount=known.amount, rule=known.rule, key=key))
    return tuple(parts)
