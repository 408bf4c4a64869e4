"""The smallest game that can be played: everybody has hits; a strike is two dice against 7, then one die of damage."""

from collections.abc import Callable, Iterable, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.core.messages import Message, MessageCatalog, say
from encounter_gui.dice.requests import Choice, Rolled, RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.play.session.entry_store import MemoryStore, Store
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine.asking import Procedure, Rolling, request, total, totals
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import (
    ObligationKind,
    kinds_of,
    play,
    require_settled,
)
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Add, Command, Next, Note, Settle, Setup, Waive
from encounter_gui.rules.model.ruleset import Ruleset

RULESET = Ruleset(id="brawl", name="Brawl", system="brawl")
ENCOUNTER = EncounterId(1)


class Strike(Command, frozen=True, tag="brawl.strike"):
    """Somebody is struck."""

    by: CombatantId
    at: CombatantId


class Scramble(Command, frozen=True, tag="brawl.scramble"):
    """Everybody rolls at once; each loses that many hits."""


class Parley(Command, frozen=True, tag="brawl.parley"):
    """Somebody decides how it ends."""


class Kick(Command, frozen=True, tag="brawl.kick"):
    """Combatants are kicked: each loses a hit, then must not wince; whoever does, owes a test of spirit."""

    at: tuple[CombatantId, ...]


class Scare(Command, frozen=True, tag="brawl.scare"):
    """Combatants are scared: each decides whether to look away, then rolls."""

    at: tuple[CombatantId, ...]


def _dread(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    for each in owed:
        yield Choice(key="look", label=say("look"), who=each.who, options=("look", "away"))
        yield from total(request(resolution.context, "dread", each.who))
    return say("dread")


def _wince(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    wanted = [request(resolution.context, "wince", each.who) for each in owed]
    for each, shown in zip(owed, (yield from totals(*wanted)), strict=True):
        resolution.fact("wince", each.who, winces=shown < 4)
        if shown < 4:
            resolution.owe(KINDS["spirit"].of(each.who))
    return say("wince")


def _spirit(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    (each,) = owed
    yield from total(request(resolution.context, "spirit", each.who))
    return say("spirit")


KINDS = kinds_of(
    ObligationKind(
        kind="wince",
        rule="B-1",
        settle=_wince,
        priority=20,
        together=True,
        applies=lambda context, owed: context.state.combatants[owed.who].gauges["hits"] > 0,
    ),
    ObligationKind(kind="dread", rule="B-3", settle=_dread, priority=30, together=True),
    ObligationKind(
        kind="spirit",
        rule="B-2",
        settle=_spirit,
        priority=10,
        due="turn_end",
        refusal="brawl.spirit_waits",
        may_waive=False,
    ),
)


class Brawl:
    """As much of a system as a session asks for."""

    id = "brawl"
    commands = (Add, Setup, Next, Note, Strike, Scramble, Parley, Kick, Scare, Settle, Waive)
    obligation_kinds = KINDS

    def resolution(self, context: RulesContext, actor: CombatantId | None = None) -> Resolution:
        return Resolution(context, actor=actor)

    def old_marks(self, context: RulesContext) -> tuple[ev.Event, ...]:
        return ()

    def procedure(self, context: RulesContext, command: Command) -> Procedure:
        return play(self, context, command, self._procedure(context, command))

    def _procedure(self, context: RulesContext, command: Command) -> Procedure:
        match command:
            case Kick():
                return _kick(self, context, command)
            case Scare():
                return _scare(self, context, command)
            case Strike():
                return _strike(context, command)
            case Scramble():
                return _scramble(context)
            case Parley():
                return _parley()
            case _:
                return _plain(context, command)


def _plain(context: RulesContext, command: Command) -> Procedure:
    yield from ()
    match command:
        case Setup():
            return Outcome(
                label=say("setup"),
                events=(
                    ev.EncounterNamed(name=command.name),
                    ev.RulesetChosen(ruleset=command.ruleset),
                ),
            )
        case Add():
            return Outcome(label=say("add", count=command.count), events=_joining(context, command))
        case Next():
            require_settled(KINDS, context, "turn_end")
            return Outcome(
                label=say("next"), events=(ev.RoundBegan(number=context.state.round + 1),)
            )
        case Note():
            return Outcome(label=say("note"), events=(ev.NoteWritten(text=command.text),))
        case _:
            raise refuse("brawl.unknown")


def _joining(context: RulesContext, command: Add) -> tuple[ev.Event, ...]:
    first = context.state.next_number
    return tuple(
        ev.CombatantAdded(
            combatant=Combatant(
                id=CombatantId(f"c{n}"), number=n, name=command.name, gauges={"hits": 10}
            )
        )
        for n in range(first, first + command.count)
    )


def _strike(context: RulesContext, command: Strike) -> Procedure:
    if command.at not in context.state.combatants:
        raise refuse("brawl.nobody")
    (attack,) = yield (RollRequest(key="attack", label=say("attack"), who=command.by, count=2),)
    if attack.total < 7:
        return Outcome(label=say("miss"))
    (damage,) = yield (RollRequest(key="damage", label=say("damage"), who=command.by, count=1),)
    return Outcome(
        label=say("hit"), events=(ev.GaugeChanged(who=command.at, gauge="hits", by=-damage.total),)
    )


def _scramble(context: RulesContext) -> Procedure:
    everybody = tuple(context.state.combatants)
    rolls = yield tuple(
        RollRequest(key=f"scramble.{who}", label=say("scramble"), who=who, count=1)
        for who in everybody
    )
    losses = zip(everybody, rolls, strict=True)
    return Outcome(
        label=say("scramble"),
        events=tuple(
            ev.GaugeChanged(who=who, gauge="hits", by=-roll.total) for who, roll in losses
        ),
    )


def _kick(system: Brawl, context: RulesContext, command: Kick) -> Procedure:
    yield from ()
    resolution = system.resolution(context)
    for who in command.at:
        resolution.change_gauge(who, "hits", -1)
        resolution.owe(KINDS["wince"].of(who, reason=say("kicked")))
    return resolution.outcome(say("kick"))


def _scare(system: Brawl, context: RulesContext, command: Scare) -> Procedure:
    yield from ()
    resolution = system.resolution(context)
    for who in command.at:
        resolution.owe(KINDS["dread"].of(who))
    return resolution.outcome(say("scare"))


def _parley() -> Procedure:
    chosen = yield Choice(key="peace", label=say("peace"), who=None, options=("yes", "no"))
    return Outcome(label=say("parley"), events=(ev.NoteWritten(text=chosen.option),))


class Faces:
    """Dice that fall as told, and count how often they were thrown."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self.left = list(faces)
        self.thrown = 0

    def answer(self, request: RollRequest) -> Rolled:
        self.thrown += request.count
        faces = tuple(self.left.pop(0) if self.left else 4 for _ in range(request.count))
        return Rolled(request=request, faces=faces, total=sum(faces), physical=False)


def game(dice: Callable[[], Faces] | None = None) -> Game:
    """What a brawl is played with; the clock stands still."""
    return Game(
        system=Brawl(),
        ruleset=RULESET,
        texts=MessageCatalog({}),
        dice=dice or Faces,
        now=lambda: "2026-01-01T00:00:00Z",
    )


def session(
    store: Store | None = None, faces: Faces | None = None, log: Log | None = None
) -> EncounterSession:
    """A session of an encounter; without a log, one that has not begun."""
    dice = faces or Faces()
    return EncounterSession(
        store or MemoryStore(), ENCOUNTER, log or Log(EncounterState()), game(lambda: dice)
    )


def begun(
    store: Store | None = None, faces: Faces | None = None, *, fighters: int = 2
) -> EncounterSession:
    """A session with fighters c1, c2 … of ten hits each: entries 1 and 2."""
    playing = session(store, faces)
    playing.perform(Setup(name="Alley", ruleset="brawl"))
    playing.perform(Add(name="Punk", count=fighters))
    return playing
