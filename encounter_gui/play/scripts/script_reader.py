"""Reading a fight script, and checking it as far as that can be done without playing it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import Message, say
from encounter_gui.play.scripts.asked_attack import command_kinds, name_of, read_attack
from encounter_gui.play.scripts.conversion import convert
from encounter_gui.play.scripts.expectations import flat
from encounter_gui.play.scripts.expected_paths import PathCheck
from encounter_gui.play.scripts.script import (
    MOST_TIMES,
    SYNONYMS,
    Carried,
    Expect,
    Fight,
    Frame,
    Head,
    Joining,
    Newcomer,
    ScriptError,
    Step,
)
from encounter_gui.play.scripts.starting_situation import conditions_of, start_faults, wounds_of
from encounter_gui.play.scripts.written_numbers import (
    ROOTS,
    WrittenFloat,
    number_fault,
    plain_floats,
)
from encounter_gui.rules.engine.field.plan_commands import MOST_AREAS
from encounter_gui.rules.facade import System
from encounter_gui.rules.files.consistency import item_faults, sheet_faults
from encounter_gui.rules.files.ruleset_errors import (
    LARGEST,
    MOST_PROBLEMS,
    key_of,
    too_large,
    unknown,
    value_text,
)
from encounter_gui.rules.files.toml_text import parse
from encounter_gui.rules.model.commands import Command, Next, PutArea
from encounter_gui.rules.model.items import is_key_taken, names_of
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, Ruleset
from encounter_gui.rules.systems import system_for

RulesetRepository = Callable[[str], Ruleset]
"""Returns a ruleset by its id; raises ``RulesetError``."""

_ID = re.compile(r"[A-Za-z0-9_-]+")
_FRAME = Frame.__struct_fields__
_PARTS = ("fight", "areas", "combatants", "steps")


def read_fight(text: str, file: str, rulesets: RulesetRepository) -> Fight:
    """Returns the fight that a TOML text says.

    Raises:
        ScriptError: something is wrong with it; says everything that can be seen without playing.
        RulesetError: something is wrong with its ruleset.
    """
    try:
        content = parse(file, text, WrittenFloat)
    except DataError as error:
        raise ScriptError([error]) from error
    return fight_of(plain_floats(content, ("expect",)), file, rulesets)


def fight_of(content: dict[str, Any], file: str, rulesets: RulesetRepository) -> Fight:
    """Returns the fight that the tables of a TOML text say; they are not kept as they are.

    Raises:
        ScriptError: as ``read_fight``.
        RulesetError: something is wrong with its ruleset.
    """
    return _Reader(file, rulesets).fight(content)


class _Reader:
    """Reads one file and collects what is wrong with it."""

    def __init__(self, file: str, rulesets: RulesetRepository) -> None:
        self._file = file
        self._rulesets = rulesets
        self._problems: list[DataError] = []

    def fight(self, tables: dict[str, Any]) -> Fight:
        content = self._content(tables)
        head = self._try(content.get("fight"), Head, "fight")
        if head is None:
            raise ScriptError(self._problems)
        ruleset = self._ruleset(head)
        system = system_for(ruleset.system)
        self._switches(head, ruleset)
        if head.round < 0:
            self._problem("fight.round", say("fight.round_below_0"))
        areas = tuple(self._areas(content["areas"]))
        combatants = tuple(self._combatants(content["combatants"], ruleset, head))
        self._everybody(combatants)
        steps = tuple(self._steps(content["steps"], PathCheck(system, ruleset), system))
        if self._problems:
            raise ScriptError(self._problems)
        return Fight(
            file=self._file,
            head=head,
            ruleset=ruleset,
            system=system,
            combatants=combatants,
            steps=steps,
            areas=areas,
        )

    def _areas(self, tables: list[dict[str, Any]]) -> Iterator[PutArea]:
        """Yields the areas of the plan, as commands that put them there."""
        if len(tables) > MOST_AREAS:
            self._problem("areas", say("rules.field.too_many_areas", most=MOST_AREAS))
            return
        for number, table in enumerate(tables, 1):
            area = self._try({**table, "do": "area"}, PutArea, f"areas.{number}")
            if area is not None:
                yield area

    def _content(self, content: dict[str, Any]) -> dict[str, Any]:
        """Returns the three parts of the file: ``fight`` as it stands, the other two as lists of tables."""
        for pointer in too_large(content):
            self._problem(
                pointer.replace("steps.#", "steps."), say("ruleset.too_large", most=LARGEST)
            )
        strange = [name for name in content if name not in _PARTS]
        for name in strange[: MOST_PROBLEMS + 1]:
            self._problem(name, unknown("ruleset.unknown_key", name, _PARTS))
        if "fight" not in content:
            self._problem("fight", say("ruleset.missing", name="fight"))
        for name in ("areas", "combatants", "steps"):
            found = content.setdefault(name, [])
            if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
                self._problem(name, say("fight.expects_tables", name=name, found=value_text(found)))
                content[name] = []
        return content

    def _problem(self, pointer: str, message: Message) -> None:
        self._problems.append(DataError(Place(file=self._file, pointer=pointer), message))

    def _try(self, data: object, kind: Any, pointer: str) -> Any:  # noqa: ANN401 - a value of that kind, or None
        """Returns data as a value of this kind; None, with the problem noted, if it is none."""
        if data is None:
            return None
        try:
            return convert(data, kind, Place(file=self._file, pointer=pointer))
        except DataError as error:
            self._problems.append(error)
            return None

    def _ruleset(self, head: Head) -> Ruleset:
        try:
            return self._rulesets(head.ruleset)
        except DataError as error:
            if error.message.key != "ruleset.not_there":
                raise
            self._problem("fight.ruleset", error.message)
            raise ScriptError(self._problems) from error

    def _switches(self, head: Head, ruleset: Ruleset) -> None:
        for key, value in head.switches.items():
            pointer = f"fight.switches.{key}"
            known = ruleset.switch(key)
            if known is None:
                names = [switch.key for switch in ruleset.switches]
                self._problem(pointer, unknown("fight.no_such_switch", key, names))
                continue
            options = known.options or (True, False)
            if not any(type(value) is type(each) and value == each for each in options):
                listed = ", ".join(value_text(option) for option in options)
                message = say("ruleset.expects_one_of", options=listed, found=value_text(value))
                self._problem(pointer, message)

    def _combatants(
        self, tables: list[dict[str, Any]], ruleset: Ruleset, head: Head
    ) -> Iterator[Newcomer]:
        ids: set[str] = set()
        for number, table in enumerate(tables):
            pointer = f"combatants.{table.get('id', f'#{number + 1}')}"
            joining = self._try(table, Joining, pointer)
            if joining is None:
                continue
            if joining.id in ids:
                self._problem(pointer, say("fight.id_twice", id=joining.id))
            if not _ID.fullmatch(joining.id):
                self._problem(f"{pointer}.id", say("fight.bad_id", id=joining.id))
            ids.add(joining.id)
            newcomer = self._newcomer(joining, ruleset, head.round, pointer)
            if joining.initiative is not None and head.round < 1:
                self._problem(f"{pointer}.initiative", say("fight.initiative_before_it_is_on"))
            if newcomer is not None:
                yield newcomer

    def _newcomer(
        self, joining: Joining, ruleset: Ruleset, start: int, pointer: str
    ) -> Newcomer | None:
        creature = self._creature(joining, ruleset, pointer)
        if creature is None:
            return None
        for place, message in _faults(ruleset, creature, joining, pointer):
            self._problem(place, message)
        name = joining.name or creature.name
        flags = (*(["named"] if creature.is_named else []), *joining.flags)
        return Newcomer(
            id=joining.id,
            name=name,
            creature=creature,
            gauges=joining.gauges,
            flags=flags,
            conditions=tuple(conditions_of(joining, start)),
            wounds=wounds_of(joining),
            initiative=joining.initiative,
            place=joining.place,
        )

    def _everybody(self, combatants: Sequence[Newcomer]) -> None:
        """Notes conditions that name somebody who is not there."""
        ids = [each.id for each in combatants]
        for newcomer in combatants:
            for condition in newcomer.conditions:
                for name, who in (("by", condition.by), ("about", condition.about)):
                    if who is not None and who not in ids:
                        pointer = f"combatants.{newcomer.id}.conditions.{condition.key}.{name}"
                        self._problem(pointer, unknown("fight.no_such_combatant", who, ids))

    def _creature(self, joining: Joining, ruleset: Ruleset, pointer: str) -> CreatureDef | None:
        if joining.origin:
            known = ruleset.creature(joining.origin)
            if known is None:
                names = [creature.name for creature in ruleset.creatures]
                message = unknown("fight.no_such_creature", joining.origin, names)
                self._problem(f"{pointer}.from", message)
                return None
        elif joining.name:
            known = CreatureDef(key=joining.id, name=joining.name)
        else:
            self._problem(f"{pointer}.name", say("fight.from_or_name"))
            return None
        return _overridden(ruleset, known, joining)

    def _steps(
        self, tables: list[dict[str, Any]], check: PathCheck, system: System
    ) -> Iterator[Step]:
        kinds: dict[str, type[Command]] = {**command_kinds(system), name_of(Expect): Expect}
        for number, table in enumerate(tables, 1):
            pointer = f"steps.{number}"
            kind = self._kind(table, kinds, pointer)
            about = [key for key in table if _is_of_frame(key, table[key], kind)]
            frame = self._try({key: table[key] for key in about}, Frame, pointer)
            fields = _with_own_words({k: v for k, v in table.items() if k not in about})
            command = self._try(fields, kind, pointer) if kind else None
            if frame is not None:
                self._paths(frame, check, pointer)
            if frame is not None and command is not None:
                self._check_repetition(frame, command, pointer)
                asked = self._asked(command, system, pointer)
                yield Step(number=number, command=command, frame=frame, asked=asked)

    def _asked(self, command: Command, system: System, pointer: str) -> Command | None:
        """Returns the attack that a step asks about; None: none by itself, or it cannot be read, which is noted."""
        if not isinstance(command, Expect) or command.attack is None:
            return None
        try:
            place = Place(file=self._file, pointer=f"{pointer}.attack")
            return read_attack(command.attack, system, place)
        except DataError as error:
            self._problems.append(error)
            return None

    def _paths(self, frame: Frame, check: PathCheck, pointer: str) -> None:
        """Notes expectations of what cannot be there at all, and of numbers that are none."""
        for name, expected in (("expect", frame.expect), ("until", frame.until)):
            for path, value in flat(expected):
                fault = check.fault(path)
                if path.partition(".")[0] in ROOTS:
                    only_now = say("fight.until_likely") if name == "until" else None
                    fault = fault or only_now or number_fault(value)
                if fault is not None:
                    self._problem(f"{pointer}.{name}.{path}", fault)
        for name, fault in frame.forecast.faults():
            self._problem(f"{pointer}.forecast.{name}", fault)

    def _check_repetition(self, frame: Frame, command: Command, pointer: str) -> None:
        """Notes a step that is played several times and should not."""
        if not 1 <= frame.times <= MOST_TIMES:
            self._problem(f"{pointer}.times", say("fight.times_out_of_range", most=MOST_TIMES))
        for name, is_there in (("times", frame.times != 1), ("until", bool(frame.until))):
            if is_there and not isinstance(command, Next):
                self._problem(f"{pointer}.{name}", say("fight.only_next_is_repeated", name=name))
        if frame.until and frame.times != 1:
            self._problem(f"{pointer}.times", say("fight.times_or_until"))

    def _kind(
        self, asked: dict[str, Any], kinds: Mapping[str, type[Command]], pointer: str
    ) -> type[Command] | None:
        name = asked.get("do")
        if name is None:
            self._problem(f"{pointer}.do", say("ruleset.missing", name="do"))
        elif not isinstance(name, str):
            self._problem(f"{pointer}.do", say("ruleset.expects_text", found=value_text(name)))
        elif name not in kinds:
            listed = ", ".join(sorted(kinds))
            self._problem(
                f"{pointer}.do", unknown("fight.no_such_command", name, kinds, all=listed)
            )
        else:
            return kinds[name]
        return None


def _is_of_frame(key: str, value: object, kind: type[Command] | None) -> bool:
    """Returns whether a value of a step goes with its command and is no part of it: ``until`` may be either."""
    is_own = kind is not None and key in kind.__struct_fields__ and isinstance(value, str)
    return key in _FRAME and not is_own


def _with_own_words(asked: dict[str, Any]) -> dict[str, Any]:
    """Returns a command with the words of the program in place of those that mean the same."""
    return {
        key: SYNONYMS.get((str(asked.get("do")), key), {}).get(value, value)
        if isinstance(value, str)
        else value
        for key, value in asked.items()
    }


def _overridden(ruleset: Ruleset, creature: CreatureDef, joining: Joining) -> CreatureDef:
    """Returns a creature as one fight has it: fields over its sheet, and its own list of items if it has one."""
    items = creature.items
    if joining.items is not None:
        items = tuple(_carried_item(each) for each in joining.items)
    held = creature.held if joining.held is None else joining.held
    if joining.held is None and held not in names_of(ruleset, items):
        held = ""
    return replace(
        creature,
        sheet={**creature.sheet, **joining.sheet},
        items=items,
        side=joining.side or creature.side,
        held=held,
        off=joining.off or creature.off,
        note=creature.note if joining.text is None else joining.text,
    )


def _carried_item(each: str | Carried) -> CarriedDef:
    if isinstance(each, str):
        return CarriedDef(item=each)
    return CarriedDef(item=each.item, key=each.key, name=each.name, values=each.values)


def _faults(
    ruleset: Ruleset, creature: CreatureDef, joining: Joining, pointer: str
) -> Iterator[tuple[str, Message]]:
    """Yields what is wrong with a combatant that is of the right shape."""
    yield from sheet_faults(ruleset, joining.sheet, f"{pointer}.sheet")
    library = {item.key: item for item in ruleset.items}
    for number, carried in enumerate(creature.items):
        place = f"{pointer}.items.{carried.key or key_of({'item': carried.item}, number)}"
        if carried.key and not _ID.fullmatch(carried.key):
            yield f"{place}.key", say("fight.bad_id", id=carried.key)
        if carried.key and is_key_taken(creature.items, number):
            yield f"{place}.key", say("ruleset.key_twice", name=carried.key)
        if carried.item not in library:
            yield place, unknown("ruleset.no_such_item", carried.item, library)
        else:
            kind = library[carried.item].kind
            yield from item_faults(ruleset, kind, carried.values, f"{place}.values")
    has = names_of(ruleset, creature.items)
    if creature.held and creature.held not in has:
        yield f"{pointer}.held", unknown("ruleset.not_carried", creature.held, has)
    yield from start_faults(ruleset, joining, has, pointer)
    gauges = [gauge.key for gauge in ruleset.gauges] + [f"ammo.{key}" for key in has]
    for gauge in joining.gauges:
        if gauge not in gauges:
            yield f"{pointer}.gauges.{gauge}", unknown("fight.no_such_gauge", gauge, gauges)
