"""What waits for the game master in a D6-pool fight."""

from collections.abc import Iterator

from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.turns import action_budget
from encounter_gui.rules.view import Notice


def notices(scene: Scene) -> tuple[Notice, ...]:
    """Returns what waits: explosives in the air, ties, bleeding PCs, and the declaring of intents."""
    return (*_in_air(scene), *_tie(scene), *_declaring(scene))


def _in_air(scene: Scene) -> Iterator[Notice]:
    for one in scene.state.combatants.values():
        if one.has("in_air"):
            yield Notice(
                title=scene.words.word("d6pool.notice.blast"),
                text=scene.words.word("d6pool.notice.blast.text", who=one.name),
                kind="warn",
                button=scene.words.word("d6pool.notice.blast.button"),
                command=do.Blast(who=one.id),
            )


def _tie(scene: Scene) -> Iterator[Notice]:
    state = scene.state
    if not action_budget.is_tied(state):
        return
    slots = [
        slot
        for slot in state.slots
        if slot.group == state.group
        and (slot.is_done or action_budget.takes_part(scene.one(slot.who), slot))
    ]
    done = sum(slot.is_done for slot in slots)
    names = f" {scene.words.word('d6pool.and')} ".join(scene.one(slot.who).name for slot in slots)
    waiting = scene.words.word(
        "d6pool.notice.tie.note", done=done, all=len(slots), held=len(state.held)
    )
    yield Notice(
        title=scene.words.word("d6pool.notice.tie", score=slots[0].score if slots else 0),
        text=scene.words.word("d6pool.notice.tie.text", who=names),
        kind="info",
        note=waiting,
        button=scene.words.word("d6pool.notice.tie.button") if state.held else "",
        command=do.Apply() if state.held else None,
    )


def _declaring(scene: Scene) -> Iterator[Notice]:
    state = scene.state
    if state.stage == "running" and not state.slots:
        said = sum(1 for one in state.combatants.values() if one.memo.get("intent"))
        yield Notice(
            title=scene.words.word("d6pool.notice.declare", turn=state.round),
            text=scene.words.word("d6pool.notice.declare.text"),
            note=scene.words.word(
                "d6pool.notice.declare.note", said=said, all=len(state.combatants)
            ),
        )
