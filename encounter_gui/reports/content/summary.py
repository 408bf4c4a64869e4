"""What happened in a fight: round by round in sentences, who did what to whom, luck, and how it stands at the end."""

from collections import Counter
from collections.abc import Iterator, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.state import EncounterState
from encounter_gui.reports.content.dice_luck import dice, luck
from encounter_gui.reports.content.history import (
    Account,
    Step,
    Tally,
    account_of,
    began_at,
    health_gauge,
    is_bookkeeping,
    names_of_joined,
    steps,
)
from encounter_gui.reports.content.strength import SIDES, Strength, share_lost
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
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time.clock import moment_text
from encounter_gui.rules.facade import System

_TURNING_POINTS = 8
_KEYS = ("dealt", "taken", "healed", "given", "wounds", "rounds", "felled")
_BIG_LOSS = 0.5


def summary(
    system: System, context: RulesContext, entries: Sequence[Entry], *, for_players: bool = False
) -> Flow:
    """Returns the summary of the line of play that led to a scene.

    For players: nothing that names somebody hidden, no notes, no numbers of others, no dice.
    """
    line = [step for step in steps(entries) if not (for_players and is_secret(context, step))]
    texts = context.texts
    kind = "report.summary.players" if for_players else "report.summary"
    return Flow(
        title=context.state.name or texts.text_of("report.encounter"),
        subtitle=" · ".join((texts.text_of(kind), context.ruleset.name)),
        note=_length(context, line),
        blocks=tuple(_blocks(system, context, line, for_players=for_players)),
    )


def _length(context: RulesContext, line: Sequence[Step]) -> str:
    """Says when the fighting ended, whatever was done for the wounded afterwards."""
    fought = [step.after.round for step in line if step.after.stage == "running"]
    last = max(fought, default=context.state.round)
    key = "report.ended_in" if context.state.stage == "ended" else "report.stands_in"
    if not last:
        return ""
    said = context.texts.text_of(key, moment=moment(context.ruleset.time, last))
    began = began_at(line)
    return f"{said} · {moment_text(context, began)}" if began else said


def is_secret(context: RulesContext, step: Step) -> bool:
    """Returns whether players must not read of a step.

    It concerns somebody hidden, its sentence names one, or it is the game master's own note or correction.
    """
    if step.is_correction or step.entry.command.get("do") in ("note", "switch", "setup"):
        return True
    fights = (step.before, step.after)
    hidden = {
        combatant.name
        for fight in fights
        for who, combatant in fight.combatants.items()
        if "hidden" in combatant.flags or who not in context.state.combatants
    }
    said = sentence(context, step)
    return any(name in said for name in hidden) or any(
        fight.combatants[who].name in hidden
        for fight in fights
        for who in step.touched
        if who in fight.combatants
    )


def _blocks(
    system: System, context: RulesContext, line: Sequence[Step], *, for_players: bool
) -> Iterator[Block]:
    texts = context.texts
    fallen = falls(system, context, line)
    is_over = context.state.stage == "ended"
    yield Heading(text=texts.text_of("report.end" if is_over else "report.now"))
    yield combatant_table(system, context, for_players=for_players)
    if not for_players:
        account = account_of(line, context.ruleset)
        yield _who(context, account, fallen)
        yield from _charts(system, context, line, account)
    points = _turning_points(context, line, fallen)
    if points:
        yield _sentences(texts.text_of("report.turning_points"), points)
    if not for_players:
        yield from _fairness(context, line)
    yield Heading(text=texts.text_of("report.what_happened"))
    yield from _rounds(context, line)


# ------------------------------------------------------------------ sentences


def _rounds(context: RulesContext, line: Sequence[Step]) -> Iterator[Block]:
    by_round: dict[tuple[int, bool], list[str]] = {}
    names: list[str] = []
    for step in line:
        is_after = step.before.stage == "ended"
        place = (0 if is_after else step.after.round, is_after)
        come = names_of_joined(step.entry)
        if come:
            names += come
            continue
        if names:
            by_round.setdefault(place, []).append(_join_names(context, names))
            names = []
        if not is_bookkeeping(step.entry):
            by_round.setdefault(place, []).append(sentence(context, step))
    if names:
        by_round.setdefault((context.state.round, False), []).append(_join_names(context, names))
    for (number, is_after), sentences in by_round.items():
        before = context.texts.text_of("report.after" if is_after else "report.before")
        yield _sentences(moment(context.ruleset.time, number) if number else before, sentences)


def _join_names(context: RulesContext, names: Sequence[str]) -> str:
    return context.texts.text_of("report.joined", names=", ".join(names))


def sentence(context: RulesContext, step: Step) -> str:
    """Returns what an entry says, without marks."""
    return context.texts.sentence(step.entry.label)


def _sentences(title: str, sentences: Sequence[str]) -> Table:
    rows = tuple((Words(text=text),) for text in sentences)
    return Table(title=title, columns=(Column(title="", share=1.0),), rows=rows, is_plain=True)


# ------------------------------------------------------------------ who, to whom


def falls(system: System, context: RulesContext, line: Sequence[Step]) -> dict[CombatantId, Step]:
    """Returns with which step each combatant went out of the fight, for those who are out at its end."""
    out_now = {row.who for row in system.rows(context) if row.is_out}
    fell: dict[CombatantId, Step] = {}
    for step in line:
        changed = step.touched & (out_now - fell.keys())
        if not changed:
            continue
        seen = RulesContext(state=step.after, ruleset=context.ruleset, texts=context.texts)
        out = {row.who for row in system.rows(seen) if row.is_out}
        fell |= dict.fromkeys(changed & out, step)
    return fell


def _who(context: RulesContext, account: Account, fallen: dict[CombatantId, Step]) -> Table:
    texts = context.texts
    for who, step in fallen.items():
        cause = step.cause_of(who)
        if cause is not None and cause != who:
            account.tally_of(cause).felled += 1
    keys = [key for key in _KEYS if any(getattr(tally, key) for tally in account.of.values())]
    heads = [Column(title=texts.text_of("report.column.name"), share=2.0)]
    heads += [Column(title=texts.text_of(f"report.column.{key}"), align="right") for key in keys]
    heads.append(Column(title=texts.text_of("report.column.whom"), share=3.0))
    heads.append(Column(title=texts.text_of("report.column.fell"), share=2.0))
    rows = []
    for who, combatant in context.state.combatants.items():
        tally = account.tally_of(who)
        cells: list[Cell] = [Name(text=combatant.name, side=combatant.side, is_out=who in fallen)]
        cells += [Words(text=tally_text(context, getattr(tally, key))) for key in keys]
        cells.append(Words(text=_whom(context, tally)))
        fell = fallen.get(who)
        cells.append(Words(text=_fell(context, who, fell) if fell else ""))
        rows.append(tuple(cells))
    return Table(title=texts.text_of("report.who"), columns=tuple(heads), rows=tuple(rows))


def tally_text(context: RulesContext, value: int | list[int]) -> str:
    """Returns a number, or wounds by level, the worst first: ``2 S, 1 L``."""
    if not value:
        return "–"
    if isinstance(value, int):
        return str(value)
    return ", ".join(
        f"{value.count(each.level)} {each.letter}"
        for each in reversed(context.ruleset.wound_levels)
        if each.level in value
    ) or str(len(value))


def _whom(context: RulesContext, tally: Tally) -> str:
    """Returns to whom the damage went, most first: ``Hook 12, Pike 9``, or the wounds: ``Marrow 1 M, 1 F``."""
    has_points = health_gauge(context.ruleset) is not None
    everybody = context.state.combatants
    most_first = sorted(tally.whom.items(), key=lambda each: -sum(each[1]))
    return "; ".join(
        f"{everybody[who].name} {sum(those) if has_points else tally_text(context, those)}"
        for who, those in most_first
        if who in everybody
    )


def _fell(context: RulesContext, who: CombatantId, step: Step) -> str:
    when = moment(context.ruleset.time, step.after.round)
    cause = step.cause_of(who)
    by = context.state.combatants.get(cause) if cause is not None and cause != who else None
    if by is None:
        return when
    return context.texts.text_of("report.fell_by", moment=when, who=by.name)


def _turning_points(
    context: RulesContext, line: Sequence[Step], fallen: dict[CombatantId, Step]
) -> list[str]:
    """Somebody went out, or lost half of what they could bear at a blow: what weighs most, as it happened.

    A correction turns nothing: what was played again after it did.
    """
    felled = Counter(step.entry.id for step in fallen.values())
    time = context.ruleset.time
    weighed = []
    for step in line:
        loss = max((share_lost(context, step, who) for who in step.touched), default=0.0)
        weight = 2 * felled[step.entry.id] + loss
        counts = step.before.stage != "ended" and not step.is_correction
        if weight >= _BIG_LOSS and counts:
            weighed.append((weight, step))
    most = sorted(weighed, key=lambda each: -each[0])[:_TURNING_POINTS]
    return [
        f"{short_moment(time, step.after.round)}  {sentence(context, step)}"
        for _, step in sorted(most, key=lambda each: line.index(each[1]))
    ]


# ------------------------------------------------------------------ charts


def _charts(
    system: System, context: RulesContext, line: Sequence[Step], account: Account
) -> Iterator[Block]:
    texts = context.texts
    ends = _ends_of_rounds(line)
    strength = Strength(system, context, [state for _, state in ends])
    sides = [
        side
        for side in SIDES
        if any(combatant.side == side for combatant in context.state.combatants.values())
    ]
    if len(ends) > 1:
        yield LineChart(
            title=texts.text_of("report.health"),
            places=tuple(
                short_moment(context.ruleset.time, number) if number else "0" for number, _ in ends
            ),
            lines=tuple(
                Line(
                    name=context.side_name(side),
                    side=side,
                    values=tuple(strength.of(state, side) for _, state in ends),
                )
                for side in sides
            ),
            unit="%",
        )
    bars = [_bar(context, account, who) for who in context.state.combatants]
    most_first = tuple(sorted((bar for bar in bars if bar.value), key=lambda bar: -bar.value))
    if most_first:
        has_points = health_gauge(context.ruleset) is not None
        title = texts.text_of("report.damage" if has_points else "report.wounds_given")
        yield BarChart(title=title, bars=most_first)
    tried = luck(line, system, context.ruleset, texts)
    if tried:
        yield BarChart(
            title=texts.text_of("report.luck"),
            other=texts.text_of("report.expected"),
            bars=tuple(
                Bar(
                    name=context.combatant(each.who).name,
                    value=each.hits,
                    other=each.expected,
                    side=context.combatant(each.who).side,
                )
                for each in tried
                if each.who in context.state.combatants
            ),
        )


def _bar(context: RulesContext, account: Account, who: CombatantId) -> Bar:
    """Returns the damage somebody dealt, or their wounds, each counted by its level: a Critical outweighs a Flesh."""
    combatant, tally = context.combatant(who), account.tally_of(who)
    if health_gauge(context.ruleset) is not None:
        return Bar(name=combatant.name, value=tally.dealt, side=combatant.side)
    note = tally_text(context, tally.given)
    return Bar(name=combatant.name, value=sum(tally.given), side=combatant.side, note=note)


def _ends_of_rounds(line: Sequence[Step]) -> list[tuple[int, EncounterState]]:
    """Returns the fight as it began, as 0, and as it stood at the end of each round."""
    ends: dict[int, EncounterState] = {}
    for step in line:
        if step.after.round and step.before.stage != "ended":
            ends.setdefault(0, step.before)
            ends[step.after.round] = step.after
    return list(ends.items())


def _fairness(context: RulesContext, line: Sequence[Step]) -> Iterator[Block]:
    texts = context.texts
    tallies = dice(line)
    if not tallies:
        return
    heads = [
        Column(title=texts.text_of(f"report.dice.{key}"), align="right", share=1.0)
        for key in ("count", "mean", "fair", "off")
    ]
    rows = tuple(
        (
            Words(text=f"d{each.sides}"),
            Words(
                text=texts.text_of("report.dice.real" if each.is_physical else "report.dice.app")
            ),
            Words(text=str(each.count)),
            Words(text=f"{each.mean:.2f}"),
            Words(text=f"{each.expected:.2f}"),
            Words(text=f"{each.deviation:+.1f} σ".replace("-", "−")),
        )
        for each in tallies
    )
    columns = (Column(title=texts.text_of("report.dice.die")), Column(title=""), *heads)
    yield Table(title=texts.text_of("report.dice"), columns=columns, rows=rows)
    yield Paragraph(text=texts.text_of("report.dice.note"), look="muted")
