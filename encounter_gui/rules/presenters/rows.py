"""The combatant table: its columns, what every game shows of a combatant, and cells that are worked out when seen."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.obligation import Obligation
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


class RowRules(Struct, frozen=True, kw_only=True, dict=True):
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

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of the columns, from the left."""
        return tuple(each.key for each in self.columns)


class _Source:
    """What a row is made from: sources are equal where cells are, as far as can be told without making them."""

    __slots__ = ("combatant", "context", "more", "place", "rules")

    def __init__(
        self,
        context: RulesContext,
        rules: RowRules,
        combatant: Combatant,
        place: Standing,
        more: tuple[object, ...],
    ) -> None:
        """Takes what cells are made from, and in ``more`` what else they depend on."""
        self.context, self.rules, self.combatant = context, rules, combatant
        self.place, self.more = place, more

    def row(self) -> Row:
        """Returns the row; its cells are worked out when the first is looked at."""
        place, combatant = self.place, self.combatant
        return Row(
            who=combatant.id,
            number=combatant.number,
            cells=LazyRow(self.rules.keys, self, self._cells),
            is_now=place.is_now,
            is_done=place.is_done,
            is_out=place.is_out,
            is_tied=place.is_tied,
        )

    def _cells(self) -> Mapping[str, Cell]:
        return _cells(self.context, self.rules, self.combatant, self.place)

    def is_of(
        self, rules: RowRules, combatant: Combatant, place: Standing, more: tuple[object, ...]
    ) -> bool:
        """Returns whether a row has the same source in every context that is alike."""
        return (
            self.combatant is combatant
            and self.place == place
            and self.more == more
            and self.rules is rules
        )

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Source) and (
            self is other
            or (
                self.is_of(other.rules, other.combatant, other.place, other.more)
                and _are_alike(self.context, other.context)
            )
        )

    __hash__ = None  # type: ignore[assignment]  # equal ones may be made from different states


def _are_alike(one: RulesContext, other: RulesContext) -> bool:
    """Returns whether cells may not depend on which of two contexts they are made in."""
    if one.ruleset is not other.ruleset or one.texts is not other.texts:
        return False
    was, now = one.state, other.state
    return (
        was.switches is now.switches
        and was.side_names is now.side_names
        and (was.stage, was.round, bool(was.slots)) == (now.stage, now.round, bool(now.slots))
    )


class KeptRows:
    """The rows that were made last: while nothing that a row depends on changes, it stays the very same row."""

    def __init__(self) -> None:
        """Knows no row yet."""
        self._made: dict[CombatantId, tuple[_Source, Row]] = {}

    def rows(
        self,
        context: RulesContext,
        rules: RowRules,
        order: Iterable[CombatantId],
        standing: Callable[[Combatant], Standing],
    ) -> tuple[Row, ...]:
        """Returns the rows of combatants in this order; cells are worked out when the first is looked at."""
        before, self._made = self._made, {}
        combatants, owed = context.state.combatants, _owed_by(context.state)
        alike: dict[int, bool] = {}
        for who in order:
            combatant, known = combatants[who], before.get(who)
            place = standing(combatant)
            passed = _passed(context.state.group, place.slots)
            more = (owed.get(who), passed, rules.depends_on(context, combatant))
            if known is not None and known[0].is_of(rules, combatant, place, more):
                was = known[0].context
                if id(was) not in alike:
                    alike[id(was)] = _are_alike(was, context)
                if alike[id(was)]:
                    known[0].context = context  # no row keeps a state that is long past
                    self._made[who] = known
                    continue
            source = _Source(context, rules, combatant, place, more)
            self._made[who] = source, source.row()
        return tuple(row for _, row in self._made.values())


def _owed_by(state: EncounterState) -> Mapping[CombatantId | None, list[Obligation]]:
    found: dict[CombatantId | None, list[Obligation]] = {}
    for each in state.obligations:
        found.setdefault(each.who, []).append(each)
    return found


def _passed(now: int, slots: tuple[Slot, ...]) -> object:
    """Returns which slots are past, now and to come."""
    if len(slots) == 1:
        group = slots[0].group
        return (group > now) - (group < now)
    return [(slot.group > now) - (slot.group < now) for slot in slots]


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
