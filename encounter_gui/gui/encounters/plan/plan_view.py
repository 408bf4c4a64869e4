"""What is prepared for the open encounter, as the panel shows it: finished words and numbers."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.encounter.values import EncounterStatus, Side, Value
from encounter_gui.play.prep.rosters import MADE_UP
from encounter_gui.rules.model.prepared import EncounterPlan, LibraryCreature, Overlay, Recruit
from encounter_gui.rules.model.ruleset import Ruleset

LineKind = Literal["party", "recruit", "present", "wave"]


class Line(Struct, frozen=True, kw_only=True):
    """A line of the roster: who, as what, how many. ``place`` is its place among the plan's recruits, or waves.

    ``present``: a combatant that was added to the table, ``who``, and not by way of the plan.
    """

    kind: LineKind
    place: int
    name: str
    count: str
    note: str = ""
    side: Side | None = None
    is_hidden: bool = False
    is_different: bool = False
    is_done: bool = False
    is_missing: bool = False
    who: CombatantId | None = None


class NamedParty(Struct, frozen=True, kw_only=True):
    """A party to choose: its row, its name, and how many are in it."""

    row: int
    name: str
    count: int


class PlanView(Struct, frozen=True, kw_only=True):
    """Everything the panel shows of an encounter."""

    encounter: EncounterId
    title: str
    ruleset: Ruleset
    plan: EncounterPlan
    stage: EncounterStatus = "ready"
    is_joined: bool = False
    lines: tuple[Line, ...] = ()
    parties: tuple[NamedParty, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    heads: tuple[int, int] = (0, 0)
    threat: int = 0
    hit_dice: int = 0
    on_table: int = 0
    has_characters: bool = False
    """Whether somebody on the table or in the roster can be saved as a party."""
    undo_text: str = ""
    redo_text: str = ""
    """What undo and redo would change, in words; "" if there is nothing to undo or redo."""
    entries: tuple[LibraryCreature | None, ...] = ()
    """What the library holds of each recruit, in order; None: no longer anything."""


class Fight(Struct, frozen=True, kw_only=True):
    """An encounter of the campaign, as the list of them shows it."""

    id: EncounterId
    name: str
    ruleset: str
    folder: str = ""
    stage: EncounterStatus = "ready"
    is_open: bool = False
    copy_of: str = ""
    """The fight that it is a copy of, to try rules in; empty: it is none."""


def roster_text(recruits: Iterable[Recruit], names: Iterable[str]) -> str:
    """Returns recruits as they would be typed: ``2 Jackal gunner, 1d4 Ganger?``."""
    return ", ".join(
        f"{each.count} {name}{MADE_UP if each.name == MADE_UP and each.draws_gear else ''}"
        for each, name in zip(recruits, names, strict=True)
    )


def stepped_count(count: str, by: int) -> str:
    """Returns a count one more or less, never below 1; of dice, the number that is added changes."""
    if count.isdecimal():
        return str(max(1, int(count) + by))
    dice, sign, plus = count, "+", "0"
    for each in "+-":
        if each in count:
            dice, _, plus = count.partition(each)
            sign = each
    amount = int(f"{sign}{plus}") + by
    return f"{dice}{amount:+d}" if amount else dice


def field_names(ruleset: Ruleset) -> Sequence[tuple[str, str]]:
    """Returns the sheet fields that hold numbers: key and name."""
    return tuple((each.key, each.name) for each in ruleset.fields if each.kind == "number")


def differences(
    recruit: Recruit, entry: LibraryCreature | None, ruleset: Ruleset
) -> tuple[tuple[str, str, Value, Value], ...]:
    """Returns what of a recruit's sheet is not as in the library: key, name, value here, value there."""
    names = {each.key: each.name for each in ruleset.fields}
    sheet = entry.creature.sheet if entry is not None else {}
    return tuple(
        (key, names.get(key, key), value, sheet.get(key, ruleset.field_default(key)))
        for key, value in recruit.sheet.items()
    )
