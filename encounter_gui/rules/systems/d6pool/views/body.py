"""The figure of a combatant under the D6-pool rules."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.words.facts import fact
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.view import BodyView


def body(context: RulesContext, who: CombatantId) -> BodyView:
    """Returns the figure: D6 pools know no locations, so it shows the state of the whole body."""
    combatant = context.combatant(who)
    level, key = _body_state(combatant)
    left, full = character.health_now(combatant), character.health(combatant)
    return BodyView(
        who=who,
        name=combatant.name,
        level=level,
        letter=context.texts.text_of(f"d6pool.body.{key}.letter"),
        text=context.texts.text_of(f"d6pool.body.{key}"),
        armor=context.texts.text_of("d6pool.body.armor", level=gear.armor_level(combatant)),
        facts=(
            fact(context, "column.th", f"{left}/{full}".replace("-", "−")),
            fact(context, "body.down_in", max(left, 0)),
            fact(context, "body.dead_in", max(left + full, 0)),
        ),
    )


def _body_state(combatant: Combatant) -> tuple[int, str]:
    if character.is_dead(combatant):
        return 6, "dead"
    if character.is_down(combatant):
        return 5, "down"
    if character.is_wounded(combatant):
        return 3, "wounded"
    return (1, "stunned") if combatant.has("stunned") else (0, "unhurt")
