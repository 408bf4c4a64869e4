"""What whoever acts could do instead, by exact odds: worked out from the attack form a system declares, and its odds.

The form says which of its questions are ways to attack (weapon, fire mode) and which are places aimed at; every other
question and toggle is a circumstance, and is tried the other way. Attacks in a row take longer than one: a comparison
is made by one attack first, and ``filled`` adds them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.rules import FieldRules
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.presenters.field.plan import range_words
from encounter_gui.rules.presenters.form import COMMAND_ONLY, TARGET
from encounter_gui.rules.presenters.turn_order import short_names
from encounter_gui.rules.view import (
    AttackComparison,
    AttackForm,
    FormChoices,
    FormField,
    LaterMeasures,
    Measures,
    Option,
    Variant,
    WhatIf,
    aimed_point,
)

FormOf = Callable[[RulesContext, FormChoices], AttackForm]
MeasuresOf = Callable[[RulesContext, Command], Measures | None]
"""Returns what a command is compared by; None for one that has no odds."""

MOST_TARGETS = 4
"""So many targets are compared: that of the bench, then the first opponents in the order of the form."""

_GM = "gm"


class _Comparing:
    """One comparison under way: forms and measures by what is chosen."""

    def __init__(self, form_of: FormOf, measures_of: MeasuresOf, context: RulesContext) -> None:
        self._form_of = form_of
        self._measures_of = measures_of
        self._context = context
        self._known: dict[Command, Measures | None] = {}

    def form(self, choices: FormChoices) -> AttackForm:
        return self._form_of(self._context, choices)

    def measures(self, form: AttackForm) -> Measures | None:
        """Returns what a form comes to; None: it cannot be made, or has no odds."""
        command = form.command
        if command is None:
            return None
        if command not in self._known:
            self._known[command] = self._measures_of(self._context, command)
        return self._known[command]

    def attempt(self, choices: FormChoices) -> Measures | None:
        """Returns what choices come to, without the form that is made for the eye."""
        return self.measures(self.form({**choices, COMMAND_ONLY: modifier_fields.ON}))

    def opponents(self, form: AttackForm) -> tuple[Option, ...]:
        """Returns whom it is compared against, the target of the bench first."""
        field = _field(form, "target")
        if field is None or form.actor is None:
            return ()
        own = _is_friend(self._context.combatant(form.actor).side)
        now = [each for each in field.options if each.key == field.chosen]
        others = (
            each
            for each in field.options
            if each.key != field.chosen
            and each.side is not None
            and _is_friend(each.side) != own
            and not each.why_not
        )
        everybody = self._context.state.combatants.values()
        short = short_names([each.name for each in everybody], room=0)
        return tuple(
            replace(each, short=short.get(each.text, each.text))
            for each in (*now, *others)[:MOST_TARGETS]
        )

    def variants(
        self, form: AttackForm, base: FormChoices, kind: str, targets: tuple[Option, ...]
    ) -> Iterator[Variant]:
        """Yields each combination of the options of this kind that can be made against the target of the bench."""
        now = {each.key: each.chosen for each in form.fields if each.compared == kind}
        for choices, words, made in self._combined(form, base, kind, {}):
            measures = self.measures(made) if _is_aimed_so(made, base) else None
            if measures is None:
                continue
            chosen = {each.key: each.chosen for each in made.fields if each.compared == kind}
            yield Variant(
                choices=choices,
                text=" · ".join(words[0][1:]) or words[0][0],
                note=words[0][0] if len(words[0]) > 1 else words[1],
                measures=measures,
                against=tuple(
                    measures
                    if place == 0
                    else self.attempt({**base, **choices, "target": target.key})
                    for place, target in enumerate(targets)
                ),
                is_chosen=chosen == now,
            )

    def _combined(
        self,
        form: AttackForm,
        base: FormChoices,
        kind: str,
        chosen: Mapping[str, str],
        words: tuple[tuple[str, ...], str] = ((), ""),
    ) -> Iterator[tuple[dict[str, str], tuple[tuple[str, ...], str], AttackForm]]:
        """Yields choices, words and form of each combination; what is asked may depend on what is chosen before."""
        field = next(
            (each for each in form.fields if each.compared == kind and each.key not in chosen), None
        )
        if field is None:
            yield dict(chosen), words, form
            return
        for option in field.options:
            if option.why_not:
                continue
            with_it = {**chosen, field.key: option.key}
            is_shown = option.key == field.chosen
            made = form if is_shown else self.form({**base, **with_it})
            note = words[1] or option.note
            yield from self._combined(made, base, kind, with_it, ((*words[0], option.text), note))

    def what_if(self, form: AttackForm, base: FormChoices) -> Iterator[WhatIf]:
        """Yields every circumstance the other way."""
        for choices, text, is_on in _other_ways(form):
            measures = self.attempt({**base, **choices})
            if measures is not None:
                yield WhatIf(choices=choices, text=text, is_on=is_on, measures=measures)


def comparison(
    form_of: FormOf,
    measures_of: MeasuresOf,
    context: RulesContext,
    choices: FormChoices,
    rules: FieldRules,
) -> AttackComparison:
    """Returns everything whoever acts could do instead of what these choices come to, with exact odds.

    What is chosen besides stays: a modifier that is on is on in every variant it applies to. Of attacks in a row it
    has what the game knows at once.
    """
    work = _Comparing(form_of, measures_of, context)
    form = work.form(choices)
    if form.actor is None or _field(form, "weapon") is None:
        return AttackComparison(reason=form.why_not or context.texts.text_of("compare.none"))
    targets = work.opponents(form)
    base = {**choices, "who": form.actor}
    if targets:
        base["target"] = targets[0].key
    ways = tuple(work.variants(form, base, "way", targets))
    has_aims = any(each.compared == "aim" for each in form.fields)
    now = work.measures(form)
    what_if = tuple(work.what_if(form, base)) if now else ()
    return AttackComparison(
        actor=context.combatant(form.actor).name,
        target=targets[0].text if targets else "",
        line=range_words(context, rules, form.actor, CombatantId(targets[0].key))
        if targets
        else "",
        targets=targets,
        ways=ways,
        aims=tuple(work.variants(form, base, "aim", targets)) if has_aims else (),
        what_if=tuple(each for each in what_if if _differs(each.measures, now)),
        undecided=tuple(each for each in what_if if _is_undecided(each.measures, now)),
        now=now,
        reason="" if ways else form.why_not or context.texts.text_of("compare.none"),
    )


def _is_aimed_so(form: AttackForm, base: FormChoices) -> bool:
    """Returns whether a form is of the target it is compared for: what is not thrown cannot be aimed at a point."""
    if aimed_point(base.get(TARGET, "")) is None:
        return True
    field = _field(form, TARGET)
    return field is not None and field.chosen == base[TARGET]


def _differs(measures: Measures, now: Measures | None) -> bool:
    """Returns whether these differ from what the bench comes to in anything but attacks in a row that come later."""
    later = [each for each in (measures, now) if isinstance(each, LaterMeasures)]
    if now is None or not later:
        return measures != now
    if any(each.one_of for each in later):
        return False
    return _of_one(measures) != _of_one(now)


def _is_undecided(measures: Measures, now: Measures | None) -> bool:
    is_later = isinstance(measures, LaterMeasures) or isinstance(now, LaterMeasures)
    return is_later and not _differs(measures, now)


def _of_one(measures: Measures) -> tuple[float | None, ...]:
    return measures.hit, measures.hurt, measures.out, measures.damage


# ---- attacks in a row


def filled(first: AttackComparison) -> Iterator[AttackComparison]:
    """Yields a comparison with more and more of what comes later, the last with all; nothing if nothing comes later.

    A step is short, so that whoever asks for something else meanwhile waits for no more than that: first each way
    against the target of the bench, then the circumstances, then the other targets, and places in the same order.
    """
    work = _Filling(first)
    for step in _steps(first):
        if work.work_out(step):
            yield work.comparison()


def _steps(first: AttackComparison) -> Iterator[Iterable[Measures | None]]:
    yield from ((each.measures,) for each in first.ways)
    yield (first.now,)
    yield from ((each.measures,) for each in (*first.what_if, *first.undecided))
    yield from (each.against for each in first.ways)
    yield from ((each.measures,) for each in first.aims)
    yield from (each.against for each in first.aims)


class _Filling:
    """What is worked out of a comparison so far; variants that are the same attack share it."""

    def __init__(self, first: AttackComparison) -> None:
        self._first = first
        self._known: dict[int, Measures] = {}
        """By the identity of what comes later, which ``first`` keeps alive."""

    def work_out(self, several: Iterable[Measures | None]) -> bool:
        """Works some out; returns whether any was not known yet."""
        count = len(self._known)
        for each in several:
            if isinstance(each, LaterMeasures) and id(each) not in self._known:
                self._known[id(each)] = each.worked_out()
        return len(self._known) > count

    def comparison(self) -> AttackComparison:
        """Returns the comparison with all that is known."""
        first = self._first
        what_if = tuple(map(self._circumstance, (*first.what_if, *first.undecided)))
        now = first.now and self._of(first.now)
        return replace(
            first,
            ways=tuple(map(self._variant, first.ways)),
            aims=tuple(map(self._variant, first.aims)),
            now=now,
            what_if=tuple(each for each in what_if if _differs(each.measures, now)),
            undecided=tuple(each for each in what_if if _is_undecided(each.measures, now)),
        )

    def _of(self, measures: Measures) -> Measures:
        return self._known.get(id(measures), measures)

    def _variant(self, variant: Variant) -> Variant:
        against = (None if each is None else self._of(each) for each in variant.against)
        return replace(variant, measures=self._of(variant.measures), against=tuple(against))

    def _circumstance(self, what_if: WhatIf) -> WhatIf:
        return replace(what_if, measures=self._of(what_if.measures))


# ---- circumstances


def _other_ways(form: AttackForm) -> Iterator[tuple[dict[str, str], str, bool]]:
    """Yields what may be chosen otherwise: toggles turned, other circumstances, the GM's word one up or down."""
    for toggle in form.toggles:
        if not toggle.is_locked:
            yield (
                {toggle.key: "off" if toggle.is_on else modifier_fields.ON},
                toggle.text,
                toggle.is_on,
            )
    for field in form.fields:
        if field.compared or field.key in ("who", "target"):
            continue
        if field.key == _GM:
            for by in (1, -1):
                number = int(field.chosen or 0) + by
                if field.least <= number <= field.most:
                    sign = "+" if by > 0 else "−"
                    yield {_GM: str(number)}, f"{field.label} {sign}1", False
            continue
        for option in field.options:
            if option.key != field.chosen and not option.why_not:
                is_group = field.key.startswith(modifier_fields.GROUP)
                text = option.text if is_group else f"{field.label}: {option.text}"
                yield {field.key: option.key}, text, False


def _field(form: AttackForm, key: str) -> FormField | None:
    return next((each for each in form.fields if each.key == key), None)


def _is_friend(side: str) -> bool:
    return side in ("pc", "ally")
