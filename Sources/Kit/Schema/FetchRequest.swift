/// A named fetch request of the model. Strings are stored as written in the model file.
package struct FetchRequest: Sendable, Hashable {
    package var name: String
    /// The name of the entity whose records are fetched; empty if the model specifies none.
    package var entity: String
    /// The predicate; nil if every record is fetched.
    package var predicate: String?
    /// The kind of result, as the number in the model file: 0 for records, 1 for identities, 2 for
    /// dictionaries, 4 for a count.
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

/// A property of an entity whose value is the result of a fetch request. In the request's
/// predicate, `$FETCH_SOURCE` denotes the record that has the property.
package struct FetchedProperty: Sendable, Hashable {
    package var name: String
    package var isOptional: Bool
    package var isSyncable = false
    package var request: FetchRequest?
    package var renamingIdentifier: String?
    package var versionHashModifier: String?
    package var userInfo: [String: String] = [:]

    package init(name: String, isOptional: Bool) {
        self.name = name
        self.isOptional = isOptional
    }
}

/// A named group of entities that can have a separate store.
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
