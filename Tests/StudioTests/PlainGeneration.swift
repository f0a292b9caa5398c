import Diagnostics
import Foundation
import Generator
import QueryCompiler
import QueryForm
import Schema
import Studio

/// Generation with the default options except the backend, without a configuration.
struct PlainGeneration: ProjectGeneration {
    var backend = GenerationOptions.Backend.store

    var files: [String] { [] }

    func configuredModel() -> String? { nil }

    func model(at path: String) throws -> ProjectModel {
        var model = try ReadingOnly().model(at: path)
        model.options.backend = backend
        return model
    }

    func generate(_ path: String, to output: String) throws -> GenerationSummary {
        try OutputFolder(path: output).check(against: path)
        let model = try model(at: path)
        let context = modelContext(for: model.declared, source: model.source).context
        return try written(Generator.generate(context), to: output, model)
    }

    func save(_ name: String, form: String, of path: String, to output: String) throws -> [String] {
        let model = try model(at: path)
        let text = try String(contentsOfFile: form, encoding: .utf8)
        let file = try FormFile(text, file: form)
        let context = QueryContext(
            name: name,
            query: try file.compiled(in: model.declared),
            schema: model.declared,
            source: model.source
        )
        let code = generate(context, file.form.shape)
        _ = try written([code], to: output, model)
        return ["\(output)/\(code.name)"]
    }

    func preview(
        _ name: String,
        form: String,
        draft: String,
        of path: String,
        to output: String
    ) throws -> [GeneratedText] {
        let model = try model(at: path)
        let file = try FormFile(String(contentsOfFile: draft, encoding: .utf8), file: draft)
        let context = QueryContext(
            name: name,
            query: try file.compiled(in: model.declared),
            schema: model.declared,
            source: model.source
        )
        let code = generate(context, file.form.shape)
        return [GeneratedText(path: "\(output)/\(code.name)", text: code.text)]
    }

    private func generate(_ context: QueryContext, _ shape: QueryShape) -> GeneratedFile {
        Generator.generate(context, shape)
    }

    private func written(
        _ files: [GeneratedFile],
        to output: String,
        _ model: ProjectModel
    ) throws -> GenerationSummary {
        let plan = try write(files, to: output, source: model.source)
        return GenerationSummary(
            written: plan.written.map(\.name),
            removed: [],
            unchanged: plan.unchanged.count,
            kept: plan.kept
        )
    }
}
