"""Fights played by the procedures of the table, everybody as the doctrine ``simple`` says."""

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget, rounds
from tests.helpers import table_player


class TablePlayer(table_player.TablePlayer):
    """Who has too few rounds reloads; nobody dodges unless ``defends``: then with all dice that are allowed."""

    defends = False

    @override
    def is_out(self, combatant: Combatant) -> bool:
        return character.is_out(combatant)

    @override
    def act(self, who: CombatantId) -> bool:
        view = rounds.view_of_tie(self.context, who)
        actor = view.combatant(who)
        targets = self.targets_of(actor, view)
        if not targets:
            return False
        item = gear.find(actor, "")
        weapon = item.key if item and item.kind == "weapon" else gear.UNARMED.key
        dodge = action_budget.dodge_limit(view, view.combatant(targets[0])) if self.defends else 0
        command = do.Attack(who=who, target=targets[0], weapon=weapon, dodge=dodge)
        plan = plan_attack(view, command)
        if plan.rounds > actor.gauges.get(plan.weapon.ammo, 0):
            return self.tried(do.Reload(who=who, weapon=weapon))
        return self.tried(command)
