"""A Snap Attack that answers a shown die, played in a real file: no face is lost, whenever the table turns away."""

from collections import Counter
from random import Random

import pytest

from encounter_gui.dice.requests import Chosen, Faces, Total
from encounter_gui.encounter import events as ev
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.rules.model.commands import Add, Flag, Next, Settle
from encounter_gui.rules.systems.cwn.commands import Attack
from tests.helpers.rulesets import shipped

SERVICES = CampaignServices(
    rulesets=shipped, texts=message_catalog(), now=lambda: "2026-11-22T07:00:00+00:00"
)


class Evening:
    """A named one of the players' side who has not acted, and a foe who does; what the table has rolled is noted."""

    def __init__(self, path):
        self.path, self.rolled = path, Counter()
        self.campaign = OpenCampaign.create(path, SERVICES, first="Stairs", ruleset="cwn")
        self.take_up()
        for side in ("pc", "foe"):
            self.session.perform(Add(creature="gang_member", side=side))
        self.ann, self.foe = self.session.state.combatants
        self.session.perform(Flag(who=(self.ann,), flag="named"))
        self.session.perform(Next())
        typed = {"@pc": Faces(values=(1,)), "@foe": Faces(values=(8,))}
        self.session.perform(Next(), typed)

    def take_up(self):
        self.session = self.campaign.session(self.campaign.current())

    def turn_away(self, how):
        """Leaves what waits for later, and perhaps ends the program."""
        self.session.suspend(always=True)
        if how == "closed":
            self.campaign.close()
            self.campaign = OpenCampaign.open(self.path, SERVICES)
            self.take_up()

    def play(self, faces, aways):
        """Has the foe attack; its die is answered once, and everything owed is settled."""
        execution = self.session.start(
            Attack(who=self.foe, target=self.ann), {"attack": Faces(values=(19,))}, ask=True
        )
        self.rolled[self.foe, (19,)] += 1
        faces, aways = iter(faces), iter(aways)
        while execution.ask is not None or self.session.state.obligations:
            if execution.ask is None:
                execution = self.session.start(Settle(), ask=True)
                continue
            if (away := next(aways, "no")) != "no":
                self.turn_away(away)
                execution = self.session.start(Settle(), ask=True)
                continue
            self.answer(execution, faces)

    def answer(self, execution, faces):
        if not isinstance(execution.ask, tuple):
            snap = f"snap:{self.ann}"
            execution.reply(Chosen(option=snap if snap in execution.ask.options else "keep"))
            return
        typed = []
        for request in execution.ask:
            shown = tuple(next(faces, 0) % request.sides + 1 for _ in range(request.count))
            self.rolled[request.who, shown] += 1
            typed.append(Faces(values=shown))
        execution.reply(typed)


@pytest.mark.parametrize("seed", range(6))
def test_every_face_that_was_typed_stands_in_the_log_and_nothing_is_owed(seed, tmp_path):
    """Random faces; at random the table turns away, or the program ends: it comes to the same as played straight."""
    chance = Random(seed)
    faces = [chance.randrange(20) for _ in range(12)]
    aways = chance.choices(("no", "later", "closed"), (2, 1, 1), k=8)
    evening = Evening(tmp_path / "one.encounter")
    evening.play(faces, aways)
    kept = Counter(
        (roll.request.who, roll.faces)
        for entry in evening.session.log.path()
        for roll in entry.rolls
    )
    straight = Evening(tmp_path / "two.encounter")
    straight.play(faces, [])
    evening.campaign.close()
    straight.campaign.close()
    assert evening.rolled <= kept
    assert evening.session.state.combatants == straight.session.state.combatants


def test_dice_typed_beforehand_are_those_of_the_attack_that_waits(tmp_path):
    """Its damage is typed with its d20; the Snap Attack asks for dice of its own."""
    evening = Evening(tmp_path / "one.encounter")
    typed = {"attack": Faces(values=(19,)), "trauma": Total(value=1), "damage": Total(value=5)}
    execution = evening.session.start(Attack(who=evening.foe, target=evening.ann), typed, ask=True)
    execution.reply(Chosen(option=f"snap:{evening.ann}"))
    assert [(each.key, each.who) for each in execution.ask] == [("snap.attack", evening.ann)]
    execution.reply([Faces(values=(1,))])
    assert execution.ask is None
    entry = evening.session.log.path()[-1]
    attack = next(each for each in entry.events if isinstance(each, ev.Resolved))
    assert (attack.values["die"], attack.values["rolled"]) == (19, 5)
    evening.session.undo()
    assert not evening.session.state.obligations
    assert evening.session.state.combatants[evening.ann].gauges.get("main", 0) == 0
    evening.campaign.close()
