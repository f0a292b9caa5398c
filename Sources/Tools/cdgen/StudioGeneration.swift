import ArgumentParser
import Diagnostics
import Foundation
import Generator
import Studio

/// Generation for the studio: the jobs of `cdgen generate` in the project's folder.
struct StudioGeneration: ProjectGeneration {
    /// The path of the project's `.cdgen.yml`, which need not exist.
    private let file: String

    init(folder: String) {
        let folder = URL(fileURLWithPath: folder).standardizedFileURL.resolvingSymlinksInPath()
        file = folder.appendingPathComponent(Configuration.fileName).path
    }

    var files: [String] { [file] }

    func configuredModel() throws -> String? {
        guard let configuration = try configuration() else { return nil }
        try configuration.checkModel()
        return configuration.model.map(configuration.resolved)
    }

    func model(at path: String) throws -> ProjectModel {
        let configuration = try configuration(for: path)
        let output = configuration?.output.map { configuration?.resolved($0) ?? $0 }
        let job = try job(for: path, output: output ?? "Generated")
        let read = try job.read()
        return ProjectModel(
            path: path,
            source: read.source,
            declared: read.declared,
            options: job.options,
            output: output,
            settings: configuration.map(settings)
        )
    }

    func generate(_ path: String, to output: String) throws -> GenerationSummary {
        let job = try job(for: path, output: output)
        switch try job.prepare() {
        case .unchanged(let count):
            return GenerationSummary(written: [], removed: [], unchanged: count, kept: [])
        case .planned(let plans, _, _):
            for plan in plans { try plan.carryOut() }
            return GenerationSummary(
                written: plans.flatMap { $0.plan.written.map(\.name) },
                removed: plans.flatMap(\.plan.removed),
                unchanged: plans.reduce(0) { $0 + $1.plan.unchanged.count },
                kept: plans.flatMap(\.plan.kept)
            )
        }
    }

    func save(_ name: String, form: String, of path: String, to output: String) throws -> [String] {
        var changed: [String] = []
        let isConfigured = try configuration(for: path) != nil
        if isConfigured {
            let parts = QueryParts(name: name, entity: "", form: relative(form, to: file))
            _ = try Configuration.add(parts, to: file)
            changed.append(file)
        }
        var job = try job(for: path, output: output)
        if !isConfigured {
            job.queries = [.init(parts: QueryParts(name: name, entity: "", form: form))]
        }
        let code = job.single ?? "\(name).swift"
        if case .planned(let plans, _, _) = try job.prepare(writesAhead: false),
            var plan = plans.last?.plan
        {
            // The files of the model are written when they are asked for.
            if job.single == nil {
                plan.written = plan.written.filter { $0.name == code }
                plan.removed = []
            }
            try plan.carryOut(in: job.output, recordsManifest: job.single != nil)
        }
        return changed + ["\(job.output.path)/\(code)"]
    }

    /// The options as the command line gives them, so that both ways read them alike.
    private func job(for path: String, output: String) throws -> GenerationJob {
        var arguments = ["--output=\(output)"]
        if try configuration(for: path) != nil { arguments.append("--config=\(file)") }
        return try GenerateOptions.parse(arguments + ["--", path]).job(isQuiet: true)
    }

    private func configuration() throws -> Configuration? {
        FileManager.default.fileExists(atPath: file) ? try Configuration.read(file) : nil
    }

    /// The configuration, unless it is that of another model.
    private func configuration(for path: String) throws -> Configuration? {
        guard let found = try configuration() else { return nil }
        guard let own = found.model.map(found.resolved) else { return found }
        return real(own) == real(path) ? found : nil
    }

    private func real(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    private func settings(_ configuration: Configuration) -> String {
        let given = [
            ("backend", configuration.backend), ("types", configuration.types),
            ("transformable", configuration.transformable), ("access", configuration.access),
            ("version", configuration.version),
            ("templates", configuration.templates), ("interface", configuration.interface),
        ]
        return given.compactMap { name, value in value.map { "\(name): \($0)" } }
            .joined(separator: ", ")
    }
}
