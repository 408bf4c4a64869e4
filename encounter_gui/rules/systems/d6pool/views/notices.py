"""What waits for the game master in a D6-pool fight."""

from collections.abc import Iterator

from encounter_gui.rules.engine import turns
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.turn_order import tied_names
from encounter_gui.rules.presenters.words.notices import notice
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import obligations
from encounter_gui.rules.systems.d6pool.turns import action_budget, declarations, rounds
from encounter_gui.rules.view import Notice


def notices(context: RulesContext) -> tuple[Notice, ...]:
    """Returns what waits: explosives in the air, ties, bleeding PCs, and the declaring of intents."""
    return (*_in_air(context), *_tie(context), *_declaring(context))


def _in_air(context: RulesContext) -> Iterator[Notice]:
    for combatant in context.state.combatants.values():
        if obligations.weapon_in_air(context.state, combatant.id):
            command = do.Blast(who=combatant.id)
            open_ones = obligations.open_blasts(context.state, combatant.id)
            yield notice(
                context,
                "blast",
                kind="warn",
                command=command,
                owed=open_ones,
                who=combatant.name,
            )


def _tie(context: RulesContext) -> Iterator[Notice]:
    state = context.state
    if not rounds.is_tied(context):
        return
    slots = [
        slot
        for slot in state.slots_now
        if slot.is_done or action_budget.takes_part(context.combatant(slot.who), slot)
    ]
    done = sum(slot.is_done for slot in slots)
    count = {"done": done, "all": len(slots), "held": len(state.held)}
    can_apply = bool(state.held) and not turns.to_roll(rounds.ROUNDS, context)
    yield notice(
        context,
        "tie",
        note=context.texts.text_of("d6pool.notice.tie.note", **count),
        command=do.Apply() if can_apply else None,
        score=slots[0].score if slots else 0,
        who=tied_names(context, slots),
    )


def _declaring(context: RulesContext) -> Iterator[Notice]:
    state = context.state
    if state.stage == "running" and not state.slots:
        everybody = state.combatants.values()
        said = sum(declarations.moves_of(combatant) is not None for combatant in everybody)
        count = {"said": said, "all": len(everybody)}
        note = context.texts.text_of("d6pool.notice.declare.note", **count)
        yield notice(context, "declare", note=note, turn=state.round)
