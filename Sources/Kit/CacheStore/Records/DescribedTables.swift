public import DataAccess
import QueryCompiler
import Schema

extension StoreModel {
    /// Creates a model from record types. The SQL of its tables is derived from the descriptions in
    /// these types.
    ///
    /// - Parameters:
    ///   - name: Name of the model.
    ///   - version: Version of the model, to which stores of earlier versions are migrated; nil for
    ///     a model without versions.
    ///   - records: Types of the records, one for each entity, in the order of the model.
    public init(
        name: String,
        version: ModelVersion? = nil,
        records: [any StoredRecord.Type]
    ) {
        let schema = Schema(name: name, describedBy: records.map { $0.entity })
        self.init(
            name: name,
            version: version,
            statements: createStatements(for: schema),
            records: records.map { $0 }
        )
    }
}

extension Schema {
    /// Creates a schema from descriptions of entities. As in a model file, a child entity does not
    /// repeat inherited properties.
    init(name: String, describedBy entities: [EntityDescription]) {
        let known = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        self.init(name: name, entities: entities.map { Entity($0, among: known) })
    }
}

extension Entity {
    fileprivate init(_ entity: EntityDescription, among known: [String: EntityDescription]) {
        let parent = entity.hierarchy?.parent.flatMap { known[$0] }
        let inherited = Set(
            (parent?.attributes.map(\.name) ?? []) + (parent?.relationships.map(\.name) ?? [])
        )
        let inheritedConstraints = Set(parent?.uniqueness ?? [])
        self.init(
            name: entity.name,
            isAbstract: entity.hierarchy?.isAbstract ?? false,
            parent: entity.hierarchy?.parent,
            attributes: entity.attributes.filter { !inherited.contains($0.name) }
                .map { Attribute($0) },
            relationships: entity.relationships.filter { !inherited.contains($0.name) }
                .map { Relationship($0, of: entity, among: known) },
            uniquenessConstraints: entity.uniqueness.filter { !inheritedConstraints.contains($0) },
            userInfo: [IdentityRule.userInfoKey: entity.identity]
        )
        let inheritedIndexes = Set(parent?.indexes ?? [])
        fetchIndexes = entity.indexes.filter { !inheritedIndexes.contains($0) }.map { columns in
            FetchIndex(name: "", elements: columns.map { FetchIndex.Element($0) })
        }
    }
}

extension FetchIndex.Element {
    fileprivate init(_ column: IndexedColumn) {
        let isFolded = column.ignoresCase
        let function = column.ignoresDiacritics ? "canonical" : "lowercase"
        self.init(
            property: isFolded ? nil : column.name,
            expression: isFolded ? "\(function):(#\(column.name))" : nil
        )
    }
}

extension Attribute {
    fileprivate init(_ attribute: AttributeDescription) {
        self.init(
            name: attribute.name,
            type: AttributeType(rawValue: attribute.kind.rawValue) ?? .binary,
            isOptional: attribute.isOptional
        )
        derivation = attribute.derivation
        isDerived = derivation != nil
    }
}

extension Relationship {
    fileprivate init(
        _ relationship: RelationshipDescription,
        of entity: EntityDescription,
        among known: [String: EntityDescription]
    ) {
        let destination = known[relationship.destination]
        let inverse = destination?.inverse(of: relationship, from: entity)
        let isInverse = if case .inverse = relationship.storage { true } else { false }
        // If the inverse is stored in a column, the inverse's description contains the deletion
        // rule.
        let rule =
            isInverse
            ? inverse?.whenDestinationIsDeleted ?? .nullify : relationship.whenDeleted
        self.init(
            name: relationship.name,
            destination: relationship.destination,
            isToMany: relationship.isToMany,
            isOptional: relationship.isOptional,
            deletionRule: DeletionRule(rule),
            inverse: inverse?.name
        )
        isOrdered = relationship.isOrdered || relationship.join?.isOrdered == true
        storage = RelationshipStorage(relationship)
    }
}

extension RelationshipStorage {
    init(_ relationship: RelationshipDescription) {
        switch (relationship.storage, relationship.join) {
        case (.column, _): self = .column
        case (.inverse(let column), _): self = .inverseColumn(column)
        case (.none, nil):
            self = .none("the description specifies neither a column nor a join table")
        case (.none, let pairs?):
            let table = JoinTable(
                table: pairs.table,
                own: pairs.own,
                other: pairs.other,
                isOrdered: pairs.isOrdered,
                isSymmetric: pairs.isSymmetric
            )
            self = .join(table)
        }
    }
}

extension EntityDescription {
    /// Returns the relationship of this entity that is the inverse of `relationship`; nil if there
    /// is none. `relationship` belongs to `entity`.
    fileprivate func inverse(
        of relationship: RelationshipDescription,
        from entity: EntityDescription
    ) -> RelationshipDescription? {
        let candidates = relationships.filter { other in
            switch (relationship.storage, other.storage) {
            case (.inverse(let column), .column): other.name == column
            case (.column, .inverse(let column)): column == relationship.name
            case (.column, .column):
                relationship.isSymmetric && other.name == relationship.name
            case (.none, .none):
                relationship.join.flatMap { own in other.join.map { own.isPaired(with: $0) } }
                    ?? false
            default: false
            }
        }
        return candidates.first { $0.destination == entity.name }
            ?? candidates.first { $0.destination == entity.tableName }
            ?? candidates.first
    }
}

extension PairTable {
    fileprivate func isPaired(with other: PairTable) -> Bool {
        table == other.table && (isSymmetric || own == other.other)
    }
}

extension Relationship.DeletionRule {
    fileprivate init(_ rule: RelationshipDescription.DeletionRule) {
        self =
            switch rule {
            case .noAction: .noAction
            case .nullify: .nullify
            case .cascade: .cascade
            case .deny: .deny
            }
    }
}
