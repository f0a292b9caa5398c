/// A data model: entities in the order of the model file.
package struct Schema: Sendable, Hashable {
    /// The name of the model's file, without its extension.
    package var name: String
    package var entities: [Entity] {
        get { kept }
        set {
            (kept, places) = (newValue, EntityPlaces(newValue))
            hierarchies = HierarchyCache()
        }
    }
    private var kept: [Entity]
    private(set) var places: EntityPlaces
    private(set) var hierarchies = HierarchyCache()

    package var composites: [CompositeType] = []
    package var fetchRequests: [FetchRequest] = []
    package var configurations: [Configuration] = []
    /// The identifier that the author gave to this version of the model; nil if there is none.
    package var versionIdentifier: String?
    package var usesCloudKit = false
    package var usesSwiftData = false
    /// Settings of the model editor, keyed by their names in the file.
    package var editorSettings: [String: String] = [:]
    package var unknown: [UnknownMarkup] = []

    package init(name: String, entities: [Entity] = []) {
        self.name = name
        kept = entities
        places = EntityPlaces(entities)
    }

    /// Returns the first entity with this name; nil if there is none.
    package func entity(named name: String) -> Entity? {
        places.byName[name].map { kept[$0] }
    }

    /// Returns whether `entity` is the parent of any entity.
    package func hasChildren(_ entity: Entity) -> Bool { places.parents.contains(entity.name) }

    /// A copy of the schema without transient attributes, which exist only in memory and are
    /// managed by the application.
    package var withoutTransientAttributes: Schema {
        if entities.allSatisfy({ $0.attributes.allSatisfy(\.isStored) }) { return self }
        var result = self
        result.entities = entities.map { entity in
            var entity = entity
            entity.attributes.removeAll { !$0.isStored }
            return entity
        }
        return result
    }
}
