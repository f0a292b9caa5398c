/// An entity as generated code shows it.
package struct EntityContext: Sendable, Hashable {
    /// `City`, the Swift type and the name in the model.
    package var type: String
    package var name: String
    /// `city`, `cities`: of variables, and of the manager's property.
    package var singular: String
    package var plural: String
    package var identity: IdentityContext
    /// Attributes, then to-one relationships, in the order of the model.
    package var properties: [PropertyContext]
    /// Relationships that the manager follows.
    package var links: [LinkContext]
    /// In the order of the positions that mapping code uses.
    package var columns: [String]
    /// Validation rules of the model: arguments of `Violation.check`, as Swift.
    package var validations: [[String]]
    /// Columns that are unique together, apart from the identity.
    package var uniqueness: [[String]]
    /// nil if the entity's table is its own.
    package var hierarchy: HierarchyContext?
    /// Its attributes and relationships as Swift expressions, for the description of the entity.
    package var described: DescribedContext

    /// Whether its record names a type of Foundation.
    package var needsFoundation: Bool {
        isOfFoundation(identity.type) || properties.contains { isOfFoundation($0.type) }
    }

    /// `a city`, `an album`
    package var article: String {
        singular.first.map { "aeiou".contains($0) } == true ? "an" : "a"
    }
}

/// An entity that shares a table with its ancestors and descendants.
package struct HierarchyContext: Sendable, Hashable {
    /// The name of the root in the model, which is that of the table.
    package var root: String
    /// `Place`, the type of the root, which declares the identity; nil for the root itself.
    package var identityOwner: String?
    /// The names in the model of the entities whose records are among this one's.
    package var kinds: [String]
    package var isAbstract: Bool
    /// The name in the model of the parent.
    package var parent: String?
    /// The columns whose name is not that of the property.
    package var columns: [String: String]
}

package struct DescribedContext: Sendable, Hashable {
    var attributes: [Code]
    var relationships: [Code]
    var renamingIdentifier: String?
    /// Each an array of columns.
    var indexes: [String]
}

package struct IdentityContext: Sendable, Hashable {
    /// The Swift type of its value.
    package var type: String
    package var reader: String
    package var column: String
    /// The property that holds it, or nil when the store gives it out.
    package var property: String?
    package var isPropertyOptional: Bool
    /// Whether SQLite numbers new rows.
    package var isNumber: Bool
}

package struct PropertyContext: Sendable, Hashable {
    /// `isCapital`, in backticks where Swift needs them.
    package var name: String
    /// Without the question mark.
    package var type: String
    package var isOptional: Bool
    /// Swift expression for a missing value if the type is not optional.
    package var absentValue: String?
    /// The initial value as Swift, or nil if the caller must give one.
    package var initialValue: String?
    package var column: String
    /// The method of `StoreRow` that reads it: `string`.
    package var reader: String
    /// Source of a derived attribute, for the comment.
    package var derivation: String?
    /// Whether the value is stored as the archived bytes of another type.
    package var isArchived = false
    /// Whether the value is a collection that is stored as JSON.
    package var isCollection = false
    /// For a to-one relationship, the type it leads to.
    package var destination: String?
    /// The relationship that leads back, for the comment.
    package var followedBy: String?
}

/// A table of pairs, seen from the record that has the relationship.
package struct JoinContext: Sendable, Hashable {
    package var table: String
    package var own: String
    package var other: String
    /// The column of the place of a related record; nil if there is no order.
    package var positionColumn: String?
    package var isSymmetric: Bool
}

/// A relationship as a method of the manager.
package struct LinkContext: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// From the identity that a record holds.
        case held(property: String)
        /// To the records whose column holds this one's identity.
        case inverse(column: String, isToMany: Bool)
        /// Through a table of pairs.
        case joined(JoinContext)
    }

    package var name: String
    /// The name in the model.
    package var key: String
    /// Whether the model gives the related records an order.
    package var isOrdered: Bool
    /// The column of the related records' table, by the names of their own properties, that holds
    /// their places; nil if there is no order, or a table of pairs.
    package var positionColumn: String?
    /// The type of the related records, and of their identity's value.
    package var destination: String
    package var destinationPlural: String
    package var kind: Kind
    /// Limits for the number of related records, as arguments of `Violation.check`. Empty if the
    /// model has none.
    package var counts: [String]
}
