"""What holds between people on the plan: somebody gives first aid. Source: D6P-46."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.view import Bond


def bonds(context: RulesContext) -> Iterator[Bond]:
    """Yields a bond for each who has spent this turn on somebody's first aid; other ties the rules do not know."""
    everybody = context.state.combatants
    for patient in everybody.values():
        aided = patient.condition("aided")
        helper = everybody.get(CombatantId(aided.by)) if aided is not None and aided.by else None
        if helper is None or not helper.has("busy") or helper.memo.get("rolled") != "first_aid":
            continue
        if patient.place is not None and helper.place is not None and helper.id != patient.id:
            text = context.texts.text_of("d6pool.field.first_aid")
            yield Bond(kind="aid", text=text, who=(helper.id, patient.id))
