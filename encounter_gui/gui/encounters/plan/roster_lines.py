"""What the roster shows of a plan, and what its numbers come to."""

from collections.abc import Iterable, Sequence

from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.encounters.plan.plan_view import Line
from encounter_gui.play.prep.rosters import MADE_UP, overlays, roll_count
from encounter_gui.rules.model.prepared import EncounterPlan, LibraryCreature, Party, Recruit
from encounter_gui.rules.model.ruleset import Ruleset

_HIT_DICE = "hd"

Entries = Sequence[LibraryCreature | None]
"""What the library holds of each recruit of a plan, in order; None: no longer anything."""


def name_of(recruit: Recruit, entry: LibraryCreature | None) -> str:
    """Returns what a recruit is called in the roster."""
    if recruit.name and recruit.name != MADE_UP:
        return recruit.name
    return entry.name if entry is not None else recruit.creature


def lines_of(
    plan: EncounterPlan,
    entries: Entries,
    waves: Sequence[str],
    party: Party | None,
    come: Iterable[int],
    ruleset: Ruleset,
    present: Iterable[Combatant] = (),
) -> Iterable[Line]:
    """Yields the party, the recruits, who is ``present`` already, then the waves.

    ``waves`` says who is in each, ``come`` which have joined.
    """
    if party is not None:
        yield Line(kind="party", place=0, name=party.name, count=str(len(party.members)), side="pc")
    variants = {each.key: each.name for each in overlays(ruleset)}
    for place, (recruit, entry) in enumerate(zip(plan.recruits, entries, strict=True)):
        yield _line(place, recruit, entry, variants.get(recruit.overlay, ""))
    for each in present:
        yield Line(kind="present", place=0, name=each.name, count="1", side=each.side, who=each.id)
    over = set(come)
    for place, (wave, who) in enumerate(zip(plan.waves, waves, strict=True)):
        yield Line(
            kind="wave", place=place, name=wave.name, count="", note=who, is_done=place in over
        )


def _line(place: int, recruit: Recruit, entry: LibraryCreature | None, variant: str) -> Line:
    return Line(
        kind="recruit",
        place=place,
        name=name_of(recruit, entry),
        count=recruit.count,
        note=", ".join(note for note in (variant, recruit.group) if note),
        side=recruit.side or (entry.creature.side if entry is not None else "foe"),
        is_hidden=recruit.is_hidden,
        is_different=bool(recruit.sheet or recruit.conditions),
        is_missing=entry is None,
    )


def heads(plan: EncounterPlan, party: Party | None) -> tuple[int, int]:
    """Returns how many take part from the start, at least and at most."""
    members = len(party.members) if party is not None else 0
    spans = [span(each.count) for each in plan.recruits]
    return members + sum(low for low, _ in spans), members + sum(high for _, high in spans)


def hit_dice(plan: EncounterPlan, entries: Entries) -> int:
    """Returns the sum of hit dice of a roster, dice counted by their mean, rounded down; 0 where nobody has any."""
    total = 0.0
    for recruit, entry in zip(plan.recruits, entries, strict=True):
        sheet = {**(entry.creature.sheet if entry is not None else {}), **recruit.sheet}
        dice = sheet.get(_HIT_DICE, 0)
        total += dice * sum(span(recruit.count)) / 2 if isinstance(dice, int) else 0
    return int(total)


def span(count: str) -> tuple[int, int]:
    """Returns the least and the most a count comes to."""
    return roll_count(count, lambda _: 1), roll_count(count, lambda sides: sides)
