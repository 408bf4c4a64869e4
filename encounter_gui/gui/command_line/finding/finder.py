"""Asks every source of the palette, and chooses which rows are shown."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from encounter_gui.gui.command_line.finding.source import (
    Findings,
    Group,
    Hit,
    Source,
    Wanted,
)

_MOST_ROWS = 12
_MOST_OF_GROUP = 3
_GROUPS: tuple[Group, ...] = (
    "actions",
    "fight",
    "library",
    "conditions",
    "rules",
    "help",
    "log",
    "encounters",
)
_LONG_GROUPS: tuple[Group, ...] = ("actions", "fight", "library")
"""Groups that may have more than three rows where others leave room."""

_SCOPES: Mapping[str, tuple[Group, ...]] = {
    "": _GROUPS,
    "actions": ("actions",),
    "rules": ("rules", "help"),
}


def _any(_group: Group, _hit: Hit) -> bool:
    return True


class Results(Struct, frozen=True, kw_only=True):
    """The rows to show, in groups; how many were found in all, and in each group that shows fewer than it has."""

    rows: tuple[tuple[Group, Hit], ...] = ()
    total: int = 0
    left_out: tuple[tuple[Group, int], ...] = ()

    def best(self, is_meant: Callable[[Group, Hit], bool] = _any) -> int:
        """Returns the place of the row that fits best among those that may be meant; -1: there is none."""
        scores = [
            (hit.score, -at) for at, (group, hit) in enumerate(self.rows) if is_meant(group, hit)
        ]
        return -max(scores)[1] if scores else -1


class Finder:
    """Finds things of all kinds; a further kind is a further source."""

    def __init__(self, sources: Iterable[Source] = ()) -> None:
        """Takes the sources."""
        self._sources = tuple(sources)

    def begin(self) -> None:
        """Tells the sources that the palette is opened."""
        for source in self._sources:
            source.begin()

    def find(self, wanted: Wanted) -> Results:
        """Returns what fits: at most three rows a group, more where other groups have none, twelve in all."""
        if not wanted.words:
            return Results()
        found: dict[Group, list[Findings]] = {}
        for source in self._sources:
            if source.group in _SCOPES[wanted.scope]:
                findings = source.find(wanted, _MOST_ROWS)
                if findings.total:
                    found.setdefault(source.group, []).append(findings)
        merged = [
            (group, _of_named(_merged(found[group]), group, wanted))
            for group in _GROUPS
            if group in found
        ]
        counts = _counts(
            [(group, len(findings.hits)) for group, findings in merged],
            is_scoped=bool(wanted.scope),
        )
        rows = tuple(
            (group, hit)
            for (group, findings), count in zip(merged, counts, strict=True)
            for hit in findings.hits[:count]
        )
        left_out = tuple(
            (group, findings.total)
            for (group, findings), count in zip(merged, counts, strict=True)
            if findings.total > count
        )
        return Results(
            rows=rows, total=sum(findings.total for _, findings in merged), left_out=left_out
        )


def _of_named(findings: Findings, group: Group, wanted: Wanted) -> Findings:
    """Returns what was found without the actions of others than those who are named."""
    if not wanted.who or group != "actions":
        return findings
    hits = tuple(hit for hit in findings.hits if hit.found.whose in wanted.who)
    return Findings(hits=hits, total=len(hits))


def _merged(several: Sequence[Findings]) -> Findings:
    """Returns what several sources of one group found, best first."""
    hits = sorted((hit for each in several for hit in each.hits), key=lambda hit: -hit.score)
    return Findings(hits=tuple(hits), total=sum(each.total for each in several))


def _counts(available: Sequence[tuple[Group, int]], *, is_scoped: bool) -> list[int]:
    """Returns how many rows each group gets: up to three, then some (in a scope all) more while there is room."""
    counts = [0] * len(available)
    room = _MOST_ROWS
    for limit in range(1, _MOST_ROWS + 1):
        for place, (group, most) in enumerate(available):
            is_wanted = limit <= _MOST_OF_GROUP or group in _LONG_GROUPS or is_scoped
            if room and is_wanted and counts[place] < min(most, limit):
                counts[place] += 1
                room -= 1
    return counts
