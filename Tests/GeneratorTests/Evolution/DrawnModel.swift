import Schema

/// A version of a model that chance draws. What an entity, an attribute or a relationship is, its
/// key tells, which is the same in every version, whatever it is called in one.
struct DrawnModel {
    var entities: [DrawnEntity] = []
    var relationships: [DrawnRelationship] = []
}

struct DrawnEntity {
    var key: Int
    var name: String
    var renamingIdentifier: String?
    /// The key of the parent.
    var parent: Int?
    /// Its own.
    var attributes: [DrawnAttribute] = []
}

struct DrawnAttribute {
    var key: Int
    var name: String
    var renamingIdentifier: String?
}

/// A relationship with its inverse.
struct DrawnRelationship {
    /// What one of the two entities has of it.
    struct Side {
        /// The key of the entity.
        var entity: Int
        /// nil where the relationship has no inverse; the near side has one always.
        var name: String?
        var renamingIdentifier: String?
        var isToMany: Bool
        var mayBeOrdered: Bool
        var rule: Relationship.DeletionRule

        var isOrdered: Bool { mayBeOrdered && isToMany && name != nil }
    }

    var key: Int
    var near: Side
    var far: Side
}

extension DrawnModel {
    func has(_ entity: Int) -> Bool { entities.contains { $0.key == entity } }

    /// The entity of a key that is in the model.
    func entity(_ key: Int) -> DrawnEntity {
        guard let found = entities.first(where: { $0.key == key }) else {
            preconditionFailure("no entity \(key) in \(self)")
        }
        return found
    }

    func name(of entity: Int) -> String { self.entity(entity).name }

    /// The entity, its parent, the parent's parent.
    func line(of key: Int) -> [Int] { [key] + (entity(key).parent.map(line) ?? []) }

    /// The entity with all that inherit from it.
    func family(of key: Int) -> [Int] { entities.map(\.key).filter { line(of: $0).contains(key) } }

    func isTable(of first: Int, alsoOf second: Int) -> Bool {
        line(of: first).last == line(of: second).last
    }

    /// The attributes of an entity with those that it inherits.
    func attributes(of key: Int) -> [DrawnAttribute] {
        line(of: key).flatMap { entity($0).attributes }
    }

    /// The indices of the entities that have a parent.
    var children: [Int] { entities.indices.filter { entities[$0].parent != nil } }
}

extension DrawnModel: CustomStringConvertible {
    /// `2:Town<City^1(name<title)` is an entity of the key 2 with a renaming identifier, a parent and
    /// an attribute; behind them stand the relationships, `*` for many and `o` for an order.
    var description: String {
        let relationships = relationships.map { "[\($0.key) \($0.near) -> \($0.far)]" }
        return (entities.map { "\($0)" } + relationships).joined(separator: " ")
    }
}

extension DrawnEntity: CustomStringConvertible {
    var description: String {
        let attributes = attributes.map { "\($0.key):" + called($0.name, $0.renamingIdentifier) }
        return "\(key):\(called(name, renamingIdentifier))\(parent.map { "^\($0)" } ?? "")"
            + "(\(attributes.joined(separator: ",")))"
    }
}

extension DrawnRelationship.Side: CustomStringConvertible {
    var description: String {
        let marks = (isToMany ? "*" : "") + (isOrdered ? "o" : "")
        return "\(entity).\(called(name ?? "-", renamingIdentifier))\(marks)"
    }
}

private func called(_ name: String, _ identifier: String?) -> String {
    name + (identifier.map { "<\($0)" } ?? "")
}
