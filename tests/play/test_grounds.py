"""The ground of an encounter: kept, copied, begun on, left, written into a file and taken in from one."""

import json
import math
import time
from base64 import b64encode
from pathlib import Path

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.picture_files import read_picture
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Backdrop
from encounter_gui.interchange.documents import MOST_BYTES, read
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.prep.carrying import carry_lines, carry_list
from encounter_gui.play.prep.prepared_places import with_expected, with_places
from encounter_gui.play.prep.staging import (
    expected_at_start,
    party_combatants,
    party_of,
    staging_context,
    start_command,
    wave_command,
)
from encounter_gui.play.transfer.exports import Parcel, parcel_of, text_of
from encounter_gui.play.transfer.imports import preview_files
from encounter_gui.rules.engine.field.laying import kept_plan, plan_in, require_sound
from encounter_gui.rules.model.commands import (
    Add,
    Next,
    Put,
    PutArea,
    SetBackdrop,
    SetPlan,
)
from encounter_gui.rules.model.prepared import EncounterPlan, Party, Recruit, Wave
from encounter_gui.storage.damage import verify
from encounter_gui.storage.repair import repair
from tests.helpers.pictures import JPEG, png
from tests.helpers.rulesets import shipped

SERVICES = CampaignServices(
    rulesets=shipped, texts=message_catalog(), now=lambda: "2026-11-30T20:00:00+00:00"
)
PICTURE = png(40, 20)
NAME = read_picture(PICTURE).name
GUARD = "basic_corp_guard"


def opened(path: Path, ruleset: str = "cwn") -> OpenCampaign:
    if path.exists():
        return OpenCampaign.open(path, SERVICES)
    return OpenCampaign.create(path, SERVICES, first="Depot", ruleset=ruleset)


@pytest.fixture
def campaign(tmp_path):
    made = opened(tmp_path / "a.encounter")
    yield made
    made.close()


def depot(campaign):
    """Lays a plan with every kind of area and a picture in the first encounter, and returns its session."""
    listed = campaign.encounters()[0]
    session = campaign.session(listed.id)
    session.perform(SetPlan(size=(80, 40), name="Depot", storey=4))
    session.perform(PutArea(at=(20, 8), size=(2, 6), name="Crates", is_="cover", floor=1))
    session.perform(PutArea(at=(50, 20), radius=5, name="Smoke", is_="smoke", until="2 rounds"))
    session.perform(PutArea(points=((0, 0), (8, 0), (4, 4)), name="Gate", is_="entry"))
    session.perform(PutArea(at=(70, 30), size=(5, 5), is_="dark", amount=-3))
    name, pixels = campaign.add_picture(PICTURE)
    session.perform(SetBackdrop(picture=name, at=(1, 2), width=60, pixels=pixels))
    return listed, session


def guards(count="2", places=()):
    return Recruit(creature=GUARD, count=count, places=places)


# ---- kept


def test_a_picture_is_kept_once_however_often_it_is_given(campaign):
    assert campaign.add_picture(PICTURE) == campaign.add_picture(PICTURE) == (NAME, (40, 20))
    assert campaign.picture(NAME) == PICTURE
    campaign.close()
    assert verify(campaign.path).counts["pictures"] == 1


def test_a_picture_nobody_has_kept_is_none(campaign):
    assert campaign.picture(NAME) is None
    assert campaign.picture("no name") is None


def test_a_hostile_picture_is_refused_and_nothing_is_kept(campaign):
    for data in (b"GIF89a", b"<svg/>", PICTURE[:-5], png(7, 5).replace(b"IHDR", b"IHDX")):
        with pytest.raises(RuleError, match=r"picture\."):
            campaign.add_picture(data)
    campaign.close()
    assert verify(campaign.path).counts["pictures"] == 0


def test_a_plan_with_its_picture_is_there_when_the_campaign_is_opened_again(campaign):
    _, session = depot(campaign)
    plan = session.state.plan
    campaign.close()
    again = opened(campaign.path)
    assert again.session(again.encounters()[0].id).state.plan == plan
    assert again.picture(plan.backdrop.picture) == PICTURE
    again.close()
    assert verify(campaign.path).damage == ()


def test_a_damaged_picture_is_named_and_the_plan_stays(campaign, tmp_path):
    import sqlite3
    from contextlib import closing

    depot(campaign)
    campaign.close()
    with closing(sqlite3.connect(campaign.path)) as connection:
        connection.execute("UPDATE pictures SET picture = ?", (png(40, 20, grey=1),))
        connection.commit()
    (damage,) = verify(campaign.path).damage
    assert (damage.part, damage.kind) == ("pictures", "changed")
    again = opened(campaign.path)
    assert again.picture(NAME) is None
    assert again.session(again.encounters()[0].id).state.plan.backdrop.picture == NAME
    again.close()
    repaired = repair(campaign.path, tmp_path / "b.encounter")
    assert [each.part for each in repaired.lost] == ["pictures"]
    assert verify(tmp_path / "b.encounter").damage == ()


def test_a_sealed_row_that_says_another_size_than_its_picture_is_named(campaign):
    """Whoever writes the file can write its seal, too."""
    with campaign._campaign.file.transaction() as db:
        db.execute(
            "INSERT INTO pictures VALUES (?, 'png', 40000, 20, ?)",
            (read_picture(PICTURE).digest, PICTURE),
        )
    campaign.close()
    (damage,) = verify(campaign.path).damage
    assert (damage.part, damage.kind) == ("pictures", "unreadable")


def test_a_repaired_campaign_has_its_pictures(campaign, tmp_path):
    depot(campaign)
    campaign.close()
    assert repair(campaign.path, tmp_path / "b.encounter").lost == ()
    again = opened(tmp_path / "b.encounter")
    assert again.picture(NAME) == PICTURE
    again.close()


def test_a_copy_of_the_campaign_has_plan_and_picture(campaign, tmp_path):
    _, session = depot(campaign)
    campaign.save_copy(tmp_path / "copy.encounter")
    copy = opened(tmp_path / "copy.encounter")
    assert copy.session(copy.encounters()[0].id).state.plan == session.state.plan
    assert copy.picture(NAME) == PICTURE
    copy.close()


# ---- copied


def test_a_copy_of_an_encounter_has_the_same_ground_and_those_prepared(campaign):
    listed, session = depot(campaign)
    at = (Place(x=3, y=4), None, Place(x=5, y=6, floor=1))
    prepared = EncounterPlan(recruits=(guards("3", at),), waves=(Wave(name="Late", has_come=True),))
    campaign.prepared.put_plan(listed.id, prepared)
    made = campaign.duplicate(listed, "Depot 2")
    assert campaign.session(made).state.plan == session.state.plan
    copy = campaign.prepared.plan(made)
    assert copy.recruits == prepared.recruits
    assert not copy.waves[0].has_come


def test_the_ground_is_laid_in_one_gesture(campaign):
    listed, _ = depot(campaign)
    session = campaign.session(campaign.duplicate(listed, "Depot 2"))
    session.undo()
    assert session.state.plan is None


def test_a_copy_of_a_fight_that_has_begun_leaves_behind_what_ends_by_itself(campaign):
    listed, session = depot(campaign)
    session.perform(Add(creature=GUARD, count=2))
    session.perform(Next())
    made = campaign.session(campaign.duplicate(listed, "Depot 2"))
    names = [each.name for each in made.state.plan.areas]
    assert names == ["Crates", "Gate", ""]
    assert made.state.combatants == {}


def test_an_encounter_without_a_plan_is_copied_without_one(campaign):
    listed = campaign.encounters()[0]
    made = campaign.session(campaign.duplicate(listed, "Depot 2"))
    assert made.state.plan is None
    assert len(made.log) == 1


# ---- begun, and left


def staged(campaign, session):
    return staging_context(session, campaign.library(_Rulesets()))


class _Rulesets:
    def all(self):
        return (shipped("cwn"),)


def test_who_is_prepared_begins_where_it_was_put(campaign):
    _, session = depot(campaign)
    plan = EncounterPlan(recruits=(guards("3", (Place(x=3, y=4), None, Place(x=500, y=4))),))
    session.perform(start_command(staged(campaign, session), plan))
    places = [each.place for each in session.state.combatants.values()]
    assert places[0] == Place(x=3, y=4)
    assert places[2] is None, "beside the plan"
    assert session.state.stage == "ready"


def test_the_next_wave_stands_in_its_entry_and_others_in_that_without_a_name(campaign):
    _, session = depot(campaign)
    session.perform(PutArea(at=(60, 30), radius=2, name="Back door", is_="entry"))
    session.perform(PutArea(at=(10, 35), radius=2, is_="entry"))
    plan = EncounterPlan(recruits=(guards("1", (Place(x=3, y=4),)),))
    session.perform(start_command(staged(campaign, session), plan))
    for name, near in (("back door", (60, 30)), ("Unknown", (10, 35))):
        before = set(session.state.combatants)
        wave = Wave(name=name, recruits=(guards("2"),))
        session.perform(wave_command(staged(campaign, session), wave))
        new = [each for who, each in session.state.combatants.items() if who not in before]
        assert len(new) == 2
        assert all(math.dist(each.place.point, near) <= 2 for each in new), name


def test_a_wave_that_was_put_somewhere_stands_there(campaign):
    _, session = depot(campaign)
    plan = EncounterPlan(recruits=(guards("1", (Place(x=3, y=4),)),))
    session.perform(start_command(staged(campaign, session), plan))
    wave = Wave(name="Gate", recruits=(guards("1", (Place(x=33, y=22),)),))
    session.perform(wave_command(staged(campaign, session), wave))
    assert [*session.state.combatants.values()][-1].place == Place(x=33, y=22)


def test_those_expected_are_put_each_by_itself_party_and_copies(campaign):
    listed, session = depot(campaign)
    vee = replace(
        next(iter(_guard(campaign, session))),
        id="vee",
        name="Vee",
        side="pc",
        place=Place(x=1, y=1),
    )
    party = Party(name="Crew", members=(vee,))
    plan = EncounterPlan(recruits=(guards("1d2"), guards("2")))
    staging = staged(campaign, session)
    expected = expected_at_start(staging, listed.id, plan, party)
    assert len(expected) == 5
    assert all(each.place is None for each in expected)
    put = {
        expected[0].id: Place(x=9, y=9),
        expected[2].id: Place(x=2, y=2),
        expected[4].id: Place(x=4, y=4, radius=1),
    }
    placed = with_places(plan, party, expected, put)
    shown = expected_at_start(staging, listed.id, placed, party)
    assert [each.place for each in shown] == [
        Place(x=9, y=9),
        None,
        Place(x=2, y=2),
        None,
        Place(x=4, y=4, radius=1),
    ]
    assert [each.id for each in shown] == [each.id for each in expected]
    tokens = session.game.system.field(with_expected(session.context, shown), None, None).tokens
    assert [(each.x, each.y) for each in tokens] == [(9, 9), (2, 2), (4, 4)]
    away = with_places(placed, party, shown, {expected[0].id: None, expected[4].id: None})
    assert away.places == {}
    assert away.recruits[1].places == ()
    assert away.recruits[0].places == placed.recruits[0].places


def _guard(campaign, session):
    return start_command(
        staged(campaign, session), EncounterPlan(recruits=(guards("1"),))
    ).combatants


def test_whoever_is_carried_out_leaves_the_place_behind(campaign):
    _, session = depot(campaign)
    session.perform(SetPlan(size=(80, 40)))
    session.perform(Add(creature=GUARD, side="pc", name="Vee"))
    (who,) = session.state.combatants
    session.perform(Put(who=(who,), at=(3, 4)))
    party = party_of("Crew", session.state)
    assert party.members[0].place is None
    placed = replace(party, members=tuple(session.state.combatants.values()))
    assert [each.place for each in party_combatants(placed)] == [None]
    carry = carry_list(
        session.game.system, session.context, session.log.path(), campaign.prepared, None
    )
    (person,) = carry.people
    assert person.after.place == Place(x=3, y=4)
    assert carry_lines(person, [line.key for line in person.lines]).place is None
    assert not any("place" in line.key for line in person.lines)


# ---- in a file


def written(campaign, what="campaign"):
    return text_of(parcel_of(campaign, what, shipped), "json")


def taken_in(text, path):
    """Takes a file of ours into a new campaign; returns it, the session of its last encounter, and what was said."""
    preview = preview_files([("a.json", text.encode())], rulesets=shipped, fallback="cwn")
    other = opened(path)
    made = [other.take_in(each.encounter) for each in preview.encounters]
    said = [each.key for each in preview.warnings] + [each.reason.key for each in preview.skipped]
    return other, other.session(made[-1]) if made else None, said


@pytest.mark.parametrize("what", ["encounter:Depot", "campaign"])
def test_plan_places_and_picture_travel_with_an_encounter(campaign, tmp_path, what):
    listed, session = depot(campaign)
    session.perform(Add(creature=GUARD, count=2))
    first, second = session.state.combatants
    session.perform(Put(who=(first,), at=(3, 4), floor=1, radius=1.5))
    campaign.prepared.put_plan(
        listed.id,
        EncounterPlan(recruits=(guards("1", (Place(x=7, y=7),)),), places={"vee": Place(x=1, y=2)}),
    )
    other, made, said = taken_in(written(campaign, what), tmp_path / "b.encounter")
    assert said == []
    assert made.state.plan == session.state.plan
    places = [each.place for each in made.state.combatants.values()]
    assert places == [session.state.combatants[each].place for each in (first, second)]
    assert other.picture(NAME) == PICTURE
    assert other.prepared.plan(other.encounters()[-1].id) == campaign.prepared.plan(listed.id)
    other.close()
    assert verify(tmp_path / "b.encounter").damage == ()


def test_a_picture_stands_in_the_file_once(campaign):
    listed, _ = depot(campaign)
    campaign.duplicate(listed, "Depot 2")
    data = json.loads(written(campaign))
    assert [each["sha256"] for each in data["pictures"]] == [NAME]
    assert len(data["encounters"]) == 2
    assert all("picture" not in each for each in data["encounters"])


def test_a_file_without_plans_is_as_it_was(campaign):
    data = json.loads(written(campaign))
    assert "pictures" not in data
    assert "field" not in data["encounters"][0]


def changed(campaign, change):
    depot(campaign)
    data = json.loads(written(campaign))
    change(data)
    return json.dumps(data)


def _set_picture(data, picture):
    data["pictures"][0]["data"] = b64encode(picture).decode()


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda data: data.pop("pictures"), "import.picture_missing"),
        (lambda data: _set_picture(data, JPEG), "import.picture_other"),
        (lambda data: _set_picture(data, png(40, 20) + b"PK"), None),
        (lambda data: _set_picture(data, b"GIF89a"), "import.picture_refused"),
        (lambda data: _set_picture(data, PICTURE[:-3]), "import.picture_refused"),
        (lambda data: data["pictures"][0].update(data="no base64 ☠"), "import.picture_refused"),
        (lambda data: data["pictures"][0].update(data=7), "import.picture_missing"),
        (lambda data: data["pictures"][0].update(data="A" * 20_000_000), "import.picture_refused"),
        (lambda data: data.update(pictures="none"), "import.picture_missing"),
    ],
    ids=[
        "missing", "another", "with a tail", "gif", "cut off", "no base64", "number", "oversize",
        "no list",
    ],
)  # fmt: skip
def test_a_picture_that_cannot_be_used_is_told_and_the_encounter_comes_in(
    campaign, tmp_path, change, key
):
    other, made, said = taken_in(changed(campaign, change), tmp_path / "b.encounter")
    assert said == ([key] if key else [])
    assert made.state.plan.areas
    assert (made.state.plan.backdrop is None) == (key is not None)
    assert other.picture(NAME) == (None if key else PICTURE)
    other.close()
    assert verify(tmp_path / "b.encounter").damage == ()


def _area(data):
    return data["encounters"][0]["field"]["areas"][0]


@pytest.mark.parametrize(
    "change",
    [
        lambda field: field.update(width=math.nan),
        lambda field: field.update(height=math.inf),
        lambda field: field.update(width=1e9),
        lambda field: field.update(storey=-1),
        lambda field: field.update(name="x" * 1_000_000),
        lambda field: field.update(unit="miles"),
        lambda field: field.update(areas=field["areas"][:1] * 1_000_000),
        lambda field: field.update(areas=[7] * 1_000_000),
        lambda field: field.update(areas=field["areas"][:1] * 60_000),
        lambda field: field.update(areas={"no": "list"}),
        lambda field: field["areas"][0].update(points=[[math.nan, 1], [2, 2]]),
        lambda field: field["areas"][0].update(points=[[1e9, 1], [2, 2]]),
        lambda field: field["areas"][0].update(points=[[-1, 1], [2, 2]]),
        lambda field: field["areas"][0].update(points=[[1, 1], [1, 2]]),
        lambda field: field["areas"][0].update(points=[["a", 1], [1, 2]]),
        lambda field: field["areas"][0].update(name="x" * 1_000_000),
        lambda field: field["areas"][0].update(floor=10**9),
        lambda field: field["areas"][0].update(amount=10**9),
        lambda field: field["areas"][0].update(amount=10**30),
        lambda field: field["areas"][1].update(radius=math.inf),
        lambda field: field["areas"][2].update(points=[[1, 1], [2, 2], [1, 2]] * 300_000),
        lambda field: field["areas"][2].update(shape="star"),
        lambda field: field["backdrop"].update(width=math.nan),
        lambda field: field["backdrop"].update(pixels=[0, 5]),
        lambda field: field["backdrop"].update(at=[math.inf, 0]),
        lambda field: field.clear(),
    ],
)
def test_a_plan_that_none_can_be_is_told_and_the_encounter_comes_in(campaign, tmp_path, change):
    text = changed(campaign, lambda data: change(data["encounters"][0]["field"]))
    begun = time.process_time()
    preview = preview_files([("a.json", text.encode())], rulesets=shipped, fallback="cwn")
    assert time.process_time() - begun < 2
    if len(text) > MOST_BYTES:  # nothing of such a file is read
        assert preview.files[0].error.key == "import.too_large"
        return
    assert [each.key for each in preview.warnings] == ["import.plan_refused"]
    (found,) = preview.encounters
    assert found.encounter.field is None
    other = opened(tmp_path / "b.encounter")
    assert other.session(other.take_in(found.encounter)).state.plan is None
    other.close()


@pytest.mark.parametrize(
    "place",
    [
        {"x": 500, "y": 1},
        {"x": -1, "y": 1},
        {"x": 1, "y": 1, "floor": 10**6},
        {"x": 1, "y": 1, "radius": 1e8},
        {"x": 1, "y": 1, "radius": -1},
    ],
)
def test_who_stands_at_a_place_that_is_none_stands_nowhere(campaign, tmp_path, place):
    def change(data):
        data["encounters"][0]["combatants"][0]["place"] = place
        recruits = data["encounters"][0]["plan"]["recruits"]
        recruits[0]["places"] = [place, {"x": 2, "y": 2}]

    listed, session = campaign.encounters()[0], None
    campaign.prepared.put_plan(listed.id, EncounterPlan(recruits=(guards(),)))
    _, session = depot(campaign)
    session.perform(Add(creature=GUARD, count=1))
    data = json.loads(written(campaign))
    change(data)
    other, made, said = taken_in(json.dumps(data), tmp_path / "b.encounter")
    assert said == []
    assert [each.place for each in made.state.combatants.values()] == [None]
    other.close()
    again = opened(tmp_path / "b.encounter")
    kept = again.prepared.plan(again.encounters()[-1].id)
    assert kept.recruits[0].places[1] == Place(x=2, y=2)
    again.close()


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e300])
def test_a_place_that_is_no_number_is_refused_with_its_encounter(campaign, tmp_path, value):
    def change(data):
        data["encounters"][0]["plan"]["places"] = {"vee": {"x": value, "y": 1}}

    other, made, said = taken_in(changed(campaign, change), tmp_path / "b.encounter")
    assert (made, said) == (None, ["import.own_damaged"])
    other.close()


def test_feet_are_not_metres_a_plan_in_another_unit_is_converted(campaign, tmp_path):
    """Acceptance case F3."""

    def change(data):
        field = data["encounters"][0]["field"]
        data["encounters"][0]["field"] = {
            **field,
            "unit": "ft",
            "width": 262.467,
            "height": 131.234,
        }
        data["encounters"][0]["combatants"][0]["place"] = {"x": 32.808, "y": 65.617}

    _, session = depot(campaign)
    session.perform(Add(creature=GUARD, count=1))
    data = json.loads(written(campaign))
    change(data)
    other, made, said = taken_in(json.dumps(data), tmp_path / "b.encounter")
    assert said == []
    plan = made.state.plan
    assert (plan.unit, round(plan.width), round(plan.height)) == ("m", 80, 40)
    assert plan.areas[0].points[0] == pytest.approx((6.096, 2.438), abs=0.002)
    (who,) = made.state.combatants.values()
    assert who.place.point == pytest.approx((10, 20), abs=0.002)
    other.close()


def test_a_plan_goes_into_feet_and_back(campaign):
    _, session = depot(campaign)
    plan = session.state.plan
    back = plan_in(plan_in(plan, "ft"), "m")
    assert (back.width, back.unit, back.backdrop.picture) == (plan.width, "m", NAME)
    assert back.areas[1].radius == pytest.approx(5, abs=0.002)


def test_a_sound_plan_stays_as_it_is(campaign):
    _, session = depot(campaign)
    assert require_sound(session.state.plan) is session.state.plan
    assert kept_plan(None, "ready", shipped("cwn").time) is None
    far = replace(session.state.plan, backdrop=Backdrop(picture=NAME, width=1, pixels=(0, 1)))
    with pytest.raises(RuleError, match="no_size"):
        require_sound(far)


@pytest.mark.parametrize("spoilt", ['"a"', "null", "[]", "1e999"])
def test_a_damaged_place_ends_the_fight_there_and_the_file_opens(campaign, spoilt):
    """As any other damaged entry: the fight stands at the last sound one."""
    import sqlite3
    from contextlib import closing

    listed, session = depot(campaign)
    session.perform(Add(creature=GUARD, count=1))
    (who,) = session.state.combatants
    session.perform(Put(who=(who,), at=(33.25, 4)))
    session.perform(SetPlan(name="Afterwards"))
    campaign.close()
    with closing(sqlite3.connect(campaign.path)) as connection:
        changed_rows = connection.execute(
            "UPDATE events SET payload = CAST(replace(CAST(payload AS TEXT), '33.25', ?) AS BLOB)"
            " WHERE kind LIKE 'place%' OR payload LIKE '%33.25%'",
            (spoilt,),
        ).rowcount
        connection.commit()
    assert changed_rows == 1
    assert [each.part for each in verify(campaign.path).damage] == ["entries", "entries"]
    again = opened(campaign.path)
    found = again.session(listed.id)
    assert again.damaged_at(listed.id)
    assert found.state.plan.name == "Depot"
    assert [each.place for each in found.state.combatants.values()] == [None]
    found.perform(Put(who=(who,), at=(5, 6)))
    assert found.state.combatants[who].place == Place(x=5, y=6)
    again.close()


@pytest.mark.parametrize(
    ("change", "key", "words"),
    [
        (
            lambda field: field.update(unit="ft", width=2, height=60, areas=[]),
            "import.plan_size",
            "0.61 × 18.29 m here; a plan is between 1 and 10000 m",
        ),
        (
            lambda field: field.update(unit="ft", storey=3),
            "import.plan_storey",
            "would be 0.91 m high here",
        ),
    ],
)
def test_a_plan_out_of_range_in_the_unit_of_the_game_is_told_and_the_encounter_comes_in(
    campaign, tmp_path, change, key, words
):
    """Acceptance case F3: 2 feet are less than a metre; who is in the encounter comes in all the same."""
    text = changed(campaign, lambda data: change(data["encounters"][0]["field"]))
    preview = preview_files([("a.json", text.encode())], rulesets=shipped, fallback="cwn")
    (said,) = preview.warnings
    assert said.key == key
    assert words in message_catalog().text(said)
    assert message_catalog().text(said).startswith("Depot: ")
    other, session, _ = taken_in(text, tmp_path / "b.encounter")
    assert session.state.plan is None
    other.close()


def test_a_plan_too_long_in_feet_is_told(campaign, tmp_path):
    """4,000 m are 13,123 feet: phases has no plan so long."""
    text = changed(
        campaign,
        lambda data: (
            data["encounters"][0].update(ruleset="phases", combatants=[], switches={}, plan={}),
            data["encounters"][0]["field"].update(width=4000, areas=[], backdrop=None),
        ),
    )
    preview = preview_files([("a.json", text.encode())], rulesets=shipped, fallback="cwn")
    assert [each.key for each in preview.warnings] == ["import.plan_size"]
    other, session, _ = taken_in(text, tmp_path / "b.encounter")
    assert session.state.plan is None
    other.close()


# ---- pictures that nothing needs any more


def test_a_picture_goes_with_the_last_encounter_whose_plan_is_drawn_on_it(campaign):
    """A copy of the encounter keeps it; what nobody took up goes as well. The seals agree."""
    listed, _ = depot(campaign)
    other, _ = campaign.add_picture(png(7, 5))
    copy = campaign.duplicate(listed, "Copy")
    campaign.remove_encounter(listed.id)
    assert campaign.picture(NAME) == PICTURE
    assert campaign.picture(other) is None
    campaign.remove_encounter(copy)
    assert campaign.picture(NAME) is None
    campaign.close()
    report = verify(campaign.path)
    assert report.counts["pictures"] == 0
    assert not report.damage


def test_a_picture_that_is_taken_back_stays_as_long_as_it_can_be_redone(campaign):
    """The entry that is undone names it still: redo has it again."""
    session = depot(campaign)[1]
    session.perform(SetBackdrop())
    gone = campaign.new_encounter("Gone", "cwn")
    campaign.remove_encounter(gone)
    assert campaign.picture(NAME) == PICTURE
    session.undo()
    assert session.state.plan.backdrop.picture == NAME
    session.undo()
    assert session.state.plan.backdrop is None
    campaign.remove_encounter(campaign.new_encounter("Gone", "cwn"))
    session.redo()
    assert session.state.plan.backdrop.picture == NAME
    assert campaign.picture(NAME) == PICTURE


# ---- what is written can be read again


def test_an_archive_too_large_to_be_imported_is_refused_at_writing(campaign):
    """Seven pictures of 6 MB are more than a file may have: it says so, and how to write them; one alone is written."""
    listed, _ = depot(campaign)
    own = campaign.own_encounter(listed.id, "Depot")
    several = []
    for place in range(7):
        picture = bytes([place]) * (6 * 1024 * 1024)
        backdrop = replace(own.field.backdrop, picture=f"{place:064x}")
        several.append(replace(own, picture=picture, field=replace(own.field, backdrop=backdrop)))
    with pytest.raises(RuleError) as refused:
        text_of(Parcel(title="Archive", encounters=tuple(several)), "json")
    assert refused.value.message.key == "export.too_large"
    words = message_catalog().text(refused.value.message)
    assert "a file of 57 MB" in words
    assert "7 pictures" in words
    alone = text_of(Parcel(title="Archive", encounters=tuple(several[:1])), "json")
    assert read("a.json", alone.encode()).kind == "json"
