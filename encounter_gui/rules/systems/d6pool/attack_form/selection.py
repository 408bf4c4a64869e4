"""What is chosen on the attack form, with defaults for what is not, or no longer fits."""

from functools import cached_property

from typing_extensions import override

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import form
from encounter_gui.rules.systems.d6pool import obligations
from encounter_gui.rules.systems.d6pool.combat.attack_plan import explosive_in, mode_of
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget, rounds
from encounter_gui.rules.view import FormChoices

GM_DICE = 9
"""Most dice the game master may add or take, either way."""


class Selection(form.Selection):
    """What is chosen on the attack form of a D6-pool fight, after defaults."""

    @cached_property
    def view(self) -> RulesContext:
        """What the rolls of the attacker are made from."""
        return rounds.view_of_tie(self.context, self.actor.id)

    @cached_property
    def item(self) -> Item:
        """The weapon or explosive."""
        wanted = gear.find(self.actor, self.choices.get("weapon", ""))
        return wanted or gear.find(self.actor, "") or gear.UNARMED

    @property
    def weapon(self) -> gear.Weapon:
        """The weapon, as the rules see it."""
        return gear.weapon_of(self.item)

    @cached_property
    def explosive(self) -> gear.Explosive:
        """The explosive that is in the air, otherwise the one in hand."""
        return explosive_in(self.actor, self.thrown or self.item.key)

    @cached_property
    def thrown(self) -> str:
        """The key of the actor's explosive in the air; empty: none is."""
        return obligations.weapon_in_air(self.context.state, self.actor.id)

    @property
    def is_blast(self) -> bool:
        """Whether an explosive of the actor is in the air, so that it is asked whom the blast catches."""
        return bool(self.thrown)

    @property
    def is_explosive(self) -> bool:
        """Whether an explosive is thrown."""
        return self.item.kind == "explosive"

    @cached_property
    def mode(self) -> str:
        """The fire mode, or ``melee`` or ``thrown``."""
        if self.is_explosive:
            return "thrown"
        try:
            return mode_of(self.weapon, self.choices.get("mode", ""))
        except RuleError:
            return mode_of(self.weapon, "")

    @property
    def kind(self) -> str:
        """The kind of attack that situational modifiers are for: ranged, melee or thrown."""
        return self.mode if self.mode in ("melee", "thrown") else "ranged"

    @cached_property
    @override
    def target(self) -> Combatant | None:
        """The target; by default the first opponent who is not out. None: there is none."""
        chosen = self.chosen_combatant("target", self.view)
        if chosen is not None and self.can_be_target(chosen):
            return chosen
        others = self.view.state.combatants.values()
        return self.first_opponent(
            each for each in others if not character.is_out(each) and not self.is_struck(each)
        )

    def can_be_target(self, target: Combatant) -> bool:
        """Returns whether a combatant may be aimed at: not the dead, and the actor only by a blast of its own."""
        if self.is_struck(target):
            return False
        return not character.is_dead(target) and (target.id != self.actor.id or self.is_blast)

    def is_struck(self, target: Combatant) -> bool:
        """Returns whether the explosive in the air has struck a combatant already. Source: D6P-40."""
        return target.id in obligations.struck_by(self.context.state, self.actor.id)

    @property
    def band(self) -> gear.RangeBand:
        """How far it is."""
        return self.pick("band", gear.BANDS, "short")

    @property
    def dodge(self) -> int:
        """The dice the target spends on dodging or parrying. Source: D6P-31, D6P-41."""
        return self.number("dodge", 0, self.dodge_limit)

    @property
    def dodge_limit(self) -> int:
        """The most dice the target can spend on dodging. Source: D6P-31, D6P-41."""
        if self.is_blast and self.context.switch("d6pool.grenadeAlwaysHits"):
            return 0
        return action_budget.dodge_limit(self.context, self.target) if self.target else 0

    # ---- several in one blast

    @cached_property
    def in_blast(self) -> tuple[Combatant, ...]:
        """Who is struck together, the target first: it is set up in the head of the form. Source: D6P-40."""
        combatants = self.view.state.combatants.values()
        others = (
            each
            for each in combatants
            if self.is_on(blast_key("in", each)) and self.can_be_target(each)
        )
        target = self.require_target()
        return (target, *(each for each in others if each.id != target.id))

    def blast_band(self, target: Combatant) -> gear.RangeBand:
        """How far from the blast somebody is."""
        return self.pick(blast_key("band", target), gear.BANDS, "short")

    def blast_dodge(self, target: Combatant) -> int:
        """The dice somebody in the blast spends on dodging. Source: D6P-31, D6P-32, D6P-41."""
        if self.context.switch("d6pool.grenadeAlwaysHits"):
            return 0
        most = action_budget.dodge_limit(self.context, target)
        return self.number(self._key_in_blast("dodge", target), 0, most)

    def _key_in_blast(self, key: str, target: Combatant) -> str:
        """Returns the key of what is chosen for somebody in the blast; it may be chosen for all of them."""
        own = blast_key(key, target)
        return own if own in self.choices else key

    def blast_gm(self, target: Combatant) -> int:
        """The dice the game master adds or takes against somebody in the blast."""
        return self.number(self._key_in_blast("gm", target), -GM_DICE, GM_DICE)

    @property
    def gm(self) -> int:
        """The dice the game master adds or takes."""
        return self.number("gm", -GM_DICE, GM_DICE)

    @property
    def has_running_hero_point(self) -> bool:
        """Whether a Hero Point doubles the skill already. Source: D6P-12."""
        skill = self.explosive.skill if self.is_explosive else self.weapon.skill
        return self.actor.memo.get("hero") == skill

    @property
    def may_be_heroic(self) -> bool:
        """Whether a Hero Point can be spent on the attack. Source: D6P-12."""
        return bool(self.actor.gauges.get("hero")) and not self.actor.has("heroic")

    @property
    def hero(self) -> bool:
        """Whether a Hero Point is to be spent."""
        return self.may_be_heroic and self.is_on("hero")


def blast_key(key: str, target: Combatant) -> str:
    """Returns the key of a choice that holds for one of several in a blast."""
    return f"{key}.{target.id}"


def selection_of(context: RulesContext, choices: FormChoices) -> Selection | None:
    """Returns what is chosen; None where nobody can act."""

    def takes_part(slot: Slot) -> bool:
        return action_budget.takes_part(context.combatant(slot.who), slot)

    def goes_on(who: CombatantId) -> bool:
        return bool(obligations.weapon_in_air(context.state, who))

    who = form.next_actor(context, choices, takes_part, goes_on=goes_on)
    if who is None:
        return None
    view = rounds.view_of_tie(context, who)
    return Selection(context, choices, view.combatant(who))
