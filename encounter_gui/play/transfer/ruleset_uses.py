"""What of a campaign is made with which ruleset: what waits where one is taken away."""

from collections import Counter

from msgspec import Struct

from encounter_gui.play.open_campaign import OpenCampaign


class RulesetUse(Struct, frozen=True, kw_only=True):
    """How many creatures, encounters, and pieces of own gear and conditions of a campaign are made with a ruleset."""

    creatures: int = 0
    encounters: int = 0
    things: int = 0

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.creatures or self.encounters or self.things)


def uses_in(campaign: OpenCampaign) -> dict[str, RulesetUse]:
    """Returns what is made with each ruleset of a campaign, by the id of the ruleset; those it has own rules for too.

    Raises:
        SaveError: the file cannot be read.
    """
    prepared = campaign.prepared
    creatures = Counter(str(each.ruleset) for each in prepared.creatures.all())
    things = Counter(str(each.ruleset) for each in prepared.custom_entries.all())
    encounters = Counter(str(each.ruleset) for each in campaign.everything())
    own = campaign.own_rules.repository.rulesets() if campaign.has_own_rules else ()
    return {
        each: RulesetUse(
            creatures=creatures[each], encounters=encounters[each], things=things[each]
        )
        for each in dict.fromkeys((*encounters, *creatures, *things, *own))
    }
