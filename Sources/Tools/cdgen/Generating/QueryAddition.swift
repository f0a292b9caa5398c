import Diagnostics
import Foundation
import Generator
import SchemaReader

/// The addition of a query to a configuration file. The query is checked with the options of the
/// file, because `cdgen generate` uses these options.
struct QueryAddition {
    /// The path of the file, which may not exist yet.
    let path: String
    let model: String
    /// The version that the command line names; nil if it names none.
    private let given: String?
    /// The configuration in the file, if it names the model.
    let configuration: Configuration?
    /// The configuration in the file, whether it names the model or not.
    private let whole: Configuration?

    /// Reads the file, if it exists.
    ///
    /// - Throws: `DiagnosticError` if the file is invalid, or if it is for another model or another
    ///   version than the query.
    init(to path: String, model: String, version: String?) throws {
        self.path = path
        self.model = model
        given = version
        configuration = try Configuration.about(modelAt: model, in: path)
        let isThere = FileManager.default.fileExists(atPath: path)
        whole = isThere ? try Configuration.read(path) : nil
        if configuration == nil, let other = whole?.model {
            throw DiagnosticError(
                "other-model",
                at: .init(file: path, line: whole?.lines["model"]),
                "the file is for the model \(other), not for \(model)",
                fix: "give the path of this model, or add the query to another file",
                status: .usage
            )
        }
        guard version != nil || !isOfPackage, let configuration,
            let named = configuration.resolved(configuration.model)
        else { return }
        let own = try ModelPackage(at: named, version: configuration.version).version.name
        let asked = try ModelPackage(at: model, version: version).version.name
        if asked == own { return }
        throw DiagnosticError(
            "other-version",
            at: .init(file: path, line: configuration.lines["version"]),
            "cdgen generate reads the version \"\(own)\" of the model, but the query is for \"\(asked)\"",
            fix: "give the path of the model without --version, or change \"version\" in the file",
            status: .usage
        )
    }

    /// Whether ``model`` and the file specify the same path for the model.
    private var isOfPackage: Bool { configuration?.leavesOutMisfits == false }

    /// The model version that the file specifies. Nil if the file specifies none, or if
    /// ``isOfPackage`` is false, for example because ``model`` is the path of a single version.
    var version: String? { isOfPackage ? configuration?.version : nil }

    /// Returns the backend that the file names; nil if it names none.
    func backend() throws -> GenerationOptions.Backend? {
        try whole?.choice(whole?.backend, "backend")
    }

    /// Adds the query to the file, or replaces the query with the same name, and prints a line
    /// about it.
    ///
    /// - Throws: `DiagnosticError` if the query's name is not allowed, or if the file cannot be
    ///   written.
    func add(_ query: QueryParts, _ read: NamedSchema) throws {
        let isInOneFile = whole?.output?.hasSuffix(".swift") == true
        let context = modelContext(
            for: read.declared,
            source: read.source,
            options: whole?.options ?? GenerationOptions(),
            isSingleFile: isInOneFile
        ).context
        let reason =
            TakenNames(context).problem(of: query.name, isInOneFile: isInOneFile)
            ?? problem(besides: query.name, isInOneFile: isInOneFile)
        if let reason {
            throw DiagnosticError(
                "taken-name",
                at: .init(file: "--name"),
                reason,
                fix: "give the query another name",
                status: .usage
            )
        }
        let isNew = try Configuration.add(query, to: path, model: model, version: given)
        try Output.write("\(isNew ? "added" : "replaced") \(query.name) in \(path)\n")
    }

    /// Returns a problem if another query of the file has the same Swift file; otherwise nil. If
    /// all code is in one file, compares the names of the methods instead.
    private func problem(besides name: String, isInOneFile: Bool) -> String? {
        func key(_ name: String) -> String {
            isInOneFile ? queryFileName(name) : queryFileName(name).lowercased()
        }
        let other = whole?.queries.map(\.parts.name).first {
            $0 != name && key($0) == key(name)
        }
        let what = isInOneFile ? "method name" : "Swift file"
        return other.map { "the query \"\($0)\" of \(path) has the same \(what)" }
    }
}
