"""What the screen shows of a declared game: table, timeline, panel, figure, chips, what may be done."""

from collections.abc import Iterator, Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Item
from encounter_gui.rules.engine import gauges, turns
from encounter_gui.rules.engine.conditions.words import count_text
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.engine.durations import rounds_left, usual_unit
from encounter_gui.rules.model.games.declared_game import HEALTH
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.presenters import chips as presenter
from encounter_gui.rules.presenters import rows as row_presenter
from encounter_gui.rules.presenters import turn_order
from encounter_gui.rules.presenters.changes import ChangeRules
from encounter_gui.rules.presenters.chips import ChipRules, lasts_text
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.presenters.rows import ColumnSpec, KeptRows, RowRules, Standing
from encounter_gui.rules.presenters.scene.aftermath import AftermathRules
from encounter_gui.rules.presenters.words.facts import attribute_facts, skill_facts
from encounter_gui.rules.presenters.words.offers import leaving, offered
from encounter_gui.rules.systems.declared import commands as do
from encounter_gui.rules.systems.declared import sheet
from encounter_gui.rules.systems.declared import turns as rounds
from encounter_gui.rules.view import (
    ActionOption,
    BodyView,
    Cell,
    EffectBar,
    Fact,
    GaugeCell,
    Heading,
    Notice,
    PipsCell,
    Row,
    Section,
    Timeline,
    TimelineSlot,
)

COLUMNS = (
    ColumnSpec("mark", "mark", 20),
    ColumnSpec("number", "number", 26, "center"),
    ColumnSpec("init", "number", 44, "right"),
    ColumnSpec("name", "name", 180),
    ColumnSpec("health", "gauge", 190),
    ColumnSpec("conditions", "chips", 0),
    ColumnSpec("actions", "pips", 84),
    ColumnSpec("weapon", "text", 120),
)
"""The columns of the table, from the left."""


# ---- the table


def rows(context: RulesContext, kept: KeptRows) -> tuple[Row, ...]:
    """Returns a row for each combatant: in turn order, then those without a place in it."""
    state = context.state
    slots = turn_order.slots_by_combatant(state)

    def standing(combatant: Combatant) -> Standing:
        own = slots.get(combatant.id, ())
        is_now = combatant.id in state.places_now
        return Standing(
            slots=own,
            is_now=is_now,
            is_done=bool(own) and not is_now and all(each.group < state.group for each in own),
            is_out=sheet.is_out(combatant),
        )

    order = (*slots, *(who for who in state.combatants if who not in slots))
    return kept.rows(context, _ROWS, order, standing)


def _cells(context: RulesContext, combatant: Combatant, standing: Standing) -> Mapping[str, Cell]:
    score = standing.slot.score if standing.slot else None
    return {
        "init": row_presenter.score_cell(context, score, is_now=standing.is_now),
        "health": _gauge(context, combatant, HEALTH),
        "actions": _actions(context, combatant, standing),
        "weapon": row_presenter.weapon_cell(context, combatant, sheet.weapon_of(combatant, "")),
    }


def _gauge(context: RulesContext, combatant: Combatant, key: str) -> GaugeCell:
    known = context.ruleset.gauge(key)
    return gauge_cell(context, combatant, key, known.name if known else key)


def _health(context: RulesContext, combatant: Combatant) -> GaugeCell:
    return _gauge(context, combatant, HEALTH)


def _actions(context: RulesContext, combatant: Combatant, standing: Standing) -> PipsCell:
    name = context.texts.text_of("declared.column.actions")
    if sheet.is_out(combatant):
        return PipsCell(name=name, text=row_presenter.dash(context))
    most = sheet.turns_of(context.ruleset).attacks if standing.slots else 0
    left = sheet.attacks_left(context, combatant) if standing.is_now else most
    left = 0 if standing.is_done else left
    free: Literal["free"] = "free"
    spent: Literal["spent"] = "spent"
    pips = tuple(free if place < left else spent for place in range(most))
    return PipsCell(name=name, pips=pips)


# ---- heading and timeline


def heading(context: RulesContext) -> Heading:
    """Returns what the tool bar says."""
    acting = turns.taking_part(rounds.ROUNDS, context)
    is_last = bool(context.state.slots) and turns.next_group(rounds.ROUNDS, context) is None
    return turn_order.heading(
        context,
        moment=_round(context, context.state.round),
        next_step="initiative" if not context.state.slots else "round" if is_last else "next",
        actors=turn_order.acting_text(context, acting),
        side=acting[0].side if acting else None,
    )


def _round(context: RulesContext, number: int) -> str:
    unit = context.ruleset.time.round
    return f"{unit[:1].upper()}{unit[1:]} {number}"


def timeline(context: RulesContext) -> Timeline:
    """Returns the turn order as a strip, with what lasts under its owners."""
    state, text_of = context.state, context.texts.text_of
    caption = _round(context, max(state.round, 1))
    if not state.slots:
        waiting = (
            turn_order.slot_of(each, is_out=sheet.is_out(each))
            for each in state.combatants.values()
        )
        note = text_of("declared.timeline.roll" if state.round else "declared.timeline.ready")
        return Timeline(caption=caption, note=note, slots=tuple(waiting))
    slots = tuple(_slots(context))
    return Timeline(caption=caption, slots=slots, effects=turn_order.by_rank(_bars(context, slots)))


def _slots(context: RulesContext) -> Iterator[TimelineSlot]:
    state = context.state
    following = turns.next_group(rounds.ROUNDS, context)
    names = turn_order.short_names([each.name for each in state.combatants.values()])
    for slot in state.slots:
        combatant = context.combatant(slot.who)
        is_over = slot.is_done or not sheet.can_act(context, combatant)
        yield turn_order.slot_of(
            combatant,
            is_out=sheet.is_out(combatant),
            look=turn_order.look_of(slot.group, state.group, following, is_over=is_over),
            short=names[combatant.name],
            note=str(slot.score),
        )
    yield TimelineSlot(text=_round(context, state.round + 1))


def _bars(context: RulesContext, slots: tuple[TimelineSlot, ...]) -> Iterator[EffectBar]:
    places = turn_order.first_places(slots)
    for combatant, known, condition in turn_order.known_conditions(context):
        lasts = lasts_text(context, CHIPS, condition.key, condition)
        if lasts:
            yield EffectBar(
                text=turn_order.effect_text(combatant, known, lasts),
                kind=known.kind,
                start=places.get(combatant.id, 0),
                end=turn_order.ending_place(context.state, condition, places, len(slots) - 1),
            )


# ---- one combatant


def sections(dry_run: DryRun, combatant: Combatant) -> Iterator[Section]:
    """Yields the sections of the panel: gauges, the sheet, what is carried."""
    context = dry_run.context
    text_of = context.texts.text_of
    for each in context.ruleset.gauges:
        yield Section(title=each.name, gauges=(_gauge(context, combatant, each.key),))

    def level(key: str) -> int:
        return sheet.level(context, combatant, key)

    yield Section(title="", stats=attribute_facts(context, level))
    skills = skill_facts(context, level)
    if skills:
        yield Section(title=text_of("declared.sheet.skills"), facts=skills)
    for item in combatant.items:
        yield Section(
            title=item.name, note=_in_hand(context, combatant, item), facts=_values(context, item)
        )


def _in_hand(context: RulesContext, combatant: Combatant, item: Item) -> str:
    is_held = combatant.memo.get("held") == item.key
    return context.texts.text_of("declared.sheet.in_hand") if is_held else ""


def _values(context: RulesContext, item: Item) -> tuple[Fact, ...]:
    return tuple(
        Fact(name=each.name, value=str(item.values[each.key]), number=f"{item.key}.{each.key}")
        for each in context.ruleset.item_fields
        if each.key in item.values
    )


def body(context: RulesContext, who: CombatantId) -> BodyView:
    """Returns the figure: nothing has a place on it, so it shows the state of the whole body."""
    combatant = context.combatant(who)
    left = combatant.gauges.get(HEALTH, 0)
    full = gauges.most_of(context, combatant, HEALTH) or left
    key = "out" if left <= 0 else "hurt" if left < full else "unhurt"
    known = context.ruleset.gauge(HEALTH)
    return BodyView(
        who=who,
        name=combatant.name,
        level={"out": 5, "hurt": 3, "unhurt": 0}[key],
        text=context.texts.text_of(f"declared.body.{key}"),
        facts=(Fact(name=known.name if known else "", value=f"{left}/{full}"),),
    )


def notices(context: RulesContext) -> tuple[Notice, ...]:
    """Returns nothing: a declared game demands nothing beside the turns."""
    return ()


def action_options(dry_run: DryRun, who: CombatantId) -> tuple[ActionOption, ...]:
    """Returns what somebody may do besides attacking."""
    context = dry_run.context
    combatant = context.combatant(who)
    offers = (
        offered(context, "wait", do.Wait(who=who)),
        leaving(context, combatant, do.Leave(who=who)),
    )
    return dry_run.options(offers)


# ---- conditions, changes, what outlasts a fight


def _derived(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    return sheet.derived_keys(combatant)


def _chip_text(
    context: RulesContext, combatant: Combatant, known: ConditionDef, condition: Condition | None
) -> str:
    amounts = (each.amount for each in known.effects if each.on == "attack")
    return presenter.with_amount(known, sum(amounts))


def _lasts(context: RulesContext, key: str, condition: Condition | None) -> str:
    left = rounds_left(context, condition) if condition is not None else None
    if left is None:
        return ""
    return count_text(context, usual_unit(context.ruleset.time), left)


CHIPS = ChipRules(derived=_derived, text=_chip_text, lasts=_lasts)
"""How conditions are shown."""

CHANGES = ChangeRules(brought_to=sheet.derived_keys, gauges={HEALTH: _health}, harmed=HEALTH)
"""How a change by hand is shown."""

AFTERMATH = AftermathRules(gauges=(HEALTH,), over=frozenset())
"""What outlasts a fight: what is left of the main gauge, and conditions without an end."""

_ROWS = RowRules(columns=COLUMNS, chips=CHIPS, cells=_cells)
