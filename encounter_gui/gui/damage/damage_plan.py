"""What is typed and chosen in the panel of changes by hand, and the command it comes to. Knows no widgets."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Total
from encounter_gui.gui.damage.change_text import read_change
from encounter_gui.rules.engine.adjustments import healing
from encounter_gui.rules.engine.by_hand.crowds import Which
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Share, Way
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.view import ChangePreview, DamagePreview

ChangeKind = Literal["damage", "heal", "set"]
SHARES: tuple[tuple[Share, str], ...] = (("0", "0"), ("1/2", "½"), ("1", "×1"), ("2", "×2"))
"""The shares of a target with what stands on their buttons."""

_NO_PREVIEW = DamagePreview()


class DamagePlan(Struct, frozen=True, kw_only=True):
    """A change by hand as far as it is said.

    ``targets`` are all rows, ``out`` those of them it does not reach. ``text`` is the amount as typed, with its sign.
    ``rows`` are those who were chosen, where some of them (``crowds``) stand for their group: of each of these
    ``count`` as typed are targets, ``which`` says who. Without ``crowds`` both mean nothing.
    ``place`` and ``gauge`` empty: as the rules have it. ``shares``, ``amounts`` and ``places`` are those that differ
    from what all get; ``faces`` are dice typed beforehand, by the key of their roll.
    """

    targets: tuple[CombatantId, ...] = ()
    rows: tuple[CombatantId, ...] = ()
    crowds: frozenset[CombatantId] = frozenset()
    count: str = "1"
    which: Which = "first"
    text: str = ""
    way: Way = "rules"
    gauge: str = ""
    place: str = ""
    source: str = ""
    out: frozenset[CombatantId] = frozenset()
    shares: Mapping[CombatantId, Share] = field(default_factory=dict)
    amounts: Mapping[CombatantId, int] = field(default_factory=dict)
    places: Mapping[CombatantId, str] = field(default_factory=dict)
    faces: Mapping[str, int] = field(default_factory=dict)

    @property
    def kind(self) -> ChangeKind:
        """What the sign says it is; without one it is damage."""
        sign = self.text.strip()[:1]
        return "heal" if sign == "+" else "set" if sign == "=" else "damage"

    @property
    def reached(self) -> tuple[CombatantId, ...]:
        """The targets that are ticked."""
        return tuple(who for who in self.targets if who not in self.out)

    @property
    def is_readable(self) -> bool:
        """Whether the amount is a number, or everybody reached has one of their own."""
        return read_change(self.text) is not None or (
            self.kind == "damage"
            and bool(self.reached)
            and all(who in self.amounts for who in self.reached)
        )

    def share_of(self, who: CombatantId) -> Share:
        """Returns the share of a target."""
        return self.shares.get(who, "1")

    def command(self, ruleset: Ruleset, amount: int | None = None) -> do.Damage | do.Adjust | None:
        """Returns the command it comes to by a ruleset; None: it reaches nobody, or no amount is said.

        ``amount`` stands for one that is not typed yet.
        """
        if not self.reached or (amount is None and not self.is_readable):
            return None
        change = read_change(self.text)
        if self.kind != "damage":
            return self._adjust(ruleset, change) if change else None
        said = abs(int(change)) if change else amount or 0
        return do.Damage(
            targets=tuple(self._target(who) for who in self.reached),
            amount=said,
            place=self.place,
            way=self.way,
            gauge=self.gauge if self.way == "raw" else "",
            source=self.source,
        )

    def _adjust(self, ruleset: Ruleset, change: str) -> do.Adjust:
        """Returns the change of a number; healing lessens harm, whichever way the number counts."""
        gauge = ruleset.gauge(self.gauge) if self.gauge else ruleset.main_gauge
        if self.kind == "heal" and gauge is not None:
            change = healing(gauge, int(change))
        return do.Adjust(who=self.reached, change=change, gauge=self.gauge)

    def _target(self, who: CombatantId) -> do.DamageTarget:
        return do.DamageTarget(
            who=who,
            share=self.share_of(who),
            amount=self.amounts.get(who),
            place=self.places.get(who, ""),
        )

    @property
    def typed(self) -> Mapping[str, Total]:
        """The dice typed beforehand, as a roll takes them."""
        return {key: Total(value=face) for key, face in self.faces.items()}

    # ---- one step further

    def with_target(self, who: CombatantId, *, is_reached: bool) -> "DamagePlan":
        """Returns it with somebody reached, or not."""
        return replace(self, out=self.out - {who} if is_reached else self.out | {who})

    def with_targets(
        self, targets: tuple[CombatantId, ...], share: Share, crowds: frozenset[CombatantId]
    ) -> "DamagePlan":
        """Returns it with other targets, in their order; this is the share of those who are new."""
        new = {who: share for who in targets if who not in self.targets}
        kept = {who: each for who, each in self.shares.items() if who in targets}
        shares = {**kept, **new}
        return replace(self, targets=targets, rows=targets, crowds=crowds, shares=shares)

    def with_share(self, who: CombatantId, share: Share) -> "DamagePlan":
        """Returns it with a share for somebody, in the place of an amount of their own."""
        amounts = {key: value for key, value in self.amounts.items() if key != who}
        return replace(self, shares={**self.shares, who: share}, amounts=amounts)

    def with_share_for_all(self, share: Share) -> "DamagePlan":
        """Returns it with one share for everybody."""
        return replace(self, shares=dict.fromkeys(self.targets, share), amounts={})

    def with_amount(self, who: CombatantId, amount: int | None) -> "DamagePlan":
        """Returns it with an amount of their own for somebody; None: the share counts again."""
        amounts = {key: value for key, value in self.amounts.items() if key != who}
        return replace(self, amounts=amounts if amount is None else {**amounts, who: amount})

    def with_place(self, who: CombatantId, place: str) -> "DamagePlan":
        """Returns it with a place for somebody; empty: as for all. Dice typed for theirs count no more."""
        faces = {key: face for key, face in self.faces.items() if not is_roll_of(key, who)}
        return replace(self, places={**self.places, who: place}, faces=faces)

    def with_face(self, key: str, face: int | None) -> "DamagePlan":
        """Returns it with a die typed beforehand; None: it is rolled when the damage is dealt."""
        faces = {each: value for each, value in self.faces.items() if each != key}
        return replace(self, faces=faces if face is None else {**faces, key: face})


def is_roll_of(key: str, who: CombatantId) -> bool:
    """Returns whether a roll for damage by hand is somebody's."""
    return key.endswith(f".{who}")


class DamageShown(Struct, frozen=True, kw_only=True):
    """A plan with what it would do: a row for each of all targets, or the sentence why it cannot be done.

    Rows of those it does not reach, or of all while it cannot be done, have names alone. ``settable`` are the gauges
    that can be healed or set, (key, name). ``crowd_sizes`` are how many still are in the fight of each group of which
    some x
    """

    plan: DamagePlan = DamagePlan()
    rows: tuple[ChangePreview, ...] = ()
    preview: DamagePreview = _NO_PREVIEW
    settable: tuple[tuple[str, str], ...] = ()
    crowd_sizes: tuple[int, ...] = ()
    hidden: str = ""
    is_count_wrong: bool = False
    complaint: str = ""
