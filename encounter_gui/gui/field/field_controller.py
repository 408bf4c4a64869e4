"""Shows the plan of the open fight, and does what is done on it: everything is a command of the game or the table."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPoint, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place, Point
from encounter_gui.encounter.plan import Area, Plan
from encounter_gui.encounter.values import Side
from encounter_gui.gui.attack.attack_choices import TARGET, WEAPON, chosen_in
from encounter_gui.gui.attack.weapon_ways import Way, following, way_words, ways_of, weapons_of
from encounter_gui.gui.command_line.terms.asked import Walk
from encounter_gui.gui.control.attack_controller import AttackController
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.damage.damage_plan import DamagePlan
from encounter_gui.gui.field.asking.area_form import AreaAnswer
from encounter_gui.gui.field.field_panel import FieldPanel
from encounter_gui.gui.field.gestures import SurfaceMeans
from encounter_gui.gui.field.mark_paint import PLATE_ABOVE
from encounter_gui.gui.field.plan_state import Blast, FieldState, MovePath, Outline
from encounter_gui.gui.field.token_layout import box_at
from encounter_gui.gui.field.token_menu import TokenMenu
from encounter_gui.gui.keys.screen_reader import announce
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.engine.field.plan_commands import STEP, usual_plan
from encounter_gui.rules.engine.field.sight import measured, near
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.view import AttackForm, FieldView, MoveOffer, SightLine, aim_key

if TYPE_CHECKING:
    from encounter_gui.gui.encounters.plan.planned_tokens import PlannedTokens
    from encounter_gui.gui.window.main_window import MainWindow, UiResources

_HALVES: tuple[tuple[tuple[Side, ...], float, float], ...] = (
    (("pc", "ally"), 0.36, 0.5),
    (("foe",), 0.64, 0.5),
    (("neutral",), 0.5, 0.2),
)
"""Where each side is placed: its members, and the parts of the plan's width and height."""
_ROOM = 2
"""Those who are placed by side stand so many steps apart: their tokens do not cover each other."""
_MOST_NAMES = 6
_CORNERS = 3


class FieldController(QObject):
    """Follows the fight, the selection and the target while the plan is seen."""

    def __init__(
        self,
        window: "MainWindow",
        controller: EncounterController,
        attack: AttackController,
        resources: "UiResources",
    ) -> None:
        """Takes the window, the controllers of encounter and attack, and what the panel is drawn with."""
        super().__init__(window)
        self._window, self._controller, self._attack = window, controller, attack
        self._texts, self._icons = resources.texts, resources.icons
        self._actor: CombatantId | None = attack.form.actor
        self._aimed: Command | None = attack.form.command
        self._weapon = chosen_in(attack.form, WEAPON)
        chosen = chosen_in(attack.form, TARGET)
        self._target = CombatantId(chosen) if chosen else None
        self._is_selected_last = False
        """Whether somebody was selected after the bench came to whoever attacks on it."""
        self._drawn: Outline | None = None
        self._asked: Callable[[bool], object] | None = None
        """Moves those who leave melee, with those striking who can or with nobody; None: nothing is asked."""
        self._opened: str = ""
        self.planned: PlannedTokens | None = None
        """Those who are prepared and have not joined; None: there is nothing to prepare with yet."""
        self.save_picture: Callable[[], object] | None = None
        """Asks where the plan is written to as a picture."""
        self.is_seen: Callable[[], bool] = bool
        """Whether the plan is seen: else nothing is worked out for it."""
        self.panel = FieldPanel(
            resources.icons, resources.texts, SurfaceMeans(offer=self._offer, far=self._far)
        )
        self._menus = TokenMenu(
            resources.icons,
            resources.texts,
            self._perform,
            self.aim,
            window.actions_of["hide"].trigger,
            self.propose_blast,
        )
        self._join()

    def _join(self) -> None:
        controller, panel = self._controller, self.panel
        surface, gestures = panel.surface, panel.surface.gestures
        controller.context_changed.connect(self._put_look)
        controller.selection_changed.connect(self._follow_selection)
        self._window.table.selected_again.connect(self._follow_selection)
        controller.asked.connect(self._follow_asked)
        controller.closing.connect(gestures.drop)
        self._attack.target_changed.connect(self._follow_target)
        self._attack.form_changed.connect(self._follow_form)
        panel.place_all_requested.connect(self.place_all)
        panel.form.answered.connect(self._take_answer)
        panel.form.left.connect(self._forget_drawn)
        panel.question.answered.connect(self._answer_question)
        panel.question.left.connect(self._forget_asked)
        controller.context_changed.connect(self._forget_asked)
        panel.list.hovered.connect(self._window.table.light)
        panel.list.menu_requested.connect(self._open_menu_of_row)
        surface.hovered.connect(self._window.table.light)
        surface.menu_requested.connect(self._open_menu)
        gestures.picked.connect(self._pick)
        gestures.banded.connect(self._window.table.select)
        gestures.moved.connect(self._move)
        gestures.placed.connect(self._place_next)
        gestures.dropped.connect(self._drop)
        gestures.aimed.connect(self.aim)
        gestures.pointed.connect(self.aim_at)
        gestures.drawn.connect(self._ask_area)
        gestures.area_moved.connect(self._move_area)
        gestures.area_removed.connect(self._remove_area)
        gestures.area_opened.connect(self._open_area)
        gestures.blast_moved.connect(self.propose_blast)
        gestures.blast_taken.connect(self._take_blast)
        gestures.digit_typed.connect(self._window.table.take_digit)
        gestures.weapon_wanted.connect(self._take_next_weapon)
        gestures.way_wanted.connect(self._take_next_way)
        gestures.way_picked.connect(self._take_way)
        gestures.command_wanted.connect(self._open_command)

    # ---- what is shown

    @Slot(object)
    def _follow_target(self, who: CombatantId | None) -> None:
        if who != self._target:
            self._target = who
            self._put_look()

    @Slot()
    def _follow_selection(self) -> None:
        self._is_selected_last = True
        self._put_look()

    @Slot(object)
    def _follow_form(self, form: AttackForm) -> None:
        meant = form.actor, form.command, chosen_in(form, WEAPON)
        if meant != (self._actor, self._aimed, self._weapon):
            if form.actor != self._actor:
                self._is_selected_last = False
            self._actor, self._aimed, self._weapon = meant
            self._put_look()

    @Slot(object)
    def _follow_asked(self, ask: object) -> None:
        if ask is None:
            self._put_look()

    @Slot()
    def _put_look(self) -> None:
        """Shows the plan a frame later than the table; whoever was moved is seen at the end of their way meanwhile."""
        if self.is_seen():
            self._controller.second_frame.put("field", self.look)

    @Slot()
    def look(self) -> None:
        """Shows the plan as it is now, if it is seen."""
        controller = self._controller
        if not controller.is_open or not self.is_seen():
            return
        context = self._joined(controller.context)
        known = context.state.combatants
        selected = tuple(who for who in controller.selected if who in known)
        who = self._from(context, selected)
        target = (
            self._target if self._target in known and who == self._actor != self._target else None
        )
        weapon = self._weapon if self._weapon and who == self._actor else ""
        view = controller.system.field(context, who, target, self._aimed, weapon)
        if view.line is not None and (who, target) == (self._actor, self._target):
            view = replace(view, line=self._with_way(view.line))
        state = FieldState(view=view, selected=selected, target=target)
        self.panel.show_state(state, self._words(context, view, target), self._spoken(view))
        blast = self.panel.surface.doing.blast
        if blast is not None:
            self.propose_blast(blast.at, blast.radius, name=blast.name)

    def _with_way(self, line: SightLine) -> SightLine:
        """Returns the line with how the weapon is used; a charge reaches farther than the blow alone."""
        words = way_words(self._attack.form)
        head = f"{line.head}, {words}" if words else line.head
        return replace(line, head=head, why_not=line.why_not if self._aimed is None else "")

    def _from(self, context: RulesContext, selected: Sequence[CombatantId]) -> CombatantId | None:
        """Returns from whose place the plan is looked at: whoever attacks on the bench, for whom T does.

        Who acts and was selected after the bench came to that one, and cannot attack, is looked at all the same.
        """
        acting = context.state.acting
        first = selected[0] if selected else None
        if self._is_selected_last and first is not None and first in acting:
            return first
        actor = self._actor if self._actor in context.state.combatants else None
        return actor or next(iter(acting), None) or first

    def _words(
        self, context: RulesContext, view: FieldView, target: CombatantId | None
    ) -> dict[str, str]:
        text_of = self._texts.text_of
        actor = context.combatant(view.who) if view.who else None
        name, number = (actor.name, actor.number) if actor else ("", 0)
        others = [row for row in view.rows if not row.is_out]
        to = next((row.name for row in others if row.who == target), None)
        to = to or next((row.name for row in others), "")
        title = text_of("gui.field.from", who=name) if name else text_of("gui.field.from_nobody")
        hint = text_of("gui.field.hint", who=_spoken_name(name), to=_spoken_name(to), number=number)
        ways = [f"{at} {way.text}" for at, way in enumerate(ways_of(self._attack.form), 1)]
        return {
            "ways": text_of("gui.field.ways", ways=", ".join(ways)) if len(ways) > 1 else "",
            "from": title,
            "weapon": view.weapon or text_of("gui.field.hit"),
            "reason": text_of("gui.field.reason"),
            "list": text_of("gui.field.list_from", who=name) if name else title,
            "hint": hint if name and to else "",
        }

    def _spoken(self, view: FieldView) -> str:
        """Returns the plan in words: its line, then everybody, the nearest first."""
        if not view.tokens:
            return self._texts.text_of("gui.field.nobody")
        shown = self.panel.list.shown
        shown.unit = view.unit
        parts = (view.line.text, view.line.swept) if view.line else ()
        line = f"{view.line.head}: {', '.join(each for each in parts if each)}" if view.line else ""
        if view.blast is not None:
            line = f"{view.blast.head}: {view.blast.text}"
        rings = ", ".join(ring.text for ring in view.rings)
        areas = ", ".join(" ".join(part for part in each if part) for each in view.words.values())
        rows = [shown.words(row) for row in view.rows]
        return "; ".join(part for part in (line, rings, *rows, areas) if part)

    def _offer(self, who: CombatantId, to: Point) -> MoveOffer | None:
        controller = self._controller
        try:
            return controller.system.move_offer(self._joined(controller.context), who, to)[0]
        except AppError:
            return None

    def _far(self, start: Point, end: Point) -> str:
        unit = self.panel.state.view.unit
        return f"{metres_text(measured(unit, geometry.length(start, end)))} {unit}"

    # ---- who is selected and aimed at

    @Slot(object, bool)
    def _pick(self, who: CombatantId, is_more: bool) -> None:
        before = self._controller.selected
        if not is_more and before == (who,):
            self._window.table.selected_again.emit()
        elif not is_more:
            self._window.table.select([who])
        elif who in before:
            self._window.table.select([each for each in before if each != who])
        else:
            self._window.table.select([*before, who])

    @Slot(object)
    def aim(self, who: CombatantId) -> None:
        """Makes somebody the target of the attack on the bench."""
        if self._actor is not None and who != self._actor:
            self._window.attack_panel.choose({TARGET: who})

    @Slot(object)
    def aim_at(self, point: Point) -> None:
        """Aims what is thrown at a point of the plan; with anything else in hand nothing happens."""
        if self._attack.form.takes_point:
            self._window.attack_panel.choose({TARGET: aim_key(point)})

    @Slot()
    def _take_next_weapon(self) -> None:
        self._use(following(weapons_of(self._attack.form)))

    @Slot()
    def _take_next_way(self) -> None:
        self._use(following(ways_of(self._attack.form)))

    @Slot(int)
    def _take_way(self, number: int) -> None:
        self._use(next(iter(ways_of(self._attack.form)[number - 1 :]), None))

    def _use(self, way: Way | None) -> None:
        """Has the attack made with a weapon, or in a way, and says which it is."""
        if way is not None:
            self._window.attack_panel.choose(dict(way.answers))
            announce(self.panel.surface, way.text)

    @Slot()
    def _open_command(self) -> None:
        """Opens the command line with the example of the plan, which Enter carries out and typing replaces."""
        self._window.actions_of["command"].trigger()
        if self.panel.command.hint:
            self._window.command.offer(self.panel.command.hint)

    # ---- who stands where

    def _joined(self, context: RulesContext) -> RulesContext:
        return context if self.planned is None else self.planned.joined(context)

    def _perform(self, command: Command) -> bool:
        """Carries a command out; who has to answer something first is led to it."""
        if not self._controller.is_live:
            return False
        if self.planned is not None and isinstance(command, do.Put) and self.planned.put(command):
            self.look()
            return True
        is_done = bool(self._controller.start(command, ask=True))
        self._controller.await_table()
        return is_done

    def _by_hand(self, path: MovePath) -> object:
        return self._perform(self._command(path, is_by_hand=True))

    @Slot(tuple, bool)
    def _move(self, paths: tuple[MovePath, ...], is_by_hand: bool) -> None:
        """Moves everybody to where they have been taken, as one step; what the game asks for is asked."""
        if not self._controller.is_live:
            self._put_look()
            return
        asks = [path.offer.asks for path in paths if path.offer is not None and path.offer.asks]
        if asks and not is_by_hand:
            self._ask(asks, paths[0].end, partial(self._carry_out, paths, False))
            return
        self._carry_out(paths, is_by_hand, True)

    def ask_leaving(self, walk: Walk) -> None:
        """Asks who strikes at those who leave melee by a line, and has them go once it is answered."""
        asks = [offer.asks for offer in walk.offers if offer.asks]
        self._ask(asks, walk.at, partial(self._go, walk.commands))

    def _ask(self, asks: Sequence[str], end: Point, go: Callable[[bool], object]) -> None:
        self._asked = go
        at = box_at(self.panel.surface.port.to_surface(end)).adjusted(0, -PLATE_ABOVE, 0, 0)
        self.panel.question.ask("; ".join(asks), at.toRect())

    @Slot(bool)
    def _answer_question(self, is_struck: bool) -> None:
        """Moves those who leave melee, with those striking who can or with nobody striking."""
        go, self._asked = self._asked, None
        self.panel.end_question()
        if go is not None:
            go(is_struck)

    def _go(self, commands: Sequence[Command], is_struck: bool) -> None:
        """Carries moves out that a line has asked for."""
        if not is_struck:
            commands = tuple(map(self._controller.system.unstruck, commands))
        if len(commands) == 1:
            self._perform(commands[0])
        else:
            self._controller.perform_each(commands)
            self._controller.await_table()

    @Slot()
    def _forget_asked(self) -> None:
        """Nobody moves who was asked about."""
        if self._asked is not None:
            self._asked = None
            self.panel.end_question()
            self.panel.surface.gestures.drop()

    def _carry_out(self, paths: tuple[MovePath, ...], is_by_hand: bool, is_struck: bool) -> None:
        here = self._controller.context.state.combatants
        if any(path.who not in here for path in paths):  # some are only prepared
            for path in paths:
                self._try(partial(self._by_hand, path))
            return
        if len(paths) == 1:
            self._try(
                lambda: self._perform(
                    self._command(paths[0], is_by_hand=is_by_hand, is_struck=is_struck)
                )
            )
            if self._controller.waits_for is None:
                self._put_look()
            return
        left = iter(paths)

        def following(_context: RulesContext) -> Command | None:
            path = next(left, None)
            if path is None:
                return None
            return self._command(path, is_by_hand=is_by_hand, is_struck=is_struck)

        self._controller.go_on_with(following)
        self._controller.await_table()
        if self._controller.waits_for is None:
            self._put_look()

    def _command(self, path: MovePath, *, is_by_hand: bool, is_struck: bool = True) -> Command:
        if is_by_hand:
            return do.Put(who=(path.who,), at=path.end)
        controller = self._controller
        context = controller.session.head_context
        command = controller.system.move_offer(context, path.who, path.end)[1]
        return command if is_struck else controller.system.unstruck(command)

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except AppError as error:
            self._controller.refused.emit(
                self._controller.session.game.texts.sentence(error.message)
            )

    @Slot(object)
    def _place_next(self, point: Point) -> None:
        """Places whoever is selected and stands nowhere, else the next who does not, else who is selected."""
        absent = self.panel.state.view.absent
        selected = self._controller.selected
        who = tuple(each for each in selected if each in absent) or absent[:1] or selected
        if who:
            self._try(lambda: self._perform(do.Put(who=who, at=point)))

    @Slot(tuple, object)
    def _drop(self, who: tuple[CombatantId, ...], point: Point) -> None:
        known = self._controller.context.state.combatants
        here = tuple(each for each in who if each in known)
        if here:
            self._perform(do.Put(who=here, at=point))

    @Slot()
    def place_all(self) -> None:
        """Places all who stand nowhere, each side in its half of the plan, as one step."""
        if not self._controller.is_live:
            return
        commands = tuple(self._placings())
        if commands:
            if self.planned is None or self._controller.context.state.stage != "ready":
                self._controller.perform_each(commands)
            else:
                for command in commands:
                    self._perform(command)
            self.look()
            self.panel.surface.show_usual()
            self.panel.take_focus()

    def _placings(self) -> Iterator[Command]:
        context = self._joined(self._controller.context)
        plan = context.state.plan
        usual = usual_plan(self._controller.system.rules().field.unit)
        width, height = (plan.width, plan.height) if plan else (usual.width, usual.height)
        for sides, across, down in _HALVES:
            who = tuple(
                each.id
                for each in context.state.combatants.values()
                if each.place is None and each.side in sides
            )
            if who:
                at = (round(width * across, 1), round(height * down, 1))
                yield do.Put(who=who, at=at, spread=_ROOM * STEP[usual.unit])

    # ---- areas

    def _steps(self) -> dict[str, Sequence[tuple[str, str]]]:
        rules, ruleset = self._controller.system.rules().field, self._controller.context.ruleset
        steps: dict[str, Sequence[tuple[str, str]]] = {}
        for kind, keys in rules.steps.items():
            known = [(key, ruleset.modifier(key)) for key in keys]
            steps[kind] = [(key, each.name if each else key) for key, each in known]
        if rules.ground:
            steps["difficult"] = [(key, key.replace("_", " ")) for key in rules.ground]
        return steps

    @Slot(object)
    def _ask_area(self, outline: Outline) -> None:
        points = outline.points
        is_polygon = not (outline.is_box or outline.is_circle)
        if (is_polygon and len(points) < _CORNERS) or not self._controller.is_live:
            return
        if not is_polygon and points[0] == points[-1]:
            return
        self._drawn, self._opened = outline, ""
        self.panel.form.begin(None, self._steps(), self._controller.system.rules().field)

    @Slot(str)
    def _open_area(self, key: str) -> None:
        plan = self._controller.context.state.plan
        area = plan.area(key) if plan else None
        if area is not None:
            self._drawn, self._opened = None, key
            self.panel.form.begin(area, self._steps(), self._controller.system.rules().field)

    @Slot()
    def _forget_drawn(self) -> None:
        self._drawn, self._opened = None, ""

    @Slot(object)
    def _take_answer(self, answer: AreaAnswer) -> None:
        amount = answer.amount.replace("−", "-").removeprefix("+")
        command = do.PutArea(
            area=self._opened,
            name=answer.name,
            is_=answer.kind,
            step=answer.step,
            amount=int(amount) if amount.removeprefix("-").isdecimal() else 0,
            until=answer.until,
        )
        if self._drawn is not None:
            command = _shaped(command, self._drawn)
        if self._perform(command):
            self._forget_drawn()
            self.panel.end_form()

    @Slot(str, object)
    def _move_area(self, key: str, by: Point) -> None:
        plan = self._controller.context.state.plan
        area = plan.area(key) if plan else None
        if plan is not None and area is not None:
            x, y = _kept_on(plan, area, by)
            self._perform(do.PutArea(area=key, at=(area.points[0][0] + x, area.points[0][1] + y)))

    @Slot(str)
    def _remove_area(self, key: str) -> None:
        self._perform(do.RemoveArea(area=key))

    # ---- a blast

    @Slot(object, float)
    def propose_blast(self, at: Point, radius: float, name: str = "") -> None:
        """Shows whom a blast at a point would touch; it does nothing until it is taken."""
        context, surface = self._controller.context, self.panel.surface
        before = surface.doing.blast
        floor = before.floor if before is not None else 0
        name = name or (before.name if before else "")
        found = near(context.state, Place(x=at[0], y=at[1], floor=floor), radius)
        out = {row.who for row in self._controller.system.rows(context) if row.is_out}
        touched = [each for each, _ in found if each.id not in out]
        text_of, unit = self._texts.text_of, self.panel.state.view.unit
        head = text_of("gui.field.blast.count", count=len(touched))
        about = text_of("gui.field.blast.radius", radius=metres_text(radius), unit=unit)
        names = [each.name for each in touched[:_MOST_NAMES]]
        if len(touched) > _MOST_NAMES:
            names.append(text_of("gui.field.blast.more", count=len(touched) - _MOST_NAMES))
        blast = Blast(
            at=at,
            radius=radius,
            floor=floor,
            name=name,
            who=tuple(each.id for each in touched),
            head=" · ".join((head, ", ".join(part for part in (name, about) if part))),
            text=", ".join(names),
        )
        surface.do(replace(surface.doing, blast=blast))

    @Slot()
    def _take_blast(self) -> None:
        blast = self.panel.surface.doing.blast
        if blast is None or not blast.who or not self._controller.is_live:
            return
        self.panel.surface.gestures.drop()
        plan = DamagePlan(targets=blast.who, rows=blast.who, source=blast.name)
        self._window.begin_damage(plan)

    # ---- menus

    @Slot(object, object)
    def _open_menu_of_row(self, who: CombatantId, where: QPoint) -> None:
        self._open_menu(who, None, where)

    @Slot(object, object, QPoint)
    def _open_menu(self, who: CombatantId | None, point: Point | None, where: QPoint) -> None:
        panel, view = self.panel, self.panel.state.view
        token = panel.surface.token_of(who)
        if token is None:
            if point is None or not self._controller.is_live:
                return
            menu = self._menus.of_place(
                panel,
                panel.surface.gestures.snap(panel.surface.port.to_surface(point)),
                view.absent,
                view.unit,
                self.place_all,
                panel.surface.show_all,
                self.aim_at if self._attack.form.takes_point else None,
            )
            if self.save_picture is not None:
                words = self._texts.text_of("gui.field.menu.picture")
                menu.addAction(self._icons.icon("picture"), words, self.save_picture)
        else:
            if token.who not in self._controller.selected:
                self._pick(token.who, False)
            chosen = [each for each in self._controller.selected if panel.surface.token_of(each)]
            target = panel.surface.token_of(self._target)
            menu = self._menus.of_token(panel, token, chosen or [token.who], target, view.unit)
        self._window.popup(menu, where)


def _spoken_name(name: str) -> str:
    """Returns a name as it is typed into the command line: without capitals, quoted where it has several words."""
    low = name.casefold()
    return f'"{low}"' if " " in low else low


def _shaped(command: do.PutArea, outline: Outline) -> do.PutArea:
    """Returns a command with the shape that was drawn."""
    first, last = outline.points[0], outline.points[-1]
    if outline.is_circle:
        radius = round(geometry.length(first, last), 1)
        return replace(command, shape="circle", at=first, radius=radius)
    if outline.is_box:
        left, top = (min(pair) for pair in zip(first, last, strict=True))
        right, bottom = (max(pair) for pair in zip(first, last, strict=True))
        size = (round(right - left, 3), round(bottom - top, 3))
        return replace(command, shape="rectangle", at=(left, top), size=size)
    return replace(command, shape="polygon", points=outline.points)


def _kept_on(plan: Plan, area: Area, by: Point) -> Point:
    """Returns how far an area can be moved that way without leaving the plan."""
    points = area.points
    return (
        _within(by[0], [x for x, _ in points], plan.width),
        _within(by[1], [y for _, y in points], plan.height),
    )


def _within(by: float, values: Sequence[float], most: float) -> float:
    return min(max(by, -min(values)), most - max(values))
