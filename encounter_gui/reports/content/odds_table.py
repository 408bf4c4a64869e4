"""Each weapon against each foe on one page: the chance to hit, and to put down within so many attacks.

Who has the same chances stands in one row, and who attacks with the same ones under one title.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side, Slot
from encounter_gui.reports.document import (
    Beside,
    Block,
    Column,
    Flow,
    Name,
    Paragraph,
    Table,
    Words,
)
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.view import Odds, Within

_FRIENDS = ("pc", "ally")
_TRIES = 3
_FEW = 2

Rows = tuple[tuple[Side, str, tuple[str, ...]], ...]
"""The side and the names of those it is against, and the chance of each weapon."""


def odds_tables(system: System, context: RulesContext, *, for_players: bool = False) -> Flow:
    """Returns the odds of every weapon of either side against everybody on the other, as things stand.

    For players: their own side's only, and of those they can see. Who is out of the fight is left out.
    """
    texts = context.texts
    out = {row.who for row in system.rows(context) if row.is_out}
    shown = [
        combatant
        for combatant in context.state.combatants.values()
        if not (for_players and "hidden" in combatant.flags)
    ]
    ours = _still_in([combatant for combatant in shown if combatant.side in _FRIENDS], out)
    theirs = _still_in([combatant for combatant in shown if combatant.side not in _FRIENDS], out)
    tables = _merge(system, context, ours, theirs)
    if not for_players:
        tables += _merge(system, context, theirs, ours)
    nobody = Paragraph(text=texts.text_of("report.odds.nobody"), look="muted")
    return Flow(
        title=texts.text_of("report.odds"),
        subtitle=context.state.name,
        note=texts.text_of("report.odds.note", tries=_TRIES),
        blocks=tuple(_in_columns(tables)) or (nobody,),
    )


def _still_in(combatants: list[Combatant], out: set[CombatantId]) -> list[Combatant]:
    """Returns who is still in the fight; everybody, once nobody is."""
    return [combatant for combatant in combatants if combatant.id not in out] or combatants


def _in_columns(tables: list[Table]) -> Iterator[Block]:
    """Yields tables in two columns of about the same height; a few, or wide ones, below each other."""
    if len(tables) <= _FEW:
        yield from tables
        return
    columns: tuple[list[Table], list[Table]] = ([], [])
    heights = [0, 0]
    for table in tables:
        place = 0 if heights[0] <= heights[1] else 1
        columns[place].append(table)
        heights[place] += len(table.rows) + 4
    yield Beside(left=tuple(columns[0]), right=tuple(columns[1]), share=0.5)


def _merge(
    system: System, context: RulesContext, attackers: Iterable[Combatant], targets: list[Combatant]
) -> list[Table]:
    same: dict[tuple[tuple[str, ...], Rows], list[Combatant]] = {}
    for combatant in attackers:
        heads, rows = _chances(system, context, combatant, targets)
        if rows:
            same.setdefault((heads, rows), []).append(combatant)
    return [_table(context, combatants, heads, rows) for (heads, rows), combatants in same.items()]


def _table(
    context: RulesContext, combatants: list[Combatant], heads: tuple[str, ...], rows: Rows
) -> Table:
    against = Column(title=context.texts.text_of("report.odds.against"), share=2.0)
    return Table(
        title=", ".join(combatant.name for combatant in combatants),
        columns=(against, *(Column(title=name, align="right", share=1.0) for name in heads)),
        rows=tuple(
            (Name(text=who, side=side), *(Words(text=text, is_strong=True) for text in odds))
            for side, who, odds in rows
        ),
        is_dense=True,
    )


def _chances(
    system: System, context: RulesContext, combatant: Combatant, targets: list[Combatant]
) -> tuple[tuple[str, ...], Rows]:
    seen = as_if_acting(context, combatant.id)
    weapons = _weapons(system, seen, combatant.id)
    same: dict[tuple[Side, tuple[str, ...]], list[str]] = {}
    used: set[int] = set()
    for target in targets:
        odds = [_odds(system, seen, combatant.id, target.id, weapon) for weapon, _ in weapons]
        used |= {place for place, each in enumerate(odds) if each is not None}
        if any(odds):
            same.setdefault((target.side, tuple(map(_text, odds))), []).append(target.name)
    shown = sorted(used)
    rows = tuple(
        (side, ", ".join(names), tuple(texts[place] for place in shown))
        for (side, texts), names in same.items()
    )
    return tuple(weapons[place][1] for place in shown), rows


def as_if_acting(context: RulesContext, who: CombatantId) -> RulesContext:
    """Returns the scene as if it were somebody's turn alone: what the bench needs to speak of its weapons."""
    slots = (Slot(who=who, score=0, group=0),)
    state = replace(
        context.state, stage="running", round=max(context.state.round, 1), slots=slots, group=0
    )
    return replace(context, state=state)


def _weapons(system: System, context: RulesContext, who: CombatantId) -> list[tuple[str, str]]:
    form = system.attack_form(context, {"who": who})
    field = next((each for each in form.fields if each.key == "weapon"), None)
    return [(option.key, option.text) for option in field.options] if field else []


def _odds(
    system: System, context: RulesContext, who: CombatantId, target: CombatantId, weapon: str
) -> Odds | None:
    form = system.attack_form(context, {"who": who, "target": target, "weapon": weapon})
    return system.odds(context, form.command) if form.command is not None else None


def _text(odds: Odds | None) -> str:
    if odds is None or odds.lands is None:
        return "–"
    hit = _percent(odds.lands)
    within = next(_within(odds), None)
    return f"{hit} %" if within is None else f"{hit} · {_percent(within)} %"


def _within(odds: Odds) -> Iterator[float]:
    for each in odds.charts:
        if isinstance(each, Within) and len(each.chances) >= _TRIES:
            yield each.chances[_TRIES - 1]


def _percent(chance: float) -> str:
    return "< 1" if 0 < chance < 0.005 else f"{100 * chance:.0f}"
