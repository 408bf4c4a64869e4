"""Attacks as they would be under other conditions: for what is worked out beforehand, a row of attacks or a fight."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.battlefield.plans import Key, Kinds
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.asks import Array, Truth
from encounter_gui.rules.model.items import HELD
from encounter_gui.rules.systems.declared import combat, sheet
from encounter_gui.rules.systems.declared import commands as do
from encounter_gui.rules.systems.declared.fighter import Fighter, condition_place
from encounter_gui.rules.systems.declared.rules import Strike


class Strikes:
    """The attacks of each on each, by the conditions that weigh on them: each is made by the table's own plan.

    ``modes`` counts the combinations of those conditions that somebody has, or an attack puts on.
    """

    def __init__(
        self, context: RulesContext, members: Sequence[Combatant], command: do.Attack | None = None
    ) -> None:
        """Takes the state, those who take part, and what is said of the attack; None: nothing is."""
        self._context, self._command = context, command
        self.kinds = Kinds([_plain(each) for each in members])
        self._weighing = _weighing(context, members)
        self.modes = 2 ** len(self._weighing)
        self._idle = [condition_place(context.ruleset, each) for each in _idle(context)]

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """How many values each part of a key has: attacker and its mode, target and its mode."""
        return self.kinds.count, self.modes, self.kinds.count, self.modes

    def plan(self, key: Key) -> Strike:
        """Returns the attack of a kind of combatant in a mode on another, as rolls alike are equal."""
        mine, own_mode, theirs, mode = key
        attacker = self._in(self.kinds.first[mine], own_mode)
        target = self._in(self.kinds.first[theirs], mode)
        if attacker.id == target.id:
            target = replace(target, id=CombatantId(f"{target.id}*"))
        there = {**self._context.state.combatants, attacker.id: attacker, target.id: target}
        view = replace(self._context, state=replace(self._context.state, combatants=there))
        command = self._command or do.Attack(who=attacker.id, target=target.id)
        command = replace(command, who=attacker.id, target=target.id)
        return bare(combat.plan_attack(view, command)[2])

    def _in(self, combatant: Combatant, mode: int) -> Combatant:
        keys = (key for bit, key in enumerate(self._weighing) if mode >> bit & 1)
        return replace(combatant, conditions=tuple(Condition(key=key) for key in keys))

    def mode(self, fighter: Fighter, now: int) -> Array:
        """Returns which of the conditions that weigh hold in a round, as one number."""
        ruleset = self._context.ruleset
        found = np.asarray(fighter.attacks * 0)
        for bit, key in enumerate(self._weighing):
            found = found + (fighter.until[condition_place(ruleset, key)] >= now) * (1 << bit)
        return found

    def is_idle(self, fighter: Fighter, now: int) -> Truth:
        """Returns whether a condition keeps somebody from acting in a round."""
        found: Truth = fighter.attacks < 0
        for place in self._idle:
            found = found | (fighter.until[place] >= now)
        return found


def _plain(combatant: Combatant) -> Combatant:
    """Returns a combatant with what its attacks are rolled with alone: many of a group are of one kind."""
    held = combatant.memo.get(HELD)
    memo = {HELD: held} if held else {}
    return replace(
        combatant, gauges={}, conditions=(), memo=memo, flags=(), note="", origin="", running=()
    )


def bare(plan: Strike) -> Strike:
    """Returns a plan without what its numbers are made of: what is rolled alike is equal."""
    parts = (Modifier(name="", amount=plan.bonus),) if plan.bonus else ()
    return replace(plan, parts=parts)


def _idle(context: RulesContext) -> tuple[str, ...]:
    return sheet.turns_of(context.ruleset).idle


def _weighing(context: RulesContext, members: Sequence[Combatant]) -> tuple[str, ...]:
    """Returns the conditions with effects that somebody has or may get."""
    attacks = context.ruleset.attacks
    there = {each.key for one in members for each in one.conditions}
    there |= {key for each in attacks for key in (each.on_hit, each.on_harm)}
    known = (each for each in context.ruleset.conditions if each.key in there)
    return tuple(each.key for each in known if each.effects)
