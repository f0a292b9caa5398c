import DataAccess

/// An entity or property that a migration from some earlier versions would lose. It has another
/// name in those versions, and its renaming identifier does not match that name.
package struct LostRename: Sendable, Hashable {
    /// The entity's name in the last version.
    package var entity: String
    /// The property's name in the last version; nil for an entity.
    package var property: String?
    /// Name of the lost entity or property in the earlier versions from which a migration would
    /// lose it: `Entity` or `Entity.property`.
    package var former: String
    /// The renaming identifier that fits all versions; nil if there is none.
    package var identifier: String?
}

/// Finds the entities and properties that would be lost in a direct migration from some earlier
/// version to the last version. Renamed entities and properties are followed by comparing each
/// version with the version directly before it.
///
/// - Parameter versions: at least one version, oldest first.
/// - Returns: a dictionary whose keys are the lost entities and properties. Each value contains the
///   indices in `versions` of the versions from which a migration would lose the key, latest first.
package func lostRenames(in versions: [VersionTables]) -> [LostRename: [Int]] {
    guard let last = versions.last else { return [:] }
    let models = versions.map(\.kept)
    var lost: [LostRename: [Int]] = [:]
    var items = last.kept.entities.flatMap { entity in
        FollowedItem.items(of: entity, inherited: last.model.inheritedProperties(of: entity.name))
    }
    for index in models.indices.dropLast().reversed() {
        let old = models[index]
        let step = ModelMatches(old, models[index + 1])
        items = items.compactMap { $0.before(step, old) }
        if index == models.count - 2 {
            items = items.map(\.asNearest)
            continue
        }
        let doubtful = items.filter(\.isDoubtful)
        if doubtful.isEmpty { continue }
        let direct = ModelMatches(old, last.kept)
        let missing = doubtful.filter { !$0.isFound(in: direct) }
        let entities = Set(missing.filter { $0.property == nil }.map(\.entity))
        for item in missing where item.property == nil || !entities.contains(item.entity) {
            lost[item.loss, default: []].append(index)
        }
    }
    return lost
}

/// An entity or property of the last version, together with its names in an earlier version. The
/// search goes back one version at a time.
private struct FollowedItem {
    let entity: String
    let property: String?
    let identifier: String?
    private var formerEntity: String
    private var formerProperty: String?
    /// The item's renaming identifier in the earlier version, or its name there if it has no
    /// identifier.
    private var token: String
    /// Value of `token` for the version directly before the last version; nil until it is known.
    private var nearest: String?

    private init(_ entity: String, _ property: String?, _ identifier: String?) {
        (self.entity, self.property, self.identifier) = (entity, property, identifier)
        (formerEntity, formerProperty) = (entity, property)
        token = identifier ?? property ?? entity
    }

    /// Returns an item for the entity, and one for each of its properties that is not inherited.
    static func items(of entity: PersistedModel.Entity, inherited: Set<String>) -> [FollowedItem] {
        let properties = entity.properties.filter { !inherited.contains($0.name) }
        return [FollowedItem(entity.name, nil, entity.renamingIdentifier)]
            + properties.map { FollowedItem(entity.name, $0.name, $0.identifier) }
    }

    /// Returns the item with its names in `model`, which is the version directly before the item's
    /// version. Returns nil if the item did not exist in `model`.
    func before(_ step: ModelMatches, _ model: PersistedModel) -> FollowedItem? {
        guard let name = step.entities[formerEntity], let entity = model.entity(named: name) else {
            return nil
        }
        var item = self
        item.formerEntity = name
        guard let formerProperty else {
            item.token = entity.renamingIdentifier ?? name
            return item
        }
        guard let before = step.properties[formerEntity]?[formerProperty] else { return nil }
        item.formerProperty = before
        item.token = entity.properties.first { $0.name == before }?.identifier ?? before
        return item
    }

    var asNearest: FollowedItem {
        var item = self
        item.nearest = token
        return item
    }

    /// Whether a direct migration from the earlier version could fail to find the item.
    var isDoubtful: Bool {
        token != identifier && (formerProperty ?? formerEntity) != (property ?? entity)
    }

    func isFound(in matches: ModelMatches) -> Bool {
        if matches.entities[entity] != formerEntity { return false }
        return property == nil || matches.properties[entity]?[property ?? ""] == formerProperty
    }

    var loss: LostRename {
        LostRename(
            entity: entity,
            property: property,
            former: formerProperty.map { "\(formerEntity).\($0)" } ?? formerEntity,
            identifier: token == nearest && token != identifier ? token : nil
        )
    }
}

extension StoreModel {
    fileprivate func inheritedProperties(of name: String) -> Set<String> {
        let ancestors = entities.filter {
            $0.name != name && $0.hierarchy?.kinds.contains(name) == true
        }
        return Set(
            ancestors.flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) }
        )
    }
}
