"""An attack action between two rolls: what is known by then, kept with what is still owed of it. Source: PHA-78."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant, Condition, Record
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases.combat.attack_plan import (
    AttackPlan,
    plan_current,
)
from encounter_gui.rules.systems.phases.combat.hits import Blow
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.sheet import character


class AttackStage(msgspec.Struct, frozen=True, kw_only=True):
    """An attack action, or a free counter-attack, on its way.

    ``command`` names weapon, mode and number of discharges, whatever the command left open. ``number`` is the
    discharge, counted from 0. ``off_balance``: the attacker was when it began. ``used`` are the actions the target had
    used by then. ``defense`` and ``against`` are what the attack has to beat. ``hits`` are those still to be rolled.
    """

    command: Attack
    number: int = 0
    is_free: bool = False
    off_balance: bool = False
    used: int = 0
    defense: str = ""
    against: int = 0
    hits: int = 0

    @property
    def blow(self) -> Blow:
        """Who hits whom, and where it is aimed."""
        command = self.command
        return Blow(target=command.target, striker=command.who, aim=command.place)


def first_stage(
    context: RulesContext, command: Attack, plan: AttackPlan, defense: str, *, is_free: bool
) -> AttackStage:
    """Returns the first stage of an attack action."""
    attacker, target = context.combatant(command.who), context.combatant(command.target)
    if plan.technique is None:
        command = msgspec.structs.replace(command, weapon=plan.weapon.key, mode=plan.mode)
    return AttackStage(
        command=msgspec.structs.replace(command, shots=len(plan.discharges)),
        is_free=is_free,
        off_balance=attacker.has("off_balance"),
        used=target.gauges.get(character.USED, 0),
        defense=defense,
    )


def plan_of(context: RulesContext, stage: AttackStage) -> AttackPlan:
    """Returns the next discharge of an attack action as it stands now; those after it have plans of their own.

    The action is paid for by then, so its penalty is the one that stands. Source: PHA-23, PHA-33, PHA-35, PHA-78.

    Raises:
        RuleError: it cannot be made any more: no weapon, no rounds.
    """
    return plan_current(_unsteady(context, stage), msgspec.structs.replace(stage.command, shots=1))


def has_rounds(context: RulesContext, stage: AttackStage) -> bool:
    """Returns whether there is a round left for the next discharge: without one it is refused. Source: PHA-77."""
    try:
        plan_of(context, stage)
    except RuleError:
        return False
    return True


def _unsteady(context: RulesContext, stage: AttackStage) -> RulesContext:
    """Returns the context with the attacker off balance, if it was when the action began. Source: PHA-35."""
    attacker = context.combatant(stage.command.who)
    if not stage.off_balance or attacker.has("off_balance"):
        return context
    conditions = (*attacker.conditions, Condition(key="off_balance"))
    combatants = {**context.state.combatants, attacker.id: replace(attacker, conditions=conditions)}
    return replace(context, state=replace(context.state, combatants=combatants))


def as_announced(stage: AttackStage, target: Combatant) -> Combatant:
    """Returns the target with the actions it had used when the attack was announced: its defense is one more."""
    return replace(target, gauges={**target.gauges, character.USED: stage.used})


# ---- as a record


def values_of(stage: AttackStage) -> dict[str, Record]:
    """Returns a stage as the values of an obligation."""
    return {
        "command": {
            key: _plain(each)
            for key, each in msgspec.to_builtins(stage.command).items()
            if each is not None
        },
        "number": stage.number,
        "is_free": stage.is_free,
        "off_balance": stage.off_balance,
        "used": stage.used,
        "defense": stage.defense,
        "against": stage.against,
        "hits": stage.hits,
    }


def _plain(value: Any) -> str | int | bool | tuple[str, ...]:  # noqa: ANN401 - a field of a command
    return tuple(value) if isinstance(value, list | tuple) else value


def stage_of(values: Mapping[str, Record]) -> AttackStage:
    """Returns a stage from the values of an obligation."""
    plain = {**values, "command": msgspec.convert(values["command"], Attack)}
    return AttackStage(**plain)  # type: ignore[arg-type]  # written by values_of
