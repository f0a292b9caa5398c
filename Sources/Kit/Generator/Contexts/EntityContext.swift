import QueryWords

/// An entity with the names and types that generated code uses for it.
package struct EntityContext: Sendable, Hashable {
    /// Swift type of the record, such as `City`. The entity's name in the model is in `name`.
    package var type: String
    package var name: String
    /// Name of a variable for one record, such as `city`. The name of the manager's property, such
    /// as `cities`, is in `plural`.
    package var singular: String
    package var plural: String
    /// Name of one record in comments, such as `order line`. The plural, such as `order lines`, is
    /// in `nouns`.
    package var noun: String
    package var nouns: String
    package var identity: IdentityContext
    /// Attributes, then the to-one relationships that are stored in columns of the entity. Both are
    /// in the order of the model.
    package var properties: [PropertyContext]
    /// Relationships for which the manager has methods that read or replace the related records.
    package var links: [LinkContext]
    /// Column names in the order in which a record's values are read and bound.
    package var columns: [String]
    /// The model's validation rules. Each is the list of arguments, as Swift code, for one call of
    /// `Violation.check`.
    package var validations: [[String]]
    /// Groups of columns whose combined values must be unique. A group that includes the identity
    /// is left out, because the identity alone is already unique.
    package var uniqueness: [[String]]
    /// The entity's mapping to the table that it shares with other entities; nil if it has a
    /// separate table.
    package var hierarchy: HierarchyContext?
    /// Swift expressions for the attributes and relationships in the entity's generated
    /// `EntityDescription`.
    package var described: DescribedContext

    /// Whether the record's declaration contains a type from Foundation.
    package var needsFoundation: Bool {
        isOfFoundation(identity.type) || properties.contains { isOfFoundation($0.type) }
    }

    /// The indefinite article before `noun`: `a` or `an`.
    package var article: String { indefiniteArticle(before: noun) }
}

/// The mapping of an entity to the table that it shares with its ancestors and descendants.
package struct HierarchyContext: Sendable, Hashable {
    /// The root entity's name in the model, which is also the name of the table.
    package var root: String
    /// Swift type of the root entity, such as `Place`, in which the type `Identity` is declared.
    /// Nil if this entity is the root.
    package var identityOwner: String?
    /// The names, in the model, of this entity and its descendants, except abstract entities. Each
    /// record of a descendant is also a record of this entity.
    package var kinds: [String]
    package var isAbstract: Bool
    /// The parent's name in the model.
    package var parent: String?
    /// Column names, keyed by property name. Contains only properties whose name differs from the
    /// column name.
    package var columns: [String: String]
}

package struct DescribedContext: Sendable, Hashable {
    var attributes: [Code]
    var relationships: [Code]
    var renamingIdentifier: String?
    /// The entity's indexes. Each is Swift code for an array of columns.
    var indexes: [String]
}

package struct IdentityContext: Sendable, Hashable {
    /// Swift type of the value that identifies a record, such as `String`.
    package var type: String
    package var reader: String
    package var column: String
    /// The property that holds the identity; nil if the store assigns the identity.
    package var property: String?
    package var isPropertyOptional: Bool
}

package struct PropertyContext: Sendable, Hashable {
    /// The property's name, such as `isCapital`, in backticks if Swift needs them.
    package var name: String
    /// The property's Swift type, without the question mark of an optional type.
    package var type: String
    package var isOptional: Bool
    /// Swift expression that replaces a missing value if the attribute is optional but the Swift
    /// type is not; otherwise nil.
    package var absentValue: String?
    /// Swift expression for the initial value; nil if the caller of the initializer must provide
    /// one.
    package var initialValue: String?
    package var column: String
    /// The method of `StoreRow` that reads the column, such as `string`.
    package var reader: String
    /// The expression, as written in the model, from which a derived attribute is computed. The
    /// property's generated comment quotes it. Nil if the property is not derived.
    package var derivation: String?
    /// Whether `CacheStore` can compute the derivation.
    package var isComputedByStore = false
    /// Whether the value is a collection that is stored as JSON.
    package var isCollection = false
    /// Swift type of the related record if the property is a to-one relationship; nil if it is an
    /// attribute.
    package var destination: String?
}

/// A relationship for which the manager has methods that read or replace the related records.
package struct LinkContext: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A property of the record contains the identity of the related record.
        case held
        /// A property of the related records contains this record's identity.
        case inverse(isToMany: Bool)
        /// The relationship is stored in a join table.
        case joined
    }

    package var name: String
    /// The relationship's name in the model.
    package var key: String
    /// Whether the relationship is ordered.
    package var isOrdered: Bool
    /// Name of the column for the positions of the related records, in the table of these records.
    /// In a table that several entities share, the actual name can differ; see
    /// `Hierarchy.positionColumn`. Nil if the related records have no order, or if a join table
    /// contains the positions.
    package var positionColumn: String?
    /// Swift type of the related records. Its nested type `Identity` is the type of their
    /// identities.
    package var destination: String
    package var destinationPlural: String
    package var kind: Kind
    /// Limits for the number of related records, as arguments of `Violation.check`. Empty if the
    /// model has none.
    package var counts: [String]
}
