"""From a plan to a fight: who joins at the start and with each wave, what is due when, and parties between fights."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from msgspec import Struct, structs

from encounter_gui.core.errors import AppError, RuleError, refuse
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.play.prep.copy_source import copy_of_creature
from encounter_gui.play.prep.creature_repository import (
    CreatureRepository,
    key_of,
    own_key,
    with_overlay,
)
from encounter_gui.play.prep.rosters import (
    MADE_UP,
    Die,
    overlays,
    roll_count,
    rolled_up,
    stranger_name,
    with_equipment,
)
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.engine import joining
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Join
from encounter_gui.rules.model.prepared import (
    EncounterPlan,
    LibraryCreature,
    Overlay,
    Party,
    Recruit,
    Reminder,
    Wave,
)
from encounter_gui.rules.model.ruleset import TimeUnits

_JOINED = "plan.started"


class StagingContext(Struct, frozen=True, kw_only=True):
    """What a plan is staged with: the system and scene of the fight, the library, and dice for what is random."""

    system: System
    context: RulesContext
    library: CreatureRepository
    die: Die


def staging_context(session: EncounterSession, library: CreatureRepository) -> StagingContext:
    """Returns what a fight is staged with: as it stands now, with the program's dice."""

    def die(sides: int) -> int:
        request = RollRequest(key="prep", label=say("prep.die"), who=None, count=1, sides=sides)
        return session.game.app_dice.answer(request).total

    return StagingContext(
        system=session.game.system,
        context=structs.replace(session.context, state=session.state),
        library=library,
        die=die,
    )


Totals = Mapping[int, Sequence[int]]
"""How much copies can take as it was typed, by the place of their recruit; a copy past the last is as on its sheet."""


class AskedFor(Struct, frozen=True, kw_only=True):
    """A recruit whose copies' totals are typed: its place among those it was found in, its name, how many."""

    place: int
    name: str
    count: int


def draw_recruits(staging: StagingContext, recruits: Iterable[Recruit]) -> tuple[Recruit, ...]:
    """Returns recruits with their counts rolled as far as totals are typed for them: it is known how many then."""
    return tuple(
        structs.replace(each, count=str(roll_count(each.count, staging.die)))
        if _is_typed(staging, each)
        else each
        for each in recruits
    )


def asked_for(staging: StagingContext, recruits: Iterable[Recruit]) -> tuple[AskedFor, ...]:
    """Returns whose totals are to be typed before they join; counts that are dice have been drawn before."""
    return tuple(
        AskedFor(place=place, name=each.name or _entry(staging, each).name, count=number)
        for place, each in enumerate(recruits)
        if _is_typed(staging, each) and (number := roll_count(each.count, staging.die))
    )


def _is_typed(staging: StagingContext, recruit: Recruit) -> bool:
    return _entry(staging, recruit).total == "typed"


def start_command(
    staging: StagingContext,
    plan: EncounterPlan,
    party: Party | None = None,
    totals: Totals | None = None,
) -> Join:
    """Returns the command with which a plan's party and roster join.

    Raises:
        RuleError: nobody is planned, or a creature is no longer in the library.
    """
    members = tuple(_placed_members(plan, party)) if party is not None else ()
    joined = (*members, *_recruits(staging, plan.recruits, members, totals or {}))
    if not joined:
        raise refuse("prep.nobody_planned")
    return Join(combatants=joined)


def _placed_members(plan: EncounterPlan, party: Party) -> Iterator[Combatant]:
    for member in party_combatants(party):
        yield structs.replace(member, place=plan.places.get(member.id))


def expected_combatants(
    staging: StagingContext, plan: EncounterPlan, party: Party | None = None
) -> tuple[Combatant, ...]:
    """Returns who joins at the start as far as it is known before: counts that are dice as high as they may come.

    What else is random (gear, names, hit points) is drawn here, and drawn again when they join. Nobody if nobody is
    planned, or a creature is no longer in the library.
    """
    most = tuple(
        structs.replace(each, count=str(roll_count(each.count, lambda sides: sides)))
        for each in plan.recruits
    )
    try:
        return start_command(staging, structs.replace(plan, recruits=most), party).combatants
    except RuleError:
        return ()


def expected_at_start(
    staging: StagingContext, encounter: EncounterId, plan: EncounterPlan, party: Party | None
) -> tuple[Combatant, ...]:
    """Returns who is expected, drawn with dice that always fall alike for an encounter.

    So nobody changes while somebody else is planned. Nobody if a creature's own lines are wrong.
    """
    if not plan.recruits and party is None:
        return ()
    drawn = Random(int(encounter))  # noqa: S311 - nothing is kept of it
    steady = structs.replace(staging, die=lambda sides: drawn.randint(1, sides))
    try:
        return expected_combatants(steady, plan, party)
    except AppError:
        return ()  # the line of a creature that is gone says so


def joined_setting(encounter: EncounterId) -> str:
    """Returns under which key a campaign keeps the entry with which an encounter's roster has joined."""
    return f"{_JOINED}.{encounter}"


def has_joined(setting: str, entries: Iterable[Entry]) -> bool:
    """Returns whether the roster has joined by one of these entries; ``setting`` is what the campaign keeps of it."""
    return bool(setting) and any(str(entry.id) == setting for entry in entries)


def wave_command(staging: StagingContext, wave: Wave, totals: Totals | None = None) -> Join:
    """Returns the command with which a wave joins.

    Raises:
        RuleError: nobody is in it, or a creature is no longer in the library.
    """
    present = tuple(staging.context.state.combatants.values())
    joined = tuple(_recruits(staging, wave.recruits, present, totals or {}))
    if not joined:
        raise refuse("prep.nobody_planned")
    return Join(combatants=joined, wave=wave.name)


def _recruits(
    staging: StagingContext,
    recruits: Iterable[Recruit],
    present: Iterable[Combatant],
    totals: Totals,
) -> Iterator[Combatant]:
    state = staging.context.state
    for combatant in present:
        state = evolve(state, ev.CombatantAdded(combatant=combatant))
    for place, recruit in enumerate(recruits):
        context = structs.replace(staging.context, state=state)
        for combatant in _copies(staging, context, recruit, totals.get(place, ())):
            state = evolve(state, ev.CombatantAdded(combatant=combatant))
            yield combatant


def _copies(
    staging: StagingContext, context: RulesContext, recruit: Recruit, totals: Sequence[int]
) -> Iterator[Combatant]:
    entry = _with_variant(_entry(staging, recruit), recruit, overlays(context.ruleset))
    overlay = next(
        (each for each in overlays(context.ruleset) if each.key == recruit.overlay), None
    )
    number = roll_count(recruit.count, staging.die)
    own = staging.library.custom_entries.carriable(context.ruleset.id)
    taken = [other.name for other in context.state.combatants.values()]
    for place in range(number):
        total = totals[place] if place < len(totals) else None
        creature = copy_of_creature(staging.system, context, entry, staging.die, total, own)
        if recruit.draws_gear:
            creature = with_equipment(creature, context.ruleset, staging.die)
            creature = rolled_up(creature, context.ruleset, staging.die)
        if recruit.own is not None:  # its key among all, so that it is known what each is a copy of
            creature = replace(creature, key=own_key(recruit.own))
        name = _name(staging, context, entry, recruit, taken, is_one_of_many=number > 1)
        taken.append(name)
        combatant = staging.system.recruit(
            context, creature, name=name, number=context.state.next_number + place
        )
        prepared = _prepare(context, combatant, recruit, overlay)
        stands = recruit.places[place] if place < len(recruit.places) else None
        yield structs.replace(prepared, place=stands)


def _entry(staging: StagingContext, recruit: Recruit) -> LibraryCreature:
    ruleset = staging.context.ruleset
    found = staging.library.one(key_of(recruit, ruleset.id))
    if found is not None:
        return found.value
    known = ruleset.creature(recruit.creature)
    if known is None:
        raise refuse("prep.creature_gone", name=recruit.name or recruit.creature)
    return LibraryCreature(creature=known)


def _with_variant(
    entry: LibraryCreature, recruit: Recruit, known: Iterable[Overlay]
) -> LibraryCreature:
    overlay = next((each for each in known if each.key == recruit.overlay), None)
    made = entry if overlay is None else with_overlay(entry, overlay)
    sheet = {**made.creature.sheet, **recruit.sheet}
    return structs.replace(made, creature=replace(made.creature, sheet=sheet))


def _name(
    staging: StagingContext,
    context: RulesContext,
    entry: LibraryCreature,
    recruit: Recruit,
    taken: Iterable[str],
    *,
    is_one_of_many: bool,
) -> str:
    """``?`` as a name asks for a made-up one; others are numbered where there are several."""
    if recruit.name == MADE_UP:
        made = stranger_name(context.ruleset, taken, staging.die)
        if made:
            return joining.free_name(taken, made)
    wanted = recruit.name if recruit.name not in ("", MADE_UP) else entry.name
    return joining.free_name(taken, wanted, always_number=is_one_of_many)


def _prepare(
    context: RulesContext, combatant: Combatant, recruit: Recruit, overlay: Overlay | None
) -> Combatant:
    gauges = dict(combatant.gauges)
    for key, share in (overlay.gauges if overlay else {}).items():
        gauges[key] = int(gauges.get(key, 0) * share)
    memo = {**combatant.memo, "group": recruit.group} if recruit.group else combatant.memo
    flags = (
        (*combatant.flags, "hidden")
        if recruit.is_hidden and "hidden" not in combatant.flags
        else combatant.flags
    )
    # A condition of the campaign's own may have been deleted since it was planned: then nobody has it.
    planned = (
        each for each in recruit.conditions if context.ruleset.condition(each.key) is not None
    )
    conditions = [*combatant.conditions, *planned]
    conditions += (
        Condition(key=key)
        for key in (overlay.conditions if overlay else ())
        if context.ruleset.condition(key) is not None
    )
    return structs.replace(
        combatant,
        gauges=gauges,
        memo=memo,
        flags=flags,
        conditions=tuple({each.key: each for each in conditions}.values()),
        side=recruit.side or combatant.side,
    )


# ------------------------------------------------------------------ while it is played


def due_waves(
    plan: EncounterPlan, state: EncounterState, time: TimeUnits
) -> tuple[tuple[int, Wave], ...]:
    """Returns the waves whose round has come and that have not, each with its place in the plan.

    A round is what people at the table call so: where its phases are counted, all of them.
    """
    if state.stage != "running":
        return ()
    round_, _ = time.place_of(state.round)
    return tuple(
        (place, wave)
        for place, wave in enumerate(plan.waves)
        if not wave.has_come and wave.round is not None and wave.round <= round_
    )


def due_reminders(
    plan: EncounterPlan, state: EncounterState, time: TimeUnits, out: Iterable[CombatantId]
) -> tuple[tuple[int, Reminder], ...]:
    """Returns the reminders whose moment has come, each with its place; ``out`` are those who are out of the fight."""
    if state.stage != "running":
        return ()
    round_, _ = time.place_of(state.round)
    fallen = {state.combatants[who].name for who in out if who in state.combatants}
    return tuple(
        (place, each)
        for place, each in enumerate(plan.reminders)
        if not each.has_fired and _is_due(each, round_, fallen)
    )


def _is_due(reminder: Reminder, round_: int, fallen: Iterable[str]) -> bool:
    if reminder.falls:
        wanted = reminder.falls.casefold()
        return any(name.casefold().startswith(wanted) for name in fallen)
    return reminder.round is not None and reminder.round <= round_


# ------------------------------------------------------------------ parties


def party_of(name: str, state: EncounterState, who: Iterable[CombatantId] = ()) -> Party:
    """Returns a party of these combatants, or of all player characters, as they come out of a fight."""
    wanted = set(who)
    members = tuple(
        structs.replace(combatant, place=None)  # the ground is another one next time
        for key, combatant in state.combatants.items()
        if (key in wanted if wanted else combatant.side == "pc")
    )
    return Party(name=name, members=members)


def party_combatants(party: Party) -> Iterator[Combatant]:
    """Yields the members of a party for their next fight: damage and lasting conditions stay."""
    for combatant in party.members:
        lasting = tuple(each for each in combatant.conditions if _goes_on(each))
        yield structs.replace(
            combatant,
            conditions=lasting,
            flags=tuple(f for f in combatant.flags if f != "left"),
            place=None,
        )


def _goes_on(condition: Condition) -> bool:
    """Returns whether a condition is there in the next fight: what ends by the campaign's clock may be."""
    return condition.until is None or condition.until.at is not None


def threat_sum(staging: StagingContext, plan: EncounterPlan) -> int:
    """Returns the sum of threats of a roster, dice counted by their mean, rounded down."""
    total = 0.0
    for recruit in plan.recruits:
        low, high = (
            roll_count(recruit.count, lambda _: 1),
            roll_count(recruit.count, lambda sides: sides),
        )
        total += _entry(staging, recruit).threat * (low + high) / 2
    return int(total)
