"""The combatant table of a CHROME fight: three blocks as bands, Health in slots, Conviction, what is left of a turn."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal

from msgspec import structs
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import OWN_TURNS, EncounterState
from encounter_gui.encounter.values import Combatant, Side, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import rows as presenter
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.presenters.rows import ColumnSpec, KeptRows, RowRules, Standing
from encounter_gui.rules.presenters.turn_order import slots_by_combatant
from encounter_gui.rules.systems.chrome.checks import bolstering
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear
from encounter_gui.rules.systems.chrome.sheet.action_budget import (
    acting,
    actions_now,
    is_spent,
    usual_actions,
    whose_turn,
)
from encounter_gui.rules.systems.chrome.sheet.gear import at_hand
from encounter_gui.rules.systems.chrome.turns import order
from encounter_gui.rules.systems.chrome.views.chips import RULES
from encounter_gui.rules.view import (
    BandCell,
    Budget,
    Cell,
    GaugeCell,
    NameCell,
    PipsCell,
    Row,
    SlotsCell,
    TextCell,
)

Block = Literal["extra", "before", "enemies", "after"]

COLUMNS = (
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
"""The columns of the table, from the left."""

_BLOCKS: tuple[Block, ...] = ("before", "enemies", "after")
_MOST_SLOTS = 10
"""Health up to here is drawn as boxes, more as a gauge. Source: CHR-04."""


def rows(context: RulesContext, kept: KeptRows) -> tuple[Row, ...]:
    """Returns a row for each combatant, block by block in turn order; those without a place last. Source: CHR-26."""
    now = {each.id for each in _marked(context)}
    slots, bands = _own_first(context.state), _bands(context)

    def standing(combatant: Combatant) -> Standing:
        own = slots.get(combatant.id, ())
        is_now = combatant.id in now
        is_out = character.is_out(combatant) and not character.is_presence(combatant)
        return Standing(
            slots=own,
            is_now=is_now,
            is_done=not (is_now or is_out) and _is_over(context, combatant, own),
            is_out=is_out,
            band=bands(block_of(context, combatant, next(iter(own), None)), combatant.side),
        )

    return kept.rows(context, _RULES, _order(context, slots), standing)


def _marked(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns who acts now; in a block of a campaign saved by an older version all who can. Source: CHR-26."""
    if context.state.memo.get(OWN_TURNS):
        return whose_turn(context)
    able = acting(context)
    return tuple(each for each in able if not is_spent(context, each)) or able


def _own_first(state: EncounterState) -> dict[CombatantId, tuple[Slot, ...]]:
    """Returns everybody's slots in turn order, an extra Major Action before round 1 behind the own. Source: CHR-25."""
    own_first = replace(state, slots=tuple(sorted(state.slots, key=lambda slot: slot.lane)))
    return slots_by_combatant(own_first)


def _order(
    context: RulesContext, slots: Mapping[CombatantId, tuple[Slot, ...]]
) -> tuple[CombatantId, ...]:
    """Those with a place in turn order; enemies without one, the dead, stay below the last of theirs."""
    known = context.state.combatants
    lost = [who for who in known if who not in slots]
    dead = [who for who in lost if slots and order.block(known[who]) == order.ENEMIES]
    early = [who for who in slots if order.block(known[who]) != order.AFTER]
    late = [who for who in slots if order.block(known[who]) == order.AFTER]
    return (*dict.fromkeys((*early, *dead, *late, *lost)),)


def _is_over(context: RulesContext, combatant: Combatant, slots: tuple[Slot, ...]) -> bool:
    """Whether somebody's turn of this round is over; in the block that acts, whether it is spent. Source: CHR-26."""
    if not slots:
        return False
    if slots[0].group != context.state.group:
        return slots[0].group < context.state.group
    return slots[0].is_done or is_spent(context, combatant)


def _looks_around(context: RulesContext, combatant: Combatant) -> object:
    """A chip may name another combatant: who has conditions depends on the whole fight."""
    return id(context.state.combatants) if combatant.conditions else 0


def _cells(context: RulesContext, combatant: Combatant, standing: Standing) -> Mapping[str, Cell]:
    soak = character.soak(context, combatant)
    return {
        "speed": _speed(context, combatant, is_now=standing.is_now),
        "name": _name(context, combatant, is_out=standing.is_out),
        "health": life_cell(context, combatant),
        "soak": TextCell(text=str(soak), sort=soak, is_strong=True),
        "conviction": conviction_cell(context, combatant),
        "actions": _actions_cell(context, combatant, standing),
        "weapon": weapon_cell(context, combatant),
    }


def _speed(context: RulesContext, combatant: Combatant, *, is_now: bool) -> TextCell:
    if not character.is_operator(combatant):
        return TextCell(text="", sort=-1)
    speed = character.speed(context, combatant)
    return TextCell(text=str(speed), sort=speed, is_strong=is_now)


def _name(context: RulesContext, combatant: Combatant, *, is_out: bool) -> NameCell:
    cell = presenter.name_cell(combatant, is_out=is_out)
    if not character.is_presence(combatant):
        return cell
    name = context.texts.text_of("chrome.presence_of", who=combatant.name)
    return structs.replace(cell, name=name, is_ghost=True)


def _bands(context: RulesContext) -> Callable[[Block | None, Side], BandCell]:
    """Returns what makes the band of a block, or of a side without an order. Source: CHR-26."""
    text_of, current = context.texts.text_of, block_now(context)

    @cache
    def band(block: Block | None, side: Side) -> BandCell:
        if block is None:
            team: Side = "pc" if side == "ally" else side
            return BandCell(text=context.side_name(team), side=team)
        return BandCell(
            text=text_of(f"chrome.block.{block}"),
            note=text_of(f"chrome.block.{block}.note"),
            side="foe" if block == "enemies" else "pc",
            is_now=block == current,
        )

    return band


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
    slot = next((each for each in state.slots_now if each.who in state.combatants), None)
    return block_of(context, state.combatants[slot.who], slot) if slot else None


def life_cell(context: RulesContext, combatant: Combatant) -> Cell:
    """Returns Health as boxes, or as a gauge where they would be too many; of a Presence, that it is dead.

    Source: CHR-04, CHR-60.
    """
    texts = context.texts
    left, most = character.health_now(combatant), character.health(combatant)
    if character.is_presence(combatant):
        return TextCell(text=_death_text(context, combatant), sort=left)
    if max(left, most) <= _MOST_SLOTS:
        name = texts.text_of("chrome.column.health")
        return SlotsCell(name=name, left=left, total=max(left, most), number=character.HEALTH)
    return health_cell(context, combatant)


def _death_text(context: RulesContext, combatant: Combatant) -> str:
    """In which round somebody died, where that is remembered."""
    known = combatant.memo_text(deaths.DIED)
    return context.texts.text_of("chrome.died_in" if known else "chrome.died", round=known)


def health_cell(context: RulesContext, combatant: Combatant) -> GaugeCell:
    """Returns Health as a gauge. Source: CHR-04."""
    name = context.texts.text_of("chrome.column.health")
    return gauge_cell(context, combatant, character.HEALTH, name)


def conviction_cell(context: RulesContext, combatant: Combatant) -> Cell:
    """Returns Conviction as a gauge; a dash for who has none. Source: CHR-05."""
    if not character.is_operator(combatant):
        return TextCell(text=presenter.dash(context), sort=-1)
    return conviction_gauge(context, combatant)


def conviction_gauge(context: RulesContext, combatant: Combatant) -> GaugeCell:
    """Returns Conviction as a gauge, also of somebody who has none. Source: CHR-05."""
    name = context.texts.text_of("chrome.column.conviction")
    cell = gauge_cell(context, combatant, character.CONVICTION, name, role="gauge.conviction")
    return cell if cell.high else structs.replace(cell, high=1)


def _actions_cell(context: RulesContext, combatant: Combatant, standing: Standing) -> PipsCell:
    """Returns Major Actions, or the attacks an enemy's block lists, spent ones as rings. Source: CHR-28, CHR-31."""
    name = context.texts.text_of("chrome.column.actions")
    if standing.is_out:
        return PipsCell(name=name, text=presenter.dash(context))
    left, total = _actions_left(context, combatant, standing.slots)
    pips: tuple[Budget, ...] = tuple(
        "spent" if place < total - left else "free" for place in range(total)
    )
    return PipsCell(name=name, pips=pips)


def _actions_left(
    context: RulesContext, combatant: Combatant, slots: tuple[Slot, ...]
) -> tuple[int, int]:
    """Returns how many actions somebody has left this round, and had in all. Source: CHR-28, CHR-31, CHR-60."""
    total, now = usual_actions(context, combatant), context.state.group
    if not slots or not action_budget.is_running(context):
        return total, total
    if any(slot.group == now for slot in slots) and not slots[0].is_done:
        left = actions_now(context, combatant)
        return left, max(total, left)
    is_over = character.is_held_back(combatant) or slots[0].is_done or slots[0].group < now
    return (0 if is_over else total), total


def weapon_cell(context: RulesContext, combatant: Combatant) -> TextCell:
    """Returns what is in hand and its shots; of an enemy how often and how far; of a Presence what it can do.

    Source: CHR-06, CHR-11, CHR-60.
    """
    if character.is_presence(combatant):
        return _abilities_cell(context, combatant)
    item = at_hand(combatant)
    if item is None or character.is_operator(combatant) or item.kind == "explosive":
        return presenter.weapon_cell(context, combatant, item)
    weapon = gear.weapon_of(item)
    times = f" ×{weapon.attacks}" if weapon.attacks > 1 else ""
    return TextCell(text=f"{weapon.name}{times}", note=bands_text(context, weapon.bands))


def bands_text(context: RulesContext, bands: tuple[str, ...]) -> str:
    """Returns range bands in words, e.g. ``Short/Long``. Source: CHR-07."""
    return "/".join(context.texts.text_of(f"chrome.band.{band}") for band in bands)


def _abilities_cell(context: RulesContext, combatant: Combatant) -> TextCell:
    known = bolstering.abilities(context, combatant)
    if not known:
        return TextCell(text=presenter.dash(context))
    unused = sum(bolstering.is_unused(combatant, each) for each in known)
    names = ", ".join(ability_name(context, each) for each in known)
    return TextCell(text=names, note=f"{unused}/{len(known)}")


def ability_name(context: RulesContext, ability: str) -> str:
    """Returns what an ability of a Presence is called; a house rule's own as it is written. Source: CHR-60."""
    if ability in (bolstering.DISTRACT, bolstering.SOOTHE, bolstering.BOLSTER):
        return context.texts.text_of(f"chrome.ability.{ability}")
    return ability.replace("_", " ").capitalize()


_RULES = RowRules(columns=COLUMNS, chips=RULES, cells=_cells, depends_on=_looks_around)
