"""What a correction would come to is found out beforehand, and is what it then comes to, in every game."""

import pytest

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Chosen, Faces, Rolled, RollRequest, Total
from encounter_gui.encounter.entries import Entry
from encounter_gui.play.session.correction import Correction
from encounter_gui.play.session.override_text import die_step, read_override, reading_of_value
from encounter_gui.play.session.overriding import OVERRIDE, WAITING, Override
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.engine.obligations import RESUME
from encounter_gui.rules.model.commands import Settle
from encounter_gui.rules.presenters.differences import differences
from tests.helpers.samples import sample_session
from tests.play.session.test_begun_actions import GAMES, attack_now, half_rolled, highest, rolled


def tried(session: EncounterSession, override: Override) -> Correction:
    trial = session.try_override(override)
    while trial.step():
        pass
    assert trial.result is not None
    result = trial.result
    assert not trial.step()
    assert trial.result == result, "once it is over nothing is played any more"
    return result


def other(roll: Rolled) -> Faces:
    """Returns the same dice with another last face."""
    request, faces = roll.request, roll.faces or ()
    new = request.lowest if faces[-1] != request.lowest else request.highest
    return Faces(values=(*faces[:-1], new))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_beforehand_is_what_comes_of_it(game: str) -> None:
    """Every die of a whole fight, attacks, tests, blasts and initiative: said, done, undone."""
    session = sample_session(game)
    entries = [each for each in session.log.path() if any(roll.faces for roll in each.rolls)]
    known = 0
    for entry in entries:
        place = next(place for place, roll in enumerate(entry.rolls) if roll.faces)
        override = Override(entry=entry.id, roll=place, to=other(entry.rolls[place]))
        before = (session.log.head, len(session.log), session.state)
        said = tried(session, override)
        assert (session.log.head, len(session.log), session.state) == before
        if said.refused is not None:
            with pytest.raises(AppError) as refused:
                session.override(override)
            assert refused.value.message == said.refused
            assert session.state == before[2]
            continue
        try:
            done = session.override(override)
        except AppError:
            assert said.rolled is not None, "only dice that had to be rolled can bring a surprise"
            assert session.state == before[2]
            continue
        if said.rolled is None:
            known += 1
            assert said.after == session.state
            again = session.log.path()[session.log.depth(done.id) :]
            assert len([each for each in again if not each.is_of(OVERRIDE)]) > said.count
        session.undo()
        assert session.state == before[2]
    assert known > 3


@pytest.mark.parametrize("game", GAMES)
def test_a_die_of_what_is_under_way_is_corrected_and_it_goes_on(game: str) -> None:
    """Nothing else has to be undone for it: what was told before and after it stays."""
    session = sample_session(game)
    command = half_rolled(session)
    session.undo()
    execution = session.start(command, ask=True)
    while not isinstance(execution.ask, tuple):
        assert execution.ask is not None
        execution.reply(Chosen(option=execution.ask.options[-1]))
    first = execution.ask
    execution.reply([highest(each) for each in first])
    assert execution.ask is not None
    lowest = Faces(values=(first[0].lowest,) * first[0].count)
    override = Override(entry=WAITING, roll=0, to=lowest, note="misread")
    said = tried(session, override)
    assert execution.ask is not None, "the trial has changed nothing"
    assert session.override(override)
    again = session.log.path()[-1]
    assert again.rolls[0].faces == lowest.values
    assert again.rolls[0].physical
    if said.rolled is None:
        assert said.after == session.state
    left = [each for each in session.state.obligations if each.kind == RESUME]
    if left:  # it is not over with that die: it goes on from there
        rolled(session, Settle(ids=(left[0].id,)))
    assert not [each for each in session.state.obligations if each.kind == RESUME]


@pytest.mark.parametrize("game", GAMES)
def test_a_die_of_before_is_corrected_while_something_else_waits(game: str) -> None:
    """The attack that waits is played again as far as it was told, and waits again."""
    session = sample_session(game)
    half_rolled(session)
    (left,) = [each for each in session.state.obligations if each.kind == RESUME]
    entry = next(each for each in reversed(session.log.path()) if any(r.faces for r in each.rolls))
    entry = next(
        each
        for each in reversed(session.log.path()[:-1])
        if any(roll.faces for roll in each.rolls) and each.id != entry.id
    )
    place = next(place for place, roll in enumerate(entry.rolls) if roll.faces)
    same = Faces(values=entry.rolls[place].faces or ())
    session.override(Override(entry=entry.id, roll=place, to=same))
    (again,) = [each for each in session.state.obligations if each.kind == RESUME]
    assert again.values == left.values


@pytest.mark.parametrize("game", GAMES)
def test_who_is_not_as_they_were_is_named_with_what_differs(game: str) -> None:
    """An attack that hits changes somebody; undone, nobody differs."""
    session = sample_session(game)
    assert differences(session.context, session.context) == ()
    before = session.context
    for _ in range(5):
        command = attack_now(session)
        if command is not None:
            rolled(session, command)
            break
        half_rolled(session)
    found = differences(before, session.context)
    assert found
    assert all(each.texts for each in found)
    assert [each.number for each in found] == sorted(each.number for each in found)


# ---- what is typed


def entry_of(request: RollRequest, *faces: int) -> Entry:
    roll = Rolled(request=request, faces=faces or None, total=sum(faces) or 9, physical=True)
    return Entry(
        id=EntryId(1), parent=EntryId(0), command={}, label=say("x"), events=(), rolls=(roll,)
    )


POOL = RollRequest(key="pool", label=say("x"), who=None, count=3, sides=6)
HUNDRED = RollRequest(key="hundred", label=say("x"), who=None, count=1, sides=100, lowest=0)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("6", (2, 6, 4)),
        ("6 dropped", (2, 6, 4)),
        ("6 6 6", (6, 6, 6)),
        ("666", (6, 6, 6)),
        ("15", 15),
        ("=15", 15),
    ],
)
def test_one_face_is_that_of_the_die_pointed_at_more_are_those_of_the_roll(
    text: str, wanted: tuple[int, ...] | int
) -> None:
    found = read_override(entry_of(POOL, 2, 3, 4), die_step(0, 1), text).to
    typed = Total(value=wanted) if isinstance(wanted, int) else Faces(values=wanted)
    assert found == typed
    assert reading_of_value(text, entry_of(POOL, 2, 3, 4).rolls[0], 1).answers == (typed,)


@pytest.mark.parametrize(("text", "face"), [("47", 47), ("4 7", 47), ("40 7", 47), ("0 5", 5)])
def test_a_d100_is_typed_as_one_number_or_as_its_two_dice(text: str, face: int) -> None:
    found = read_override(entry_of(HUNDRED, 74), die_step(0, 0), text).to
    assert found == Faces(values=(face,))


def test_where_only_a_total_was_typed_a_total_or_all_faces_take_its_place() -> None:
    entry = entry_of(POOL)
    assert read_override(entry, die_step(0), "12").to == Total(value=12)
    assert read_override(entry, die_step(0), "1 2 3 seen again").to == Faces(values=(1, 2, 3))
