"""Gear and conditions of a campaign's own: kept apart, pinned by new fights, carried into older ones, exported."""

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import RulesetId
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.interchange.imported import FoundExtra
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.play.prep.staging import staging_context, start_command
from encounter_gui.play.transfer.custom_entry_merge import adopt
from encounter_gui.play.transfer.exports import parcel_of, text_of
from encounter_gui.play.transfer.imports import Wanted, preview_files, take_back, take_in
from encounter_gui.rules.files.ruleset_errors import RulesetError
from encounter_gui.rules.model.commands import Add, Afflict, Join, Next
from encounter_gui.rules.model.prepared import EncounterPlan, LibraryCreature, Party, Recruit
from encounter_gui.rules.model.ruleset import CarriedDef, ConditionDef, CreatureDef, Effect, ItemDef
from encounter_gui.storage.prepared_store import New
from tests.helpers.rulesets import shipped

MEANS = CampaignServices(
    rulesets=shipped, texts=message_catalog(), now=lambda: "2026-11-21T07:00:00+00:00"
)
RULESETS = RulesetRepository(shipped, lambda: ["cwn", "d6pool"])
CWN = RulesetId("cwn")
SPIKE = ItemDef(
    key="",
    name="Rail spike",
    kind="weapon",
    values={"class": "ranged", "damage": "2d8", "skill": "shoot", "range": (30, 200)},
)
GLITCHED = ConditionDef(
    key="", name="Glitched", kind="warn", effects=(Effect(on="hit", amount=-2),)
)


@pytest.fixture
def make(tmp_path):
    """Makes campaigns, and closes them."""
    made = []

    def one(name="a"):
        path = tmp_path / f"{name}.encounter"
        made.append(OpenCampaign.create(path, MEANS, first="One", ruleset="cwn"))
        return made[-1]

    yield one
    for each in made:
        each.close()


@pytest.fixture
def campaign(make):
    return make()


@pytest.fixture
def library(campaign):
    return campaign.library(RULESETS)


def creature(name, *items):
    made = CreatureDef(key=name.casefold(), name=name, items=items, held=items[0].item)
    return LibraryCreature(creature=made)


def begin(session):
    """Starts a fight of two sides, the app rolling initiative."""
    creature = session.game.ruleset.creatures[0].key
    session.perform(Add(creature=creature, side="pc"))
    session.perform(Add(creature=creature, side="foe"))
    session.perform(Next())
    assert session.state.stage == "running"


def names(found):
    return [one.value.name for one in found]


def test_own_things_come_first_and_shipped_ones_stay_as_they_are(library):
    made = library.custom_entries.add("cwn", [SPIKE])[0]
    found = library.custom_entries.find("cwn", "item")
    assert (found[0], made.is_own, found[1].is_own) == (made, True, False)
    assert len(found) == len(shipped("cwn").items) + 1
    assert names(library.custom_entries.find("cwn", "item", "rail")) == ["Rail spike"]
    assert library.custom_entries.find("d6pool", "item", "rail") == ()
    with pytest.raises(KeyError):
        library.custom_entries.change({found[1].key: SPIKE})
    with pytest.raises(KeyError):
        library.custom_entries.remove([found[1].key])


def test_a_new_name_leaves_what_creatures_call_it(library):
    made = library.custom_entries.add("cwn", [SPIKE])[0]
    named = ItemDef(key="", name="Nail gun", kind="weapon", values=SPIKE.values)
    library.custom_entries.change({made.key: named})
    assert library.custom_entries.one(made.key).value.key == made.value.key == "own_rail_spike"
    assert names(library.custom_entries.find("cwn", "item", "nail")) == ["Nail gun"]


def test_names_are_taken_once_and_values_checked(library, campaign):
    library.custom_entries.add("cwn", [SPIKE])
    with pytest.raises(RuleError, match=r"prep\.name_taken"):
        library.custom_entries.add("cwn", [SPIKE])
    with pytest.raises(RulesetError, match=r"ruleset\.too_small"):
        library.custom_entries.add(
            "cwn", [ItemDef(key="", name="X", kind="weapon", values={"magazine": -1})]
        )
    with pytest.raises(RuleError, match=r"prep\.no_ruleset"):
        library.custom_entries.add("nowhere", [SPIKE])
    assert len(campaign.prepared.custom_entries.all()) == 1


def test_removing_is_taken_back_whole(library, campaign):
    made = library.custom_entries.add("cwn", [GLITCHED])[0]
    gone = library.custom_entries.remove([made.key])
    assert library.custom_entries.one(made.key) is None
    library.custom_entries.restore(gone)
    assert library.custom_entries.one(made.key) == made
    assert [kept.row for kept in campaign.prepared.custom_entries.all()] == [made.row]


def test_users_are_known(library, campaign):
    """Own creatures carry items; members of parties have conditions."""
    spike, glitched = (
        library.custom_entries.add("cwn", [SPIKE])[0],
        library.custom_entries.add("cwn", [GLITCHED])[0],
    )
    assert library.users(spike) == library.users(glitched) == ()
    library.add("cwn", [creature("Spiker", CarriedDef(item=spike.value.key))])
    library.add("cwn", [creature("Own", CarriedDef(item=spike.value.key, kind="weapon"))])
    ada = Combatant(id="a_1", number=1, name="Ada", conditions=(Condition(key=glitched.value.key),))
    campaign.prepared.parties.add([New(ruleset=CWN, value=Party(name="Squad", members=(ada,)))])
    assert (library.users(spike), library.users(glitched)) == (("Spiker",), ("Ada",))


def test_a_new_fight_has_them_and_plays_by_them(library, campaign):
    """The item is in hand, the condition can be given, and what it does counts."""
    spike, glitched = (
        library.custom_entries.add("cwn", [SPIKE])[0],
        library.custom_entries.add("cwn", [GLITCHED])[0],
    )
    (own,) = library.add("cwn", [creature("Spiker", CarriedDef(item=spike.value.key))])
    session = campaign.session(campaign.new_encounter("Two", "cwn"))
    assert session.game.ruleset.item(spike.value.key) == spike.value
    plan = EncounterPlan(recruits=(Recruit(creature="spiker", own=own.row),))
    session.perform(start_command(staging_context(session, library), plan))
    (one,) = session.state.combatants.values()
    assert (one.items[0].name, one.memo["held"]) == ("Rail spike", "own_rail_spike")
    session.perform(Afflict(who=(one.id,), condition=glitched.value.key))
    assert session.state.combatants[one.id].has(glitched.value.key)


def test_a_fight_that_has_begun_takes_the_item_inline(library, campaign):
    """Its ruleset was pinned before the item was made."""
    before = campaign.session(campaign.new_encounter("Older", "cwn"))
    begin(before)
    spike = library.custom_entries.add("cwn", [SPIKE])[0]
    assert before.game.ruleset.item(spike.value.key) is None
    (own,) = library.add("cwn", [creature("Spiker", CarriedDef(item=spike.value.key))])
    plan = EncounterPlan(recruits=(Recruit(creature="spiker", own=own.row, count="2"),))
    before.perform(start_command(staging_context(before, library), plan))
    joined = list(before.state.combatants.values())[2:]
    carried = [one.items[0] for one in joined]
    assert [(each.name, dict(each.values)) for each in carried] == [
        ("Rail spike", dict(SPIKE.values))
    ] * 2


def test_a_fight_goes_on_whatever_becomes_of_an_item(library, campaign):
    """Changed or deleted: the fight has its own ruleset."""
    spike = library.custom_entries.add("cwn", [SPIKE])[0]
    encounter = campaign.new_encounter("Two", "cwn")
    library.custom_entries.remove([spike.key])
    assert campaign.session(encounter).game.ruleset.item(spike.value.key) == spike.value


def test_what_does_not_fit_any_more_is_said_by_its_name(campaign):
    """A ruleset may have changed since; nothing is made then."""
    wrong = ItemDef(key="own_x", name="Old gun", kind="weapon", values={"calibre": 9})
    campaign.prepared.custom_entries.add([New(ruleset=CWN, value=wrong)])
    with pytest.raises(RuleError, match=r"prep\.unfit") as refused:
        campaign.new_encounter("Two", "cwn")
    assert refused.value.message.params["name"] == "Old gun"
    assert len(campaign.encounters()) == 1


# ---- files of ours


def read_into(campaign, text):
    preview = preview_files([("a.json", text.encode())], rulesets=shipped, fallback="cwn")
    library = campaign.library(RULESETS)
    wanted = [each for each in preview.candidates if each.is_wanted]
    encounters = [each.encounter for each in preview.encounters]
    return preview, take_in(
        campaign,
        library,
        Wanted(creatures=tuple(wanted), encounters=tuple(encounters), extras=preview.extras),
    )


def filled(campaign):
    library = campaign.library(RULESETS)
    spike, glitched = (
        library.custom_entries.add("cwn", [SPIKE])[0],
        library.custom_entries.add("cwn", [GLITCHED])[0],
    )
    library.custom_entries.add("cwn", [ItemDef(key="", name="Unused", kind="gear")])
    library.add("cwn", [creature("Spiker", CarriedDef(item=spike.value.key))])
    encounter = campaign.new_encounter("Two", "cwn")
    ada = Combatant(id="a_1", number=1, name="Ada", conditions=(Condition(key=glitched.value.key),))
    campaign.session(encounter).perform(Join(combatants=(ada,)))
    return spike, glitched


def test_a_campaign_comes_back_with_all_of_them(make):
    first, second = make("a"), make("b")
    filled(first)
    read_into(second, text_of(parcel_of(first, "campaign", shipped), "json"))
    assert second.prepared.definitions("cwn") == first.prepared.definitions("cwn")
    ours, theirs = first.library(RULESETS), second.library(RULESETS)
    assert names(theirs.custom_entries.find("cwn", "item", "rail")) == ["Rail spike"]
    assert [c.creature.items for c in (theirs.find("spiker")[0].value,)] == [
        ours.find("spiker")[0].value.creature.items
    ]
    two = next(each for each in second.encounters() if each.name == "Two")
    assert second.session(two.id).game.ruleset.condition("own_glitched") is not None


def test_a_creature_brings_what_it_carries_and_no_more(make):
    first = make("a")
    filled(first)
    parcel = parcel_of(first, "creature:Spiker", shipped)
    assert [each.extra.name for each in parcel.extras] == ["Rail spike"]
    assert [each.extra.name for each in parcel_of(first, "encounter:Two", shipped).extras] == [
        "Glitched"
    ]


def test_the_same_again_is_kept_once_and_something_else_beside_it(make):
    """What has the same key but is other gets another key, and its creature carries that one."""
    first, second = make("a"), make("b")
    filled(first)
    text = text_of(parcel_of(first, "creature:Spiker", shipped), "json")
    other = ItemDef(key="", name="Rail spike", kind="weapon", values={"damage": "1d4"})
    library = second.library(RULESETS)
    library.custom_entries.add("cwn", [other])
    _, taken = read_into(second, text)
    (spiker,) = taken.added
    assert spiker.value.creature.items == (CarriedDef(item="own_rail_spike_2"),)
    assert spiker.value.creature.held == "own_rail_spike_2"
    assert library.custom_entries.one(f"item:own:{taken.extras[0]}").value.values == SPIKE.values
    assert read_into(second, text)[1].extras == (), "a second time it is there already"


def test_an_import_taken_back_takes_its_things_with_it(make):
    first, second = make("a"), make("b")
    filled(first)
    _, taken = read_into(second, text_of(parcel_of(first, "library", shipped), "json"))
    library = second.library(RULESETS)
    take_back(second, library, taken)
    assert second.prepared.custom_entries.all() == ()
    assert library.custom_entries.find("cwn", "item", "rail") == ()


def test_what_no_ruleset_would_have_is_left_out_and_said(make):
    first = make("a")
    filled(first)
    text = text_of(parcel_of(first, "library", shipped), "json").replace('"range"', '"reach"')
    preview, _ = read_into(make("b"), text)
    assert [each.name for each in preview.skipped] == ["Rail spike"]
    assert preview.skipped[0].reason.params["place"].endswith("values.reach")


def test_conditions_called_otherwise_here_are_called_so_on_everybody(make):
    first, second = make("a"), make("b")
    _, glitched = filled(first)
    second.library(RULESETS).custom_entries.add("cwn", [ConditionDef(key="", name="Glitched")])
    text = text_of(parcel_of(first, "encounter:Two", shipped), "json")
    read_into(second, text)
    two = next(each for each in second.encounters() if each.name == "Two")
    (ada,) = second.session(two.id).state.combatants.values()
    assert ada.has("own_glitched_2")
    found = FoundExtra(file="a", ruleset="cwn", extra=glitched.value)
    again = adopt(second.prepared.custom_entries, [found])
    assert (again.rows, set(again.keys.values())) == ((), {"own_glitched_2"})


def test_a_fight_that_has_not_begun_comes_to_know_them(library, campaign):
    """What is made while an encounter is prepared can be used in it; afterwards it keeps what it began with."""
    encounter = campaign.new_encounter("Prepared", "cwn")
    session = campaign.session(encounter)
    glitched = library.custom_entries.add("cwn", [GLITCHED])[0]
    campaign.renew(encounter, session)
    assert session.context.ruleset.condition(glitched.value.key) == glitched.value
    assert campaign.session(encounter).game.ruleset == session.game.ruleset, "it is in the file"
    library.custom_entries.remove([glitched.key])
    campaign.renew(encounter, session)
    assert session.context.ruleset.condition(glitched.value.key), "nothing is taken from it"


def test_opening_a_prepared_fight_brings_it_up_to_date(library, campaign):
    encounter = campaign.new_encounter("Prepared", "cwn")
    spike = library.custom_entries.add("cwn", [SPIKE])[0]
    assert campaign.session(encounter).game.ruleset.item(spike.value.key) == spike.value


def test_a_fight_that_is_on_stays_as_it_began(library, campaign):
    encounter = campaign.new_encounter("On", "cwn")
    session = campaign.session(encounter)
    begin(session)
    spike = library.custom_entries.add("cwn", [SPIKE])[0]
    campaign.renew(encounter, session)
    assert session.game.ruleset.item(spike.value.key) is None
    assert campaign.session(encounter).game.ruleset.item(spike.value.key) is None
