"""Which reports a document is made of, by name, for a fight as it stands."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.reports.content.encounter_sheet import encounter_sheet, plan_drawing
from encounter_gui.reports.content.handouts import handout_pages
from encounter_gui.reports.content.history import is_bookkeeping, steps
from encounter_gui.reports.content.odds_table import odds_tables
from encounter_gui.reports.content.party_state import party_state
from encounter_gui.reports.content.report_context import ReportContext
from encounter_gui.reports.content.session_recap import PlayedFight, session_recap
from encounter_gui.reports.content.sheets import body_sheets, cards, roster, tents
from encounter_gui.reports.content.summary import is_secret, sentence, summary
from encounter_gui.reports.content.table_cells import choosable, is_hidden
from encounter_gui.reports.content.time_labels import short_moment
from encounter_gui.reports.document import Document, Flow, Grid
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.prepared import EncounterPlan

ReportName = str
"""The name of a report, one of ``REPORTS``."""
_LAST = 7


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What of a fight is printed, and how.

    ``who`` empty: everybody. ``for_players``: without anything hidden, the game master's notes, and the numbers of
    others; sheets and cards are the player characters' only. ``is_blank``: sheets and cards as on the day before the
    fight, without wounds, conditions and used rounds. ``columns``: the keys of the roster's; empty: the usual.
    """

    reports: tuple[ReportName, ...] = ("encounter",)
    who: tuple[CombatantId, ...] = ()
    sheets_per_page: int = 2
    cards_per_page: int = 8
    columns: tuple[str, ...] = ()
    has_backs: bool = False
    is_blank: bool = False
    for_players: bool = False


class _Request(msgspec.Struct, frozen=True, kw_only=True):
    """What a report is made of: the encounter as those may see it who get the paper, its entries, what is chosen."""

    system: System
    context: RulesContext
    entries: Sequence[Entry]
    choices: Choices
    report_context: ReportContext


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
    request = _Request(
        system=system,
        context=seen,
        entries=entries,
        choices=choices,
        report_context=report_context,
    )
    parts = [build(request) for name, build in _BUILDERS.items() if name in choices.reports]
    if "handouts" in choices.reports:
        parts += handout_pages(report_context.plan)
    changed = sum(
        context.state.switches.get(each.key, each.default) != each.default
        for each in context.ruleset.switches
    )
    word = "report.ruleset_changed" if changed else "report.ruleset"
    return Document(
        campaign=report_context.campaign,
        fight=_name(context, choices, parts),
        date=report_context.date,
        ruleset=context.texts.text_of(word, name=context.ruleset.name, changed=changed),
        parts=tuple(parts),
    )


def _name(context: RulesContext, choices: Choices, parts: Sequence[Flow | Grid]) -> str:
    """Returns what stands on each page; handouts alone do not tell the players what the fight is called."""
    if choices.reports == ("handouts",):
        return ", ".join(part.title for part in parts)
    return context.state.name


def _encounter(request: _Request) -> Flow:
    choices, plan = request.choices, request.report_context.plan
    if choices.for_players:
        plan = EncounterPlan(read_aloud=plan.read_aloud)
    context = request.context
    last = _last(context, request.entries, for_players=choices.for_players)
    return encounter_sheet(
        request.system,
        context,
        plan,
        last,
        for_players=choices.for_players,
        difficulty=request.report_context.difficulty,
        drawing=None
        if choices.for_players
        else plan_drawing(request.system, context, request.report_context),
    )


def _sheets(request: _Request) -> Grid:
    choices = request.choices
    return body_sheets(
        request.system,
        _of_sheets(request),
        _chosen(request),
        per_page=choices.sheets_per_page,
    )


def _cards(request: _Request) -> Grid:
    choices = request.choices
    return cards(
        request.system,
        _of_sheets(request),
        _chosen(request),
        per_page=choices.cards_per_page,
        has_backs=choices.has_backs,
    )


def _roster(request: _Request) -> Flow:
    choices = request.choices
    return roster(
        request.system, request.context, for_players=choices.for_players, keys=choices.columns
    )


def _tents(request: _Request) -> Grid:
    return tents(request.system, request.context)


def _summary(request: _Request) -> Flow:
    for_players = request.choices.for_players
    return summary(request.system, request.context, request.entries, for_players=for_players)


def _session(request: _Request) -> Flow:
    """Returns the recap of the evening, always as its players know it."""
    context = request.context
    fights = request.report_context.session() or (
        PlayedFight(system=request.system, context=context, entries=request.entries),
    )
    known = [
        replace(fight, context=_without_hidden(fight.context, fight.entries)) for fight in fights
    ]
    return session_recap(known, context.texts, request.report_context.date)


def _party(request: _Request) -> Flow:
    for_players = request.choices.for_players
    return party_state(request.system, request.context, for_players=for_players)


def _odds(request: _Request) -> Flow:
    return odds_tables(request.system, request.context, for_players=request.choices.for_players)


_BUILDERS: Mapping[ReportName, Callable[[_Request], Flow | Grid]] = {
    "encounter": _encounter,
    "sheets": _sheets,
    "cards": _cards,
    "roster": _roster,
    "tents": _tents,
    "summary": _summary,
    "session": _session,
    "party": _party,
    "odds": _odds,
}
"""Every report of one part by its name, in the order in which they stand in a document and in the print window."""

REPORTS: tuple[ReportName, ...] = (*_BUILDERS, "handouts")
"""The names of all reports; each has a text ``gui.print.report_<name>``."""


def _chosen(request: _Request) -> tuple[CombatantId, ...]:
    """Returns those whose sheets are printed."""
    everybody, choices = request.context.state.combatants, request.choices
    named: Iterable[CombatantId] = choices.who or everybody
    return tuple(
        who
        for who in named
        if who in everybody and not (choices.for_players and everybody[who].side != "pc")
    )


def _of_sheets(request: _Request) -> RulesContext:
    """Returns the scene that sheets and cards show: as it stands, or before anything had happened to anybody."""
    context = request.context
    if not request.choices.is_blank:
        return context
    joined = {
        event.combatant.id: event.combatant
        for entry in request.entries
        for event in entry.events
        if isinstance(event, ev.CombatantAdded)
    }
    unhurt = {
        who: _unhurt(combatant, joined.get(who, combatant))
        for who, combatant in context.state.combatants.items()
    }
    return replace(context, state=replace(context.state, combatants=unhurt))


def _unhurt(combatant: Combatant, joined: Combatant) -> Combatant:
    """Returns a combatant as it joined, without wounds and conditions it brought along."""
    places = {place: replace(each, level=0) for place, each in joined.locations.items()}
    return replace(
        combatant,
        gauges=joined.gauges,
        locations=places,
        conditions=(),
        memo=joined.memo,
        flags=joined.flags,
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


def _last(
    context: RulesContext, entries: Sequence[Entry], *, for_players: bool
) -> list[tuple[str, str]]:
    """Returns the newest lines of the log with their moments, the newest first."""
    time = context.ruleset.time
    said = [
        (short_moment(time, step.after.round) if step.after.round else "", sentence(context, step))
        for step in steps(entries)
        if not is_bookkeeping(step.entry) and not (for_players and is_secret(context, step))
    ]
    return list(reversed(said[-_LAST:]))
