"""A game's rules at a glance, from its ruleset: actions, modifiers, places, wound levels."""

from collections.abc import Iterator

from encounter_gui.reports.document import Column, Table, Words
from encounter_gui.rules.system import Scene
from encounter_gui.rules.wording import signed


def tables(scene: Scene) -> Iterator[Table]:
    """Yields what a game master looks up, each part only where the ruleset has it."""
    yield from _wounds(scene)
    yield from _places(scene)
    yield from _actions(scene)
    yield from _modifiers(scene)


def _wounds(scene: Scene) -> Iterator[Table]:
    levels = scene.ruleset.wound_levels
    if levels:
        rows = tuple(
            (
                Words(text=each.letter, is_strong=True),
                Words(text=each.name),
                Words(text=each.threshold),
                Words(text=_sign(each.penalty)),
            )
            for each in levels
        )
        yield _plain(scene, "wounds", rows)


def _places(scene: Scene) -> Iterator[Table]:
    places = [each for each in scene.ruleset.locations if each.rolls]
    if places:
        rows = tuple(
            (Words(text=_rolls(each.rolls)), Words(text=each.name), Words(text=_sign(each.penalty)))
            for each in sorted(places, key=lambda each: -max(each.rolls))
        )
        yield _plain(scene, "places", rows)


def _actions(scene: Scene) -> Iterator[Table]:
    actions = scene.ruleset.actions
    if actions:
        rows = tuple(
            (Words(text=each.name), Words(text=each.cost, is_muted=True)) for each in actions
        )
        yield _plain(scene, "actions", rows)


def _modifiers(scene: Scene) -> Iterator[Table]:
    known = [each for each in scene.ruleset.modifiers if each.amount]
    if known:
        rows = tuple(
            (Words(text=each.name), Words(text=signed(each.amount), is_strong=True))
            for each in known
        )
        yield _plain(scene, "modifiers", rows)


def _plain(scene: Scene, key: str, rows: tuple[tuple[Words, ...], ...]) -> Table:
    width = len(rows[0])
    columns = tuple(
        Column(
            title="",
            align="right" if place == width - 1 else "left",
            share=1.0 if place == width - 2 else 0.0,
        )
        for place in range(width)
    )
    return Table(
        title=scene.words.word(f"report.crib.{key}"), columns=columns, rows=rows, is_plain=True
    )


def _sign(amount: int) -> str:
    return signed(amount) if amount else ""


def _rolls(rolls: tuple[int, ...]) -> str:
    low, high = min(rolls), max(rolls)
    return str(low) if low == high else f"{low}–{high}"
