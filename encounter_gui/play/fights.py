"""Playing a fight script: dice from the file where it gives them, from a seed where not; expectations checked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from encounter_gui.core.errors import AppError, RuleError
from encounter_gui.core.ids import ROOT, CombatantId, EncounterId, EntryId
from encounter_gui.core.messages import Catalogue, Message, say
from encounter_gui.dice.requests import (
    Choice,
    Chosen,
    Faces,
    RollRefused,
    RollRequest,
    accept,
)
from encounter_gui.encounter.codec import plain
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.log import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.play.expectations import flat, found_at, is_met, step_data
from encounter_gui.play.fight_data import Plain, roll_data, state_data
from encounter_gui.play.fight_script import Fight, Newcomer, Rulesets, ScriptError, Step, read_fight
from encounter_gui.play.performance import Performance
from encounter_gui.play.session import Game, Session
from encounter_gui.play.store import MemoryStore, Store
from encounter_gui.rules.commands import Add, Command, Setup
from encounter_gui.rules.faults import shown, unknown

_ENCOUNTER = EncounterId(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What came of a step. ``entry`` is None where the rules refused, for the reason in ``refused``."""

    step: Step
    command: Command
    entry: Entry | None = None
    refused: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Something that did not come out as the script expects."""

    step: int
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class FightReport:
    """A fight that was played to its end, or to the first step that the rules refused unexpectedly."""

    fight: Fight
    session: Session
    steps: tuple[Played, ...]
    failures: tuple[Failure, ...]

    def as_data(self) -> Plain:
        """Returns what ``play --json`` prints: ruleset, switches, steps, and the state after the last one."""
        return {
            "ruleset": self.fight.ruleset.id,
            "switches": plain(self.switches),
            "steps": [_played_data(each, self.session.game.words) for each in self.steps],
            "state": state_data(self.fight.system, self.session.scene),
        }

    @property
    def switches(self) -> Mapping[str, Value]:
        """Every house-rule switch and how it stood at the end."""
        defaults = {switch.key: switch.default for switch in self.fight.ruleset.switches}
        return {**defaults, **self.session.state.switches}


def _played_data(played: Played, words: Catalogue) -> Plain:
    entry = played.entry
    data: Plain = {
        "command": plain(played.command),
        "rolls": [roll_data(rolled) for rolled in entry.rolls] if entry else [],
        "events": [plain(event) for event in entry.events] if entry else [],
    }
    if entry:
        data["label"] = words.text(entry.label).replace("*", "")
    if played.refused:
        data["refused"] = played.refused.key
    return data


def play_fight(  # noqa: PLR0913 - the file, and all that a fight is played with
    text: str,
    file: str,
    *,
    rulesets: Rulesets,
    words: Catalogue,
    now: Callable[[], str],
    seed: int | None = None,
) -> FightReport:
    """Plays a fight script in memory.

    Args:
        text: the TOML text of the script.
        file: how errors call it.
        rulesets: where rulesets come from.
        words: the texts to speak in.
        now: the clock: the moment in UTC, ISO 8601.
        seed: what dice that the script does not give are rolled from; None for any.

    Raises:
        ScriptError: the script cannot be played: a command, a combatant or the dice of a step are wrong.
        RulesetError: something is wrong with its ruleset.
    """
    fight = read_fight(text, file, rulesets)
    return _Play(fight, words, now, seed).report()


def keep(report: FightReport, store: Store, encounter: EncounterId) -> None:
    """Keeps a fight that was played in memory as the entries of an encounter that has none.

    Raises:
        SaveError: an entry cannot be kept; those before it are.
    """
    ids: dict[EntryId, EntryId] = {ROOT: ROOT}
    for entry in report.session.log.path():
        ids[entry.id] = store.append(encounter, replace(entry, parent=ids[entry.parent])).id


class _Play:
    """One run of a script."""

    def __init__(
        self, fight: Fight, words: Catalogue, now: Callable[[], str], seed: int | None
    ) -> None:
        self._fight = fight
        game = Game(
            system=fight.system,
            ruleset=fight.ruleset,
            words=words,
            dice=lambda: _seeded(seed),
            now=now,
        )
        self._session = Session(MemoryStore(), _ENCOUNTER, Log(EncounterState()), game)
        self._steps: list[Played] = []
        self._failures: list[Failure] = []

    def report(self) -> FightReport:
        self._set_up()
        for step in self._fight.steps:
            played = self._play(step)
            self._steps.append(played)
            if not self._is_as_expected(played):
                break
        return FightReport(
            fight=self._fight,
            session=self._session,
            steps=tuple(self._steps),
            failures=tuple(self._failures),
        )

    def _set_up(self) -> None:
        head = self._fight.head
        setup = Setup(name=head.name, ruleset=self._fight.ruleset.id, switches=head.switches)
        self._session.perform(setup)
        for newcomer in self._fight.combatants:
            try:
                self._session.perform(Add(combatant=self._recruited(newcomer)))
            except AppError as error:
                raise self._wrong(f"combatants.{newcomer.id}", error.message) from error

    def _recruited(self, newcomer: Newcomer) -> Combatant:
        scene = self._session.scene
        number = scene.state.next_number
        one = self._fight.system.recruit(
            scene, newcomer.creature, name=newcomer.name, number=number
        )
        return replace(
            one,
            id=CombatantId(newcomer.id),
            gauges={**one.gauges, **newcomer.gauges},
            flags=tuple(dict.fromkeys((*one.flags, *newcomer.flags))),
        )

    def _wrong(self, pointer: str, message: Message) -> ScriptError:
        return ScriptError([self._fight.problem(pointer, message)])

    def _play(self, step: Step) -> Played:
        command = self._named(step.command, step.pointer)
        try:
            return Played(step=step, command=command, entry=self._entry(step, command))
        except RuleError as error:
            return Played(step=step, command=command, refused=error.message)

    def _entry(self, step: Step, command: Command) -> Entry:
        """Plays a command with the dice of its step.

        Raises:
            RuleError: the rules refuse it.
            ScriptError: the dice are not those it asks for.
        """
        asks = step.frame.dice is not None
        performance = self._session.start(command, ask=asks)
        hand = _Hand(self._fight, step)
        try:
            while performance.ask is not None:
                hand.answer(performance)
            if performance.entry is None:
                raise ValueError(f"{command} came to nothing")
        except BaseException:
            performance.cancel()
            raise
        hand.check_empty()
        return performance.entry

    def _is_as_expected(self, played: Played) -> bool:
        """Notes what is not as expected; returns whether the fight can go on."""
        step, wanted = played.step, played.step.frame.refused
        if played.refused is not None:
            reason = self._session.game.words.text(played.refused)
            if played.refused.key != wanted:
                key = "fight.refused_otherwise" if wanted else "fight.refused"
                message = say(key, expected=wanted, found=played.refused.key, reason=reason)
                self._failures.append(Failure(step=step.number, message=message))
                return bool(wanted)
        elif wanted:
            self._failures.append(
                Failure(step=step.number, message=say("fight.not_refused", expected=wanted))
            )
        self._expect(played)
        return True

    def _expect(self, played: Played) -> None:
        expected = tuple(flat(played.step.frame.expect))
        if not expected:
            return
        done = _played_data(played, self._session.game.words)
        data = {
            "state": state_data(self._fight.system, self._session.scene),
            **step_data(done["rolls"], done["events"]),
        }
        for path, value in expected:
            found = found_at(data, path)
            if not is_met(value, found):
                message = say(
                    "fight.not_as_expected",
                    path=path,
                    expected=shown(value),
                    found="–" if found is None else shown(found),
                )
                self._failures.append(Failure(step=played.step.number, message=message))

    def _named(self, command: Command, pointer: str) -> Command:
        """Returns a command with names of combatants replaced by their ids."""
        return self._renamed(command, pointer)  # type: ignore[return-value]  # a struct of the same class

    def _renamed(self, value: msgspec.Struct, pointer: str) -> msgspec.Struct:
        changes: dict[str, Any] = {}
        for name, kind in get_type_hints(type(value)).items():
            if name in value.__struct_fields__:
                old = getattr(value, name)
                new = self._resolved(old, kind, f"{pointer}.{name}")
                if new is not old:
                    changes[name] = new
        return msgspec.structs.replace(value, **changes) if changes else value

    def _resolved(self, value: Any, kind: object, pointer: str) -> Any:  # noqa: ANN401 - any field of a command
        if isinstance(value, msgspec.Struct):
            return self._renamed(value, pointer)
        kinds = (kind, *get_args(kind))
        if isinstance(value, str) and CombatantId in kinds:
            return self._id(value, pointer)
        if isinstance(value, tuple) and value:
            inner = get_args(kind)[0] if get_origin(kind) is tuple else object
            found = [
                self._resolved(each, inner, f"{pointer}.#{number}")
                for number, each in enumerate(value, 1)
            ]
            return tuple(found)
        return value

    def _id(self, name: str, pointer: str) -> CombatantId:
        combatants = self._session.state.combatants
        if CombatantId(name) in combatants:
            return CombatantId(name)
        same = [one.id for one in combatants.values() if one.name == name]
        if len(same) > 1:
            raise self._wrong(pointer, say("fight.name_not_unique", name=name, ids=", ".join(same)))
        if not same:
            names = [*combatants, *(one.name for one in combatants.values())]
            raise self._wrong(pointer, unknown("fight.no_such_combatant", name, names))
        return same[0]


def _seeded(seed: int | None) -> Any:  # noqa: ANN401 - the roller, numpy with it, only if the app rolls
    from encounter_gui.dice.roller import Roller

    return Roller.seeded(seed)


class _Hand:
    """The dice and choices a step brings along, given out in the order in which they are asked for."""

    def __init__(self, fight: Fight, step: Step) -> None:
        self._fight = fight
        self._step = step
        self._dice = list(step.frame.dice or ())
        self._choices = list(step.frame.choose)

    def answer(self, performance: Performance) -> None:
        """Answers what a command waits for.

        Raises:
            ScriptError: there are too few dice, one shows what it cannot, or the option is not offered.
        """
        match performance.ask:
            case Choice() as choice:
                performance.reply(self._chosen(choice))
            case tuple() as requests:
                performance.reply([self._faces(request) for request in requests])

    def check_empty(self) -> None:
        """Makes sure that everything was used.

        Raises:
            ScriptError: something is left over.
        """
        if self._dice:
            dice = " ".join(str(face) for face in self._dice)
            raise self._wrong("dice", say("fight.dice_left", dice=dice, left=len(self._dice)))
        if self._choices:
            raise self._wrong("choose", say("fight.choices_left", option=self._choices[0]))

    def _faces(self, request: RollRequest) -> Faces:
        if len(self._dice) < request.count:
            raise self._wrong("dice", self._too_few(request))
        faces = Faces(values=tuple(self._dice[: request.count]))
        del self._dice[: request.count]
        try:
            accept(request, faces)
        except RollRefused as error:
            raise self._wrong("dice", error.message) from error
        return faces

    def _too_few(self, request: RollRequest) -> Message:
        return say(
            "fight.too_few_dice",
            request=request.key,
            who=request.who or "–",
            notation=request.notation,
            wanted=request.count,
            left=len(self._dice),
        )

    def _chosen(self, choice: Choice) -> Chosen:
        options = ", ".join(choice.options)
        if not self._choices:
            raise self._wrong(
                "choose", say("fight.choice_missing", choice=choice.key, options=options)
            )
        option = self._choices.pop(0)
        if option not in choice.options:
            message = say("fight.no_such_option", option=option, choice=choice.key, options=options)
            raise self._wrong("choose", message)
        return Chosen(option=option)

    def _wrong(self, name: str, message: Message) -> ScriptError:
        return ScriptError([self._fight.problem(f"{self._step.pointer}.{name}", message)])


def entries_of(report: FightReport) -> Sequence[Entry]:
    """Returns everything that happened, oldest first, setting up included."""
    return report.session.log.path()
