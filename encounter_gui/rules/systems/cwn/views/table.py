"""The combatant table of a CWN fight: sides as bands, hit points, soak, both AC, and what is left of a turn."""

from collections.abc import Mapping

from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import ammo_text
from encounter_gui.rules.presenters.columns import ColumnSpec, columns_of
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.action_budget import following_group
from encounter_gui.rules.systems.cwn.sheet.records import is_free_round, melee_of
from encounter_gui.rules.systems.cwn.views.chips import chips
from encounter_gui.rules.view import (
    BandCell,
    Budget,
    Capsule,
    CapsulesCell,
    Cell,
    ChipsCell,
    Column,
    GaugeCell,
    NameCell,
    Row,
    TextCell,
)
from encounter_gui.rules.view.lazy_row import LazyRow

_COLUMNS = (
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

_KEYS = tuple(each.key for each in _COLUMNS)


def columns(context: RulesContext) -> tuple[Column, ...]:
    """Returns the columns of the table."""
    return columns_of(context, "cwn", _COLUMNS)


def rows(context: RulesContext) -> tuple[Row, ...]:
    """Returns a row for each combatant, side by side in turn order; those without a place last. Source: CWN-16."""
    state = context.state
    places = {slot.who: slot for slot in state.slots if slot.who in state.combatants}
    order = (*places, *(who for who in state.combatants if who not in places))
    return tuple(_row(context, state.combatants[who], places.get(who)) for who in order)


def _row(context: RulesContext, combatant: Combatant, place: Slot | None) -> Row:
    state = context.state
    is_now = place is not None and place.group == state.group and not place.is_done
    return Row(
        who=combatant.id,
        number=combatant.number,
        cells=_lazy(context, combatant, place, is_now=is_now),
        is_now=is_now and not character.is_out(combatant),
        is_done=place is not None and (place.is_done or place.group < state.group),
        is_out=character.is_out(combatant),
    )


def _lazy(
    context: RulesContext, combatant: Combatant, place: Slot | None, *, is_now: bool
) -> Mapping[str, Cell]:
    """Chips name others, and AC may depend on them: whoever is about somebody else looks at the whole fight."""
    state = context.state
    around = id(state.combatants) if combatant.conditions or melee_of(combatant) else 0
    ours = (id(combatant), id(context.ruleset), id(state.switches), id(state.side_names), around)
    return LazyRow(
        _KEYS,
        (*ours, is_now, place, state.round, state.group, state.stage),
        lambda: _cells(context, combatant, place),
    )


def _cells(context: RulesContext, combatant: Combatant, place: Slot | None) -> Mapping[str, Cell]:
    out = character.is_out(combatant)
    target = character.trauma_target(context, combatant)
    morale = 0 if character.is_pc(combatant) else character.morale(context, combatant)
    return {
        "side": band(context, combatant, place),
        "mark": TextCell(text=""),
        "number": TextCell(text=str(combatant.number), sort=combatant.number),
        "name": NameCell(
            name=combatant.name,
            side=combatant.side,
            is_out=out,
            is_hidden="hidden" in combatant.flags,
        ),
        "hp": hp_cell(context, combatant),
        "soak": soak_cell(context, combatant),
        "ac": armor_cell(context, combatant),
        "tt": TextCell(text=str(target), sort=target),
        "ml": TextCell(
            text=str(morale) if morale else context.texts.text_of("cwn.dash"), sort=morale
        ),
        "conditions": ChipsCell(chips=chips(context, combatant)),
        "actions": actions_cell(context, combatant),
        "weapon": weapon_cell(context, combatant),
    }


def band(context: RulesContext, combatant: Combatant, place: Slot | None) -> BandCell:
    """Returns the side somebody acts with, its initiative and how far it has come. Source: CWN-15, CWN-16."""
    state, texts = context.state, context.texts
    team = character.team(combatant)
    name = context.side_name(team)
    if place is None:
        return BandCell(text=name, side=team)
    return BandCell(
        text=name,
        note=texts.text_of(f"cwn.band.{_band_word(context, place)}", score=_score(context, place)),
        side=team,
        is_now=place.group == state.group,
    )


def _band_word(context: RulesContext, place: Slot) -> str:
    now = context.state.group
    if is_free_round(context.state):
        return "free"
    if place.group == now:
        return "acting"
    if place.group < now:
        return "acted"
    return "next" if place.group == following_group(context) else "later"


def _score(context: RulesContext, place: Slot) -> int:
    """The score of the group's last: whoever acts ahead of the side in the same group has a higher one."""
    return min(slot.score for slot in context.state.slots if slot.group == place.group)


def hp_cell(context: RulesContext, combatant: Combatant) -> GaugeCell:
    """Returns hit points as a gauge. Source: CWN-05."""
    name = context.texts.text_of("cwn.column.hp")
    left, most = character.hp_now(combatant), character.most_hp(context, combatant)
    return GaugeCell(name=name, current=left, low=0, high=max(most, left))


def soak_cell(context: RulesContext, combatant: Combatant) -> Cell:
    """Returns the soak pool as a gauge; a dash for who has none. Source: CWN-07."""
    most = character.most_soak(context, combatant)
    left = character.soak_now(combatant)
    if not most and not left:
        return TextCell(text=context.texts.text_of("cwn.dash"), sort=-1)
    name = context.texts.text_of("cwn.column.soak")
    return GaugeCell(name=name, current=left, low=0, high=max(most, left), role="gauge.soak")


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
        return CapsulesCell(name=name, text=texts.text_of("cwn.dash"))
    mains, moves = action_budget.left(combatant, "main"), action_budget.left(combatant, "move")
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
    if not action_budget.left(combatant, action):
        return "spent"
    if combatant.has("holding") or action_budget.given(combatant, action):
        return "kept"
    return "spent" if is_lost else "free"


def _is_main_lost(context: RulesContext, combatant: Combatant) -> bool:
    return action_budget.is_over(
        context.state, combatant.id
    ) and not action_budget.has_instant_main(context, combatant)


def weapon_cell(context: RulesContext, combatant: Combatant) -> TextCell:
    """Returns what is in hand, and its rounds."""
    item = gear.find(combatant, "")
    if item is None or item.key == gear.UNARMED.key:
        return TextCell(text=context.texts.text_of("cwn.dash"))
    return TextCell(text=item.name, note=ammo_text(combatant, item))
