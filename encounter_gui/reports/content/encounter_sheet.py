"""The encounter sheet: what a game master wants in hand before a fight, or in the middle of it."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.plan import Area
from encounter_gui.reports.content.quick_reference import tables
from encounter_gui.reports.content.report_context import ReportContext
from encounter_gui.reports.content.table_cells import combatant_table
from encounter_gui.reports.content.time_labels import rounds_from
from encounter_gui.reports.document import (
    Beside,
    Block,
    Column,
    DrawnArea,
    Flow,
    Paragraph,
    PlanDrawing,
    Table,
    Turns,
    Words,
    WriteIn,
)
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.model.prepared import EncounterPlan, Reminder, Wave

_ROUNDS = 3
_LAST = 7
_MADE_UP = "?"
"""The name of those who are given one each as they come."""


def encounter_sheet(
    system: System,
    context: RulesContext,
    plan: EncounterPlan,
    last: Sequence[tuple[str, str]] = (),
    *,
    for_players: bool = False,
    difficulty: str = "",
    drawing: PlanDrawing | None = None,
) -> Flow:
    """Returns the sheet; ``last`` are the newest lines of the log with their moments, newest first.

    ``difficulty`` says how hard the fight will be; empty: nothing. ``drawing`` is the plan; None: there is none.

    For players: without the numbers of others, and what waits for the game master.
    """
    heading = system.heading(context)
    texts = context.texts
    note = " · ".join(part for part in (heading.round, heading.part) if part)
    return Flow(
        title=context.state.name or texts.text_of("report.encounter"),
        subtitle=" · ".join(part for part in (context.ruleset.name, heading.actors) if part),
        note=note,
        blocks=(
            *([Paragraph(text=difficulty, look="muted")] if difficulty and not for_players else ()),
            *_blocks(system, context, plan, last, drawing, for_players=for_players),
        ),
    )


def plan_drawing(
    system: System, context: RulesContext, report_context: ReportContext
) -> PlanDrawing | None:
    """Returns the plan of an encounter as it is drawn, with those who are prepared; None: it has none.

    It is the game master's: areas and entries are no matter of the players'.
    """
    plan = context.state.plan
    if plan is None:
        return None
    for combatant in report_context.expected:
        state = evolve(context.state, ev.CombatantAdded(combatant=combatant))
        context = replace(context, state=state)
    field = system.field(context, None, None)
    picture = report_context.picture(plan.backdrop.picture) if plan.backdrop is not None else None
    size = f"{metres_text(plan.width)} × {metres_text(plan.height)} {plan.unit}"
    name = plan.name or context.texts.text_of("report.plan")
    expected = {each.id for each in report_context.expected}
    return PlanDrawing(
        title=f"{name}, {size}",
        width=plan.width,
        height=plan.height,
        unit=plan.unit,
        step=field.step,
        areas=tuple(
            DrawnArea(area=each, label=_area_label(context.texts, each)) for each in plan.areas
        ),
        tokens=field.tokens,
        backdrop=plan.backdrop,
        picture=picture or b"",
        legend=tuple(f"{each.number} {each.name}" for each in field.tokens if each.who in expected),
    )


def _area_label(texts: MessageCatalog, area: Area) -> str:
    """Returns the name of an area with what it means, as far as its name does not say so itself."""
    kind = texts.text_of(f"rules.field.kind.{area.kind}") if area.kind else ""
    said = [area.name] if area.name else []
    said += [kind] if kind and kind.casefold() not in area.name.casefold() else []
    if area.floor:
        said.append(texts.text_of("report.plan.floor", floor=area.floor))
    return ", ".join(said)


def _blocks(
    system: System,
    context: RulesContext,
    plan: EncounterPlan,
    last: Sequence[tuple[str, str]],
    drawing: PlanDrawing | None,
    *,
    for_players: bool,
) -> Iterator[Block]:
    texts = context.texts
    if plan.read_aloud:
        yield Paragraph(text=plan.read_aloud, look="aloud")
    yield combatant_table(system, context, for_players=for_players)
    if drawing is not None:
        yield drawing
    left: list[Block] = [] if context.state.stage == "ended" else [turns(system, context)]
    if last:
        left += [_happened(texts.text_of("report.last"), last[:_LAST])]
    if plan.notes.strip():
        left += [_lines(texts.text_of("report.notes"), plan.notes.splitlines())]
    left.append(WriteIn(title=texts.text_of("report.write_in"), lines=0))
    right = list(tables(system, context, for_players=for_players))
    if not for_players:
        right += [*_waves(context, plan), *_reminders(texts, plan), *_waiting(system, context)]
    yield Beside(left=tuple(left), right=tuple(right), share=0.6)


def turns(system: System, context: RulesContext) -> Turns:
    """Returns the turn order to tick off: in the order of the rows, the current round and the next two."""
    rows = [row for row in system.rows(context) if not row.is_out]
    score = next((c.key for c in system.columns(context) if c.key in ("init", "speed")), "")
    order = []
    for row in rows:
        cell = row.cells.get(score)
        order.append((str(getattr(cell, "text", "")), context.combatant(row.who).name))
    time = context.ruleset.time
    rounds, past = rounds_from(time, context.state, _ROUNDS)
    return Turns(
        title=context.texts.text_of("report.turns"),
        order=tuple(order),
        rounds=rounds,
        steps=max(time.parts, 1),
        past=past,
        done=tuple(place for place, row in enumerate(rows) if row.is_done),
    )


def _lines(title: str, texts: Sequence[str]) -> Table:
    rows = tuple((Words(text=text),) for text in texts)
    return Table(title=title, columns=(Column(title="", share=1.0),), rows=rows, is_plain=True)


def _happened(title: str, said: Sequence[tuple[str, str]]) -> Table:
    rows = tuple((Words(text=when, is_muted=True), Words(text=text)) for when, text in said)
    columns = (Column(title=""), Column(title="", share=1.0))
    return Table(title=title, columns=columns, rows=rows, is_plain=True)


def _waves(context: RulesContext, plan: EncounterPlan) -> Iterator[Table]:
    rows = tuple(
        (
            Words(text=": ".join(part for part in (wave.name, _coming(context, wave)) if part)),
            Words(text=_when(context.texts, wave.round, wave.when), is_strong=True),
        )
        for wave in plan.waves
        if not wave.has_come
    )
    if rows:
        yield _pairs(context.texts.text_of("report.waves"), rows)


def _coming(context: RulesContext, wave: Wave) -> str:
    """Says who comes with a wave, by the name they have here, or else by their creature's."""
    said = []
    for each in wave.recruits:
        known = context.ruleset.creature(each.creature)
        named = each.name if each.name != _MADE_UP else ""
        said.append(
            f"{each.count} × {named or (known.name if known else each.creature.replace('_', ' ').capitalize())}"
        )
    return ", ".join(said)


def _when(texts: MessageCatalog, number: int | None, said: str) -> str:
    """Says when something comes: in words, or in which round; nothing where neither was planned."""
    return said or (texts.text_of("report.in_round", round=number) if number else "")


def _reminders(texts: MessageCatalog, plan: EncounterPlan) -> Iterator[Table]:
    rows = tuple(
        (
            Words(text=each.text),
            Words(text=_when(texts, each.round, _falls(texts, each)), is_strong=True),
        )
        for each in plan.reminders
        if not each.has_fired
    )
    if rows:
        yield _pairs(texts.text_of("report.reminders"), rows)


def _falls(texts: MessageCatalog, reminder: Reminder) -> str:
    return texts.text_of("report.when_falls", name=reminder.falls) if reminder.falls else ""


def _waiting(system: System, context: RulesContext) -> Iterator[Table]:
    rows = tuple(
        (Words(text=each.title), Words(text=each.text, is_strong=True))
        for each in system.notices(context)
    )
    if rows:
        yield _pairs(context.texts.text_of("report.waiting"), rows)


def _pairs(title: str, rows: tuple[tuple[Words, ...], ...]) -> Table:
    columns = (Column(title="", share=1.0), Column(title="", align="right", share=1.0))
    return Table(title=title, columns=columns, rows=rows, is_plain=True)
