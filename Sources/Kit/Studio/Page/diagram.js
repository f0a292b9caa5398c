/// The entity with its neighbours: relationships to the right, each with its name; parent and
/// children as dashed lines. The list next to it says the same for screen readers, and works by
/// keyboard.
function drawDiagram(entity) {
  if (!entity) { $("diagram").replaceChildren(); return; }
  const kinds = state.model.entities.filter(e => e.parent === entity.name);
  const links = [
    ...(entity.parent ? [{ to: entity.parent, words: "a kind of", isKind: true }] : []),
    ...entity.relationships.map(r => ({ to: r.to, words: r.name + (r.many ? " *" : "") })),
    ...kinds.map(e => ({ to: e.name, words: "of this kind", isKind: true })),
  ];
  const shown = links.slice(0, 8), rest = links.length - shown.length;
  const height = Math.max(96, shown.length * 54 + (rest ? 30 : 10)), middle = height / 2;
  const svg = element("svg", { viewBox: `0 0 320 ${height}`, role: "img",
    "aria-label": diagramWords(entity, kinds) });
  const place = i => shown.length === 1 ? middle : 32 + i * 54;
  shown.forEach((link, i) => {
    svg.append(element("line", { x1: 112, y1: middle, x2: 212, y2: place(i),
      class: link.isKind ? "kindOf" : "" }));
  });
  svg.append(box(4, middle, 108, entity.name, "here"));
  shown.forEach((link, i) => {
    svg.append(element("text", { x: 166, y: (middle + 2 * place(i)) / 3 - 4,
      "text-anchor": "middle", class: "small" }, cut(link.words)));
    const to = entityNamed(link.to), isAbstract = to && to.abstract;
    const group = box(212, place(i), 104, link.to, isAbstract ? "abstract" : "link");
    if (isAbstract) group.append(element("title", {}, `${link.to} is abstract: it has no records of its own`));
    else group.addEventListener("click", () => choose(link.to));
    svg.append(group);
  });
  if (rest) {
    svg.append(element("text", { x: 264, y: height - 6, "text-anchor": "middle",
      class: "small" }, `and ${rest} more`));
  }
  $("diagram").replaceChildren(svg);
}

function diagramWords(entity, kinds) {
  const links = entity.relationships.map(r => `${r.many ? "several" : "one"} ${r.to} by ${r.name}`);
  return entity.name + (entity.parent ? ` is a kind of ${entity.parent}` : "")
    + (links.length ? ` leads to ${links.join(", ")}` : entity.parent ? "" : " stands alone")
    + (kinds.length ? `; of its kind are ${kinds.map(e => e.name).join(", ")}` : "");
}

function element(tag, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const key in attributes) if (attributes[key]) made.setAttribute(key, attributes[key]);
  if (text) made.textContent = text;
  return made;
}

function box(x, middle, width, name, kind) {
  const group = element("g", { class: kind });
  group.append(
    element("rect", { x, y: middle - 19, width, height: 38, rx: 8, class: "box" }),
    element("text", { x: x + width / 2, y: middle + 5, "text-anchor": "middle" }, cut(name)));
  return group;
}

function cut(text) { return text.length > 14 ? text.slice(0, 13) + "…" : text; }
