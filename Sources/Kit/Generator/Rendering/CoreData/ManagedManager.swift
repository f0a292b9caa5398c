/// Every file for Core Data that is not an entity's or a query's.
func coreDataFiles(of model: ModelContext) -> [GeneratedFile] {
    let stack = stackName(model)
    return [
        GeneratedFile(name: "\(model.managerName).swift", renderManagedManager(model)),
        GeneratedFile(name: "\(modelName(model)).swift", renderManagedModel(model)),
        GeneratedFile(name: "\(stack).swift", renderStack(model)),
        GeneratedFile(name: "\(stack)+Records.swift", renderStackRecords(model)),
        GeneratedFile(name: "\(stack)+Fetching.swift", renderStackQueries(model)),
        GeneratedFile(name: "\(stack)+Saving.swift", renderStackChanges(model)),
    ]
}

/// The manager of the other backend, on Core Data.
func renderManagedManager(_ model: ModelContext) -> Code {
    let (manager, stack) = (model.managerName, stackName(model))
    return """
        \(head(of: model.source))
        \(coreDataLabel)

        import DataAccess
        import Foundation

        /// The store of the model \(model.name).
        nonisolated struct \(manager): Sendable {
        \(managerProperties(model))    /// What generated queries run on, and views.
            let stack: \(stack)

            /// The manager of the application's own file, opened when it is first asked for. Throws, each
            /// time, when the file could not be opened.
            static var shared: \(manager) {
                get throws { try opened.get() }
            }

            private static let opened = Result {
                try \(manager)(fileAt: DefaultStoreFile.path(forModel: \(swiftLiteral(model.name))))
            }

            /// Opens the file at `path`, making it where there is none. The compiled model is that of
            /// `bundle`; without one, the application's.
            init(fileAt path: String, bundle: Foundation.Bundle? = nil) throws {
                self.init(stack: try \(stack)(fileAt: path, bundle: bundle))
            }

            /// A store that lives in memory, as long as its manager: for tests and previews.
            static func inMemory(bundle: Foundation.Bundle? = nil) throws -> \(manager) {
                \(manager)(stack: try \(stack)(fileAt: nil, bundle: bundle))
            }

            private init(stack: \(stack)) {
                self.stack = stack\(assignments(model) { managerAssignment($0, "stack") })
            }

            /// The path of the file; nil in memory.
            var path: String? { stack.path }

            /// Closes the file; later calls throw.
            func close() throws {
                try stack.close()
            }

            /// Removes the file at `path` and all that is in it. Close its manager first.
            static func removeFile(at path: String) throws {
                try \(stack).removeFile(at: path)
            }
        }
        \(managedRelationships(model))
        """
}

private func managedRelationships(_ model: ModelContext) -> String {
    let methods = model.entities.flatMap { entity in
        entity.links.flatMap { link in
            model.entities.first { $0.type == link.destination }
                .map { follow(link, from: entity, to: $0) } ?? []
        } + countedRelationships(of: entity)
    }
    if methods.isEmpty { return "" }
    return """

        // Relationships.
        extension \(model.managerName) {
        \(indented(methods.joined(separator: "\n\n"), 1))
        }

        """
}

private func follow(
    _ link: LinkContext,
    from entity: EntityContext,
    to destination: EntityContext
) -> [String] {
    switch link.kind {
    case .held(let property):
        [
            held(link, property, entity, destination),
            heldByMany(link, property, entity, destination),
        ]
    case .inverse(_, let isToMany):
        [
            related(link, entity, destination, isToMany: isToMany),
            relatedToMany(link, entity, destination, isToMany: isToMany),
        ] + (link.isSet ? [setting(link, entity, destination)] : [])
    case .joined:
        [
            related(link, entity, destination, isToMany: true),
            relatedToMany(link, entity, destination, isToMany: true),
            setting(link, entity, destination),
        ]
    }
}

private func heldByMany(
    _ link: LinkContext,
    _ property: String,
    _ entity: EntityContext,
    _ destination: EntityContext
) -> String {
    let many = entity.plural
    let map = isHeldOptional(property, entity) ? "compactMap" : "map"
    let result =
        "async throws -> [\(destination.type).Identity: \(link.destination)] {"
    return """
        /// What the \(link.name.trimmingBackticks) of any of the \(many.trimmingBackticks) is, by identity, in one query.
        \(signature(link.methodOfMany(entity), ["of \(many): [\(entity.type)]"], result))
            let identities = Array(Set(\(many).\(map)(\\.\(property.trimmingBackticks))))
            return try await stack.read { records in
                try records.find(identities, \(destination.type)Mapping.self)
                    .mapValues(\(destination.type)Mapping.record)
            }
        }
        """
}

/// `related(key, of: …)` with what the relationship is like.
private func call(
    _ link: LinkContext,
    _ identities: String,
    _ entity: EntityContext,
    _ destination: EntityContext,
    isToMany: Bool,
    prefix: String = ""
) -> String {
    var arguments = [swiftLiteral(link.key), "of: \(identities)"]
    if !isToMany { arguments.append("isToMany: false") }
    if link.isOrdered { arguments.append("isOrdered: true") }
    arguments += ["\(entity.type)Mapping.self", "\(destination.type)Mapping.self"]
    return called("\(prefix)try records.related", arguments, depth: 3)
}

private func related(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ destination: EntityContext,
    isToMany: Bool
) -> String {
    let one = entity.singular
    let sentence =
        !isToMany ? ", or nil when it has none" : link.isOrdered ? ", in their order" : ""
    let call = call(
        link,
        "[identity]",
        entity,
        destination,
        isToMany: isToMany,
        prefix: "let found = "
    )
    let first =
        !isToMany
        ? "found[identity]?.first"
        : link.isOrdered ? "found[identity] ?? []" : "Set(found[identity] ?? [])"
    return """
        /// The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks)\(sentence).
        func \(link.name)(of \(one): \(entity.type)) async throws -> \(returned(link)) {
            guard let identity = \(one).knownIdentity else { return \(isToMany ? "[]" : "nil") }
            return try await stack.read { records in
        \(indented(call, 2))
                return \(first)
            }
        }
        """
}

/// For many records at once.
private func relatedToMany(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ destination: EntityContext,
    isToMany: Bool
) -> String {
    let many = entity.plural
    let value = isToMany ? link.collection(of: link.destination) : link.destination
    let isDirect = isToMany && link.isOrdered
    let call = call(
        link,
        "identities",
        entity,
        destination,
        isToMany: isToMany,
        prefix: isDirect ? "" : "let found = "
    )
    let result = "async throws -> [\(entity.type).Identity: \(value)] {"
    return """
        /// The \(link.name.trimmingBackticks) of each of the \(many.trimmingBackticks) that has any, in one query.
        \(signature(link.methodOfMany(entity), ["of \(many): [\(entity.type)]"], result))
            let identities = \(many).compactMap(\\.knownIdentity)
            return try await stack.read { records in
        \(indented(call, 2))\(isDirect ? "" : "\n        return found.\(isToMany ? "mapValues(Set.init)" : "compactMapValues(\\.first)")")
            }
        }
        """
}

private func setting(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ destination: EntityContext
) -> String {
    let (one, name) = (entity.singular, link.name.trimmingBackticks)
    let order = link.isOrdered ? ", in this order" : ""
    let identities = link.collection(of: "\(destination.type).Identity")
    let parameters = ["_ identities: \(identities)", "of \(one): \(entity.type)"]
    return """
        /// Makes these the \(name) of the \(one.trimmingBackticks)\(order), in place of those that it had.
        \(signature("set\(name.capitalizedFirst)", parameters, "async throws {"))
            guard let identity = \(one).knownIdentity else {
                throw StoreError.noRecord(entity: \(swiftLiteral(entity.name)))
            }\(countGuard(link, entity))
            try await stack.write { records in
                try records.replace(
                    \(swiftLiteral(link.key)),
                    of: identity,
                    with: \(link.isOrdered ? "identities" : "Array(identities)"),
                    isOrdered: \(link.isOrdered),
                    \(entity.type)Mapping.self,
                    \(destination.type)Mapping.self
                )
            }
        }
        """
}

private func held(
    _ link: LinkContext,
    _ property: String,
    _ entity: EntityContext,
    _ destination: EntityContext
) -> String {
    let one = entity.singular
    let held = "\(one).\(property.trimmingBackticks)"
    let isOptional = isHeldOptional(property, entity)
    let unwrap =
        isOptional ? "guard let identity = \(held) else { return nil }\n    " : ""
    let isHidden = destination.plural.trimmingBackticks == one.trimmingBackticks
    let records = isHidden ? "self.\(destination.plural)" : destination.plural
    let method: Code = """
        /// The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks), or nil when it has none.
        func \(link.name)(of \(one): \(entity.type)) async throws -> \(link.destination)? {
            \(unwrap)return try await \(records).retrieve(\(isOptional ? "identity" : held))
        }
        """
    return method.text
}

private func isHeldOptional(_ property: String, _ entity: EntityContext) -> Bool {
    entity.properties.first { $0.name == property }?.isOptional ?? true
}

private func managerProperty(_ entity: EntityContext) -> String {
    "let \(entity.plural): any \(entity.type)DAO"
}

private func managerAssignment(
    _ entity: EntityContext,
    _ holder: String = "store",
    of type: String? = nil
) -> String {
    let name = entity.plural.trimmingBackticks
    let property = name == entity.plural ? name : "self.\(name)"
    return "\(property) = \(type ?? "Stored\(entity.type)DAO")(\(holder): \(holder))"
}

/// A line for each entity, and one that is empty; nothing where there are none.
private func managerProperties(_ model: ModelContext) -> String {
    model.entities.map { indented(managerProperty($0), 1) + "\n" }.joined()
        + (model.entities.isEmpty ? "" : "\n")
}

/// A line for each entity, each on a line of its own.
private func assignments(_ model: ModelContext, _ line: (EntityContext) -> String) -> String {
    model.entities.map { "\n" + indented(line($0), 2) }.joined()
}
