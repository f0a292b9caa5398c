import Diagnostics
import Schema

/// What is worth knowing of code for Core Data: what is not made, except of what Core Data does itself;
/// and classes that Xcode makes of the same names.
func coreDataRemarks(on schema: Schema) -> [ModelProblem] {
    let classes = schema.entities.compactMap { entity -> ModelProblem? in
        let written = entity.className?.split(separator: ".").last.map(String.init) ?? entity.name
        guard entity.codeGeneration != .manual, written == typeName(entity.name) else { return nil }
        return ModelProblem(
            id: "class-by-xcode",
            severity: .warning,
            entity: entity.name,
            problem:
                "Xcode makes a class \(written) of the entity \"\(entity.name)\", too, which would meet the structure",
            fix: "set the entity's Codegen to Manual/None in Xcode's model editor"
        )
    }
    return omissions(in: schema).filter { $0.id != "stored-anyway" } + classes
}
