"""A fight that a command looks at without changing it: a script played to its end, or one kept in a campaign."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError, RuleError, refuse
from encounter_gui.core.ids import EncounterId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.files.ruleset_errors import FileError

if TYPE_CHECKING:
    from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
    from encounter_gui.play.prep.later_waves import LaterWaves
    from encounter_gui.play.session.session import EncounterSession


class OpenFight(Struct, frozen=True, kw_only=True):
    """A fight as it stands: its name, its rules, its state after the last step, and the waves that come later."""

    name: str
    system: System
    context: RulesContext
    waves: "LaterWaves | None" = None


def open_fight(
    fight: Path | None,
    campaign: Path | None,
    encounter: str,
    *,
    campaign_services: "CampaignServices",
    seed: int | None = None,
) -> OpenFight:
    """Returns a fight, from a script (its steps are played) or, by name, from a campaign.

    ``seed`` is what dice that the script does not give are rolled from; None for any.

    Raises:
        AppError: both are given or neither, or the script, its ruleset or the campaign cannot be used.
    """
    if fight is not None and campaign is None and not encounter:
        return _played(fight, campaign_services, seed)
    if fight is None and campaign is not None and encounter:
        return _kept(campaign, encounter, campaign_services)
    raise refuse("forecast.one_source")


def _played(fight: Path, campaign_services: "CampaignServices", seed: int | None) -> OpenFight:
    from encounter_gui.play.scripts.script_runner import play_fight
    from encounter_gui.storage.input_files import read_text

    report = play_fight(
        read_text(fight),
        fight.name,
        rulesets=campaign_services.rulesets,
        texts=campaign_services.texts,
        now=campaign_services.now,
        seed=seed,
    )
    context = report.session.context
    return OpenFight(name=report.fight.head.name, system=report.fight.system, context=context)


def _kept(path: Path, encounter: str, campaign_services: "CampaignServices") -> OpenFight:
    from encounter_gui.play.open_campaign import OpenCampaign

    opened = OpenCampaign.open(path, campaign_services)
    try:
        listed = opened.encounters()
        found = next((each for each in listed if each.name == encounter), None)
        if found is None:
            known = ", ".join(f"“{each.name}”" for each in listed) or "–"
            raise refuse("forecast.no_encounter", file=path.name, name=encounter, known=known)
        session = opened.look_at(found.id)
        return OpenFight(
            name=found.name,
            system=session.game.system,
            context=session.context,
            waves=_later_waves(opened, found.id, session, campaign_services),
        )
    finally:
        opened.close()


def _later_waves(
    opened: "OpenCampaign",
    encounter: EncounterId,
    session: "EncounterSession",
    campaign_services: "CampaignServices",
) -> "LaterWaves | None":
    from encounter_gui.play.prep.later_waves import later_waves, names_in
    from encounter_gui.play.prep.ruleset_repository import RulesetRepository

    plan, ruleset = opened.prepared.plan(encounter), session.game.ruleset.id
    if not plan.waves:
        return None
    library = opened.library(RulesetRepository(campaign_services.rulesets, lambda: (ruleset,)))
    return later_waves(plan, session.log.path(), names_in(library, ruleset))


def print_problems(error: AppError, texts: MessageCatalog) -> None:
    """Writes a line for each problem to standard error: file, place, what is wrong there, the rule that refuses it."""
    for line in _lines(error, texts):
        print(line, file=sys.stderr)


def _lines(error: AppError, texts: MessageCatalog) -> Iterator[str]:
    for each in error.problems if isinstance(error, FileError) else (error,):
        rule = f" ({each.rule})" if isinstance(each, RuleError) and each.rule else ""
        yield explained(each, texts) + rule
