"""A second bookkeeping of CWN fights, written from the numbered spec alone; it is told what was done and what fell.

It follows sides' initiative and the order of turns, Mains and Moves, holding, attacks (melee, shots, bursts, throws,
charges, swarms, several with one Main, Snap Attacks alone, together and in answer), suppressive fire, screens, leaving
melee, soak, hit points, falls, Trauma, major injuries, stabilizing, Morale, Total Defense, Veteran's Luck, Gunlink,
Enhanced Reflexes, Whirlwind and its extra attack, grenades (frag, flash, gas, smoke), hands, magazines, checks and
saves, damage by hand, joining, waiving and settling late.

It does not follow: surprise and the free round, Alert 2 and Reaction Boosters, suppressive fire whose victims are named
one after the other, mines, charges, mortars and launchers, drones, drugs, executions, healing after the fight, the end
of the scene, sides that change, house rules, and what is refused.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from encounter_gui.rules.model import commands as general
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.referee.people import DOWN, WEAPONS, Mark, Person, Weapon


class Tape:
    """The dice and decisions of one entry, in the order in which they were asked for."""

    def __init__(
        self, rolls: Iterable[tuple[str, int, int, tuple[int, ...]]], choices: Iterable[Any]
    ) -> None:
        """Takes rolls (whose, how many, of how many sides, faces) and choices (whose, options, which)."""
        self.rolls, self.choices = list(rolls), list(choices)

    def dice(self, who: str, count: int, sides: int) -> tuple[int, ...]:
        """The next roll, which must be this one."""
        assert self.rolls, f"{who} should roll {count}d{sides}, nobody did"
        found = self.rolls.pop(0)
        assert found[:3] == (who, count, sides), (
            f"{(who, count, sides)} should roll, {found[:3]} did"
        )
        return found[3]

    def total(self, who: str, count: int, sides: int) -> int:
        """The next roll's total."""
        return sum(self.dice(who, count, sides))

    def choice(self, who: str, options: tuple[str, ...]) -> str:
        """The next decision, which must be between these."""
        assert self.choices, f"{who} should choose of {options}, nobody did"
        whose, offered, chosen = self.choices.pop(0)
        assert (whose, set(offered)) == (who, set(options)), f"{who}: {options}; {whose}: {offered}"
        return str(chosen)

    def check_empty(self) -> None:
        """Everything that was asked for has been accounted for."""
        assert not self.rolls, f"rolled besides: {self.rolls}"
        assert not self.choices, f"decided besides: {self.choices}"


@dataclass
class Owed:
    """Something that is owed: by whom (or which side), and what it needs."""

    kind: str
    who: str
    values: dict[str, Any] = field(default_factory=dict)


@dataclass
class Aim:
    """An attack as it is meant."""

    who: str
    target: str
    weapon: Weapon
    mode: str
    how: str
    metres: float | None = None
    modifiers: tuple[str, ...] = ()
    gm: int = 0
    nonlethal: bool = False


@dataclass
class Lying:
    """A d20 on the table: the attack, whom it meets, and what luck has made of it."""

    aim: Aim
    target: str
    die: int
    bonus: int
    ac: int
    shock: int
    ignored: bool
    by_luck: bool | None = None

    @property
    def hits(self) -> bool:
        """Source: CWN-25 step 3."""
        if self.by_luck is not None:
            return self.by_luck
        return self.die != 1 and (self.die == 20 or self.die + self.bonus >= self.ac)


class Shadow:
    """The fight as the spec has it."""

    def __init__(self, people: Iterable[Person]) -> None:
        """Takes who is there before the fight."""
        self.people = {each.key: each for each in people}
        self.round = 0
        self.is_running = False
        self.scores: dict[str, int] = {}
        self.order: list[list[str]] = []
        self.done: set[str] = set()
        self.at = -1
        self.owed: list[Owed] = []
        self.seen: dict[str, list[str]] = {}
        self.facts: list[dict[str, Any]] = []

    # ---- what is done

    def follow(self, command: Any, tape: Tape, settled: list[tuple[str, str, int]]) -> None:
        """Does what a command does; ``settled`` says what a command that settles or waives is about."""
        self.facts = []
        match command:
            case general.Settle():
                self._settle(settled[0], tape)
            case general.Waive():
                for each in settled:
                    self._waive(each)
            case _:
                kind = type(command).__name__
                act: Callable[[Any, Tape], None] = getattr(self, f"_{kind.lower()}")
                act(command, tape)
        tape.check_empty()
        self._tidy()

    def join(self, person: Person) -> None:
        """Somebody joins: among its own at once, with the side whose turn may be over. Source: CWN-16."""
        self.people[person.key] = person
        for place, group in enumerate(self.order):
            if any(self.people[each].team == person.team for each in group):
                group.append(person.key)
                if place < self.at:
                    self.done.add(person.key)
        self._tidy()

    # ---- time

    def _next(self, command: Any, tape: Tape) -> None:
        if not self.is_running:
            self.is_running, self.round = True, 1
            for each in self.people.values():
                each.soak = each.most_soak
        elif not self.order:
            self._initiative(tape)
            self._turn_of_next()
        else:
            self._end_turn()
            if not self._turn_of_next():
                self._end_round()

    def _initiative(self, tape: Tape) -> None:
        """Each side rolls once; players win ties, others roll again. Source: CWN-15."""
        members = [each for each in self.people.values() if not each.is_out]
        open_sides = list(dict.fromkeys(each.team for each in members))
        while open_sides:
            for side in open_sides:
                own = [each for each in members if each.team == side]
                pcs = [each for each in own if each.is_pc]
                best = max((each.mod("dexterity") for each in pcs), default=0)
                count = 2 if any("alert" in each.traits for each in own) else 1
                self.scores[side] = max(tape.total(side, 1, 8) for _ in range(count)) + best
            values = [score for side, score in self.scores.items() if side != "pc"]
            open_sides = [
                side for side in self.scores if side != "pc" and values.count(self.scores[side]) > 1
            ]
        ranked = sorted(self.scores, key=lambda side: (-self.scores[side], side != "pc"))
        self.order = [
            [each.key for each in self.people.values() if each.team == side] for side in ranked
        ]

    def _group(self, place: int) -> list[Person]:
        return (
            [self.people[each] for each in self.order[place]]
            if 0 <= place < len(self.order)
            else []
        )

    def _turn_of_next(self) -> bool:
        """The next side in which somebody is up; what ends with the start of its turn, and Morale. Source: CWN-19."""
        for place in range(self.at + 1, len(self.order)):
            if any(not each.is_out for each in self._group(place)):
                self.at = place
                self._end_marks("start", {each.key for each in self._group(place)})
                for each in self.people.values():
                    each.extra = 0
                for side in dict.fromkeys(each.side for each in self._group(place)):
                    self._demand_morale(side)
                return True
        return False

    def _end_turn(self) -> None:
        self._end_marks("end", {each.key for each in self._group(self.at)})

    def _end_marks(self, edge: str, whose: set[str]) -> None:
        for each in self.people.values():
            for key, mark in list(each.marks.items()):
                if (
                    mark.end
                    and mark.end[1] == edge
                    and mark.end[2] in whose
                    and mark.end[0] <= self.round
                ):
                    del each.marks[key]

    def _end_round(self) -> None:
        """What lasts for the round is over; the dying die; everybody has a Main and a Move. Source: CWN-17, CWN-59."""
        for each in self.people.values():
            for key, mark in list(each.marks.items()):
                if mark.end and mark.end[0] <= self.round:
                    del each.marks[key]
        for each in self.people.values():
            if (
                each.has("mortally_wounded")
                and self.round - each.marks["mortally_wounded"].count >= 6
            ):
                self._fall(each, "dead")
        self.round += 1
        self.done.clear()
        self.at = -1
        for each in self.people.values():
            each.begin_round()
            if each.marks.pop("dazzled", None):
                each.main = 1
        self._turn_of_next()

    # ---- what a turn has

    def _is_own_turn(self, who: Person) -> bool:
        return who in self._group(self.at) and who.key not in self.done

    def _is_over(self, who: Person) -> bool:
        place = next(n for n, group in enumerate(self.order) if who.key in group)
        return who.key in self.done or place < self.at

    def _pay(self, who: Person, *actions: str) -> None:
        """Uses up Mains or Moves; with nothing left the turn, or the hold, is over. Source: CWN-17."""
        for each in actions:
            if each == "main":
                assert who.mains_left > 0, f"{who.name} has no Main"
                who.main += 1
            else:
                assert who.moves_left > 0, f"{who.name} has no Move"
                who.move += 1
        if not self._is_own_turn(who) and not who.has("holding"):
            if "main" in actions and who.given_main:
                who.given_main -= 1
                who.given_spent += 1
            if "move" in actions and who.given_move:
                who.given_move -= 1
        if not who.mains_left and not who.moves_left:
            who.marks.pop("holding", None)
            if self._is_own_turn(who):
                self.done.add(who.key)

    def _can_give_up_main(self, who: Person) -> bool:
        """Whether the Main of the round can be given up at any time. Source: CWN-17, CWN-36c, CWN-36g."""
        return bool(self.order) and who.can_act and who.mains_left > 0

    def _until_own_turn(self, who: Person) -> tuple[int, str, str]:
        place = next((n for n, group in enumerate(self.order) if who.key in group), -1)
        return (self.round + (0 if place > self.at else 1), "start", who.key)

    # ---- simple actions

    def _spend(self, command: do.Spend, tape: Tape) -> None:
        self._pay(self.people[command.who], command.action)

    def _done(self, command: do.Done, tape: Tape) -> None:
        self.done.add(command.who)

    def _hold(self, command: do.Hold, tape: Tape) -> None:
        who = self.people[command.who]
        assert who.moves_left > 0
        who.move += 1
        self.done.add(who.key)
        who.marks["holding"] = Mark(end=(self.round, "", ""))

    def _extramove(self, command: do.ExtraMove, tape: Tape) -> None:
        who = self.people[command.who]
        who.bonus_move += 1
        if not self._is_own_turn(who) and not who.has("holding"):
            who.given_move += 1
        self._pay(who, "main")

    def _reflexes(self, command: do.Reflexes, tape: Tape) -> None:
        """A bonus Main, from II on a Move too; for Strain at any time. Source: CWN-45m."""
        who = self.people[command.who]
        rank = 3 if "reflexes_3" in who.traits else 2 if "reflexes_2" in who.traits else 1
        who.used["enhanced_reflexes"] = who.used.get("enhanced_reflexes", 0) + 1
        who.bonus_main += 1
        if rank >= 2:
            who.bonus_move += 1
            who.reflex_moves += 1
        who.strain += command.instant
        if who in self._group(self.at):
            self.done.discard(who.key)
        elif command.instant:
            who.given_main += 1
            who.given_move += rank >= 2

    def _whirlwind(self, command: do.Whirlwind, tape: Tape) -> None:
        """Own Shock to all foes in melee. Source: CWN-45k."""
        who = self.people[command.who]
        who.used["whirlwind"] = 1
        aim = Aim(who.key, who.key, who.weapon_in_hand(), "melee", "")
        for foe in self._in_melee(who):
            amount, ignored = self._shock(aim, foe)
            foe.first_shock = 1 if ignored else foe.first_shock
            self._kill(who, self._suffer(foe, amount))

    def _kill(self, who: Person, fate: str) -> None:
        """The first kill of a round gives a master one more attack at once. Source: CWN-45k."""
        is_kill = fate in ("dead", "mortally_wounded")
        if is_kill and "whirlwind" in who.traits and not who.killed:
            who.killed = who.extra = 1

    def _totaldefense(self, command: do.TotalDefense, tape: Tape) -> None:
        self._defend(self.people[command.who])

    def _defend(self, who: Person) -> None:
        """Source: CWN-36g."""
        who.marks["total_defense"] = Mark(end=self._until_own_turn(who))
        self._pay(who, "main")

    def _withdraw(self, command: do.Withdraw, tape: Tape) -> None:
        who = self.people[command.who]
        who.marks["withdrawn"] = Mark(end=(self.round, "end", who.key))
        self._pay(who, "main")

    def _goprone(self, command: do.GoProne, tape: Tape) -> None:
        self.people[command.who].marks["prone"] = Mark()

    def _stand(self, command: do.Stand, tape: Tape) -> None:
        """Gathers what was dropped there, the last of it in an empty hand. Source: CWN-36o."""
        who = self.people[command.who]
        del who.marks["prone"]
        here = [each for each in who.dropped if each not in who.thrown]
        who.dropped = [each for each in who.dropped if each in who.thrown]
        if here and not who.held:
            who.held = here[-1]
        self._pay(who, "move")

    def _drop(self, command: do.Drop, tape: Tape) -> None:
        who = self.people[command.who]
        key = command.item or who.held
        self._let_go(who, key)
        who.dropped.append(key)

    def _let_go(self, who: Person, key: str) -> None:
        """What is in the other hand is next. Source: CWN-36k."""
        rest = [each for each in (who.held, who.other) if each and each != key]
        who.held, who.other = (rest[0] if rest else ""), ""

    def _take(self, who: Person, key: str) -> None:
        who.other, who.held = who.held, key

    def _ready(self, command: do.Ready, tape: Tape) -> None:
        who = self.people[command.who]
        self._take(who, command.item)
        self._pay(who, "main")

    def _stow(self, command: do.Stow, tape: Tape) -> None:
        who = self.people[command.who]
        self._let_go(who, command.item or who.held)
        self._pay(who, "main")

    def _pickup(self, command: do.PickUp, tape: Tape) -> None:
        who = self.people[command.who]
        who.dropped.remove(command.item)
        if command.item in who.thrown:
            who.thrown.remove(command.item)
        self._take(who, command.item)
        self._pay(who, "move")

    def _reload(self, command: do.Reload, tape: Tape) -> None:
        """A Main and a spare magazine; those of NPCs are not counted. Source: CWN-36l."""
        who = self.people[command.who]
        weapon = WEAPONS[command.weapon] if command.weapon else who.weapon_in_hand()
        who.ammo[weapon.key] = weapon.magazine
        if "spare_magazine" in who.ammo:
            who.ammo["spare_magazine"] -= 1
        self._pay(who, "main")

    def _leave(self, command: do.Leave, tape: Tape) -> None:
        self.people[command.who].has_left = True

    def _engage(self, command: do.Engage, tape: Tape) -> None:
        self._meet(self.people[command.who], self.people[command.target])

    def _disengage(self, command: do.Disengage, tape: Tape) -> None:
        who = self.people[command.who]
        self._part(who, [command.target] if command.target else list(who.melee))

    def _meet(self, one: Person, other: Person) -> None:
        for mine, theirs in ((one, other), (other, one)):
            if theirs.key not in mine.melee:
                mine.melee.append(theirs.key)

    def _part(self, who: Person, foes: list[str]) -> None:
        for each in foes:
            self.people[each].melee = [key for key in self.people[each].melee if key != who.key]
        who.melee = [each for each in who.melee if each not in foes]

    def _afflict(self, command: general.Afflict, tape: Tape) -> None:
        for who in command.who:
            self.people[who].is_leader |= command.condition == "leader"
            self.people[who].marks[command.condition] = Mark()

    def _adjust(self, command: general.Adjust, tape: Tape) -> None:
        """Hit points by hand: what 0 means is as ever; with one of them who lay there is up. Source: CWN-57."""
        for key in command.who:
            who, by = self.people[key], int(command.change)
            before = who.hp
            who.hp = min(max(who.hp + by, 0), who.most_hp)
            if who.hp > 0:
                for each in DOWN:
                    who.marks.pop(each, None)
            elif not who.has("dead") and (who.hp < before or by < 0):
                self._collapse(who, is_lethal=True)

    # ---- moving

    def _in_melee(self, who: Person) -> list[Person]:
        if who.is_out:
            return []
        foes = (self.people[each] for each in who.melee)
        return [each for each in foes if each.team != who.team and not each.is_out]

    def _leaves(self, who: Person, tape: Tape, *, only: list[str] | None = None) -> bool:
        """Each enemy in melee strikes before the move, unless it withdrew; whether it gets away. Source: CWN-18."""
        if not who.melee:
            return True
        is_bonus = not who.has("withdrawn") and who.reflex_moves > 0
        who.reflex_moves -= is_bonus
        if not who.has("withdrawn") and not is_bonus:
            for foe in self._in_melee(who):
                if who.is_down:
                    break
                if foe.can_act and (only is None or foe.key in only):
                    self._free_attack(foe, who, tape)
        if who.is_down:
            return False
        self._part(who, list(who.melee))
        return True

    def _free_attack(self, foe: Person, who: Person, tape: Tape) -> None:
        blades = (each for each in foe.ready_weapons() if not each.is_gun)
        weapon = next(blades, WEAPONS["unarmed"])
        aim = Aim(foe.key, who.key, weapon, "melee", "free")
        lying = self._show(aim, tape)
        while True:
            snapper = self._react(lying, tape, with_snaps=True)
            if snapper is None:
                self._resolve(lying, tape)
                return
            self._answer(snapper, lying, tape)
            if not foe.can_act:
                return
            again = self._judge(aim, self.people[lying.target])
            lying.bonus, lying.ac, lying.shock, lying.ignored = again

    def _answer(self, option: str, lying: Lying, tape: Tape) -> None:
        """An attack that answers one, at once. Source: CWN-24, CWN-36c, CWN-38."""
        aim = self._answer_aim(option, lying)
        self._pay_attack(aim)
        for _ in range(self._count(aim)):
            if self.people[aim.target].is_down:
                break
            mine = self._show(aim, tape)
            self._react(mine, tape, with_snaps=False)
            self._resolve(mine, tape)

    def _count(self, aim: Aim) -> int:
        """How many attacks a Main gives; a Snap Attack and its like is one. Source: CWN-69."""
        return 1 if aim.how else aim.weapon.attacks

    def _answer_aim(self, option: str, lying: Lying) -> Aim:
        word, _, key = option.partition(":")
        who = self.people[key]
        weapon = who.weapon_in_hand()
        metres = lying.aim.metres if key == lying.target else None
        mode = "single" if weapon.is_gun else "melee"
        return Aim(key, lying.aim.who, weapon, mode, "" if word == "held" else "snap", metres)

    def _run(self, command: do.Run, tape: Tape) -> None:
        who = self.people[command.who]
        gets_away = self._leaves(who, tape) if command.leaves else True
        self._pay(who, "move")
        if gets_away:
            self._leave_screens(who, float(command.metres))

    def _leave_screens(self, who: Person, metres: float) -> None:
        """More than 3 m apart there is no screen. Source: CWN-40."""
        if metres <= 3:
            return
        for each in self.people.values():
            mark = each.marks.get("screening")
            if mark and who.key in (each.key, mark.about):
                del each.marks["screening"]

    def _screen(self, command: do.Screen, tape: Tape) -> None:
        who = self.people[command.who]
        gets_away = self._leaves(who, tape) if command.leaves else True
        self._pay(who, "move")
        if gets_away:
            who.marks["screening"] = Mark(about=command.ally, end=self._until_own_turn(who))
            self.people[command.ally].marks["screened"] = Mark()

    def _endscreen(self, command: do.EndScreen, tape: Tape) -> None:
        del self.people[command.who].marks["screening"]

    # ---- attacks

    def _aim(self, command: Any, how: str | None = None) -> Aim:
        who = self.people[command.who]
        weapon = WEAPONS[command.weapon] if command.weapon else who.weapon_in_hand()
        mode = command.mode or ("single" if weapon.is_gun else "melee")
        return Aim(
            who=command.who,
            target=command.target,
            weapon=weapon,
            mode=mode,
            how=command.how if how is None else how,
            metres=None if command.metres is None else float(command.metres),
            modifiers=command.modifiers,
            gm=command.gm,
            nonlethal=getattr(command, "nonlethal", False),
        )

    def _attack(self, command: do.Attack, tape: Tape) -> None:
        aim, who = self._aim(command), self.people[command.who]
        self._pay_attack(aim)
        if aim.how == "charge":
            others = [each for each in who.melee if each != aim.target]
            if others and not self._leaves(who, tape, only=others):
                return
            if command.moved is not None:
                self._leave_screens(who, float(command.moved))
        self._begin(aim, [aim.target, *command.also], tape)

    def _begin(self, aim: Aim, named: list[str], tape: Tape) -> None:
        """The first of the attacks that a Main gives; the rest is owed. Source: CWN-69."""
        targets = [*named, *[aim.target] * (self._count(aim) - len(named))][: self._count(aim)]
        down = [each for each in targets if self.people[each].is_down]
        self._play_on(self._show(aim, tape), tape, targets[1:], down)

    def _play_on(
        self, lying: Lying, tape: Tape, rest: list[str] | None = None, down: list[str] | None = None
    ) -> None:
        """An attack from its d20 on; a Snap Attack comes first, and the rest is owed. Source: CWN-24."""
        rest, down = rest or [], down or []
        snapper = self._react(lying, tape, with_snaps=True)
        if snapper is not None:
            aim = self._answer_aim(snapper, lying)
            self.owed.append(Owed("snap_attack", aim.who, {"aim": aim}))
            values = {"lying": lying, "rest": rest, "down": down}
            self.owed.append(Owed("interrupted_attack", lying.aim.who, values))
            return
        self._resolve(lying, tape)
        if lying.aim.how == "swarm":
            self._scatter(lying.aim.target)
        left = self._still_up(rest, down)
        if left:
            values = {"aim": lying.aim, "rest": left, "down": down}
            self.owed.append(Owed("next_attack", lying.aim.who, values))

    def _still_up(self, targets: list[str], down: list[str]) -> list[str]:
        return [each for each in targets if each in down or not self.people[each].is_down]

    def _scatter(self, target: str) -> None:
        for each in self._swarm_on(target):
            del each.marks["swarming"]

    def _pay_attack(self, aim: Aim) -> None:
        """Source: CWN-17, CWN-25 step 1, CWN-31, CWN-36c, CWN-36e."""
        who, weapon = self.people[aim.who], aim.weapon
        if aim.how == "charge":
            who.marks["charging"] = Mark(end=(self.round, "", ""))
            self._pay(who, "move", "main")
        elif aim.how in ("", "snap"):
            self._pay(who, "main")
        elif aim.how == "extra":
            assert who.extra, f"{who.name} has no extra attack"
            who.extra = 0
        if weapon.magazine:
            who.ammo[weapon.key] -= 3 if aim.mode == "burst" else 1
            assert who.ammo[weapon.key] >= 0, f"{who.name} shoots with an empty {weapon.key}"
        elif aim.mode == "thrown":
            self._let_go(who, weapon.key)
            who.dropped = [*(each for each in who.dropped if each != weapon.key), weapon.key]
            who.thrown.append(weapon.key)

    def _snaptogether(self, command: do.SnapTogether, tape: Tape) -> None:
        """All are rolled before any takes effect. Source: CWN-36c."""
        aims = []
        for each in command.shots:
            who = self.people[each.who]
            weapon = WEAPONS[each.weapon] if each.weapon else who.weapon_in_hand()
            mode = each.mode or ("single" if weapon.is_gun else "melee")
            metres = None if each.metres is None else float(each.metres)
            aims.append(Aim(each.who, each.target, weapon, mode, "snap", metres))
            self._pay_attack(aims[-1])
        rolled = []
        for aim in aims:
            lying = self._show(aim, tape)
            self._react(lying, tape, with_snaps=False)
            rolled.append((lying, self._damage(lying, tape)))
        for lying, (kind, amount) in rolled:
            self._harm(lying, kind, amount)

    def _show(self, aim: Aim, tape: Tape) -> Lying:
        """Who screens the target comes first, then the d20. Source: CWN-25 step 2, CWN-40."""
        met = self._met(aim, tape)
        bonus, ac, shock, ignored = self._judge(aim, met)
        die = tape.total(aim.who, 1, 20)
        return Lying(aim, met.key, die, bonus, ac, shock, ignored)

    def _met(self, aim: Aim, tape: Tape) -> Person:
        """Everybody who screens rolls against the attacker; the lowest who stops it is met. Source: CWN-40."""
        who, target = self.people[aim.who], self.people[aim.target]
        if aim.weapon.is_gun:
            return target
        facing = [
            each
            for each in self.people.values()
            if each.has("screening")
            and each.marks["screening"].about == target.key
            and each.can_act
            and each is not who
            and (who.key in each.faced or len(each.faced) < self._combat_skill(each))
        ]
        if not facing:
            return target
        mine = tape.total(who.key, 2, 6) + who.trained(aim.weapon.skill) + self._body(who)
        others = []
        for each in facing:
            rolled = tape.total(each.key, 2, 6) + self._combat_skill(each) + self._body(each)
            others.append((rolled, each))
            if who.key not in each.faced:
                each.faced.append(who.key)
        stopping = [pair for pair in others if mine <= pair[0]]
        return min(stopping, key=lambda pair: pair[0])[1] if stopping else target

    def _combat_skill(self, who: Person) -> int:
        return max(who.trained(each) for each in ("punch", "shoot", "stab"))

    def _body(self, who: Person) -> int:
        return who.mod("strength", "dexterity") + who.save_bonus

    def _attribute(self, who: Person, weapon: Weapon, mode: str) -> int:
        if mode != "melee" or weapon.attribute == "dex":
            return who.mod("dexterity")
        return (
            who.mod("strength") if weapon.attribute == "str" else who.mod("strength", "dexterity")
        )

    def _killing(self, who: Person) -> int:
        return (who.level + 1) // 2 if who.is_pc and "killing_blow" in who.traits else 0

    def _judge(self, aim: Aim, target: Person) -> tuple[int, int, int, bool]:
        """The bonus, the AC, the Shock, and whether a shield stops it. Source: CWN-25 to CWN-35, CWN-39."""
        is_melee = aim.mode == "melee"
        ac = target.ac(melee=is_melee)
        shock, ignored = self._shock(aim, target) if is_melee else (0, False)
        return self._bonus(aim, target), ac, shock, ignored

    def _bonus(self, aim: Aim, target: Person) -> int:
        who, weapon, is_melee = self.people[aim.who], aim.weapon, aim.mode == "melee"
        if who.is_pc:
            level = who.trained(weapon.skill)
            bonus = who.level // 2 + self._attribute(who, weapon, aim.mode)
            bonus += -2 if level <= -1 else level
        else:
            bonus = who.attack[0 if is_melee else 1]
        bonus += {"charge": 2, "snap": -4, "swarm": 2 * self._others(aim)}.get(aim.how, 0)
        bonus += 2 * (aim.mode == "burst") + aim.gm
        bonus += -2 * who.has("flashed") - who.has("cracked_ribs") - 2 * who.has("concussed")
        near = aim.metres is not None and aim.metres <= 2
        if not is_melee:
            if self._is_crowded(who, target if near else None):
                bonus += (
                    0 if weapon.key.endswith("pistol") and "close_combatant" in who.traits else -4
                )
            is_linked = weapon.is_gun and "gunlink" in who.traits
            if aim.metres is not None and weapon.ranges and aim.metres > weapon.ranges[0]:
                bonus += 0 if is_linked else -2
            covers = {"cover_partial": -2, "cover_near_total": -4}
            cover = min((covers[each] for each in aim.modifiers), default=0)
            cover = min(cover, -4 if target.has("concealed") else 0)
            bonus += min(cover + 2, 0) if is_linked else cover
        if target.has("prone"):
            is_engaged = aim.metres is None and target.key in who.melee
            bonus += 2 if is_melee or near or is_engaged else -2
        return bonus

    def _is_crowded(self, who: Person, near: Person | None) -> bool:
        """Source: CWN-27."""
        if near is not None and near.team != who.team and near.is_armed():
            return True
        return any(each.is_armed() for each in self._in_melee(who))

    def _swarm_on(self, target: str) -> list[Person]:
        return [
            each
            for each in self.people.values()
            if each.has("swarming") and each.marks["swarming"].about == target
        ]

    def _others(self, aim: Aim) -> int:
        return sum(each.key != aim.who and not each.is_out for each in self._swarm_on(aim.target))

    def _shock(self, aim: Aim, target: Person) -> tuple[int, bool]:
        """Source: CWN-25 steps 6 and 7, CWN-36g, CWN-39, CWN-45i."""
        who, (amount, reach) = self.people[aim.who], aim.weapon.shock
        if target.has("total_defense") or not reach:
            return 0, False
        if who.is_pc:
            amount += self._attribute(who, aim.weapon, "melee") + self._killing(who)
        amount = max(amount, 0)
        if aim.how == "swarm" and self._others(aim):
            return amount, False
        seen = 10 if "shocking_assault" in who.traits else target.ac(melee=True)
        if reach < seen or "close_combatant" in target.traits:
            return 0, False
        if target.has_shield and not target.first_shock:
            return 0, amount > 0
        return amount, False

    def _plus(self, aim: Aim) -> int:
        """What is added to the damage dice. Source: CWN-25 step 5, CWN-31."""
        who = self.people[aim.who]
        plus = 2 if aim.mode == "burst" else 0
        if who.is_pc:
            plus += self._attribute(who, aim.weapon, aim.mode) + self._killing(who)
            if aim.weapon.key == "unarmed":
                plus += max(who.trained("punch"), 0)
        return plus

    def _trauma_plus(self, who: Person) -> int:
        return int(who.is_pc and "killing_blow" in who.traits)

    def _rolls_trauma(self, aim: Aim) -> bool:
        return not (aim.weapon.is_nonlethal or aim.nonlethal)

    def _damage(self, lying: Lying, tape: Tape) -> tuple[str, int]:
        """Trauma Die and damage together, or Shock. Source: CWN-25 steps 4 to 8, CWN-39."""
        aim, target = lying.aim, self.people[lying.target]
        who, weapon = self.people[aim.who], aim.weapon
        kind, amount, noted = "missed", 0, {}
        if lying.hits:
            is_traumatic = False
            if self._rolls_trauma(aim):
                trauma = tape.total(who.key, 1, weapon.trauma) + self._trauma_plus(who)
                is_traumatic = trauma >= target.trauma_target
                noted = {"trauma": trauma, "trauma_target": target.trauma_target}
            count, sides, flat = weapon.dice
            plus = self._plus(aim)
            plain = tape.total(who.key, count, sides) + flat + plus
            if aim.how == "swarm":
                plain = max(min(plain + self._others(aim), weapon.most + plus), plain)
            amount = max(plain * (weapon.rating if is_traumatic else 1), lying.shock, 1)
            kind = "traumatic" if is_traumatic else "hit"
        elif lying.shock:
            kind, amount = "shock", lying.shock
        elif lying.ignored:
            target.first_shock = 1
        if aim.mode == "melee" and who.team != target.team:
            self._meet(who, target)
        values = {"die": lying.die, "bonus": lying.bonus, "total": lying.die + lying.bonus}
        values |= {"ac": lying.ac, "hit": lying.hits, "shock": lying.shock, **noted}
        lying.aim = aim
        self._noted = values
        self.facts.append({"who": who.key, "target": target.key, "damage": amount, **values})
        return kind, amount

    def _resolve(self, lying: Lying, tape: Tape) -> None:
        kind, amount = self._damage(lying, tape)
        self._harm(lying, kind, amount)

    def _harm(self, lying: Lying, kind: str, amount: int) -> None:
        aim = lying.aim
        is_lethal = not (aim.weapon.is_nonlethal or aim.nonlethal)
        target, is_traumatic = self.people[lying.target], kind == "traumatic"
        fate = self._suffer(target, amount, is_traumatic=is_traumatic, is_lethal=is_lethal)
        self._kill(self.people[aim.who], fate)

    # ---- Instants on a d20

    def _react(self, lying: Lying, tape: Tape, *, with_snaps: bool) -> str | None:
        """Everybody concerned is asked until nobody changes anything; who snaps first, None: nobody. Source: CWN-24."""
        declined: set[tuple[str, bool]] = set()
        while True:
            snaps = self._snaps(lying) if with_snaps else ()
            for who, options in (
                (lying.target, (*self._target_options(lying), *snaps)),
                (lying.aim.who, self._attacker_options(lying)),
            ):
                if options and (who, lying.hits) not in declined:
                    break
            else:
                return None
            option = tape.choice(who, ("keep", *options))
            declined.add((who, lying.hits))
            actor = self.people[who]
            if option == "luck":
                actor.used["veterans_luck"] = 1
                lying.by_luck = not lying.hits
            elif option == "defend":
                self._defend(actor)
                lying.ac, lying.shock, lying.ignored = lying.ac + 2, 0, False
            elif option == "reroll":
                actor.used["gunlink"] = 1
                lying.die, lying.by_luck = tape.total(who, 1, 20), None
            elif option != "keep":
                return option

    def _has(self, who: Person, trait: str) -> bool:
        return trait in who.traits and not who.used.get(trait)

    def _target_options(self, lying: Lying) -> tuple[str, ...]:
        target = self.people[lying.target]
        if not target.can_act:
            return ()
        luck = ("luck",) if lying.hits and self._has(target, "veterans_luck") else ()
        return (*luck, "defend") if self._would_defend(lying, target) else luck

    def _would_defend(self, lying: Lying, target: Person) -> bool:
        if target.has("total_defense") or not target.is_somebody:
            return False
        if not self._can_give_up_main(target) or target.main - target.given_spent >= 1:
            return False
        if not lying.hits:
            return lying.shock > 0
        still = lying.by_luck or lying.die == 20 or lying.die + lying.bonus >= lying.ac + 2
        count, _, flat = lying.aim.weapon.dice
        return not still or lying.shock > count + flat + self._plus(lying.aim)

    def _attacker_options(self, lying: Lying) -> tuple[str, ...]:
        who = self.people[lying.aim.who]
        if lying.hits or not who.can_act:
            return ()
        luck = ("luck",) if self._has(who, "veterans_luck") else ()
        linked = lying.aim.weapon.is_gun and self._has(who, "gunlink")
        return (*luck, "reroll") if linked else luck

    def _snaps(self, lying: Lying) -> tuple[str, ...]:
        """Who may answer so that it matters: puts the attacker down, or could be put down. Source: CWN-24, CWN-36c."""
        if not (lying.hits or lying.shock):
            return ()
        found = []
        for each in self.people.values():
            holds = self._holds(each)
            if (each.is_somebody or holds) and self._would_snap(lying, each):
                found.append(f"{'held' if holds else 'snap'}:{each.key}")
        return tuple(found)

    def _holds(self, who: Person) -> bool:
        """Whether its Main may come at any time, and is no Snap Attack. Source: CWN-38, CWN-45m."""
        return who.given_main > 0 or (who.has("holding") and bool(self.order))

    def _would_snap(self, lying: Lying, who: Person) -> bool:
        attacker = self.people[lying.aim.who]
        if who.team == attacker.team or not self._can_give_up_main(who):
            return False
        aim = self._answer_aim(f"{'held' if self._holds(who) else 'snap'}:{who.key}", lying)
        if not self._is_possible(aim):
            return False
        near = lying.aim.metres is not None and lying.aim.metres <= 2
        if aim.mode == "melee":
            is_target = who.key == lying.target
            is_near = is_target and (lying.aim.mode == "melee" or near)
            if attacker not in self._in_melee(who) and not is_near:
                return False
        target = self.people[lying.target]
        swarm = self._others(lying.aim) if lying.aim.how == "swarm" else 0
        left = target.soak + target.hp
        in_danger = who is target and (
            self._most(lying.aim, target, lying.shock, swarm) >= left
            if lying.hits
            else lying.shock >= left
        )
        mine = self._judge(aim, attacker)
        return in_danger or self._most(aim, attacker, mine[2]) >= attacker.soak + attacker.hp

    def _most(self, aim: Aim, target: Person, shock: int, swarm: int = 0) -> int:
        who, weapon = self.people[aim.who], aim.weapon
        most = weapon.most + self._plus(aim) + swarm
        if (
            self._rolls_trauma(aim)
            and weapon.trauma + self._trauma_plus(who) >= target.trauma_target
        ):
            most *= weapon.rating
        return max(most, shock, 1)

    def _is_possible(self, aim: Aim) -> bool:
        """Whether target, hands, reach and rounds allow an attack. Source: CWN-25 step 1, CWN-27, CWN-28."""
        who, target, weapon = self.people[aim.who], self.people[aim.target], aim.weapon
        if target.has("dead") or (weapon.magazine and who.ammo[weapon.key] < 1):
            return False
        if aim.metres is not None and aim.mode == "melee" and aim.metres > 2:
            return False
        is_aimed = aim.metres is not None and aim.mode != "melee"
        if is_aimed and weapon.ranges and (aim.metres or 0) > weapon.ranges[1]:
            return False
        near = target if aim.metres is not None and aim.metres <= 2 else None
        two = weapon.hands > 1
        if two and who.has("one_hand"):
            return False
        return not (two and weapon.is_gun and self._is_crowded(who, near))

    # ---- swarms

    def _swarm(self, command: do.Swarm, tape: Tape) -> None:
        who = self.people[command.who]
        who.marks["swarming"] = Mark(about=command.target, end=(self.round, "", ""))
        self._pay(who, "main")
        self.owed.append(Owed("swarm_strike", who.key))

    # ---- harm

    def _suffer(
        self, target: Person, amount: int, *, is_traumatic: bool = False, is_lethal: bool = True
    ) -> str:
        """Soak first, then hit points, then what 0 means, which is returned. Source: CWN-07, CWN-25, CWN-57, CWN-63."""
        if target.has("dead") or amount <= 0:
            return ""
        soaked = min(amount, target.soak)
        lost = min(amount - soaked, max(target.hp, 0))
        if is_traumatic:
            target.marks["traumatized"] = Mark()
        target.soak -= soaked
        target.hp -= lost
        if amount > soaked and target.hp <= 0:
            return self._collapse(target, is_lethal=is_lethal)
        return ""

    def _collapse(self, who: Person, *, is_lethal: bool) -> str:
        """What becomes of who has nothing left; empty: nothing that was not so. Source: CWN-57 to CWN-61."""
        fate = ""
        if who.has("mortally_wounded") or who.has("stable"):
            fate = "dead" if is_lethal else ""
        elif who.has("frail"):
            fate = "dead"
        elif is_lethal:
            fate = "mortally_wounded" if who.is_somebody else "dead"
        elif not who.has("unconscious"):
            fate = "unconscious"
        if fate:
            self._fall(who, fate)
        return fate

    def _fall(self, who: Person, fate: str) -> None:
        """What was begun is over; who lies there has empty hands. Source: CWN-36o, CWN-47, CWN-59, CWN-63."""
        for each in ("holding", "screening", "swarming", "charging", "total_defense", "withdrawn"):
            who.marks.pop(each, None)
        for each in DOWN:
            who.marks.pop(each, None)
        who.marks[fate] = Mark(count=self.round)
        if fate == "dead":
            return
        who.marks["prone"] = Mark()
        held = [each for each in (who.held, who.other) if each]
        who.dropped += [each for each in reversed(held) if each not in who.dropped]
        who.held = who.other = ""
        if fate == "mortally_wounded" and who.has("traumatized"):
            self.owed.append(Owed("injury_save", who.key))

    def _stabilize(self, command: do.Stabilize, tape: Tape) -> None:
        """Source: CWN-60."""
        who, patient = self.people[command.who], self.people[command.patient]
        rounds = self.round - patient.marks["mortally_wounded"].count
        skill = who.trained("heal") + who.mod("dexterity", "intelligence") + who.save_bonus
        rolled = tape.total(who.key, 2, 6) + skill + command.gm
        self._pay(who, "main")
        who.tried = 1
        if rolled >= {"medkit": 8, "none": 10, "patch": 6}[command.tool] + rounds:
            del patient.marks["mortally_wounded"]
            patient.marks |= {"stable": Mark(), "frail": Mark()}

    # ---- what is owed

    def _settle(self, which: tuple[str, str, int], tape: Tape) -> None:
        owed = self._take_owed(which)
        match owed.kind:
            case "injury_save":
                self._injury(self.people[owed.who], tape)
            case "morale":
                self._roll_morale(self._may_break(owed.who), owed.who, tape)
            case "snap_attack":
                aim = owed.values["aim"]
                self._pay_attack(aim)
                self._begin(aim, [aim.target], tape)
            case "next_attack":
                aim, down = owed.values["aim"], owed.values["down"]
                rest = self._still_up(owed.values["rest"], down)
                aim = replace(aim, target=rest[0])
                self._play_on(self._show(aim, tape), tape, rest[1:], down)
            case "interrupted_attack":
                lying = owed.values["lying"]
                aim = lying.aim
                again = self._judge(aim, self.people[lying.target])
                lying.bonus, lying.ac, lying.shock, lying.ignored = again
                self._play_on(lying, tape, owed.values["rest"], owed.values["down"])
            case "swarm_strike":
                who = self.people[owed.who]
                weapon = who.weapon_in_hand()
                mode = "single" if weapon.is_gun else "melee"
                aim = Aim(who.key, who.marks["swarming"].about, weapon, mode, "swarm")
                self._pay_attack(aim)
                self._play_on(self._show(aim, tape), tape)
            case _:
                raise AssertionError(f"settled: {which}")

    def _waive(self, which: tuple[str, str, int]) -> None:
        owed = self._take_owed(which)
        if owed.kind == "swarm_strike" and self.people[owed.who].has("swarming"):
            self._scatter(self.people[owed.who].marks["swarming"].about)
        if owed.kind == "blast":
            self.people[owed.who].marks.pop("in_air", None)

    def _take_owed(self, which: tuple[str, str, int]) -> Owed:
        kind, who, number = which
        found = [each for each in self.owed if (each.kind, each.who) == (kind, who)][number]
        self.owed.remove(found)
        return found

    def _injury(self, who: Person, tape: Tape) -> None:
        """A Physical save, and if it fails the table. Source: CWN-63, CWN-64."""
        die = tape.total(who.key, 1, 20)
        is_saved = die != 1 and (die == 20 or die + who.save_bonus >= who.save_target("physical"))
        if is_saved:
            return
        face = tape.total(who.key, 1, 12)
        left = {4: "blinded", 6: "crawling", 7: "crawling", 8: "one_hand", 9: "one_hand"}
        left |= {10: "concussed", 11: "cracked_ribs"}
        if face in left:
            who.marks[left[face]] = Mark()
        if face == 1:
            self._fall(who, "dead")

    # ---- Morale

    def _npcs(self, side: str) -> list[Person]:
        return [each for each in self.people.values() if each.side == side and not each.is_pc]

    def _may_break(self, side: str) -> list[Person]:
        return [each for each in self._npcs(side) if not each.is_out and not each.has("broken")]

    def _demand_morale(self, side: str) -> None:
        """The first death, half down, the leader down, defeat near; once for each. Source: CWN-19, CWN-66."""
        members, able = self._npcs(side), self._may_break(side)
        if side == "pc" or not able:
            return
        size, down = len(members), sum(each.is_down for each in members)
        points = {
            "first_death": any(each.has("dead") for each in members),
            "half_down": 2 * down >= size,
            "leader_down": any(each.is_leader and each.is_down for each in members),
            "defeat": size > 2 and 4 * (size - len(able)) >= 3 * size,
        }
        seen = self.seen.setdefault(side, [])
        new = [key for key, is_so in points.items() if is_so and key not in seen]
        if new:
            seen += new
            self.owed = [each for each in self.owed if (each.kind, each.who) != ("morale", side)]
            self.owed.append(Owed("morale", side))

    def _morale(self, command: do.Morale, tape: Tape) -> None:
        members = [self.people[each] for each in command.who]
        sides = {each.side for each in members}
        self._roll_morale(members, min(sides) if len(sides) == 1 else "", tape, command.gm)
        self.owed = [each for each in self.owed if each.kind != "morale" or each.who not in sides]

    def _roll_morale(self, members: list[Person], side: str, tape: Tape, gm: int = 0) -> None:
        rolled = tape.total(side, 2, 6) + gm
        for each in members:
            if rolled > each.morale and each.morale < 12:
                each.marks["broken"] = Mark()

    def _skipmorale(self, command: do.SkipMorale, tape: Tape) -> None:
        self._take_owed(("morale", command.side, 0))

    # ---- checks

    def _check(self, command: do.Check, tape: Tape) -> None:
        """2d6, the skill, the best attribute. Source: CWN-10, CWN-36j."""
        who = self.people[command.who]
        skill = who.trained(command.skill) if who.is_pc else 0
        names = (command.attribute,) if command.attribute else tuple(who.scores)
        total = tape.total(who.key, 2, 6) + skill + who.save_bonus
        total += who.mod(*names) if names else 0
        self.facts.append({"total": total, "success": total >= command.difficulty})
        self._pay(who, "main")

    def _save(self, command: do.Save, tape: Tape) -> None:
        who = self.people[command.who]
        die, needed = tape.total(who.key, 1, 20), who.save_target(command.save)
        total = die + who.save_bonus + command.gm
        is_saved = die != 1 and (die == 20 or total >= needed)
        self.facts.append({"who": who.key, "total": total, "saved": is_saved})

    # ---- grenades

    def _throw(self, command: do.Throw, tape: Tape) -> None:
        """Against AC 10; a miss bounces. Source: CWN-41."""
        who = self.people[command.who]
        self._pay(who, "main")
        who.ammo[command.weapon] -= 1
        if not who.ammo[command.weapon] and command.weapon in (who.held, who.other):
            self._let_go(who, command.weapon)
        if who.is_pc:
            level = who.trained("shoot")
            bonus = who.level // 2 + who.mod("dexterity") + (-2 if level <= -1 else level)
        else:
            bonus = who.attack[1]
        bonus += -2 * who.has("flashed") - who.has("cracked_ribs") - 2 * who.has("concussed")
        bonus += -4 if self._is_crowded(who, None) else 0
        bonus += -2 if command.metres is not None and command.metres > 10 else 0
        die = tape.total(who.key, 1, 20)
        is_good = die != 1 and (die == 20 or die + bonus >= 10)
        is_asked = not is_good and self._has(who, "veterans_luck")
        if is_asked and tape.choice(who.key, ("keep", "luck")) == "luck":
            who.used["veterans_luck"], is_good = 1, True
        if not is_good:
            tape.dice(who.key, 1, 10)
            tape.dice(who.key, 1, 8)
        self.facts.append({"die": die, "total": die + bonus, "landed": is_good})
        who.marks["in_air"] = Mark(about=command.weapon)
        self.owed.append(Owed("blast", who.key))

    def _blast(self, command: do.Blast, tape: Tape) -> None:
        """Source: CWN-41, CWN-42."""
        assert command.who is not None
        thrower = self.people[command.who]
        kind = thrower.marks["in_air"].about
        caught = [self.people[each.target] for each in command.targets]
        caught = [each for each in caught if not each.has("dead")]
        if kind == "flash_grenade":
            self._flash(thrower, caught, tape)
        if kind in ("gas_grenade", "smoke_grenade"):
            end = self._whole_rounds(thrower, 1)
            for each in caught:
                each.marks["concealed"] = Mark(end=end)
        if kind == "frag_grenade" and caught:
            self._frag(thrower, caught, tape)
        if kind == "gas_grenade" and caught:
            self._gas(thrower, caught, tape)
        thrower.marks.pop("in_air", None)
        self._take_owed(("blast", thrower.key, 0))

    def _saves(self, who: Person, die: int, save: str) -> bool:
        return die != 1 and (die == 20 or die + who.save_bonus >= who.save_target(save))

    def _frag(self, thrower: Person, caught: list[Person], tape: Tape) -> None:
        damage = tape.total(thrower.key, 2, 6) + self._killing(thrower)
        plus = self._trauma_plus(thrower)
        rolled = [
            (tape.total(each.key, 1, 20), tape.total(each.key, 1, 8) + plus) for each in caught
        ]
        plans = [(each.ac(melee=True), each.trauma_target) for each in caught]
        for each, (save, trauma), (ac, needed) in zip(caught, rolled, plans, strict=True):
            share = damage // 2 if self._saves(each, save, "evasion") else damage
            share *= 2 if trauma >= needed else 1
            share = max(share - max(ac - 14, 0), 0)
            self.facts.append({"who": thrower.key, "target": each.key, "damage": share})
            self._kill(thrower, self._suffer(each, share, is_traumatic=trauma >= needed))

    def _gas(self, thrower: Person, caught: list[Person], tape: Tape) -> None:
        damage = tape.total(thrower.key, 1, 10) + self._killing(thrower)
        rolled = [tape.total(each.key, 1, 20) for each in caught]
        for each, save in zip(caught, rolled, strict=True):
            share = damage // 2 if self._saves(each, save, "physical") else damage
            self.facts.append({"who": thrower.key, "target": each.key, "damage": share})
            self._kill(thrower, self._suffer(each, share, is_lethal=False))

    def _suppress(self, command: do.Suppress, tape: Tape) -> None:
        """Who fails the save takes half, and the Trauma Die multiplies that. Source: CWN-32."""
        who = self.people[command.who]
        weapon = WEAPONS[command.weapon] if command.weapon else who.weapon_in_hand()
        who.ammo[weapon.key] -= 2
        self._pay(who, "main")
        exposed = [self.people[each.target] for each in command.targets if not each.hard_cover]
        exposed = [each for each in exposed if not each.has("dead")]
        rolled = [(each, tape.total(each.key, 1, 20)) for each in exposed]
        failed = [each for each, die in rolled if not self._saves(each, die, "evasion")]
        if not failed:
            return
        aim = Aim(who.key, who.key, weapon, "single", "")
        count, sides, flat = weapon.dice
        damage = tape.total(who.key, count, sides) + flat + self._plus(aim)
        traumas = [tape.total(each.key, 1, weapon.trauma) for each in failed]
        for each, trauma in zip(failed, traumas, strict=True):
            is_traumatic = trauma + self._trauma_plus(who) >= each.trauma_target
            amount = max((damage + 1) // 2 * (weapon.rating if is_traumatic else 1), 0)
            self._kill(who, self._suffer(each, amount, is_traumatic=is_traumatic))
            each.marks["suppressed"] = Mark(end=(self.round, "", ""))

    def _flash(self, thrower: Person, caught: list[Person], tape: Tape) -> None:
        seeing = [
            each
            for each in caught
            if not each.is_down and not each.has("flash_guard") and not each.has("flashed")
        ]
        rolled = [tape.total(each.key, 1, 20) for each in seeing]
        failed = []
        for each, die in zip(seeing, rolled, strict=True):
            if self._saves(each, die, "physical"):
                each.marks["flash_guard"] = Mark(end=(self.round, "", ""))
            else:
                failed.append(each)
        for each, rounds in [(each, tape.total(each.key, 1, 6)) for each in failed]:
            each.marks["flashed"] = Mark(end=self._whole_rounds(thrower, rounds))
            if each.mains_left and each.has("holding"):
                self._pay(each, "main")
            elif each.mains_left and each.can_act and not self._is_over(each):
                each.main += 1
            else:
                each.marks["dazzled"] = Mark()

    def _whole_rounds(self, thrower: Person, rounds: int) -> tuple[int, str, str]:
        up = [each.key for each in self._group(self.at) if not each.is_out]
        whose = thrower.key if thrower.key in up else next(iter(up), "")
        if not whose:
            return (self.round + rounds - 1, "", "")
        return (self.round + rounds, "start", whose)

    # ---- after each command

    def _tidy(self) -> None:
        """Ends screens without screener or ally, and what has lost its object is owed no more."""
        covered = set()
        for each in self.people.values():
            mark = each.marks.get("screening")
            if mark is None:
                continue
            if each.is_out or self.people[mark.about].is_out:
                del each.marks["screening"]
            else:
                covered.add(mark.about)
        for each in self.people.values():
            if each.key not in covered:
                each.marks.pop("screened", None)
        self.owed = [each for each in self.owed if self._has_object(each)]

    def _has_object(self, owed: Owed) -> bool:
        match owed.kind:
            case "injury_save":
                who = self.people[owed.who]
                lies = who.has("mortally_wounded") or who.has("stable")
                return lies and who.has("traumatized")
            case "morale":
                return bool(self._may_break(owed.who))
            case "blast":
                return self.people[owed.who].has("in_air")
            case "swarm_strike":
                who = self.people[owed.who]
                mark = who.marks.get("swarming")
                return mark is not None and who.can_act and not self.people[mark.about].is_out
            case "interrupted_attack":
                return self.people[owed.who].can_act
            case "next_attack":
                left = self._still_up(owed.values["rest"], owed.values["down"])
                is_one_alive = any(not self.people[each].has("dead") for each in left)
                return self.people[owed.who].can_act and is_one_alive
            case _:
                aim = owed.values["aim"]
                who = self.people[aim.who]
                can_pay = self._can_give_up_main(who)
                if self.people[aim.target].is_out or not can_pay:
                    return False
                return self._is_possible(aim)
