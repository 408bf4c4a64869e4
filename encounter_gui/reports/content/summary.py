"""What happened in a fight: round by round in sentences, who did what to whom, luck, and how it stands at the end."""

from collections import Counter
from collections.abc import Iterator, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.reports.content.dice_luck import dice, luck
from encounter_gui.reports.content.history import (
    Account,
    Step,
    Tally,
    accounted,
    health_gauge,
    is_bookkeeping,
    joined,
    steps,
)
from encounter_gui.reports.content.table_cells import combatant_table
from encounter_gui.reports.content.time_labels import moment, short_moment
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
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.engine.system import System

_SIDES: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
_TURNING_POINTS = 8
_KEYS = ("dealt", "taken", "healed", "given", "wounds", "rounds", "felled")
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
        note=_length(scene, line),
        blocks=tuple(_blocks(system, scene, line, for_players=for_players)),
    )


def _length(scene: Scene, line: Sequence[Step]) -> str:
    """Says when the fighting ended, whatever was done for the wounded afterwards."""
    fought = [step.after.round for step in line if step.after.stage == "running"]
    last = max(fought, default=scene.state.round)
    key = "report.ended_in" if scene.state.stage == "ended" else "report.stands_in"
    if not last:
        return ""
    return scene.words.word(key, moment=moment(scene.ruleset.time, last))


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
    is_over = scene.state.stage == "ended"
    yield Heading(text=words.word("report.end" if is_over else "report.now"))
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
    by_round: dict[tuple[int, bool], list[str]] = {}
    names: list[str] = []
    for step in line:
        is_after = step.before.stage == "ended"
        place = (0 if is_after else step.after.round, is_after)
        come = joined(step.entry)
        if come:
            names += come
            continue
        if names:
            by_round.setdefault(place, []).append(_joined(scene, names))
            names = []
        if not is_bookkeeping(step.entry):
            by_round.setdefault(place, []).append(sentence(scene, step))
    if names:
        by_round.setdefault((scene.state.round, False), []).append(_joined(scene, names))
    for (number, is_after), sentences in by_round.items():
        before = scene.words.word("report.after" if is_after else "report.before")
        yield _sentences(moment(scene.ruleset.time, number) if number else before, sentences)


def _joined(scene: Scene, names: Sequence[str]) -> str:
    return scene.words.word("report.joined", names=", ".join(names))


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
        if step.actor is not None and step.actor != _who_fell(fallen, step):
            account.one(step.actor).felled += 1
    keys = [key for key in _KEYS if any(getattr(tally, key) for tally in account.of.values())]
    heads = [Column(title=words.word("report.column.name"), share=2.0)]
    heads += [Column(title=words.word(f"report.column.{key}"), align="right") for key in keys]
    heads.append(Column(title=words.word("report.column.whom"), share=3.0))
    heads.append(Column(title=words.word("report.column.fell"), share=2.0))
    rows = []
    for who, one in scene.state.combatants.items():
        tally = account.one(who)
        cells: list[Cell] = [Name(text=one.name, side=one.side, is_out=who in fallen)]
        cells += [Words(text=_tally(scene, getattr(tally, key))) for key in keys]
        cells.append(Words(text=_whom(scene, tally)))
        fell = fallen.get(who)
        cells.append(Words(text=_fell(scene, who, fell) if fell else ""))
        rows.append(tuple(cells))
    return Table(title=words.word("report.who"), columns=tuple(heads), rows=tuple(rows))


def _who_fell(fallen: dict[CombatantId, Step], step: Step) -> CombatantId | None:
    return next((who for who, each in fallen.items() if each is step), None)


def _tally(scene: Scene, value: int | list[int]) -> str:
    """Returns a number, or wounds by level, the worst first: ``2 S, 1 L``."""
    if not value:
        return "–"
    if isinstance(value, int):
        return str(value)
    return ", ".join(
        f"{value.count(each.level)} {each.letter}"
        for each in reversed(scene.ruleset.wound_levels)
        if each.level in value
    ) or str(len(value))


def _whom(scene: Scene, tally: Tally) -> str:
    """Returns to whom the damage went, most first: ``Hook 12, Pike 9``, or the wounds: ``Marrow 1 M, 1 F``."""
    has_points = health_gauge(scene.ruleset) is not None
    everybody = scene.state.combatants
    most_first = sorted(tally.whom.items(), key=lambda each: -sum(each[1]))
    return "; ".join(
        f"{everybody[who].name} {sum(those) if has_points else _tally(scene, those)}"
        for who, those in most_first
        if who in everybody
    )


def _fell(scene: Scene, who: CombatantId, step: Step) -> str:
    when = moment(scene.ruleset.time, step.after.round)
    by = scene.state.combatants.get(step.actor) if step.actor not in (None, who) else None
    if by is None:
        return when
    return scene.words.word("report.fell_by", moment=when, who=by.name)


def _turning_points(
    scene: Scene, line: Sequence[Step], fallen: dict[CombatantId, Step]
) -> list[str]:
    """Somebody went out, or lost half of what they could bear at a blow: what weighs most, as it happened."""
    felled = Counter(step.entry.id for step in fallen.values())
    time = scene.ruleset.time
    weighed = []
    for step in line:
        loss = max((_share_lost(scene, step, who) for who in step.touched), default=0.0)
        weight = 2 * felled[step.entry.id] + loss
        if weight >= _BIG_LOSS and step.before.stage != "ended":
            weighed.append((weight, step))
    most = sorted(weighed, key=lambda each: -each[0])[:_TURNING_POINTS]
    return [
        f"{short_moment(time, step.after.round)}  {sentence(scene, step)}"
        for _, step in sorted(most, key=lambda each: line.index(each[1]))
    ]


def _share_lost(scene: Scene, step: Step, who: CombatantId) -> float:
    before, after = step.before.combatants.get(who), step.after.combatants.get(who)
    if before is None or after is None:
        return 0.0
    had = _health(scene, before)
    return (had - _health(scene, after)) / had if had > 0 else 0.0


def _health(scene: Scene, one: Combatant) -> float:
    """How well somebody is: points of the gauge that damage runs down, else what the worst wound leaves of 1."""
    main = health_gauge(scene.ruleset)
    if main is not None:
        return max(one.gauges.get(main.key, 0), 0)
    most = max((each.level for each in scene.ruleset.wound_levels), default=0)
    worst = max((place.level for place in one.locations.values()), default=0)
    return 1 - min(worst / most, 1) if most else 1.0


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
            places=tuple(
                short_moment(scene.ruleset.time, number) if number else "0" for number, _ in ends
            ),
            lines=tuple(_left(system, scene, [state for _, state in ends], side) for side in sides),
            unit="%",
        )
    bars = [_bar(scene, account, who) for who in scene.state.combatants]
    most_first = tuple(sorted((bar for bar in bars if bar.value), key=lambda bar: -bar.value))
    if most_first:
        has_points = health_gauge(scene.ruleset) is not None
        title = words.word("report.damage" if has_points else "report.wounds_given")
        yield BarChart(title=title, bars=most_first)
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


def _bar(scene: Scene, account: Account, who: CombatantId) -> Bar:
    one, tally = scene.one(who), account.one(who)
    if health_gauge(scene.ruleset) is not None:
        return Bar(name=one.name, value=tally.dealt, side=one.side)
    note = _tally(scene, tally.given)
    return Bar(name=one.name, value=len(tally.given), side=one.side, note=note)


def _ends_of_rounds(line: Sequence[Step]) -> list[tuple[int, EncounterState]]:
    """Returns the fight as it began, as 0, and as it stood at the end of each round."""
    ends: dict[int, EncounterState] = {}
    for step in line:
        if step.after.round and step.before.stage != "ended":
            ends.setdefault(0, step.before)
            ends[step.after.round] = step.after
    return list(ends.items())


def _left(system: System, scene: Scene, states: Sequence[EncounterState], side: Side) -> Line:
    """How much of a side is left at each moment, in percent of the most it ever had; who is out counts as nothing."""
    most: dict[CombatantId, float] = {}
    for state in states:
        for who, one in state.combatants.items():
            if one.side == side:
                most[who] = max(most.get(who, 0.0), _health(scene, one))
    values = tuple(_share(system, scene, state, most) for state in states)
    return Line(name=scene.side_name(side), side=side, values=values)


def _share(
    system: System,
    scene: Scene,
    state: EncounterState,
    most: dict[CombatantId, float],
) -> float | None:
    ours = [one for who, one in state.combatants.items() if who in most]
    if not ours or not sum(most.values()):
        return None
    seen = Scene(state=state, ruleset=scene.ruleset, words=scene.words)
    out = {row.who for row in system.rows(seen) if row.is_out}
    left = sum(_health(scene, one) for one in ours if one.id not in out)
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
