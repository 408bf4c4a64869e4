"""How everybody stands at the end of a fight, and what each did in it."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.reports.content.history import Step, Tally, account_of, health_gauge
from encounter_gui.reports.content.strength import SIDES
from encounter_gui.reports.content.summary import tally_text
from encounter_gui.reports.content.table_cells import cell_of
from encounter_gui.reports.content.time_labels import short_moment
from encounter_gui.reports.document import Boxes
from encounter_gui.reports.recap.recap import CombatantRecap
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.view import Cell, Chip, ChipsCell, Column, RecapForm, Row

_HEALTH_KINDS = ("gauge", "slots", "wounds")
_SAID = ("danger", "warn")
_MOST_NAMED = 2


class Attacks(Struct):
    """Somebody's attacks: how many, how many hit, and the results that the game counts, by their place."""

    made: int = 0
    hits: int = 0
    counts: list[int] = field(default_factory=list)


def attacks_of(line: Sequence[Step], form: RecapForm) -> dict[CombatantId, Attacks]:
    """Returns everybody's attacks; a result that completes an earlier one is no attack of its own."""
    found: dict[CombatantId, Attacks] = {}
    for step in line:
        for event in step.entry.events:
            if not isinstance(event, ev.Resolved) or event.who is None or event.completes:
                continue
            known = found.setdefault(event.who, Attacks(counts=[0] * len(form.counts)))
            if event.what == "attack":
                known.made += 1
                known.hits += bool(event.values.get("hit"))
            for place, column in enumerate(form.counts):
                if event.what == column.what and event.values.get(column.value):
                    known.counts[place] += 1
    return found


def spent_of(line: Sequence[Step]) -> dict[CombatantId, dict[str, int]]:
    """Returns how much of each item everybody used up, by the item's key: rounds fired, grenades thrown.

    What is put back in by reloading does not count against it.
    """
    found: dict[CombatantId, dict[str, int]] = {}
    for step in line:
        for event in step.entry.events:
            if isinstance(event, ev.GaugeChanged) and event.gauge.startswith(ammo_gauge("")):
                used = found.setdefault(event.who, {})
                key = event.gauge.removeprefix(ammo_gauge(""))
                used[key] = used.get(key, 0) + max(-event.by, 0)
    return found


def as_joined(line: Sequence[Step]) -> dict[CombatantId, Combatant]:
    """Returns everybody as they came into the fight."""
    return {
        event.combatant.id: event.combatant
        for step in line
        for event in step.entry.events
        if isinstance(event, ev.CombatantAdded)
    }


def is_dead(system: System, context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether the rules count somebody as dead."""
    return combatant.has("dead") or "dead" in system.derived_conditions(context, combatant.id)


def fled_rounds(line: Sequence[Step]) -> dict[CombatantId, int]:
    """Returns in which round each left who left."""
    return {
        event.who: step.after.round
        for step in line
        for event in step.entry.events
        if isinstance(event, ev.FlagSet) and event.flag == "left" and event.on
    }


def health_column(system: System, context: RulesContext) -> Column | None:
    """Returns the column of the table that shows how well somebody is; None if there is none."""
    return next((each for each in system.columns(context) if each.kind in _HEALTH_KINDS), None)


def standings(
    system: System,
    context: RulesContext,
    line: Sequence[Step],
    fallen: Mapping[CombatantId, Step],
    form: RecapForm,
) -> Iterator[CombatantRecap]:
    """Yields a row for each combatant, side by side, in the order of joining."""
    account = account_of(line, context.ruleset)
    attacks, spent, joined = attacks_of(line, form), spent_of(line), as_joined(line)
    fled, column = fled_rounds(line), health_column(system, context)
    rows = {row.who: row for row in system.rows(context)}
    felled = _felled_by(fallen)
    has_points = health_gauge(context.ruleset) is not None
    most = max((_dealt(each, has_points=has_points) for each in account.of.values()), default=0)
    everybody = context.state.combatants.values()
    for combatant in sorted(everybody, key=lambda each: SIDES.index(each.side)):
        who, row = combatant.id, rows[combatant.id]
        tally = account.tally_of(who)
        made = attacks.get(who, Attacks(counts=[0] * len(form.counts)))
        cell = row.cells[column.key] if column is not None else None
        loaded, fired = _rounds(joined.get(who, combatant), spent.get(who, {}))
        # The dead may act on, as a Presence does: they are none of those who are up.
        dead = is_dead(system, context, combatant)
        has_fled = "left" in combatant.flags and not dead
        when = fled.get(who, context.state.round) if has_fled else None
        state, chips = _state(context, row, when, is_dead=dead)
        yield CombatantRecap(
            who=who,
            name=combatant.name,
            side=combatant.side,
            is_out=row.is_out or dead,
            gauge=cell,
            gauge_words=_words_of(cell),
            state=state,
            chips=chips,
            hits=made.hits,
            attacks=made.made,
            counts=tuple(made.counts),
            dealt=tally_text(context, tally.dealt if has_points else tally.given),
            share=_dealt(tally, has_points=has_points) / most if most else 0.0,
            taken=tally_text(context, tally.taken if has_points else tally.wounds),
            felled=tuple(_names_of(context, felled.get(who, ()))),
            fired=fired,
            loaded=loaded,
        )


def _dealt(tally: Tally, *, has_points: bool) -> int:
    return tally.dealt if has_points else sum(tally.given)


def _words_of(cell: Cell | None) -> str:
    """Returns a health cell in words, for those who cannot see it; empty for marks, which have words of their own."""
    shown = cell_of(cell) if cell is not None else None
    return shown.text if isinstance(shown, Boxes) else ""


def _rounds(combatant: Combatant, used: Mapping[str, int]) -> tuple[int, int]:
    """Returns the rounds in the weapons that were fired, as they were brought along, and those that were fired.

    Of more than were brought along nothing is said but how many were fired.
    """
    weapons = [each.key for each in combatant.items if each.kind == "weapon" and used.get(each.key)]
    loaded = sum(combatant.gauges.get(ammo_gauge(key), 0) for key in weapons)
    fired = sum(used[key] for key in weapons)
    return (loaded if fired <= loaded else 0), fired


def _state(
    context: RulesContext, row: Row, fled: int | None, *, is_dead: bool
) -> tuple[str, tuple[Chip, ...]]:
    """Returns the state in a word, or as chips: of those who are up only what is wrong with them.

    ``fled`` is the round in which somebody left alive; None: nobody did.
    """
    cell = row.cells.get("conditions")
    chips = cell.chips if isinstance(cell, ChipsCell) else ()
    is_hurt = any(each.kind == "danger" for each in chips)
    said = tuple(each for each in chips if each.kind in _SAID or (is_hurt and each.kind == "info"))
    if fled is not None:
        moment = short_moment(context.ruleset.time, fled)
        fled_chip = Chip(text=context.texts.text_of("recap.fled", moment=moment), icon="running")
        return fled_chip.text, (fled_chip,)
    known = context.ruleset.condition("dead")
    if is_dead and not row.is_out and known is not None:
        chip = Chip(text=known.name, kind="danger")
        said = (chip, *(each for each in said if each.text != chip.text))
    if said:
        return ", ".join(each.text for each in said), said
    return context.texts.text_of("recap.out" if row.is_out else "recap.up"), ()


def _felled_by(fallen: Mapping[CombatantId, Step]) -> dict[CombatantId, list[CombatantId]]:
    found: dict[CombatantId, list[CombatantId]] = {}
    for who, step in fallen.items():
        cause = step.cause_of(who)
        if cause is not None and cause != who:
            found.setdefault(cause, []).append(who)
    return found


def _names_of(context: RulesContext, felled: Sequence[CombatantId]) -> Iterator[str]:
    """Yields names; of many of one side, how many."""
    everybody = [context.combatant(who) for who in felled if who in context.state.combatants]
    if len(everybody) <= _MOST_NAMED:
        yield from (each.name for each in everybody)
        return
    for side in SIDES:
        those = [each for each in everybody if each.side == side]
        if len(those) == 1:
            yield those[0].name
        elif those:
            yield context.texts.text_of(
                "recap.felled", count=len(those), side=context.side_name(side)
            )
