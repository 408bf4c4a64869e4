"""Own rules that are taken in, in words."""

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.difference_lines import DifferenceWords
from encounter_gui.play.workshop.sharing import travelling_version
from encounter_gui.play.workshop.taking_in import Arriving


def arriving_lines(arriving: Arriving, texts: MessageCatalog) -> tuple[str, ...]:
    """Returns a line for each place in which own rules of a file differ from what holds now."""
    words = DifferenceWords(arriving.before, arriving.ruleset, texts)
    return tuple(each.text for each in words.lines(arriving.differences))


def arriving_text(arriving: Arriving, texts: MessageCatalog) -> str:
    """Returns what own rules would be in a campaign: their name and version, and what they are to those it has."""
    rules, there = arriving.rules, arriving.there
    kind = "instead" if arriving.arrival == "new" and there is not None else arriving.arrival
    return texts.text_of(
        f"gui.take_in.campaign.{kind}",
        name=rules.name,
        version=rules.pack_version,
        game=arriving.game_name,
        number=rules.version,
        other=there.name if there is not None else "",
        there=travelling_version(there) if there is not None else "",
        count=len(arriving.differences),
    )
