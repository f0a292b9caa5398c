import Diagnostics
import Foundation
import JSON
import LoopbackServer
import QueryForm
import QueryLanguage

extension Studio {
    /// Answers a request for the page itself, or a request from the page's script. The caller has
    /// already checked the request's token.
    func answer(
        _ request: HTTPRequest,
        _ connection: Connection
    ) throws(HTTPFault) -> HTTPResponse {
        switch (request.method, request.path) {
        case ("GET", "/"): return Page.response()
        case ("GET", "/api/model"): return HTTPResponse(overview)
        case ("GET", "/api/version"): return HTTPResponse(["version": JSONNode(current.version)])
        case ("POST", let path) where path.hasPrefix("/api/"):
            let body = try json(of: request)
            return HTTPResponse(try post(path, body) { !connection.isClosed })
        case ("GET", _):
            throw HTTPFault(404, "there is nothing at this address", fix: "open the page at /")
        default:
            throw HTTPFault(405, "the HTTP method \(request.method.prefix(20)) is not supported")
        }
    }

    /// Returns the answer to a request for `/api/update` with this body. A performance test
    /// measures this call: it does the server's work for one keystroke, except reading and writing
    /// the socket.
    package func answer(toUpdate body: String) throws -> String {
        try post("/api/update", try readFormJSON(body, file: "body")).line
    }

    private func json(of request: HTTPRequest) throws(HTTPFault) -> JSONNode {
        guard let text = String(validating: request.body, as: UTF8.self) else {
            throw HTTPFault(400, "the body of the request is not UTF-8")
        }
        do {
            return try readFormJSON(text, file: "body")
        } catch {
            throw HTTPFault(400, "the body of the request is not JSON: \(error)")
        }
    }

    /// Answers a POST request from the page's script.
    ///
    /// - Parameter isWanted: a function that returns whether a client is still waiting for the
    ///   answer.
    private func post(
        _ path: String,
        _ body: JSONNode,
        isWanted: @escaping () -> Bool = { true }
    ) throws(HTTPFault) -> JSONNode {
        switch path {
        case "/api/update": return try update(body, isWanted)
        case "/api/complete": return try complete(body)
        case "/api/values": return try suggestedValues(body)
        case "/api/record": return try record(body)
        case "/api/attach": return try attach(body)
        case "/api/generate": return try generate(body)
        case "/api/save": return try save(body)
        case "/api/open": return try open(body)
        default: throw HTTPFault(404, "there is nothing at this address")
        }
    }

    // MARK: - The page

    var overview: JSONNode {
        let state = current
        return [
            "version": JSONNode(state.version),
            "project": JSONNode(URL(fileURLWithPath: project.root).lastPathComponent),
            "models": JSONNode(project.models.map { JSONNode($0) }),
            // The path in the same form as in "models". A name would not be enough, because several
            // models may have the same name.
            "attached": JSONNode(state.modelPath.map { project.relative(resolvedPath($0)) }),
            "output": JSONNode(
                state.model?.project.output.map(project.relative) ?? project.generatedFolder
            ),
            "queries": JSONNode(SavedQueries(project: project).names.map { JSONNode($0) }),
            "problem": JSONNode(state.problem),
            "model": state.model?.json ?? JSONNode(.null),
        ]
    }

    // MARK: - Queries

    func attached() throws(HTTPFault) -> AttachedModel {
        if let model = current.model { return model }
        throw HTTPFault(409, "no model is attached", fix: "attach a model first")
    }

    func form(_ node: JSONNode?) throws(HTTPFault) -> QueryForm {
        guard let node else { throw HTTPFault(422, "the request contains no form") }
        do {
            return try FormFile(node, text: "", file: "form").form
        } catch {
            throw HTTPFault(422, problems(error))
        }
    }

    private func update(
        _ body: JSONNode,
        _ isWanted: @escaping () -> Bool
    ) throws(HTTPFault) -> JSONNode {
        var values: [String: String] = [:]
        for member in body["values"]?.members ?? [] { values[member.key] = member.value.string }
        var update = Update(
            model: try attached(),
            form: try form(body["form"]),
            typed: body["text"]?.string,
            values: values,
            view: RowsView(body["view"]),
            rowsLimit: rowsLimit,
            isWanted: isWanted
        )
        let answer = update.answer()
        guard let caret = body["caret"]?.integer, let text = body["text"]?.string,
            let members = answer.members
        else { return answer }
        let completion = Completion(
            text,
            caret: caret,
            entity: update.form.entity,
            in: update.model.records.schema
        )
        return JSONNode(.object(members + [.init("completion", completion.json)]))
    }

    private func suggestedValues(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        guard let entity = body["entity"]?.string, let path = body["path"]?.string else {
            throw HTTPFault(
                422,
                "the request does not name the attribute whose values are requested"
            )
        }
        let text = body["text"]?.string ?? ""
        let records = try attached().records
        return ["values": JSONNode(records.values(of: entity, at: path, containing: text))]
    }

    /// Returns the requested record and its related records. Sample data are adapted to the query,
    /// as in the rows on the page.
    private func record(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        let predicate = body["text"]?.string.flatMap { readPredicate($0).node }
        let records = try attached().records.showing(
            predicate,
            of: body["of"]?.string ?? "",
            now: Date().timeIntervalSinceReferenceDate
        )
        guard let entity = body["entity"]?.string, let row = body["row"]?.integer,
            let page = records.page(of: entity, row)
        else { throw HTTPFault(404, "the requested record does not exist") }
        return page
    }

    private func complete(_ body: JSONNode) throws(HTTPFault) -> JSONNode {
        guard let text = body["text"]?.string, let entity = body["entity"]?.string else {
            throw HTTPFault(422, "the request contains no text to complete")
        }
        return Completion(
            text,
            caret: body["caret"]?.integer ?? text.utf16.count,
            entity: entity,
            in: try attached().records.schema
        ).json
    }
}

/// Returns the problems of a form as text. Line numbers are left out, because the form comes from a
/// request, not from a file.
func problems(_ error: any Error) -> String {
    guard let error = error as? DiagnosticError else { return "\(error)" }
    return error.diagnostics.map {
        [$0.problem, $0.expected.map { "expected \($0)" }].compactMap { $0 }.joined(separator: "; ")
    }.joined(separator: "\n")
}
