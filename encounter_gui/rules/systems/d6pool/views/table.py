"""The combatant table of a D6-pool fight."""

from collections.abc import Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import ammo_text
from encounter_gui.rules.presenters.columns import ColumnSpec, columns_of
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget
from encounter_gui.rules.systems.d6pool.views.chips import chips
from encounter_gui.rules.view import (
    Cell,
    ChipsCell,
    Column,
    DiceCell,
    GaugeCell,
    NameCell,
    PipsCell,
    Row,
    TextCell,
)
from encounter_gui.rules.view.lazy_row import RowCells

_COLUMNS = (
    ColumnSpec("mark", "mark", 20),
    ColumnSpec("number", "number", 26, "center"),
    ColumnSpec("init", "number", 44, "right"),
    ColumnSpec("name", "name", 148),
    ColumnSpec("th", "gauge", 170),
    ColumnSpec("resist", "text", 48, "right"),
    ColumnSpec("dodge", "dice", 74),
    ColumnSpec("conditions", "chips", 0),
    ColumnSpec("declared", "text", 122),
    ColumnSpec("actions", "pips", 76),
    ColumnSpec("weapon", "text", 104),
)

_KEYS = tuple(each.key for each in _COLUMNS)

Places = Mapping[CombatantId, tuple[Slot, ...]]


def columns(scene: Scene) -> tuple[Column, ...]:
    """Returns the columns of the table."""
    return columns_of(scene, "d6pool", _COLUMNS)


def rows(scene: Scene) -> tuple[Row, ...]:
    """Returns a row for each combatant: in turn order, then those without a place in it."""
    state = scene.state
    places = slots_of(scene)
    ordered = dict.fromkeys(slot.who for slot in state.slots)
    order = (*ordered, *(who for who in state.combatants if who not in ordered))
    lane = next((slot.lane for slot in state.slots if slot.group == state.group), 0)
    is_tied = action_budget.is_tied(state)
    return tuple(
        row(scene, state.combatants[who], places.get(who, ()), lane=lane, is_tied=is_tied)
        for who in order
    )


def slots_of(scene: Scene) -> Places:
    """Returns everybody's places in the turn order."""
    places: dict[CombatantId, tuple[Slot, ...]] = {}
    for slot in scene.state.slots:
        places[slot.who] = (*places.get(slot.who, ()), slot)
    return places


def row(scene: Scene, one: Combatant, places: tuple[Slot, ...], *, lane: int, is_tied: bool) -> Row:
    """Returns the row of one combatant; ``lane`` is the pass of the turn that is being played."""
    group = scene.state.group
    is_now = any(slot.group == group for slot in places)
    so_far = [slot for slot in places if slot.lane <= lane]
    is_done = bool(so_far) and all(slot.is_done or slot.group < group for slot in so_far)
    return Row(
        who=one.id,
        number=one.number,
        cells=_lazy(scene, one, places, is_now=is_now),
        is_now=is_now,
        is_done=is_done and not is_now,
        is_out=character.is_out(one),
        is_tied=is_now and is_tied,
    )


def _lazy(
    scene: Scene, one: Combatant, places: tuple[Slot, ...], *, is_now: bool
) -> Mapping[str, Cell]:
    state = scene.state
    ours = (id(one), id(scene.ruleset), id(state.switches), is_now)
    return RowCells(
        _KEYS,
        (*ours, places, state.round, state.group, bool(state.slots)),
        lambda: _cells(scene, one, places, is_now=is_now),
    )


def _cells(
    scene: Scene, one: Combatant, places: tuple[Slot, ...], *, is_now: bool
) -> Mapping[str, Cell]:
    out = character.is_out(one)
    resist = character.resistance(scene, one).dice
    score = places[0].score if places else None
    dash = scene.words.word("d6pool.dash")
    return {
        "mark": TextCell(text=""),
        "number": TextCell(text=str(one.number), sort=one.number),
        "init": TextCell(
            text=dash if score is None else str(score),
            sort=-1 if score is None else score,
            is_strong=is_now,
        ),
        "name": NameCell(name=one.name, side=one.side, is_out=out, is_hidden="hidden" in one.flags),
        "th": health_cell(scene, one),
        "resist": TextCell(text=f"{resist}d6", sort=resist),
        "dodge": dodge_cell(scene, one),
        "conditions": ChipsCell(chips=chips(scene, one)),
        "declared": TextCell(text=one.memo_text("intent") or (dash if out else "")),
        "actions": actions_cell(scene, one, places),
        "weapon": weapon_cell(scene, one),
    }


def health_cell(scene: Scene, one: Combatant) -> GaugeCell:
    """Returns Temporary Health as a gauge with zero in the middle. Source: D6P-04, D6P-44."""
    full = character.health(one)
    left = character.health_now(one)
    name = scene.words.word("d6pool.column.th")
    marks = (
        (-full, scene.words.word("d6pool.gauge.dead")),
        (0, scene.words.word("d6pool.gauge.down")),
    )
    return GaugeCell(name=name, current=left, low=-full, high=full, marks=marks)


def dodge_cell(scene: Scene, one: Combatant) -> DiceCell:
    """Returns the dodge and parry dice left. Source: D6P-31."""
    total = character.dodge_pool(scene, one)
    left = character.dodge_left(one)
    return DiceCell(name=scene.words.word("d6pool.column.dodge"), left=left, total=max(total, left))


def actions_cell(scene: Scene, one: Combatant, places: tuple[Slot, ...]) -> PipsCell:
    """Returns the actions of a turn, spent ones as rings. Source: D6P-16, D6P-17."""
    name = scene.words.word("d6pool.column.actions")
    if character.is_out(one):
        return PipsCell(name=name, text=scene.words.word("d6pool.dash"))
    pips: tuple[Literal["free", "spent"], ...] = tuple(
        "spent" if _is_spent(scene, one, slot) else "free" for slot in places
    )
    tags = (scene.words.word("d6pool.second"),) if len(places) > 1 else ()
    return PipsCell(name=name, pips=pips, tags=tags)


def _is_spent(scene: Scene, one: Combatant, slot: Slot) -> bool:
    if slot.is_done or slot.group < scene.state.group or one.has("busy"):
        return True
    return slot.group == scene.state.group and bool(one.gauges.get("spent"))


def weapon_cell(scene: Scene, one: Combatant) -> TextCell:
    """Returns what is in hand, and its rounds."""
    item = gear.find(one, "")
    if item is None or (item.key == gear.UNARMED.key and not one.memo.get("held")):
        return TextCell(text=scene.words.word("d6pool.dash"))
    return TextCell(text=item.name, note=ammo_text(one, item))
