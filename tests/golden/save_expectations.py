"""The golden saves with what is expected of them.

``python -m tests.golden.save_expectations shown`` writes the words anew, for when somebody has reworded a text on
purpose; look at what changed before it is committed. What is true (``*.facts.json``) was written once and stays.
"""

import gzip
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.golden.save_facts import Fight, Save

SAVES = Path(__file__).with_name("saves")
SYSTEMS = ("chrome", "cwn", "d6pool", "phases")
KINDS = ("facts", "shown")
CLOSELY = ("Everything remembered", "Played at random")
"""These are looked at in more places."""


def unpacked(system: str, folder: Path) -> Path:
    """Returns a copy of a system's save that may be written to."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{system}.encounter"
    path.write_bytes(gzip.decompress((SAVES / f"{system}.encounter.gz").read_bytes()))
    return path


def expected(system: str, kind: str) -> dict[str, Any]:
    """Returns what a save is expected to hold (``facts``) or to say (``shown``)."""
    text = (SAVES / f"{system}.{kind}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def places(fight: Fight, name: str) -> list[int]:
    """Returns after how many entries a fight is looked at: evenly along the way, and the head."""
    parts = 12 if name in CLOSELY else 6
    return sorted({round(fight.depth * part / parts) for part in range(1, parts + 1)} | {0})


def probes(system: str) -> list[dict[str, Any]]:
    """Returns what is tried in the save of a system: ``after`` how many entries, and the command."""
    found = tomllib.loads((SAVES / "probes.toml").read_text(encoding="utf-8"))["probes"]
    return [
        {key: value for key, value in each.items() if key != "game"}
        for each in found
        if each["game"] == system
    ]


def tried(system: str, probe: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Returns what comes of a probe in the fight in which everything is remembered."""
    command = {key: value for key, value in probe.items() if key != "after"}
    with Save(unpacked(system, folder)) as save, save.together():
        number = next(key for key, name in save.encounters().items() if name == CLOSELY[0])
        fight = save.fight(number)
        while fight.depth > probe["after"]:
            fight.undo()
        return fight.tried(command)


def _next(system: str) -> dict[int, bool]:
    """Returns in which encounters Next is played rather than refused."""
    with TemporaryDirectory() as folder, Save(unpacked(system, Path(folder))) as save:
        return {number: save.fight(number).next() for number in save.encounters()}


def _found(save: Save) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    for number, name in save.encounters().items():
        fight = save.fight(number)
        wanted, head = places(fight, name), fight.head
        facts: dict[str, Any] = {
            "name": name,
            "entries": fight.depth,
            "others": fight.others,
            "sheets": fight.sheets(),
            "at": {},
        }
        shown: dict[str, Any] = {"labels": fight.labels, "panels": fight.panels(), "at": {}}
        while fight.can_redo:
            fight.redo()
        facts["end"], facts["end_entries"] = fight.facts(), fight.depth
        fight.go_to(head)
        while True:
            if fight.depth in wanted:
                facts["at"][str(fight.depth)] = fight.facts()
                shown["at"][str(fight.depth)] = fight.shown()
            if not fight.can_undo:
                break
            fight.undo()
        yield number, facts, shown


def _write(kinds: tuple[str, ...]) -> None:
    for system in SYSTEMS:
        goes_on = _next(system)
        with TemporaryDirectory() as folder, Save(unpacked(system, Path(folder))) as save:
            with save.together():
                found = list(_found(save))
            outcomes = [tried(system, probe, Path(folder) / "probe") for probe in probes(system)]
            words = [outcome.pop("shown", []) for outcome in outcomes]
            data: dict[str, Any] = {
                "facts": {
                    "prepared": save.prepared(),
                    "probes": outcomes,
                    "encounters": {
                        str(number): {**facts, "next": goes_on[number]}
                        for number, facts, _ in found
                    },
                },
                "shown": {"probes": words, **{str(number): shown for number, _, shown in found}},
            }
            taken = save.taken_in(SAVES / f"{system}.export.json")
            data["facts"]["taken_in"] = {"facts": taken.facts(), "sheets": taken.sheets()}
        for kind in kinds:
            text = json.dumps(data[kind], ensure_ascii=False, indent=0) + "\n"
            (SAVES / f"{system}.{kind}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _write(tuple(kind for kind in KINDS if kind in sys.argv[1:]))
