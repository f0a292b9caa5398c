import Diagnostics
import Foundation
import Generator
import QueryCompiler
import Schema
import SchemaReader
import Templates

/// One run of the generator, with options from the command line and from `.cdgen.yml`.
struct GenerationJob {
    var model: String
    var output: OutputFolder
    /// Folder of the separate module for records and protocols; nil if there is no such module.
    var interface: OutputFolder?
    /// The name of the output file if there is only one; nil if there are several files.
    var single: String?
    var version: String?
    var options = GenerationOptions()
    /// Path of the folder of templates; nil if no templates are used.
    var templates: String?
    var queries: [Configuration.Query] = []
    /// The path of the `.cdgen.yml` file with the queries; nil if there is none.
    var configurationFile: String?
    var isQuiet = false
    /// The configuration that lists the entities' identity keys; nil if there is none.
    var identity: Configuration?

    /// The path of the output folder or file, for messages.
    var place: String {
        guard let single else { return output.path }
        return output.path == "." ? single : "\(output.path)/\(single)"
    }

    /// The plan that results from a run, before any file is written.
    enum Outcome {
        /// No file needs to be written: the `count` generated files match the manifest, and their
        /// sources are unchanged.
        case unchanged(count: Int)
        case planned([WritePlan], ModelContext, Schema)
    }

    /// The output folders. The interface folder comes first, because the implementation imports the
    /// interface.
    private var folders: [OutputFolder] { (interface.map { [$0] } ?? []) + [output] }

    /// Reads the version of the model from which this run generates code.
    func read() throws -> NamedSchema {
        try readModel(at: model, version: version, identity: identity, isQuiet: isQuiet)
    }

    /// Generates all files, and determines which files to write. Does not change an output folder.
    ///
    /// - Parameters:
    ///   - writesAhead: whether to write each file to a temporary folder as soon as it is
    ///     generated. This applies only if the output folder does not exist yet. The temporary
    ///     folder is next to the future output folder.
    ///   - ahead: a model that another thread is reading; ignored if it is not the model of this
    ///     job, or if the job has a `version`.
    /// - Throws: `DiagnosticError` if nothing can be generated.
    func prepare(writesAhead: Bool = true, ahead: ReadAhead? = nil) throws -> Outcome {
        for folder in folders { try folder.check(against: model) }
        let ahead = version == nil ? ahead : nil
        let file = ahead?.source(at: model)
        let package = try file?.package ?? ModelPackage(at: model, version: version)
        let source = modelFolderName(of: model)
        let templates = try templates.map(TemplateSet.init(folder:))
        let contents = try file?.contents ?? package.contents()
        let input = fingerprint(package, contents, templates)
        let before = folders.compactMap { $0.holding(input, of: source) }
        if before.count == folders.count, let remarks = before[0].remarks {
            if !isQuiet { say(remarks: remarks, of: model) }
            return .unchanged(count: before.reduce(0) { $0 + $1.files.count })
        }
        let read = try readModel(
            ahead?.schema(at: model) ?? package.read(contents),
            at: model,
            identity: identity,
            isQuiet: isQuiet
        )
        let result = modelContext(
            for: read.declared,
            source: source,
            version: GeneratedVersion(
                package.version.name,
                of: package.versionNames,
                in: package.name
            ),
            options: options,
            isSingleFile: single != nil,
            locate: read.locate
        )
        if result.diagnostics.contains(where: { $0.severity == .error }) {
            throw DiagnosticError(result.diagnostics)
        }
        // A quiet run finds them too, because a later run may repeat them.
        let migrations = try migrationWarnings(to: package.version.name)
        if !isQuiet {
            say(warnings: result.diagnostics)
            say(warnings: migrations)
        }
        announce(result.context)
        let asked = try queries.map { try context(of: $0, in: read) }
        // Rendered files can be written ahead only if all of them belong to one folder and no later
        // step changes them.
        let isAsMade = templates == nil && single == nil && interface == nil
        let draft = writesAhead && isAsMade ? try FolderDraft(of: output) : nil
        do {
            let methods = asked.map { generate($0.context, $0.shape) }
            var files = generate(result.context) { draft?.add($0) } + methods
            if interface != nil { files.append(generateInterface(result.context, asked)) }
            if let templates {
                let model = TemplateModel(result.context, read.schema, queries: asked)
                files = try templates.applied(to: files, of: model)
            }
            try checkNames(files, of: zip(queries, methods).map { ($0, $1.name) })
            if let single { files = [try merged(files, named: single, of: source)] }
            let said =
                read.diagnostics + result.diagnostics + migrations
                + asked.flatMap { $0.context.query.warnings }
            let remarks = remarks(said, of: model)
            let plans = try folders.map { folder in
                let isInterface = interface != nil && folder.path == interface?.path
                return try plan(
                    files.filter { $0.isInterface == isInterface },
                    for: folder,
                    source: source,
                    input: input,
                    remarks: remarks,
                    draft: draft
                )
            }
            return .planned(plans, result.context, read.declared)
        } catch {
            draft?.discard()
            throw error
        }
    }

    /// Returns warnings about migrations that lose values, that no store with records survives, or
    /// that cannot be checked.
    private func migrationWarnings(to version: String) throws -> [Diagnostic] {
        try migrationFindings(
            at: model,
            to: version,
            identity: identity,
            transformables: options.transformables
        )
        .filter { $0.severity == .warning }
    }

    /// Prints a message before generating code for a large model, so that the user knows why the
    /// run takes some time.
    private func announce(_ context: ModelContext) {
        guard !isQuiet, context.entities.count >= 250, isatty(STDERR_FILENO) == 1 else { return }
        Output.complain("generating \(context.entities.count) entities")
    }

    /// Returns a hash of all data on which the generated files and the warnings depend.
    private func fingerprint(
        _ package: ModelPackage,
        _ contents: [UInt8],
        _ templates: TemplateSet?
    ) -> String {
        let queries = queries.map(\.parts).map { parts in
            "\(parts.name)\u{0}\(parts.entity)\u{0}\(parts.predicate ?? "\u{1}")\u{0}\(parts.sort)"
                + (parts.form.map { "\u{0}" + formHash($0) } ?? "")
        }
        let asked =
            [generatorRevision, package.name, package.version.name]
            + package.versionNames + [options.description] + queries
            + (templates.map { [$0.fingerprint] } ?? []) + (single.map { [$0] } ?? [])
            + (identity?.identity ?? []).map(\.description)
        // The warnings about migrations depend on these versions, and on which one is current.
        let earlier = package.earlierContents.map { $0.withUnsafeBytes(quickHash) }
        let current = package.isCurrent ? [] : ["not current"]
        let parts = (asked + earlier + current).joined(separator: "\u{1}")
        return quickHash(contents.withUnsafeBytes(quickHash) + parts)
    }

    private func formHash(_ path: String) -> String {
        let data = FileManager.default.contents(atPath: resolved(path))
        return data.map { $0.withUnsafeBytes(quickHash) } ?? "none"
    }

    /// Converts a path relative to the folder of `.cdgen.yml` into a path relative to the current
    /// folder.
    private func resolved(_ path: String) -> String {
        configurationFile.map { Configuration(file: $0).resolved(path) } ?? path
    }

    /// Checks that the file names are unique, and that no query has a file `main.swift`. Names that
    /// differ only in case count as equal, because some file systems ignore case. If all code is
    /// merged into one file, names may differ only in case, and `main.swift` is allowed.
    private func checkNames(
        _ files: [GeneratedFile],
        of queries: [(query: Configuration.Query, file: String)]
    ) throws {
        let main = queries.first { $0.file.lowercased() == "main.swift" }
        if single == nil, let main {
            throw DiagnosticError(
                "main-file",
                at: configurationFile.map { .init(file: $0, line: main.query.line) },
                "the file \(main.file) of the query \"\(main.query.parts.name)\" would make the target an executable",
                fix: "give the query another name"
            )
        }
        var seen: Set<String> = []
        for file in files
        where !seen.insert(single == nil ? file.name.lowercased() : file.name).inserted {
            let query = queries.last { $0.file == file.name }?.query
            throw DiagnosticError(
                "same-file",
                at: configurationFile.map { .init(file: $0, line: query?.line) },
                query.map {
                    "the query \"\($0.parts.name)\" and other code would both be written to \(file.name)"
                }
                    ?? "two generated files have the name \(file.name)",
                fix: query == nil ? "rename one of the templates" : "give the query another name"
            )
        }
    }

    private func context(
        of query: Configuration.Query,
        in read: NamedSchema
    ) throws -> (context: QueryContext, shape: QueryShape) {
        var parts = query.parts
        parts.form = parts.form.map(resolved)
        do {
            return try parts.checked(in: read, options: options, isQuiet: isQuiet)
        } catch let error as DiagnosticError {
            let place = configurationFile.map { Diagnostic.Place(file: $0, line: query.line) }
            throw DiagnosticError(
                [
                    Diagnostic(
                        "query",
                        at: place,
                        "the query \"\(query.parts.name)\" cannot be generated"
                    )
                ] + error.diagnostics,
                status: error.status
            )
        }
    }
}
