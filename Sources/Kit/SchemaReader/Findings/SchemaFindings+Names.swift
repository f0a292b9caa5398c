import Diagnostics
import Schema

/// Checks of the names that uniqueness constraints, indexes, fetch requests and configurations
/// refer to.
extension SchemaFindings {
    func keys(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) -> [ModelFinding] {
        let isUsed =
            !entity.uniquenessConstraints.isEmpty || !entity.fetchIndexes.isEmpty
            || !entity.compoundIndexes.isEmpty || !entity.fetchedProperties.isEmpty
        guard isUsed else { return [] }
        let known = Set(index.propertyNames(of: entity))
        let constraints = zip(entity.uniquenessConstraints, places.uniquenessConstraints)
            .flatMap { unknown($0, "a uniqueness constraint", entity, known, at: $1) }
        let compounds = zip(entity.compoundIndexes, places.compoundIndexes)
            .flatMap { unknown($0, "a compound index", entity, known, at: $1) }
        let indexes = zip(entity.fetchIndexes, places.fetchIndexes).flatMap { fetchIndex, offset in
            let names = fetchIndex.elements.compactMap(\.property)
            return unknown(
                names,
                "the fetch index \"\(fetchIndex.name)\"",
                entity,
                known,
                at: offset
            )
        }
        let fetched = zip(entity.fetchedProperties, places.fetchedProperties).flatMap {
            request(of: $0, at: $1)
        }
        return constraints + compounds + indexes + fetched
    }

    private func unknown(
        _ names: [String],
        _ owner: String,
        _ entity: Entity,
        _ known: Set<String>,
        at offset: Int
    ) -> [ModelFinding] {
        names.compactMap { name in
            // An index may refer to internal columns of the store, such as the column for the
            // entity.
            let key = name.split(separator: ".").first.map(String.init) ?? name
            if name.isEmpty || known.contains(key) || name.hasPrefix(":") { return nil }
            return ModelFinding(
                "unknown-property",
                .warning,
                at: offset,
                "\(owner) of \"\(entity.name)\" names \"\(name)\", which the entity does not have",
                fix: .nearOrListed(name, known.sorted())
            )
        }
    }

    private func request(of property: FetchedProperty, at offset: Int) -> [ModelFinding] {
        guard let request = property.request else {
            return [
                ModelFinding(
                    "no-fetch-request",
                    .warning,
                    at: offset,
                    "the fetched property \"\(property.name)\" has no fetch request",
                    fix: "choose its destination in the model editor"
                )
            ]
        }
        return entity(request.entity, of: "the fetched property \"\(property.name)\"", at: offset)
    }

    func fetchRequests() -> [ModelFinding] {
        zip(schema.fetchRequests, places.fetchRequests).flatMap { request, offset in
            entity(request.entity, of: "the fetch request \"\(request.name)\"", at: offset)
        }
            + repeated(schema.fetchRequests.map(\.name)).map { position, _ in
                duplicate("fetch requests", schema.fetchRequests[position].name, at: position)
            }
    }

    private func duplicate(_ what: String, _ name: String, at position: Int) -> ModelFinding {
        ModelFinding(
            "duplicate-fetch-request",
            .warning,
            at: places.fetchRequests[position],
            "two \(what) are called \"\(name)\"",
            fix: "rename one of them"
        )
    }

    func configurations() -> [ModelFinding] {
        zip(schema.configurations, places.configurations).flatMap { configuration, offset in
            configuration.entities.flatMap {
                entity($0, of: "the configuration \"\(configuration.name)\"", at: offset)
            }
        }
    }

    private func entity(_ name: String, of owner: String, at offset: Int) -> [ModelFinding] {
        if name.isEmpty || index[name] != nil { return [] }
        return [
            ModelFinding(
                "unknown-entity",
                .warning,
                at: offset,
                "\(owner) names the entity \"\(name)\", which the model does not have",
                fix: .nearOrListed(name, index.names)
            )
        ]
    }
}
