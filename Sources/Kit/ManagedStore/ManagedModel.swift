import CoreData
import DataAccess

/// The entities of a model, with the mapping of their columns to properties of managed objects.
struct ManagedModel: Sendable {
    let definition: StoreModel
    private let entities: [String: ManagedEntity]

    init(_ definition: StoreModel, _ compiled: NSManagedObjectModel) {
        self.definition = definition
        let described = compiled.entitiesByName
        entities = Dictionary(
            definition.entities.map { ($0.name, ManagedEntity($0, described[$0.name])) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the entity with this name.
    ///
    /// - Throws: `StoreError.badQuery` if the model has no such entity.
    func entity(named name: String) throws -> ManagedEntity {
        if let entity = entities[name] { return entity }
        throw StoreError.badQuery("the model \"\(definition.name)\" has no entity \"\(name)\"")
    }

    /// Returns the error for a record of `entity` that lacks a value of the required property `key`.
    func missing(_ key: String, in entity: EntityDescription) -> StoreError {
        ConstraintErrors(definition.entities)
            .missing(entity.tableColumn(key), in: entity.tableName)
            ?? .brokenRelationship(nil)
    }
}

/// An entity, with the mapping of its columns to properties of managed objects.
struct ManagedEntity: Sendable {
    struct Column: Sendable {
        enum Content: Sendable {
            /// The primary key that the store assigns to an object.
            case number
            case attribute(AttributeDescription.Kind)
            /// A value that a value transformer converts. The record contains the archived bytes.
            case archive
            /// A collection that a value transformer converts. The record contains JSON text.
            case json
            /// A value that Core Data computes when the object is saved. Until the first save, the
            /// column contains `before`.
            case derived(AttributeDescription.Kind, before: StoredValue)
            /// The identity of a related object, which belongs to the entity with this name.
            case related(String)
        }

        /// Name of the property in the managed object.
        let key: String
        let content: Content
    }

    let description: EntityDescription
    /// The columns, in the order of `description.columns`.
    let columns: [Column]

    var name: String { description.name }
    /// Name of the entity's topmost ancestor, or of the entity itself if it has no parent. An
    /// identity is unique among the records of all entities with the same root.
    var root: String { description.hierarchy?.root ?? description.name }

    init(_ description: EntityDescription, _ compiled: NSEntityDescription?) {
        self.description = description
        let numbers = [Column(key: description.identity, content: .number)]
        let attributes = compiled?.attributesByName ?? [:]
        columns =
            (description.isIdentityAssigned ? numbers : [])
            + description.attributes.map {
                Column(key: $0.name, content: content(of: $0, attributes[$0.name]))
            }
            + description.relationships.filter(\.isColumn).map {
                Column(key: $0.name, content: .related($0.destination))
            }
    }
}

/// Returns the representation of an attribute's values in a record. For a derived attribute that
/// only Core Data can compute, `attribute` has no derivation; only `compiled` shows that the
/// attribute is derived.
private func content(
    of attribute: AttributeDescription,
    _ compiled: NSAttributeDescription?
) -> ManagedEntity.Column.Content {
    if attribute.derivation != nil || compiled is NSDerivedAttributeDescription {
        let isNeeded = !attribute.isOptional && attribute.initial == .null
        return .derived(
            attribute.kind,
            before: isNeeded ? attribute.kind.placeholder : attribute.initial
        )
    }
    if attribute.kind == .transformable { return .json }
    let isData = compiled.map { $0.attributeType == .binaryDataAttributeType } ?? true
    return attribute.kind == .binary && !isData ? .archive : .attribute(attribute.kind)
}
