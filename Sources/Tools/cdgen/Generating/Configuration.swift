import Diagnostics
import Foundation
import SchemaReader
import YAMLFields
import Yams

/// Contents of `.cdgen.yml`: the options of a run and its queries.
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
    var templates: String?
    var queries: [Query] = []
    var identity: [IdentityKey] = []
    /// Line numbers of the keys.
    var lines: [String: Int] = [:]

    /// Reads the file at `path`. Nil if it does not exist and was not requested.
    ///
    /// - Throws: `DiagnosticError` with every place that cannot be understood.
    static func read(_ path: String?) throws -> Configuration? {
        let file = path ?? fileName
        guard let data = FileManager.default.contents(atPath: file) else {
            if path == nil, !FileManager.default.fileExists(atPath: file) { return nil }
            throw DiagnosticError(
                "no-configuration",
                at: .init(file: file),
                "there is no such file, or it cannot be read",
                status: .noInput
            )
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw DiagnosticError(
                "not-utf8",
                at: .init(file: file),
                "the file is not UTF-8 text",
                fix: "save it as UTF-8",
                status: .configuration
            )
        }
        return try parsed(text, file: file)
    }

    /// - Throws: `DiagnosticError` if the model is not where the file says.
    func checkModel() throws {
        guard let model, !FileManager.default.fileExists(atPath: resolved(model)) else { return }
        throw DiagnosticError(
            "no-model",
            at: .init(file: file, line: lines["model"]),
            "there is no \(resolved(model))",
            fix: "give the path of the .xcdatamodeld folder, as it is from the folder of the file",
            status: .noInput
        )
    }

    static func parsed(_ text: String, file: String) throws -> Configuration {
        // Editors of Windows mark a text as UTF-8.
        let isMarked = text.unicodeScalars.first == "\u{FEFF}"
        var reader = ConfigurationReader(
            file,
            isMarked ? String(text.unicodeScalars.dropFirst()) : text
        )
        return try reader.read()
    }

    /// A path that the file gives, from where cdgen runs: the file gives it from its own folder.
    func resolved(_ path: String) -> String {
        let folder = folder(ofPath: file)
        if folder.isEmpty || path.hasPrefix("/") { return path }
        return folder == "/" ? "/\(path)" : "\(folder)/\(path)"
    }
}

private struct ConfigurationReader {
    private let file: String
    private let text: String
    private var errors: [Diagnostic] = []

    init(_ file: String, _ text: String) {
        self.file = file
        self.text = text
    }

    mutating func read() throws -> Configuration {
        var result = Configuration(file: file)
        let node: Node?
        do {
            if let mark = try YAMLExpansion.excess(in: text) {
                let words =
                    "more than \(YAMLExpansion.limit) values with its aliases written out; "
                    + YAMLExpansion.advice
                throw DiagnosticError(
                    [wrong("aliases", mark.line, words)],
                    status: .configuration
                )
            }
            node = try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw DiagnosticError(
                [wrong("not-yaml", line(of: error), "this is not YAML: \(reason(error))")],
                status: .configuration
            )
        }
        if let node, node.null == nil {
            guard let mapping = node.mapping else {
                throw DiagnosticError(
                    [wrong("not-a-mapping", node.mark?.line, "expected keys with values")],
                    status: .configuration
                )
            }
            for (key, value) in mapping { read(key, value, into: &result) }
        }
        if !errors.isEmpty { throw DiagnosticError(errors, status: .configuration) }
        return result
    }

    private mutating func read(_ key: Node, _ value: Node, into result: inout Configuration) {
        if let name = key.string { result.lines[name] = key.mark?.line }
        switch key.string {
        case "model": result.model = text(value, "model")
        case "output": result.output = text(value, "output")
        case "version": result.version = text(value, "version")
        case "backend": result.backend = text(value, "backend")
        case "types": result.types = text(value, "types")
        case "templates": result.templates = text(value, "templates")
        case "identity": result.identity = identity(value)
        case "queries":
            guard let list = value.sequence else {
                if value.null == nil {
                    errors.append(wrong("not-a-list", value.mark?.line, "\"queries\" is no list"))
                }
                return
            }
            result.queries = list.compactMap { query($0) }
        default: unknown(key, known)
        }
    }

    private let known = [
        "model", "output", "version", "backend", "types", "templates", "identity", "queries",
    ]

    private mutating func identity(_ node: Node) -> [IdentityKey] {
        guard let mapping = node.mapping else {
            if node.null == nil {
                errors.append(
                    wrong(
                        "not-a-mapping",
                        node.mark?.line,
                        "\"identity\" needs entities with the names of their attributes"
                    )
                )
            }
            return []
        }
        return mapping.map { key, value in
            let name = text(key, "identity") ?? ""
            let names = value.sequence.map { $0.compactMap { text($0, name) } }
            return IdentityKey(
                entity: name,
                names: names ?? text(value, name).map { [$0] } ?? [],
                line: key.mark?.line
            )
        }
    }

    private mutating func query(_ node: Node) -> Configuration.Query? {
        guard let mapping = node.mapping else {
            errors.append(wrong("not-a-mapping", node.mark?.line, "a query is keys with values"))
            return nil
        }
        var query = QueryParts(name: "", entity: "", labels: .ofQuery(""))
        let line = node.mark?.line
        for (key, value) in mapping {
            switch key.string {
            case "name": query.name = text(value, "name") ?? ""
            case "entity": query.entity = text(value, "entity") ?? ""
            case "predicate": query.predicate = text(value, "predicate")
            case "sort":
                query.sort =
                    value.sequence?.compactMap { text($0, "sort") }
                    ?? text(value, "sort").map { [$0] } ?? []
            case "form": query.form = text(value, "form")
            default: unknown(key, ["name", "entity", "predicate", "sort", "form"])
            }
        }
        check(&query, line)
        query.labels = .ofQuery(query.name)
        return Configuration.Query(parts: query, line: line)
    }

    private mutating func check(_ query: inout QueryParts, _ line: Int?) {
        if let form = query.form {
            if !query.entity.isEmpty || query.predicate != nil || !query.sort.isEmpty {
                var found = wrong(
                    "form-and-parts",
                    line,
                    "this query has both a form and parts"
                )
                found.fix = "leave out \"entity\", \"predicate\" and \"sort\", which the form has"
                errors.append(found)
            }
            if query.name.isEmpty {
                let file = (form as NSString).lastPathComponent
                query.name = (file as NSString).deletingPathExtension
            }
            return
        }
        for (name, value) in [("name", query.name), ("entity", query.entity)] where value.isEmpty {
            errors.append(wrong("missing-key", line, "this query has no \"\(name)\""))
        }
    }

    private mutating func text(_ node: Node, _ key: String) -> String? {
        if let text = node.scalar?.string, !text.isEmpty, node.null == nil { return text }
        errors.append(wrong("not-text", node.mark?.line, "the value of \"\(key)\" is no text"))
        return nil
    }

    private mutating func unknown(_ key: Node, _ known: [String]) {
        let name = key.string ?? ""
        var found = wrong("unknown-key", key.mark?.line, "the key \"\(name)\" is not known")
        found.fix = suggestion(for: name, among: known)
        errors.append(found)
    }

    private func wrong(_ id: String, _ line: Int?, _ problem: String) -> Diagnostic {
        Diagnostic(id, at: .init(file: file, line: line), problem)
    }

    private func line(of error: YamlError) -> Int? {
        switch error {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
            mark.line
        case .duplicatedKeysInMapping(_, let context): context.mark.line
        default: nil
        }
    }

    private func reason(_ error: YamlError) -> String {
        switch error {
        case .scanner(_, let problem, _, _), .parser(_, let problem, _, _),
            .composer(_, let problem, _, _):
            problem
        case .duplicatedKeysInMapping(let keys, _):
            "the key \"\(keys.first ?? "")\" is given twice"
        default: "it cannot be read"
        }
    }
}
