"""The state of the party: how everybody is, what runs and when it is due, and what is still owed."""

from collections.abc import Iterator

from encounter_gui.reports.content.table_cells import combatant_table
from encounter_gui.reports.document import Block, Column, Flow, Paragraph, Table, Words
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System


def party_state(system: System, context: RulesContext, *, for_players: bool = False) -> Flow:
    """Returns the party at a moment of the campaign's clock: for a page between two fights, or the end of an evening.

    For players: without what runs for others, and without what waits for the game master.
    """
    time = system.time(context)
    return Flow(
        title=context.texts.text_of("report.party"),
        subtitle=context.ruleset.name,
        note=time.moment,
        blocks=tuple(_blocks(system, context, for_players=for_players)),
    )


def _blocks(system: System, context: RulesContext, *, for_players: bool) -> Iterator[Block]:
    text_of = context.texts.text_of
    yield combatant_table(system, context, for_players=for_players)
    running = tuple(_running(system, context, for_players=for_players))
    if running:
        columns = (
            Column(title=text_of("report.party.who")),
            Column(title=text_of("report.party.what"), share=1.0),
            Column(title=text_of("report.party.due")),
            Column(title=text_of("report.party.asks")),
        )
        yield Table(title=text_of("report.party.runs"), columns=columns, rows=running)
    else:
        yield Paragraph(text=text_of("report.party.nothing_runs"), look="muted")
    if for_players:
        return
    open_ones = system.open_things(context)
    if open_ones:
        rows = tuple((Words(text=each.text),) for each in open_ones)
        one = (Column(title="", share=1.0),)
        yield Table(title=text_of("report.party.open"), columns=one, rows=rows, is_plain=True)
    notes = tuple(
        (Words(text=each.name, is_strong=True), Words(text=each.note))
        for each in context.state.combatants.values()
        if each.note.strip()
    )
    if notes:
        two = (Column(title=""), Column(title="", share=1.0))
        yield Table(title=text_of("report.party.notes"), columns=two, rows=notes, is_plain=True)


def _running(
    system: System, context: RulesContext, *, for_players: bool
) -> Iterator[tuple[Words, ...]]:
    for row in system.time(context).rows:
        if for_players and row.side not in ("pc", "ally"):
            continue
        asks = row.end_text or row.dice or row.asks_text
        yield (
            Words(text=row.names, is_strong=True),
            Words(text=row.what),
            Words(text=row.due_text),
            Words(text=asks, is_muted=True),
        )
