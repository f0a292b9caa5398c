import CoreData
import DataAccess

/// The entities of a model, and how their columns are stored in managed objects.
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

    /// - Throws: `StoreError.badQuery` if the model has no such entity.
    func entity(named name: String) throws -> ManagedEntity {
        if let entity = entities[name] { return entity }
        throw StoreError.badQuery("the model \"\(definition.name)\" has no entity \"\(name)\"")
    }
}

/// The columns of an entity's records, as properties of its managed objects.
struct ManagedEntity: Sendable {
    struct Column: Sendable {
        enum Content: Sendable {
            /// The number that the store gives an object.
            case number
            case attribute(AttributeDescription.Kind)
            /// A value that a transformer stores; the record has an archive of it.
            case archive
            /// A collection that a transformer stores; the record has it as JSON text.
            case json
            /// Core Data computes the value when it saves; `before` is read until then.
            case derived(AttributeDescription.Kind, before: StoredValue)
            /// The identity of an object of this entity.
            case related(String)
        }

        /// Name of the property in the model.
        let key: String
        let content: Content
    }

    let description: EntityDescription
    /// In the order of `description.columns`.
    let columns: [Column]

    var name: String { description.name }
    /// The entity whose objects share its identities.
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

/// The compiled model also lists derived attributes without a computation in the store.
private func content(
    of attribute: AttributeDescription,
    _ compiled: NSAttributeDescription?
) -> ManagedEntity.Column.Content {
    if attribute.derivation != nil || compiled is NSDerivedAttributeDescription {
        let isNeeded = !attribute.isOptional && attribute.initial == .null
        return .derived(
            attribute.kind,
            before: isNeeded ? attribute.kind.blank : attribute.initial
        )
    }
    if attribute.kind == .transformable { return .json }
    let isData = compiled.map { $0.attributeType == .binaryDataAttributeType } ?? true
    return attribute.kind == .binary && !isData ? .archive : .attribute(attribute.kind)
}
