/// A data model: entities in the order of the model file.
package struct Schema: Sendable, Hashable {
    /// The model's name: that of its file, without the extension.
    package var name: String
    package var entities: [Entity]

    package var composites: [CompositeType] = []
    package var fetchRequests: [FetchRequest] = []
    package var configurations: [Configuration] = []
    /// What the model's author calls this version.
    package var versionIdentifier: String?
    package var usesCloudKit = false
    package var usesSwiftData = false
    /// What the model editor notes about itself and its settings, by the file's words.
    package var editorSettings: [String: String] = [:]
    package var unknown: [UnknownMarkup] = []

    package init(name: String, entities: [Entity] = []) {
        self.name = name
        self.entities = entities
    }

    package func entity(named name: String) -> Entity? {
        entities.first { $0.name == name }
    }

    /// Without attributes that are kept in memory only: those are the application's.
    package var withoutTransientAttributes: Schema {
        var result = self
        for index in result.entities.indices {
            result.entities[index].attributes.removeAll { !$0.isStored }
        }
        return result
    }
}
