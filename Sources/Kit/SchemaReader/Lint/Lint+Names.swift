import Schema

extension Lint {
    func entity(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) -> [ModelFinding] {
        var found: [ModelFinding] = []
        if entity.codeGeneration != .manual {
            found.append(
                finding(
                    .xcodeGeneratesClass,
                    "codeGenerationType",
                    at: places.tag,
                    "Xcode generates "
                        + "\(entity.codeGeneration == .class ? "the class" : "an extension") of "
                        + "\"\(entity.name)\" when it builds, in addition to cdgen's",
                    fix: "set Codegen to Manual/None in the model editor"
                )
            )
        }
        let type = typeName(entity.name)
        if isReservedWord(entity.name) || isReservedWord(type) {
            found.append(reserved(entity.name, "entity", at: places.tag))
        } else if let module = SwiftNames.types[type] {
            found.append(
                finding(
                    .typeNameTaken,
                    "name",
                    at: places.tag,
                    "a type \"\(type)\" made for \"\(entity.name)\" hides \(module).\(type)",
                    fix: "rename the entity, or write the other with its module: \(module).\(type)"
                )
            )
        }
        if let first = entity.name.first, first.isLowercase {
            found.append(wrongCase(entity.name, "an entity", "a capital", at: places.tag))
        }
        if entity.propertyNames.isEmpty, entity.fetchedProperties.isEmpty, entity.parent == nil {
            found.append(
                finding(.emptyEntity, at: places.tag, "\"\(entity.name)\" has no property")
            )
        }
        return found
    }

    func name(_ name: String, of entity: Entity, at offset: Int) -> [ModelFinding] {
        var found: [ModelFinding] = []
        if isReservedWord(name) {
            found.append(reserved(name, "property of \"\(entity.name)\"", at: offset))
        } else if SwiftNames.ofManagedObjects.contains(name) {
            found.append(
                finding(
                    .inheritedName,
                    "name",
                    at: offset,
                    "\"\(name)\" of \"\(entity.name)\" is already a member of every managed object",
                    fix: "rename it"
                )
            )
        }
        if let first = name.first, first.isUppercase {
            found.append(wrongCase(name, "a property", "a small letter", at: offset))
        }
        return found
    }

    private func reserved(_ name: String, _ what: String, at offset: Int) -> ModelFinding {
        finding(
            .reservedWord,
            "name",
            at: offset,
            "the \(what) is called \"\(name)\", a word of Swift",
            fix: "rename it; until then it is written in backticks"
        )
    }

    private func wrongCase(
        _ name: String,
        _ what: String,
        _ letter: String,
        at offset: Int
    ) -> ModelFinding {
        finding(
            .nameCase,
            "name",
            at: offset,
            "the name \"\(name)\" of \(what) does not begin with \(letter), as Core Data wants"
        )
    }

    // MARK: - Names that meet

    func sharedClasses() -> [ModelFinding] {
        var first: [String: String] = [:]
        return zip(schema.entities, places.entities).compactMap { entity, places in
            let name = (entity.className ?? "").split(separator: ".").last.map(String.init) ?? ""
            if name.isEmpty || name == "NSManagedObject" { return nil }
            guard let other = first[name] else {
                first[name] = entity.name
                return nil
            }
            return finding(
                .classNameShared,
                "representedClassName",
                at: places.tag,
                "\"\(entity.name)\" and \"\(other)\" have the same class \"\(name)\"",
                fix: "give each entity a different class"
            )
        }
    }

    func sameEntityNames() -> [ModelFinding] {
        meeting(schema.entities.map(\.name), places.entities.map(\.tag), typeName, "entities")
    }

    func sameNames(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) -> [ModelFinding] {
        meeting(
            entity.propertyNames,
            places.attributes + places.relationships,
            propertyName,
            "properties of \"\(entity.name)\""
        )
    }

    /// Different names that become the same Swift name. Equal names have already been reported by
    /// the reader.
    private func meeting(
        _ names: [String],
        _ offsets: [Int],
        _ swift: (String) -> String,
        _ what: String
    ) -> [ModelFinding] {
        var first: [String: String] = [:]
        return zip(names, offsets).compactMap { name, offset in
            let made = swift(name)
            guard let other = first[made] else {
                first[made] = name
                return nil
            }
            if other == name || name.isEmpty { return nil }
            return finding(
                .sameSwiftName,
                "name",
                at: offset,
                "the \(what) \"\(other)\" and \"\(name)\" are both called \(made) in Swift",
                fix: "rename one of them"
            )
        }
    }
}
