import ArgumentParser
import Diagnostics
import Foundation
import Generator
import QueryForm
import Schema
import Studio

/// Code generation for the studio. It does the same as `cdgen generate` in the project's folder,
/// with one exception. If the project has no configuration and all code is in a single file, that
/// file also contains the queries saved in the studio.
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
        return configuration.resolved(configuration.model)
    }

    func model(at path: String) throws -> ProjectModel {
        let configuration = try configuration(for: path)
        let output = configuration?.resolved(configuration?.output)
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
        try checkInterface(of: job)
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
        let found = try configuration(for: path)
        let isConfigured = found != nil
        if isConfigured {
            try checkFile()
            _ = try Configuration.add(entry(name, form), to: file)
            changed.append(file)
        }
        var job = try job(for: path, output: output)
        if !isConfigured { job.put(QueryParts(name: name, form: form)) }
        for plan in try plans(name, job) {
            if job.single != nil {
                try plan.carryOut()
            } else if isConfigured {
                // Adds a new file to the manifest only if the configuration names this folder.
                // Otherwise, a run without the configuration, such as `cdgen generate MODEL -o
                // OTHER`, would remove the file.
                try plan.addFiles(recordsNew: isOutput(output, of: found))
            } else {
                // Does not add the file to the manifest: `cdgen generate` does not generate this
                // query, so it would remove the file.
                try plan.carryOut(recordsManifest: false)
            }
            if plan.folder.path != job.output.path {
                changed += plan.written.map { "\(plan.folder.path)/\($0.name)" }
            }
        }
        return changed + ["\(job.output.path)/\(job.single ?? queryFileName(name))"]
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
            try checkFile()
            let text = try Configuration.adding(entry(name, form), to: file).text
            changed.append(GeneratedText(path: file, text: text))
        }
        var job = try job(for: path, output: output)
        job.put(QueryParts(name: name, form: draft))
        // Sorts the queries by name, because `save` reads the saved queries in this order.
        if !isConfigured { job.queries.sort { $0.parts.name < $1.parts.name } }
        for plan in try plans(name, job) {
            changed += plan.written.map {
                GeneratedText(path: "\(plan.folder.path)/\($0.name)", text: $0.text)
            }
        }
        return changed
    }

    /// Returns whether the configuration names `output` as its output.
    private func isOutput(_ output: String, of configuration: Configuration?) -> Bool {
        guard let own = configuration?.resolved(configuration?.output) else { return false }
        return resolvedPath(own) == resolvedPath(output)
    }

    /// Returns plans for writing the code of one query, one plan for each folder. The plans contain
    /// only files with changed contents:
    ///
    /// - In the output folder, the query's own file, or the single file with all generated code.
    /// - In the interface folder, the interface, because its protocol requires the query's method.
    ///   If this folder is outside the project, there is no plan for it, and only `cdgen generate`
    ///   writes the interface.
    private func plans(_ name: String, _ job: GenerationJob) throws -> [WritePlan] {
        guard case .planned(let planned, _, _) = try job.prepare(writesAhead: false) else {
            return []
        }
        if job.single != nil { return planned }
        var plans = isInterfaceInside(job) ? planned : Array(planned.suffix(1))
        if let last = plans.indices.last {
            plans[last].written = plans[last].written.filter { $0.name == queryFileName(name) }
        }
        return plans
    }

    /// Returns whether the interface, if there is one, is in the project's folder.
    private func isInterfaceInside(_ job: GenerationJob) -> Bool {
        job.interface.map { project.encloses($0.path) } ?? true
    }

    private var project: Project { Project((file as NSString).deletingLastPathComponent) }

    /// Checks that the configuration file is not a link to a file outside the project. Called
    /// before a query is added to the file.
    private func checkFile() throws {
        if project.encloses(file) { return }
        throw DiagnosticError(
            "configuration-outside",
            at: .init(file: file),
            "the studio writes only into the project, and this is a link to a file outside the project",
            fix: "replace the link with a copy of the file",
            status: .configuration
        )
    }

    /// Checks that the interface folder is in the project's folder. The output folder is not
    /// checked here, because the studio itself checks it.
    private func checkInterface(of job: GenerationJob) throws {
        if isInterfaceInside(job) { return }
        throw DiagnosticError(
            "interface-outside",
            at: .init(file: file, line: try configuration()?.lines["interface"]),
            "the studio writes only into the project, and the interface folder is outside the project",
            fix: "run cdgen generate, or specify a folder inside the project",
            status: .configuration
        )
    }

    private func entry(_ name: String, _ form: String) -> QueryParts {
        QueryParts(name: name, form: relative(form, to: file))
    }

    /// Returns a job for the model at `path`. Its options are parsed like those on the command
    /// line, so that they have the same meaning.
    private func job(for path: String, output: String) throws -> GenerationJob {
        var arguments = ["--output=\(output)"]
        let isConfigured = try configuration(for: path) != nil
        if isConfigured { arguments.append("--config=\(file)") }
        var job = try GenerateOptions.parse(arguments + ["--", path]).job(isQuiet: true)
        // All code is in one file, so writing it for one query requires the other queries too.
        if !isConfigured, job.single != nil { job.queries = try savedQueries(for: job) }
        return job
    }

    /// Returns the project's saved queries. Leaves out queries of entities that the model of `job`
    /// does not have, because they belong to another model.
    private func savedQueries(for job: GenerationJob) throws -> [Configuration.Query] {
        let project = URL(fileURLWithPath: file).deletingLastPathComponent().path
        let folder = "\(project)/\(SavedQueries.folder)"
        let names = SavedQueries.names(inProject: project)
        if names.isEmpty { return [] }
        let read = try job.read()
        return names.map { QueryParts(name: $0, form: "\(folder)/\($0).json") }.filter { parts in
            let path = parts.form ?? ""
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            let form = text.flatMap { try? FormFile($0, file: path).form }
            return form.map { read.schema.entity(named: $0.entity) != nil } ?? true
        }
        .map { Configuration.Query(parts: $0) }
    }

    private func configuration() throws -> Configuration? {
        FileManager.default.fileExists(atPath: file) ? try Configuration.read(file) : nil
    }

    /// Returns the project's configuration. Returns nil if there is none, or if it names a model
    /// other than the one at `path`.
    private func configuration(for path: String) throws -> Configuration? {
        guard let found = try configuration() else { return nil }
        guard let own = found.resolved(found.model) else { return found }
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

extension GenerationJob {
    /// Adds a query, or replaces the query with the same name.
    fileprivate mutating func put(_ parts: QueryParts) {
        let query = Configuration.Query(parts: parts)
        if let place = queries.firstIndex(where: { $0.parts.name == parts.name }) {
            queries[place] = query
        } else {
            queries.append(query)
        }
    }
}
