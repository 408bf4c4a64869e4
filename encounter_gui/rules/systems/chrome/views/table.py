"""The combatant table of a CHROME fight: three blocks as bands, Health in slots, Conviction, what is left of a turn."""

from collections.abc import Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side, Slot
from encounter_gui.rules.engine.scene import Scene
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
from encounter_gui.rules.view.lazy_row import RowCells

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


def columns(scene: Scene) -> tuple[Column, ...]:
    """Returns the columns of the table."""
    return columns_of(scene, "chrome", _COLUMNS)


def rows(scene: Scene) -> tuple[Row, ...]:
    """Returns a row for each combatant, block by block in turn order; those without a place last. Source: CHR-26."""
    places = places_of(scene)
    able = acting(scene)
    now = {one.id for one in able if not is_spent(scene, one)} or {one.id for one in able}
    return tuple(
        _row(scene, scene.state.combatants[who], places.get(who), is_now=who in now)
        for who in _order(scene, places)
    )


def _order(scene: Scene, places: Mapping[CombatantId, Slot]) -> tuple[CombatantId, ...]:
    """Those with a place in turn order; enemies without one, the dead, stay below the last of theirs."""
    known = scene.state.combatants
    lost = [who for who in known if who not in places]
    dead = [who for who in lost if places and order.block(known[who]) == order.ENEMIES]
    early = [who for who in places if order.block(known[who]) != order.AFTER]
    late = [who for who in places if order.block(known[who]) == order.AFTER]
    return (*dict.fromkeys((*early, *dead, *late, *lost)),)


def places_of(scene: Scene) -> dict[CombatantId, Slot]:
    """Returns everybody's own slot, in order; an extra Major Action before round 1 has one besides. Source: CHR-25."""
    known = scene.state.combatants
    own = {slot.who: slot for slot in scene.state.slots if slot.who in known and not slot.lane}
    extra = {slot.who: slot for slot in scene.state.slots if slot.who in known}
    return {**own, **{who: slot for who, slot in extra.items() if who not in own}}


def _row(scene: Scene, one: Combatant, place: Slot | None, *, is_now: bool) -> Row:
    is_out = character.is_out(one) and not character.is_presence(one)
    is_waiting = is_now or is_out or place is None
    return Row(
        who=one.id,
        number=one.number,
        cells=_lazy(scene, one, place, is_now=is_now),
        is_now=is_now,
        is_done=not is_waiting and place is not None and _is_over(scene, one, place),
        is_out=is_out,
    )


def _is_over(scene: Scene, one: Combatant, place: Slot) -> bool:
    """Whether somebody's turn of this round is over; in the block that acts, whether it is spent. Source: CHR-26."""
    if place.group != scene.state.group:
        return place.group < scene.state.group
    return place.is_done or (one.id in scene.state.acting and is_spent(scene, one))


def _lazy(scene: Scene, one: Combatant, place: Slot | None, *, is_now: bool) -> Mapping[str, Cell]:
    """A chip may name another combatant: whoever has conditions looks at the whole fight."""
    state = scene.state
    around = id(state.combatants) if one.conditions else 0
    ours = (id(one), id(scene.ruleset), id(state.switches), id(state.side_names), around)
    return RowCells(
        _KEYS,
        (*ours, is_now, place, bool(state.slots), state.stage, state.round, state.group),
        lambda: _cells(scene, one, place, is_now=is_now),
    )


def _cells(scene: Scene, one: Combatant, place: Slot | None, *, is_now: bool) -> Mapping[str, Cell]:
    soak = character.soak(scene, one)
    return {
        "block": band(scene, one, place),
        "mark": TextCell(text=""),
        "number": TextCell(text=str(one.number), sort=one.number),
        "speed": _speed(scene, one, is_now=is_now),
        "name": _name(scene, one),
        "health": life_cell(scene, one),
        "soak": TextCell(text=str(soak), sort=soak, is_strong=True),
        "conviction": conviction_cell(scene, one),
        "conditions": ChipsCell(chips=chips(scene, one)),
        "actions": actions_cell(scene, one, place),
        "weapon": weapon_cell(scene, one),
    }


def _speed(scene: Scene, one: Combatant, *, is_now: bool) -> TextCell:
    if not character.is_operator(one):
        return TextCell(text="", sort=-1)
    speed = character.speed(scene, one)
    return TextCell(text=str(speed), sort=speed, is_strong=is_now)


def _name(scene: Scene, one: Combatant) -> NameCell:
    is_ghost = character.is_presence(one)
    return NameCell(
        name=scene.words.word("chrome.presence_of", who=one.name) if is_ghost else one.name,
        side=one.side,
        is_out=character.is_out(one) and not is_ghost,
        is_hidden="hidden" in one.flags,
        is_ghost=is_ghost,
    )


def band(scene: Scene, one: Combatant, place: Slot | None) -> BandCell:
    """Returns the block somebody acts in, and what it says of its Speed Checks. Source: CHR-26."""
    words, block = scene.words, block_of(scene, one, place)
    if block is None:
        team: Side = "pc" if one.side == "ally" else one.side
        return BandCell(text=scene.side_name(team), side=team)
    return BandCell(
        text=words.word(f"chrome.block.{block}"),
        note=words.word(f"chrome.block.{block}.note"),
        side="foe" if block == "enemies" else "pc",
        is_now=block == block_now(scene),
    )


def block_of(scene: Scene, one: Combatant, place: Slot | None) -> Block | None:
    """Returns the block somebody acts in; None: there is no order, or no place in it. Source: CHR-25, CHR-26."""
    if place is not None and place.lane:
        return "extra"
    known = order.block(one)
    if known is None or not scene.state.slots or (place is None and known != order.ENEMIES):
        return None
    return _BLOCKS[known]


def block_now(scene: Scene) -> Block | None:
    """Returns the block that acts; None: none does."""
    state = scene.state
    acting = (slot for slot in state.slots if slot.group == state.group)
    slot = next((each for each in acting if each.who in state.combatants), None)
    return block_of(scene, state.combatants[slot.who], slot) if slot else None


def life_cell(scene: Scene, one: Combatant) -> Cell:
    """Returns Health as boxes, or as a gauge where they would be too many; of a Presence, that it is dead.

    Source: CHR-04, CHR-60.
    """
    words = scene.words
    left, most = character.health_now(one), character.health(one)
    if character.is_presence(one):
        return TextCell(text=_died(scene, one), sort=left)
    if max(left, most) <= _MOST_SLOTS:
        name = words.word("chrome.column.health")
        return SlotsCell(name=name, left=left, total=max(left, most))
    return health_cell(scene, one)


def _died(scene: Scene, one: Combatant) -> str:
    """In which round somebody died, where that is remembered."""
    known = one.memo_text(dying.DIED)
    return scene.words.word("chrome.died_in" if known else "chrome.died", round=known)


def health_cell(scene: Scene, one: Combatant) -> GaugeCell:
    """Returns Health as a gauge. Source: CHR-04."""
    left, most = character.health_now(one), character.health(one)
    name = scene.words.word("chrome.column.health")
    return GaugeCell(name=name, current=left, low=0, high=max(left, most))


def conviction_cell(scene: Scene, one: Combatant) -> Cell:
    """Returns Conviction as a gauge in quarters; a dash for who has none. Source: CHR-05."""
    name = scene.words.word("chrome.column.conviction")
    if not character.is_operator(one):
        return TextCell(text=scene.words.word("chrome.dash"), sort=-1)
    left, most = character.conviction_now(one), character.conviction(one)
    high = max(most, left, 1)
    return GaugeCell(
        name=name,
        current=left,
        low=0,
        high=high,
        role="gauge.conviction",
        ticks=tuple(dict.fromkeys(high * part // _QUARTERS for part in range(1, _QUARTERS))),
    )


def actions_cell(scene: Scene, one: Combatant, slot: Slot | None) -> PipsCell:
    """Returns Major Actions, or the attacks an enemy's block lists, spent ones as rings. Source: CHR-28, CHR-31."""
    name = scene.words.word("chrome.column.actions")
    if character.is_out(one) and not character.is_presence(one):
        return PipsCell(name=name, text=scene.words.word("chrome.dash"))
    left, total = actions_left(scene, one, slot)
    pips: tuple[Budget, ...] = tuple(
        "spent" if place < total - left else "free" for place in range(total)
    )
    return PipsCell(name=name, pips=pips)


def actions_left(scene: Scene, one: Combatant, place: Slot | None) -> tuple[int, int]:
    """Returns how many actions somebody has left this round, and had in all. Source: CHR-28, CHR-31, CHR-60."""
    total = usual_actions(scene, one)
    if place is None or not action_budget.is_running(scene):
        return total, total
    group = scene.state.group
    if one.id in scene.state.acting and not place.is_done:
        left = actions_now(scene, one)
        return left, max(total, left)
    if character.is_held_back(one) or place.is_done or place.group < group:
        return 0, total
    return total, total


def weapon_cell(scene: Scene, one: Combatant) -> TextCell:
    """Returns what is in hand and its shots; of an enemy how often and how far; of a Presence what it can do.

    Source: CHR-06, CHR-11, CHR-60.
    """
    if character.is_presence(one):
        return _abilities_cell(scene, one)
    item = at_hand(one)
    if item is None:
        return TextCell(text=scene.words.word("chrome.dash"))
    if character.is_operator(one) or item.kind == "explosive":
        return TextCell(text=item.name, note=ammo_text(one, item))
    weapon = gear.weapon_of(item)
    times = f" ×{weapon.attacks}" if weapon.attacks > 1 else ""
    return TextCell(text=f"{weapon.name}{times}", note=bands_text(scene, weapon.bands))


def bands_text(scene: Scene, bands: tuple[str, ...]) -> str:
    """Returns range bands in words, e.g. ``Short/Long``. Source: CHR-07."""
    return "/".join(scene.words.word(f"chrome.band.{band}") for band in bands)


def _abilities_cell(scene: Scene, one: Combatant) -> TextCell:
    known = bolstering.abilities(scene, one)
    if not known:
        return TextCell(text=scene.words.word("chrome.dash"))
    unused = sum(bolstering.is_unused(one, each) for each in known)
    names = ", ".join(ability_name(scene, each) for each in known)
    return TextCell(text=names, note=f"{unused}/{len(known)}")


def ability_name(scene: Scene, ability: str) -> str:
    """Returns what an ability of a Presence is called; a house rule's own as it is written. Source: CHR-60."""
    if ability in (bolstering.DISTRACT, bolstering.SOOTHE, bolstering.BOLSTER):
        return scene.words.word(f"chrome.ability.{ability}")
    return ability.replace("_", " ").capitalize()
