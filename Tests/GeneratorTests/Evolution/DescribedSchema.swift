import DataAccess
import Diagnostics
import Generator
import Schema
import Testing

extension StoreModel {
    /// What generated code says of a model, without the code: the statements are the generator's.
    init(_ schema: Schema, _ version: ModelVersion? = nil) throws {
        let made = modelContext(for: schema, source: "\(schema.name).xcdatamodeld")
        let refusals = made.diagnostics.filter { $0.severity == .error }
        try #require(refusals.isEmpty, "\(refusals.map(\.text))")
        let whole = schema.withoutTransientAttributes.withInheritedProperties
        self.init(
            name: schema.name,
            version: version,
            statements: made.context.statements,
            entities: zip(whole.entities, made.context.entities).map { entity, context in
                EntityDescription(entity, context, whole)
            }
        )
    }
}

extension EntityDescription {
    fileprivate init(_ entity: Entity, _ context: EntityContext, _ schema: Schema) {
        self.init(
            name: entity.name,
            identity: context.identity.column,
            attributes: entity.attributes.map { AttributeDescription($0) },
            relationships: entity.relationships.map { RelationshipDescription($0, entity, schema) },
            renamingIdentifier: entity.renamingIdentifier,
            uniqueness: context.uniqueness,
            hierarchy: context.hierarchy.map {
                EntityHierarchy(
                    root: $0.root,
                    kinds: $0.kinds,
                    isAbstract: $0.isAbstract,
                    columns: $0.columns
                )
            }
        )
    }
}

extension AttributeDescription {
    fileprivate init(_ attribute: Attribute) {
        let text = attribute.defaultText
        let initial: StoredValue? =
            switch attribute.type {
            case .string: text.map { .text($0) }
            case .double, .float, .date: text.flatMap(Double.init).map { .real($0) }
            default: text.flatMap { Int64($0) }.map { .integer($0) }
            }
        self.init(
            attribute.name,
            Kind(rawValue: attribute.type.rawValue) ?? .binary,
            isOptional: attribute.isOptional,
            initial: initial ?? .null,
            renamingIdentifier: attribute.renamingIdentifier
        )
    }
}

extension RelationshipDescription {
    fileprivate init(_ relationship: Relationship, _ entity: Entity, _ schema: Schema) {
        var (storage, pairs) = (Storage.none, PairTable?.none)
        switch schema.storage(of: relationship, in: entity) {
        case .column: storage = .column
        case .inverseColumn(let column): storage = .inverse(column)
        case .join(let join): pairs = PairTable(join)
        case .none: break
        }
        let inverseRule = schema.inverse(of: relationship)?.deletionRule
        self.init(
            relationship.name,
            to: relationship.destination,
            isToMany: relationship.isToMany,
            isOptional: relationship.isOptional,
            whenDestinationIsDeleted: storage == .column
                ? DeletionRule(inverseRule ?? .nullify) : .nullify,
            storage: storage,
            renamingIdentifier: relationship.renamingIdentifier,
            join: pairs,
            isOrdered: relationship.isOrdered && relationship.isToMany && storage != .none,
            isOneToOne: storage == .column && schema.isOneToOne(relationship)
        )
    }
}

extension RelationshipDescription.DeletionRule {
    fileprivate init(_ rule: Relationship.DeletionRule) {
        self =
            switch rule {
            case .noAction: .noAction
            case .nullify: .nullify
            case .cascade: .cascade
            case .deny: .deny
            }
    }
}

extension PairTable {
    fileprivate init(_ join: JoinTable) {
        self.init(
            join.table,
            own: join.own,
            other: join.other,
            isOrdered: join.isOrdered,
            isSymmetric: join.isSymmetric
        )
    }
}
