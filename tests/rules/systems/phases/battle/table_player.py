"""Fights played by the procedures of the table, everybody as the doctrine ``simple`` says."""

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.attack_form.selection import strike_at
from encounter_gui.rules.systems.phases.combat.attack_conditions import is_jammed
from encounter_gui.rules.systems.phases.combat.defenses import ALL_OUT
from encounter_gui.rules.systems.phases.odds.panel import case_of, victim_of
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.turns import phases_of_round
from tests.helpers import table_player
from tests.rules.systems.phases.odds.by_the_rules import out_by_a_hit


class TablePlayer(table_player.TablePlayer):
    """One attack an action, against Standard Defense; bare hands where the weapon cannot be used.

    Where ``defends`` is set, who is attacked before its initiative aborts to All-Out Dodge when a hit would more likely
    than not put it out.
    """

    defends = False
    times_dodged = 0
    attack = do.Attack(who=CombatantId(""), target=CombatantId(""))

    @override
    def is_out(self, combatant: Combatant) -> bool:
        return character.is_out(self.context, combatant)

    @override
    def option(self, choice: Choice) -> str:
        if self.defends and ALL_OUT in choice.options and self._pays():
            self.times_dodged += 1
            return ALL_OUT
        return "standard" if "standard" in choice.options else choice.options[0]

    @override
    def act(self, who: CombatantId) -> bool:
        view = phases_of_round.view_of(self.context, who)
        actor = view.combatant(who)
        targets, item = self.targets_of(actor, view), gear.find(actor, "")
        if not character.actions_left(view, actor) or not targets or item is None:
            return False
        weapon = gear.weapon_of(item)
        if weapon.magazine and not actor.gauges.get(weapon.ammo):
            return self.tried(do.Reload(who=who))
        if is_jammed(actor, weapon.key):
            return self.tried(do.ClearJam(who=who))
        arms = (weapon.key, gear.bare_hands(actor).key)
        for each in arms:
            self.attack = do.Attack(who=who, target=targets[0], weapon=each, shots=1)
            if self.tried(self.attack):
                return True
        return False

    def _pays(self) -> bool:
        """Returns whether a hit would more likely than not put the target out, with its tests. Source: PHA-51."""
        strike = strike_at(phases_of_round.view_of(self.context, self.attack.who), self.attack)
        return out_by_a_hit(case_of(strike), victim_of(strike.view, strike.target)) > 1 / 2
