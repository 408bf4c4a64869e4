"""The combatant table of a D6-pool fight."""

from collections.abc import Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import ammo_text
from encounter_gui.rules.presenters.columns import ColumnSpec, columns_of
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import rounds
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
from encounter_gui.rules.view.lazy_row import LazyRow

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


def columns(context: RulesContext) -> tuple[Column, ...]:
    """Returns the columns of the table."""
    return columns_of(context, "d6pool", _COLUMNS)


def rows(context: RulesContext) -> tuple[Row, ...]:
    """Returns a row for each combatant: in turn order, then those without a place in it."""
    state = context.state
    places = slots_of(context)
    ordered = dict.fromkeys(slot.who for slot in state.slots)
    order = (*ordered, *(who for who in state.combatants if who not in ordered))
    lane = next((slot.lane for slot in state.slots if slot.group == state.group), 0)
    is_tied = rounds.is_tied(context)
    return tuple(
        row(context, state.combatants[who], places.get(who, ()), lane=lane, is_tied=is_tied)
        for who in order
    )


def slots_of(context: RulesContext) -> Places:
    """Returns everybody's places in the turn order."""
    places: dict[CombatantId, tuple[Slot, ...]] = {}
    for slot in context.state.slots:
        places[slot.who] = (*places.get(slot.who, ()), slot)
    return places


def row(
    context: RulesContext,
    combatant: Combatant,
    places: tuple[Slot, ...],
    *,
    lane: int,
    is_tied: bool,
) -> Row:
    """Returns the row of one combatant; ``lane`` is the pass of the turn that is being played."""
    group = context.state.group
    is_now = any(slot.group == group for slot in places)
    so_far = [slot for slot in places if slot.lane <= lane]
    is_done = bool(so_far) and all(slot.is_done or slot.group < group for slot in so_far)
    return Row(
        who=combatant.id,
        number=combatant.number,
        cells=_lazy(context, combatant, places, is_now=is_now),
        is_now=is_now,
        is_done=is_done and not is_now,
        is_out=character.is_out(combatant),
        is_tied=is_now and is_tied,
    )


def _lazy(
    context: RulesContext, combatant: Combatant, places: tuple[Slot, ...], *, is_now: bool
) -> Mapping[str, Cell]:
    state = context.state
    ours = (id(combatant), id(context.ruleset), id(state.switches), is_now)
    return LazyRow(
        _KEYS,
        (*ours, places, state.round, state.group, bool(state.slots)),
        lambda: _cells(context, combatant, places, is_now=is_now),
    )


def _cells(
    context: RulesContext, combatant: Combatant, places: tuple[Slot, ...], *, is_now: bool
) -> Mapping[str, Cell]:
    out = character.is_out(combatant)
    resist = character.resistance(context, combatant).dice
    score = places[0].score if places else None
    dash = context.texts.text_of("d6pool.dash")
    return {
        "mark": TextCell(text=""),
        "number": TextCell(text=str(combatant.number), sort=combatant.number),
        "init": TextCell(
            text=dash if score is None else str(score),
            sort=-1 if score is None else score,
            is_strong=is_now,
        ),
        "name": NameCell(
            name=combatant.name,
            side=combatant.side,
            is_out=out,
            is_hidden="hidden" in combatant.flags,
        ),
        "th": health_cell(context, combatant),
        "resist": TextCell(text=f"{resist}d6", sort=resist),
        "dodge": dodge_cell(context, combatant),
        "conditions": ChipsCell(chips=chips(context, combatant)),
        "declared": TextCell(text=combatant.memo_text("intent") or (dash if out else "")),
        "actions": actions_cell(context, combatant, places),
        "weapon": weapon_cell(context, combatant),
    }


def health_cell(context: RulesContext, combatant: Combatant) -> GaugeCell:
    """Returns Temporary Health as a gauge with zero in the middle. Source: D6P-04, D6P-44."""
    full = character.health(combatant)
    left = character.health_now(combatant)
    name = context.texts.text_of("d6pool.column.th")
    marks = (
        (-full, context.texts.text_of("d6pool.gauge.dead")),
        (0, context.texts.text_of("d6pool.gauge.down")),
    )
    return GaugeCell(name=name, current=left, low=-full, high=full, marks=marks)


def dodge_cell(context: RulesContext, combatant: Combatant) -> DiceCell:
    """Returns the dodge and parry dice left. Source: D6P-31."""
    total = character.dodge_pool(context, combatant)
    left = character.dodge_left(combatant)
    return DiceCell(
        name=context.texts.text_of("d6pool.column.dodge"), left=left, total=max(total, left)
    )


def actions_cell(context: RulesContext, combatant: Combatant, places: tuple[Slot, ...]) -> PipsCell:
    """Returns the actions of a turn, spent ones as rings. Source: D6P-16, D6P-17."""
    name = context.texts.text_of("d6pool.column.actions")
    if character.is_out(combatant):
        return PipsCell(name=name, text=context.texts.text_of("d6pool.dash"))
    pips: tuple[Literal["free", "spent"], ...] = tuple(
        "spent" if _is_spent(context, combatant, slot) else "free" for slot in places
    )
    tags = (context.texts.text_of("d6pool.second"),) if len(places) > 1 else ()
    return PipsCell(name=name, pips=pips, tags=tags)


def _is_spent(context: RulesContext, combatant: Combatant, slot: Slot) -> bool:
    if slot.is_done or slot.group < context.state.group or combatant.has("busy"):
        return True
    return slot.group == context.state.group and bool(combatant.gauges.get("spent"))


def weapon_cell(context: RulesContext, combatant: Combatant) -> TextCell:
    """Returns what is in hand, and its rounds."""
    item = gear.find(combatant, "")
    if item is None or (item.key == gear.UNARMED.key and not combatant.memo.get("held")):
        return TextCell(text=context.texts.text_of("d6pool.dash"))
    return TextCell(text=item.name, note=ammo_text(combatant, item))
