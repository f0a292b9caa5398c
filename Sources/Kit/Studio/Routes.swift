import Diagnostics
import Foundation
import Generator
import QueryForm
import Schema

extension Studio {
    /// What the page and its script ask for. Whoever comes here has shown the token.
    func answer(
        _ request: HTTPRequest,
        _ connection: Connection
    ) throws(HTTPFault) -> HTTPResponse? {
        switch (request.method, request.path) {
        case ("GET", "/"): return Page.response()
        case ("GET", "/api/model"): return HTTPResponse(overview)
        case ("GET", "/api/events"):
            sendEvents(to: connection)
            return nil
        case ("POST", let path) where path.hasPrefix("/api/"):
            let body = try json(of: request)
            return HTTPResponse(try post(path, body))
        case ("GET", _):
            throw HTTPFault(404, "there is nothing at this address", fix: "open the page, /")
        default:
            throw HTTPFault(405, "\(request.method.prefix(20)) is not answered here")
        }
    }

    /// The server's part of a keystroke, without the socket: what `/api/update` answers to `body`.
    package func answer(toUpdate body: String) throws -> String {
        try post("/api/update", try readJSONNode(body, file: "body")).line
    }

    private func json(of request: HTTPRequest) throws(HTTPFault) -> JSONNode {
        guard let text = String(validating: request.body, as: UTF8.self) else {
            throw HTTPFault(400, "the body is not UTF-8")
        }
        do {
            return try readJSONNode(text, file: "body")
        } catch {
            throw HTTPFault(400, "the body is no JSON: \(words(error))")
        }
    }

    private func post(_ path: String, _ body: JSONNode) throws(HTTPFault) -> JSONNode {
        switch path {
        case "/api/update": return try update(body)
        case "/api/complete": return try complete(body)
        case "/api/attach": return try attach(body)
        case "/api/generate": return try generate(body)
        case "/api/save": return try save(body)
        case "/api/open": return try open(body)
        default: throw HTTPFault(404, "there is nothing at this address")
        }
    }

    // MARK: - The page

    private var overview: JSONNode {
        let state = current
        return [
            "version": JSONNode(state.version),
            "project": JSONNode(URL(fileURLWithPath: project.root).lastPathComponent),
            "models": JSONNode(project.models.map { JSONNode($0) }),
            "output": JSONNode(
                state.model?.project.output.map(project.relative) ?? project.generatedFolder
            ),
            "queries": JSONNode(SavedQueries(project: project).names.map { JSONNode($0) }),
            "problem": JSONNode(state.problem),
            "model": state.model?.json ?? JSONNode(.null),
        ]
    }

    /// A line for each change of the model, until the page goes away.
    private func sendEvents(to connection: Connection) {
        var head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
        for (name, value) in HTTPResponse.always { head += "\(name): \(value)\r\n" }
        guard connection.send(Array("\(head)\r\n".utf8)) else { return }
        var told = current.version
        guard connection.send(Array("data: \(told)\n\n".utf8)) else { return }
        var quiet = 0
        while !connection.isClosed {
            Thread.sleep(forTimeInterval: 0.1)
            let version = current.version
            quiet += 1
            if version == told, quiet < 100 { continue }
            let text = version == told ? ": still here\n\n" : "data: \(version)\n\n"
            guard connection.send(Array(text.utf8)) else { return }
            (told, quiet) = (version, 0)
        }
    }

    // MARK: - Queries

    private func attached() throws(HTTPFault) -> AttachedModel {
        if let model = current.model { return model }
        throw HTTPFault(409, "no model is attached", fix: "attach a model first")
    }

    private func form(_ node: JSONNode?) throws(HTTPFault) -> QueryForm {
        guard let node else { throw HTTPFault(422, "there is no form") }
        do {
            return try FormFile(node, text: "", file: "form").form
        } catch {
            throw HTTPFault(422, problems(error))
        }
    }

    private func update(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        var values: [String: String] = [:]
        if case .object(let members)? = body["values"]?.kind {
            for member in members { values[member.key] = member.value.string }
        }
        var update = Update(
            try attached(),
            try form(body["form"]),
            typed: body["text"]?.string,
            values: values
        )
        return update.answer()
    }

    private func complete(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        guard let text = body["text"]?.string, let entity = body["entity"]?.string else {
            throw HTTPFault(422, "there is no text to complete")
        }
        return Completion(
            text,
            caret: body["caret"]?.integer ?? text.utf16.count,
            entity: entity,
            in: try attached().schema
        ).json
    }

    // MARK: - Files

    private func attach(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        guard let path = body["path"]?.string else { throw HTTPFault(422, "no model is named") }
        let found = try project.inside(path)
        do { try attach(found) } catch { throw HTTPFault(422, words(error)) }
        return overview
    }

    /// Where code goes: a folder of the project, or a Swift file.
    private func output(_ body: JSONNode, _ model: AttachedModel) throws(HTTPFault) -> String {
        if let given = body["output"]?.string { return try project.inside(given) }
        return try project.inside(model.project.output ?? project.generatedFolder)
    }

    /// Writes the model's Swift files.
    private func generate(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        let model = try attached()
        let output = try output(body, model)
        do {
            let summary = try generation.generate(model.project.path, to: output)
            let isFile = output.hasSuffix(".swift")
            let manager = "\(modelTypeName(model.schema.name))Manager.swift"
            return [
                "folder": JSONNode(project.relative(output)),
                "written": JSONNode(summary.written.map { JSONNode($0) }),
                "removed": JSONNode(summary.removed.map { JSONNode($0) }),
                "unchanged": JSONNode(summary.unchanged),
                "stale": JSONNode(summary.kept.map { JSONNode($0) }),
                "begin": JSONNode(isFile ? (output as NSString).lastPathComponent : manager),
            ]
        } catch {
            throw HTTPFault(422, words(error))
        }
    }

    /// Saves the form in the project, and writes the code of its method.
    private func save(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        let model = try attached()
        var form = try form(body["form"])
        guard let name = body["name"]?.string, isMethodName(name) else {
            throw HTTPFault(
                422,
                "the query needs a name",
                fix: "begin with a letter, then letters and digits: citiesStartingWith"
            )
        }
        form.name = name
        let output = try output(body, model)
        var update = Update(model, form, typed: body["text"]?.string, values: [:])
        let answer = update.answer()
        guard let swift = answer["swift"]?.string else {
            let first = answer["findings"].flatMap(firstProblem) ?? "the query is not complete"
            throw HTTPFault(422, "nothing was saved: \(first)")
        }
        do {
            try OutputFolder(path: folder(of: output)).check(against: model.project.path)
            let hasForm = answer["noForm"]?.string == nil
            let written =
                hasForm
                ? try save(update.form, as: name, of: model, to: output, body)
                : [try write(swift, name, model, beside: output)]
            return [
                "written": JSONNode(written.map { JSONNode(project.relative($0)) }),
                "form": hasForm ? update.form.json : JSONNode(.null),
                "queries": JSONNode(SavedQueries(project: project).names.map { JSONNode($0) }),
            ]
        } catch let fault as HTTPFault {
            throw fault
        } catch {
            throw HTTPFault(422, words(error))
        }
    }

    private func save(
        _ form: QueryForm,
        as name: String,
        of model: AttachedModel,
        to output: String,
        _ body: JSONNode
    ) throws -> [String] {
        let isWanted = body["replace"]?.kind == .boolean(true)
        let queries = SavedQueries(project: project)
        let file = try queries.save(form, as: name, replacing: isWanted, body["was"])
        let path = try project.inside(file)
        do {
            let code = try generation.save(
                name,
                form: path,
                of: model.project.path,
                to: output
            )
            return [path] + code
        } catch {
            throw HTTPFault(422, "the form is saved in \(file), but not its code: \(words(error))")
        }
    }

    private func folder(of output: String) -> String {
        output.hasSuffix(".swift") ? (output as NSString).deletingLastPathComponent : output
    }

    /// Writes the code of a text that has no form, which nothing can generate again.
    private func write(
        _ swift: String,
        _ name: String,
        _ model: AttachedModel,
        beside output: String
    ) throws -> String {
        let folder = folder(of: output)
        let file = GeneratedFile(name: "\(name).swift", text: swift)
        _ = try Generator.write([file], to: folder, source: model.source)
        return "\(folder)/\(name).swift"
    }

    private func open(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        guard let name = body["name"]?.string else { throw HTTPFault(422, "no query is named") }
        do {
            return ["form": try SavedQueries(project: project).open(name).form.json]
        } catch let fault as HTTPFault {
            throw fault
        } catch {
            throw HTTPFault(422, words(error))
        }
    }
}

private func firstProblem(_ findings: JSONNode) -> String? {
    guard case .list(let all) = findings.kind else { return nil }
    return all.first { $0["severity"]?.string == "error" }?["problem"]?.string
}

private func words(_ error: any Error) -> String {
    (error as? DiagnosticError)?.description ?? "\(error)"
}

/// What is wrong with a form that has no text of its own to point at.
private func problems(_ error: any Error) -> String {
    guard let error = error as? DiagnosticError else { return "\(error)" }
    return error.diagnostics.map {
        [$0.problem, $0.expected.map { "expected \($0)" }].compactMap { $0 }.joined(separator: "; ")
    }.joined(separator: "\n")
}
