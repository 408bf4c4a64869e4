"""An update of the book, or of the program, leaves own rules and fights as they were, and says what has changed."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.play.fight_rules import FightRules
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.rules.files.layers import Base
from encounter_gui.rules.model.commands import Add
from encounter_gui.rules.model.ruleset import Ruleset
from tests.helpers.own_rules import SERVICES, made_own, opened
from tests.helpers.rulesets import shipped

PLACE = ("items", "combat_rifle", "values", "magazine")
OWN = 45


class Book:
    """The files of a game as they are after an update: in some places another text stands for the old one."""

    def __init__(self, *changes: tuple[str, str]) -> None:
        """Takes what is said instead of what."""
        self._changes = changes

    def texts(self, ruleset: str) -> Mapping[str, str]:
        """The files of a ruleset."""
        found = dict(paths.ruleset_texts(ruleset))
        if ruleset != "cwn":
            return found
        for old, new in self._changes:
            names = [name for name, text in found.items() if old in text]
            assert names, f"the book does not say {old}"
            found[names[0]] = found[names[0]].replace(old, new, 1)
        return found

    def ruleset(self, ruleset: str) -> Ruleset:
        """A ruleset as it is now."""
        return Base(ruleset, self.texts).ruleset

    def open(self, path: Path) -> OpenCampaign:
        """Opens a campaign with the updated program."""
        services = CampaignServices(
            rulesets=self.ruleset, texts=SERVICES.texts, now=SERVICES.now, files=self.texts
        )
        return OpenCampaign.open(path, services)


def magazine(ruleset: Ruleset, item: str = "combat_rifle") -> object:
    found = ruleset.item(item)
    assert found is not None
    return found.values["magazine"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign with an own value, and a fight by it with somebody in it."""
    made = tmp_path / "Docks.encounter"
    campaign = opened(made)
    made_own(campaign, "cwn", PLACE, OWN)
    campaign.session(campaign.encounters()[0].id).perform(Add(creature="gang_gunman", count=1))
    campaign.close()
    return made


def rifle_text(ruleset: str = "cwn") -> tuple[str, str]:
    """The line of the book with the rifle's magazine, and the same line with three rounds more."""
    for text in paths.ruleset_texts(ruleset).values():
        at = text.find('key = "combat_rifle"')
        if at >= 0:
            end = text.find("[[items]]", at)
            entry = text[at : end if end >= 0 else None]
            old = f"magazine = {magazine(shipped(ruleset))}"
            assert old in entry
            return entry, entry.replace(old, f"magazine = {int(str(magazine(shipped('cwn')))) + 3}")
    raise AssertionError("the book has no such rifle")


def test_an_update_eats_my_table(path: Path) -> None:
    """W5: own values stay, and where the book changed under one both are known."""
    was = magazine(shipped("cwn"))
    campaign = Book(rifle_text()).open(path)
    draft = campaign.own_rules.workshop("cwn").draft
    assert magazine(campaign.ruleset("cwn")) == OWN
    assert draft.value(PLACE) == OWN
    assert draft.base.value(PLACE) == int(str(was)) + 3
    assert draft.changed_in_the_book == ((PLACE, was),)
    (version,) = campaign.own_rules.repository.versions("cwn")
    assert version.data == {"items": {"combat_rifle": {"values": {"magazine": OWN}}}}
    campaign.close()


def test_an_update_eats_my_table_elsewhere_it_comes_through_and_fights_keep_theirs(
    path: Path,
) -> None:
    """W5: what is not own follows the book in new fights; one that was begun keeps its rules, and is offered it."""
    campaign = Book(('name = "Prone"', 'name = "Flat"')).open(path)
    made = campaign.encounters()[0].id
    fight = campaign.session(made)
    prone = fight.context.ruleset.condition("prone")
    assert prone is not None
    assert prone.name == "Prone"
    new = campaign.session(campaign.new_encounter("Second", "cwn")).context.ruleset.condition(
        "prone"
    )
    assert new is not None
    assert new.name == "Flat"
    offer = FightRules(campaign, made, fight).offer()
    assert offer is not None
    assert [each.place for each in offer.differences] == ["conditions.prone.name"]
    campaign.close()


def test_gone_from_the_list_gone_from_the_roster_when_the_book_drops_it(path: Path) -> None:
    """W7: what somebody carries that the book has no more is there in the fight, and nothing makes the loss final."""
    other = [("combat_rifle", "battle_rifle")] * sum(
        text.count("combat_rifle") for text in paths.ruleset_texts("cwn").values()
    )
    campaign = Book(*other).open(path)
    made = campaign.encounters()[0].id
    fight = campaign.session(made)
    who = next(iter(fight.state.combatants))
    rifle = fight.state.combatants[who].items
    rules = FightRules(campaign, made, fight)
    fight.perform(rules.command(campaign.own_rules.repository.newest("cwn")))
    assert fight.state.combatants[who].items == rifle
    assert fight.context.ruleset.item("combat_rifle") is not None
    assert fight.context.ruleset.item("battle_rifle") is not None
    form = fight.game.system.combatant_view(fight.context, who)
    assert "Combat rifle" in repr(form)
    draft = campaign.own_rules.workshop("cwn").draft
    assert PLACE in draft.own_places(), "what no longer fits stays in the draft"
    assert draft.problems
    campaign.close()
    again = opened(path)
    assert magazine(again.ruleset("cwn")) == OWN
    again.close()
