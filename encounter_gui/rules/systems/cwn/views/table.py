"""The combatant table of a CWN fight: sides as bands, hit points, soak, both AC, and what is left of a turn."""

from collections.abc import Callable, Mapping
from functools import cache

from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import rows as presenter
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.presenters.rows import ColumnSpec, KeptRows, RowRules, Standing
from encounter_gui.rules.presenters.turn_order import look_of
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.action_budget import following_group
from encounter_gui.rules.systems.cwn.sheet.records import is_free_round, melee_of
from encounter_gui.rules.systems.cwn.views.chips import RULES
from encounter_gui.rules.view import (
    BandCell,
    Budget,
    Capsule,
    CapsulesCell,
    Cell,
    GaugeCell,
    Row,
    TextCell,
)

_BAND_WORDS = {"now": "acting", "done": "acted"}

COLUMNS = (
    ColumnSpec("side", "band", 88),
    ColumnSpec("mark", "mark", 18),
    ColumnSpec("number", "number", 24, "center"),
    ColumnSpec("name", "name", 150),
    ColumnSpec("hp", "gauge", 138),
    ColumnSpec("soak", "gauge", 84),
    ColumnSpec("ac", "text", 54, "right"),
    ColumnSpec("tt", "number", 30, "right"),
    ColumnSpec("ml", "number", 30, "right"),
    ColumnSpec("conditions", "chips", 0),
    ColumnSpec("actions", "capsules", 88),
    ColumnSpec("weapon", "text", 120),
)
"""The columns of the table, from the left."""


def rows(context: RulesContext, kept: KeptRows) -> tuple[Row, ...]:
    """Returns a row for each combatant, side by side in turn order; those without a place last. Source: CWN-16."""
    state = context.state
    places = {slot.who: slot for slot in state.slots if slot.who in state.combatants}
    bands = _bands(context)

    def standing(combatant: Combatant) -> Standing:
        slot, team = places.get(combatant.id), character.team(combatant)
        is_out = character.is_out(combatant)
        if slot is None:
            band = BandCell(text=context.side_name(team), side=team)
            return Standing(is_out=is_out, band=band)
        is_acting = slot.group == state.group and not slot.is_done
        return Standing(
            slots=(slot,),
            is_now=is_acting and not is_out,
            is_done=slot.is_done or slot.group < state.group,
            is_out=is_out,
            band=bands(slot.group, team),
        )

    order = (*places, *(who for who in state.combatants if who not in places))
    return kept.rows(context, _RULES, order, standing)


def _bands(context: RulesContext) -> Callable[[int, Side], BandCell]:
    """Returns what makes the band of a side in a group: its initiative, how far it has come. Source: CWN-15, CWN-16.

    The score is that of the last of the group: who acts ahead of the side in the same group has a higher one.
    """
    state = context.state
    following, is_free = following_group(context), is_free_round(context.state)
    scores: dict[int, int] = {}
    for slot in state.slots:
        scores[slot.group] = min(slot.score, scores.get(slot.group, slot.score))

    @cache
    def band(group: int, team: Side) -> BandCell:
        look = look_of(group, state.group, following)
        word = "free" if is_free else _BAND_WORDS.get(look, look)
        return BandCell(
            text=context.side_name(team),
            note=context.texts.text_of(f"cwn.band.{word}", score=scores[group]),
            side=team,
            is_now=group == state.group,
        )

    return band


def _looks_around(context: RulesContext, combatant: Combatant) -> object:
    """Chips name others, and AC may depend on them: then a row depends on the whole fight.

    Who only stands on a plan is in melee with whom it stands beside.
    """
    if combatant.conditions or melee_of(combatant):
        return id(context.state.combatants)
    return character.in_melee(context.state, combatant) if combatant.place is not None else 0


def _cells(
    context: RulesContext,
    combatant: Combatant,
    standing: Standing,
) -> Mapping[str, Cell]:
    target = character.trauma_target(context, combatant)
    morale = 0 if character.is_pc(combatant) else character.morale(context, combatant)
    return {
        "hp": hp_cell(context, combatant),
        "soak": soak_cell(context, combatant),
        "ac": armor_cell(context, combatant),
        "tt": TextCell(text=str(target), sort=target),
        "ml": TextCell(text=str(morale) if morale else presenter.dash(context), sort=morale),
        "actions": actions_cell(context, combatant),
        "weapon": weapon_cell(context, combatant),
    }


def hp_cell(context: RulesContext, combatant: Combatant) -> GaugeCell:
    """Returns hit points as a gauge. Source: CWN-05."""
    name = context.texts.text_of("cwn.column.hp")
    return gauge_cell(context, combatant, character.HP, name)


def soak_cell(context: RulesContext, combatant: Combatant) -> Cell:
    """Returns the soak pool as a gauge; a dash for who has none. Source: CWN-07."""
    most = character.most_soak(context, combatant)
    if not most and not character.soak_now(combatant):
        return TextCell(text=presenter.dash(context), sort=-1)
    return soak_gauge(context, combatant)


def soak_gauge(context: RulesContext, combatant: Combatant) -> GaugeCell:
    """Returns the soak pool as a gauge, also an empty one. Source: CWN-07."""
    most = character.most_soak(context, combatant)
    name = context.texts.text_of("cwn.column.soak")
    return gauge_cell(context, combatant, character.SOAK, name, span=(0, most), role="gauge.soak")


def armor_cell(context: RulesContext, combatant: Combatant) -> TextCell:
    """Returns ranged and melee AC as they are now. Source: CWN-06."""
    ranged, melee = (
        character.armor_class(context, combatant, melee=each) for each in (False, True)
    )
    return TextCell(text=f"{ranged}/{melee}", sort=ranged + melee / 100, is_strong=True)


def actions_cell(context: RulesContext, combatant: Combatant) -> CapsulesCell:
    """Returns Main and Move, struck when they are used; more of them carry a tag. Source: CWN-17, CWN-38."""
    texts = context.texts
    name = texts.text_of("cwn.column.actions")
    if character.is_out(combatant):
        return CapsulesCell(name=name, text=presenter.dash(context))
    mains, moves = (
        action_budget.actions_left(combatant, "main"),
        action_budget.actions_left(combatant, "move"),
    )
    more = max(mains - 1, 0) + max(moves - 1, 0)
    return CapsulesCell(
        name=name,
        capsules=(
            Capsule(
                text=texts.text_of("cwn.main"),
                state=_state(combatant, "main", is_lost=_is_main_lost(context, combatant)),
                tip=texts.text_of("cwn.main.tip", left=mains),
            ),
            Capsule(
                text=texts.text_of("cwn.move"),
                state=_state(
                    combatant, "move", is_lost=action_budget.is_over(context.state, combatant.id)
                ),
                tip=texts.text_of("cwn.move.tip", left=moves),
            ),
        ),
        tags=(texts.text_of("cwn.more", count=more),) if more else (),
    )


def _state(combatant: Combatant, action: action_budget.Action, *, is_lost: bool) -> Budget:
    """Held ones may still come; after the own turn what is left is lost, but for a Main that pays for Instants."""
    if not action_budget.actions_left(combatant, action):
        return "spent"
    if combatant.has("holding") or action_budget.actions_given(combatant, action):
        return "kept"
    return "spent" if is_lost else "free"


def _is_main_lost(context: RulesContext, combatant: Combatant) -> bool:
    return action_budget.is_over(
        context.state, combatant.id
    ) and not action_budget.has_instant_main(context, combatant)


def weapon_cell(context: RulesContext, combatant: Combatant) -> TextCell:
    """Returns what is in hand, and its rounds."""
    item = gear.find(combatant, "")
    is_bare = item is not None and item.key == gear.UNARMED.key
    return presenter.weapon_cell(context, combatant, None if is_bare else item)


_RULES = RowRules(columns=COLUMNS, chips=RULES, cells=_cells, depends_on=_looks_around)
