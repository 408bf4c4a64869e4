"""The combatant table of a CHROME fight: three blocks as bands, Health in slots, Conviction, what is left of a turn."""

from collections.abc import Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import ammo_text
from encounter_gui.rules.presenters.columns import ColumnSpec, columns_of
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.sheet import action_budget, bolstering, character, gear
from encounter_gui.rules.systems.chrome.sheet.action_budget import (
    acting,
    actions_now,
    is_spent,
    usual_actions,
)
from encounter_gui.rules.systems.chrome.sheet.gear import at_hand
from encounter_gui.rules.systems.chrome.turns import order
from encounter_gui.rules.systems.chrome.views.chips import chips
from encounter_gui.rules.view import (
    BandCell,
    Budget,
    Cell,
    ChipsCell,
    Column,
    GaugeCell,
    NameCell,
    PipsCell,
    Row,
    SlotsCell,
    TextCell,
)
from encounter_gui.rules.view.lazy_row import LazyRow

Block = Literal["extra", "before", "enemies", "after"]

_COLUMNS = (
    ColumnSpec("block", "band", 88),
    ColumnSpec("mark", "mark", 18),
    ColumnSpec("number", "number", 24, "center"),
    ColumnSpec("speed", "number", 44, "right"),
    ColumnSpec("name", "name", 152),
    ColumnSpec("health", "slots", 162),
    ColumnSpec("soak", "number", 40, "right"),
    ColumnSpec("conviction", "gauge", 118),
    ColumnSpec("conditions", "chips", 0),
    ColumnSpec("actions", "pips", 58),
    ColumnSpec("weapon", "text", 126),
)

_KEYS = tuple(each.key for each in _COLUMNS)
_BLOCKS: tuple[Block, ...] = ("before", "enemies", "after")
_MOST_SLOTS = 10
"""Health up to here is drawn as boxes, more as a gauge. Source: CHR-04."""

_QUARTERS = 4


def columns(context: RulesContext) -> tuple[Column, ...]:
    """Returns the columns of the table."""
    return columns_of(context, "chrome", _COLUMNS)


def rows(context: RulesContext) -> tuple[Row, ...]:
    """Returns a row for each combatant, block by block in turn order; those without a place last. Source: CHR-26."""
    places = places_of(context)
    able = acting(context)
    now = {combatant.id for combatant in able if not is_spent(context, combatant)} or {
        combatant.id for combatant in able
    }
    return tuple(
        _row(context, context.state.combatants[who], places.get(who), is_now=who in now)
        for who in _order(context, places)
    )


def _order(context: RulesContext, places: Mapping[CombatantId, Slot]) -> tuple[CombatantId, ...]:
    """Those with a place in turn order; enemies without one, the dead, stay below the last of theirs."""
    known = context.state.combatants
    lost = [who for who in known if who not in places]
    dead = [who for who in lost if places and order.block(known[who]) == order.ENEMIES]
    early = [who for who in places if order.block(known[who]) != order.AFTER]
    late = [who for who in places if order.block(known[who]) == order.AFTER]
    return (*dict.fromkeys((*early, *dead, *late, *lost)),)


def places_of(context: RulesContext) -> dict[CombatantId, Slot]:
    """Returns everybody's own slot, in order; an extra Major Action before round 1 has one besides. Source: CHR-25."""
    known = context.state.combatants
    own = {slot.who: slot for slot in context.state.slots if slot.who in known and not slot.lane}
    extra = {slot.who: slot for slot in context.state.slots if slot.who in known}
    return {**own, **{who: slot for who, slot in extra.items() if who not in own}}


def _row(context: RulesContext, combatant: Combatant, place: Slot | None, *, is_now: bool) -> Row:
    is_out = character.is_out(combatant) and not character.is_presence(combatant)
    is_waiting = is_now or is_out or place is None
    return Row(
        who=combatant.id,
        number=combatant.number,
        cells=_lazy(context, combatant, place, is_now=is_now),
        is_now=is_now,
        is_done=not is_waiting and place is not None and _is_over(context, combatant, place),
        is_out=is_out,
    )


def _is_over(context: RulesContext, combatant: Combatant, place: Slot) -> bool:
    """Whether somebody's turn of this round is over; in the block that acts, whether it is spent. Source: CHR-26."""
    if place.group != context.state.group:
        return place.group < context.state.group
    return place.is_done or (combatant.id in context.state.acting and is_spent(context, combatant))


def _lazy(
    context: RulesContext, combatant: Combatant, place: Slot | None, *, is_now: bool
) -> Mapping[str, Cell]:
    """A chip may name another combatant: whoever has conditions looks at the whole fight."""
    state = context.state
    around = id(state.combatants) if combatant.conditions else 0
    ours = (id(combatant), id(context.ruleset), id(state.switches), id(state.side_names), around)
    return LazyRow(
        _KEYS,
        (*ours, is_now, place, bool(state.slots), state.stage, state.round, state.group),
        lambda: _cells(context, combatant, place, is_now=is_now),
    )


def _cells(
    context: RulesContext, combatant: Combatant, place: Slot | None, *, is_now: bool
) -> Mapping[str, Cell]:
    soak = character.soak(context, combatant)
    return {
        "block": band(context, combatant, place),
        "mark": TextCell(text=""),
        "number": TextCell(text=str(combatant.number), sort=combatant.number),
        "speed": _speed(context, combatant, is_now=is_now),
        "name": _name(context, combatant),
        "health": life_cell(context, combatant),
        "soak": TextCell(text=str(soak), sort=soak, is_strong=True),
        "conviction": conviction_cell(context, combatant),
        "conditions": ChipsCell(chips=chips(context, combatant)),
        "actions": actions_cell(context, combatant, place),
        "weapon": weapon_cell(context, combatant),
    }


def _speed(context: RulesContext, combatant: Combatant, *, is_now: bool) -> TextCell:
    if not character.is_operator(combatant):
        return TextCell(text="", sort=-1)
    speed = character.speed(context, combatant)
    return TextCell(text=str(speed), sort=speed, is_strong=is_now)


def _name(context: RulesContext, combatant: Combatant) -> NameCell:
    is_ghost = character.is_presence(combatant)
    return NameCell(
        name=context.texts.text_of("chrome.presence_of", who=combatant.name)
        if is_ghost
        else combatant.name,
        side=combatant.side,
        is_out=character.is_out(combatant) and not is_ghost,
        is_hidden="hidden" in combatant.flags,
        is_ghost=is_ghost,
    )


def band(context: RulesContext, combatant: Combatant, place: Slot | None) -> BandCell:
    """Returns the block somebody acts in, and what it says of its Speed Checks. Source: CHR-26."""
    texts, block = context.texts, block_of(context, combatant, place)
    if block is None:
        team: Side = "pc" if combatant.side == "ally" else combatant.side
        return BandCell(text=context.side_name(team), side=team)
    return BandCell(
        text=texts.text_of(f"chrome.block.{block}"),
        note=texts.text_of(f"chrome.block.{block}.note"),
        side="foe" if block == "enemies" else "pc",
        is_now=block == block_now(context),
    )


def block_of(context: RulesContext, combatant: Combatant, place: Slot | None) -> Block | None:
    """Returns the block somebody acts in; None: there is no order, or no place in it. Source: CHR-25, CHR-26."""
    if place is not None and place.lane:
        return "extra"
    known = order.block(combatant)
    if known is None or not context.state.slots or (place is None and known != order.ENEMIES):
        return None
    return _BLOCKS[known]


def block_now(context: RulesContext) -> Block | None:
    """Returns the block that acts; None: none does."""
    state = context.state
    acting = (slot for slot in state.slots if slot.group == state.group)
    slot = next((each for each in acting if each.who in state.combatants), None)
    return block_of(context, state.combatants[slot.who], slot) if slot else None


def life_cell(context: RulesContext, combatant: Combatant) -> Cell:
    """Returns Health as boxes, or as a gauge where they would be too many; of a Presence, that it is dead.

    Source: CHR-04, CHR-60.
    """
    texts = context.texts
    left, most = character.health_now(combatant), character.health(combatant)
    if character.is_presence(combatant):
        return TextCell(text=_died(context, combatant), sort=left)
    if max(left, most) <= _MOST_SLOTS:
        name = texts.text_of("chrome.column.health")
        return SlotsCell(name=name, left=left, total=max(left, most))
    return health_cell(context, combatant)


def _died(context: RulesContext, combatant: Combatant) -> str:
    """In which round somebody died, where that is remembered."""
    known = combatant.memo_text(dying.DIED)
    return context.texts.text_of("chrome.died_in" if known else "chrome.died", round=known)


def health_cell(context: RulesContext, combatant: Combatant) -> GaugeCell:
    """Returns Health as a gauge. Source: CHR-04."""
    left, most = character.health_now(combatant), character.health(combatant)
    name = context.texts.text_of("chrome.column.health")
    return GaugeCell(name=name, current=left, low=0, high=max(left, most))


def conviction_cell(context: RulesContext, combatant: Combatant) -> Cell:
    """Returns Conviction as a gauge in quarters; a dash for who has none. Source: CHR-05."""
    name = context.texts.text_of("chrome.column.conviction")
    if not character.is_operator(combatant):
        return TextCell(text=context.texts.text_of("chrome.dash"), sort=-1)
    left, most = character.conviction_now(combatant), character.conviction(combatant)
    high = max(most, left, 1)
    return GaugeCell(
        name=name,
        current=left,
        low=0,
        high=high,
        role="gauge.conviction",
        ticks=tuple(dict.fromkeys(high * part // _QUARTERS for part in range(1, _QUARTERS))),
    )


def actions_cell(context: RulesContext, combatant: Combatant, slot: Slot | None) -> PipsCell:
    """Returns Major Actions, or the attacks an enemy's block lists, spent ones as rings. Source: CHR-28, CHR-31."""
    name = context.texts.text_of("chrome.column.actions")
    if character.is_out(combatant) and not character.is_presence(combatant):
        return PipsCell(name=name, text=context.texts.text_of("chrome.dash"))
    left, total = actions_left(context, combatant, slot)
    pips: tuple[Budget, ...] = tuple(
        "spent" if place < total - left else "free" for place in range(total)
    )
    return PipsCell(name=name, pips=pips)


def actions_left(
    context: RulesContext, combatant: Combatant, place: Slot | None
) -> tuple[int, int]:
    """Returns how many actions somebody has left this round, and had in all. Source: CHR-28, CHR-31, CHR-60."""
    total = usual_actions(context, combatant)
    if place is None or not action_budget.is_running(context):
        return total, total
    group = context.state.group
    if combatant.id in context.state.acting and not place.is_done:
        left = actions_now(context, combatant)
        return left, max(total, left)
    if character.is_held_back(combatant) or place.is_done or place.group < group:
        return 0, total
    return total, total


def weapon_cell(context: RulesContext, combatant: Combatant) -> TextCell:
    """Returns what is in hand and its shots; of an enemy how often and how far; of a Presence what it can do.

    Source: CHR-06, CHR-11, CHR-60.
    """
    if character.is_presence(combatant):
        return _abilities_cell(context, combatant)
    item = at_hand(combatant)
    if item is None:
        return TextCell(text=context.texts.text_of("chrome.dash"))
    if character.is_operator(combatant) or item.kind == "explosive":
        return TextCell(text=item.name, note=ammo_text(combatant, item))
    weapon = gear.weapon_of(item)
    times = f" ×{weapon.attacks}" if weapon.attacks > 1 else ""
    return TextCell(text=f"{weapon.name}{times}", note=bands_text(context, weapon.bands))


def bands_text(context: RulesContext, bands: tuple[str, ...]) -> str:
    """Returns range bands in words, e.g. ``Short/Long``. Source: CHR-07."""
    return "/".join(context.texts.text_of(f"chrome.band.{band}") for band in bands)


def _abilities_cell(context: RulesContext, combatant: Combatant) -> TextCell:
    known = bolstering.abilities(context, combatant)
    if not known:
        return TextCell(text=context.texts.text_of("chrome.dash"))
    unused = sum(bolstering.is_unused(combatant, each) for each in known)
    names = ", ".join(ability_name(context, each) for each in known)
    return TextCell(text=names, note=f"{unused}/{len(known)}")


def ability_name(context: RulesContext, ability: str) -> str:
    """Returns what an ability of a Presence is called; a house rule's own as it is written. Source: CHR-60."""
    if ability in (bolstering.DISTRACT, bolstering.SOOTHE, bolstering.BOLSTER):
        return context.texts.text_of(f"chrome.ability.{ability}")
    return ability.replace("_", " ").capitalize()
