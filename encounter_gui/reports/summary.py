"""What happened in a fight: round by round in sentences, who did what to whom, luck, and how it stands at the end."""

from collections.abc import Iterator, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Side
from encounter_gui.reports.cells import combatant_table
from encounter_gui.reports.document import (
    Bar,
    BarChart,
    Block,
    Cell,
    Column,
    Flow,
    Heading,
    Line,
    LineChart,
    Name,
    Paragraph,
    Table,
    Words,
)
from encounter_gui.reports.history import Account, Step, accounted, steps
from encounter_gui.reports.luck import dice, luck
from encounter_gui.rules.system import Scene, System

_SIDES: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
_TURNING_POINTS = 8
_BIG_LOSS = 0.5


def summary(
    system: System, scene: Scene, entries: Sequence[Entry], *, for_players: bool = False
) -> Flow:
    """Returns the summary of the line of play that led to a scene.

    For players: nothing that names somebody hidden, no notes, no numbers of others, no dice.
    """
    line = [step for step in steps(entries) if not (for_players and is_secret(scene, step))]
    words = scene.words
    kind = "report.summary.players" if for_players else "report.summary"
    return Flow(
        title=scene.state.name or words.word("report.encounter"),
        subtitle=" · ".join((words.word(kind), scene.ruleset.name)),
        note=words.word("report.rounds", rounds=scene.state.round, unit=scene.ruleset.time.round),
        blocks=tuple(_blocks(system, scene, line, for_players=for_players)),
    )


def is_secret(scene: Scene, step: Step) -> bool:
    """Returns whether players must not read of a step.

    It concerns somebody hidden, its sentence names one, or it is the game master's own note.
    """
    if step.entry.command.get("do") in ("note", "switch", "setup"):
        return True
    fights = (step.before, step.after)
    hidden = {
        one.name
        for fight in fights
        for who, one in fight.combatants.items()
        if "hidden" in one.flags or who not in scene.state.combatants
    }
    said = sentence(scene, step)
    return any(name in said for name in hidden) or any(
        fight.combatants[who].name in hidden
        for fight in fights
        for who in step.touched
        if who in fight.combatants
    )


def _blocks(
    system: System, scene: Scene, line: Sequence[Step], *, for_players: bool
) -> Iterator[Block]:
    words = scene.words
    fallen = falls(system, scene, line)
    yield Heading(text=words.word("report.end"))
    yield combatant_table(system, scene, for_players=for_players)
    if not for_players:
        account = accounted(line, scene.ruleset)
        yield _who(scene, account, fallen)
        yield from _charts(system, scene, line, account)
    points = _turning_points(scene, line, fallen)
    if points:
        yield _sentences(words.word("report.turning_points"), points)
    if not for_players:
        yield from _fairness(scene, line)
    yield Heading(text=words.word("report.what_happened"))
    yield from _rounds(scene, line)


# ------------------------------------------------------------------ sentences


def _rounds(scene: Scene, line: Sequence[Step]) -> Iterator[Block]:
    by_round: dict[int, list[str]] = {}
    for step in line:
        by_round.setdefault(step.after.round, []).append(sentence(scene, step))
    unit = scene.ruleset.time.round.capitalize()
    for number, sentences in by_round.items():
        title = f"{unit} {number}" if number else scene.words.word("report.before")
        yield _sentences(title, sentences)


def sentence(scene: Scene, step: Step) -> str:
    """Returns what an entry says, without marks."""
    return scene.words.sentence(step.entry.label)


def _sentences(title: str, sentences: Sequence[str]) -> Table:
    rows = tuple((Words(text=text),) for text in sentences)
    return Table(title=title, columns=(Column(title="", share=1.0),), rows=rows, is_plain=True)


# ------------------------------------------------------------------ who, to whom


def falls(system: System, scene: Scene, line: Sequence[Step]) -> dict[CombatantId, Step]:
    """Returns with which step each combatant went out of the fight, for those who are out at its end."""
    out_now = {row.who for row in system.rows(scene) if row.is_out}
    fell: dict[CombatantId, Step] = {}
    for step in line:
        changed = step.touched & (out_now - fell.keys())
        if not changed:
            continue
        seen = Scene(state=step.after, ruleset=scene.ruleset, words=scene.words)
        out = {row.who for row in system.rows(seen) if row.is_out}
        fell |= dict.fromkeys(changed & out, step)
    return fell


def _who(scene: Scene, account: Account, fallen: dict[CombatantId, Step]) -> Table:
    words = scene.words
    for step in fallen.values():
        if step.actor is not None:
            account.one(step.actor).felled += 1
    keys = ("dealt", "taken", "healed", "wounds", "rounds", "felled")
    heads = [Column(title=words.word("report.column.name"), share=2.0)]
    heads += [Column(title=words.word(f"report.column.{key}"), align="right") for key in keys]
    heads.append(Column(title=words.word("report.column.fell"), share=2.0))
    rows = []
    for who, one in scene.state.combatants.items():
        tally = account.one(who)
        cells: list[Cell] = [Name(text=one.name, side=one.side, is_out=who in fallen)]
        cells += [Words(text=str(getattr(tally, key) or "–")) for key in keys]
        fell = fallen.get(who)
        cells.append(Words(text=_fell(scene, fell) if fell else ""))
        rows.append(tuple(cells))
    return Table(title=words.word("report.who"), columns=tuple(heads), rows=tuple(rows))


def _fell(scene: Scene, step: Step) -> str:
    by = scene.state.combatants.get(step.actor) if step.actor else None
    unit = scene.ruleset.time.round
    if by is None:
        return scene.words.word("report.fell", unit=unit, round=step.after.round)
    return scene.words.word("report.fell_by", unit=unit, round=step.after.round, who=by.name)


def _turning_points(
    scene: Scene, line: Sequence[Step], fallen: dict[CombatantId, Step]
) -> list[str]:
    """Somebody went out, or lost half of what they could bear at a blow; in the order in which it happened."""
    main = scene.ruleset.main_gauge
    decisive = {step.entry.id for step in fallen.values()}
    points = []
    for step in line:
        loss = (
            max((_share_lost(step, who, main.key) for who in step.touched), default=0.0)
            if main
            else 0.0
        )
        if step.entry.id in decisive or loss >= _BIG_LOSS:
            points.append(f"{step.after.round}: {sentence(scene, step)}")
    return points[:_TURNING_POINTS]


def _share_lost(step: Step, who: CombatantId, gauge: str) -> float:
    before, after = step.before.combatants.get(who), step.after.combatants.get(who)
    if before is None or after is None:
        return 0.0
    had = before.gauges.get(gauge, 0)
    return (had - after.gauges.get(gauge, 0)) / had if had > 0 else 0.0


# ------------------------------------------------------------------ charts


def _charts(
    system: System, scene: Scene, line: Sequence[Step], account: Account
) -> Iterator[Block]:
    words = scene.words
    ends = _ends_of_rounds(line)
    sides = [
        side for side in _SIDES if any(one.side == side for one in scene.state.combatants.values())
    ]
    if len(ends) > 1:
        yield LineChart(
            title=words.word("report.health"),
            places=tuple(str(number) for number, _ in ends),
            lines=tuple(_left(system, scene, [state for _, state in ends], side) for side in sides),
            unit="%",
        )
    bars = [
        Bar(name=one.name, value=account.one(who).dealt, side=one.side)
        for who, one in scene.state.combatants.items()
        if account.one(who).dealt
    ]
    if bars:
        most_first = tuple(sorted(bars, key=lambda bar: -bar.value))
        yield BarChart(title=words.word("report.damage"), bars=most_first)
    tried = luck(line, system, scene.ruleset, words)
    if tried:
        yield BarChart(
            title=words.word("report.luck"),
            other=words.word("report.expected"),
            bars=tuple(
                Bar(
                    name=scene.one(each.who).name,
                    value=each.hits,
                    other=each.expected,
                    side=scene.one(each.who).side,
                )
                for each in tried
                if each.who in scene.state.combatants
            ),
        )


def _ends_of_rounds(line: Sequence[Step]) -> list[tuple[int, EncounterState]]:
    ends: dict[int, EncounterState] = {}
    for step in line:
        if step.after.round:
            ends[step.after.round] = step.after
    return list(ends.items())


def _left(system: System, scene: Scene, states: Sequence[EncounterState], side: Side) -> Line:
    """How much of a side is left at each moment, in percent of the most it ever had of the main gauge.

    Where that gauge does not run down (fatigue, say), it is the share of those who are still in the fight.
    """
    main = scene.ruleset.main_gauge
    most: dict[CombatantId, int] = {}
    for state in states:
        for who, one in state.combatants.items():
            if one.side == side:
                most[who] = max(most.get(who, 0), one.gauges.get(main.key, 0) if main else 0)
    values = tuple(_share(system, scene, state, most, main.key if main else "") for state in states)
    return Line(name=scene.side_name(side), side=side, values=values)


def _share(
    system: System,
    scene: Scene,
    state: EncounterState,
    most: dict[CombatantId, int],
    gauge: str,
) -> float | None:
    ours = [one for who, one in state.combatants.items() if who in most]
    if not ours:
        return None
    seen = Scene(state=state, ruleset=scene.ruleset, words=scene.words)
    out = {row.who for row in system.rows(seen) if row.is_out}
    still = [one for one in ours if one.id not in out]
    if not all(most.values()):
        return 100 * len(still) / len(most)
    left = sum(max(one.gauges.get(gauge, 0), 0) for one in still)
    return 100 * left / sum(most.values())


def _fairness(scene: Scene, line: Sequence[Step]) -> Iterator[Block]:
    words = scene.words
    tallies = dice(line)
    if not tallies:
        return
    heads = [
        Column(title=words.word(f"report.dice.{key}"), align="right", share=1.0)
        for key in ("count", "mean", "fair", "off")
    ]
    rows = tuple(
        (
            Words(text=f"d{each.sides}"),
            Words(text=words.word("report.dice.real" if each.is_physical else "report.dice.app")),
            Words(text=str(each.count)),
            Words(text=f"{each.mean:.2f}"),
            Words(text=f"{each.expected:.2f}"),
            Words(text=f"{each.deviation:+.1f} σ".replace("-", "−")),
        )
        for each in tallies
    )
    columns = (Column(title=words.word("report.dice.die")), Column(title=""), *heads)
    yield Table(title=words.word("report.dice"), columns=columns, rows=rows)
    yield Paragraph(text=words.word("report.dice.note"), look="muted")
