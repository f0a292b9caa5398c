/// The way in which a relationship is stored.
package enum RelationshipStorage: Sendable, Hashable {
    /// A column in the entity's own table. The column has the relationship's name and contains the
    /// identity of the related record.
    case column
    /// The column with this name in the destination's table. It contains the identity of the record
    /// that has the relationship.
    case inverseColumn(String)
    /// A separate join table with a row for each pair of identities.
    case join(JoinTable)
    /// Not stored. The associated text is a clause with the reason, such as `the destination is
    /// not in the model`.
    case none(String)
}

/// The join table of a relationship and its inverse, described for one of the two relationships.
/// For the other relationship, `own` and `other` are exchanged.
package struct JoinTable: Sendable, Hashable {
    package var table: String
    /// The column for the identity of the record that has the relationship.
    package var own: String
    /// The column for the identity of the related record.
    package var other: String
    /// Whether the relationship is ordered; see ``positionColumn``.
    package var isOrdered: Bool
    /// Whether the relationship is its own inverse. Each pair is then stored in both directions.
    package var isSymmetric: Bool

    package init(
        table: String,
        own: String,
        other: String,
        isOrdered: Bool = false,
        isSymmetric: Bool = false
    ) {
        self.table = table
        self.own = own
        self.other = other
        self.isOrdered = isOrdered
        self.isSymmetric = isSymmetric
    }

    /// The column for the related record's position; nil if this side of the relationship is not
    /// ordered. Each side has a separate position column.
    package var positionColumn: String? {
        if !isOrdered { return nil }
        return own == "source" ? "position" : "targetPosition"
    }
}

extension Schema {
    /// Returns the way in which a relationship is stored. A to-one relationship is stored in a
    /// column. A to-many relationship is stored in the column of its to-one inverse, or in a join
    /// table if it has no such inverse.
    ///
    /// If both sides are to-one, the required side has the column. If both or neither are required,
    /// the column is on the side that comes first when sorted by entity name and relationship name.
    /// If both sides are to-many, the join table is named after the side that comes first.
    package func storage(of relationship: Relationship, in entity: Entity) -> RelationshipStorage {
        if let storage = relationship.storage { return storage }
        let inverse = inverse(of: relationship)
        guard let destination = self.entity(named: relationship.destination) else {
            return .none("the destination is not in the model")
        }
        switch (relationship.isToMany, inverse?.isToMany) {
        case (false, nil), (false, true): return .column
        case (false, false):
            let name = inverse?.name ?? ""
            let there = (declarer(of: name, in: destination).name, name)
            let here = (declarer(of: relationship.name, in: entity).name, relationship.name)
            let isOnlyRequired = inverse.map { $0.isOptional != relationship.isOptional } == true
            let isHere = isOnlyRequired ? !relationship.isOptional : here <= there
            return isHere ? .column : .inverseColumn(there.1)
        case (true, false): return .inverseColumn(inverse?.name ?? "")
        case (true, true), (true, nil):
            return .join(joinTable(of: relationship, in: entity, inverse, destination))
        }
    }

    private func joinTable(
        of relationship: Relationship,
        in entity: Entity,
        _ inverse: Relationship?,
        _ destination: Entity
    ) -> JoinTable {
        let here = (declarer(of: relationship.name, in: entity).name, relationship.name)
        let name = inverse?.name ?? relationship.name
        let there = inverse == nil ? here : (declarer(of: name, in: destination).name, name)
        let isFirst = here <= there
        let first = isFirst ? here : there
        return JoinTable(
            table: "\(first.0).\(first.1)",
            own: isFirst ? "source" : "target",
            other: isFirst ? "target" : "source",
            isOrdered: relationship.isOrdered,
            isSymmetric: inverse != nil && here == there
        )
    }

    /// Returns whether the relationship and its inverse are both to-one.
    package func isOneToOne(_ relationship: Relationship) -> Bool {
        !relationship.isToMany && inverse(of: relationship)?.isToMany == false
    }

    /// Returns whether the relationship is its own inverse.
    package func isSymmetric(_ relationship: Relationship, in entity: Entity) -> Bool {
        guard relationship.inverse == relationship.name,
            let destination = self.entity(named: relationship.destination)
        else { return false }
        return declarer(of: relationship.name, in: entity).name
            == declarer(of: relationship.name, in: destination).name
    }

    /// Returns the inverse relationship, which the destination or one of its ancestors declares.
    /// Returns nil if there is none.
    package func inverse(of relationship: Relationship) -> Relationship? {
        guard let name = relationship.inverse,
            let destination = entity(named: relationship.destination)
        else { return nil }
        return destination.relationship(named: name)
            ?? ancestors(of: destination).lazy.compactMap { $0.relationship(named: name) }.first
    }

    /// Returns the name of the column that stores a record's position in the inverse relationship.
    /// Returns nil unless `relationship` is to-one and its inverse is an ordered to-many
    /// relationship. For a shared table, use ``Hierarchy/positionColumn(_:)``.
    package func positionColumn(of relationship: Relationship) -> String? {
        guard !relationship.isToMany, let inverse = inverse(of: relationship), inverse.isToMany,
            inverse.isOrdered
        else { return nil }
        return "\(relationship.name).position"
    }

    /// Returns the type of columns and parameters that contain identities of `entity`.
    package func identityType(of entity: Entity) -> AttributeType {
        entity.identityAttribute?.type ?? .integer64
    }
}

extension Entity {
    /// The name of the column that contains the identity.
    package var identityColumn: String {
        if let attribute = identityAttribute { return attribute.name }
        let taken = Set(propertyNames.map { $0.lowercased() })
        var name = "_id"
        while taken.contains(name) { name = "_" + name }
        return name
    }
}

/// Returns `name` as a quoted SQL identifier.
package func sqlName(_ name: String) -> String {
    let quote = UInt8(ascii: "\"")
    var name = name
    let quoted = name.withUTF8 { bytes -> String? in
        if bytes.contains(quote) { return nil }
        return String(unsafeUninitializedCapacity: bytes.count + 2) { buffer in
            buffer[0] = quote
            let end = buffer[1...].update(fromContentsOf: bytes)
            buffer[end] = quote
            return bytes.count + 2
        }
    }
    if let quoted { return quoted }
    return "\""
        + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        + "\""
}
