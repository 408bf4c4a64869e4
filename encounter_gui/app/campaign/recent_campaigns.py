"""The campaigns that were open before, with their game and where their last fight stopped."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.welcome.welcome_view import RecentCampaign
from encounter_gui.rules.view import Heading
from encounter_gui.storage.campaign import Listed

Standing = tuple[str, str, str]
"""The tag of the game, where the last fight stopped, and when that was noted (UTC, ISO 8601)."""


class RecentCampaigns:
    """Keeps a line about each recent campaign in the settings: their files are not opened to list them."""

    def __init__(
        self, settings: Settings, texts: MessageCatalog, die_of: Callable[[str], str]
    ) -> None:
        """Takes the settings, the words, and what returns the die of a ruleset's game, empty if unknown."""
        self._settings = settings
        self._texts = texts
        self._die_of = die_of

    def note(
        self, path: Path, encounters: tuple[Listed, ...], name: str, heading: Heading, at: str
    ) -> None:
        """Notes how a campaign stands, whose encounter ``name`` is open; ``at`` in UTC, ISO 8601."""
        games = {each.ruleset for each in encounters}
        all_games = self._texts.text_of("welcome.recent.all")
        tag = all_games if len(games) > 1 else self._die_of(next(iter(games), ""))
        standings = {
            **self._standings(),
            str(path): (tag, self._words(len(encounters), name, heading), at),
        }
        recent = self._settings.get(kept.RECENT)
        known = {each: line for each, line in standings.items() if each in recent}
        self._settings.set(kept.STANDINGS, json.dumps(known))

    def listed(self, now: datetime) -> tuple[RecentCampaign, ...]:
        """Returns the campaigns, the newest first; ``now`` with a time zone, in which the times are said."""
        standings = self._standings()
        return tuple(
            self._recent(Path(each), standings.get(each, ("", "", "")), now)
            for each in self._settings.get(kept.RECENT)
        )

    def forget(self, path: str) -> None:
        """Takes a campaign off the list; its file stays."""
        rest = tuple(each for each in self._settings.get(kept.RECENT) if each != path)
        self._settings.set(kept.RECENT, rest)
        if self._settings.get(kept.CAMPAIGN) == path:
            self._settings.set(kept.CAMPAIGN, "")

    def _words(self, count: int, name: str, heading: Heading) -> str:
        if not heading.is_running:
            return self._texts.text_of("welcome.recent.not_running", count=count)
        moment = " · ".join(map(_lower, heading.round.split(" · ")))
        return self._texts.text_of("welcome.recent.standing", encounter=name, round=moment)

    def _recent(self, path: Path, standing: Standing, now: datetime) -> RecentCampaign:
        tag, words, at = standing
        return RecentCampaign(
            path=str(path),
            name=path.stem,
            tag=tag,
            standing=words,
            when=self._when(at, now),
            is_missing=not path.exists(),
        )

    def _when(self, at: str, now: datetime) -> str:
        try:
            moment = datetime.fromisoformat(at).astimezone(now.tzinfo)
        except ValueError:
            return ""
        if moment.date() == now.date():
            return f"{moment:%H:%M}"
        if moment.date() == (now - timedelta(days=1)).date():
            return self._texts.text_of("welcome.recent.yesterday")
        return f"{moment.day} {moment:%b}" if moment.year == now.year else f"{moment:%b %Y}"

    def _standings(self) -> Mapping[str, Standing]:
        """Returns what is kept; lines that were spoilt by hand count as not there."""
        try:
            read = json.loads(self._settings.get(kept.STANDINGS) or "{}")
        except ValueError:
            return {}
        if not isinstance(read, dict):
            return {}
        return {
            path: (line[0], line[1], line[2])
            for path, line in read.items()
            if isinstance(line, list)
            and len(line) == 3
            and all(isinstance(each, str) for each in line)
        }


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
