"""What waits for the game master in a fight in phases, most urgent first."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import turns
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.turn_order import tied_names
from encounter_gui.rules.presenters.words.notices import notice
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.actions.movement import FLOUNDERING
from encounter_gui.rules.systems.phases.harm.wounds import shock_level
from encounter_gui.rules.systems.phases.sheet import character, clocks
from encounter_gui.rules.systems.phases.sheet.character import takes_part
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text
from encounter_gui.rules.systems.phases.turns import phases_of_round
from encounter_gui.rules.view import Notice


def notices(context: RulesContext) -> tuple[Notice, ...]:
    """Returns what waits: the dying, Shock Tests due, ties, declarations, first aid under way."""
    return (
        *_clinically_dead(context),
        *_drowning(context),
        *_shock_due(context),
        *_tie(context),
        *_declaring(context),
        *_aiding(context),
    )


def _clinically_dead(context: RulesContext) -> Iterator[Notice]:
    """A combatant can be brought back for a minute. Source: PHA-72."""
    texts = context.texts
    for combatant in context.state.combatants.values():
        if not combatant.has("clinically_dead"):
            continue
        left = _phases_left(context, combatant, "clinically_dead") or 0
        note = texts.text_of("phases.notice.phases_left", phases=left)
        yield notice(context, "dying", kind="danger", note=note, who=combatant.name)


def _drowning(context: RulesContext) -> Iterator[Notice]:
    """What comes of drowning is the game master's, after one last test with something to grab. Source: PHA-16."""
    for combatant in context.state.combatants.values():
        state = combatant.memo_text(FLOUNDERING)
        if state in ("drowning", "last") and not character.is_dead(combatant):
            note = context.texts.text_of(f"phases.notice.drowning.{state}")
            yield notice(context, "drowning", kind="danger", note=note, who=combatant.name)


def _shock_due(context: RulesContext) -> Iterator[Notice]:
    """Shock Tests that come with the next phase. Source: PHA-70."""
    texts = context.texts
    for combatant in context.state.combatants.values():
        left = _phases_left(context, combatant, "in_shock")
        if left is None or left > 1:
            continue
        if _owes(context, combatant.id, "clock_shock"):
            continue
        worst = shock_level(combatant)
        bonus = character.level(context, combatant, "stamina") + sum(
            modifier.amount for modifier in character.fatigue_parts(context, combatant)
        )
        yield notice(
            context,
            "shock",
            kind="warn",
            note=texts.text_of("phases.notice.shock.note"),
            who=combatant.name,
            level=character.level_name(context, worst),
            bonus=dice_text(bonus),
            dn=character.wound_dn(context, worst),
        )


def _tie(context: RulesContext) -> Iterator[Notice]:
    """Those who act at once are rolled as the phase stood before. Source: PHA-19."""
    state, texts = context.state, context.texts
    if state.stage != "running" or not character.is_tied(context):
        return
    slots = [slot for slot in state.slots_now if slot.is_done or takes_part(context, slot)]
    held = len(state.held)
    can_apply = held and not turns.to_roll(phases_of_round.TURNS, context)
    yield notice(
        context,
        "tie",
        note=texts.text_of("phases.notice.tie.note", held=held) if held else "",
        command=do.Apply() if can_apply else None,
        score=slots[0].score if slots else 0,
        who=tied_names(context, slots),
    )


def _declaring(context: RulesContext) -> Iterator[Notice]:
    """Everybody declares before the phase begins. Source: PHA-24."""
    state, texts = context.state, context.texts
    if state.stage != "running" or state.group >= 0 or character.is_escalating(context):
        return
    combatants = [
        combatant
        for combatant in state.combatants.values()
        if not character.is_out(context, combatant)
    ]
    said = sum(1 for combatant in combatants if character.declaration_of(combatant))
    _, phase = character.phase_in_round(state.round)
    note = texts.text_of("phases.notice.declare.note", said=said, all=len(combatants))
    yield notice(context, "declare", note=note, phase=phase)


def _aiding(context: RulesContext) -> Iterator[Notice]:
    """First aid that is done when this phase is over. Source: PHA-71."""
    texts = context.texts
    for combatant in context.state.combatants.values():
        left = _phases_left(context, combatant, "aiding")
        if left is None or left > 1:
            continue
        if _owes(context, combatant.id, "first_aid_test"):
            continue
        patient = character.patient_of(context, combatant)
        name = patient.name if patient else texts.text_of("phases.nobody_word")
        note = texts.text_of("phases.notice.shock.note")
        yield notice(context, "aid", note=note, who=combatant.name, patient=name)


def _phases_left(context: RulesContext, combatant: Combatant, key: str) -> int | None:
    """Returns how many phases on a condition leads to something; None: nothing comes of it. Source: PHA-70."""
    phase = clocks.phase_of(context, combatant, key)
    return None if phase is None else max(phase - clocks.phase_now(context.state), 0)


def _owes(context: RulesContext, who: CombatantId, kind: str) -> bool:
    """Returns whether a test is owed by now, which has a notice of its own."""
    return any(each.kind == kind and each.who == who for each in context.state.obligations)
