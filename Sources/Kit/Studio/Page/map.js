/// The whole model in its own window: entities in a grid, related ones near each other, and lines
/// that run in the channels between the rows and columns.

const boxHeight = 30, laneWidth = 6;

/// Returns the pairs of related entities, each once, as positions in the model.
function pairsOf(entities) {
  const at = new Map(entities.map((e, i) => [e.name, i])), pairs = new Map();
  const add = (a, b, isKind) => {
    if (b === undefined) return;
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
    pairs.set(key, { a, b, isKind: isKind && (pairs.get(key)?.isKind ?? true) });
  };
  entities.forEach((e, i) => {
    const parent = entityNamed(e.parent);
    if (parent) add(i, at.get(e.parent), true);
    const isInherited = r => parent?.relationships.some(p => p.name === r.name);
    for (const r of e.relationships) if (!isInherited(r)) add(i, at.get(r.to), false);
  });
  return [...pairs.values()];
}

/// Returns a cell for each entity. Exchanges pairs of entities as long as this brings related
/// entities nearer to each other.
function cellsOf(count, pairs) {
  const columns = Math.max(1, Math.round(Math.sqrt(count * .8)));
  const cells = Array.from({ length: count }, (_, i) =>
    ({ row: Math.floor(i / columns), column: i % columns }));
  const near = cells.map(() => []);
  for (const { a, b } of pairs) { near[a].push(b); near[b].push(a); }
  const distance = (a, b) => Math.abs(a.row - b.row) + Math.abs(a.column - b.column);
  const cost = i => near[i].reduce((sum, j) => sum + distance(cells[i], cells[j]), 0);
  const exchange = (i, j) => { [cells[i], cells[j]] = [cells[j], cells[i]]; };
  for (let pass = 0, isBetter = true; isBetter && pass < 20; pass++) {
    isBetter = false;
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        const before = cost(i) + cost(j);
        exchange(i, j);
        if (cost(i) + cost(j) < before) isBetter = true; else exchange(i, j);
      }
    }
  }
  return cells;
}

/// Returns the route of a line between two entities. The line begins at the lower side of the upper
/// entity (`from`) and follows the channel below that entity's row (`first`). If the other entity
/// (`to`) is more than one row lower, the line then follows the channel next to a column (`column`)
/// and the channel above the other entity's row (`last`). Otherwise `last` equals `first`, and
/// `column` is missing.
function routeOf({ a, b }, cells) {
  const [from, to] = cells[a].row <= cells[b].row ? [a, b] : [b, a];
  const upper = cells[from], lower = cells[to], first = upper.row + 1;
  const route = { from, to, first, last: lower.row > upper.row ? lower.row : first };
  if (route.last > first) route.column = lower.column + (upper.column < lower.column ? 0 : 1);
  return route;
}

/// Gives each segment of a channel a lane in which no other segment overlaps it. Returns the number
/// of lanes.
function laneCount(segments) {
  const ends = [];
  for (const s of segments.toSorted((s, t) => s.start - t.start)) {
    const free = ends.findIndex(end => end < s.start), lane = free < 0 ? ends.length : free;
    ends[lane] = s.end;
    s.take(lane);
  }
  return ends.length;
}

/// Assigns lanes in the horizontal and vertical channels. Returns the number of lanes of each
/// channel.
function lanesOf(routes, cells, rows, columns) {
  const across = Array.from({ length: rows + 1 }, () => []);
  const down = Array.from({ length: columns + 1 }, () => []);
  const add = (channel, p, q, take) =>
    channel.push({ start: Math.min(p, q), end: Math.max(p, q), take });
  for (const r of routes) {
    const from = cells[r.from].column, to = cells[r.to].column;
    const turn = r.column === undefined ? to : r.column - .5;
    add(across[r.first], from, turn, lane => { r.firstLane = lane; });
    if (r.column === undefined) continue;
    add(down[r.column], r.first, r.last, lane => { r.columnLane = lane; });
    add(across[r.last], turn, to, lane => { r.lastLane = lane; });
  }
  return { across: across.map(laneCount), down: down.map(laneCount) };
}

/// Returns the ends of lines at the upper and the lower side of each box, from left to right.
function portsOf(routes, cells) {
  const ports = cells.map(() => ({ upper: [], lower: [] }));
  for (const r of routes) {
    ports[r.from].lower.push({ other: cells[r.to].column, place: x => { r.fromX = x; } });
    ports[r.to][isBelow(r, cells) ? "upper" : "lower"]
      .push({ other: cells[r.from].column, place: x => { r.toX = x; } });
  }
  for (const { upper, lower } of ports) {
    for (const side of [upper, lower]) side.sort((p, q) => p.other - q.other);
  }
  return ports;
}

function isBelow(route, cells) { return cells[route.to].row > cells[route.from].row; }

/// Returns the positions of boxes and the paths of lines, in pixels.
function mapOf(entities) {
  const pairs = pairsOf(entities), cells = cellsOf(entities.length, pairs);
  const rows = Math.max(...cells.map(c => c.row)) + 1;
  const columns = Math.max(...cells.map(c => c.column)) + 1;
  const routes = pairs.map(pair => ({ ...routeOf(pair, cells), isKind: pair.isKind }));
  const lanes = lanesOf(routes, cells, rows, columns), ports = portsOf(routes, cells);
  const widths = Array(columns).fill(60);
  entities.forEach((e, i) => {
    const most = Math.max(ports[i].upper.length, ports[i].lower.length);
    const c = cells[i].column;
    widths[c] = Math.max(widths[c], e.name.length * 7.8 + 20, most * 8 + 8);
  });
  const down = lanes.down.map(count => 30 + count * laneWidth);
  const across = lanes.across.map(count => 34 + count * laneWidth);
  const sum = (list, count) => list.slice(0, count).reduce((a, b) => a + b, 0);
  const x = c => sum(down, c + 1) + sum(widths, c), y = r => sum(across, r + 1) + r * boxHeight;
  const boxes = cells.map((cell, i) => ({ entity: entities[i], x: x(cell.column), y: y(cell.row),
    width: widths[cell.column], room: widths[cell.column] + down[cell.column + 1] - 8 }));
  ports.forEach(({ upper, lower }, i) => {
    for (const side of [upper, lower]) {
      side.forEach((port, n) =>
        port.place(boxes[i].x + boxes[i].width * (n + 1) / (side.length + 1)));
    }
  });
  const lineY = (channel, lane) => y(channel) - across[channel] + 8 + lane * laneWidth;
  const lineX = r => x(r.column) - down[r.column] + 15 + r.columnLane * laneWidth;
  for (const r of routes) {
    const turn = r.column === undefined ? ""
      : `H${lineX(r)}V${lineY(r.last, r.lastLane)}`;
    r.path = `M${r.fromX} ${boxes[r.from].y + boxHeight}V${lineY(r.first, r.firstLane)}${turn}`
      + `H${r.toX}V${boxes[r.to].y + (isBelow(r, cells) ? 0 : boxHeight)}`;
  }
  return { boxes, routes, width: x(columns), height: y(rows) };
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS($("drawing").namespaceURI, tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/// Draws the model; the relationships of the query's entity are in colour.
function drawMap() {
  const { entities } = state.model, chosen = state.form.entity, found = mapOf(entities);
  const own = entityNamed(chosen), links = own ? linksOf(own) : [];
  const isOwn = r => [r.from, r.to].some(i => entities[i].name === chosen);
  const classes = r => `${r.isKind ? "kindOf" : ""} ${isOwn(r) ? "near" : ""}`;
  // Coloured lines are drawn above the others.
  const lines = found.routes.toSorted((r, s) => isOwn(r) - isOwn(s))
    .map(r => svg("path", { d: r.path, class: classes(r) }));
  const boxes = found.boxes.map(box => boxOf(box, links, chosen));
  for (const side of ["width", "height"]) $("drawing").setAttribute(side, found[side]);
  $("drawing").replaceChildren(...lines, ...boxes);
}

function boxOf({ entity, x, y, width, room }, links, chosen) {
  const words = links.filter(link => link.to === entity.name).map(link => link.words).join(", ");
  const kinds = ["box", entity.abstract ? "abstract" : "", words ? "near" : "",
    entity.name === chosen ? "chosen" : ""];
  const most = Math.floor(room / 6.8);
  const label = svg("text", { class: "words", x, y: y - 6 },
    words.length > most ? words.slice(0, most - 1) + "…" : words);
  return svg("g", { class: kinds.filter(kind => kind).join(" "), "data-name": entity.name,
    role: "button", tabindex: entity.abstract ? null : 0, "aria-disabled": entity.abstract || null,
    "aria-pressed": String(entity.name === chosen) },
  svg("title", {}, words ? `${entity.name}: ${words}` : entity.name),
  svg("rect", { x, y, width, height: boxHeight, rx: 7 }),
  svg("text", { x: x + width / 2, y: y + 20, "text-anchor": "middle" }, entity.name), label);
}

function chooseOnMap(e) {
  const name = e.target.closest(".box")?.dataset.name;
  if (!name || entityNamed(name).abstract) return;
  e.preventDefault();
  choose(name);
  drawMap();
  $("map").querySelector(".chosen").focus();
}

$("map").addEventListener("click", chooseOnMap);
$("map").addEventListener("keydown", e => { if (["Enter", " "].includes(e.key)) chooseOnMap(e); });
$("wholeModel").addEventListener("click", () => {
  drawMap();
  $("mapDialog").showModal();
  $("map").querySelector(".chosen")?.scrollIntoView({ block: "center", inline: "center" });
});
$("closeMap").addEventListener("click", () => $("mapDialog").close());
