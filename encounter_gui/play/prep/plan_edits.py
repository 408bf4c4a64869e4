"""Changes of a plan, each as the plan it becomes."""

from collections.abc import Iterable

from msgspec import structs

from encounter_gui.rules.model.prepared import EncounterPlan, Recruit, Wave


def fresh(plan: EncounterPlan) -> EncounterPlan:
    """Returns a plan of which nothing has happened yet."""
    return structs.replace(
        plan,
        waves=tuple(structs.replace(wave, has_come=False) for wave in plan.waves),
        reminders=tuple(structs.replace(each, has_fired=False) for each in plan.reminders),
    )


def with_more(plan: EncounterPlan, recruits: Iterable[Recruit]) -> EncounterPlan:
    """Returns a plan with more recruits; one that differs in nothing from a line that is there makes it longer."""
    lines = list(plan.recruits)
    for new in recruits:
        at = next((i for i, line in enumerate(lines) if _is_more_of(line, new)), None)
        if at is None:
            lines.append(new)
        else:
            total = int(lines[at].count) + int(new.count)
            lines[at] = structs.replace(lines[at], count=str(total))
    return structs.replace(plan, recruits=tuple(lines))


def _is_more_of(line: Recruit, new: Recruit) -> bool:
    same = structs.replace(line, count=new.count, places=new.places) == new
    return same and line.count.isdecimal() and new.count.isdecimal()


def with_recruit(plan: EncounterPlan, place: int, recruit: Recruit) -> EncounterPlan:
    """Returns a plan with another recruit in a place."""
    lines = list(plan.recruits)
    lines[place] = recruit
    return structs.replace(plan, recruits=tuple(lines))


def without_recruit(plan: EncounterPlan, place: int) -> EncounterPlan:
    """Returns a plan without a line of its roster."""
    lines = (each for at, each in enumerate(plan.recruits) if at != place)
    return structs.replace(plan, recruits=tuple(lines))


def with_recruit_moved(plan: EncounterPlan, place: int, by: int) -> EncounterPlan:
    """Returns a plan with a line of its roster further up or down; beyond its ends it stays."""
    lines = list(plan.recruits)
    if not 0 <= place + by < len(lines):
        return plan
    lines.insert(place + by, lines.pop(place))
    return structs.replace(plan, recruits=tuple(lines))


def with_recruit_waiting(
    plan: EncounterPlan, place: int, wave: int, new_name: str
) -> EncounterPlan:
    """Returns a plan with a line of its roster in a wave instead; one past the last is a new one of this name."""
    line, waves = plan.recruits[place], list(plan.waves)
    if wave >= len(waves):
        waves.append(Wave(name=new_name, recruits=(line,)))
    else:
        waves[wave] = structs.replace(waves[wave], recruits=(*waves[wave].recruits, line))
    return structs.replace(without_recruit(plan, place), waves=tuple(waves))


def with_wave(plan: EncounterPlan, place: int, wave: Wave) -> EncounterPlan:
    """Returns a plan with another wave in a place; one past the last adds it."""
    waves = list(plan.waves)
    waves[place : place + 1] = [wave]
    return structs.replace(plan, waves=tuple(waves))


def without_wave(plan: EncounterPlan, place: int) -> EncounterPlan:
    """Returns a plan without a wave."""
    waves = (each for at, each in enumerate(plan.waves) if at != place)
    return structs.replace(plan, waves=tuple(waves))


def free_wave_name(plan: EncounterPlan, word: str) -> str:
    """Returns a name no wave has yet: the word with a number."""
    taken = {wave.name for wave in plan.waves}
    number = len(taken) + 1
    while f"{word} {number}" in taken:
        number += 1
    return f"{word} {number}"
