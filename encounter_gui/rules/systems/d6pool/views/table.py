"""The combatant table of a D6-pool fight."""

from collections.abc import Mapping
from typing import Literal

from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import declaring
from encounter_gui.rules.presenters import rows as presenter
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.presenters.rows import ColumnSpec, KeptRows, RowRules, Standing
from encounter_gui.rules.presenters.turn_order import pass_index, slots_by_combatant
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import declarations, rounds
from encounter_gui.rules.systems.d6pool.turns.action_budget import is_spent
from encounter_gui.rules.systems.d6pool.views.chips import RULES
from encounter_gui.rules.view import Cell, DiceCell, GaugeCell, PipsCell, Row, TextCell

COLUMNS = (
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
"""The columns of the table, from the left."""


def rows(context: RulesContext, kept: KeptRows) -> tuple[Row, ...]:
    """Returns a row for each combatant: in turn order, then those without a place in it."""
    state = context.state
    slots = slots_by_combatant(state)
    now, is_tied = pass_index(state), rounds.is_tied(context)

    def standing(combatant: Combatant) -> Standing:
        own = slots.get(combatant.id, ())
        is_now = combatant.id in state.places_now
        so_far = [slot for slot in own if slot.lane <= now]
        is_over = all(slot.is_done or slot.group < state.group for slot in so_far)
        return Standing(
            slots=own,
            is_now=is_now,
            is_done=bool(so_far) and is_over and not is_now,
            is_out=character.is_out(combatant),
            is_tied=is_now and is_tied,
        )

    order = (*slots, *(who for who in state.combatants if who not in slots))
    return kept.rows(context, _RULES, order, standing)


def _cells(context: RulesContext, combatant: Combatant, standing: Standing) -> Mapping[str, Cell]:
    resist = character.resistance(context, combatant).dice
    score = standing.slot.score if standing.slot else None
    nothing = presenter.dash(context) if standing.is_out else ""
    return {
        "init": presenter.score_cell(context, score, is_now=standing.is_now),
        "th": health_cell(context, combatant),
        "resist": TextCell(text=f"{resist}d6", sort=resist),
        "dodge": dodge_cell(context, combatant),
        "declared": TextCell(text=_intent(context, combatant) or nothing),
        "actions": actions_cell(context, combatant, standing.slots),
        "weapon": weapon_cell(context, combatant),
    }


def _intent(context: RulesContext, combatant: Combatant) -> str:
    """Returns what a combatant intends; nobody sees a foe's before initiative. Source: D6P-14."""
    is_hidden = combatant.side == "foe" and declarations.is_open(context)
    return "" if is_hidden else combatant.memo_text("intent")


def health_cell(context: RulesContext, combatant: Combatant) -> GaugeCell:
    """Returns Temporary Health as a gauge with zero in the middle. Source: D6P-04, D6P-44."""
    full = character.health(combatant)
    name = context.texts.text_of("d6pool.column.th")
    marks = (
        (-full, context.texts.text_of("d6pool.gauge.dead")),
        (0, context.texts.text_of("d6pool.gauge.down")),
    )
    return gauge_cell(context, combatant, character.HEALTH, name, span=(-full, full), marks=marks)


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
    if declarations.is_open(context):
        has_said = declarations.moves_of(combatant) is not None
        return declaring.status_cell(context, name, combatant, has_said=has_said)
    pips: tuple[Literal["free", "spent"], ...] = tuple(
        "spent" if is_spent(context, combatant, slot) else "free" for slot in places
    )
    tags = (context.texts.text_of("d6pool.second"),) if len(places) > 1 else ()
    return PipsCell(name=name, pips=pips, tags=tags)


def weapon_cell(context: RulesContext, combatant: Combatant) -> TextCell:
    """Returns what is in hand, and its rounds."""
    item = gear.find(combatant, "")
    is_bare = item is not None and item.key == gear.UNARMED.key and not combatant.memo.get("held")
    return presenter.weapon_cell(context, combatant, None if is_bare else item)


_RULES = RowRules(columns=COLUMNS, chips=RULES, cells=_cells)
