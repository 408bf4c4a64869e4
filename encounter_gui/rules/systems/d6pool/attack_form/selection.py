"""What is chosen on the attack bench, with defaults for what is not, or no longer fits."""

from dataclasses import dataclass, replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.d6pool import obligations
from encounter_gui.rules.systems.d6pool.combat.attack_plan import mode_of
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget, rounds
from encounter_gui.rules.view import FormChoices

GM_DICE = 9
"""Most dice the game master may add or take, either way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What is chosen on the bench, after defaults."""

    combatant: Combatant
    target: Combatant | None
    item: Item
    thrown: str
    mode: str
    band: gear.RangeBand
    dodge: int
    gm: int
    modifiers: tuple[str, ...]
    hero: bool

    @property
    def skill(self) -> str:
        """The skill the attack is made with, which a Hero Point doubles."""
        if self.item.kind == "explosive":
            return gear.explosive_of(self.item).skill
        return gear.weapon_of(self.item).skill

    @property
    def may_be_heroic(self) -> bool:
        """Whether a Hero Point can be spent on it."""
        return bool(self.combatant.gauges.get("hero")) and not self.combatant.has("heroic")

    @property
    def kind(self) -> str:
        """Which modifiers apply: those of ranged, melee or thrown attacks."""
        if self.item.kind == "explosive":
            return "thrown"
        return self.mode if self.mode in ("melee", "thrown") else "ranged"


def setting(context: RulesContext, choices: FormChoices) -> Selection | None:
    """Returns the choices with defaults filled in; None where nobody can act."""
    combatant = _actor(context, choices)
    if combatant is None:
        return None
    view = rounds.view_of_tie(context, combatant.id)
    combatant = view.combatant(combatant.id)
    thrown = obligations.weapon_in_air(context.state, combatant.id)
    item = (
        gear.find(combatant, choices.get("weapon", "")) or gear.find(combatant, "") or gear.UNARMED
    )
    mode = _mode(item, choices.get("mode", ""))
    target = _target(view, combatant, choices.get("target", ""), may_be_self=bool(thrown))
    band = choices.get("band", "")
    limit = character.dodge_limit(context, target) if target else 0
    made = Selection(
        combatant=combatant,
        target=target,
        item=item,
        thrown=thrown,
        mode=mode,
        band=band if band in gear.BANDS else "short",  # type: ignore[arg-type]  # one of the bands
        dodge=modifier_fields.whole(choices, "dodge", 0, limit),
        gm=modifier_fields.whole(choices, "gm", -GM_DICE, GM_DICE),
        modifiers=modifier_fields.chosen(context.ruleset, choices),
        hero=choices.get("hero") == modifier_fields.ON,
    )
    return made if made.may_be_heroic else replace(made, hero=False)


def _actor(context: RulesContext, choices: FormChoices) -> Combatant | None:
    state = context.state
    wanted = CombatantId(choices.get("who", ""))
    if wanted in state.acting:
        return state.combatants[wanted]
    now = [slot for slot in state.slots if slot.group == state.group]
    able = [slot for slot in now if action_budget.takes_part(state.combatants[slot.who], slot)]
    open_now = [slot.who for slot in able if not slot.is_done]
    return next((state.combatants[who] for who in (*open_now, *state.acting)), None)


def _target(
    context: RulesContext, combatant: Combatant, wanted: str, *, may_be_self: bool
) -> Combatant | None:
    chosen = context.state.combatants.get(CombatantId(wanted))
    if chosen is not None and _can_be_target(combatant, chosen, may_be_self=may_be_self):
        return chosen
    others = [each for each in context.state.combatants.values() if not character.is_out(each)]
    friends = ("pc", "ally") if combatant.side in ("pc", "ally") else (combatant.side,)
    return next(
        (each for each in others if each.side not in friends and each.id != combatant.id), None
    )


def _can_be_target(combatant: Combatant, chosen: Combatant, *, may_be_self: bool) -> bool:
    """The dead are none; somebody itself only of a blast of its own."""
    return not character.is_dead(chosen) and (chosen.id != combatant.id or may_be_self)


def _mode(item: Item, wanted: str) -> str:
    if item.kind == "explosive":
        return "thrown"
    try:
        return mode_of(gear.weapon_of(item), wanted)
    except RuleError:
        return mode_of(gear.weapon_of(item), "")
