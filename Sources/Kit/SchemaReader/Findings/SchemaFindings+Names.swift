import Diagnostics
import Schema

/// Checks of the names in uniqueness constraints, indexes, fetch requests and configurations.
extension SchemaFindings {
    mutating func keys(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) {
        let isUsed =
            !entity.uniquenessConstraints.isEmpty || !entity.fetchIndexes.isEmpty
            || !entity.compoundIndexes.isEmpty || !entity.fetchedProperties.isEmpty
        guard isUsed else { return }
        let known = Set(index.propertyNames(of: entity))
        for (names, offset) in zip(entity.uniquenessConstraints, places.uniquenessConstraints) {
            unknown(names, "a uniqueness constraint", entity, known, at: offset)
        }
        for (names, offset) in zip(entity.compoundIndexes, places.compoundIndexes) {
            unknown(names, "a compound index", entity, known, at: offset)
        }
        for (fetchIndex, offset) in zip(entity.fetchIndexes, places.fetchIndexes) {
            let names = fetchIndex.elements.compactMap(\.property)
            let owner = "the fetch index \"\(fetchIndex.name)\""
            unknown(names, owner, entity, known, at: offset)
        }
        for (property, offset) in zip(entity.fetchedProperties, places.fetchedProperties) {
            request(of: property, at: offset)
        }
    }

    private mutating func unknown(
        _ names: [String],
        _ owner: String,
        _ entity: Entity,
        _ known: Set<String>,
        at offset: Int
    ) {
        for name in names {
            // An index may refer to internal columns of the store, such as the column for the
            // entity.
            let key = name.split(separator: ".").first.map(String.init) ?? name
            if name.isEmpty || known.contains(key) || name.hasPrefix(":") { continue }
            findings.report(
                "unknown-property",
                .warning,
                at: offset,
                "\(owner) of \"\(entity.name)\" refers to \"\(name)\", which is not a property of this entity",
                fix: .nearOrListed(name, known.sorted())
            )
        }
    }

    private mutating func request(of property: FetchedProperty, at offset: Int) {
        guard let request = property.request else {
            return findings.report(
                "no-fetch-request",
                .warning,
                at: offset,
                "the fetched property \"\(property.name)\" has no fetch request",
                fix: "choose the property's destination in the model editor"
            )
        }
        entity(request.entity, of: "the fetched property \"\(property.name)\"", at: offset)
    }

    mutating func fetchRequests() {
        for (request, offset) in zip(schema.fetchRequests, places.fetchRequests) {
            entity(request.entity, of: "the fetch request \"\(request.name)\"", at: offset)
        }
        for (position, _) in repeated(schema.fetchRequests.map(\.name)) {
            findings.report(
                "duplicate-fetch-request",
                .warning,
                at: places.fetchRequests[position],
                "two fetch requests are named \"\(schema.fetchRequests[position].name)\"",
                fix: "rename one of the fetch requests"
            )
        }
    }

    mutating func configurations() {
        for (configuration, offset) in zip(schema.configurations, places.configurations) {
            for name in configuration.entities {
                entity(name, of: "the configuration \"\(configuration.name)\"", at: offset)
            }
        }
    }

    private mutating func entity(_ name: String, of owner: String, at offset: Int) {
        if name.isEmpty || index[name] != nil { return }
        findings.report(
            "unknown-entity",
            .warning,
            at: offset,
            "\(owner) refers to the entity \"\(name)\", which is not in the model",
            fix: .nearOrListed(name, index.names)
        )
    }
}
