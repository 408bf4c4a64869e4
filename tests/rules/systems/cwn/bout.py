"""A table for CWN fights: decisions are scripted as dice are, and people join with plain numbers."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.encounter import events as ev
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Command, Flag, Next
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.cwn import commands as do
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


class Bout(Table):
    """A table at which decisions are answered from ``choose``, in order; nobody snaps who is not told to."""

    def __init__(self) -> None:
        """Sits down with the shipped ruleset."""
        super().__init__(system_for("cwn"), shipped("cwn"), message_catalog())
        self.choose: list[str] = []
        self.asked: list[Choice] = []

    @override
    def play(self, command: Command, *faces: int) -> dict[str, Any]:
        """Plays a command with exactly these faces and the decisions of ``choose``."""
        self.asked = []
        values = super().play(command, *faces)
        assert not self.choose, f"decisions left over: {self.choose}"
        return values

    @override
    def answered(self, asked: Any, left: list[int]) -> Any:
        if isinstance(asked, Choice):
            self.asked.append(asked)
            if not self.choose and all(
                each.startswith(("keep", "snap:", "boost:", "held:")) for each in asked.options
            ):
                return Chosen(option="keep")
            assert self.choose, f"no decision for {asked.who}: {asked.options}"
            option = self.choose.pop(0)
            assert option in asked.options, asked.options
            return Chosen(option=option)
        return super().answered(asked, left)

    def pc(self, name: str, **more: Any) -> CombatantId:
        """Adds a player character of level 1 with a sword in hand and every attribute average."""
        sheet: dict[str, Any] = {"kind": "pc", "level": 1, "hp": 12, "stab": 0, "shoot": 0}
        items = more.pop("items", ["sword"])
        held = more.pop("held", _first(items))
        side = more.pop("side", "pc")
        return self.join(name, side=side, items=items, held=held, **(sheet | more))

    def npc(self, name: str, *, named: bool = False, **more: Any) -> CombatantId:
        """Adds an ordinary NPC with a knife in hand, attack +2, AC 12, no soak."""
        sheet: dict[str, Any] = {"kind": "npc", "hd": 1, "hp": 6, "attack": 2, "attack_ranged": 2}
        sheet |= {"skill": 1, "morale": 8, "ac": 12, "ac_melee": 12}
        items = more.pop("items", ["knife"])
        held = more.pop("held", _first(items))
        who = self.join(name, items=items, held=held, **(sheet | more))
        if named:
            self.play(Flag(who=(who,), flag="named"))
        return who

    def start(self, pcs: int = 8, foes: int = 1, *more: int) -> None:
        """Begins the fight with these initiative dice."""
        self.play(Next())
        self.play(Next(), pcs, foes, *more)

    def strike(
        self, who: CombatantId, target: CombatantId, *faces: int, **more: Any
    ) -> dict[str, Any]:
        """An attack, and the values of its result."""
        self.play(do.Attack(who=who, target=target, **more), *faces)
        return self.fact("attack")

    def fact(self, what: str) -> dict[str, Any]:
        """The values of the last result of a kind in the last outcome, with whom it met."""
        return self.facts(what)[-1]

    def facts(self, what: str) -> list[dict[str, Any]]:
        """The values of every result of a kind in the last outcome."""
        assert self.last is not None
        return [
            {**each.values, "at": each.target}
            for each in self.last.events
            if isinstance(each, ev.Resolved) and each.what == what
        ]

    def has(self, who: CombatantId, key: str) -> bool:
        """Whether somebody has a condition."""
        return self.combatant(who).has(key)

    def hp(self, who: CombatantId) -> int:
        """Hit points now."""
        return self.gauge(who, "hp")

    def left(self, who: CombatantId) -> tuple[int, int]:
        """Mains and Moves left."""
        from encounter_gui.rules.systems.cwn.sheet import action_budget

        combatant = self.combatant(who)
        return action_budget.actions_left(combatant, "main"), action_budget.actions_left(
            combatant, "move"
        )

    def put(self, who: CombatantId, gauge: str, to: int) -> None:
        """Sets a gauge without any rule."""
        self.happen(ev.GaugeSet(who=who, gauge=gauge, to=to))

    def rules_told(self) -> set[str]:
        """The rules the last outcome gave as reasons."""
        assert self.last is not None
        return {reason.rule for reason in self.last.reasons}


def texts(value: object) -> list[str]:
    """Every text anywhere inside a view value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in texts(each)]
    if isinstance(value, tuple):
        return [text for each in value for text in texts(each)]
    slots = getattr(type(value), "__struct_fields__", ())
    return [text for name in slots for text in texts(getattr(value, name, ""))]


def _first(items: list[Any]) -> str:
    first = items[0] if items else ""
    return first if isinstance(first, str) else str(first.item)
