import ArgumentParser
import Foundation
import Generator
import Studio

/// Code generation for the studio. It does the same as `cdgen generate` in the project's folder.
struct StudioGeneration: ProjectGeneration {
    /// The path of the project's `.cdgen.yml`. The file may not exist.
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
        case .planned(let planned, _, _):
            let plans = try planned.carryOut()
            return GenerationSummary(
                written: plans.flatMap { $0.written.map(\.name) },
                removed: plans.flatMap(\.removed),
                unchanged: plans.reduce(0) { $0 + $1.unchanged.count },
                kept: plans.flatMap(\.kept)
            )
        }
    }

    func save(_ name: String, form: String, of path: String, to output: String) throws -> [String] {
        var changed: [String] = []
        let isConfigured = try configuration(for: path) != nil
        if isConfigured {
            _ = try Configuration.add(entry(name, form), to: file)
            changed.append(file)
        }
        var job = try job(for: path, output: output)
        if !isConfigured { job.queries = [.init(parts: QueryParts(name: name, form: form))] }
        try plan(name, job)?.carryOut(recordsManifest: job.single != nil)
        return changed + ["\(job.output.path)/\(job.single ?? "\(name).swift")"]
    }

    func preview(
        _ name: String,
        form: String,
        draft: String,
        of path: String,
        to output: String
    ) throws -> [GeneratedText] {
        let isConfigured = try configuration(for: path) != nil
        var changed: [GeneratedText] = []
        if isConfigured {
            let text = try Configuration.adding(entry(name, form), to: file).text
            changed.append(GeneratedText(path: file, text: text))
        }
        var job = try job(for: path, output: output)
        let own = Configuration.Query(parts: QueryParts(name: name, form: draft))
        if let place = job.queries.firstIndex(where: { $0.parts.name == name }) {
            job.queries[place] = own
        } else {
            job.queries.append(own)
        }
        let code = try plan(name, job)?.written ?? []
        return changed
            + code.map { GeneratedText(path: "\(job.output.path)/\($0.name)", text: $0.text) }
    }

    /// Returns a plan for writing the code of one query. The code is in the query's own file, or in
    /// the single file with all generated code. A file is written only if its contents have
    /// changed. Returns nil if no file needs to be written.
    private func plan(_ name: String, _ job: GenerationJob) throws -> WritePlan? {
        guard case .planned(let plans, _, _) = try job.prepare(writesAhead: false),
            var plan = plans.last
        else { return nil }
        if job.single == nil {
            plan.written = plan.written.filter { $0.name == "\(name).swift" }
            plan.removed = []
        }
        return plan
    }

    private func entry(_ name: String, _ form: String) -> QueryParts {
        QueryParts(name: name, form: relative(form, to: file))
    }

    /// Returns a job for the model at `path`. Its options are parsed like those on the command
    /// line, so that they have the same meaning.
    private func job(for path: String, output: String) throws -> GenerationJob {
        var arguments = ["--output=\(output)"]
        if try configuration(for: path) != nil { arguments.append("--config=\(file)") }
        return try GenerateOptions.parse(arguments + ["--", path]).job(isQuiet: true)
    }

    private func configuration() throws -> Configuration? {
        FileManager.default.fileExists(atPath: file) ? try Configuration.read(file) : nil
    }

    /// Returns the project's configuration. Returns nil if there is none, or if it names a model
    /// other than the one at `path`.
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
