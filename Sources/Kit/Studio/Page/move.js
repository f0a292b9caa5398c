/// The list and the position of each condition and group, by its key.
const places = new Map();

/// The handle by which a condition or group is dragged. The up and down arrow keys also move it.
function grip(at, key, words) {
  places.set(key, at);
  return make("button", { type: "button", class: "grip quiet", text: "⠿",
    "data-key": key + "grip",
    "aria-label": `Move ${words}: drag, or press the up and down arrow keys`,
    onpointerdown: e => startDrag(e, key),
    onkeydown: e => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
      if (!step) return;
      e.preventDefault();
      if (canMove(key, step)) moveBy(key, step);
    } });
}

/// Returns the group that has this list.
function groupOf(own) {
  return groups(whole()).find(group => group[keyOf(group)] === own) || whole();
}

function canMove(key, step) {
  const { list: own, index } = places.get(key);
  return own !== whole()[keyOf(whole())] || own[index + step] !== undefined;
}

/// Moves a condition or group one place up or down. At the end of a group, it moves out of the
/// group; next to another group, into that group.
function moveBy(key, step) {
  const { list: own, index } = places.get(key), one = own[index], next = own[index + step];
  own.splice(index, 1);
  if (next === undefined) {
    const group = groupOf(own);
    const outer = groups(whole()).map(g => g[keyOf(g)]).find(l => l.includes(group));
    const at = outer.indexOf(group);
    outer.splice(step < 0 ? at : at + 1, 0, one);
    if (!own.length) outer.splice(outer.indexOf(group), 1);
  } else if (isGroup(next)) {
    const inner = next[keyOf(next)];
    inner.splice(step < 0 ? inner.length : 0, 0, one);
  } else own.splice(index + step, 0, one);
  changed();
  const moved = [...places].find(([, at]) => at.list[at.index] === one);
  if (moved) focusOn(moved[0] + "grip");
  say("Moved");
}

function startDrag(e, key) {
  if (e.button) return;
  const handle = e.currentTarget, source = handle.closest("[data-place]");
  let over = null, isAfter = false;
  handle.setPointerCapture(e.pointerId);
  const drag = e => {
    source.classList.add("dragged");
    over?.classList.remove("before", "after");
    const found = document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-place]");
    over = found && !source.contains(found) ? found : null;
    if (!over) return;
    const box = over.getBoundingClientRect();
    isAfter = e.clientY > box.top + box.height / 2;
    over.classList.add(isAfter ? "after" : "before");
  };
  const end = () => {
    handle.removeEventListener("pointermove", drag);
    source.classList.remove("dragged");
    over?.classList.remove("before", "after");
    if (over) drop(key, over.dataset.place, isAfter);
  };
  handle.addEventListener("pointermove", drag);
  handle.addEventListener("lostpointercapture", end, { once: true });
}

function drop(from, to, isAfter) {
  const source = places.get(from), target = places.get(to);
  const one = source.list[source.index], aim = target.list[target.index];
  source.list.splice(source.index, 1);
  target.list.splice(target.list.indexOf(aim) + (isAfter ? 1 : 0), 0, one);
  const group = groupOf(source.list);
  if (!source.list.length && group !== whole()) {
    const outer = groups(whole()).map(g => g[keyOf(g)]).find(l => l.includes(group));
    outer?.splice(outer.indexOf(group), 1);
  }
  changed();
  say("Moved");
}
