/// Returns the links of an entity to its parent, related entities and children:
/// { to, words, isKind }.
function linksOf(entity) {
  const kinds = state.model.entities.filter(e => e.parent === entity.name);
  return [
    ...(entity.parent ? [{ to: entity.parent, words: "parent entity", isKind: true }] : []),
    ...entity.relationships.map(r => ({ to: r.to, words: r.name + (r.many ? " *" : ""),
      title: `${r.name}: ${r.many ? "several" : "one"} ${r.to}` })),
    ...kinds.map(e => ({ to: e.name, words: "child entity", isKind: true })),
  ];
}

/// Draws the entity and its neighbours: one line down from the entity, and one branch to each
/// neighbour, labelled with the relationship's name. A press selects the neighbour.
function drawDiagram(entity) {
  if (!entity) { $("diagram").replaceChildren(); return; }
  // A long name breaks between its words.
  const breakable = name => name.replace(/(\p{Ll})(\p{Lu})/gu, "$1\u200B$2");
  const branch = link => {
    const isAbstract = entityNamed(link.to)?.abstract;
    return make("li", { class: link.isKind ? "kindOf" : null },
      make("span", { class: "edge", text: breakable(link.words), title: link.title }),
      make("button", { type: "button", disabled: isAbstract, text: breakable(link.to),
        title: isAbstract ? `${link.to} is abstract: it has no direct records` : null,
        onclick: () => choose(link.to) }));
  };
  $("diagram").replaceChildren(make("div", { class: "root", text: entity.name }),
    make("ul", { class: "links", "aria-label": `Relationships of ${entity.name}` },
      ...linksOf(entity).map(branch)));
}
