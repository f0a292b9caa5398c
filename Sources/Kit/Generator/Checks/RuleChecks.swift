import Diagnostics
import Schema

/// Identities that cannot be one, and deletion rules that have no end.
func ruleProblems(in schema: Schema) -> [ModelProblem] {
    schema.entities.compactMap { identityProblem($0, schema) } + cascadeCycles(schema)
}

private func identityProblem(_ entity: Entity, _ schema: Schema) -> ModelProblem? {
    guard let name = entity.userInfo[IdentityRule.userInfoKey] else { return nil }
    let attributes = entity.attributes + schema.ancestors(of: entity).flatMap(\.attributes)
    guard let attribute = attributes.first(where: { $0.name == name }) else {
        return ModelProblem(
            id: "unknown-identity",
            entity: entity.name,
            problem:
                "the user info of \"\(entity.name)\" names \"\(name)\" as its identity, which is no attribute of it",
            fix: suggestion(for: name, among: attributes.map(\.name))
        )
    }
    if attribute.canIdentify { return nil }
    return ModelProblem(
        id: "identity-type",
        entity: entity.name,
        property: name,
        problem:
            "\"\(name)\" of \"\(entity.name)\" is \(kind(of: attribute)) and cannot be an identity",
        fix: "name a stored attribute that is an integer, a string or a UUID"
    )
}

private func kind(of attribute: Attribute) -> String {
    if attribute.isTransient { return "transient" }
    return attribute.isDerived ? "derived" : "of the type \(attribute.type.rawValue)"
}

/// Rings of cascades through several entities: deleting one record would delete without end what
/// is around it. An entity that cascades to itself is a tree, and two records that have only each
/// other may go together, so neither is one.
private func cascadeCycles(_ schema: Schema) -> [ModelProblem] {
    var edges: [String: [Relationship]] = [:]
    for entity in schema.entities {
        edges[entity.name] = entity.relationships.filter { relationship in
            relationship.deletionRule == .cascade && relationship.destination != entity.name
        }
    }
    let circling = circling(edges.mapValues { $0.map(\.destination) })
    var reported: Set<Set<String>> = []
    return schema.entities.compactMap { entity in
        guard circling.contains(entity.name), let ring = ring(from: entity.name, edges),
            reported.insert(Set(ring)).inserted
        else {
            return nil
        }
        let path = (ring + [entity.name]).map { "\"\($0)\"" }.joined(separator: " → ")
        return ModelProblem(
            id: "cascade-cycle",
            entity: entity.name,
            property: edges[entity.name]?.first { $0.destination == (ring + [entity.name])[1] }?
                .name,
            problem: "deletions cascade in a circle: \(path)",
            fix: "choose Nullify or Deny for one of these relationships"
        )
    }
}

/// The names that a way back to themselves may lead through: without those to which no way leads
/// but from names that were taken away before.
private func circling(_ edges: [String: [String]]) -> Set<String> {
    var arriving: [String: Int] = [:]
    for end in edges.values.joined() { arriving[end, default: 0] += 1 }
    var left = Set(edges.keys)
    var next = left.filter { arriving[$0] == nil }
    while let name = next.popFirst() {
        left.remove(name)
        for end in edges[name] ?? [] {
            arriving[end, default: 0] -= 1
            if arriving[end] == 0 { next.insert(end) }
        }
    }
    return left
}

/// Whether two entities cascade to each other in more ways than that each record has only the other, by
/// one relationship and its inverse.
private func isRing(_ there: [Relationship], _ back: [Relationship]) -> Bool {
    there.contains { relationship in
        back.contains { returning in
            relationship.inverse != returning.name || relationship.isToMany || returning.isToMany
        }
    }
}

/// The shortest way back to `start`, without its end; nil where there is none.
private func ring(
    from start: String,
    _ edges: [String: [Relationship]]
) -> [String]? {
    var paths = [[start]]
    // By the first step too: the way back may begin otherwise than the shortest.
    var seen: Set<[String]> = []
    var next = 0
    while next < paths.count {
        let path = paths[next]
        next += 1
        let end = path[path.count - 1]
        for edge in edges[end] ?? [] {
            if edge.destination == start {
                let there = (edges[start] ?? []).filter { $0.destination == end }
                if path.count > 2 || isRing(there, [edge]) { return path }
            } else if seen.insert([path.count > 1 ? path[1] : edge.destination, edge.destination])
                .inserted
            {
                paths.append(path + [edge.destination])
            }
        }
    }
    return nil
}
