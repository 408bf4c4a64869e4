"""Playing a fight script: dice from the file where it gives them, from a seed where not; expectations checked."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

from msgspec import Struct, structs

from encounter_gui.core.errors import AppError, DataError, Place, RuleError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.core.messages import Message, MessageCatalog, say
from encounter_gui.encounter.codec import plain
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.events import ObligationAdded, ObligationSettled
from encounter_gui.encounter.place import Place as OnPlan
from encounter_gui.encounter.plan import Unit
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.play.scripts.asked_attack import completed, name_of, odds_of, proposed_attack
from encounter_gui.play.scripts.expectations import expects, flat, step_data
from encounter_gui.play.scripts.expected_paths import PathCheck, Seen
from encounter_gui.play.scripts.fight_json import Plain, by_kind, roll_data, state_data
from encounter_gui.play.scripts.name_lookup import UnknownNameError, with_ids
from encounter_gui.play.scripts.script import (
    MOST_TIMES,
    Expect,
    Fight,
    Forecasting,
    Newcomer,
    ScriptError,
    Step,
)
from encounter_gui.play.scripts.script_reader import RulesetRepository, read_fight
from encounter_gui.play.scripts.starting_situation import area_in_unit, place_in_unit
from encounter_gui.play.scripts.step_dice import StepDice
from encounter_gui.play.scripts.written_numbers import (
    ROOTS,
    expected_text,
    found_text,
    is_as_written,
)
from encounter_gui.play.session.entry_store import MemoryStore, Store, copy_entries
from encounter_gui.play.session.execution import Dice
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.moving import require_floor, require_on_plan
from encounter_gui.rules.engine.field.plan_commands import LARGEST
from encounter_gui.rules.facade import System
from encounter_gui.rules.files.ruleset_errors import value_text
from encounter_gui.rules.model.commands import Add, Command, Next, SetPlan, Setup
from encounter_gui.rules.model.items import ammo_gauge, find_item

_ENCOUNTER = EncounterId(1)

_NEAREST = 4
"""How many ids are named where there is none like the one that is written."""


class Played(Struct, frozen=True, kw_only=True):
    """What came of a step: the entry of its command, and those that settled what it led to.

    There are none where the rules refused, for the reason in ``refused``. ``odds`` and ``forecast`` are their numbers
    by id, of what was just to be played and of the fight from there; None: nothing is expected of them.
    """

    step: Step
    command: Command
    entries: tuple[Entry, ...] = ()
    refused: Message | None = None
    odds: Mapping[str, float] | None = None
    forecast: Mapping[str, float] | None = None


class Failure(Struct, frozen=True, kw_only=True):
    """Something that did not come out as the script expects."""

    step: int
    message: Message


class FightReport(Struct, frozen=True, kw_only=True):
    """A fight that was played to its end, or to the first step that the rules refused unexpectedly."""

    fight: Fight
    session: EncounterSession
    steps: tuple[Played, ...]
    failures: tuple[Failure, ...]

    def as_data(self) -> Plain:
        """Returns what ``play --json`` prints: ruleset, switches, steps, and the state after the last one."""
        return {
            "ruleset": self.fight.ruleset.id,
            "switches": plain(self.switches),
            "steps": [_played_data(each, self.session.game.texts) for each in self.steps],
            "state": state_data(self.fight.system, self.session.context),
        }

    @property
    def switches(self) -> Mapping[str, Value]:
        """Every house-rule switch and how it stood at the end."""
        defaults = {switch.key: switch.default for switch in self.fight.ruleset.switches}
        return {**defaults, **self.session.state.switches}


def _played_data(played: Played, texts: MessageCatalog) -> Plain:
    entries = played.entries
    data: Plain = {
        "command": plain(played.command),
        "rolls": [roll_data(rolled) for entry in entries for rolled in entry.rolls],
        "events": [plain(event) for entry in entries for event in entry.events],
    }
    if entries:
        data["label"] = "; ".join(texts.sentence(entry.label) for entry in entries)
    if played.refused:
        data["refused"] = played.refused.key
    if played.odds is not None:
        data["odds"] = dict(played.odds)
    if played.forecast is not None:
        data["forecast"] = dict(played.forecast)
    return data


def play_fight(
    text: str,
    file: str,
    *,
    rulesets: RulesetRepository,
    texts: MessageCatalog,
    now: Callable[[], str],
    seed: int | None = None,
) -> FightReport:
    """Plays a fight script in memory.

    Args:
        text: the TOML text of the script.
        file: how errors call it.
        rulesets: where rulesets come from.
        texts: the texts to speak in.
        now: the clock: the moment in UTC, ISO 8601.
        seed: what dice that the script does not give are rolled from; None for any.

    Raises:
        ScriptError: the script cannot be played: a command, a combatant or the dice of a step are wrong.
        RulesetError: something is wrong with its ruleset.
    """
    return play_script(read_fight(text, file, rulesets), texts=texts, now=now, seed=seed)


def play_script(
    fight: Fight, *, texts: MessageCatalog, now: Callable[[], str], seed: int | None = None
) -> FightReport:
    """Plays a fight that has been read, in memory; as ``play_fight``."""
    return _Play(fight, texts, now, seed).report()


def store_report(report: FightReport, store: Store, encounter: EncounterId) -> None:
    """Keeps a fight that was played in memory as the entries of an encounter that has none.

    Raises:
        SaveError: an entry cannot be kept; those before it are.
    """
    copy_entries(report.session.log.path(), store, encounter)


def _rounds_by_key(combatant: Combatant, gauges: Mapping[str, int]) -> dict[str, int]:
    """Returns gauges by the key of each magazine that a file may name by its library item as well."""
    found: dict[str, int] = {}
    for gauge, value in gauges.items():
        start, dot, said = gauge.partition(".")
        item = find_item(combatant.items, said) if f"{start}{dot}" == ammo_gauge("") else None
        found[ammo_gauge(item.key) if item is not None else gauge] = value
    return found


def _with_item_keys(combatant: Combatant, condition: Condition) -> Condition:
    """Returns a condition that names what is carried by its key."""
    found = (find_item(combatant.items, key) for key in condition.keys)
    keys = (item.key if item else key for item, key in zip(found, condition.keys, strict=True))
    return structs.replace(condition, keys=tuple(keys))


class _Play:
    """One run of a script."""

    def __init__(
        self, fight: Fight, texts: MessageCatalog, now: Callable[[], str], seed: int | None
    ) -> None:
        self._fight = fight
        self._seed = seed
        game = Game(
            system=fight.system,
            ruleset=fight.ruleset,
            texts=texts,
            dice=lambda: _seeded_dice(seed),
            now=now,
        )
        self._session = EncounterSession(MemoryStore(), _ENCOUNTER, Log(EncounterState()), game)
        self._steps: list[Played] = []
        self._failures: list[Failure] = []
        self._seen = Seen()
        self._settled: list[Plain] = []

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
        setup = Setup(
            name=head.name,
            ruleset=self._fight.ruleset.id,
            switches=head.switches,
            between=head.between,
        )
        self._session.perform(setup)
        self._lay_out()
        for newcomer in self._fight.combatants:
            try:
                self._session.perform(Add(combatant=self._recruit(newcomer)))
            except AppError as error:
                raise self._wrong(f"combatants.{newcomer.id}", error.message) from error
        if head.round:
            initiatives = {
                CombatantId(each.id): each.initiative
                for each in self._fight.combatants
                if each.initiative is not None
            }
            outcome = self._fight.system.begun_at(self._session.context, head.round, initiatives)
            self._session.commit(Next(), outcome, ())
        self._seen.look_at(self._session.state)

    def _lay_out(self) -> None:
        """Gives the fight its plan, if the file says anything of one."""
        head = self._fight.head.field
        if head is not None:
            plan = SetPlan(size=head.size, unit=head.unit, name=head.name, storey=head.storey)
            self._prepare("fight.field", plan)
        elif any(each.place for each in self._fight.combatants):
            self._prepare("fight.field", SetPlan())
        for number, area in enumerate(self._fight.areas, 1):
            self._prepare(f"areas.{number}", area_in_unit(area, self._units))

    @property
    def _units(self) -> tuple[Unit, Unit] | None:
        """The unit in which the file says its plan, and that of the game; None: they are the same."""
        head, plan = self._fight.head.field, self._session.state.plan
        return (head.unit, plan.unit) if head and plan and head.unit else None

    def _prepare(self, pointer: str, command: Command) -> None:
        try:
            self._session.perform(command)
        except AppError as error:
            raise self._wrong(pointer, error.message) from error

    def _place(self, newcomer: Newcomer) -> OnPlan | None:
        place, plan = newcomer.place, self._session.state.plan
        if place is None or plan is None:
            return None
        place = place_in_unit(place, self._units)
        try:
            require_on_plan(plan, place.point)
            require_floor(place.floor)
        except AppError as error:
            raise self._wrong(f"combatants.{newcomer.id}.at", error.message) from error
        if not 0 <= place.radius <= LARGEST:
            raise self._wrong(f"combatants.{newcomer.id}.radius", say("rules.field.no_size"))
        return place

    def _recruit(self, newcomer: Newcomer) -> Combatant:
        context = self._session.context
        number = context.state.next_number
        combatant = self._fight.system.recruit(
            context, newcomer.creature, name=newcomer.name, number=number
        )
        return structs.replace(
            combatant,
            id=CombatantId(newcomer.id),
            gauges={**combatant.gauges, **_rounds_by_key(combatant, newcomer.gauges)},
            flags=tuple(dict.fromkeys((*combatant.flags, *newcomer.flags))),
            conditions=(
                *combatant.conditions,
                *(_with_item_keys(combatant, each) for each in newcomer.conditions),
            ),
            locations={**combatant.locations, **newcomer.wounds},
            place=self._place(newcomer),
        )

    def _find_named(self, step: Step) -> Command:
        """Returns the command of a step with ids in place of names."""
        try:
            return with_ids(step.command, self._session.state.combatants.values())
        except UnknownNameError as error:
            raise self._wrong(f"{step.pointer}.{error.pointer}", error.message) from error

    def _wrong(self, pointer: str, message: Message) -> ScriptError:
        return ScriptError([self._fight.problem(pointer, message)])

    def _play(self, step: Step) -> Played:
        if isinstance(step.command, Expect):
            return self._look(step)
        hand, entries = StepDice(self._fight, step), list[Entry]()
        command, refused = self._find_named(step), None
        odds = self._odds_before(step, command)
        try:
            for _ in range(MOST_TIMES if step.frame.until else step.frame.times):
                played = self._entries(step, command, hand)
                self._look_at(played)
                entries += played
                if step.frame.until and self._holds(step):
                    break
        except RuleError as error:
            refused = error.message
        hand.check_empty()
        if step.frame.until and refused is None and not self._holds(step):
            raise self._wrong(f"{step.pointer}.until", say("fight.never_until", times=MOST_TIMES))
        return Played(
            step=step,
            command=command,
            entries=tuple(entries),
            refused=refused,
            odds=odds,
            forecast=self._forecast(step),
        )

    def _look(self, step: Step) -> Played:
        """Returns what can be said of a step that plays nothing: of the fight as it stands, and of an attack in it."""
        StepDice(self._fight, step).check_empty()
        command, odds, refused, frame = step.command, None, None, step.frame
        if step.asked is not None or frame.refused or expects(frame.expect, "odds"):
            try:
                attack = self._asked(step)
                command = Expect(attack=plain(attack))
                odds = self._odds(step, attack)
            except RuleError as error:
                refused = error.message
        return Played(
            step=step, command=command, refused=refused, odds=odds, forecast=self._forecast(step)
        )

    def _asked(self, step: Step) -> Command:
        """Returns the attack whose odds a step asks for without making it.

        Raises:
            RuleError: it names nobody, and nobody can attack.
        """
        system, context = self._fight.system, self._session.context
        if step.asked is None:
            return proposed_attack(system, context)
        place = Place(file=self._fight.file, pointer=f"{step.pointer}.attack")
        try:
            return completed(step.asked, system, context, place)
        except DataError as error:
            raise ScriptError([error]) from error

    def _odds_before(self, step: Step, command: Command) -> Mapping[str, float] | None:
        """Returns the odds of what a step is to play; None: it expects none, or the rules refuse it."""
        if not expects(step.frame.expect, "odds"):
            return None
        try:
            return self._odds(step, command)
        except RuleError:
            return None

    def _odds(self, step: Step, command: Command) -> Mapping[str, float]:
        """Returns the odds of a command as the fight stands.

        Raises:
            RuleError: the rules refuse it.
            ScriptError: it has no odds.
        """
        odds = odds_of(self._fight.system, self._session.context, command)
        if odds is None:
            message = say("forecast.no_odds", do=name_of(command))
            raise self._wrong(f"{step.pointer}.{'attack' if step.asked else 'expect'}", message)
        return odds.by_id

    def _forecast(self, step: Step) -> Mapping[str, float] | None:
        """Returns the forecast of the fight as it stands after a step; None: it expects none."""
        if not expects(step.frame.expect, "forecast"):
            return None
        wanted = step.frame.forecast
        seed = (self._seed or 0) if wanted.seed is None else wanted.seed
        try:
            return _forecast_of(self._fight.system, self._session.context, wanted, seed)
        except RuleError as error:
            raise self._wrong(f"{step.pointer}.expect.forecast", error.message) from error

    def _entries(self, step: Step, command: Command, hand: StepDice) -> tuple[Entry, ...]:
        """Plays a command, and what it leads to, with the dice of its step.

        Raises:
            RuleError: the rules refuse it.
            ScriptError: the dice are not those it asks for.
        """
        asks = step.frame.dice is not None or self._fight.head.dice == "given"
        execution = self._session.start(command, ask=asks, settles=step.frame.settle)
        try:
            while execution.ask is not None:
                hand.answer(execution, self._session.state.combatants.values())
        finally:
            execution.cancel()
        if not execution.entries:
            raise ValueError(f"{command} came to nothing")
        return execution.entries

    def _look_at(self, entries: Sequence[Entry]) -> None:
        """Notes the names that can be expected from now on, and what was settled."""
        log = self._session.log
        for entry in entries:
            states = (log.state_at(entry.parent), log.state_at(entry.id))
            owed = {each.id: each for state in states for each in state.obligations}
            owed |= {
                event.obligation.id: event.obligation
                for event in entry.events
                if isinstance(event, ObligationAdded)
            }
            self._settled += [
                {"kind": owed[event.id].kind, "who": owed[event.id].who, "how": event.how}
                for event in entry.events
                if isinstance(event, ObligationSettled) and event.id in owed
            ]
        self._seen.look_at(self._session.state)

    def _holds(self, step: Step) -> bool:
        """Returns whether what a step is repeated for has come about."""
        data = {"state": self._state_data()}
        return all(self._paths().holds(data, path, value) for path, value in flat(step.frame.until))

    def _paths(self) -> PathCheck:
        return PathCheck(self._fight.system, self._fight.ruleset, self._seen)

    def _state_data(self) -> Plain:
        data = state_data(self._fight.system, self._session.context)
        return {**data, "settled": by_kind(self._settled, "kind")}

    def _is_as_expected(self, played: Played) -> bool:
        """Notes what is not as expected; returns whether the fight can go on."""
        step, wanted = played.step, played.step.frame.refused
        if played.refused is not None:
            reason = self._session.game.texts.text(played.refused)
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
        done = _played_data(played, self._session.game.texts)
        data = {
            "state": self._state_data(),
            **step_data(done["rolls"], done["events"]),
        }
        check = self._paths()
        for path, value in expected:
            if path.partition(".")[0] in ROOTS:
                self._expect_number(played, path, value)
                continue
            fault = check.fault(path)
            if fault is not None:
                raise self._wrong(f"{played.step.pointer}.expect.{path}", fault)
            if not check.holds(data, path, value):
                found = check.found(data, path)
                message = say(
                    "fight.not_as_expected",
                    path=path,
                    expected=value_text(value),
                    found="–" if found is None else value_text(found),
                )
                self._failures.append(Failure(step=played.step.number, message=message))

    def _expect_number(self, played: Played, path: str, expected: object) -> None:
        """Notes a number of odds or of a forecast that is not as expected.

        Raises:
            ScriptError: there is no such number.
        """
        root, _, name = path.partition(".")
        numbers = played.odds if root == "odds" else played.forecast
        pointer = f"{played.step.pointer}.expect.{path}"
        if numbers is None:
            raise self._wrong(pointer, self._why_no_odds(played))
        if name not in numbers:
            near = ", ".join(get_close_matches(name, numbers, n=_NEAREST, cutoff=0.0))
            raise self._wrong(pointer, say("fight.no_such_number", name=name, near=near))
        found = numbers[name]
        if not is_as_written(expected, found):
            message = say(
                "fight.not_as_expected",
                path=path,
                expected=expected_text(expected),
                found=found_text(found, expected),
            )
            self._failures.append(Failure(step=played.step.number, message=message))

    def _why_no_odds(self, played: Played) -> Message:
        refused = played.refused or say("forecast.no_odds", do=name_of(played.command))
        reason = self._session.game.texts.text(refused)
        return say("fight.no_odds_refused", found=refused.key, reason=reason)


def _forecast_of(
    system: System, context: RulesContext, wanted: Forecasting, seed: int
) -> Mapping[str, float]:
    from encounter_gui.forecast.forecast import tallies  # numpy with them
    from encounter_gui.forecast.forecast_json import forecast_numbers
    from encounter_gui.forecast.start import plan_of

    plan = plan_of(system, context, wanted.orders, seed)
    *_, tally = tallies(plan, wanted.fights)
    return forecast_numbers(plan, tally)


def _seeded_dice(seed: int | None) -> Dice:
    from encounter_gui.dice.roller import Roller  # numpy with it, only if the app rolls

    return Roller.seeded(seed)
