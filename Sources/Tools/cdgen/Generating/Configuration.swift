import Diagnostics
import Foundation
import Generator
import SchemaReader
import YAMLFields

/// The contents of `.cdgen.yml`: options of the generator, and queries.
struct Configuration: Sendable {
    struct Query: Sendable {
        var parts: QueryParts
        var line: Int?
    }

    static let fileName = ".cdgen.yml"

    /// The path of the file.
    var file: String
    var model: String?
    var output: String?
    var version: String?
    var backend: String?
    var types: String?
    var transformable: String?
    var access: String?
    /// The folder for the generated record types and Swift protocols. If nil, they are written to
    /// the output folder.
    var interface: String?
    /// The name of the module in the `interface` folder.
    var module: String?
    var templates: String?
    var queries: [Query] = []
    var identity: [IdentityKey] = []
    /// Whether to ignore the entries of ``identity`` that do not fit the model. If false, they are
    /// errors.
    var leavesOutMisfits = false
    /// The line number of each key in the file, keyed by the name of the key.
    var lines: [String: Int] = [:]

    /// Reads the file at `path`; if `path` is nil, reads the default file `.cdgen.yml`. Returns nil
    /// if the default file does not exist.
    ///
    /// - Throws: `DiagnosticError` if the file cannot be read or has errors. The thrown error lists
    ///   all errors in the file.
    static func read(_ path: String?) throws -> Configuration? {
        guard let text = try text(at: path) else { return nil }
        return try parsed(text, file: path ?? fileName)
    }

    /// Returns the text of the file at `path`; if `path` is nil, of the default file. Returns nil
    /// if the default file does not exist.
    static func text(at path: String?) throws -> String? {
        let file = path ?? fileName
        if path == nil, !FileManager.default.fileExists(atPath: file) { return nil }
        return try readText(at: file, orReport: "no-configuration", status: .configuration)
    }

    /// Checks the path under the key `model`. Does nothing if the file does not have this key.
    ///
    /// - Throws: `DiagnosticError` if there is nothing at this path.
    func checkModel() throws {
        guard let model, !FileManager.default.fileExists(atPath: resolved(model)) else { return }
        throw DiagnosticError(
            "no-model",
            at: .init(file: file, line: lines["model"]),
            "the model \(resolved(model)) does not exist",
            fix: "give the path of the .xcdatamodeld folder, relative to this file's folder",
            status: .noInput
        )
    }

    /// Converts `text`, the value of the key `key`, to a value of `C`. Returns nil if `text` is
    /// nil.
    ///
    /// - Throws: `DiagnosticError` if `text` is not a raw value of `C`.
    func choice<C: RawRepresentable & CaseIterable>(
        _ text: String?,
        _ key: String
    ) throws -> C? where C.RawValue == String {
        guard let text else { return nil }
        if let choice = C(rawValue: text) { return choice }
        throw DiagnosticError(
            "unknown-\(key)",
            at: .init(file: file, line: lines[key]),
            "\"\(text)\" is not a valid value of \"\(key)\"",
            expected: C.allCases.map(\.rawValue).joined(separator: " or "),
            status: .configuration
        )
    }

    static func parsed(_ text: String, file: String) throws -> Configuration {
        let (result, errors) = parsing(text, file: file)
        if !errors.isEmpty { throw DiagnosticError(errors, status: .configuration) }
        return result
    }

    /// Returns the valid parts of the text, and its errors.
    static func parsing(_ text: String, file: String) -> (Configuration, errors: [Diagnostic]) {
        let findings = DiagnosticList()
        let root = Entry(
            yaml: text,
            file: file,
            expected: nil,
            findings: findings,
            allowsAliases: true
        )
        var result = Configuration(file: file)
        if let root, !root.isNothing, let fields = Fields(root, .configuration) {
            result.read(fields)
        }
        return (result, findings.all)
    }

    /// Converts a path relative to this file's folder into a path relative to the current folder. A
    /// path that begins with `~/` becomes an absolute path.
    func resolved(_ path: String) -> String {
        let path = expandingTilde(path)
        let folder = folder(ofPath: file)
        if folder.isEmpty || path.hasPrefix("/") { return path }
        return folder == "/" ? "/\(path)" : "\(folder)/\(path)"
    }

    func resolved(_ path: String?) -> String? { path.map { resolved($0) } }
}

extension Configuration {
    private mutating func read(_ fields: Fields) {
        for key in fields.present { lines[key] = fields[key]?.place.line }
        model = fields.optionalText("model")
        output = fields.optionalText("output")
        version = fields.optionalText("version")
        backend = fields.optionalText("backend")
        types = fields.optionalText("types")
        transformable = fields.optionalText("transformable")
        access = fields.optionalText("access")
        interface = fields.optionalText("interface")
        module = fields.optionalText("module")
        templates = fields.optionalText("templates")
        identity = fields["identity"].map(Configuration.identity) ?? []
        queries =
            fields.members("queries", called: "a query", expected: "a mapping", allowEmpty: true)
            .compactMap { Fields($0, .query) }.map(Configuration.query)
    }

    private static func identity(_ entry: Entry) -> [IdentityKey] {
        entry.pairs(expected: "the name of an attribute, or a list of names") {
            "\"identity\" of \(quoted($0))"
        }
        .map { key, value in
            IdentityKey(
                entity: key.text() ?? "",
                names: value.isList
                    ? value.listed("a name", expected: "text").compactMap { $0.text() }
                    : value.text().map { [$0] } ?? [],
                line: key.place.line
            )
        }
    }

    private static func query(_ fields: Fields) -> Query {
        var query = QueryParts(
            name: fields.text("name"),
            entity: fields.text("entity"),
            labels: .ofQuery("")
        )
        query.predicate = fields.optionalText("predicate")
        query.form = fields.optionalText("form")
        if let sort = fields["sort"] {
            query.sort = sort.isList ? fields.texts("sort") : sort.text().map { [$0] } ?? []
        }
        check(&query, fields)
        query.labels = .ofQuery(query.name)
        return Query(parts: query, line: fields.place.line)
    }

    private static func check(_ query: inout QueryParts, _ fields: Fields) {
        guard let form = query.form else {
            for key in ["name", "entity"] where fields[key] == nil {
                fields.findings.error(
                    "missing-key",
                    at: fields.place,
                    "this query has no \"\(key)\""
                )
            }
            return
        }
        if !query.entity.isEmpty || query.predicate != nil || !query.sort.isEmpty {
            fields.findings.error(
                "form-and-parts",
                at: fields.place,
                "this query has a form and also \"entity\", \"predicate\" or \"sort\"",
                fix: "leave out \"entity\", \"predicate\" and \"sort\", which the form defines"
            )
        }
        if query.name.isEmpty {
            let file = (form as NSString).lastPathComponent
            query.name = (file as NSString).deletingPathExtension
        }
    }
}

// The keys of the file. The Generating page describes them.
extension Shape {
    fileprivate static let configuration = Shape(
        "the configuration",
        [
            may("model", "the path of a model"), may("output", "the path of a folder"),
            may("version", "the name of a version"), may("backend", "store or coredata"),
            may("types", "strict or xcode"), may("transformable", "typed or data"),
            may("access", "public, package or internal"),
            may("interface", "the path of a folder"), may("module", "the name of a module"),
            may("templates", "the path of a folder"),
            may("identity", "lines such as \"City: name\" or \"City: [name, country]\""),
            may("queries", "a list of queries"),
        ]
    )
    fileprivate static let query = Shape(
        "a query",
        [
            may("name", "a name"), may("entity", "the name of an entity"),
            may("predicate", "a predicate"), may("sort", "a sort key, or a list of sort keys"),
            may("form", "the path of a form"),
        ]
    )
}
