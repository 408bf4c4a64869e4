"""What is to become of each creature that was found, and the words for it."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from encounter_gui.encounter.values import Value
from encounter_gui.play.prep.creature_repository import own_key
from encounter_gui.play.transfer.candidate import Candidate
from encounter_gui.rules.model.ruleset import FieldDef, Ruleset

_FIRST = ("hp_max", "ac", "ac_melee", "attack_bonus", "hit_dice", "initiative", "morale")
ImportDecision = Literal["take", "both", "replace", "skip"]
"""What becomes of a creature: taken in; taken in beside its like; put in its place; left out."""


class CandidateChoice(Struct, frozen=True, kw_only=True):
    """A creature that was found, and what becomes of it."""

    candidate: Candidate
    fate: ImportDecision

    @property
    def name(self) -> str:
        """Its name."""
        return self.candidate.proposal.found.name

    @property
    def like(self) -> int | None:
        """The row of the creature that is there already; None: there is none."""
        candidate = self.candidate
        return candidate.twin if candidate.twin is not None else candidate.namesake

    @property
    def is_taken(self) -> bool:
        """Whether it comes into the library."""
        return self.fate != "skip"

    @property
    def fates(self) -> tuple[ImportDecision, ...]:
        """What may become of it."""
        return ("take", "skip") if self.like is None else ("skip", "both", "replace")


def first_choice(candidate: Candidate) -> CandidateChoice:
    """Returns what is done with a creature unless the game master says otherwise: nothing is taken in twice."""
    if candidate.twin is not None:
        return CandidateChoice(candidate=candidate, fate="skip")
    return CandidateChoice(
        candidate=candidate, fate="take" if candidate.namesake is None else "both"
    )


def main_values(candidate: Candidate, ruleset: Ruleset | None, most: int = 5) -> tuple[str, ...]:
    """Returns the values that matter of a creature, as short words: what the file said first, then what was guessed.

    A guessed one ends in ``?``.
    """
    entry = candidate.proposal.entry
    shown: list[tuple[bool, str]] = []
    for field in _by_weight(ruleset):
        value = entry.creature.sheet.get(field.key)
        if value is None or isinstance(value, str) or value is False:
            continue
        is_guess = field.key in entry.guessed
        word = field.short or field.name
        shown.append((is_guess, f"{word} {_spoken_choice(value)}{'?' if is_guess else ''}"))
    ordered = sorted(shown, key=lambda each: each[0])
    return tuple(text for _, text in ordered[:most])


def _by_weight(ruleset: Ruleset | None) -> Sequence[FieldDef]:
    """Returns the fields of a sheet, the most important first: those of ``_FIRST``."""
    if ruleset is None:
        return ()
    named = ruleset.tables.get("import_fields", {})
    first = [str(named[key]) for key in _FIRST if key in named]
    return sorted(
        ruleset.fields, key=lambda each: first.index(each.key) if each.key in first else len(first)
    )


def _spoken_choice(value: Value) -> str:
    if isinstance(value, tuple):
        return "/".join(str(each) for each in value)
    return str(value).replace("-", "−")


def split_choices(
    choices: Sequence[CandidateChoice],
) -> tuple[list[Candidate], dict[str, Candidate]]:
    """Returns the creatures that are added, and those that replace others, by the key of these in the library."""
    added = [each.candidate for each in choices if each.fate in ("take", "both")]
    replaced = {
        own_key(each.like): each.candidate
        for each in choices
        if each.fate == "replace" and each.like is not None
    }
    return added, replaced
