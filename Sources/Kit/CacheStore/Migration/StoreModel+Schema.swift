package import DataAccess
import Foundation
import QueryCompiler
package import Schema

/// Builds a model at run time. It equals the model in generated code, but has no validation rules
/// or user info.
extension StoreModel {
    /// Creates the model from a schema.
    ///
    /// - Parameters:
    ///   - schema: a schema without transient attributes, in which each entity also lists its
    ///     inherited properties.
    ///   - statements: the generator's SQL for `schema`.
    ///   - uniqueness: the sets of columns that are unique together, keyed by entity name.
    package init(
        _ schema: Schema,
        version: ModelVersion?,
        statements: [String],
        uniqueness: [String: [[String]]]
    ) {
        self.init(
            name: schema.name,
            version: version,
            statements: statements,
            entities: schema.entities.map {
                EntityDescription($0, schema, uniqueness: uniqueness[$0.name] ?? [])
            }
        )
        let types = schema.entities.map { ($0.name, $0.collectionTypes) }
        collections = Dictionary(types) { first, _ in first }
    }

    /// Returns the types of the entity's collections as written in a model file, such as `[String:
    /// Int64]`, keyed by attribute name. Leaves out types that a model file cannot contain. For
    /// these types, the name does not show whether the stored values of two versions are
    /// compatible.
    func collectionTypes(of entity: String) -> [String: String] {
        (collections[entity] ?? [:]).compactMapValues { Schema.collectionType(named: $0) }
    }
}

extension Entity {
    fileprivate var collectionTypes: [String: String] {
        let types = attributes.compactMap { attribute in
            attribute.collectionType.map { (attribute.name, $0) }
        }
        return Dictionary(types) { first, _ in first }
    }
}

extension EntityDescription {
    fileprivate init(_ entity: Entity, _ schema: Schema, uniqueness: [[String]]) {
        self.init(
            name: entity.name,
            identity: entity.identityColumn,
            attributes: entity.attributes.map { AttributeDescription($0, entity, schema) },
            relationships: entity.relationships.map { RelationshipDescription($0, entity, schema) },
            renamingIdentifier: entity.renamingIdentifier,
            uniqueness: uniqueness,
            hierarchy: schema.hierarchy(of: entity).map {
                EntityHierarchy(
                    root: $0.root,
                    kinds: $0.kinds,
                    isAbstract: entity.isAbstract,
                    columns: $0.columns
                )
            }
        )
    }
}

extension AttributeDescription {
    fileprivate init(_ attribute: Attribute, _ entity: Entity, _ schema: Schema) {
        self.init(
            attribute.name,
            attribute.type == .transformable && attribute.collectionType == nil
                ? .binary : Kind(rawValue: attribute.type.rawValue) ?? .binary,
            isOptional: attribute.isOptional,
            initial: attribute.initial,
            renamingIdentifier: attribute.renamingIdentifier,
            derivation: attribute.isDerived ? attribute.derivation : nil,
            computation: Derivation(attribute, of: entity, in: schema)?.computation
        )
    }
}

extension Attribute {
    /// The default value in generated code. Null if the attribute has no default, or if the
    /// default's text cannot be converted to the attribute's type.
    fileprivate var initial: StoredValue {
        guard let text = defaultText else { return .null }
        switch type {
        case .string: return .text(text)
        case .uuid: return StoredValue(UUID(uuidString: text))
        case .uri: return StoredValue(text.isEmpty ? nil : URL(string: text))
        case .decimal: return StoredValue(decimal(text))
        case .float: return Float(text)?.isFinite == true ? real(text) : .null
        case .double, .date: return real(text)
        case .boolean: return booleanDefault.map { .integer($0 ? 1 : 0) } ?? .null
        case .integer16:
            return StoredValue(Attribute.wholeNumber(text).flatMap(Int16.init(exactly:)))
        case .integer32:
            return StoredValue(Attribute.wholeNumber(text).flatMap(Int32.init(exactly:)))
        case .integer64: return StoredValue(Attribute.wholeNumber(text))
        case .binary, .transformable, .composite, .undefined: return .null
        }
    }
}

private func real(_ text: String) -> StoredValue {
    Attribute.number(text).map(StoredValue.real) ?? .null
}

private func decimal(_ text: String) -> Decimal? {
    let isNumber = Double(text) != nil && !text.contains { $0 == "x" || $0 == "X" }
    return isNumber ? Decimal(string: text) : nil
}

extension RelationshipDescription {
    fileprivate init(_ relationship: Relationship, _ entity: Entity, _ schema: Schema) {
        var (storage, pairs) = (Storage.none, PairTable?.none)
        switch schema.storage(of: relationship, in: entity) {
        case .column: storage = .column
        case .inverseColumn(let column): storage = .inverse(column)
        case .join(let join):
            pairs = PairTable(
                join.table,
                own: join.own,
                other: join.other,
                isOrdered: join.isOrdered,
                isSymmetric: join.isSymmetric
            )
        case .none: break
        }
        let isOneToOne = storage == .column && schema.isOneToOne(relationship)
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
            isOneToOne: isOneToOne,
            isSymmetric: isOneToOne && schema.isSymmetric(relationship, in: entity)
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
