import Schema

extension Lint {
    mutating func entity(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) {
        if entity.codeGeneration != .manual {
            report(
                .xcodeGeneratesClass,
                "codeGenerationType",
                at: places.tag,
                "Xcode generates "
                    + "\(entity.codeGeneration == .class ? "the class" : "an extension") of "
                    + "\"\(entity.name)\" when it builds the application, and cdgen generates code for the same entity",
                fix: "set Codegen to Manual/None in the model editor"
            )
        }
        let type = typeName(entity.name)
        if isReservedWord(entity.name) || isReservedWord(type) {
            reserved(entity.name, "entity", as: type, at: places.tag)
        } else if let module = SwiftNames.types[type] {
            report(
                .typeNameTaken,
                "name",
                at: places.tag,
                "the type \"\(type)\", which is generated for the entity \"\(entity.name)\", hides \(module).\(type)",
                fix: "rename the entity, or write \(module).\(type) for the type of \(module)"
            )
        }
        if let first = entity.name.first, first.isLowercase {
            wrongCase(entity.name, "the entity", "an uppercase letter", at: places.tag)
        }
        if entity.propertyNames.isEmpty, entity.fetchedProperties.isEmpty, entity.parent == nil {
            report(.emptyEntity, at: places.tag, "the entity \"\(entity.name)\" has no properties")
        }
    }

    mutating func name(_ name: String, of entity: Entity, at offset: Int) {
        if !canBeKey(name) {
            report(
                .notAKey,
                "name",
                at: offset,
                "a predicate cannot contain the name of the property \"\(name)\" of "
                    + "\"\(entity.name)\"",
                expected: "letters, digits and underscores, with no digit at the beginning",
                fix: "rename the property"
            )
        } else if isReservedWord(name) {
            let what = "property of \"\(entity.name)\""
            reserved(name, what, as: propertyName(name), at: offset)
        } else if SwiftNames.ofManagedObjects.contains(name) {
            report(
                .inheritedName,
                "name",
                at: offset,
                "the property \"\(name)\" of \"\(entity.name)\" has the same name as a member of "
                    + "NSManagedObject",
                fix: "rename the property"
            )
        }
        if let first = name.first, first.isUppercase {
            wrongCase(name, "the property", "a lowercase letter", at: offset)
        }
    }

    /// Reports a name that is a keyword of Swift.
    ///
    /// - Parameter made: the name in the generated code.
    private mutating func reserved(
        _ name: String,
        _ what: String,
        as made: String,
        at offset: Int
    ) {
        report(
            .reservedWord,
            "name",
            at: offset,
            "the \(what) is named \"\(name)\", a keyword of Swift",
            fix: "rename the \(what); until then, its name in the generated code is \(made)"
        )
    }

    private mutating func wrongCase(
        _ name: String,
        _ what: String,
        _ letter: String,
        at offset: Int
    ) {
        report(
            .nameCase,
            "name",
            at: offset,
            "Core Data requires the name of \(what) \"\(name)\" to begin with \(letter)"
        )
    }

    // MARK: - Equal names

    mutating func sharedClasses() {
        var first: [String: String] = [:]
        for (entity, places) in zip(schema.entities, places.entities) {
            let name = (entity.className ?? "").split(separator: ".").last.map(String.init) ?? ""
            if name.isEmpty || name == "NSManagedObject" { continue }
            guard let other = first[name] else {
                first[name] = entity.name
                continue
            }
            report(
                .classNameShared,
                "representedClassName",
                at: places.tag,
                "\"\(entity.name)\" and \"\(other)\" have the same class \"\(name)\"",
                fix: "give each entity a different class"
            )
        }
    }

    mutating func sameEntityNames() {
        meeting(schema.entities.map(\.name), places.entities.map(\.tag), typeName, "the entities")
    }

    /// Reports an entity if one of its generated types has the name of another generated type: of
    /// the model's manager, for example, or of another entity's data access object.
    /// ``sameEntityNames()`` reports two entities whose own types have the same name.
    mutating func sameTypes() {
        let model = modelTypeName(schema.name)
        var owners: [String: (owner: String, entityType: String?)] = [:]
        for type in ["\(model)Manager", "\(model)Model"] { owners[type] = ("the model", nil) }
        for (entity, places) in zip(schema.entities, places.entities) where canBeNamed(entity.name)
        {
            let own = typeName(entity.name)
            let types = entityTypes(own)
            guard let type = types.first(where: { owners[$0] != nil }), let known = owners[type]
            else {
                for type in types { owners[type] = ("the entity \"\(entity.name)\"", own) }
                continue
            }
            if known.entityType == own { continue }
            report(
                .sameSwiftName,
                "name",
                at: places.tag,
                "the Swift type \(type) would be generated for both the entity \"\(entity.name)\" and \(known.owner)",
                fix: "rename the entity \"\(entity.name)\""
            )
        }
    }

    mutating func sameNames(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) {
        meeting(
            entity.propertyNames,
            places.attributes + places.relationships,
            propertyName,
            "in \"\(entity.name)\", the properties"
        )
    }

    /// Reports different names in the model that have the same Swift name. Identical names in the
    /// model have already been reported by the reader.
    private mutating func meeting(
        _ names: [String],
        _ offsets: [Int],
        _ swift: (String) -> String,
        _ what: String
    ) {
        var first: [String: String] = [:]
        for (name, offset) in zip(names, offsets) {
            let made = swift(name)
            guard let other = first[made] else {
                first[made] = name
                continue
            }
            if other == name || name.isEmpty { continue }
            report(
                .sameSwiftName,
                "name",
                at: offset,
                "\(what) \"\(other)\" and \"\(name)\" are both named \"\(made)\" in Swift",
                fix: "rename \"\(other)\" or \"\(name)\""
            )
        }
    }
}
