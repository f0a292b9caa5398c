import Schema

/// Returns a problem for each name that cannot be converted to a Swift name, and for each collision
/// of names in the generated code.
func nameProblems(
    in schema: Schema,
    _ options: GenerationOptions = GenerationOptions()
) -> [ModelProblem] {
    unnameable(schema) + meetingTypes(schema, options) + meetingProperties(schema)
        + (options.backend == .store ? meetingColumns(schema) : [])
        + (options.backend == .store && options.interface != nil ? meetingStatements(schema) : [])
}

/// Returns a problem for each to-one relationship named `statements`. The store's code adds a
/// static property with this name to the record type. If the record type is in an interface module,
/// the generated code for the relationship then does not compile.
private func meetingStatements(_ schema: Schema) -> [ModelProblem] {
    schema.entities.flatMap { entity in
        entity.relationships.filter { !$0.isToMany && propertyName($0.name) == "statements" }.map {
            ModelProblem(
                id: "reserved-property",
                part: .property($0.name, of: entity.name),
                problem:
                    "the code for the relationship \"\($0.name)\" of \"\(entity.name)\" would not compile with an interface module, because the store adds a property with this name",
                fix: "rename the relationship, or generate without an interface module"
            )
        }
    }
}

/// Returns a problem for each property whose name collides with an internal column. The store adds
/// internal columns to a table that several entities share.
private func meetingColumns(_ schema: Schema) -> [ModelProblem] {
    schema.entities.flatMap { entity -> [ModelProblem] in
        let root = schema.root(of: entity)
        if root.name == entity.name, !schema.hasChildren(entity) { return [] }
        var added = [Hierarchy.kindColumn]
        if root.identityAttribute == nil, root.name != entity.name {
            added.append(root.identityColumn)
        }
        return entity.propertyNames.filter { added.contains($0.lowercased()) }.map { name in
            ModelProblem(
                id: "reserved-column",
                part: .property(name, of: entity.name),
                problem:
                    "the property \"\(name)\" of \"\(entity.name)\" has the same name as a column that the store adds to the table",
                fix: "rename the property"
            )
        }
    }
}

private func unnameable(_ schema: Schema) -> [ModelProblem] {
    let model = unnameable("the model", schema.name, at: nil, renaming: "its folder")
    return (canBeNamed(schema.name) ? [] : [model])
        + schema.entities.flatMap { entity -> [ModelProblem] in
            let unnamed = entity.propertyNames.filter { !isPlain($0) && !canBeNamed($0) }
            let part = ModelPart.entity(entity.name)
            return (canBeNamed(entity.name) ? [] : [unnameable("an entity", entity.name, at: part)])
                + unnamed.map { name -> ModelProblem in
                    let what = "a property of \"\(withoutControls(entity.name))\""
                    return unnameable(what, name, at: .property(name, of: entity.name))
                }
        }
}

private func unnameable(
    _ what: String,
    _ name: String,
    at part: ModelPart?,
    renaming: String = "it"
) -> ModelProblem {
    ModelProblem(
        id: "unnameable",
        part: part,
        problem:
            "the name of \(what), \"\(withoutControls(name))\", cannot be converted to a Swift name",
        fix: "rename \(renaming): use only letters and digits, and begin with a letter"
    )
}

/// Returns a problem for each entity whose name is reserved for the store's internal tables. Also
/// returns a problem for each entity whose generated types collide with those of the model or of an
/// earlier entity. Names that differ only in letter case collide, because files are named after
/// types, and some file systems ignore case.
private func meetingTypes(_ schema: Schema, _ options: GenerationOptions) -> [ModelProblem] {
    let model = modelTypeName(schema.name)
    var owners: [String: (owner: String, type: String)] = [:]
    for type in modelTypes(model, options) { owners[type.lowercased()] = ("the model", type) }
    return schema.entities.compactMap { entity in
        if !canBeNamed(entity.name) { return nil }
        if isReservedTable(entity.name) {
            return ModelProblem(
                id: "reserved-table",
                part: .entity(entity.name),
                problem:
                    "the entity name \"\(entity.name)\" is reserved for internal tables of the store",
                fix: "rename the entity"
            )
        }
        let types = entityTypes(typeName(entity.name))
        let keys = types.map { $0.lowercased() }
        if let position = keys.firstIndex(where: { owners[$0] != nil }),
            let known = owners[keys[position]]
        {
            let type = types[position]
            return ModelProblem(
                id: "same-type",
                part: .entity(entity.name),
                problem: known.type == type
                    ? "the Swift type \(type) would be generated for both the entity \"\(entity.name)\" and \(known.owner)"
                    : "the Swift types \(type) and \(known.type) differ only in letter case, but some file systems ignore case",
                fix: "rename the entity \"\(entity.name)\""
            )
        }
        let owner = "the entity \"\(entity.name)\""
        for (key, type) in zip(keys, types) { owners[key] = (owner, type) }
        return nil
    }
}

/// Returns the names of the types that are generated once for the whole model, not for each entity.
/// Each type except the class ``bundleName(_:)`` has its own file. That class is in the file of the
/// type whose name ends with `Model`.
func modelTypes(_ model: String, _ options: GenerationOptions) -> [String] {
    ["\(model)Manager", "\(model)Model"]
        + (options.backend == .coredata ? [bundleName(model)] : [])
        + (options.interface == nil ? [] : [interfaceName(model)])
}

private func isReservedTable(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("sqlite_") || name.hasPrefix("store_")
}

/// Returns a problem for each property whose Swift name or column name is already used. The name
/// may belong to an inherited property or to an earlier property of the entity. Column names that
/// differ only in letter case collide.
private func meetingProperties(_ schema: Schema) -> [ModelProblem] {
    schema.entities.flatMap { entity in
        let inherited = schema.ancestors(of: entity).reversed().flatMap(\.propertyNames)
        if arePlainAndApart(inherited + entity.propertyNames) { return [ModelProblem]() }
        var first: [String: String] = [:]
        for name in inherited { for key in keys(name) { first[key] = first[key] ?? name } }
        return entity.propertyNames.compactMap { name -> ModelProblem? in
            let keys = keys(name)
            let other = keys.lazy.compactMap { first[$0] }.first
            for key in keys where first[key] == nil { first[key] = name }
            guard let other, other != name, canBeNamed(name) else { return nil }
            let made = propertyName(name)
            return ModelProblem(
                id: "same-property",
                part: .property(name, of: entity.name),
                problem: made == propertyName(other)
                    ? "the Swift property \"\(made)\" would be generated for both \"\(other)\" and \"\(name)\" of \"\(entity.name)\""
                    : "\"\(other)\" and \"\(name)\" of \"\(entity.name)\" differ only in letter case, but column names are not case-sensitive",
                fix: "rename \"\(other)\" or \"\(name)\""
            )
        }
    }
}

/// Returns whether a fast check proves that the names cannot collide. The check succeeds if all
/// names are plain, and no two names are equal when case is ignored. A plain name is a lowercase
/// ASCII letter followed by ASCII letters and digits. Almost all models pass the check.
///
/// The Swift name for a plain name is the name itself, the name in backticks, or the name followed
/// by `_`. Plain names contain neither backticks nor `_`. Different plain names therefore have
/// different Swift names.
private func arePlainAndApart(_ names: [String]) -> Bool {
    var seen: Set<String> = []
    return names.allSatisfy { isPlain($0) && seen.insert($0.lowercased()).inserted }
}

private func isPlain(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, (0x61...0x7A).contains(first) else { return false }
    return bytes.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }
}

private func keys(_ name: String) -> [String] {
    [propertyName(name), "column \(name.lowercased())"]
}
