"""What waits for the game master in a fight in phases, most urgent first."""

from collections.abc import Iterator

from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.harm.wounds import shock_level
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.character import takes_part
from encounter_gui.rules.systems.phases.sheet.course import is_tied
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text
from encounter_gui.rules.view import Notice


def notices(scene: Scene) -> tuple[Notice, ...]:
    """Returns what waits: the dying, Shock Tests due, ties, declarations, first aid under way."""
    return (
        *_clinically_dead(scene),
        *_shock_due(scene),
        *_tie(scene),
        *_declaring(scene),
        *_aiding(scene),
    )


def _clinically_dead(scene: Scene) -> Iterator[Notice]:
    """Somebody can be brought back for a minute. Source: PHA-72."""
    words = scene.words
    for one in scene.state.combatants.values():
        known = one.condition("clinically_dead")
        if known is None:
            continue
        left = max((known.count or scene.state.round) - scene.state.round, 0)
        yield Notice(
            title=words.word("phases.notice.dying"),
            text=words.word("phases.notice.dying.text", who=one.name),
            kind="danger",
            note=words.word("phases.notice.phases_left", phases=left),
        )


def _shock_due(scene: Scene) -> Iterator[Notice]:
    """Shock Tests that come with the next phase. Source: PHA-70."""
    words = scene.words
    for one in scene.state.combatants.values():
        known = one.condition("in_shock")
        if known is None or known.count is None or known.count > scene.state.round + 1:
            continue
        worst = shock_level(one)
        bonus = character.level(scene, one, "stamina") + sum(
            part.amount for part in character.physical(scene, one)
        )
        yield Notice(
            title=words.word("phases.notice.shock"),
            text=words.word(
                "phases.notice.shock.text",
                who=one.name,
                level=character.level_name(scene, worst),
                bonus=dice_text(bonus),
                dn=character.wound_dn(scene, worst),
            ),
            kind="warn",
            note=words.word("phases.notice.shock.note"),
        )


def _tie(scene: Scene) -> Iterator[Notice]:
    """Those who act at once are rolled as the phase stood before. Source: PHA-19."""
    state, words = scene.state, scene.words
    if state.stage != "running" or not is_tied(scene):
        return
    slots = [
        slot
        for slot in state.slots
        if slot.group == state.group and (slot.is_done or takes_part(scene, slot))
    ]
    names = f" {words.word('phases.and')} ".join(scene.one(slot.who).name for slot in slots)
    yield Notice(
        title=words.word("phases.notice.tie", score=slots[0].score if slots else 0),
        text=words.word("phases.notice.tie.text", who=names),
        note=words.word("phases.notice.tie.note", held=len(state.held)) if state.held else "",
        button=words.word("phases.notice.tie.button") if state.held else "",
        command=do.Apply() if state.held else None,
    )


def _declaring(scene: Scene) -> Iterator[Notice]:
    """Everybody declares before the phase begins. Source: PHA-24."""
    state, words = scene.state, scene.words
    if state.stage != "running" or state.group >= 0 or character.is_escalating(scene):
        return
    those = [one for one in state.combatants.values() if not character.is_out(scene, one)]
    said = sum(1 for one in those if character.plan_of(one))
    _, phase = character.phase_in_round(state.round)
    yield Notice(
        title=words.word("phases.notice.declare", phase=phase),
        text=words.word("phases.notice.declare.text"),
        note=words.word("phases.notice.declare.note", said=said, all=len(those)),
    )


def _aiding(scene: Scene) -> Iterator[Notice]:
    """First aid that is done when this phase is over. Source: PHA-71."""
    words = scene.words
    for one in scene.state.combatants.values():
        known = one.condition("aiding")
        if known is None or known.count is None or known.count > scene.state.round + 1:
            continue
        yield Notice(
            title=words.word("phases.notice.aid"),
            text=words.word("phases.notice.aid.text", who=one.name, patient=known.note),
            note=words.word("phases.notice.shock.note"),
        )
