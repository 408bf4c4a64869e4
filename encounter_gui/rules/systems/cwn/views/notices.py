"""What waits for the game master in a CWN fight. Source: CWN-14, CWN-19, CWN-39 to CWN-41, CWN-59, CWN-66."""

from collections.abc import Iterator
from itertools import product

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.text_format import percent
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.sheet import action_budget, character
from encounter_gui.rules.systems.cwn.turns import morale
from encounter_gui.rules.systems.cwn.turns.rounds import SURPRISE
from encounter_gui.rules.systems.cwn.views.chips import counted_down, rounds_to_live
from encounter_gui.rules.view import Notice

_D6 = range(1, 7)


def notices(scene: Scene) -> tuple[Notice, ...]:
    """Returns what waits: blasts, morale, swarms, the dying, the surprised and the order of the sides."""
    if scene.state.stage != "running":
        return ()
    return (
        *_in_air(scene),
        *_going_off(scene),
        *_sweeping(scene),
        *_morale(scene),
        *_swarms(scene),
        *_dying(scene),
        *_unordered(scene),
        *_screens(scene),
    )


def _in_air(scene: Scene) -> Iterator[Notice]:
    for one in scene.state.combatants.values():
        if one.has("in_air"):
            yield Notice(
                title=scene.words.word("cwn.notice.blast"),
                text=scene.words.word("cwn.notice.blast.text", who=one.name),
                kind="warn",
                button=scene.words.word("cwn.notice.blast.button"),
                command=do.Blast(who=one.id),
            )


def _going_off(scene: Scene) -> Iterator[Notice]:
    """Not everybody whom a mine or a charge catches is named yet. Source: CWN-42."""
    for who, weapon in action_budget.going_off(scene.state):
        item = scene.ruleset.item(weapon)
        yield Notice(
            title=item.name if item else weapon,
            text=scene.words.word("cwn.notice.going_off.text"),
            kind="warn",
            button=scene.words.word("cwn.notice.blast.button"),
            command=do.Blast(who=who, weapon=weapon),
        )


def _sweeping(scene: Scene) -> Iterator[Notice]:
    """Not everybody in a cone is named yet. Source: CWN-32."""
    for one in scene.state.combatants.values():
        if scene.state.memo.get(f"{action_budget.SWEEP}{one.id}"):
            yield Notice(
                title=scene.words.word("cwn.notice.sweep"),
                text=scene.words.word("cwn.notice.sweep.text", who=one.name),
                kind="warn",
                button=scene.words.word("cwn.notice.blast.button"),
                command=do.Suppress(who=one.id),
            )


def _morale(scene: Scene) -> Iterator[Notice]:
    """Morale is due before a side of NPCs that has suffered acts. Source: CWN-19, CWN-66."""
    words = scene.words
    for key, text in scene.state.memo.items():
        if not key.startswith(morale.DUE) or not text:
            continue
        side = key.removeprefix(morale.DUE)
        those = _may_break(scene, side)
        if not those:
            continue
        reasons = ", ".join(words.word(f"cwn.morale.{each}") for each in str(text).split())
        scores = sorted({character.morale(scene, one) for one in those})
        yield Notice(
            title=scene.side_name(those[0].side),
            text=words.word(
                "cwn.notice.morale" if len(scores) == 1 else "cwn.notice.morale.several",
                reasons=reasons,
                sign="<" if _is_below(scene) else ">",
                score=scores[0],
            ),
            kind="warn",
            note=words.word("cwn.notice.morale.odds", percent=_percents(scene, scores)),
            button=words.word("cwn.notice.morale.button"),
            command=do.Morale(who=tuple(one.id for one in those)),
        )


def _may_break(scene: Scene, side: Side | str) -> tuple[Combatant, ...]:
    return tuple(
        one
        for one in scene.state.combatants.values()
        if one.side == side
        and character.kind(one) == "npc"
        and not character.is_out(one)
        and not one.has("broken")
    )


def _is_below(scene: Scene) -> bool:
    return scene.switch("cwn.moraleCompare") == "less"


def _percents(scene: Scene, scores: list[int]) -> str:
    """``28 %`` where all have the same Morale, else ``28 % at 8, 8 % at 10``."""
    chances = [percent(breaking(score, below=_is_below(scene))) for score in scores]
    if len(scores) == 1:
        return chances[0]
    return ", ".join(
        scene.words.word("cwn.notice.morale.odds_at", percent=chance, score=score)
        for chance, score in zip(chances, scores, strict=True)
    )


def breaking(score: int, *, below: bool) -> float:
    """Returns the chance that 2d6 break somebody of this Morale. Source: CWN-66."""
    broken = [bool(mechanics.breaks(sum(dice), score, below=below)) for dice in product(_D6, _D6)]
    return sum(broken) / len(broken)


def _swarms(scene: Scene) -> Iterator[Notice]:
    """A swarm that has gathered strikes once, when its last has joined. Source: CWN-39."""
    for target in _swarmed(scene):
        joined = [
            one for one in attack_plan.swarm_on(scene, target.id) if not character.is_out(one)
        ]
        yield Notice(
            title=scene.words.word("cwn.notice.swarm", target=target.name),
            text=scene.words.word(
                "cwn.notice.swarm.text",
                who=", ".join(one.name for one in joined),
                hit=2 * (len(joined) - 1),
                damage=len(joined) - 1,
            ),
            kind="info",
            note=scene.words.word(
                "cwn.notice.swarm.note", count=len(joined), most=mechanics.SWARM_MOST
            ),
        )


def _swarmed(scene: Scene) -> tuple[Combatant, ...]:
    """Whom those who are up have joined a swarm on."""
    state = scene.state
    found = (
        one.condition("swarming")
        for one in state.combatants.values()
        if one.conditions and not character.is_out(one)
    )
    those = dict.fromkeys(CombatantId(each.note) for each in found if each is not None)
    return tuple(state.combatants[who] for who in those if who in state.combatants)


def _dying(scene: Scene) -> Iterator[Notice]:
    """Whoever is Mortally Wounded has so many rounds. Source: CWN-59, CWN-60."""
    for one in scene.state.combatants.values():
        wound = one.condition("mortally_wounded")
        if wound is None or wound.count is None:
            continue
        gone = falling.rounds_since(scene, one)
        against = scene.ruleset.tables.get("stabilize", {})
        yield Notice(
            title=scene.words.word("cwn.notice.dying", who=one.name),
            text=scene.words.word(
                "cwn.notice.dying.text",
                **{tool: number(against.get(tool)) + gone for tool in ("patch", "medkit", "none")},
            ),
            kind="danger",
            note=_left_to_live(scene, wound.count),
        )


def _left_to_live(scene: Scene, fell: int) -> str:
    left = rounds_to_live(scene, fell)
    return counted_down(scene.words, "cwn.notice.dying.note", left)


def _screens(scene: Scene) -> Iterator[Notice]:
    """While enemies act: who stands in for whom, against how many more attackers. Source: CWN-40."""
    acting = {character.team(scene.one(who)) for who in scene.state.acting}
    for one in scene.state.combatants.values():
        screening = one.condition("screening") if one.conditions else None
        ally = scene.state.combatants.get(CombatantId(screening.note)) if screening else None
        if ally is None or not character.can_act(one) or acting <= {character.team(one)}:
            continue
        faced = len(one.memo_text(action_budget.BLOCKED).split())
        left = max(character.combat_skill(scene, one) - faced, 0)
        yield Notice(
            title=scene.words.word("cwn.notice.screen", who=one.name, ally=ally.name),
            text=scene.words.word("cwn.notice.screen.text"),
            note=scene.words.word("cwn.notice.screen.note", left=left),
            button=scene.words.word("cwn.notice.screen.button"),
            command=do.EndScreen(who=one.id),
        )


def _unordered(scene: Scene) -> Iterator[Notice]:
    if scene.state.slots:
        return
    word = scene.words.word
    key = "surprise" if scene.state.memo.get(SURPRISE) else "initiative"
    yield Notice(title=word(f"cwn.notice.{key}"), text=word(f"cwn.notice.{key}.text"))
