"""What the welcome screen shows, as values."""

from typing import Literal

from msgspec import Struct

Picture = Literal["grid", "sides", "figure", "dice"]
"""Which picture a card carries."""


class GameChoice(Struct, frozen=True, kw_only=True):
    """A game that can be chosen: the id of its ruleset, its picture, and the sample fight of it.

    ``die`` tells the game where there is little room; ``sample`` is the name of the script without its ending.
    """

    ruleset: str
    picture: Picture
    die: str
    sample: str
    has_tour: bool = False


class RecentCampaign(Struct, frozen=True, kw_only=True):
    """A campaign that was open before.

    ``tag`` is the die of its game, ``standing`` says where its last fight stopped, ``when`` when it was closed; all
    three may be empty.
    """

    path: str
    name: str
    tag: str = ""
    standing: str = ""
    when: str = ""
    is_missing: bool = False


class WelcomeView(Struct, frozen=True, kw_only=True):
    """Everything on the welcome screen; ``chosen`` is the ruleset of the card that has the yellow button first."""

    games: tuple[GameChoice, ...]
    recent: tuple[RecentCampaign, ...] = ()
    chosen: str = ""
    theme: str = ""

    @property
    def last(self) -> RecentCampaign | None:
        """The campaign to go on with: the newest one that is still there; None on a first start."""
        return next((each for each in self.recent if not each.is_missing), None)
