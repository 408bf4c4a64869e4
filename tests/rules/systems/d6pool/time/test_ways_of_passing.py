"""T2, T4: however a time is divided, and whatever is undone and done again on the way, it ends in the same state."""

import hashlib
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.requests import Faces, Rolled, RollRequest, accept
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.paths import message_catalog
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine.time.passing import due_things
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped

TURN, HOUR, DAY = 5, 3_600, 86_400
SPAN = 2 * DAY
SYSTEM, RULESET, TEXTS = system_for("d6pool"), shipped("d6pool"), message_catalog()

# Name, Strength, Temporary Health, whether the bleeding goes on, by whom there is care.
PEOPLE = (
    ("Hook", 3, -2, False, "doc"),
    ("Ash", 4, 5, False, ""),
    ("Brandt", 3, 0, True, ""),
    ("Cole", 4, -1, False, ""),
    ("Doc", 4, 9, False, ""),
)


class DiceByRoll:
    """Dice that show the same for the same roll of the same combatant: the first, the second, as often as it counts."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.session: EncounterSession | None = None

    def answer(self, request: RollRequest) -> Rolled:
        assert self.session is not None
        known = Counter(
            (rolled.request.who, rolled.request.key)
            for entry in self.session.log.path()
            for rolled in entry.rolls
        )
        key = (request.who, request.key)
        digest = hashlib.sha256(f"{self.seed} {key} {known[key]}".encode()).digest()
        faces = tuple(digest[place] % 6 + 1 for place in range(request.count))
        return accept(request, Faces(values=faces))


def begun(seed: int, *, between: bool) -> EncounterSession:
    """Five people, hurt; between fights, or with their fight just over."""
    dice = DiceByRoll(seed)
    game = Game(
        system=SYSTEM,
        ruleset=RULESET,
        texts=TEXTS,
        dice=lambda: dice,
        now=lambda: "2026-01-01T00:00:00Z",
    )
    session = EncounterSession(MemoryStore(), EncounterId(1), Log(EncounterState()), game)
    dice.session = session
    session.perform(ask.Setup(name="x", ruleset=RULESET.id, between=between))
    for name, strength, *_ in PEOPLE:
        add(session, name, strength, "pc")
    if not between:
        session.perform(ask.Next())
    for name, _, th, bleeds, carer in PEOPLE:
        who = CombatantId(name.casefold())
        session.perform(ask.Adjust(who=(who,), change=f"={th}"))
        if session.state.combatants[who].has("bleeding") and not bleeds:
            session.perform(ask.Relieve(who=(who,), condition="bleeding"))
        if carer:
            session.perform(ask.Care(who=(who,), by=CombatantId(carer)))
    if not between:
        session.perform(ask.Finish())
    return session


def add(session: EncounterSession, name: str, strength: int, side: str) -> None:
    sheet = {"strength": strength, "pain_resistance": 3, "medicine": 3}
    creature = CreatureDef(key=name, name=name, side=side, sheet=sheet)  # type: ignore[arg-type]
    context = session.context
    made = SYSTEM.recruit(context, creature, name=name, number=context.state.next_number)
    session.perform(ask.Add(combatant=replace(made, id=CombatantId(name.casefold()))))


def passes(session: EncounterSession, seconds: int) -> None:
    session.perform(ask.PassTime(for_=f"{seconds} s"))


def fights(session: EncounterSession, turns: int) -> bool:
    """Goes on with the fight for so many turns in which nobody does anything; False: a test falls due in them.

    The tests of hours and days wait for the end of a fight, and what bleeds then has bled before them.
    """
    state = session.state
    due = due_things(SYSTEM.rules().time, session.context)
    others = [each.at for each in due if each.running and each.running.kind != "bleeding"]
    end = state.clock + turns * TURN
    if state.stage != "ended" or any(at <= end for at in others):
        return False
    first = state.round
    session.perform(ask.Next())
    while session.state.round < first + turns or not session.state.slots:
        session.perform(ask.Next())
    session.perform(ask.Finish())
    return True


def there_and_back(session: EncounterSession, seconds: int) -> None:
    """Passes a time, takes it back, passes another, takes that back too, and goes on as if nothing had been."""
    before = session.log.head
    passes(session, seconds)
    after = session.state
    session.undo()
    session.redo()
    assert session.state == after
    session.undo()
    passes(session, seconds * 2)
    session.undo()
    assert session.log.head == before


def outcome(session: EncounterSession) -> object:
    """Everything that may differ in people and the clock, whichever way it came about."""
    people = {
        who: (
            each.gauges["th"],
            sorted(one.key for one in each.conditions),
            sorted((run.kind, run.key, run.due, run.every, run.by) for run in each.running),
        )
        for who, each in session.state.combatants.items()
    }
    rolls = sorted(
        (str(rolled.request.who), rolled.request.key, rolled.faces)
        for entry in session.log.path()
        for rolled in entry.rolls
        if rolled.request.key != "initiative"
    )
    owed = sorted(each.kind for each in session.state.obligations)
    return session.state.clock, people, rolls, owed


def ways(most: int) -> st.SearchStrategy[list[tuple[str, int]]]:
    """Ways on: what is done, and how many turns of 5 s it takes (of a fight at most 30)."""
    turns = st.one_of(st.integers(1, 12), st.integers(1, most))
    return st.lists(st.tuples(st.sampled_from(["pass", "fight", "back"]), turns), max_size=14)


def played(session: EncounterSession, steps: list[tuple[str, int]], end: int) -> None:
    for what, wanted in steps:
        left = (end - session.state.clock) // TURN
        turns = min(wanted, left, 30 if what == "fight" else left)
        if turns <= 0:
            break
        if what == "back":
            there_and_back(session, turns * TURN)
        if what != "fight" or not fights(session, turns):
            passes(session, turns * TURN)
    if session.state.clock < end:
        passes(session, end - session.state.clock)
    if any(each.at <= end for each in due_things(SYSTEM.rules().time, session.context)):
        session.perform(ask.PassTime(to="next"))  # due with the last turn of a fight


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 5), steps=ways(6_000))
def test_any_way_through_two_days_ends_the_same(seed: int, steps: list[tuple[str, int]]) -> None:
    """T2, T4: between fights, in one step or many, with undo and redo on the way."""
    one, many = begun(seed, between=True), begun(seed, between=True)
    passes(one, SPAN)
    played(many, steps, SPAN)
    assert outcome(many) == outcome(one)


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 5), steps=ways(30), turns=st.integers(1, 110) | st.just(3 * HOUR // TURN)
)
def test_any_way_through_fights_ends_the_same(
    seed: int, steps: list[tuple[str, int]], turns: int
) -> None:
    """T2: after a fight, with stretches in which it goes on and nobody does anything: bleeding keeps its seconds."""
    one, many = begun(seed, between=False), begun(seed, between=False)
    end = one.state.clock + turns * TURN
    passes(one, turns * TURN)
    played(many, steps, end)
    assert outcome(many) == outcome(one)


def test_fights_of_any_length_in_the_first_quarter_of_an_hour() -> None:
    """T2: Brandt bleeds to death after nine minutes, in fights of 1 to 30 turns one after another as on the clock."""
    for turns in (1, 3, 11, 12, 13, 30):
        one, many = begun(0, between=False), begun(0, between=False)
        end = one.state.clock + 15 * 60
        passes(one, 15 * 60)
        while many.state.clock + turns * TURN <= end:
            assert fights(many, turns)
        played(many, [], end)
        assert outcome(many) == outcome(one)
        assert "dead" in SYSTEM.derived_conditions(many.context, CombatantId("brandt"))
