"""Encounters that creatures of files stand in: alike ones are counted together, and each becomes a plan."""

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePath

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.encounter.values import Side
from encounter_gui.interchange.imported import Found, OwnEncounter
from encounter_gui.play.prep.rosters import MOST, is_count
from encounter_gui.play.transfer.candidate import Candidate
from encounter_gui.rules.model.prepared import EncounterPlan, Recruit

Mark = tuple[str, str]
"""A ruleset, and the sha256 of the source of one of its creatures."""

_NUMBERED = re.compile(r"(?P<name>.*\D)[\s#_-]\s*\d{1,3}")
_SIDES: Mapping[str, Side] = {"pc": "pc", "ally": "ally", "foe": "foe", "neutral": "neutral"}


class PlannedEncounter(Struct, frozen=True, kw_only=True):
    """An encounter of a file: its name, its ruleset, and who is in it with how many."""

    name: str
    ruleset: str
    members: tuple[Found, ...]

    def own(self, rows: Mapping[Mark, int]) -> OwnEncounter | None:
        """Returns it as one to be made, of those who are in the library, by their rows there; None: nobody is."""
        recruits = tuple(
            _recruit(each, rows[self.ruleset, each.origin.sha256])
            for each in self.members
            if (self.ruleset, each.origin.sha256) in rows
        )
        if not recruits:
            return None
        plan = EncounterPlan(recruits=recruits)
        return OwnEncounter(name=self.name, ruleset=self.ruleset, plan=plan)


def _recruit(found: Found, row: int) -> Recruit:
    return Recruit(
        creature=found.name,
        own=row,
        count=found.count if is_count(found.count) else "1",
        side=_SIDES.get(found.side),
        is_hidden=found.is_hidden,
    )


def planned_encounters(candidates: Iterable[Candidate]) -> tuple[PlannedEncounter, ...]:
    """Returns the encounters creatures stand in; a file with counts and no encounter is one, called as the file is."""
    listed = tuple(candidates)
    counted = {
        each.proposal.found.origin.file for each in listed if each.proposal.found.count != "1"
    }
    members: dict[tuple[str, str, str], list[Found]] = {}
    for each in listed:
        found = each.proposal.found
        file = found.origin.file
        name = found.encounter or (PurePath(file).stem if file in counted else "")
        if name:
            members.setdefault((file, name, each.ruleset), []).append(found)
    return tuple(
        PlannedEncounter(name=name, ruleset=ruleset, members=tuple(those))
        for (_, name, ruleset), those in members.items()
    )


def counted_together(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Returns creatures of which those that differ in nothing but a number behind their names are one, counted."""
    alike: dict[object, list[Candidate]] = {}
    for place, each in enumerate(candidates):
        found = each.proposal.found
        is_counted = found.count.isdecimal() and found.exact is None
        alike.setdefault(_likeness(each) if is_counted else place, []).append(each)
    return tuple(_together(those) for those in alike.values())


def _likeness(candidate: Candidate) -> object:
    found = candidate.proposal.found
    about = (found.type, found.side, found.is_hidden, found.notes, found.tags, found.encounter)
    return candidate.ruleset, found.origin.file, _base(found.name), about, repr(found.values)


def _base(name: str) -> str:
    match = _NUMBERED.fullmatch(name)
    return match["name"].rstrip(" #_-") if match else name


def _together(alike: list[Candidate]) -> Candidate:
    first = alike[0]
    if len(alike) == 1:
        return first
    count = sum(int(each.proposal.found.count) for each in alike)
    name = _base(first.proposal.found.name)
    found = replace(first.proposal.found, name=name, count=str(min(count, MOST)))
    entry = first.proposal.entry.renamed(name)
    return replace(first, proposal=replace(first.proposal, found=found, entry=entry))
