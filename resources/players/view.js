"use strict";
// The players' page: shows what it is told, sends what a player types. All text goes in as text, never as markup.
const VERSION = 2;
const KEPT = "encounter.token";
const $ = (id) => document.getElementById(id);
const body = document.body;
let words = {};
let figure = null;
let socket = null;
let wait = 250;
let token = "";
let joining = null;
let shown = null;
let lastTurn = "";
const drafts = new Map();
const readings = new Map();
const READ_EVERY = 250;
const asked = new Map();
let asking = 0;
let aim = null;
let planned = "";

try { token = localStorage.getItem(KEPT) || ""; } catch { token = ""; }
const text = (key, values = {}) =>
  (words[key] || key).replace(/\{(\w+)\}/g, (_, name) => (name in values ? values[name] : ""));

/** Returns an element with this class and content: text, elements, or nothing. */
function el(tag, cls = "", ...content) {
  const made = document.createElement(tag);
  if (cls) made.className = cls;
  made.append(...content.filter((each) => each !== null && each !== undefined && each !== ""));
  return made;
}
const shape = (side) => {
  const made = el("span", `shape ${side}`);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", text(`side.${side}`));
  return made;
};

// ---- the connection

function keep(value) {
  token = value;
  try { value ? localStorage.setItem(KEPT, value) : localStorage.removeItem(KEPT); } catch { /* only for this visit */ }
}
function say(message) { $("state").textContent = message; }
function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ v: VERSION, ...message }));
}
function connect() {
  if (socket && socket.readyState < 2) return;
  socket = new WebSocket(`ws://${location.host}/live`);
  socket.onopen = () => {
    if (joining) send({ do: "join", ...joining });
    else if (token) send({ do: "return", token });
    else socket.close();
  };
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    if (body.dataset.state === "live") {
      say(text("lost"));
      setTimeout(connect, wait);
      wait = Math.min(wait * 1.6, 4000);
    }
  };
}
function take(told) {
  if (told.v !== VERSION || told.why === "version") { location.reload(); return; }
  if (told.is === "welcome") { keep(told.token); joining = null; asked.clear(); wait = 250; say(""); $("join-error").textContent = ""; }
  else if (told.is === "no") refused(told.why);
  else if (told.is === "reading") { readings.set(told.key, told); drawReading(told.key); }
  else if (told.is === "view") { wait = 250; say(""); show(told); }
}
function refused(why) {
  if (why === "token") { keep(""); body.dataset.state = "joining"; }
  if (body.dataset.state === "joining") $("join-error").textContent = text(`no.${why}`);
  else say(text(`no.${why}`));
}

// ---- what is shown

function show(told) {
  const was = body.dataset.state;
  body.dataset.state = "live";
  body.dataset.seat = told.seat;
  const first = was !== "live" || (told.own && !(shown && shown.own));
  shown = told;
  if (first) page(told.own || matchMedia("(max-width: 899px)").matches && told.seat !== "none" ? "me" : "fight");
  const view = told.view || {};
  body.dataset.blank = String(told.view === null);
  drawTop(view, told.own);
  drawFight(view);
  drawMe(view, told);
  drawNotes(view, told);
  drawPlan(view, told.own);
  body.dataset.version = told.n;
}
function health(how) {
  if (!how) return null;
  const bars = el("span", `bars l${how.level || 0}`, el("i"), el("i"), el("i"));
  bars.setAttribute("aria-hidden", "true");
  if (how.share === undefined) return el("span", "how", bars, how.word);
  return el("span", "how", gauge(how.share, `l${how.level || 0}`), how.text || how.word);
}
function gauge(share, cls) {
  const fill = el("i");
  fill.style.width = `${Math.max(0, Math.min(100, share))}%`;
  const made = el("span", `gauge ${cls}`, fill);
  made.setAttribute("aria-hidden", "true");
  return made;
}
function chips(who) {
  const all = (who.conditions || []).map((each) =>
    el("span", `chip ${each.kind || ""}`, each.until ? `${each.name} · ${each.until}` : each.name));
  for (const each of who.wounds || [])
    all.push(el("span", "chip danger", [each.place, each.is_lost ? text("place.lost") : each.letter || text("wound")].join(" ")));
  return all.length ? el("div", "chips", ...all) : null;
}
function actions(list) {
  if (!list || !list.length) return null;
  const named = list.filter((each) => each.name);
  const free = list.filter((each) => each.state !== "spent");
  if (named.length) return el("span", "", free.map((each) => each.name).join(", ") || text("actions.none"));
  return el("span", "", `${"●".repeat(free.length)}${"○".repeat(list.length - free.length)} ${text("actions", { count: free.length })}`);
}
function weapon(who) {
  const held = (who && who.weapons || []).find((each) => each.is_held);
  return held ? `${held.name}${held.rounds ? ` ${held.rounds}` : ""}` : "";
}
function drawTop(view, own) {
  const me = own && own.combatant;
  $("top-shape").className = `shape ${me ? me.side : ""}`;
  $("top-name").textContent = me ? me.name : text("title");
  $("top-round").textContent = view.round || "";
  const names = (view.acting || []).map((each) => each.text).join(", ");
  $("top-acts").textContent = names ? text("acts", { name: names }) : "";
  document.title = own && own.turn === "now" ? text("turn.now") : `${view.round || ""} ${names}`.trim() || text("title");
}
function drawFight(view) {
  $("round").textContent = [view.round, view.part].filter(Boolean).join(" ");
  $("clock").textContent = view.clock || "";
  $("title").textContent = view.title || "";
  $("news").textContent = (view.said || [])[0] || "";
  const by = new Map((view.combatants || []).map((each) => [each.key, each]));
  const acting = $("acting");
  const now = view.acting || [];
  acting.classList.toggle("idle", !now.length);
  const who = el("div", "who");
  for (const each of now.slice(0, 4)) who.append(shape(each.side), el("span", "", each.text));
  if (!now.length) who.append(text(view.stage === "running" ? "waits" : view.stage));
  const one = now.length === 1 ? by.get(now[0].key) : null;
  const after = (view.after || []).length ? el("span", "after", text("after", { names: view.after.join(", ") })) : null;
  acting.replaceChildren(who, el("div", "more", now.length === 1 ? actions(now[0].actions) : null, weapon(one), after));
  if (one && (one.wounds || []).length && figure) acting.append(drawFigure(one.wounds));
  const sides = new Map();
  for (const each of view.combatants || []) {
    const team = each.side === "ally" ? "pc" : each.side;
    if (!sides.has(team)) sides.set(team, []);
    sides.get(team).push(each);
  }
  const sorted = ["pc", "foe", "neutral"].filter((side) => sides.has(side));
  $("sides").replaceChildren(...sorted.map((side) => {
    const made = el("section", "side", el("h2", "", text(`side.${side}`)));
    const list = el("ul");
    for (const each of sides.get(side)) {
      const row = el("li", `row ${each.is_now ? "now" : ""} ${each.is_out ? "out" : ""}`,
        el("div", "name", shape(each.side), el("b", "", each.name), health(each.health)), chips(each));
      if (each.is_now) row.setAttribute("aria-current", "true");
      list.append(row);
    }
    made.append(list);
    return made;
  }));
  $("order").firstElementChild.replaceChildren(...(view.order || []).map((each) => {
    if (!each.side) return el("li", "part", each.text);
    const note = { now: text("now"), next: text("next"), done: "✓" }[each.look] || "";
    return el("li", each.look || "later", shape(each.side), el("b", "", each.text), note ? el("small", "", note) : null);
  }));
  $("order").hidden = !(view.order || []).length;
  const turn = $("order").querySelector(".now");
  if (turn) $("order").scrollTop = turn.offsetTop - $("order").offsetTop - turn.offsetHeight;
}
function drawMe(view, told) {
  const own = told.own;
  drawTurn(view, own);
  $("notice").textContent = own ? own.notice || "" : "";
  drawPrompts(own);
  drawSheet(own);
  drawSeats(view, told);
}
function drawTurn(view, own) {
  const turn = own ? own.turn || "later" : "";
  const box = $("turn");
  box.className = `turn ${turn}`;
  if (turn === "now") {
    const names = (view.after || []).join(", ");
    box.replaceChildren(text("turn.now"), el("small", "", actions(own.combatant.actions), names ? ` · ${text("after", { names })}` : ""));
  } else box.replaceChildren(...(turn === "next" ? [text("turn.next")] : []));
  if (turn === "now" && lastTurn !== "now" && navigator.vibrate) navigator.vibrate(200);
  lastTurn = turn;
}
function drawPrompts(own) {
  const box = $("prompts");
  const asked = own ? own.prompts || [] : [];
  const state = JSON.stringify(asked);
  if (box.dataset.state === state) return;  // what is being typed is not touched
  const typing = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.prompt : "";
  box.dataset.state = state;
  box.replaceChildren(...asked.map(prompt));
  const field = typing && box.querySelector(`[data-prompt="${CSS.escape(typing)}"]`);
  if (field) field.focus();
}
function prompt(each) {
  const made = el("section", "card prompt", el("h2", "", each.title), el("p", "dice", each.dice));
  made.setAttribute("aria-label", text("prompt.label", { title: each.title }));
  if (each.state === "sent") {
    made.append(el("p", "hint", el("span", "sent", each.typed || text("prompt.rolls")), ` ${text("prompt.sent")}`));
    return made;
  }
  const form = el("form");
  form.autocomplete = "off";
  const field = el("input");
  field.inputMode = "numeric";
  field.maxLength = 60;
  field.dataset.prompt = each.key;
  field.placeholder = text(each.count > 1 ? "prompt.faces" : "prompt.face", { count: each.count });
  field.setAttribute("aria-label", `${each.title}, ${each.dice}`);
  field.value = drafts.get(each.key) || "";
  const reading = el("output", "reading");
  field.oninput = () => { drafts.set(each.key, field.value); drawReading(each.key); askReading(); };
  const button = el("button", "yellow", text("prompt.send"));
  form.append(field, reading, button);
  form.onsubmit = (event) => {
    event.preventDefault();
    const read = readingOf(each.key);
    if (!read || !read.taken) { asked.delete(each.key); askReading(); field.focus(); return; }  // nothing goes that was not shown
    drafts.delete(each.key);
    send({ do: "roll", key: each.key, typed: field.value.trim() });
  };
  made.append(form, el("p", "hint", each.state === "again" ? text("prompt.again") : text("prompt.blank")));
  showReading(made, each.key);
  return made;
}

// ---- what typed dice are read as: the program says it, in one place for every field there is

/** Returns the reading of what stands in a field now, as far as the program has told it. */
function readingOf(key) {
  const typed = (drafts.get(key) || "").trim();
  const told = readings.get(key);
  if (!typed) return { words: "", taken: true };
  return told && told.typed === typed ? told : null;
}
function drawReading(key) {
  const field = document.querySelector(`[data-prompt="${CSS.escape(key)}"]`);
  if (field) showReading(field.closest(".prompt"), key);
}
function showReading(card, key) {
  const read = readingOf(key);
  const line = card.querySelector(".reading");
  line.textContent = read ? read.words : "";
  line.classList.toggle("wrong", Boolean(read && !read.taken && read.words));
  card.querySelector("button").disabled = !read || !read.taken;
}
/** Asks for the readings that are missing, at once and then at most four times a second. */
function askReading() {
  if (asking) return;
  const isOpen = (key) => !readingOf(key) && asked.get(key) !== drafts.get(key).trim();
  const key = [...drafts.keys()].find((each) => isOpen(each) && document.querySelector(`[data-prompt="${CSS.escape(each)}"]`));
  if (key === undefined) return;
  asked.set(key, drafts.get(key).trim());
  send({ do: "read", key, typed: asked.get(key) });
  asking = setTimeout(() => { asking = 0; askReading(); }, READ_EVERY);
}
function drawSheet(own) {
  const box = $("sheet");
  if (!own) { box.replaceChildren(); return; }
  const me = own.combatant;
  const made = [];
  if (me.health) made.push(el("div", "line", el("span", "", text("health")), gauge(me.health.share || 0, `l${me.health.level || 0}`), el("span", "value", me.health.text || me.health.word)));
  for (const each of me.resources || []) made.push(el("div", "line", el("span", "", each.name), gauge(each.share || 0, "other"), el("span", "value", each.text || "")));
  const list = chips(me);
  if (list) made.push(el("div", "line", list));
  if ((own.stats || []).length) {
    const stats = el("dl", "stats");
    for (const each of own.stats) stats.append(el("div", "", el("dt", "", each.name), el("dd", "", each.value)));
    made.push(stats);
  }
  for (const each of me.weapons || []) made.push(el("div", "line", el("b", "", each.name), each.is_held ? text("held") : "", el("span", "value", each.rounds || "")));
  if ((me.armor || []).length) made.push(el("div", "line", el("span", "", text("armor")), me.armor.join(", ")));
  if ((me.wounds || []).length && figure) made.push(drawFigure(me.wounds));
  box.replaceChildren(...made);
}
function drawFigure(wounds) {
  const svg = figure.cloneNode(true);
  svg.setAttribute("aria-hidden", "true");
  for (const each of wounds) {
    const part = svg.querySelector(`#${CSS.escape(each.element)}`);
    if (part) part.setAttribute("class", each.is_lost ? "lost" : each.level ? `w${Math.min(each.level, 6)}` : "hurt");
  }
  return el("div", "figure", svg);
}
function drawSeats(view, told) {
  const box = $("seats");
  if (told.own) { box.replaceChildren(); return; }  // a seat of another fight shows nothing: another is chosen
  if (told.seat === "asked") { box.replaceChildren(el("p", "", text("seat.asked"))); return; }
  const free = (view.combatants || []).filter((each) => each.can_sit);
  box.replaceChildren(el("h2", "", text("seat.title")), ...free.map((each) => {
    const button = el("button", "", text("seat.button"));
    button.setAttribute("aria-label", text("seat.label", { name: each.name }));
    button.onclick = () => send({ do: "sit", key: each.key });
    return el("div", "seat-row", shape(each.side), el("b", "", each.name), button);
  }));
}
function drawNotes(view, told) {
  $("intent").hidden = !told.own;
  if (told.own && document.activeElement !== $("intent-text")) $("intent-said").textContent = told.own.intent ? text("intent.said", { text: told.own.intent }) : "";
  const said = view.said || [];
  const list = $("said");
  if (list.dataset.said === said.join("\n")) return;
  list.dataset.said = said.join("\n");
  list.replaceChildren(...said.map((each) => el("li", "", each)));
}

// ---- the plan: drawn in its own unit, zoomed to what is on it

const SVG = "http://www.w3.org/2000/svg";
/** Returns a piece of a drawing with these attributes; a text is put in as text. */
function draw(tag, attributes, content = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (content) made.textContent = content;
  return made;
}
const number = (value) => String(Math.round(value * 10) / 10);
/** Returns the corners of an area, those of the square around a circle. */
function corners(area) {
  const [x, y] = area.points[0];
  if (area.shape !== "circle") return area.points;
  const r = area.radius || 0;
  return [[x - r, y - r], [x + r, y + r]];
}
/** Returns what of the plan is drawn: a rectangle around everything on it, with some room. */
function part(plan, place) {
  const points = (plan.tokens || []).map((each) => [each.x, each.y]);
  for (const each of plan.areas || []) points.push(...corners(each));
  if (place) points.push([place.x, place.y]);
  if (aim) points.push([aim.x, aim.y]);
  const whole = { x: 0, y: 0, width: plan.width, height: plan.height };
  if (!points.length) return whole;
  const xs = points.map((each) => each[0]), ys = points.map((each) => each[1]);
  const least = plan.unit === "ft" ? 50 : 16;
  const span = (values, most, beside) => {
    const from = Math.min(...values), to = Math.max(...values) + (Math.max(...values) - Math.min(...values)) * beside;
    const room = Math.max((to - from) * 0.1, least / 8), need = Math.max(least, to - from + 2 * room);
    const start = Math.max(0, Math.min((from + to) / 2 - need / 2, most - need));
    return [start, Math.min(need, most - start)];
  };
  const [x, width] = span(xs, plan.width, 0.06), [y, height] = span(ys, plan.height, 0);  // letters stand at the right
  return { x, y, width, height };
}
/** Returns the outline of a token's side around a point, as everywhere in the program. */
function outline(side, x, y, r) {
  const at = (...points) => points.map(([dx, dy]) => `${x + dx * r},${y + dy * r}`).join(" ");
  if (side === "ally") return draw("circle", { cx: x, cy: y, r: r * 0.95 });
  if (side === "pc") return draw("polygon", { points: at([0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]) });
  if (side === "foe") return draw("polygon", { points: at([0, -1.15], [1.15, 0.9], [-1.15, 0.9]) });
  return draw("rect", { x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8 });
}
function areaDrawn(each, unit, here) {
  const made = draw("g", { class: `area ${each.kind || "plain"}${(each.floor || 0) === here ? "" : " elsewhere"}` });
  const [[left, top], ...rest] = each.points;
  if (each.shape === "circle") made.append(draw("circle", { cx: left, cy: top, r: each.radius }));
  else if (each.shape === "rectangle") {
    const [right, bottom] = rest[0];
    made.append(draw("rect", { x: Math.min(left, right), y: Math.min(top, bottom), width: Math.abs(right - left), height: Math.abs(bottom - top) }));
  } else made.append(draw("polygon", { points: each.points.map((point) => point.join(",")).join(" ") }));
  if (each.name) {
    const all = corners(each), xs = all.map((point) => point[0]), ys = all.map((point) => point[1]);
    made.append(draw("text", { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: Math.min(...ys) - unit * 0.5, "font-size": unit * 1.1 }, each.name));
  }
  return made;
}
function tokenDrawn(each, unit, here, name) {
  const r = Math.max(each.radius || 0, unit);
  const cls = ["token", each.side, each.is_now ? "now" : "", each.is_out ? "out" : "", (each.floor || 0) === here ? "" : "elsewhere"];
  const made = draw("g", { class: cls.filter(Boolean).join(" ") });
  if (each.is_now) made.append(draw("circle", { class: "ring", cx: each.x, cy: each.y, r: r * 1.7 }));
  made.append(outline(each.side, each.x, each.y, r));
  const floor = (each.floor || 0) === here ? "" : ` (${text("plan.floor", { floor: each.floor || 0 })})`;
  made.append(draw("text", { x: each.x + r * (each.is_now ? 2 : 1.5), y: each.y + unit * 0.45, "font-size": unit * 1.3 }, `${each.label}${floor}`));
  made.append(draw("title", {}, name));
  return made;
}
function drawPlan(view, own) {
  const plan = view.plan, place = plan && own ? own.place || null : null;
  $("plan").hidden = !plan;
  $("fight").classList.toggle("has-plan", Boolean(plan));
  if (!place) aim = null;
  if (!plan) { $("plan-drawn").replaceChildren(); planned = ""; return; }
  const state = JSON.stringify([plan, place, aim]);
  if (state === planned) return;
  planned = state;
  const names = new Map((view.combatants || []).map((each) => [each.key, each.name]));
  const tokens = plan.tokens || [];
  const acts = tokens.find((each) => each.is_now);
  const here = place ? place.floor || 0 : acts ? acts.floor || 0 : 0;
  const box = part(plan, place);
  const unit = Math.max(box.width, box.height * 1.6) / 44;
  const svg = draw("svg", {
    viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`, role: "img", class: "drawn",
    "aria-label": text("plan.label", { names: tokens.map((each) => names.get(each.key) || each.label).join(", ") }),
  });
  svg.append(draw("rect", { class: "ground", x: 0, y: 0, width: plan.width, height: plan.height }));
  for (const each of plan.areas || []) svg.append(areaDrawn(each, unit, here));
  if (place) {
    for (const each of place.rings || []) {
      const cls = `reach${each.is_open === false ? " spent" : ""}`;
      svg.append(draw("circle", { class: cls, cx: place.x, cy: place.y, r: each.radius }));
      // Its words stand below it, above it where that is not to be seen; elsewhere they would run into others.
      const x = Math.max(box.x + unit * 4, Math.min(place.x, box.x + box.width - unit * 4));
      const y = [place.y + each.radius + unit * 1.1, place.y - each.radius - unit * 0.3].find((at) => at > box.y + unit && at < box.y + box.height - unit * 3);
      if (y !== undefined) svg.append(draw("text", { class: cls, x, y, "font-size": unit * 1.1 }, each.text));
    }
  }
  for (const each of tokens) svg.append(tokenDrawn(each, unit, here, names.get(each.key) || each.label));
  const to = aim || (place && place.to ? { x: place.to[0], y: place.to[1] } : null);
  if (place && to) {
    svg.append(draw("line", { class: "way", x1: place.x, y1: place.y, x2: to.x, y2: to.y }));
    svg.append(draw("circle", { class: "goal", cx: to.x, cy: to.y, r: unit * 0.9 }));
  }
  const length = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => each >= box.width / 6) || 1000;
  const left = box.x + unit, low = box.y + box.height - unit;
  svg.append(draw("path", { class: "scale", d: `M${left},${low - unit * 0.5} V${low} H${left + length} V${low - unit * 0.5}` }));
  svg.append(draw("text", { class: "scale", x: left + length / 2, y: low - unit * 0.7, "font-size": unit * 1.1 }, `${length} ${plan.unit || "m"}`));
  if (place) aimable(svg, plan, place);
  const focused = document.activeElement && document.activeElement.classList.contains("aims");
  $("plan-drawn").replaceChildren(svg);
  if (focused) svg.focus();
  drawProposal(plan, place);
}
/** Lets a player point at the plan: with a finger, or with the arrow keys. */
function aimable(svg, plan, place) {
  svg.classList.add("aims");
  svg.setAttribute("tabindex", "0");
  svg.setAttribute("role", "application");
  const go = (x, y) => {
    aim = { x: Math.max(0, Math.min(Math.round(x * 10) / 10, plan.width)), y: Math.max(0, Math.min(Math.round(y * 10) / 10, plan.height)) };
    drawPlan(shown.view, shown.own);
  };
  svg.onclick = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    go(point.x, point.y);
  };
  svg.onkeydown = (event) => {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] || [0, 0];
    const far = event.shiftKey ? 5 : 1, from = aim || place;
    if (dx || dy) { event.preventDefault(); go(from.x + dx * far, from.y + dy * far); }
    else if (event.key === "Enter" && aim) { event.preventDefault(); propose(); }
    else if (event.key === "Escape" && aim) { aim = null; drawPlan(shown.view, shown.own); }
  };
}
function drawProposal(plan, place) {
  $("plan-bar").hidden = !place;
  if (!place) return;
  const far = aim ? Math.hypot(aim.x - place.x, aim.y - place.y) : 0;
  $("plan-words").textContent = aim
    ? text("plan.away", { far: number(far), unit: plan.unit || "m" })
    : place.to ? text("plan.sent", { text: place.offer || "" }) : text("plan.how");
  $("plan-ask").hidden = !aim;
  $("plan-back").hidden = !place.to && !aim;
}
function propose() {
  if (!aim) return;
  send({ do: "move", at: [aim.x, aim.y] });
  aim = null;
  drawPlan(shown.view, shown.own);
}

// ---- what a player does

$("plan-ask").onclick = propose;
$("plan-back").onclick = () => {
  if (aim) aim = null;
  else send({ do: "move" });
  drawPlan(shown.view, shown.own);
};
function page(name) {
  body.dataset.page = name;
  for (const each of document.querySelectorAll("[data-tab]")) {
    if (each.dataset.tab === name) each.setAttribute("aria-current", "page");
    else each.removeAttribute("aria-current");
  }
}
for (const each of document.querySelectorAll("[data-tab]")) each.onclick = () => { page(each.dataset.tab); scrollTo(0, 0); };
$("join").onsubmit = (event) => {
  event.preventDefault();
  joining = { code: $("code").value, name: $("who").value };
  $("join-error").textContent = "";
  if (socket) socket.onclose = null, socket.close();
  connect();
};
$("intent").onsubmit = (event) => {
  event.preventDefault();
  const typed = $("intent-text").value.trim();
  send({ do: "intent", text: typed });
  $("intent-said").textContent = text("intent.sent");
  $("intent-text").value = "";
};
$("intent-text").onkeydown = (event) => {
  if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); $("intent").requestSubmit(); }
};
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && body.dataset.state === "live" && socket && socket.readyState > 1) connect();
});

// ---- the beginning

async function begin() {
  words = await (await fetch("texts.json")).json();
  for (const each of document.querySelectorAll("[data-text]")) each.textContent = text(each.dataset.text);
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", text(each.dataset.label));
  document.title = text("title");
  try {
    const drawn = new DOMParser().parseFromString(await (await fetch("figure.svg")).text(), "image/svg+xml");
    const anchors = drawn.getElementById("anchors");
    if (anchors) anchors.remove();
    figure = document.importNode(drawn.documentElement, true);
  } catch { figure = null; }
  const code = decodeURIComponent(location.hash.slice(1)).replace(/-/g, " ");
  if (code) { $("code").value = code; history.replaceState(null, "", location.pathname); }
  body.dataset.ready = "true";
  if (token) connect();
  else if (code && matchMedia("(min-width: 900px)").matches) { joining = { code, name: "" }; connect(); }
  else $(code ? "who" : "code").focus();
}
begin();
