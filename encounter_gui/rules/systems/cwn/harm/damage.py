"""Damage to one combatant at the table: its fact, and the save it may make due. Source: CWN-07, CWN-25, CWN-63."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Value
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.table import Answers, TablePlay, at_table, without_dice
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.harm import injuries
from encounter_gui.rules.systems.cwn.rules.falls import FallResult, collapse
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.harm import Harm, suffer
from encounter_gui.rules.systems.cwn.rules.strike import Blow


class DamageResult(Struct, frozen=True, kw_only=True):
    """What damage comes to: how much is soaked, how many hit points are lost, and what becomes of the target."""

    target: CombatantId
    soaked: int = 0
    lost: int = 0
    fate: FallResult = ""


def deal(
    resolution: Resolution,
    what: str,
    who: CombatantId | None,
    target: CombatantId,
    blow: Blow,
    /,
    *,
    is_lethal: bool = True,
    **values: Value,
) -> DamageResult:
    """Lets a blow take effect, and records the fact of it: what kind of attack, whose, with these values.

    Raises:
        RuleError: the game master has soak take more than there is of it, or of damage.
    """

    def tell(resolution: Resolution, harm: Harm) -> Rolling[Harm]:
        yield from ()
        raw = {"damage": int(blow.amount), "raw": int(blow.amount)}
        done = {"soaked": int(harm.soaked), "lost": int(harm.lost), "fate": harm.fate}
        all_of_it = {**values, **raw, **done}
        resolution.record(ev.Resolved(what=what, who=who, target=target, values=all_of_it))
        return harm

    answers = replace(_answers(what, who), moments={"harm": tell})
    return _inflict(TablePlay(resolution), target, blow, answers, is_lethal=is_lethal)


def deal_untold(
    resolution: Resolution, by: CombatantId, target: CombatantId, blow: Blow, *, is_lethal: bool
) -> DamageResult:
    """Lets a blow take effect of which nothing is told but what becomes of the target."""
    return _inflict(_Untold(resolution), target, blow, _answers("", by), is_lethal=is_lethal)


class _Untold(TablePlay):
    """Soak takes what it can: no number of the game master, and no line of the arithmetic."""

    @override
    def number_of(
        self, who: Any, key: str, value: Any, *, least: int | None = None, most: Any = None
    ) -> Any:
        """Returns a number as the rules have it."""
        return value

    @override
    def reason(self, key: str, rule: str, **params: Any) -> None:
        """Adds nothing."""


def _inflict(
    play: TablePlay, target: CombatantId, blow: Blow, answers: Answers, *, is_lethal: bool
) -> DamageResult:
    part = at_table(play, Fighter, suffer, {"target": target}, blow, is_lethal, answers=answers)
    harm = without_dice(part)
    return DamageResult(target=target, soaked=int(harm.soaked), lost=int(harm.lost), fate=harm.fate)


def _answers(fact: str, by: CombatantId | None) -> Answers:
    """Returns what the table does about the save of who falls after a Traumatic Hit. Source: CWN-63.

    ``fact`` is the kind of the fact that tells of the fall, empty if there is none.
    """

    def owe(resolution: Resolution, who: CombatantId) -> None:
        injuries.owe_save(resolution, who, fact=fact, by=by)

    return Answers(tests={"injury_save": owe})


def put_down(
    resolution: Resolution,
    who: CombatantId,
    *,
    by: CombatantId | None = None,
    is_lethal: bool = True,
) -> FallResult:
    """Lets a combatant fall whose hit points are gone, by hand or at once; returns what becomes of it.

    Source: CWN-43, CWN-57.
    """
    play, before = TablePlay(resolution), resolution.combatant(who)
    people = {"target": who}
    without_dice(at_table(play, Fighter, collapse, people, is_lethal, answers=_answers("", by)))
    after = resolution.combatant(who)
    fates: tuple[FallResult, ...] = ("dead", "mortally_wounded", "unconscious")
    return next((each for each in fates if after.has(each) and not before.has(each)), "")


def fate_text(context: RulesContext, fate: str) -> str:
    """Returns what became of a target, to stand after what it lost; empty for nothing."""
    return context.texts.text_of(f"cwn.fate.{fate}") if fate else ""


def harm_text(context: RulesContext, amount: int, result: DamageResult) -> str:
    """Returns what one of several targets suffered, in words."""
    return context.texts.text_of(
        "cwn.blast.hurt",
        target=context.combatant(result.target).name,
        damage=amount,
        lost=result.lost,
        fate=fate_text(context, result.fate),
    )
