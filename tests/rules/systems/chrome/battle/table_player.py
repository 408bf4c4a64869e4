"""Fights played by the procedures of the table, everybody as the doctrine ``simple`` says."""

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat import frenzy
from encounter_gui.rules.systems.chrome.combat.attack_plan import plan_attack, why_unusable
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear
from encounter_gui.rules.systems.chrome.sheet.gear import Weapon
from encounter_gui.rules.systems.chrome.sheet.stride import room
from tests.helpers import table_player


class TablePlayer(table_player.TablePlayer):
    """Every Major Action an attack, of enemies each attack of the list; Saves, and nobody in the line of a shot.

    Where ``defends`` is set, both sides go into cover: Operators when a shot that hits would kill them, enemies when
    their lists leave them the move besides all attacks.
    """

    defends = False
    times_hidden = 0

    @override
    def is_out(self, combatant: Combatant) -> bool:
        return character.is_out(combatant)

    @override
    def option(self, choice: Choice) -> str:
        for answer in ("save", "no"):
            if answer in choice.options:
                return answer
        return next(each.id for each in self.all if each.id in choice.options)

    @override
    def command(self, command: Command) -> None:
        """And who is in a frenzy attacks at once, unless the fight is over."""
        super().command(command)
        for each in self.all:
            if self.winner() or not frenzy.must_attack(self.context, each.id):
                continue
            arms = [weapon for weapon, _ in frenzy.usable_weapons(each)]
            hand = gear.find(each, "")
            arms.sort(key=lambda weapon: hand is None or weapon.key != hand.key)
            self.command(self._attack(each, arms[0]))

    @override
    def act(self, who: CombatantId) -> bool:
        """The next Major Action, or the next attack of a list: ``played`` are those of this turn, by weapon."""
        actor = self.context.combatant(who)
        if not character.can_act(actor) or self.winner():
            return False
        return (self.defends and self._hides(actor)) or self._attacks(actor)

    def _attacks(self, actor: Combatant) -> bool:
        who = actor.id
        if action_budget.goes_by_block(self.context, actor):
            return self._act_by_list(actor)
        if action_budget.actions_left(self.context, actor) < 1:
            return False
        if not character.is_operator(actor):
            return self._act_by_majors(actor)
        hand = gear.find(actor, "")
        lying = gear.troubled_keys(actor, gear.DROPPED)
        if lying and not actor.memo_text("held"):
            return self.tried(do.PickUp(who=who))
        weapon = gear.weapon_of(hand) if hand is not None and hand.kind == "weapon" else None
        if weapon is not None and (trouble := self._trouble(actor, weapon)) is not None:
            return self.tried(trouble)
        if weapon is None or why_unusable(actor, weapon, band_of(weapon)):
            others = (gear.weapon_of(item) for item in actor.items if item.kind == "weapon")
            weapon = next(
                (each for each in others if not why_unusable(actor, each, band_of(each))), None
            )
        if weapon is None:
            return False
        if character.lacks_courage(actor):
            return self.tried(do.Engage(who=who))
        return self.tried(self._attack(actor, weapon))

    def _hides(self, actor: Combatant) -> bool:
        """Moves somebody into cover that it is not in yet, if it wants to. Source: CHR-29n, CHR-34."""
        context = self.context
        if actor.has("in_cover") or action_budget.actions_left(context, actor) < 1:
            return False
        arms = [gear.weapon_of(item) for item in actor.items if item.kind == "weapon"]
        by_block = action_budget.goes_by_block(context, actor)
        listed = sum(
            action_budget.actions_left(context, actor, each.key) if by_block else each.attacks
            for each in arms
        )
        is_free = action_budget.actions_left(context, actor) > listed
        if not (self._is_in_danger(actor) if character.is_operator(actor) else is_free):
            return False
        self.times_hidden += 1
        return self.tried(do.Move(who=actor.id, metres=room(context, actor) // 2, cover=True))

    def _is_in_danger(self, actor: Combatant) -> bool:
        shots = (
            do.Attack(who=other, target=actor.id, weapon=weapon.key, band=band_of(weapon))
            for other in self.targets_of(actor, self.context)
            for weapon in map(gear.weapon_of, self.context.combatant(other).items)
            if weapon.is_ranged and weapon.bands
        )
        return any(
            plan_attack(self.context, shot).applied(is_critical=False)
            >= character.health_now(actor)
            for shot in shots
        )

    def _act_by_list(self, actor: Combatant) -> bool:
        for item in actor.items:
            weapon = gear.weapon_of(item)
            if item.kind != "weapon" or not weapon.bands:
                continue
            if action_budget.actions_left(self.context, actor, weapon.key):
                trouble = self._trouble(actor, weapon)
                return self.tried(trouble or self._attack(actor, weapon))
        return False

    def _act_by_majors(self, actor: Combatant) -> bool:
        """By house rule each attack takes a Major Action; no more are made than the block lists."""
        arms = [gear.weapon_of(item) for item in actor.items if item.kind == "weapon"]
        listed = [weapon for weapon in arms for _ in range(weapon.attacks)]
        made = actor.gauges.get(action_budget.ATTACKS, 0)
        return made < len(listed) and self.tried(self._attack(actor, listed[made]))

    def _trouble(self, actor: Combatant, weapon: Weapon) -> Command | None:
        """What a weapon needs before it can be used."""
        if gear.is_dropped(actor, weapon.key):
            return do.PickUp(who=actor.id, weapon=weapon.key)
        if weapon.magazine and actor.gauges.get(weapon.ammo, 0) < 1:
            return do.Reload(who=actor.id, weapon=weapon.key)
        if gear.is_jammed(actor, weapon.key):
            return do.ClearJam(who=actor.id, weapon=weapon.key)
        return None

    def _attack(self, actor: Combatant, weapon: Weapon) -> do.Attack:
        target = self.targets_of(actor, self.context)[0]
        return do.Attack(who=actor.id, target=target, weapon=weapon.key, band=band_of(weapon))


def band_of(weapon: Weapon) -> gear.RangeBand:
    """Short where a firearm reaches it, else the first band."""
    if weapon.kind == "firearm" and weapon.works_at("short"):
        return "short"
    return weapon.bands[0] if weapon.bands else "close"
