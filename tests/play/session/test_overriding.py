"""One step of a result is overridden: the rest is worked out again, it is logged, and it is undone by itself."""

from contextlib import suppress

import pytest
from msgspec.structs import replace

from encounter_gui import paths
from encounter_gui.core.errors import RuleError, SaveError
from encounter_gui.dice.requests import Faces, RollRefused
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.scripts.name_lookup import with_ids
from encounter_gui.play.scripts.script_reader import read_fight
from encounter_gui.play.session.override_text import read_override
from encounter_gui.play.session.overriding import EntryInTheWayError, Override
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.model.commands import Adjust, Damage, DamageTarget, Next, Note
from encounter_gui.rules.systems.chrome import commands as chrome
from encounter_gui.rules.systems.cwn import commands as cwn
from encounter_gui.storage.campaign import Campaign
from tests.play.session.test_automation import FIGHTS as ALL
from tests.play.session.test_automation import GameMaster, fight_of, shipped

FIGHTS = [each for each in ALL if each != "phases-wounds.toml"]  # it has no rolls of its own


def played(name):
    master = GameMaster(fight_of(name), paths.message_catalog(), "book")
    for each in master.fight.steps:
        try:
            master.perform(with_ids(each.command, master.state.combatants.values()))
        except RuleError:
            continue
    return master.session


def rolled(session):
    """The entries of commands with dice, newest first."""
    return [
        entry
        for entry in reversed(session.log.path())
        if entry.rolls and entry.rolls[0].faces and entry.command["do"] not in ("next", "settle")
    ]


def other_face(roll):
    """The same dice with another first face."""
    first = roll.faces[0]
    request = roll.request
    new = request.lowest if first != request.lowest else request.lowest + request.sides - 1
    return Faces(values=(new, *roll.faces[1:]))


def back_to(session, entry):
    """Goes back to the end of the gesture of an entry, so that it is the newest."""
    path = session.log.path()
    gesture = entry.gesture or entry.id
    session.move_head([each.id for each in path if (each.gesture or each.id) == gesture][-1])


@pytest.mark.parametrize("name", FIGHTS)
def test_a_die_of_the_newest_result_is_overridden_and_undone_by_itself(name):
    session = played(name)
    entry = rolled(session)[0]
    back_to(session, entry)
    before, head, count = session.state, session.log.head, len(session.log)
    typed = other_face(entry.rolls[0])
    done = session.override(Override(entry=entry.id, roll=0, to=typed, note="misread"))
    again = session.log.path()[session.log.depth(done.id)]
    assert again.rolls[0].faces == typed.values
    assert again.rolls[0].physical
    assert again.command == entry.command
    said = session.game.texts.sentence(done.label)
    assert said.startswith("Override: ")
    assert "misread" in said
    assert str(entry.rolls[0].faces[0]) in said
    assert len(session.log) > count
    overridden = session.state
    session.undo()
    assert (session.log.head, session.state) == (head, before)
    session.redo()
    assert session.state == overridden


@pytest.mark.parametrize("name", FIGHTS)
def test_the_same_value_again_changes_nothing(name):
    """All later commands are played again with their own dice: the fight ends as it did."""
    session = played(name)
    entry = rolled(session)[-1]
    before = session.state
    same = Faces(values=entry.rolls[0].faces)
    session.override(Override(entry=entry.id, roll=0, to=same))
    assert session.state.combatants == before.combatants
    assert (session.state.round, session.state.group) == (before.round, before.group)


def test_the_modifier_of_the_game_master_is_overridden():
    session = played("cwn-long-loading-dock.toml")
    entry = next(each for each in rolled(session) if "gm" in each.command)
    back_to(session, entry)
    session.override(Override(entry=entry.id, roll=None, to=3))
    path = session.log.path()
    again = next(each for each in reversed(path) if each.command["do"] == entry.command["do"])
    assert again.command["gm"] == 3
    assert again.rolls[0] == entry.rolls[0]


def test_what_happened_since_is_kept():
    session = played("cwn-long-loading-dock.toml")
    entry = rolled(session)[0]
    back_to(session, entry)
    who = next(iter(session.state.combatants))
    session.perform(Note(text="rain"))
    session.perform(Adjust(who=(who,), change="=3"))
    session.override(Override(entry=entry.id, roll=0, to=other_face(entry.rolls[0])))
    assert [each.command["do"] for each in session.log.path()][-2:] == ["note", "adjust"]
    assert session.state.combatants[who].gauges["hp"] == 3


def test_undo_leads_back_to_the_old_branch_after_the_program_ended():
    session = played("phases-long-night-shift.toml")
    entry = rolled(session)[0]
    back_to(session, entry)
    old = session.log.head
    session.override(Override(entry=entry.id, roll=0, to=other_face(entry.rolls[0])))
    every = [session.log.entry(each) for each in range(1, len(session.log) + 1)]
    again = Log(EncounterState(), every, session.log.head)
    assert again.undo_target == old
    again.move(old)
    assert again.redo_target == session.log.head


def test_a_value_the_dice_cannot_show_is_refused_and_nothing_changes():
    session = played("d6pool-dead-end.toml")
    entry = rolled(session)[0]
    head, count = session.log.head, len(session.log)
    with pytest.raises(RollRefused):
        session.override(Override(entry=entry.id, roll=0, to=Faces(values=(99,))))
    with pytest.raises(RuleError) as refused:
        session.override(Override(entry=entry.id, roll=50, to=Faces(values=(1,))))
    assert refused.value.message.key == "play.override_no_step"
    assert (session.log.head, len(session.log)) == (head, count)


def test_a_later_command_that_cannot_be_kept_is_named_and_nothing_changes():
    """A Panic Check that is owed only now has to be made before the next one acts."""
    session = played("chrome-long-biomech.toml")
    entry = next(each for each in rolled(session) if each.command["who"] == "drone")
    back_to(session, entry)
    session.perform(Next())
    head, count, state = session.log.head, len(session.log), session.state
    with pytest.raises(RuleError) as refused:
        session.override(Override(entry=entry.id, roll=0, to=Faces(values=(99,))))
    assert refused.value.message.key == "play.override_refused"
    assert "Panic Check" in session.game.texts.text(refused.value.message)
    assert (session.log.head, len(session.log), session.state) == (head, count, state)


def test_only_what_stands_in_the_way_is_dropped_if_that_is_wanted():
    """The refusal says which entry it is; without it the rest is played again, the log says so, undo brings it back."""
    session = played("chrome-long-biomech.toml")
    entry = next(each for each in rolled(session) if each.command["who"] == "drone")
    back_to(session, entry)
    session.perform(Note(text="before"))
    moved = session.perform(Next())
    session.perform(Note(text="after"))
    wanted = Override(entry=entry.id, roll=0, to=Faces(values=(99,)), note="misread")
    with pytest.raises(EntryInTheWayError) as refused:
        session.override(wanted)
    assert refused.value.entry == moved.id
    state, head = session.state, session.log.head
    done = session.override(replace(wanted, without=(moved.id,)))
    since = [each.command for each in session.log.path()[session.log.depth(done.id) :]]
    assert [each.get("text", each["do"]) for each in since] == ["attack", "before", "after"]
    said = session.game.texts.sentence(done.label)
    assert "misread; without “" in said
    session.undo()
    assert (session.log.head, session.state) == (head, state)


def test_a_correction_that_is_refused_itself_offers_nothing_to_drop():
    """What cannot come of the corrected entry is no later entry's fault."""
    session = played("chrome-long-biomech.toml")
    entry = rolled(session)[0]
    back_to(session, entry)
    with pytest.raises(RuleError) as refused:
        session.override(Override(entry=entry.id, roll=99, to=Faces(values=(1,))))
    assert not isinstance(refused.value, EntryInTheWayError)


def test_an_override_is_kept_as_a_whole_or_not_at_all(tmp_path):
    """The disk refuses in the middle of it: the fight stands as it was, in the file as in the session."""
    script = played(FIGHTS[0])
    with Campaign.create(tmp_path / "a.encounter", "Campaign") as campaign:
        encounter = campaign.new_encounter("Fight", script.game.ruleset)
        for each in script.log.path():
            campaign.append(encounter, each)
        loaded = campaign.load(encounter)
        log = Log(EncounterState(), loaded.entries, loaded.head)
        session = EncounterSession(campaign, encounter, log, script.game)
        entry, state = rolled(session)[-1], session.state
        override = Override(entry=entry.id, roll=0, to=other_face(entry.rolls[0]))
        database = campaign._connection
        database.execute(
            "CREATE TEMP TRIGGER refuse BEFORE INSERT ON entries"
            f" WHEN NEW.id > {loaded.head + 2} BEGIN SELECT RAISE(ABORT, 'refused'); END"
        )
        with pytest.raises(SaveError):
            session.override(override)
        assert campaign.load(encounter) == loaded
        assert (session.state, session.log.head) == (state, loaded.head)
        database.execute("DROP TRIGGER refuse")
        session.override(override)
        assert len(campaign.load(encounter).entries) > len(loaded.entries) + 2


# ---- a number of the arithmetic


def numbered(session):
    """The entries with numbers that can be overridden, newest first."""
    return [
        (entry, number)
        for entry in reversed(session.log.path())
        for reason in entry.reasons
        for number in reason.numbers
    ]


@pytest.mark.parametrize("name", FIGHTS)
def test_every_number_of_the_arithmetic_is_overridden_and_undone_by_itself(name):
    """Each system: modifiers, targets, armour, damage; the newest entry of each kind of number."""
    session = played(name)
    seen = dict[str, tuple]()
    for entry, number in numbered(session):
        kind = (str(entry.command["do"]), number.key.split("#")[0].split(".")[0])
        seen.setdefault(kind, (entry, number))
    assert seen
    changed = 0
    for entry, number in list(seen.values())[:14]:
        back_to(session, entry)
        before, head = session.state, session.log.head
        to = number.value + 20
        try:
            done = session.override(
                Override(entry=entry.id, roll=None, to=to, key=number.key, note="as agreed")
            )
        except RuleError:  # the same with a decision nobody has made
            assert (session.state, session.log.head) == (before, head)
            continue
        played_again = session.log.path()[session.log.depth(done.id) :]
        (again,) = [each for each in played_again if each.given]
        found = {each.key: each for reason in again.reasons for each in reason.numbers}
        assert (found[number.key].value, found[number.key].was) == (to, number.value)
        assert again.given == {number.key: to}
        said = session.game.texts.sentence(done.label)
        assert str(to) in said
        assert "as agreed" in said
        changed += session.state != before
        session.undo()
        assert (session.log.head, session.state) == (head, before)
    assert changed


@pytest.mark.parametrize("name", FIGHTS)
def test_a_number_given_before_stays_given_when_a_die_is_overridden_later(name):
    session = played(name)
    for entry, number in numbered(session):
        if not entry.rolls or not entry.rolls[0].faces or entry.gesture:
            continue
        back_to(session, entry)
        try:
            first = session.override(
                Override(entry=entry.id, roll=None, to=number.value + 1, key=number.key)
            )
            again = session.log.path()[session.log.depth(first.id)]
            second = session.override(
                Override(entry=again.id, roll=0, to=other_face(again.rolls[0]))
            )
        except RuleError:
            continue
        last = session.log.path()[session.log.depth(second.id)]
        assert last.given == {number.key: number.value + 1}
        return
    pytest.skip("no such entry in this fight")


def test_a_number_given_survives_the_end_of_the_program(tmp_path):
    script = played(FIGHTS[0])
    with Campaign.create(tmp_path / "a.encounter", "Campaign") as campaign:
        encounter = campaign.new_encounter("Fight", script.game.ruleset)
        for each in script.log.path():
            campaign.append(encounter, each)
        loaded = campaign.load(encounter)
        log = Log(EncounterState(), loaded.entries, loaded.head)
        session = EncounterSession(campaign, encounter, log, script.game)
        entry, number = next(each for each in numbered(session) if not each[0].gesture)
        back_to(session, entry)
        session.override(Override(entry=entry.id, roll=None, to=number.value + 1, key=number.key))
        again = campaign.load(encounter)
        (kept,) = [each for each in again.entries if each.given]
        assert kept.given == {number.key: number.value + 1}
        assert kept == session.log.entry(kept.id)
        assert Log(EncounterState(), again.entries, again.head).state == session.state


@pytest.mark.parametrize("text", ["many", "", "1000"])
def test_a_number_that_cannot_be_read_changes_nothing(text):
    session = played(FIGHTS[0])
    entry, number = numbered(session)[0]
    with pytest.raises(RuleError):
        read_override(entry, f"number:{number.key}", text)
    with pytest.raises(RuleError):
        session.override(Override(entry=entry.id, roll=None, to=1, key="nothing of the kind"))


BEYOND_TESTS = {
    "chrome": {("attack", "tier"), ("damage", "soak"), ("damage", "past_soak")},
    "cwn": {
        ("attack", "soaked"),
        ("throw", "throw"),
        ("throw", "target"),
        ("blast", "target"),
        ("blast", "damage"),
    },
    "d6pool": {("damage", "wounds"), ("throw", "throw"), ("throw", "target")},
    "phases": {("damage", "armor"), ("damage", "past_armor")},
}
"""What was no step that could be overridden: soak, blasts and throws, damage by hand, the tier of a result."""


def kind_of(entry, number):
    return str(entry.command["do"]), number.key.split("#")[0].split(".")[0]


@pytest.mark.parametrize("name", FIGHTS)
def test_soak_blasts_throws_tiers_and_damage_by_hand_are_steps_too(name):
    """Each occurs with its number; damage by hand with another one is worked out anew, and undone by itself."""
    master = GameMaster(fight_of(name), paths.message_catalog(), "book")
    for each in master.fight.steps:
        with suppress(RuleError):
            master.perform(with_ids(each.command, master.state.combatants.values()))
    session = master.session
    up = {row.who for row in session.game.system.rows(session.context) if not row.is_out}
    master.perform(Damage(targets=(DamageTarget(who=min(up), amount=2),)))
    found = {kind_of(*each): each for each in numbered(session)}
    wanted = BEYOND_TESTS[session.game.ruleset.id] | {("damage", "damage")}
    assert found.keys() >= wanted, wanted - found.keys()
    entry, number = found["damage", "damage"]
    before, head = session.state, session.log.head
    session.override(Override(entry=entry.id, roll=None, to=number.value + 40, key=number.key))
    assert session.state != before
    session.undo()
    assert (session.log.head, session.state) == (head, before)


CONE = """
[fight]
name = "Cone"
ruleset = "cwn"

[[combatants]]
id = "op"
from = "gang_gunman"
side = "pc"
items = ["automatic_rifle"]
held = "automatic_rifle"

[[combatants]]
id = "one"
from = "gang_gunman"

[[combatants]]
id = "two"
from = "gang_gunman"
"""
SUPPRESS = cwn.Suppress(who="op", targets=(cwn.InCone(target="one"), cwn.InCone(target="two")))
THROW = chrome.Throw(who="nova", target="guard_a", caught=(chrome.Caught(target="guard_b"),))


@pytest.mark.parametrize(
    ("fight", "command"),
    [
        pytest.param(lambda: read_fight(CONE, "cone.toml", shipped), SUPPRESS, id="suppression"),
        pytest.param(lambda: fight_of("chrome-long-biomech.toml"), THROW, id="grenade"),
    ],
)
def test_what_reaches_several_is_worked_out_anew_for_all_of_them(fight, command):
    """Another face of its first roll changes the fight, is logged, and one undo takes it back. CWN-32, CHR-46."""
    master = GameMaster(fight(), paths.message_catalog(), "book")
    for _ in range(40):
        if command.who in master.state.acting:
            break
        master.perform(Next())
    master.perform(command)
    session, kind = master.session, command.__struct_config__.tag
    entry = next(each for each in session.log.path() if each.command["do"] == kind)
    back_to(session, entry)
    before, head = session.state, session.log.head
    roll = entry.rolls[0]
    ends = roll.request.lowest, roll.request.highest
    far = max(ends, key=lambda face: abs(face - roll.faces[0]))
    done = session.override(Override(entry=entry.id, roll=0, to=Faces(values=(far,))))
    assert session.state != before
    assert session.game.texts.sentence(done.label).startswith("Override: ")
    session.undo()
    assert (session.log.head, session.state) == (head, before)
