"""The combatant table: its columns, what every game shows of a combatant, and cells that are worked out when seen."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Item, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import ammo_text
from encounter_gui.rules.presenters.chips import ChipRules, chips
from encounter_gui.rules.view import (
    Align,
    BandCell,
    Cell,
    CellKind,
    ChipsCell,
    Column,
    NameCell,
    Row,
    TextCell,
)
from encounter_gui.rules.view.lazy_row import LazyRow


class ColumnSpec(NamedTuple):
    """A column: its key, what its cells are, its width in logical pixels at 1366 (0: what is left), its edge."""

    key: str
    kind: CellKind
    width: int
    align: Align = "left"


def columns_of(context: RulesContext, specs: tuple[ColumnSpec, ...]) -> tuple[Column, ...]:
    """Returns columns, from the left, with the words of their system; over wounds stand the places of the body."""
    text_of, system = context.texts.text_of, context.ruleset.system
    places = tuple((each.short, each.name) for each in context.ruleset.locations)
    return tuple(
        Column(
            key=each.key,
            title=text_of(f"{system}.column.{each.key}"),
            kind=each.kind,
            width=each.width,
            align=each.align,
            tip=text_of(f"{system}.column.{each.key}.tip"),
            parts=places if each.kind == "wounds" else (),
        )
        for each in specs
    )


class Standing(NamedTuple):
    """Where a combatant stands in the turn order: its slots, and whether its turn is now, over, or never.

    ``band`` is the cell of the part of the order it belongs to, for the column of the kind ``band``.
    """

    slots: tuple[Slot, ...] = ()
    is_now: bool = False
    is_done: bool = False
    is_out: bool = False
    is_tied: bool = False
    band: BandCell | None = None

    @property
    def slot(self) -> Slot | None:
        """The first slot; None if there is none."""
        return self.slots[0] if self.slots else None


def _nothing_else(context: RulesContext, combatant: Combatant) -> object:
    return None


class RowRules(Struct, frozen=True, kw_only=True):
    """How a system fills its rows.

    ``cells`` returns the cells that ``basic_cells`` does not. They may depend on the combatant, the ruleset, switches,
    the names of sides, the stage, the round, whether there is an order, the standing, and whether its slots are past,
    now or to come; on anything else only if ``depends_on`` returns it. Rows that depend on the same are equal without
    a look at their cells, so that of a long table only what changes is worked out.
    """

    columns: tuple[ColumnSpec, ...]
    chips: ChipRules
    cells: Callable[[RulesContext, Combatant, Standing], Mapping[str, Cell]]
    depends_on: Callable[[RulesContext, Combatant], object] = _nothing_else


def rows(
    context: RulesContext,
    rules: RowRules,
    order: Iterable[CombatantId],
    standing: Callable[[Combatant], Standing],
) -> tuple[Row, ...]:
    """Returns the rows of combatants in this order; cells are worked out when the first is looked at."""
    keys = tuple(each.key for each in rules.columns)
    state = context.state
    settings = (id(context.ruleset), id(state.switches), id(state.side_names))
    common = (settings, state.stage, state.round, bool(state.slots))

    def row(combatant: Combatant) -> Row:
        place = standing(combatant)
        more = rules.depends_on(context, combatant)
        source = (id(combatant), common, place, *_of_moment(state, combatant, place), more)
        return Row(
            who=combatant.id,
            number=combatant.number,
            cells=LazyRow(keys, source, lambda: _cells(context, rules, combatant, place)),
            is_now=place.is_now,
            is_done=place.is_done,
            is_out=place.is_out,
            is_tied=place.is_tied,
        )

    return tuple(row(state.combatants[who]) for who in order)


def _of_moment(
    state: EncounterState, combatant: Combatant, standing: Standing
) -> tuple[object, object]:
    """Returns what a combatant owes, and which of its slots are past, now and to come."""
    now, owed = state.group, state.obligations
    when = [(slot.group > now) - (slot.group < now) for slot in standing.slots]
    return owed and [each for each in owed if each.who == combatant.id], when


def _cells(
    context: RulesContext, rules: RowRules, combatant: Combatant, standing: Standing
) -> Mapping[str, Cell]:
    cells = {
        **basic_cells(context, combatant, rules.chips, is_out=standing.is_out),
        **rules.cells(context, combatant, standing),
    }
    if standing.band is not None:
        cells.update((each.key, standing.band) for each in rules.columns if each.kind == "band")
    return cells


def basic_cells(
    context: RulesContext, combatant: Combatant, chip_rules: ChipRules, *, is_out: bool
) -> dict[str, Cell]:
    """Returns the cells all games have in common: mark, number, name, conditions."""
    return {
        "mark": TextCell(text=""),
        "number": TextCell(text=str(combatant.number), sort=combatant.number),
        "name": name_cell(combatant, is_out=is_out),
        "conditions": ChipsCell(chips=chips(context, combatant, chip_rules)),
    }


def name_cell(combatant: Combatant, *, is_out: bool) -> NameCell:
    """Returns the name of a combatant with the shape of its side."""
    is_hidden = "hidden" in combatant.flags
    return NameCell(name=combatant.name, side=combatant.side, is_out=is_out, is_hidden=is_hidden)


def dash(context: RulesContext) -> str:
    """Returns what stands where there is nothing to say."""
    return context.texts.text_of(f"{context.ruleset.system}.dash")


def score_cell(context: RulesContext, score: int | None, *, is_now: bool) -> TextCell:
    """Returns the initiative of a combatant; None: it has none yet."""
    if score is None:
        return TextCell(text=dash(context), sort=-1, is_strong=is_now)
    return TextCell(text=str(score), sort=score, is_strong=is_now)


def weapon_cell(context: RulesContext, combatant: Combatant, item: Item | None) -> TextCell:
    """Returns what a combatant has in hand and its ammunition; None: nothing."""
    if item is None:
        return TextCell(text=dash(context))
    return TextCell(text=item.name, note=ammo_text(combatant, item))
