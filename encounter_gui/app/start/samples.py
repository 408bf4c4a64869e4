"""The sample campaign: a fight of each game, played anew from its script where it is missing."""

from collections.abc import Iterable
from pathlib import Path

from encounter_gui import paths
from encounter_gui.app.start.welcome_assembly import game_choices, sample_path
from encounter_gui.core.errors import AppError
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.storage.campaign import Campaign


def sample_name(ruleset_id: str, services: CampaignServices) -> str:
    """Returns what the sample fight of a ruleset is called."""
    return services.texts.text_of(f"welcome.{ruleset_id}.sample")


def whole_sample(services: CampaignServices) -> Path:
    """Returns the sample campaign with a fight of each game.

    Raises:
        AppError: it cannot be made or read.
    """
    path, games = sample_path(), game_choices()
    if not path.exists():
        _make(path, [paths.sample(each.sample) for each in games], services)
        return path
    campaign = OpenCampaign.open(path, services)
    try:
        known = {each.name for each in campaign.encounters()}
        for game in games:
            if sample_name(game.ruleset, services) not in known:
                campaign.replay(paths.sample(game.sample))
    finally:
        campaign.close()
    return path


def sample_of(ruleset_id: str, services: CampaignServices) -> OpenCampaign:
    """Opens the sample campaign at the fight of one ruleset; those of the others are played when they are asked for.

    Raises:
        AppError: it cannot be made or opened.
    """
    script = next(each.sample for each in game_choices() if each.ruleset == ruleset_id)
    path = sample_path()
    if not path.exists():
        _make(path, [paths.sample(script)], services)
    campaign = OpenCampaign.open(path, services)
    name = sample_name(ruleset_id, services)
    try:
        found = [each.id for each in campaign.encounters() if each.name == name]
        campaign.make_current(found[0] if found else campaign.replay(paths.sample(script)))
    except AppError:
        campaign.close()
        raise
    return campaign


def _make(path: Path, scripts: Iterable[Path], services: CampaignServices) -> None:
    """Makes the sample campaign of some scripts, complete or not at all."""
    path.parent.mkdir(exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    campaign = OpenCampaign(Campaign.create(part, path.stem), services)
    try:
        for script in scripts:
            campaign.replay(script)
    finally:
        campaign.close()
    part.rename(path)
