"""The combatant table of a CWN fight: sides as bands, hit points, soak, both AC, and what is left of a turn."""

from collections.abc import Mapping

from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import ammo_text
from encounter_gui.rules.presenters.columns import ColumnSpec, columns_of
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.action_budget import following_group, is_free_round
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
from encounter_gui.rules.view.lazy_row import RowCells

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


def columns(scene: Scene) -> tuple[Column, ...]:
    """Returns the columns of the table."""
    return columns_of(scene, "cwn", _COLUMNS)


def rows(scene: Scene) -> tuple[Row, ...]:
    """Returns a row for each combatant, side by side in turn order; those without a place last. Source: CWN-16."""
    state = scene.state
    places = {slot.who: slot for slot in state.slots if slot.who in state.combatants}
    order = (*places, *(who for who in state.combatants if who not in places))
    return tuple(_row(scene, state.combatants[who], places.get(who)) for who in order)


def _row(scene: Scene, one: Combatant, place: Slot | None) -> Row:
    state = scene.state
    is_now = place is not None and place.group == state.group and not place.is_done
    return Row(
        who=one.id,
        number=one.number,
        cells=_lazy(scene, one, place, is_now=is_now),
        is_now=is_now and not character.is_out(one),
        is_done=place is not None and (place.is_done or place.group < state.group),
        is_out=character.is_out(one),
    )


def _lazy(scene: Scene, one: Combatant, place: Slot | None, *, is_now: bool) -> Mapping[str, Cell]:
    """Chips name others, and AC may depend on them: whoever is about somebody else looks at the whole fight."""
    state = scene.state
    around = id(state.combatants) if one.conditions or one.memo.get(character.MELEE) else 0
    ours = (id(one), id(scene.ruleset), id(state.switches), id(state.side_names), around)
    return RowCells(
        _KEYS,
        (*ours, is_now, place, state.round, state.group, state.stage),
        lambda: _cells(scene, one, place),
    )


def _cells(scene: Scene, one: Combatant, place: Slot | None) -> Mapping[str, Cell]:
    out = character.is_out(one)
    target = character.trauma_target(scene, one)
    morale = 0 if character.is_pc(one) else character.morale(scene, one)
    return {
        "side": band(scene, one, place),
        "mark": TextCell(text=""),
        "number": TextCell(text=str(one.number), sort=one.number),
        "name": NameCell(name=one.name, side=one.side, is_out=out, is_hidden="hidden" in one.flags),
        "hp": hp_cell(scene, one),
        "soak": soak_cell(scene, one),
        "ac": armor_cell(scene, one),
        "tt": TextCell(text=str(target), sort=target),
        "ml": TextCell(text=str(morale) if morale else scene.words.word("cwn.dash"), sort=morale),
        "conditions": ChipsCell(chips=chips(scene, one)),
        "actions": actions_cell(scene, one),
        "weapon": weapon_cell(scene, one),
    }


def band(scene: Scene, one: Combatant, place: Slot | None) -> BandCell:
    """Returns the side somebody acts with, its initiative and how far it has come. Source: CWN-15, CWN-16."""
    state, words = scene.state, scene.words
    team = character.team(one)
    name = scene.side_name(team)
    if place is None:
        return BandCell(text=name, side=team)
    return BandCell(
        text=name,
        note=words.word(f"cwn.band.{_band_word(scene, place)}", score=_score(scene, place)),
        side=team,
        is_now=place.group == state.group,
    )


def _band_word(scene: Scene, place: Slot) -> str:
    now = scene.state.group
    if is_free_round(scene):
        return "free"
    if place.group == now:
        return "acting"
    if place.group < now:
        return "acted"
    return "next" if place.group == following_group(scene) else "later"


def _score(scene: Scene, place: Slot) -> int:
    """The score of the group's last: whoever acts ahead of the side in the same group has a higher one."""
    return min(slot.score for slot in scene.state.slots if slot.group == place.group)


def hp_cell(scene: Scene, one: Combatant) -> GaugeCell:
    """Returns hit points as a gauge. Source: CWN-05."""
    name = scene.words.word("cwn.column.hp")
    left, most = character.hp_now(one), character.most_hp(scene, one)
    return GaugeCell(name=name, current=left, low=0, high=max(most, left))


def soak_cell(scene: Scene, one: Combatant) -> Cell:
    """Returns the soak pool as a gauge; a dash for who has none. Source: CWN-07."""
    most = character.most_soak(scene, one)
    left = character.soak_now(one)
    if not most and not left:
        return TextCell(text=scene.words.word("cwn.dash"), sort=-1)
    name = scene.words.word("cwn.column.soak")
    return GaugeCell(name=name, current=left, low=0, high=max(most, left), role="gauge.soak")


def armor_cell(scene: Scene, one: Combatant) -> TextCell:
    """Returns ranged and melee AC as they are now. Source: CWN-06."""
    ranged, melee = (character.armor_class(scene, one, melee=each) for each in (False, True))
    return TextCell(text=f"{ranged}/{melee}", sort=ranged + melee / 100, is_strong=True)


def actions_cell(scene: Scene, one: Combatant) -> CapsulesCell:
    """Returns Main and Move, struck when they are used; more of them carry a tag. Source: CWN-17, CWN-38."""
    words = scene.words
    name = words.word("cwn.column.actions")
    if character.is_out(one):
        return CapsulesCell(name=name, text=words.word("cwn.dash"))
    mains, moves = action_budget.left(one, "main"), action_budget.left(one, "move")
    more = max(mains - 1, 0) + max(moves - 1, 0)
    return CapsulesCell(
        name=name,
        capsules=(
            Capsule(
                text=words.word("cwn.main"),
                state=_state(one, "main", is_lost=_is_main_lost(scene, one)),
                tip=words.word("cwn.main.tip", left=mains),
            ),
            Capsule(
                text=words.word("cwn.move"),
                state=_state(one, "move", is_lost=action_budget.is_over(scene.state, one.id)),
                tip=words.word("cwn.move.tip", left=moves),
            ),
        ),
        tags=(words.word("cwn.more", count=more),) if more else (),
    )


def _state(one: Combatant, action: action_budget.Action, *, is_lost: bool) -> Budget:
    """Held ones may still come; after the own turn what is left is lost, but for a Main that pays for Instants."""
    if not action_budget.left(one, action):
        return "spent"
    if one.has("holding") or action_budget.given(one, action):
        return "kept"
    return "spent" if is_lost else "free"


def _is_main_lost(scene: Scene, one: Combatant) -> bool:
    return action_budget.is_over(scene.state, one.id) and not action_budget.has_instant_main(
        scene, one
    )


def weapon_cell(scene: Scene, one: Combatant) -> TextCell:
    """Returns what is in hand, and its rounds."""
    item = gear.find(one, "")
    if item is None or item.key == gear.UNARMED.key:
        return TextCell(text=scene.words.word("cwn.dash"))
    return TextCell(text=item.name, note=ammo_text(one, item))
