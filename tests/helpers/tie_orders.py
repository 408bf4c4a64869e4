"""Ties played in every order of typing, with the same dice for the same things, and what they come to."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins
from typing_extensions import override

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice, Chosen, Faces, accept
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Automation
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model.automation import TOLD, events_of, is_left
from encounter_gui.rules.model.commands import Command, Next, Settle
from tests.helpers.table import Table

MOST_ORDERS = 12
"""More orders of one scene show nothing new."""


class Deed(Struct, frozen=True):
    """What somebody does in a tie: a command, and the number that its dice and decisions hang on."""

    command: Command
    number: int


class Bound(Table):
    """A table at which the dice and the decisions of a deed depend on the deed alone, not on when it is played."""

    seed: int = 0
    deed: int = -1
    asked: int = 0
    forced: bool = False
    decisions: tuple[str, ...] = ("standard",)

    @override
    def answered(self, asked: Any, left: list[int]) -> Any:
        rng = random.Random(f"{self.seed} {self.deed} {self.asked}")
        self.asked += 1
        if isinstance(asked, Choice):
            wanted = rng.choice(self.decisions)
            usual = "standard" if "standard" in asked.options else asked.options[0]
            self.forced |= wanted not in asked.options
            return Chosen(option=wanted if wanted in asked.options else usual)
        found = []
        for request in asked:
            mine = random.Random(
                f"{self.seed} {self.deed} {self.asked} {request.key} {request.who}"
            )
            faces = tuple(
                mine.randint(request.lowest, request.highest) for _ in range(request.count)
            )
            found.append(accept(request, Faces(values=faces)))
        return tuple(found)

    def do(self, deed: Deed) -> bool:
        """Plays a deed with the tests it leads to; False: it is refused."""
        self.deed, self.asked = deed.number, 0
        try:
            self.one_command(deed.command, [], [])
        except RuleError:
            return False
        while due_at(self.context.state, "now"):
            self.one_command(Settle(), [], [])
        return True


def orders(deeds: Mapping[CombatantId, Sequence[Deed]], rng: random.Random) -> list[list[Deed]]:
    """Returns orders of typing in which everybody's own deeds keep theirs: one after the other, and mixed."""
    people = list(deeds)
    found = [
        [deed for who in order for deed in deeds[who]] for order in itertools.permutations(people)
    ]
    for _ in range(MOST_ORDERS):
        waiting = {who: list(each) for who, each in deeds.items()}
        mixed = []
        while any(waiting.values()):
            who = rng.choice([who for who, each in waiting.items() if each])
            mixed.append(waiting[who].pop(0))
        found.append(mixed)
    rng.shuffle(found)
    return found[:MOST_ORDERS]


def plain(table: Table) -> Any:
    """Returns a state by what is true in it, whatever the order of conditions, keys and numbers of what is owed."""
    state = table.context.state
    people = {}
    for who, each in state.combatants.items():
        built: dict[str, Any] = to_builtins(each)
        built["conditions"] = sorted(built["conditions"], key=lambda one: str(one["key"]))
        built["gauges"] = {key: value for key, value in sorted(built["gauges"].items()) if value}
        built["memo"] = {
            key: sorted(value) if isinstance(value, list | tuple) else value
            for key, value in sorted(built["memo"].items())
        }
        built["locations"] = {
            key: value
            for key, value in sorted(built["locations"].items())
            if value.get("level") or value.get("marks")
        }
        people[who] = built
    owed = sorted(
        (each.kind, str(each.who), str(sorted(each.values.items()))) for each in state.obligations
    )
    return people, owed, state.round, state.group


def outcomes(
    make: Callable[[], Bound], deeds: Mapping[CombatantId, Sequence[Deed]], rng: random.Random
) -> list[tuple[list[int], Any]]:
    """Plays a tie in several orders; returns of each the order and the state after it.

    None at all: in one of them something was not possible because what it needs was spent before, or a defense was made
    with what others had left of it, so that they are not the same deeds.
    """
    found = []
    defended: dict[int, Any] = {}
    for order in orders(deeds, rng):
        table = make()
        spent = Counter[tuple[object, object]]()
        for each in order:
            who, target = (getattr(each.command, name, None) for name in ("who", "target"))
            by_others = {
                by: times for (of, by), times in spent.items() if of == target and by != who
            }
            if defended.setdefault(each.number, by_others) != by_others:
                return []  # the target has defended itself against others before, which is spent
            before = table.context.state.combatants
            if not table.do(each) or table.forced:
                return []
            for other in table.context.state.combatants.values():
                if other.id != who and other.gauges != before[other.id].gauges:
                    spent[other.id, who] += 1
        table.deed, table.asked = -2, 0
        table.one_command(Next(), [], [])
        found.append(([each.number for each in order], plain(table)))
    return found


def ended(
    table: Bound, deeds: Mapping[CombatantId, Sequence[Deed]], mode: Automation, release: Command
) -> Any:
    """Returns what a tie comes to where rules apply themselves like this, all of it confirmed or done by hand.

    None: nothing waits in it, or a deed was refused.
    """
    table.happen(ev.AutomationSet(rule="", to=mode))
    is_played = [table.do(deed) for mine in deeds.values() for deed in mine]
    if not all(is_played) or not table.context.state.held:
        return None
    table.deed, table.asked = -2, 0
    table.one_command(release, [], [])
    while left := [each for each in table.context.state.obligations if is_left(each)]:
        if left[0].kind == TOLD:
            by_hand = table.system.resolution(table.context)
            by_hand.confirm(*events_of(left[0]))
            table.happen(*by_hand.events, ev.ObligationSettled(id=left[0].id))
        else:
            table.one_command(Settle(ids=(left[0].id,)), [], [])
    return plain(table)[0]


SEEN_GAUGES = ("th", "fatigue", "lost")
SPENT = ("aborted", "all_out_dodge", "busy", "drawn", "reloading", "aided", "in_air")
"""What everybody sees somebody spend."""


def seen(table: Table) -> Any:
    """Returns what the players may see of everybody that is no count of what is spent."""
    return {
        who: (
            sorted(each.key for each in one.conditions if each.key not in SPENT),
            {key: one.gauges.get(key, 0) for key in SEEN_GAUGES},
            {key: value.level for key, value in one.locations.items() if value.level},
            one.memo.get("gait"),
        )
        for who, one in table.context.state.combatants.items()
    }
