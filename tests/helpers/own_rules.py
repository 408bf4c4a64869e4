"""Campaigns with own rules, made as the workshop makes them."""

from pathlib import Path

from encounter_gui import paths
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Place, with_value, without
from encounter_gui.rules.model.own_rules import OwnRules
from tests.helpers.rulesets import shipped

SERVICES = CampaignServices(
    rulesets=shipped,
    texts=paths.message_catalog(),
    now=lambda: "2026-11-30T20:00:00+00:00",
    files=paths.ruleset_texts,
)


def opened(path: Path, ruleset: str = "cwn") -> OpenCampaign:
    """Returns the campaign of a file, a new one with a first encounter if there is no such file."""
    if path.exists():
        return OpenCampaign.open(path, SERVICES)
    return OpenCampaign.create(path, SERVICES, first="First", ruleset=ruleset)


def made_own(campaign: OpenCampaign, ruleset: str, place: Place, value: object) -> OwnRules:
    """Saves a version of the own rules that says a value at a place besides what the last one said.

    A value of None: it says nothing there any more.
    """
    workshop = campaign.own_rules.workshop(ruleset)
    layer = workshop.draft.layer
    layer = without(layer, place) if value is None else with_value(layer, place, value)
    rules = workshop.draft.with_layer(layer)
    workshop.put(DraftView(workshop.base, rules))
    return workshop.save()
