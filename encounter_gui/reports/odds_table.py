"""Each weapon against each foe on one page: the chance to hit, and to put down within so many attacks."""

from collections.abc import Iterator
from dataclasses import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.reports.document import Cell, Column, Flow, Heading, Name, Table, Words
from encounter_gui.rules.system import Scene, System
from encounter_gui.rules.view import Odds, Within

_FRIENDS = ("pc", "ally")
_TRIES = 3


def odds_tables(system: System, scene: Scene, *, for_players: bool = False) -> Flow:
    """Returns the odds of every weapon of either side against everybody on the other, as things stand.

    For players: their own side's only, and of those they can see.
    """
    words = scene.words
    shown = [
        one
        for one in scene.state.combatants.values()
        if not (for_players and "hidden" in one.flags)
    ]
    ours = [one for one in shown if one.side in _FRIENDS]
    theirs = [one for one in shown if one.side not in _FRIENDS]
    blocks: list[Heading | Table] = []
    for one in ours if for_players else (*ours, *theirs):
        against = theirs if one in ours else ours
        table = _table(system, scene, one, against)
        if table is not None:
            blocks.append(table)
    return Flow(
        title=words.word("report.odds"),
        subtitle=scene.state.name,
        note=words.word("report.odds.note", tries=_TRIES),
        blocks=tuple(blocks),
    )


def _table(system: System, scene: Scene, one: Combatant, against: list[Combatant]) -> Table | None:
    seen = as_if_acting(scene, one.id)
    weapons = _weapons(system, seen, one.id)
    rows: list[tuple[Cell, ...]] = []
    for foe in against:
        cells = [_odds(system, seen, one.id, foe.id, weapon) for weapon, _ in weapons]
        if any(cells):
            texts = (Words(text=_text(each), is_strong=bool(each)) for each in cells)
            rows.append((Name(text=foe.name, side=foe.side), *texts))
    if not rows:
        return None
    heads = (Column(title=scene.words.word("report.odds.against"), share=2.0),)
    columns = (*heads, *(Column(title=name, align="right", share=1.0) for _, name in weapons))
    return Table(title=one.name, columns=columns, rows=tuple(rows))


def as_if_acting(scene: Scene, who: CombatantId) -> Scene:
    """Returns the scene as if it were somebody's turn alone: what the bench needs to speak of its weapons."""
    slots = (Slot(who=who, score=0, group=0),)
    state = replace(
        scene.state, stage="running", round=max(scene.state.round, 1), slots=slots, group=0
    )
    return replace(scene, state=state)


def _weapons(system: System, scene: Scene, who: CombatantId) -> list[tuple[str, str]]:
    bench = system.bench(scene, {"who": who})
    chooser = next((each for each in bench.choosers if each.key == "weapon"), None)
    return [(option.key, option.text) for option in chooser.options] if chooser else []


def _odds(
    system: System, scene: Scene, who: CombatantId, target: CombatantId, weapon: str
) -> Odds | None:
    bench = system.bench(scene, {"who": who, "target": target, "weapon": weapon})
    return system.odds(scene, bench.command) if bench.command is not None else None


def _text(odds: Odds | None) -> str:
    if odds is None or not odds.figures:
        return "–"
    hit = _percent(odds.figures[0].probability)
    within = next(_chances(odds), None)
    return hit if within is None else f"{hit} · {_percent(within)}"


def _chances(odds: Odds) -> Iterator[float]:
    for each in odds.exhibits:
        if isinstance(each, Within) and len(each.chances) >= _TRIES:
            yield each.chances[_TRIES - 1]


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"
