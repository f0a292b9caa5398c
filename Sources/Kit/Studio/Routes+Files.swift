import Foundation
import Generator
import JSON
import LoopbackServer
import QueryForm
import Schema

/// The handlers of requests that read or write files of the project.
extension Studio {
    func attach(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        guard let path = body["path"]?.string else {
            throw HTTPFault(422, "the request does not name a model")
        }
        let found = try project.inside(path)
        try refusing { try attach(found) }
        return overview
    }

    /// Returns the path to which code is generated: a folder of the project, or a Swift file.
    private func output(_ body: JSONNode, _ model: AttachedModel) throws(HTTPFault) -> String {
        if let given = body["output"]?.string { return try project.inside(given) }
        return try project.inside(model.project.output ?? project.generatedFolder)
    }

    /// Generates and writes the model's Swift files.
    func generate(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        let model = try attached()
        let output = try output(body, model)
        return try refusing {
            let summary = try generation.generate(model.project.path, to: output)
            return [
                "folder": JSONNode(project.relative(output)),
                "written": JSONNode(summary.written.map { JSONNode($0) }),
                "removed": JSONNode(summary.removed.map { JSONNode($0) }),
                "unchanged": JSONNode(summary.unchanged),
                "stale": JSONNode(summary.kept.map { JSONNode($0) }),
                "begin": JSONNode((manager(of: model, in: output) as NSString).lastPathComponent),
            ]
        }
    }

    /// Returns the path of the file with the model's manager, the generated type that opens the
    /// store. The path is `output` itself if all code is in one file.
    private func manager(of model: AttachedModel, in output: String) -> String {
        output.hasSuffix(".swift")
            ? output : "\(output)/\(modelTypeName(model.schema.name))Manager.swift"
    }

    /// Returns the name of the manager's file if that file does not exist; otherwise nil. The code
    /// of saved queries needs the manager.
    private func missingManager(of model: AttachedModel, in output: String) -> String? {
        let path = manager(of: model, in: output)
        let isThere = FileManager.default.fileExists(atPath: path)
        return isThere ? nil : (path as NSString).lastPathComponent
    }

    /// Saves the query as a form in the project, and writes its Swift method.
    func save(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        let model = try attached()
        var form = try form(body["form"])
        let name = body["name"]?.string ?? ""
        guard isMethodName(name) else {
            throw HTTPFault(
                422,
                name.isEmpty
                    ? "the query needs a name"
                    : "\"\(name.prefix(100))\" cannot be the name of a method",
                fix: "use a letter followed by letters and digits, such as citiesStartingWith"
            )
        }
        form.name = name
        let output = try output(body, model)
        var update = Update(
            model: model,
            form: form,
            typed: body["text"]?.string,
            values: [:],
            rowsLimit: rowsLimit
        )
        let answer = update.answer()
        guard let swift = answer["swift"]?.string else {
            let first = answer["findings"].flatMap(firstProblem) ?? "the query is not complete"
            throw HTTPFault(422, "nothing was saved: \(first)")
        }
        return try refusing {
            try OutputFolder(path: folder(of: output)).check(against: model.project.path)
            if let other = SavedQueries(project: project).other(inFileOf: name) {
                throw HTTPFault(
                    422,
                    "the query \"\(other)\" of the project has the same Swift file as \"\(name)\"",
                    fix: "save the query under another name"
                )
            }
            let hasForm = answer["noForm"]?.string == nil
            // The saved form would remain. The next run of the generator would write the form's
            // code in addition to this query, or in its place.
            if !hasForm, SavedQueries(project: project).names.contains(name) {
                throw HTTPFault(
                    422,
                    "this predicate cannot replace the query \"\(name)\" of the project, because that query is a form and the predicate cannot be shown as a form",
                    fix: "save the predicate under another name"
                )
            }
            if body["preview"]?.kind == .boolean(true) {
                return try preview(
                    hasForm ? update.form : nil,
                    swift,
                    as: name,
                    of: model,
                    to: output
                )
            }
            let written =
                hasForm
                ? try save(update.form, as: name, of: model, to: output, body)
                : [try write(swift, name, model, beside: output)]
            return [
                "written": JSONNode(written.map { JSONNode(project.relative($0)) }),
                "form": hasForm ? update.form.json : JSONNode(.null),
                "missing": JSONNode(missingManager(of: model, in: output)),
                "queries": JSONNode(SavedQueries(project: project).names.map { JSONNode($0) }),
            ]
        }
    }

    /// Returns the lines that saving would change in each file. Writes nothing in the project.
    private func preview(
        _ form: QueryForm?,
        _ swift: String,
        as name: String,
        of model: AttachedModel,
        to output: String
    ) throws -> JSONNode {
        let code = "\(folder(of: output))/\(queryFileName(name))"
        guard let form else { return differences([GeneratedText(path: code, text: swift)]) }
        return differences(try texts(of: form, as: name, of: model, to: output))
    }

    /// Returns the files that saving the form would write, with their new texts. Writes nothing in
    /// the project.
    ///
    /// - Throws: an error if the code cannot be generated, or if it would replace a file that cdgen
    ///   did not generate.
    private func texts(
        of form: QueryForm,
        as name: String,
        of model: AttachedModel,
        to output: String
    ) throws -> [GeneratedText] {
        let path = try project.inside(try SavedQueries(project: project).path(of: name))
        let draft = FileManager.default.temporaryDirectory.appendingPathComponent(
            "cdgen-studio-\(UUID().uuidString).json"
        )
        try Data(form.json.text.utf8).write(to: draft)
        defer { try? FileManager.default.removeItem(at: draft) }
        let files = try generation.preview(
            name,
            form: path,
            draft: draft.path,
            of: model.project.path,
            to: output
        )
        return [GeneratedText(path: path, text: form.json.text)] + files
    }

    private func differences(_ files: [GeneratedText]) -> JSONNode {
        let changed = files.compactMap { file -> JSONNode? in
            let old = FileManager.default.contents(atPath: file.path)
            let lines = LineDifference(
                from: old.map { String(decoding: $0, as: UTF8.self) } ?? "",
                to: file.text
            )
            if old != nil, lines.isEmpty { return nil }
            return [
                "path": JSONNode(project.relative(file.path)), "isNew": JSONNode(old == nil),
                "lines": lines.json,
            ]
        }
        return ["files": JSONNode(changed)]
    }

    private func save(
        _ form: QueryForm,
        as name: String,
        of model: AttachedModel,
        to output: String,
        _ body: JSONNode
    ) throws -> [String] {
        // Nothing is saved if the code cannot be generated. Otherwise, `.cdgen.yml` would contain a
        // query that makes each later run of the generator fail.
        _ = try texts(of: form, as: name, of: model, to: output)
        let isWanted = body["replace"]?.kind == .boolean(true)
        let queries = SavedQueries(project: project)
        let file = try queries.save(form, as: name, replacing: isWanted, body["was"])
        let path = try project.inside(file)
        do {
            let code = try generation.save(name, form: path, of: model.project.path, to: output)
            return [path] + code
        } catch {
            throw HTTPFault(
                422,
                "the query was saved in \(file), but its Swift code was not written: \(error)"
            )
        }
    }

    private func folder(of output: String) -> String {
        output.hasSuffix(".swift") ? (output as NSString).deletingLastPathComponent : output
    }

    /// Writes the code of a query that was typed as text and cannot be expressed as a form. No form
    /// is saved, so the code cannot be generated again later.
    private func write(
        _ swift: String,
        _ name: String,
        _ model: AttachedModel,
        beside output: String
    ) throws -> String {
        let folder = folder(of: output)
        let file = GeneratedFile(name: queryFileName(name), text: swift)
        try Generator.write([file], to: folder, source: model.source)
        return "\(folder)/\(file.name)"
    }

    func open(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        guard let name = body["name"]?.string else {
            throw HTTPFault(422, "the request does not name a query")
        }
        return try refusing {
            ["form": try SavedQueries(project: project).open(name).form.json]
        }
    }
}

/// Returns the result of `body`. An error that is not an `HTTPFault` becomes one.
private func refusing<Result>(_ body: () throws -> Result) throws(HTTPFault) -> Result {
    do {
        return try body()
    } catch let fault as HTTPFault {
        throw fault
    } catch {
        throw HTTPFault(422, "\(error)")
    }
}

private func firstProblem(_ findings: JSONNode) -> String? {
    guard case .list(let all) = findings.kind else { return nil }
    return all.first { $0["severity"]?.string == "error" }?["problem"]?.string
}
