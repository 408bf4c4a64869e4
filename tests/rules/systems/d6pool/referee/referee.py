"""A second bookkeeping of D6 pools, written from the numbered rules alone: it follows what the program accepts.

For each command it says which dice are asked for and of whom, works out what they come to, and keeps Health, dodge
dice, Hero Points, rounds, conditions, actions and the order of turns. It does not follow: which commands are refused
(but for attacks beyond the limit), commands interrupted among their own dice, scopes, lasers and smart links, house
rules changed in mid-fight, the wording of the log, orders changed by hand; in a tie who moves, who aims while stunned,
who is healed while a cure is held, and who comes with its score.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field

from encounter_gui.dice.requests import Rolled
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.d6pool import commands as do
from tests.rules.systems.d6pool.referee.people import (
    BLAST,
    BLAST_DAMAGE,
    LADDER,
    RANGES,
    TURN_ENDS,
    WEAPONS,
    Fighter,
)


class FoulError(AssertionError):
    """What the program did is not what the rules say."""


@dataclass
class Slot:
    """A place in the order: ``lane`` 1 is a second action."""

    who: str
    score: int
    lane: int
    group: int = 0


@dataclass
class Effect:
    """What somebody has done to somebody: wounds, a stun, a bleeding stopped, wounds cured."""

    who: str
    wounds: int = 0
    stuns: bool = False
    stops: bool = False
    cures: int = 0


@dataclass
class Referee:
    """The fight as the rules have it.

    ``held`` are effects of a tie, in the order rolled, by whose they are; ``settling`` are those who roll what they
    owe. ``waits``: what is done now is held; ``mates`` are those of a tie it has to wait for.
    """

    people: dict[str, Fighter] = field(default_factory=dict)
    stage: str = "ready"
    round: int = 0
    group: int = -1
    slots: list[Slot] = field(default_factory=list)
    held: list[tuple[str, Effect]] = field(default_factory=list)
    in_air: dict[str, list[str]] = field(default_factory=dict)
    dice: list[Rolled] = field(default_factory=list)
    settling: tuple[str, ...] = ()
    waits: bool = False
    mates: list[str] = field(default_factory=list)
    rules: frozenset[str] = frozenset()

    # ---- dice

    def roll(self, who: str | None, count: int, *keys: str) -> int:
        """The total of the dice that are asked for next; none are where a pool is empty. Source: D6P-09."""
        if count <= 0:
            return 0
        if not self.dice:
            raise FoulError(f"{count} dice of {who} for {keys} were not asked for")
        rolled = self.dice.pop(0)
        asked = rolled.request
        if (asked.who, asked.count) != (who, count) or asked.key.partition(".")[0] not in keys:
            told = f"{asked.key} {asked.who} {asked.count}"
            raise FoulError(f"wanted {keys} {who} {count}, asked {told}")
        return rolled.total

    @property
    def ladder(self) -> tuple[int, ...]:
        """Source: D6P-26."""
        return (5, 10, 15, 20) if "rangeLadder" in self.rules else LADDER

    # ---- ties

    @property
    def acting(self) -> list[str]:
        return [each.who for each in self.slots if each.group == self.group]

    def takes_part(self, slot: Slot) -> bool:
        """Source: D6P-16, D6P-48."""
        one = self.people[slot.who]
        return not one.is_out and not (slot.lane and "busy" in one.conditions)

    def _mates(self, who: str) -> list[str]:
        """Who acts at once with somebody and has something left to do: the tie waits for them. Source: D6P-15."""
        if who not in self.acting:
            return []
        return [
            each.who
            for each in self.slots
            if each.group == self.group and each.who != who and self.takes_part(each)
            if not self.people[each.who].spent
        ]

    def seen_by(self, who: str | None) -> dict[str, Fighter]:
        """The fighters as somebody meets them: what is held counts only if it is its own. Source: D6P-15."""
        own = [effect for by, effect in self.held if by == who]
        if not own:
            return self.people
        seen = copy.deepcopy(self.people)
        self.make_true(own, seen)
        return seen

    def make_true(self, effects: Sequence[Effect], people: dict[str, Fighter]) -> None:
        """Everything at once; wounds add up. Source: D6P-15, D6P-35."""
        before = {key: one.th for key, one in people.items()}
        for each in effects:
            if each.who in people:
                one = people[each.who]
                one.suffers(each.wounds, stuns=each.stuns)
                one.bleeding = 0 if each.stops else one.bleeding
                one.th = min(one.th + each.cures, one.health) if each.cures else one.th
        for key, one in people.items():
            if one.th != before[key]:
                one.follow(before[key], self.round)

    def happen(self, by: str | None, effects: Sequence[Effect]) -> None:
        if by is not None and self.waits:
            self.held += [(by, each) for each in effects]
        elif self.mates and any(each.wounds or each.cures or each.stops for each in effects):
            raise FoulError(f"what {by} does has not waited for {self.mates}")
        else:
            self.make_true(effects, self.people)

    def release(self) -> None:
        effects = [each for _, each in self.held]
        self.held = []
        self.make_true(effects, self.people)

    # ---- turns

    def able(self) -> list[Fighter]:
        return [
            one
            for one in self.people.values()
            if not one.is_out and "awake_weak" not in one.conditions
        ]

    def next(self) -> None:
        if self.stage != "running":
            self.stage = "running"
            self.begin_turn(1)
        elif not self.slots:
            self.roll_order()
        else:
            self.release()
            self.pass_on()

    def begin_turn(self, number: int) -> None:
        """Source: D6P-13, D6P-31."""
        self.round, self.slots, self.group = number, [], -1
        for one in self.people.values():
            one.dodge = one.level("dodge")
            one.attacks = one.turn_attacks = 0
            one.spent = one.drew = one.acted = False
            one.doubled, one.moves = "", ()
            one.total = one.total if number == 1 else None

    def roll_order(self) -> None:
        """Source: D6P-15, D6P-16, D6P-18."""
        totals: dict[str, int] = {}
        for one in self.able():
            if one.total is None:
                totals[one.key] = self.roll(one.key, 1, "initiative") + self.speed(one)
            else:
                totals[one.key] = one.total
        for one in self.able():
            costly = {"run": "running", "crawl": "crawling", "stand": "got_up"}
            for each in one.moves:
                if each in costly:
                    one.moves_as(costly[each])
        self.slots = [
            Slot(who, total, lane)
            for lane in (0, 1)
            for who, total in totals.items()
            if not lane or total >= 10
        ]
        self.number()
        self.pass_on()

    def speed(self, one: Fighter) -> int:
        return one.level("dexterity") + one.sheet.get("reflex", 0)

    def number(self, first: int = 0, late: list[Slot] | None = None) -> None:
        """Equal scores of one pass act together, the highest first. Source: D6P-15."""
        slots = self.slots if late is None else late
        slots.sort(key=lambda each: (each.lane, -each.score))
        group, before = first - 1, None
        for each in slots:
            group += (each.lane, each.score) != before
            before = each.lane, each.score
            each.group = group

    def pass_on(self) -> None:
        later = [s.group for s in self.slots if s.group > self.group and self.takes_part(s)]
        if later:
            self.group = min(later)
            for who in self.acting:
                one = self.people[who]
                one.attacks, one.spent, one.drew, one.doubled = 0, False, False, ""
            return
        for one in self.people.values():
            one.conditions -= TURN_ENDS
            if one.bleeding and one.bleeding <= self.round:
                one.bleeding += 12
                one.th -= 1
                one.follow(one.th + 1, self.round, is_hit=False)
        self.begin_turn(self.round + 1)

    # ---- what is done

    def follow(self, command: Command, rolled: Sequence[Rolled], *, waits: bool) -> None:
        """Follows a command that was accepted, with the dice that fell for it; ``waits``: the program holds it."""
        self.dice, self.waits = list(rolled), waits
        who = getattr(command, "who", None)
        self.mates = self._mates(who) if isinstance(who, str) else []
        if waits and len(self.acting) < 2:
            raise FoulError("held, and nobody acts at once with it")
        getattr(self, f"_{type(command).__name__.lower()}")(command)
        if self.dice:
            left = [(each.request.key, each.request.who, each.request.count) for each in self.dice]
            raise FoulError(f"asked for too many dice: {left}")

    def _next(self, command: ask.Next) -> None:
        self.next()

    def _apply(self, command: do.Apply) -> None:
        self.release()

    def _wait(self, command: do.Wait) -> None:
        self.people[command.who].spent = self.people[command.who].acted = True

    def _declare(self, command: do.Declare) -> None:
        self.people[command.who].moves = command.moves

    def _move(self, command: do.Move) -> None:
        """Source: D6P-18."""
        one = self.people[command.who]
        match command.gait:
            case "stand":
                one.conditions -= {"prone"}
                one.moves_as("got_up")
            case "prone":
                one.conditions |= {"prone"}
            case "run":
                one.moves_as("running")
            case "crawl":
                one.moves_as("crawling")

    def _leave(self, command: do.Leave) -> None:
        self.people[command.who].has_left = True

    def _hero(self, command: do.Hero) -> None:
        """Source: D6P-12."""
        one = self.people[command.who]
        one.hero -= 1
        one.dodge += one.level("dodge")
        one.conditions |= {"heroic"}

    def _spend_point(self, one: Fighter, skill: str, *, wanted: bool) -> bool:
        """A Hero Point doubles one skill for the action; the second attack of it has it too. Source: D6P-12."""
        if one.doubled == skill:
            return True
        if wanted:
            one.hero -= 1
            one.doubled = skill if one.key in self.acting else one.doubled
        return wanted

    def _attack(self, command: do.Attack) -> None:
        """Source: D6P-17, D6P-19, D6P-28 to D6P-36, D6P-52."""
        one, seen = self.people[command.who], self.seen_by(command.who)
        me, other = seen[command.who], seen[command.target]
        key = command.weapon or one.hand or "unarmed"
        weapon = WEAPONS[key]
        mode = command.mode or str(weapon["mode"])
        hero = self._spend_point(one, str(weapon["skill"]), wanted=command.hero)
        is_ranged, is_burst = mode != "melee", mode == "FA"
        dice = me.level(str(weapon["skill"]), hero=hero) - me.hindrance(attacks=True) + command.gm
        base = 2 if mode in {"SA", "FA"} else 1
        counts_by_turn = "attackLimit" in one.rules
        drew = "drawn" in one.conditions if counts_by_turn else one.drew
        limit = 0 if base == 1 and "drawn" in one.conditions else base - drew
        made = one.turn_attacks if counts_by_turn else one.attacks
        if made >= limit or one.spent or "busy" in one.conditions:
            raise FoulError(f"{one.key} has no attack left")
        dn = 10
        if is_ranged:
            dice += 2 * ("aimed" in me.conditions) - 2 * is_burst - ("prone" in other.conditions)
            metres = command.metres or 0
            dn = next(
                dn for dn, most in zip(self.ladder, RANGES[key], strict=True) if metres <= most
            )
        level = int(str(weapon["damage"])) + 2 * is_burst
        level += me.level("strength") if weapon.get("strength") else 0
        if is_ranged:
            one.conditions -= {"aimed"}
            one.ammo[key] -= 5 if is_burst else 1
        one.attacks += 1
        one.turn_attacks += 1
        one.acted = True
        one.spent = one.spent or made + 1 >= limit
        self.people[command.target].dodge -= command.dodge
        effect = self._strike(one.key, other, dice, dn, command.dodge, level)
        self.happen(one.key, [effect] if effect else [])

    def _strike(
        self, by: str | None, other: Fighter, dice: int, dn: int, dodge: int, level: int
    ) -> Effect | None:
        """Dodge, attack, damage, resistance, in this order. Source: D6P-29 to D6P-35, D6P-52."""
        dodged = self.roll(other.key, dodge, "dodge")
        total = self.roll(by, dice, "attack")
        if dice <= 0 or total < dn + dodged or level <= 0:
            return None
        return self._hit(by, other, level)

    def _hit(self, by: str | None, other: Fighter, level: int) -> Effect:
        """Source: D6P-33 to D6P-35."""
        damage = self.roll(by, level, "damage")
        wounds = damage - self.roll(other.key, other.resistance(), "resistance")
        return Effect(other.key, max(wounds, 0), stuns=wounds <= 0 and not other.is_dead)

    def _throw(self, command: do.Throw) -> None:
        """Source: D6P-38, D6P-39."""
        one, me = self.people[command.who], self.seen_by(command.who)[command.who]
        hero = self._spend_point(one, "throwing", wanted=command.hero)
        dice = me.level("throwing", hero=hero) - me.hindrance(attacks=True) + command.gm
        dice += 2 * ("aimed" in me.conditions)
        metres = command.metres or 0
        ranges = zip(self.ladder, RANGES["grenade"], strict=True)
        dn = next(dn for dn, most in ranges if metres <= most)
        one.ammo["grenade"] -= 1
        one.conditions -= {"aimed"}
        one.attacks, one.turn_attacks = one.attacks + 1, one.turn_attacks + 1
        one.spent = one.acted = True
        total = self.roll(one.key, dice, "throw")
        if dice <= 0 or total < dn:
            self.roll(one.key, 1, "scatter_distance")
            self.roll(one.key, 1, "scatter_direction")
        self.in_air[one.key] = []

    def _blast(self, command: do.Blast) -> None:
        """Every target of it for itself, and all of them at once. Source: D6P-32, D6P-40, D6P-41."""
        seen, effects = self.seen_by(command.who), list[Effect]()
        for each in command.targets:
            band = next((at for at, most in enumerate(BLAST) if each.metres <= most), None)
            if band is None:
                continue
            dice, level, dn = 4 + each.gm, BLAST_DAMAGE[band], self.ladder[band]
            self.people[each.target].dodge -= each.dodge
            other = seen[each.target]
            if "grenadeAlwaysHits" in self.rules:
                found: Effect | None = self._hit(command.who, other, level)
            else:
                found = self._strike(command.who, other, dice, dn, each.dodge, level)
            effects += [found] if found else []
        self.happen(command.who, effects)
        if command.who and command.more:
            self.in_air[command.who] += [each.target for each in command.targets]
        elif command.who:
            del self.in_air[command.who]

    def _draw(self, command: do.Draw) -> None:
        """Source: D6P-21."""
        one = self.people[command.who]
        if one.turn_attacks and "drawn" not in one.conditions:
            raise FoulError(f"{one.key} has attacked without the die that drawing costs")
        one.hand, one.drew, one.acted = command.weapon, True, True
        one.conditions |= {"drawn"}
        modes = WEAPONS[command.weapon]["modes"]
        assert isinstance(modes, tuple)
        one.spent = one.attacks > 0 or not {"SA", "FA"} & set(modes)

    def _fastdraw(self, command: do.FastDraw) -> None:
        """Source: D6P-22."""
        one, me = self.people[command.who], self.seen_by(command.who)[command.who]
        hero = self._spend_point(one, "dexterity", wanted=command.hero)
        dice = me.level("dexterity", hero=hero) + me.sheet.get("reflex", 0)
        dice += command.gm - me.hindrance()
        total = self.roll(one.key, dice, "fast_draw")
        one.hand = command.weapon
        if dice <= 0 or total < 10:
            one.conditions |= {"busy", "fast_draw_failed"}
            one.spent = one.acted = True

    def _aim(self, command: do.Aim) -> None:
        """Source: D6P-23."""
        self._whole_turn(command.who, "aimed")

    def _whole_turn(self, who: str, *keys: str) -> None:
        """Source: D6P-16."""
        one = self.people[who]
        if one.acted:
            raise FoulError(f"{who} has no whole turn left")
        one.conditions |= {"busy", *keys}
        one.spent = one.acted = True

    def _reload(self, command: do.Reload) -> None:
        """Source: D6P-24."""
        one = self.people[command.who]
        key = command.weapon or one.hand
        most = int(str(WEAPONS[key]["magazine"]))
        one.ammo[key] = min(one.ammo[key] + 5, most) if key == "revolver" else most
        self._whole_turn(command.who, "reloading")

    def _test(self, who: str, command: do.Task | do.Oppose | do.FirstAid, skill: str) -> int:
        """The dice of a task. Source: D6P-09, D6P-25."""
        one, me = self.people[who], self.seen_by(who)[who]
        hero = self._spend_point(one, skill, wanted=command.hero)
        return me.level(skill, hero=hero) - me.hindrance() + command.gm

    def _task(self, command: do.Task) -> None:
        """Source: D6P-25."""
        one = self.people[command.who]
        if one.drew or one.attacks:
            raise FoulError("a task is a whole action")
        dice = self._test(command.who, command, command.skill)
        one.spent = one.acted = True
        self.roll(command.who, dice, "task")

    def _oppose(self, command: do.Oppose) -> None:
        """Ties are rolled again; the unconscious roll nothing. Source: D6P-11, D6P-43."""
        other = self.seen_by(command.who)[command.target]
        dice = self._test(command.who, command, command.skill)
        skill = command.target_skill or command.skill
        is_out = other.is_dead or (other.is_down and "awake_weak" not in other.conditions)
        answers = 0 if is_out else other.level(skill) - other.hindrance()
        one = self.people[command.who]
        one.spent = one.acted = True
        while True:
            first = self.roll(command.who, dice, "task")
            if first != self.roll(command.target, answers, "opposed"):
                return

    def _firstaid(self, command: do.FirstAid) -> None:
        """Source: D6P-46."""
        patient = self.seen_by(command.who)[command.patient]
        dice = self._test(command.who, command, "medicine")
        if self.stage == "running":
            self._whole_turn(command.who)
        total = self.roll(command.who, dice, "first_aid")
        works = dice > 0 and total + patient.th >= patient.health
        self.people[command.patient].aided += 1
        if works and patient.bleeding:
            self.happen(command.who, [Effect(command.patient, stops=True)])
        elif works:
            cures = self.roll(command.who, 1, "cure")
            cures = min(cures, patient.health - patient.th)
            self.happen(command.who, [Effect(command.patient, cures=cures)])

    def _fall(self, command: do.Fall) -> None:
        """Source: D6P-37."""
        one, metres = self.people[command.who], int(command.metres)
        level = max((metres if metres <= 10 else 2 * metres) - one.level("climbing"), 0)
        damage = self.roll(None, level, "damage")
        dice = self.seen_by(command.who)[command.who].resistance() if level else 0
        wounds = damage - self.roll(one.key, dice, "resistance")
        if level:
            self.make_true([Effect(one.key, max(wounds, 0), stuns=wounds <= 0)], self.people)

    def _damage(self, command: ask.Damage) -> None:
        """So much damage against resistance, at once in a tie as well. Source: D6P-33 to D6P-35."""
        effects = list[Effect]()
        for each in command.targets:
            one = self.people[each.who]
            if not one.is_dead:
                wounds = command.amount - self.roll(one.key, one.resistance(), "resistance")
                effects.append(Effect(one.key, max(wounds, 0), stuns=wounds <= 0))
        self.make_true(effects, self.people)

    def _heal(self, command: do.Heal) -> None:
        """Source: D6P-47."""
        one = self.people[command.who]
        dice, before = one.level("strength"), one.th
        works = self.roll(one.key, dice, "healing") + one.th >= one.health and dice > 0
        if works and (command.attended or not one.is_down):
            one.th = min(one.th + self.roll(one.key, 1, "cure"), one.health)
        elif not works and one.is_down and not command.attended:
            one.th -= self.roll(one.key, 1, "cure")
        one.follow(before, self.round, is_hit=False)

    def _wake(self, command: do.Wake) -> None:
        """Source: D6P-45."""
        one = self.people[command.who]
        dice = one.level("pain_resistance")
        total = self.roll(one.key, dice, "wake")
        if dice > 0 and total >= 30 - 5 * command.hours:
            one.conditions |= {"awake_weak"}

    def _stabilize(self, command: do.Stabilize) -> None:
        self.people[command.who].bleeding = 0

    def _adjust(self, command: ask.Adjust) -> None:
        for who in command.who:
            one = self.people[who]
            before, by = one.th, int(command.change)
            one.th = max(before, min(before + by, one.health)) if by > 0 else before + by
            one.follow(before, self.round)

    def _setfield(self, command: ask.SetField) -> None:
        """What is lost stays lost. Source: D6P-03, D6P-04, D6P-12, D6P-31."""
        one, to = self.people[command.who], int(str(command.to))
        sheet = dict(one.sheet)
        sheet[command.field] = to
        if command.field == "strength" and one.health == 3 * one.level_bare("strength"):
            sheet["health"] = 3 * to
        before, dodge = one.th, one.level("dodge")
        grown, points = sheet["health"] - one.health, one.sheet.get("hero_points", 0)
        state = (one.is_dead, one.is_down, one.is_wounded)
        one.sheet = sheet
        one.th += grown
        one.dodge = max(one.dodge + one.level("dodge") - dodge, 0)
        one.hero = max(one.hero + sheet.get("hero_points", 0) - points, 0)
        if state != (one.is_dead, one.is_down, one.is_wounded):
            one.follow(before, self.round)

    # ---- who comes and goes

    def _remove(self, command: ask.Remove) -> None:
        for who in command.who:
            if who in self.in_air:
                raise FoulError(f"the grenade of {who} has vanished")
            del self.people[who]
            self.slots = [each for each in self.slots if each.who != who]
        if len(self.acting) <= 1:
            self.release()

    def arrive(self, one: Fighter) -> None:
        """Somebody joins."""
        self.people[one.key] = one

    def _settle(self, command: ask.Settle) -> None:
        """Newcomers roll; nobody acts in the past. Source: D6P-15, D6P-16."""
        for one in self.able():
            if one.key in self.settling:
                total = self.roll(one.key, 1, "initiative") + self.speed(one)
                one.total = total
                if not self.slots:
                    continue
                now_lane = max((s.lane for s in self.slots if s.group == self.group), default=0)
                lanes = [lane for lane in (0, 1) if not lane or total >= 10]
                self._insert([Slot(one.key, total, each) for each in lanes if each >= now_lane])

    def _insert(self, late: list[Slot]) -> None:
        past = [each for each in self.slots if each.group <= self.group]
        later = [each for each in self.slots if each.group > self.group] + late
        self.number(self.group + 1, later)
        self.slots = past + later
