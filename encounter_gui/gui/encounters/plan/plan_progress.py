"""What of a plan has happened, as the log has it: exact after undo, redo and a restart."""

from collections.abc import Callable, Iterable, Sequence

from encounter_gui.encounter.entries import Entry
from encounter_gui.rules.model.prepared import EncounterPlan


def waves_come(plan: EncounterPlan, path: Iterable[Entry]) -> set[int]:
    """Returns the places of the waves that have joined."""
    joined = [str(e.command.get("wave", "")) for e in path if e.command.get("do") == "join"]
    return _used_up([wave.name for wave in plan.waves], [name for name in joined if name])


def reminders_said(
    plan: EncounterPlan, path: Iterable[Entry], note: Callable[[str], str]
) -> set[int]:
    """Returns the places of the reminders that were said; ``note`` returns a reminder's line in the log."""
    notes = [str(e.command.get("text", "")) for e in path if e.command.get("do") == "note"]
    return _used_up([note(each.text) for each in plan.reminders], notes)


def is_noted(path: Iterable[Entry], note: str) -> bool:
    """Returns whether a line was written into the log."""
    return any(
        entry.command.get("do") == "note" and entry.command.get("text") == note for entry in path
    )


def _used_up(wanted: Sequence[str], met: Sequence[str]) -> set[int]:
    """Returns the places of what was met; the same words twice are met twice."""
    left = list(met)
    used: set[int] = set()
    for place, each in enumerate(wanted):
        if each in left:
            left.remove(each)
            used.add(place)
    return used
