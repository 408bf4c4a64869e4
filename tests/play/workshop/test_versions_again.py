"""Versions that are taken away and saved again under the same number: always the rules that are in the file."""

from pathlib import Path

from tests.helpers.own_rules import made_own, opened

HIT = ("items", "combat_rifle", "values", "hit")


def test_a_version_saved_again_under_its_number_counts_as_it_is_now(tmp_path: Path) -> None:
    """Saved, undone, changed, saved: within one second of the clock both have one number, name and moment."""
    campaign = opened(tmp_path / "Docks.encounter")
    try:
        for hit in (1, 2):
            version = made_own(campaign, "cwn", HIT, hit)
            assert version.version == 1
            rifle = campaign.ruleset("cwn").item("combat_rifle")
            assert rifle is not None
            assert rifle.values["hit"] == hit
            campaign.own_rules.repository.remove("cwn", 1)
    finally:
        campaign.close()
