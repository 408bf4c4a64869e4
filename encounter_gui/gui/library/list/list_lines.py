"""The library as lines of a list: creatures under headings, the campaign's own before what comes with rulesets."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct, field

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.play.prep.creature_repository import CreatureItem, key_of_origin


class HeadingLine(Struct, frozen=True, kw_only=True):
    """A heading; ``key`` tells it from others, ``icon`` marks creatures that come with a ruleset."""

    key: str
    title: str
    count: int
    is_open: bool = True
    icon: str = ""


class CreatureLine(Struct, frozen=True, kw_only=True):
    """A creature: ``note`` stands at the right, ``copies`` is how many of it are in the fight that is open."""

    key: str
    name: str
    side: Side
    note: str = ""
    copies: int = 0
    is_own: bool = False


class CustomEntryLine(Struct, frozen=True, kw_only=True):
    """An item or a condition: an icon in the colour of ``role``, and its numbers or what it does at the right.

    ``words`` says the same in full. ``is_prose``: the note is a sentence, and gives way to the name.
    """

    key: str
    name: str
    icon: str
    role: str = "text.secondary"
    note: str = ""
    words: str = ""
    is_prose: bool = False
    is_own: bool = False


Line = HeadingLine | CreatureLine | CustomEntryLine

ENTRIES = (CreatureLine, CustomEntryLine)
"""Lines that stand for something, and can be chosen."""


class Listing(Struct, frozen=True, kw_only=True):
    """What a list shows: its lines, and how many items were found of how many.

    ``kinds`` are the kinds of gear or conditions to filter by, ``wanted`` those that are switched on.
    """

    lines: tuple[Line, ...] = ()
    found: int = 0
    total: int = 0
    kinds: tuple[str, ...] = ()
    wanted: frozenset[str] = frozenset()


class Context(Struct, frozen=True, kw_only=True):
    """What lines are made with; ``ruleset_names`` by id, ``closed`` the keys of headings that are folded up.

    ``made`` remembers lines of creatures as long as the creatures stay as they are: the next letter of a search needs
    the same ones.
    """

    texts: MessageCatalog
    base_name: Callable[[CreatureItem], str]
    copies: Mapping[str, int] = field(default_factory=dict)
    ruleset_names: Mapping[str, str] = field(default_factory=dict)
    closed: frozenset[str] = frozenset()
    made: dict[str, CreatureLine] = field(default_factory=dict)


def lines_of(found: Iterable[CreatureItem], context: Context) -> tuple[Line, ...]:
    """Returns the lines for what was found: groups come in the order of their first creature."""
    groups: dict[tuple[bool, str, str], list[CreatureItem]] = {}
    for item in found:
        groups.setdefault(_group(item), []).append(item)
    rulesets = {ruleset for _, ruleset, _ in groups if ruleset}
    several = context.ruleset_names if len(rulesets) > 1 else {}
    return tuple(
        line for key, items in groups.items() for line in _grouped(key, items, context, several)
    )


def _group(item: CreatureItem) -> tuple[bool, str, str]:
    """A folder, or else the first tag; what comes with a ruleset never stands among the campaign's own."""
    tags = item.value.creature.tags
    place = item.value.folder or (tags[0] if tags else "")
    return item.is_own, "" if item.is_own else item.ruleset, place


def _grouped(
    key: tuple[bool, str, str],
    items: list[CreatureItem],
    context: Context,
    ruleset_names: Mapping[str, str],
) -> Iterator[Line]:
    is_own, ruleset, place = key
    name = f"{ruleset}/{place}"
    title = place or context.texts.text_of("gui.library.no_folder")
    if ruleset in ruleset_names:
        title = f"{ruleset_names[ruleset]} · {title}"
    is_open = name not in context.closed
    yield HeadingLine(
        key=name,
        title=title[:1].upper() + title[1:],
        count=len(items),
        is_open=is_open,
        icon="" if is_own else "ruleset",
    )
    if is_open:
        yield from (_line(item, context) for item in items)


def _line(item: CreatureItem, context: Context) -> CreatureLine:
    made = context.made.get(item.key)
    if made is None or made.copies != context.copies.get(item.key, 0):
        made = context.made[item.key] = _new_line(item, context)
    return made


def _new_line(item: CreatureItem, context: Context) -> CreatureLine:
    entry = item.value
    note = context.base_name(item) or entry.role or context.texts.text_of(f"gui.kind.{entry.kind}")
    return CreatureLine(
        key=item.key,
        name=entry.name,
        side=entry.creature.side,
        note=note,
        copies=context.copies.get(item.key, 0),
        is_own=item.is_own,
    )


def copies_in(combatants: Iterable[Combatant], ruleset: str) -> dict[str, int]:
    """Returns how many copies of each creature there are in a fight of a ruleset, by the creature's key."""
    counted: dict[str, int] = {}
    for combatant in combatants:
        key = key_of_origin(combatant.origin, ruleset)
        if key:
            counted[key] = counted.get(key, 0) + 1
    return counted
