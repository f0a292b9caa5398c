/// A fetch that the model stores under a name. Texts are as the model file writes them.
package struct FetchRequest: Sendable, Hashable {
    package var name: String
    /// The name of the entity whose records are fetched; empty if the model names none.
    package var entity: String
    /// nil for every record.
    package var predicate: String?
    /// The number in the file: 0 records, 1 identities, 2 dictionaries, 4 a count.
    package var resultType: Int?
    package var limit: Int?
    package var batchSize: Int?
    package var includesSubentities: Bool?
    package var includesPropertyValues: Bool?
    package var includesPendingChanges: Bool?
    package var returnsObjectsAsFaults: Bool?
    package var returnsDistinctResults: Bool?

    package init(name: String, entity: String, predicate: String? = nil) {
        self.name = name
        self.entity = entity
        self.predicate = predicate
    }
}

/// A property of an entity whose value is a fetch; `$FETCH_SOURCE` in its predicate is the record.
package struct FetchedProperty: Sendable, Hashable {
    package var name: String
    package var isOptional: Bool
    package var isSyncable = false
    package var request: FetchRequest?
    package var renamingIdentifier: String?
    package var versionHashModifier: String?
    package var userInfo: [String: String] = [:]

    package init(name: String, isOptional: Bool = true, request: FetchRequest? = nil) {
        self.name = name
        self.isOptional = isOptional
        self.request = request
    }
}

/// A named part of a model that can have its own store.
package struct Configuration: Sendable, Hashable {
    package var name: String
    package var entities: [String]
    package var usesCloudKit: Bool

    package init(name: String, entities: [String] = [], usesCloudKit: Bool = false) {
        self.name = name
        self.entities = entities
        self.usesCloudKit = usesCloudKit
    }
}
