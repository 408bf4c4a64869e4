"""The encounter sheet: what a game master wants in hand before a fight, or in the middle of it."""

from collections.abc import Iterator, Sequence

from encounter_gui.core.messages import Catalogue
from encounter_gui.reports.content.quick_reference import tables
from encounter_gui.reports.content.table_cells import combatant_table
from encounter_gui.reports.content.time_labels import rounds_from
from encounter_gui.reports.document import (
    Beside,
    Block,
    Column,
    Flow,
    Paragraph,
    Table,
    Turns,
    Words,
    WriteIn,
)
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.engine.system import System
from encounter_gui.rules.model.prepared import Plan, Reminder, Wave

_ROUNDS = 3
_LAST = 7
_MADE_UP = "?"
"""The name of those who are given one each as they come."""


def encounter_sheet(
    system: System,
    scene: Scene,
    plan: Plan,
    last: Sequence[str] = (),
    *,
    for_players: bool = False,
) -> Flow:
    """Returns the sheet; ``last`` are the newest lines of the log, newest first.

    For players: without the numbers of others, and what waits for the game master.
    """
    heading = system.heading(scene)
    words = scene.words
    note = " · ".join(part for part in (heading.round, heading.part) if part)
    return Flow(
        title=scene.state.name or words.word("report.encounter"),
        subtitle=" · ".join(part for part in (scene.ruleset.name, heading.actors) if part),
        note=note,
        blocks=tuple(_blocks(system, scene, plan, last, for_players=for_players)),
    )


def _blocks(
    system: System, scene: Scene, plan: Plan, last: Sequence[str], *, for_players: bool
) -> Iterator[Block]:
    words = scene.words
    if plan.read_aloud:
        yield Paragraph(text=plan.read_aloud, look="aloud")
    yield combatant_table(system, scene, for_players=for_players)
    left: list[Block] = [] if scene.state.stage == "ended" else [turns(system, scene)]
    if last:
        left += [_lines(words.word("report.last"), last[:_LAST])]
    if plan.notes.strip():
        left += [_lines(words.word("report.notes"), plan.notes.splitlines())]
    left.append(WriteIn(title=words.word("report.write_in"), lines=0))
    right = list(tables(system, scene, for_players=for_players))
    if not for_players:
        right += [*_waves(scene, plan), *_reminders(words, plan), *_waiting(system, scene)]
    yield Beside(left=tuple(left), right=tuple(right), share=0.6)


def turns(system: System, scene: Scene) -> Turns:
    """Returns the turn order to tick off: in the order of the rows, the current round and the next two."""
    rows = [row for row in system.rows(scene) if not row.is_out]
    score = next((c.key for c in system.columns(scene) if c.key in ("init", "speed")), "")
    order = []
    for row in rows:
        cell = row.cells.get(score)
        order.append((str(getattr(cell, "text", "")), scene.one(row.who).name))
    time = scene.ruleset.time
    rounds, past = rounds_from(time, scene.state, _ROUNDS)
    return Turns(
        title=scene.words.word("report.turns"),
        order=tuple(order),
        rounds=rounds,
        steps=max(time.parts, 1),
        past=past,
        done=tuple(place for place, row in enumerate(rows) if row.is_done),
    )


def _lines(title: str, texts: Sequence[str]) -> Table:
    rows = tuple((Words(text=text),) for text in texts)
    return Table(title=title, columns=(Column(title="", share=1.0),), rows=rows, is_plain=True)


def _waves(scene: Scene, plan: Plan) -> Iterator[Table]:
    rows = tuple(
        (
            Words(text=": ".join(part for part in (wave.name, _coming(scene, wave)) if part)),
            Words(text=_when(scene.words, wave.round, wave.when), is_strong=True),
        )
        for wave in plan.waves
        if not wave.has_come
    )
    if rows:
        yield _pairs(scene.words.word("report.waves"), rows)


def _coming(scene: Scene, wave: Wave) -> str:
    """Says who comes with a wave, by the name they have here, or else by their creature's."""
    said = []
    for each in wave.recruits:
        known = scene.ruleset.creature(each.creature)
        named = each.name if each.name != _MADE_UP else ""
        said.append(
            f"{each.count} × {named or (known.name if known else each.creature.replace('_', ' ').capitalize())}"
        )
    return ", ".join(said)


def _when(words: Catalogue, number: int | None, said: str) -> str:
    """Says when something comes: in words, or in which round; nothing where neither was planned."""
    return said or (words.word("report.in_round", round=number) if number else "")


def _reminders(words: Catalogue, plan: Plan) -> Iterator[Table]:
    rows = tuple(
        (
            Words(text=each.text),
            Words(text=_when(words, each.round, _falls(words, each)), is_strong=True),
        )
        for each in plan.reminders
        if not each.has_fired
    )
    if rows:
        yield _pairs(words.word("report.reminders"), rows)


def _falls(words: Catalogue, reminder: Reminder) -> str:
    return words.word("report.when_falls", name=reminder.falls) if reminder.falls else ""


def _waiting(system: System, scene: Scene) -> Iterator[Table]:
    rows = tuple(
        (Words(text=each.title), Words(text=each.text, is_strong=True))
        for each in system.notices(scene)
    )
    if rows:
        yield _pairs(scene.words.word("report.waiting"), rows)


def _pairs(title: str, rows: tuple[tuple[Words, ...], ...]) -> Table:
    columns = (Column(title="", share=1.0), Column(title="", align="right", share=1.0))
    return Table(title=title, columns=columns, rows=rows, is_plain=True)
