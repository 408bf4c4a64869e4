"""Which reports a document is made of, by name, for a fight as it stands."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

import msgspec

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.values import Condition
from encounter_gui.reports.content.encounter_sheet import encounter_sheet
from encounter_gui.reports.content.history import is_bookkeeping, steps
from encounter_gui.reports.content.odds_table import odds_tables
from encounter_gui.reports.content.report_context import ReportContext
from encounter_gui.reports.content.sheets import body_sheets, cards, roster, tents
from encounter_gui.reports.content.summary import is_secret, sentence, summary
from encounter_gui.reports.content.table_cells import choosable, is_hidden
from encounter_gui.reports.document import Document, Flow, Grid
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.system import System
from encounter_gui.rules.model.prepared import EncounterPlan

ReportName = Literal["encounter", "sheets", "cards", "roster", "tents", "summary", "odds"]
REPORTS: tuple[ReportName, ...] = (
    "encounter",
    "sheets",
    "cards",
    "roster",
    "tents",
    "summary",
    "odds",
)
_LAST = 7


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What of a fight is printed, and how.

    ``who`` empty: everybody. ``for_players``: without anything hidden, the game master's notes, and the numbers of
    others; sheets and cards are the player characters' only. ``columns``: the keys of the roster's; empty: the usual.
    """

    reports: tuple[ReportName, ...] = ("encounter",)
    who: tuple[CombatantId, ...] = ()
    sheets_per_page: int = 2
    cards_per_page: int = 8
    columns: tuple[str, ...] = ()
    has_backs: bool = False
    is_blank: bool = False
    for_players: bool = False


def read_reports(text: str) -> tuple[ReportName, ...]:
    """Returns the reports of a list such as ``summary,sheets,cards``.

    Raises:
        RuleError: one of them is none.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in REPORTS:
            raise refuse("report.no_such_report", name=name, all=", ".join(REPORTS))
    return tuple(name for name in REPORTS if name in names)


def read_columns(text: str, system: System, context: RulesContext) -> tuple[str, ...]:
    """Returns the columns of a list such as ``name,conditions``, by key or title; none: the usual.

    Raises:
        RuleError: the table has no such column.
    """
    known = dict(choosable(system, context))
    keys = {title.casefold(): key for key, title in known.items()} | {key: key for key in known}
    chosen = []
    for name in (part.strip() for part in text.split(",")):
        if name and name.casefold() not in keys:
            raise refuse("report.no_such_column", name=name, all=", ".join(known))
        if name:
            chosen.append(keys[name.casefold()])
    return tuple(chosen)


def compose(
    system: System,
    context: RulesContext,
    entries: Sequence[Entry],
    choices: Choices,
    report_context: ReportContext,
) -> Document:
    """Returns a document with the reports that are chosen, in the order of ``REPORTS``."""
    seen = _without_hidden(context, entries) if choices.for_players else context
    parts = tuple(
        _part(name, system, seen, entries, choices, report_context)
        for name in REPORTS
        if name in choices.reports
    )
    changed = sum(
        context.state.switches.get(each.key, each.default) != each.default
        for each in context.ruleset.switches
    )
    word = "report.ruleset_changed" if changed else "report.ruleset"
    return Document(
        campaign=report_context.campaign,
        fight=context.state.name,
        date=report_context.date,
        ruleset=context.texts.text_of(word, name=context.ruleset.name, changed=changed),
        parts=parts,
    )


def _part(  # noqa: PLR0911 - one case a report, and what reports are made of
    name: ReportName,
    system: System,
    context: RulesContext,
    entries: Sequence[Entry],
    choices: Choices,
    report_context: ReportContext,
) -> Flow | Grid:
    who = _those(context, choices)
    match name:
        case "encounter":
            plan = (
                EncounterPlan(read_aloud=report_context.plan.read_aloud)
                if choices.for_players
                else report_context.plan
            )
            last = _last(context, entries, for_players=choices.for_players)
            return encounter_sheet(system, context, plan, last, for_players=choices.for_players)
        case "sheets":
            count = choices.sheets_per_page
            return body_sheets(system, context, who, per_page=count, is_blank=choices.is_blank)
        case "cards":
            count = choices.cards_per_page
            return cards(system, context, who, per_page=count, has_backs=choices.has_backs)
        case "roster":
            keys = choices.columns
            return roster(system, context, for_players=choices.for_players, keys=keys)
        case "tents":
            return tents(system, context)
        case "summary":
            return summary(system, context, entries, for_players=choices.for_players)
        case "odds":
            return odds_tables(system, context, for_players=choices.for_players)


def _those(context: RulesContext, choices: Choices) -> tuple[CombatantId, ...]:
    everybody = context.state.combatants
    named: Iterable[CombatantId] = choices.who or everybody
    return tuple(
        who
        for who in named
        if who in everybody and not (choices.for_players and everybody[who].side != "pc")
    )


def _without_hidden(context: RulesContext, entries: Sequence[Entry]) -> RulesContext:
    """Returns the scene as the players know it.

    Hidden combatants are not in it, nor in its order, nor in what others suffer from; and there are no notes.
    """
    everybody = context.state.combatants
    hidden = {who for who in everybody if is_hidden(context, who)}
    names = _names(entries, hidden) | {everybody[who].name for who in hidden}
    known = {
        who: replace(
            combatant,
            note="",
            conditions=tuple(
                _visible_condition(each, hidden, names) for each in combatant.conditions
            ),
        )
        for who, combatant in everybody.items()
        if who not in hidden
    }
    slots = tuple(slot for slot in context.state.slots if slot.who in known)
    return replace(context, state=replace(context.state, combatants=known, slots=slots))


def _names(entries: Iterable[Entry], ids: set[CombatantId]) -> set[str]:
    """Returns what combatants were ever called."""
    events = [event for entry in entries for event in entry.events]
    added = (e.combatant for e in events if isinstance(e, ev.CombatantAdded))
    renamed = {e.name for e in events if isinstance(e, ev.CombatantRenamed) and e.who in ids}
    return renamed | {combatant.name for combatant in added if combatant.id in ids}


def _visible_condition(
    condition: Condition, hidden: set[CombatantId], names: set[str]
) -> Condition:
    """Returns a condition without whoever is hidden: neither who caused it, nor whom it is about."""
    is_told = any(name and name in condition.note for name in names)
    return replace(
        condition,
        by=None if condition.by in hidden else condition.by,
        note="" if is_told else condition.note,
    )


def _last(context: RulesContext, entries: Sequence[Entry], *, for_players: bool) -> list[str]:
    said = [
        sentence(context, step)
        for step in steps(entries)
        if not is_bookkeeping(step.entry) and not (for_players and is_secret(context, step))
    ]
    return list(reversed(said[-_LAST:]))
