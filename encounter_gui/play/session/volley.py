"""The attacks of many carried out in one go, each by the command of a single attack, all as one gesture."""

from collections.abc import Mapping

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command, Note
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.presenters.volley.preview import left_out_text, target_of
from encounter_gui.rules.view import VolleyPlan


class Volley:
    """What is carried out, command by command: a heading, the attacks, and a last line that says who was left out.

    Each attack is made of the choices when its turn comes: an attacker who has fallen, has no rounds left, or may not
    act is left out with the reason, and a target that has fallen is passed over for the next that stands.
    """

    def __init__(self, system: System, plan: VolleyPlan) -> None:
        """Takes the rules and who attacks whom."""
        self._system = system
        self._plan = plan
        self._place = 0
        self._is_over = False
        self._left_out: dict[CombatantId, str] = {}

    @property
    def decided(self) -> Mapping[str, str]:
        """What is chosen whenever somebody could react: nothing is decided unless the plan says that nobody does."""
        return self._system.reactions if self._plan.is_declined else {}

    def heading(self, context: RulesContext) -> Note:
        """Returns the line that begins it.

        Raises:
            RuleError: nobody of them can attack, or there is nobody to be attacked.
        """
        plan = self._plan
        if not plan.attackers or not plan.targets:
            raise refuse("rules.volley.nobody" if plan.targets else "rules.volley.choose_target")
        first = self._next_attack(context)
        left_out, self._left_out, self._place = self._left_out, {}, 0
        if first is None:
            raise refuse("rules.volley.cannot", why=left_out_text(context, left_out))
        aimed = dict.fromkeys(plan.targets[place] for place in plan.aims)
        text = context.texts.text_of(
            "rules.volley.heading",
            who=names_of(self._attackers(context)),
            at=names_of(map(context.known_combatant, aimed)),
        )
        return Note(text=text, part="begins")

    def following(self, context: RulesContext) -> Command | None:
        """Returns the next attack, at last the line that ends it; None: it is over."""
        attack = self._next_attack(context)
        if attack is not None or self._is_over:
            return attack
        self._is_over = True
        return self._last_line(context)

    def step_back(self) -> None:
        """Has the last attack that was returned be chosen anew: it has not been made."""
        self._place = max(self._place - 1, 0)

    def _next_attack(self, context: RulesContext) -> Command | None:
        """Returns the attack of the next who can; those who cannot are left out."""
        plan = self._plan
        while self._place < len(plan.attackers):
            who, place = plan.attackers[self._place], self._place
            self._place += 1
            try:
                target = target_of(plan, place, self._system.standing(context))
                if target is None:
                    raise refuse("rules.volley.no_target")
                return self._system.attack_at(context, who, target, plan.choices)
            except RuleError as refused:
                self._left_out[who] = context.texts.text(refused.message)
        return None

    def _last_line(self, context: RulesContext) -> Note:
        if self._left_out:
            return Note(text=left_out_text(context, self._left_out), part="falls_short")
        names = names_of(self._attackers(context))
        return Note(text=context.texts.text_of("rules.volley.all_attacked", who=names), part="ends")

    def _attackers(self, context: RulesContext) -> list[Combatant]:
        known = context.state.combatants
        return [known[who] for who in self._plan.attackers if who in known]
