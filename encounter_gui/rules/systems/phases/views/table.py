"""The combatant table of a fight in phases."""

from collections.abc import Mapping
from heapq import merge

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import ammo_text
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.presenters.columns import ColumnSpec, columns_of
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.views.chips import chips
from encounter_gui.rules.view import (
    Budget,
    Cell,
    ChipsCell,
    Column,
    NameCell,
    PipsCell,
    Row,
    TextCell,
    WoundsCell,
)
from encounter_gui.rules.view.lazy_row import RowCells

_COLUMNS = (
    ColumnSpec("mark", "mark", 20),
    ColumnSpec("number", "number", 26, "center"),
    ColumnSpec("init", "number", 40, "right"),
    ColumnSpec("name", "name", 180),
    ColumnSpec("wounds", "wounds", 146),
    ColumnSpec("armor", "text", 84),
    ColumnSpec("mod", "number", 42, "right"),
    ColumnSpec("conditions", "chips", 0),
    ColumnSpec("actions", "pips", 66),
    ColumnSpec("weapon", "text", 136),
)

_KEYS = tuple(each.key for each in _COLUMNS)
_ROOMY = 2
"""More parts of armour than this are written closely."""

_ARMS, _LEGS = ("right_arm", "left_arm"), ("right_leg", "left_leg")


def columns(scene: Scene) -> tuple[Column, ...]:
    """Returns the columns of the table; over the wounds stand the places."""
    places = tuple((each.short, each.name) for each in scene.ruleset.locations)
    return columns_of(scene, "phases", _COLUMNS, {"wounds": places})


def rows(scene: Scene) -> tuple[Row, ...]:
    """Returns a row for each combatant in turn order, newcomers last."""
    from encounter_gui.rules.systems.phases.sheet.course import is_tied

    state = scene.state
    places = {slot.who: slot for slot in state.slots}
    tied = is_tied(scene)
    return tuple(
        _row(scene, state.combatants[who], places.get(who), is_tied=tied) for who in ordered(scene)
    )


def ordered(scene: Scene) -> tuple[CombatantId, ...]:
    """Returns everybody by place in the phase, who has none by initiative among them, newcomers last.

    So who goes down stays where it was, phase after phase. Source: PHA-19.
    """
    those, slots = scene.state.combatants, scene.state.slots
    placed = dict.fromkeys(slot.who for slot in slots)

    def key(one: Combatant) -> tuple[int, int]:
        return _by_initiative(scene, one)

    rest = sorted((one for one in those.values() if one.id not in placed), key=key)
    return tuple(one.id for one in merge((those[who] for who in placed), rest, key=key))


def _by_initiative(scene: Scene, one: Combatant) -> tuple[int, int]:
    if character.INITIATIVE not in one.gauges:
        return (10**6, 0)
    return (-character.edge_score(scene, one), -character.tie_break(scene, one))


def _row(scene: Scene, one: Combatant, slot: Slot | None, *, is_tied: bool) -> Row:
    group = scene.state.group
    is_now = slot is not None and slot.group == group
    return Row(
        who=one.id,
        number=one.number,
        cells=_lazy(scene, one, slot, is_now=is_now),
        is_now=is_now,
        is_done=slot is not None and slot.group < group,
        is_out=character.is_out(scene, one),
        is_tied=is_now and is_tied,
    )


def _lazy(scene: Scene, one: Combatant, slot: Slot | None, *, is_now: bool) -> Mapping[str, Cell]:
    state = scene.state
    return RowCells(
        _KEYS,
        (
            id(one),
            id(scene.ruleset),
            id(state.switches),
            is_now,
            slot,
            state.round,
            state.group,
            state.stage,
        ),
        lambda: _cells(scene, one, slot, is_now=is_now),
    )


def _cells(scene: Scene, one: Combatant, slot: Slot | None, *, is_now: bool) -> Mapping[str, Cell]:
    out = character.is_out(scene, one)
    amount = 0 if out else penalty(scene, one)
    return {
        "mark": TextCell(text=""),
        "number": TextCell(text=str(one.number), sort=one.number),
        "init": _initiative(scene, one, slot, is_now=is_now),
        "name": NameCell(name=one.name, side=one.side, is_out=out, is_hidden="hidden" in one.flags),
        "wounds": wounds(scene, one),
        "armor": TextCell(
            text=armor_text(scene, one) or scene.words.word("phases.dash"),
            sort=gear.armor_value(one, character.TORSO),
        ),
        "mod": TextCell(text=plain(amount), sort=amount),
        "conditions": ChipsCell(chips=chips(scene, one)),
        "actions": actions(scene, one, slot),
        "weapon": _weapon(scene, one),
    }


def _initiative(scene: Scene, one: Combatant, slot: Slot | None, *, is_now: bool) -> TextCell:
    if slot is None and character.INITIATIVE not in one.gauges:
        return TextCell(text=scene.words.word("phases.dash"), sort=-1)
    score = slot.score if slot else character.edge_score(scene, one)
    return TextCell(text=str(score), sort=score, is_strong=is_now)


def wounds(scene: Scene, one: Combatant) -> WoundsCell:
    """Returns the wounds by place: level and letter. Source: PHA-61."""
    letters = {each.level: each.letter for each in scene.ruleset.wound_levels}
    return WoundsCell(
        cells=tuple(
            (each.name, level, letters.get(level, ""))
            for each in scene.ruleset.locations
            for level in (character.wound(one, each.key),)
        )
    )


def armor_text(scene: Scene, one: Combatant) -> str:
    """Returns the armour in short: ``T 6 · A 2``, or one figure where all but the head have it. Source: PHA-42."""
    values = {each.key: gear.armor_value(one, each.key) for each in scene.ruleset.locations}
    shorts = {each.key: each.short for each in scene.ruleset.locations}
    head = values.pop(character.HEAD, 0)
    body = set(values.values())
    parts: list[str] = []
    if len(body) == 1 and any(body):
        parts.append(str(*body))
    else:
        parts += _parts(scene, values, shorts)
    if head:
        parts.append(f"{shorts[character.HEAD]} {head}")
    if len(parts) > _ROOMY:
        return " ".join(part.replace(" ", "") for part in parts)
    return " · ".join(parts)


def _parts(scene: Scene, values: Mapping[str, int], shorts: Mapping[str, str]) -> list[str]:
    """Returns the places below the head with armour; arms and legs as pairs where they are alike."""
    pairs = {_ARMS: "phases.arms", _LEGS: "phases.legs"}
    alike = {
        pair: key for pair, key in pairs.items() if len({values.get(each) for each in pair}) == 1
    }
    found: list[str] = []
    for key, value in values.items():
        pair = next((pair for pair in alike if key in pair), None)
        if not value or (pair is not None and key != pair[0]):
            continue
        name = scene.words.word(alike[pair]) if pair else shorts[key]
        found.append(f"{name} {value}")
    return found


def penalty(scene: Scene, one: Combatant) -> int:
    """Returns what somebody's own state does to its next attack. Source: PHA-18, PHA-23, PHA-28, PHA-66."""
    return total(
        (
            *character.current_penalty(scene, one),
            *character.hurt(scene, one),
            *character.physical(scene, one),
            *character.effects(scene, one, ("attack", "action")),
        )
    )


def actions(scene: Scene, one: Combatant, slot: Slot | None) -> PipsCell:
    """Returns the actions of the phase: spent as rings, kept for a defense where its turn is over. Source: PHA-25."""
    words = scene.words
    name = words.word("phases.column.actions")
    if character.is_out(scene, one):
        return PipsCell(name=name, text=words.word("phases.dash"))
    plan = character.plan_of(one)
    if scene.state.group < 0:
        count = plan.actions if plan else 0
        return PipsCell(
            name=name, pips=_pips("free", count), text="" if plan else words.word("phases.dash")
        )
    used, lost = one.gauges.get(character.USED, 0), one.gauges.get(character.LOST, 0)
    left = character.actions_left(scene, one)
    if lost and not used and not left:
        return PipsCell(name=name, text=words.word("phases.lost"))
    is_over = slot is not None and (slot.is_done or slot.group < scene.state.group)
    rest: Budget = "kept" if is_over else "free"
    pips: tuple[Budget, ...] = _pips("spent", used + lost) + _pips(rest, left)
    return PipsCell(name=name, pips=pips, tags=_full(scene, one))


def _pips(budget: Budget, count: int) -> tuple[Budget, ...]:
    return (budget,) * count


def _full(scene: Scene, one: Combatant) -> tuple[str, ...]:
    full = one.memo_text("full")
    return (scene.words.word("phases.full.tag"),) if full else ()


def _weapon(scene: Scene, one: Combatant) -> TextCell:
    item = gear.find(one, "")
    if item is None or not (one.memo.get("held") or one.memo.get("off")):
        return TextCell(text=scene.words.word("phases.dash"))
    return TextCell(text=item.name, note=ammo_text(one, item))
