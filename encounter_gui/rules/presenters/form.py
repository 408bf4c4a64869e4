"""The attack form: a system declares its fields and what they come to, this module builds the form from them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar, Generic, Literal, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place as PlanPlace
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.values import Combatant, Item, Side, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.amounts import area_name
from encounter_gui.rules.engine.field.moving import point_text
from encounter_gui.rules.engine.field.rules import FieldRules
from encounter_gui.rules.engine.field.sight import Sight, between, closest_first, sight
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.view import (
    AttackForm,
    ByPlan,
    DiceField,
    FormChoices,
    FormField,
    Option,
    Toggle,
    aim_key,
    aimed_point,
)

Look = Literal["list", "segments", "number"]
Place = Literal["head", "left"]
Compared = Literal["", "way", "aim"]

Needs = Literal["actor", "target", "plan"]
"""What must be known before a field is shown: who acts, whom it is aimed at, or that the attack can be made at all."""

_REACHED: dict[Needs, int] = {"actor": 0, "target": 1, "plan": 2}

_FRIENDS: tuple[Side, ...] = ("pc", "ally")

_SEPARATOR = " · "

_MOST_SEGMENTS = 5
"""More options than this become a list."""

COMMAND_ONLY = "command_only"
"""Among the choices, turned on: the form is wanted for its command alone, and what is shown is left out."""

TARGET = "target"
"""The key of the question whom an attack is aimed at, or at which point of the plan."""

CROWD = "crowd"
"""The key of the question how many of the target's group an area catches with it."""

_Key = TypeVar("_Key", bound=str)
_Command = TypeVar("_Command", bound=Command)


class Selection:
    """What is chosen on an attack form, after defaults.

    A system derives its own class with a property for each value: it is worked out from the choices when it is first
    needed, and a choice that does not fit falls back to the default. ``field`` is what it makes of the plan.
    """

    field: ClassVar[FieldRules] = FieldRules()

    def __init__(self, context: RulesContext, choices: FormChoices, actor: Combatant) -> None:
        """Takes what is chosen, by key of the field or toggle, and who acts."""
        self.context = context
        self.choices = choices
        self.actor = actor

    @property
    def target(self) -> Combatant | None:
        """The target; None: there is nobody it could be. Systems say who."""
        return None

    @property
    def is_thrown(self) -> bool:
        """Whether what is chosen is thrown at a point, so that no target is needed. Systems say when."""
        return False

    @cached_property
    def takes_point(self) -> bool:
        """Whether a point of the plan can be aimed at: the actor stands on it, with something to throw."""
        is_on_plan = self.context.state.plan is not None and self.actor.place is not None
        return is_on_plan and self.is_thrown

    @cached_property
    def point(self) -> Point | None:
        """The point of the plan that is aimed at; None: somebody is, or nothing can be thrown at a point."""
        plan, point = self.context.state.plan, aimed_point(self.choices.get(TARGET, ""))
        if plan is None or point is None or not self.takes_point:
            return None
        is_there = 0 <= point[0] <= plan.width and 0 <= point[1] <= plan.height
        return point if is_there else None

    @property
    def point_words(self) -> str:
        """The point that is aimed at, in words; empty: none is."""
        return point_text(self.context, self.point) if self.point is not None else ""

    def require_target(self) -> Combatant:
        """Returns the target, where a form that needs one has it.

        Raises:
            ValueError: there is none.
        """
        if self.target is None:
            raise ValueError("a form that needs a target is built without one")
        return self.target

    def may_be_caught(self, combatant: Combatant) -> bool:
        """Returns whether an area may catch somebody together with the target; by default nobody. Systems say who."""
        return False

    @cached_property
    def crowd(self) -> tuple[Combatant, ...]:
        """The target, then those of its group whom an area may catch with it, in the order of joining from it on."""
        target = self.require_target()
        if not target.group:
            return (target,)
        alike = [
            each
            for each in self.context.state.combatants.values()
            if each.id == target.id
            or ((each.side, each.group) == (target.side, target.group) and self.may_be_caught(each))
        ]
        place = next(at for at, each in enumerate(alike) if each.id == target.id)
        return (*alike[place:], *alike[:place])

    @cached_property
    def caught(self) -> tuple[Combatant, ...]:
        """Whom an area catches: so many of the target's group, the target first."""
        return self.crowd[: self.number(CROWD, 1, len(self.crowd))]

    @cached_property
    def modifiers(self) -> tuple[str, ...]:
        """The keys of the situational modifiers that are on."""
        return modifier_fields.chosen(self.context.ruleset, self.choices)

    # ---- what the plan says

    @cached_property
    def seen(self) -> Sight | None:
        """What the actor has before it on the plan, up to target or point; None: it or the target stands nowhere."""
        state, here, target = self.context.state, self.actor.place, self.target
        if self.point is not None and here is not None:
            x, y = self.point
            return between(state, here, PlanPlace(x=x, y=y, floor=here.floor))
        return sight(state, self.actor.id, target.id) if target is not None else None

    @cached_property
    def plan_modifiers(self) -> tuple[str, ...]:
        """The keys of the situational modifiers that the plan says, whatever is chosen."""
        return self.field.modifiers(self.context, self.seen) if self.seen is not None else ()

    @cached_property
    def overruled(self) -> tuple[str, ...]:
        """The modifiers that the plan says and the game master has turned off, or chosen another for."""
        ruleset, choices = self.context.ruleset, self.choices
        return tuple(
            key
            for key in self.plan_modifiers
            if modifier_fields.is_decided(ruleset, choices, key) and key not in self.modifiers
        )

    @cached_property
    def shown_modifiers(self) -> tuple[str, ...]:
        """The modifiers that are on: those that are chosen, and those of the plan that are not overruled."""
        kept = (each for each in self.plan_modifiers if each not in self.overruled)
        return tuple(dict.fromkeys((*self.modifiers, *kept)))

    def by_plan(self, key: str) -> ByPlan:
        """Returns whether the plan decides a question of the form, or the game master in its place."""
        if self.seen is None:
            return ""
        return "overruled" if key in self.choices else "plan"

    @cached_property
    def plan_distance(self) -> str:
        """What the plan says of actor and target, in words: how far they are apart; empty: one stands nowhere."""
        plan, target = self.context.state.plan, self.target
        aim = self.point_words or (target.name if target is not None else "")
        if plan is None or not aim or self.seen is None:
            return ""
        return self.context.texts.text_of(
            "rules.field.says",
            distance=metres_text(self.seen.distance),
            unit=plan.unit,
            who=self.actor.name,
            target=aim,
        )

    def plan_says(self, modifier: str = "") -> str:
        """Returns what the plan says of a situational modifier, in words: for which areas it stands, and how far it is.

        Without one, and where no area stands for it, only how far it is.
        """
        areas = self.seen.areas if self.seen is not None and modifier else ()
        named = [
            area_name(self.context, each) for each in areas if self.field.step_of(each) == modifier
        ]
        return _SEPARATOR.join((*dict.fromkeys(named), self.plan_distance))

    def whole(self, command: _Command) -> _Command:
        """Returns a command with what it does not say taken from the plan, as the rules play it.

        Raises:
            TypeError: the game makes another kind of command of it.
        """
        found = self.field.completed(self.context, command)
        if not isinstance(found, type(command)):
            raise TypeError(f"{type(command).__name__} became {type(found).__name__}")
        return found

    # ---- choices

    def pick(self, key: str, options: Iterable[_Key], default: _Key) -> _Key:
        """Returns the option that is chosen under a key; the default if it is none of them."""
        wanted = self.choices.get(key, "")
        return next((each for each in options if each == wanted), default)

    def number(self, key: str, least: int, most: int) -> int:
        """Returns the number that is chosen under a key, kept between the limits."""
        return modifier_fields.whole(self.choices, key, least, most)

    def is_on(self, key: str) -> bool:
        """Returns whether a toggle is on."""
        return self.choices.get(key) == modifier_fields.ON

    def chosen_combatant(self, key: str, context: RulesContext | None = None) -> Combatant | None:
        """Returns the combatant that is chosen under a key, as it is in a context; None: nobody is."""
        state = (context or self.context).state
        return state.combatants.get(CombatantId(self.choices.get(key, "")))

    def first_opponent(self, among: Iterable[Combatant]) -> Combatant | None:
        """Returns the nearest that is not on the side of the actor, bystanders last; None: all are."""
        side = self.actor.side
        friends = _FRIENDS if side in _FRIENDS else (side,)
        return self.nearest(each for each in among if each.side not in friends)

    def nearest(self, among: Iterable[Combatant]) -> Combatant | None:
        """Returns the nearest on the plan, bystanders last; None: there is nobody.

        Who stands nowhere comes after those who do; where the actor stands nowhere, it is the first of them.
        """
        known = {each.id: each for each in among}
        order = closest_first(self.context.state, self.actor.id, known)
        return min((known[who] for who in order), key=_is_bystander, default=None)

    def why_spent(self, item: Item) -> str:
        """Returns why an explosive cannot be chosen any more: none of it is left; empty: it can."""
        left = self.actor.gauges.get(f"ammo.{item.key}", 1)
        is_spent = item.kind == "explosive" and left < 1
        return self.context.texts.text_of("rules.form.none_left") if is_spent else ""

    # ---- words and toggles

    def text(self, key: str, **params: str | int) -> str:
        """Returns a text of the form, ``<system>.form.<key>``."""
        return self.context.texts.text_of(f"{self.context.ruleset.system}.form.{key}", **params)

    def toggle(
        self, key: str, text: str = "", *, amount: str = "", of_target: bool = False
    ) -> Toggle:
        """Returns a toggle as it stands, under its own text or another; ``of_target``: see ``Toggle``."""
        return Toggle(
            key=key,
            text=self.text(text or key),
            amount=amount,
            is_on=self.is_on(key),
            of_target=of_target,
        )

    def locked(self, modifiers: Iterable[Modifier]) -> tuple[Toggle, ...]:
        """Returns the modifiers that come from the state, those that are chosen left out."""
        return modifier_fields.locked_toggles(
            each for each in modifiers if each.key not in self.shown_modifiers
        )

    def situation(self, kind: str) -> tuple[Toggle, ...]:
        """Returns the situational modifiers of a kind of attack that stand side by side."""
        found = modifier_fields.toggles(self.context.ruleset, self.shown_modifiers, kind)
        return tuple(
            replace(each, by_plan=self._by_plan_of(each.key), plan_says=self.plan_says(each.key))
            if each.key in self.plan_modifiers
            else each
            for each in found
        )

    def _by_plan_of(self, modifier: str) -> ByPlan:
        is_said = modifier_fields.is_decided(self.context.ruleset, self.choices, modifier)
        return "overruled" if is_said else "plan"


def _is_over(who: CombatantId) -> bool:
    return False


def next_actor(
    context: RulesContext,
    choices: FormChoices,
    takes_part: Callable[[Slot], bool],
    *,
    goes_on: Callable[[CombatantId], bool] = _is_over,
) -> CombatantId | None:
    """Returns who acts: who is chosen and may, else the first of the current group who has not acted; None: nobody.

    Whoever has begun what ``goes_on``, such as a blast that strikes one after the other, comes before others.
    """
    state = context.state
    wanted = CombatantId(choices.get("who", ""))
    if wanted in state.acting:
        return wanted
    begun = next((who for who in state.acting if goes_on(who)), None)
    if begun is not None:
        return begun
    now = (slot for slot in state.slots_now if not slot.is_done)
    return next((slot.who for slot in now if takes_part(slot)), next(iter(state.acting), None))


S = TypeVar("S", bound=Selection)
S_contra = TypeVar("S_contra", bound=Selection, contravariant=True)


class FieldSource(Protocol[S_contra]):
    """What makes fields of a form: a declared field, or several of which only the selection knows how many."""

    @property
    def needs(self) -> Needs:
        """What must be known before they are shown."""
        ...

    def fields(self, selection: S_contra) -> Iterable[FormField]:
        """Returns the fields; none where the question is not asked."""
        ...


def _no_options(selection: Selection) -> tuple[Option, ...]:
    return ()


class FieldSpec(Struct, Generic[S], frozen=True):
    """One question of a form.

    ``selected`` returns the value after defaults. ``options`` are shown in their order; with fewer than ``fewest`` the
    question is not asked. A number has a ``span`` (least, most) instead; None: it is not asked. ``label`` is the key of
    the question, ``<system>.form.<label>``, or returns its words; empty: the key of the field. ``compared`` and
    ``of_target``: see ``FormField``. ``by_plan``: where both stand on the plan, it decides the question.
    """

    key: str
    selected: Callable[[S], str]
    options: Callable[[S], Iterable[Option]] = _no_options
    span: Callable[[S], tuple[int, int] | None] | None = None
    label: Callable[[S], str] | str = ""
    look: Look = "list"
    place: Place = "head"
    needs: Needs = "actor"
    fewest: int = 0
    compared: Compared = ""
    of_target: bool = False
    by_plan: bool = False

    def fields(self, selection: S) -> Iterator[FormField]:
        """Yields the field, if the question is asked."""
        options = tuple(self.options(selection))
        span = self.span(selection) if self.span else (0, 0)
        if span is None or len(options) < self.fewest:
            return
        is_long = self.look == "segments" and len(options) > _MOST_SEGMENTS
        yield FormField(
            key=self.key,
            label=_label(self, selection),
            look="list" if is_long else self.look,
            options=options,
            chosen=self.selected(selection),
            least=span[0],
            most=span[1],
            place=self.place,
            compared=self.compared,
            of_target=self.of_target,
            by_plan=selection.by_plan(self.key) if self.by_plan else "",
            plan_says=selection.plan_says() if self.by_plan else "",
        )


def _label(spec: FieldSpec[S], selection: S) -> str:
    if isinstance(spec.label, str):
        return selection.text(spec.label or spec.key)
    return spec.label(selection)


class SituationFields(Struct, Generic[S], frozen=True):
    """The situational modifiers of which one of many applies, a list for each group.

    ``kind`` returns the kind of attack, None: none are offered. ``hidden`` returns groups that the state decides.
    """

    kind: Callable[[S], str | None]
    hidden: Callable[[S], Sequence[str]] = lambda selection: ()
    needs: Needs = "plan"

    def fields(self, selection: S) -> Iterator[FormField]:
        """Yields a list for each group of modifiers."""
        kind = self.kind(selection)
        if kind is None:
            return
        hidden = {f"{modifier_fields.GROUP}{group}" for group in self.hidden(selection)}
        ruleset = selection.context.ruleset
        on, planned = selection.shown_modifiers, selection.plan_modifiers
        for each in modifier_fields.situation_fields(ruleset, on, kind):
            if each.key in hidden:
                continue
            said = next((option.key for option in each.options if option.key in planned), "")
            yield (
                replace(
                    each, by_plan=selection.by_plan(each.key), plan_says=selection.plan_says(said)
                )
                if said
                else each
            )


class FormContent(Struct, frozen=True, kw_only=True):
    """What a complete selection comes to: the command, and what is said of it. See ``AttackForm``.

    ``resolve`` is the key of the word on the button, ``<system>.form.<resolve>``. ``goes_on``: see ``AttackForm``.
    """

    command: Command
    toggles: Iterable[Toggle] = ()
    sum: str = ""
    dice: Iterable[DiceField] = ()
    resolve: str = "resolve"
    goes_on: bool = False


class FormRules(Struct, Generic[S], frozen=True, kw_only=True):
    """One form: its fields in order, and what they come to.

    Of the forms of a system the first that ``applies`` is built. ``missing`` returns the key of the text that says
    what has to be chosen first, ``<system>.form.<key>``; empty: nothing. ``content`` may raise a ``RuleError``: the
    form then says why, and shows the fields that need no plan.
    """

    fields: tuple[FieldSource[S], ...]
    content: Callable[[S], FormContent]
    applies: Callable[[S], bool] = lambda selection: True
    missing: Callable[[S], str] = lambda selection: (
        "" if selection.target or selection.point else "no_target"
    )


def build(selection: S, forms: Sequence[FormRules[S]]) -> AttackForm:
    """Returns the form of a selection: fields, modifiers, arithmetic, dice and command, without a dry run."""
    rules = next(each for each in forms if each.applies(selection))
    missing = rules.missing(selection)
    if missing:
        return _incomplete(selection, rules, "actor", selection.text(missing))
    try:
        content = rules.content(selection)
        if selection.is_on(COMMAND_ONLY):
            return AttackForm(actor=selection.actor.id, command=content.command)
        return AttackForm(
            actor=selection.actor.id,
            fields=_fields(selection, rules, "plan"),
            toggles=tuple(_with_plan_said(selection, each) for each in content.toggles),
            sum=content.sum,
            dice=tuple(content.dice),
            command=content.command,
            resolve=selection.text(content.resolve),
            goes_on=content.goes_on,
            takes_point=selection.takes_point,
        )
    except RuleError as refused:
        why_not = selection.context.texts.text(refused.message)
        return _incomplete(selection, rules, "target", why_not)


def _with_plan_said(selection: Selection, toggle: Toggle) -> Toggle:
    """Returns what the plan decides with what it says, where the game says no more: how far it is."""
    if not toggle.by_plan or toggle.plan_says:
        return toggle
    return replace(toggle, plan_says=selection.plan_says())


def _incomplete(selection: S, rules: FormRules[S], known: Needs, why_not: str) -> AttackForm:
    fields = _fields(selection, rules, known)
    return AttackForm(
        actor=selection.actor.id,
        fields=fields,
        why_not=why_not,
        takes_point=selection.takes_point,
    )


def _fields(selection: S, rules: FormRules[S], known: Needs) -> tuple[FormField, ...]:
    sources = (each for each in rules.fields if _REACHED[each.needs] <= _REACHED[known])
    return tuple(field for source in sources for field in source.fields(selection))


# ---- fields that systems share


def combatant_options(combatants: Iterable[Combatant]) -> Iterator[Option]:
    """Yields options that are combatants, with the shape of their side."""
    return (Option(key=each.id, text=each.name, side=each.side) for each in combatants)


def acting_field() -> FieldSpec[S]:
    """Returns the question who acts, among those whose turn it is."""
    return actor_field(
        lambda selection: map(selection.context.combatant, selection.context.state.acting)
    )


def _is_bystander(combatant: Combatant) -> bool:
    return combatant.side == "neutral"


def actor_field(able: Callable[[S], Iterable[Combatant]]) -> FieldSpec[S]:
    """Returns the question who acts."""
    return FieldSpec(
        "who",
        lambda selection: selection.actor.id,
        lambda selection: combatant_options(able(selection)),
    )


def target_field(able: Callable[[S], Iterable[Combatant]]) -> FieldSpec[S]:
    """Returns the question whom it is aimed at; a point of the plan that is chosen stands among them."""
    return FieldSpec(
        TARGET,
        lambda selection: aim_of(selection, selection.target.id if selection.target else ""),
        lambda selection: (*combatant_options(able(selection)), *point_option(selection)),
    )


def aim_of(selection: Selection, target: str) -> str:
    """Returns what is aimed at, as it is chosen: the point of the plan, where one is, else the target."""
    return target if selection.point is None else aim_key(selection.point)


def point_option(selection: Selection) -> Iterator[Option]:
    """Yields the point of the plan that is aimed at as an option, where one is."""
    if selection.point is not None:
        yield Option(key=aim_key(selection.point), text=selection.point_words)


def number_field(
    key: str,
    span: Callable[[S], tuple[int, int] | None],
    *,
    label: Callable[[S], str] | str = "",
    needs: Needs = "plan",
    of_target: bool = False,
) -> FieldSpec[S]:
    """Returns the question for a number, among the modifiers; ``of_target``: see ``FormField``."""
    return FieldSpec(
        key,
        lambda selection: str(selection.number(key, *(span(selection) or (0, 0)))),
        span=span,
        label=label,
        look="number",
        place="left",
        needs=needs,
        of_target=of_target,
    )


def crowd_field() -> FieldSpec[S]:
    """Returns the question how many of the target's group an area catches; it is asked only of a group."""

    def span(selection: S) -> tuple[int, int] | None:
        size = len(selection.crowd)
        return (1, size) if size > 1 else None

    def label(selection: S) -> str:
        group, size = selection.require_target().group, len(selection.crowd)
        return selection.context.texts.text_of("rules.crowd.caught", name=group, size=size)

    return number_field(CROWD, span, label=label, needs="target")


def gm_field(label: str, most: int, *, needs: Needs = "plan") -> FieldSpec[S]:
    """Returns the game master's modifier against a target, up to ``most`` either way; ``label`` is its text's key."""
    return number_field(
        "gm",
        lambda selection: (-most, most),
        label=lambda selection: selection.context.texts.text_of(label),
        needs=needs,
        of_target=True,
    )


_OF_ACTOR = frozenset({"attack", "damage", "throw", "trauma"})


def dice_field(
    selection: Selection,
    key: str,
    notation: str,
    *,
    label: str = "",
    of: str = "",
    needs_faces: bool = False,
    against: Combatant | None = None,
) -> DiceField:
    """Returns a place to type dice into, named by the text ``<system>.roll.<key>``.

    ``of`` is the key of the roll that these dice are a part of; empty: they are all of it. ``against`` has a row of
    dice of its own, among others.
    What is no roll of an attack itself, its target makes: a defense, a save.
    """
    name = selection.context.texts.text_of(
        label or f"{selection.context.ruleset.system}.roll.{of or key}"
    )
    target = against or selection.target
    target_id = target.id if target is not None else None
    return DiceField(
        key=key if against is None else f"{key}@{against.id}",
        label=name,
        notation=notation,
        who=selection.actor.id if (of or key) in _OF_ACTOR else target_id,
        needs_faces=needs_faces,
        row=against.name if against is not None else "",
    )
