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
    /// The names of the attributes that ``withoutTransientAttributes`` removed, keyed by entity.
    private var transientNames: [String: Set<String>] = [:]

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
        for entity in entities {
            let names = entity.attributes.filter { !$0.isStored }.map(\.name)
            result.transientNames[entity.name, default: []].formUnion(names)
        }
        return result
    }

    /// Returns whether ``withoutTransientAttributes`` removed an attribute with this name from the
    /// entity or one of its ancestors.
    package func lacksTransientAttribute(_ name: String, of entity: Entity) -> Bool {
        ([entity] + ancestors(of: entity)).contains {
            transientNames[$0.name]?.contains(name) == true
        }
    }
}
