"""A bench and its odds, written by hand."""

from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.view import (
    AttackForm,
    Comparison,
    DiceField,
    FormField,
    HeadlineNumber,
    Odds,
    Option,
    Spread,
    Threshold,
    Toggle,
    Within,
)

COMMAND = Next()

BENCH = AttackForm(
    fields=(
        FormField(
            key="who", label="Attacker", look="list", chosen="brandt",
            options=(
                Option(key="brandt", text="Brandt", side="pc"),
                Option(key="kestrel", text="Kestrel", side="pc", note="acted"),
                Option(key="skinner", text="Skinner", side="foe", why_not="Skinner is stunned."),
            ),
        ),
        FormField(
            key="target", label="Target", look="list", chosen="lem",
            options=(Option(key="lem", text="Lem", side="foe"), Option(key="pike", text="Pike", side="foe")),
        ),
        FormField(
            key="band", label="Range", look="segments", chosen="medium",
            options=(
                Option(key="short", text="Short 10", note="≤ 10 m"),
                Option(key="medium", text="Medium 15"),
                Option(key="far", text="Extreme 30", why_not="Out of range."),
            ),
        ),
        FormField(
            key="dodge", label="Lem dodges", look="segments", chosen="1",
            options=(Option(key="0", text="0"), Option(key="1", text="1"), Option(key="2", text="2")),
        ),
        FormField(key="gm", label="GM", look="number", chosen="0", least=-9, most=9, place="left"),
    ),
    toggles=(
        Toggle(key="state:skill", text="Firearms", amount="5", is_on=True, is_locked=True),
        Toggle(key="run", text="Running", amount="−1"),
        Toggle(key="half", text="Cover 50 %", amount="−1", group="cover"),
        Toggle(key="most", text="Cover 75 %", amount="−2", group="cover"),
    ),
    sum="6d6 against 15 + 1d6 then 6d6 − 5d6",
    dice=(
        DiceField(key="attack", label="attack", notation="3d6"),
        DiceField(key="dodge", label="dodge", notation="1d6"),
    ),
    command=COMMAND,
)  # fmt: skip

ODDS = Odds(
    title="This shot",
    headline_numbers=(
        HeadlineNumber(label="Hit", probability=0.74),
        HeadlineNumber(label="Down", probability=0.004, note="TH 8 → 0", tip="Out of the fight."),
    ),
    charts=(
        Comparison(
            title="Hit, by dodge dice spent",
            key="dodge",
            options=(
                Option(key="0", text="no die"),
                Option(key="1", text="1 die"),
                Option(key="2", text="2 dice", why_not="Only one is left."),
            ),
            probabilities=(0.94, 0.74, 0.46),
            chosen=1,
            note="Lem keeps 2 dice this turn",
            look="dice",
        ),
        Within(title="Down within 1 … 3", chances=(0.18, 0.36, 0.52)),
        Spread(
            title="Wounds if hit, %",
            unit="wounds",
            lowest=0,
            probabilities=(0.5, 0.3, 0.2),
            thresholds=(Threshold(value=0, text="stunned", level=2),),
            mean=0.7,
        ),
    ),
)
