import Foundation
import JSON
import Studio
import TestSupport
import TestTraits
import Testing

/// Changes the model right after it is first read, as a model editor may while the studio starts.
private struct ChangingModel: ProjectGeneration {
    var files: [String] { [] }

    func configuredModel() -> String? { nil }

    func model(at path: String) throws -> ProjectModel {
        let model = try PlainGeneration().model(at: path)
        let file = URL(fileURLWithPath: "\(path)/Shop.xcdatamodel/contents")
        let text = try String(contentsOf: file, encoding: .utf8)
        let changed = text.replacingOccurrences(of: "price", with: "costs")
        if changed != text { try Data(changed.utf8).write(to: file, options: .atomic) }
        return model
    }

    func generate(_ path: String, to output: String) throws -> GenerationSummary {
        try PlainGeneration().generate(path, to: output)
    }

    func save(_ name: String, form: String, of path: String, to output: String) throws -> [String] {
        try PlainGeneration().save(name, form: form, of: path, to: output)
    }

    func preview(
        _ name: String,
        form: String,
        draft: String,
        of path: String,
        to output: String
    ) throws -> [GeneratedText] {
        try PlainGeneration().preview(name, form: form, draft: draft, of: path, to: output)
    }
}

@Test(.blocking) func aModelThatChangesWhileTheStudioStartsIsReadAgain() throws {
    let open = try OpenStudio(generation: ChangingModel())
    #expect(try open.hasVersion(1))
    #expect(try open.update(text: "costs > 1")["swift"]?.string != nil)
}
