"""What is still open from a fight, as the tab shows it: tests owed, what has not gone off, what is to be collected."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import TIME_PASSES
from encounter_gui.rules.engine.scene.open_things import OpenThing
from encounter_gui.rules.engine.time.running import CONDITION
from encounter_gui.rules.view import ObligationView
from encounter_gui.rules.view.scene.time import TimeView

Group = Literal["tests", "delayed", "lasting", "collect"]
Deed = Literal["roll", "settle", "waive"]

_DEEDS: dict[Group, tuple[Deed, ...]] = {
    "tests": ("roll", "settle", "waive"),
    "delayed": ("settle", "waive"),
    "lasting": ("settle", "waive"),
    "collect": ("settle", "waive"),
}


class OpenItem(Struct, frozen=True, kw_only=True):
    """One thing that is open.

    ``keys`` name it as ``Settle`` and ``Waive`` take it, ``ids`` are those of what is owed, with so many first
    ``rolls``; ``dice`` is their arithmetic.
    """

    group: Group
    title: str
    name: str = ""
    side: Side | None = None
    note: str = ""
    dice: str = ""
    keys: tuple[str, ...] = ()
    ids: tuple[int, ...] = ()
    rolls: int = 0
    roller: Roller | None = None
    may_waive: bool = True

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """What can be done about it."""
        wanted = _DEEDS[self.group]
        return wanted if self.may_waive else tuple(each for each in wanted if each != "waive")

    @property
    def words(self) -> str:
        """Whose it is and what, for what leads to it."""
        return " ".join(part for part in (self.name, self.title) if part)


def open_items(
    context: RulesContext,
    tests: Sequence[ObligationView],
    rollers: Sequence[Roller],
    things: Sequence[OpenThing],
    view: TimeView,
) -> tuple[OpenItem, ...]:
    """Returns what is open, by group; what runs on the clock stands on the axis and not here.

    ``rollers`` says who rolls for each of the tests.
    """
    passing = {each.id for each in context.state.obligations if each.kind == TIME_PASSES}
    keys = {each.owed: each.key for each in things if each.owed}
    found = [
        OpenItem(
            group="tests",
            title=test.title,
            name=test.name,
            side=test.side,
            note=test.reason,
            dice=test.sum,
            keys=tuple(keys[each] for each in test.ids if each in keys),
            ids=test.ids,
            rolls=len(test.rolls),
            roller=roller if test.rolls else None,
            may_waive=test.may_waive,
        )
        for test, roller in zip(tests, rollers, strict=True)
        if not passing.issuperset(test.ids)
    ]
    found += (_thing(context, each) for each in things if not each.owed and not _runs(each, view))
    order: tuple[Group, ...] = ("tests", "delayed", "lasting", "collect")
    return tuple(sorted(found, key=lambda each: order.index(each.group)))


def _runs(thing: OpenThing, view: TimeView) -> bool:
    """Returns whether something runs on the clock: as the end of its condition, or as what comes of it."""
    return any(
        (thing.who, thing.what) in row.conditions
        or (
            thing.who in row.who
            and ((row.kind == CONDITION and row.key == thing.what) or row.kind == thing.what)
        )
        for row in view.rows
    )


def _thing(context: RulesContext, thing: OpenThing) -> OpenItem:
    combatant = context.state.combatants.get(thing.who or CombatantId(""))
    known = context.ruleset.condition(thing.what)
    group: Group = "lasting"
    if thing.is_item:
        group = "collect"
    elif known is not None and known.icon == "grenade":
        group = "delayed"
    item = combatant.item(thing.what) if combatant is not None and thing.is_item else None
    name = item.name if item is not None else known.name if known is not None else thing.text
    said = thing.text.partition(": ")[2] or thing.text
    return OpenItem(
        group=group,
        title=name,
        name=combatant.name if combatant is not None else "",
        side=combatant.side if combatant is not None else None,
        note="" if said == name else said,
        keys=(thing.key,),
    )
