"""A campaign with own rules opens as fast as one without: a fight has its rules in the file, and reads no others."""

import subprocess
import sys
from pathlib import Path

from encounter_gui import paths
from encounter_gui.rules.model.commands import Add
from tests.helpers.own_rules import made_own, opened

_OPEN = """
import sys
from pathlib import Path
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign

def no_files(ruleset):
    raise AssertionError(f"the files of {ruleset} are read")

SERVICES = CampaignServices(
    rulesets=no_files, texts=message_catalog(), now=lambda: "2026-11-30T20:00:00Z", files=no_files
)
before = set(sys.modules)
campaign = OpenCampaign.open(Path(sys.argv[1]), SERVICES)
session = campaign.session(campaign.current())
session.game.system.rows(session.context)
session.game.system.heading(session.context)
print(session.context.ruleset.own_version)
late = {"pydantic", "encounter_gui.rules.files.schema", "encounter_gui.play.workshop.campaign_rules"}
print(sorted(late & set(sys.modules) - before))
campaign.close()
"""


def opened_anew(path: Path) -> list[str]:
    """What opening a campaign in a fresh process says: the version of own rules, and what it has imported for it."""
    done = subprocess.run(
        [sys.executable, "-c", _OPEN, str(path)], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_a_fight_with_somebody_in_it_reads_nothing_but_its_own_rules(tmp_path: Path) -> None:
    path = tmp_path / "Docks.encounter"
    campaign = opened(path)
    made_own(campaign, "cwn", ("conditions", "prone", "name"), "Flat")
    campaign.session(campaign.encounters()[0].id).perform(Add(creature="gang_gunman", count=1))
    made_own(campaign, "cwn", ("conditions", "prone", "name"), "Lying")
    campaign.close()
    assert opened_anew(path) == ["1", "[]"]


def test_an_encounter_that_is_up_to_date_reads_no_files_either(tmp_path: Path) -> None:
    path = tmp_path / "Docks.encounter"
    campaign = opened(path)
    made_own(campaign, "cwn", ("conditions", "prone", "name"), "Flat")
    campaign.session(campaign.encounters()[0].id)
    campaign.close()
    assert opened_anew(path) == ["1", "[]"]


def test_a_sample_that_is_running_reads_nothing_but_its_own_rules(tmp_path: Path) -> None:
    path = tmp_path / "Docks.encounter"
    campaign = opened(path)
    made_own(campaign, "cwn", ("conditions", "prone", "name"), "Flat")
    made = campaign.replay(paths.data_folder("resources") / "samples" / "redlines.toml")
    campaign.make_current(made)
    campaign.close()
    assert opened_anew(path) == ["1", "[]"]
