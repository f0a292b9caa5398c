import Diagnostics
import Schema

/// Returns the warnings and notes about a model whose code uses Core Data. They concern:
///
/// - unsupported features
/// - properties with the name of a method of `NSManagedObject`
/// - entities for which Xcode generates a class with the same name as cdgen's structure
func coreDataRemarks(on schema: Schema) -> [ModelProblem] {
    let classes = schema.entities.compactMap { entity -> ModelProblem? in
        let written = entity.className?.split(separator: ".").last.map(String.init) ?? entity.name
        guard entity.codeGeneration != .manual, written == typeName(entity.name) else { return nil }
        return ModelProblem(
            id: "class-by-xcode",
            severity: .warning,
            part: .entity(entity.name),
            problem:
                "Xcode generates a class \(written) for the entity \"\(entity.name)\", and cdgen generates a structure with the same name",
            fix: "set the entity's Codegen to Manual/None in Xcode's model editor"
        )
    }
    let ofStore = [
        "constraint-left-out", "derivation-not-computed", "index-left-out", "stored-anyway",
    ]
    return omissions(in: schema).filter { !ofStore.contains($0.id) } + classes
        + namesOfMethods(in: schema)
}

/// Returns a warning for each property with the name of a parameterless method of NSObject or
/// NSManagedObject. Apple's documentation of `NSPropertyDescription.name` forbids these names.
private func namesOfMethods(in schema: Schema) -> [ModelProblem] {
    let methods: Set = [
        "class", "debugDescription", "description", "entity", "faultingState", "hasChanges", "hash",
        "hasPersistentChangedValues", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated",
        "managedObjectContext", "objectID", "self", "superclass", "zone",
    ]
    return schema.entities.flatMap { entity in
        entity.propertyNames.filter(methods.contains).map { name in
            ModelProblem(
                id: "name-of-core-data",
                severity: .warning,
                part: .property(name, of: entity.name),
                problem:
                    "Core Data rejects the model, because the property \"\(name)\" of \"\(entity.name)\" has the same name as a method of NSManagedObject",
                fix: "rename the property"
            )
        }
    }
}
