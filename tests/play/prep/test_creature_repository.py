"""The library: shipped creatures and the campaign's own, found, filtered and changed."""

import pytest

from encounter_gui.play.prep.creature_repository import (
    CreatureRepository,
    Filter,
    kind_of,
    with_overlay,
    with_tags,
)
from encounter_gui.play.prep.record_edits import with_field
from encounter_gui.rules.model.prepared import LibraryCreature, Overlay
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.storage.campaign import Campaign
from tests.helpers.rulesets import shipped


def creature(name, *tags, role="", threat=0, side="foe", **sheet):
    made = CreatureDef(key=name.casefold(), name=name, tags=tags, side=side, sheet=sheet)
    return LibraryCreature(creature=made, role=role, threat=threat)


@pytest.fixture
def campaign(tmp_path):
    with Campaign.create(tmp_path / "a.encounter", "a") as made:
        yield made


@pytest.fixture
def library(campaign):
    made = CreatureRepository(campaign.prepared, [shipped("minimal"), shipped("d6pool")])
    yield made
    made.close()


def names(found):
    return [each.value.name for each in found]


def test_shipped_creatures_are_there_and_cannot_be_changed(library):
    (cat,) = library.find("alley cat")
    assert not cat.is_own
    with pytest.raises(KeyError):
        library.remove([cat.key])
    assert library.one(cat.key) == cat


def test_own_creatures_are_found_by_name_tag_role_and_words(library, campaign):
    library.add(
        "minimal", [creature("Marrow", "jackals", role="quartermaster"), creature("Żółw", "docks")]
    )
    for typed in ("mar", "jack", "quart", "MARROW ja"):
        assert names(library.find(typed)) == ["Marrow"]
    assert names(library.find("zolw")) == ["Żółw"]
    again = CreatureRepository(campaign.prepared, [])
    assert names(again.items) == ["Marrow", "Żółw"]
    again.close()


def test_filters_narrow_and_facets_count(library):
    library.add(
        "minimal", [creature("A", "x", "y", threat=3), creature("B", "x", threat=8, side="ally")]
    )
    library.add("d6pool", [creature("C", "y", role="boss")])
    assert names(library.find("", Filter(tags=frozenset({"x"})))) == ["A", "B"]
    assert names(library.find("", Filter(tags=frozenset({"x", "y"})))) == ["A"]
    assert names(library.find("", Filter(threat=(4, 9)))) == ["B"]
    assert names(
        library.find("", Filter(rulesets=frozenset({"d6pool"}), origins=frozenset({"own"})))
    ) == ["C"]
    assert names(
        library.find("", Filter(sides=frozenset({"ally"}), origins=frozenset({"own"})))
    ) == ["B"]
    own = library.find("", Filter(origins=frozenset({"own"})))
    facets = library.facets(own)
    assert facets.tags == {"x": 2, "y": 2}
    assert facets.roles == {"boss": 1}
    assert facets.rulesets == {"minimal": 2, "d6pool": 1}


def test_many_are_tagged_and_edited_at_once_and_listeners_hear_of_it(library):
    heard = []
    library.subscribe(lambda: heard.append(len(library.items)))
    made = library.add("minimal", [creature("A", "old", luck=1), creature("B", luck=2)])
    keys = [each.key for each in made]
    entries = (with_tags(item.value, ["night"], ["old"]) for item in made)
    library.change(dict(zip(keys, entries, strict=True)))
    library.change({key: with_field(library.one(key).value, "luck", 5) for key in keys})
    assert [library.one(key).value.creature.tags for key in keys] == [("night",), ("night",)]
    assert [library.one(key).value.creature.sheet["luck"] for key in keys] == [5, 5]
    assert names(library.find("night")) == ["A", "B"]
    assert len(heard) == 3


def test_removing_is_taken_back_in_the_same_rows(library):
    (one,) = library.add("minimal", [creature("Ann")])
    gone = library.remove([one.key])
    assert library.find("ann") == ()
    library.restore(gone)
    assert library.find("ann") == gone == (one,)


def test_an_overlay_makes_a_variant():
    elite = Overlay(key="elite", name="elite", sheet={"luck": 2})
    made = with_overlay(creature("Guard", luck=3), elite)
    assert (made.name, made.creature.sheet["luck"], made.base) == ("Guard (elite)", 5, "guard")


def test_what_was_used_last_comes_first(library):
    one, two = library.add("minimal", [creature("One"), creature("Two")])
    for key in (one.key, two.key, one.key):
        library.add_recent(key)
    assert names(library.recent) == ["One", "Two"]


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (CreatureDef(key="a", name="A", sheet={"kind": "drone"}), "drone"),
        (CreatureDef(key="a", name="A", side="pc"), "pc"),
        (CreatureDef(key="a", name="A", is_named=True), "named"),
        (CreatureDef(key="a", name="A", tags=("hazard",)), "hazard"),
        (CreatureDef(key="a", name="A"), "npc"),
    ],
)
def test_what_a_creature_is_shows_on_its_sheet(made, kind):
    assert kind_of(made) == kind


def test_five_thousand_creatures_are_searched(library):
    """How fast it is, the bench measures."""
    library.add("minimal", [creature(f"Guard {n}", f"tag{n % 50}") for n in range(5000)])
    assert len(library.find("guard tag7")) == 100
