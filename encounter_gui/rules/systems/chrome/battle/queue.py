"""What is owed before anybody acts again, in the order of the rules, and what a squad sees.

Source: CHR-17, CHR-38, CHR-54, CHR-57 to CHR-63, CHR-73.
"""

import numpy as np

from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.books import Book, Plans
from encounter_gui.rules.systems.chrome.battle.plans import DEATH, PlanColumns
from encounter_gui.rules.systems.chrome.battle.roster import Roster, Setting
from encounter_gui.rules.systems.chrome.rules import harm, nerve, panic
from encounter_gui.rules.systems.chrome.rules.fighter import BIT
from encounter_gui.rules.systems.chrome.rules.panic import PanicPlan
from encounter_gui.rules.systems.chrome.rules.said import EDGY, SHAKEN, WITNESS

_MOST_CONVICTION = 100


class Queue:
    """The tests that are owed, in the fights of one call."""

    def __init__(self, plans: PlanColumns, roster: Roster, setting: Setting) -> None:
        """Takes the plans, everybody, and the house rules."""
        self._plans, self._by_speed = plans, roster.by_speed
        self._is_operator = roster.is_operator
        self._severs, self._several = setting.severs, setting.several
        self._rows = tuple(dict.fromkeys(setting.rows))
        self._kind = np.array([self._rows.index(each) for each in setting.rows], np.int64)
        self._panics = Book(panic.check)
        self._numbers = np.full((len(self._rows), _MOST_CONVICTION), -1)

    def settle(self, field: Battlefield, at: Array, aimed: Array | None = None) -> None:
        """Plays all that is owed in these fights. ``aimed`` is the target of the attack that led to it.

        Source: CHR-73.
        """
        columns, begun = field.columns, at
        while at.size:
            self._alarm(field, at)
            busy = (
                columns["owes_save"][at] | columns["owes_panic"][at] | (columns["effects"][at] > 0)
            )
            here = busy.any(axis=1)
            if not here.any():
                break
            if not here.all():
                at = at[here]
                aimed = None if aimed is None else aimed[here]
            self._save_lives(field, at)
            self._alarm(field, at)
            self._take_effects(field, at)
            self._alarm(field, at)
            self._check_panic(field, at, aimed)
        columns["checked"][begun] = False

    def is_busy(self, field: Battlefield, at: Array, who: Array) -> Array:
        """Returns where something has befallen somebody that is to be settled."""
        columns, cell = field.columns, at * field.size + who
        found: Array = columns["owes_save"].take(cell) | columns["owes_panic"].take(cell)
        found |= (columns["effects"].take(cell) | columns["alarm"].take(cell)) > 0
        return found

    # ---- squads

    def _alarm(self, field: Battlefield, at: Array) -> None:
        """Lets the squads of these fights see what has befallen one of them. Source: CHR-17, CHR-59, CHR-63."""
        columns = field.columns
        alarm = columns["alarm"][at]
        if alarm.any():
            columns["alarm"][at] = 0
            for what in (EDGY, SHAKEN, WITNESS):
                row, who = (alarm & what).nonzero()
                if not row.size:
                    continue
                mates = self.squad(field, at[row], who)
                mates[np.arange(row.size), who] = False
                if what == EDGY:
                    mates &= (columns["marks"][at[row]] & BIT["on_the_edge"]) > 0
                pick, other = mates.nonzero()
                people = (other, who[pick])
                field.run(nerve.befall, at[row[pick]], people, what)

    def _unsettle(self, field: Battlefield, at: Array, who: Array) -> None:
        """Costs the other Operator who is listed first Stress where somebody has panicked. Source: CHR-63."""
        amount = field.columns["unsettles"][at, who]
        field.columns["unsettles"][at, who] = 0
        mates = self.squad(field, at, who)
        mates[np.arange(at.size), who] = False
        shakes = (amount > 0) & mates.any(axis=1)
        near = mates.argmax(axis=1)[shakes]
        field.run(nerve.be_unsettled, at[shakes], (near,), amount[shakes])

    def squad(self, field: Battlefield, at: Array, who: Array) -> Array:
        """Returns who is an Operator of the same squad, awake and there, (k, n). Source: CHR-17, CHR-59."""
        mine = field.is_foe[who][:, None] == field.is_foe
        found: Array = field.columns["is_in"][at] & self._is_operator & mine
        return found

    # ---- Saves at 0 Health, and critical effects

    def _save_lives(self, field: Battlefield, at: Array) -> None:
        columns = field.columns
        owes = columns["owes_save"][at]
        while (rows := np.flatnonzero(owes.any(axis=1))).size:
            who = owes[rows].argmax(axis=1)
            owes[rows, who] = False
            here = at[rows]
            plan = self._plans.save(DEATH, who, columns["marks"][here, who])
            field.run(harm.death_save, here, (who,), plan)

    def _take_effects(self, field: Battlefield, at: Array) -> None:
        """Applies critical effects that waited. Source: CHR-38, CHR-54."""
        effects = field.columns["effects"][at]
        while (rows := np.flatnonzero(effects.any(axis=1))).size:
            who = (effects[rows] > 0).argmax(axis=1)
            bits = effects[rows, who]
            effects[rows, who] = 0
            field.run(harm.owed_effects, at[rows], (who, who), self._severs, bits)

    # ---- panic

    def _check_panic(self, field: Battlefield, at: Array, aimed: Array | None) -> None:
        """Rolls the Panic Checks: who was aimed at first, then by Speed. Source: CHR-61, CHR-62, CHR-73."""
        columns = field.columns
        owes = columns["owes_panic"][at] & self._is_operator
        if not columns["owes_panic"][at].any():
            return
        columns["owes_panic"][at] = False
        columns["checked"][at] |= owes
        panicked = np.zeros(owes.shape, bool)
        order = owes[:, self._by_speed]
        who = np.broadcast_to(self._by_speed, order.shape)
        if aimed is not None:
            first = owes[np.arange(at.size), aimed]
            order = np.concatenate([first[:, None], order & (who != aimed[:, None])], axis=1)
            who = np.concatenate([aimed[:, None], who], axis=1)
        order = order.copy()
        while (rows := np.flatnonzero(order.any(axis=1))).size:
            place = order[rows].argmax(axis=1)
            order[rows, place] = False
            one = who[rows, place]
            here = at[rows]
            awake = (columns["health"][here, one] > 0) & (columns["cold"][here, one] == 0)
            awake &= columns["faint"][here, one] == 0
            rows, one = rows[awake], one[awake]
            if not rows.size:
                continue
            here = at[rows]
            ends = field.run(panic.panic_check, here, (one,), self._panic_plans(field, here, one))
            panicked[rows, one] = shaken = field.returned(ends, rows.size, bool)
            if shaken.any():
                self._unsettle(field, here[shaken], one[shaken])
        if self._several:
            self._spread(field, at, panicked)

    def _panic_plans(self, field: Battlefield, at: Array, who: Array) -> Plans:
        left = np.minimum(field.columns["conviction"][at, who], _MOST_CONVICTION - 1)
        kind = self._kind[who]
        found = self._numbers[kind, left]
        missing = found < 0
        pairs = zip(kind[missing].tolist(), left[missing].tolist(), strict=True)
        for one, conviction in dict.fromkeys(pairs):
            plan = PanicPlan(conviction=conviction, rows=self._rows[one])
            self._numbers[one, conviction] = self._panics.number(plan)
        return Plans(self._panics, self._numbers[kind, left])

    def _spread(self, field: Battlefield, at: Array, panicked: Array) -> None:
        """Frightens those who have seen several of the squad panic in this gesture. Source: CHR-62."""
        many = panicked.sum(axis=1) >= self._several
        if not many.any():
            return
        at, panicked = at[many], panicked[many]
        mates = (field.is_foe[:, None] == field.is_foe) & ~np.eye(field.size, dtype=bool)
        seen = panicked.astype(np.int64) @ mates.astype(np.int64)
        sees = (seen >= self._several) & field.columns["is_in"][at] & self._is_operator
        row, who = sees.nonzero()
        field.run(nerve.sees_several, at[row], (who,))
