"""What is damaged in a campaign, in words: for the window and for the command line."""

from collections import Counter
from collections.abc import Sequence

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.storage.damage import Damage

_NAMED = 5


def damage_words(damage: Damage, texts: MessageCatalog) -> str:
    """Returns what one damaged thing is, with its name and what is wrong with it."""
    thing = texts.text_of(f"damage.{damage.part}", name=damage.name, number=damage.key)
    if not damage.name and damage.kind == "missing":
        thing = texts.text_of(
            "damage.row", part=texts.text_of(f"damage.of.{damage.part}"), number=damage.key
        )
    return texts.text_of(f"damage.kind.{damage.kind}", thing=thing)


def listed_damage(found: Sequence[Damage], texts: MessageCatalog) -> str:
    """Returns the first damaged things and how many more there are, in one line; entries are counted for each fight."""
    fights = Counter(each.name for each in found if each.part == "entries")
    words = [
        texts.text_of("damage.entries.many", name=name, count=count)
        for name, count in fights.items()
    ]
    words += [damage_words(each, texts) for each in found if each.part != "entries"]
    named, more = words[:_NAMED], len(words) - _NAMED
    if more > 0:
        named.append(texts.text_of("damage.more", count=more))
    return ", ".join(named)


def counted(counts: Counter[str], texts: MessageCatalog) -> str:
    """Returns how many rows of each kind there are, in one line."""
    words = (
        f"{count} {texts.text_of(f'damage.of.{part}')}" for part, count in counts.items() if count
    )
    return ", ".join(words)
