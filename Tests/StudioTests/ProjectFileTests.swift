import Foundation
import JSON
import Studio
import Synchronization
import TestSupport
import TestTraits
import Testing

/// Changes the model right after it is first read, as a model editor may while the studio starts.
private struct ChangingModel: ProjectGeneration {
    var files: [String] { [] }

    func configuredModel() -> String? { nil }

    func model(at path: String) throws -> ProjectModel {
        let model = try PlainGeneration().model(at: path)
        let file = URL(fileURLWithPath: "\(path)/Shop.xcdatamodel/contents")
        let text = try String(contentsOf: file, encoding: .utf8)
        let changed = text.replacingOccurrences(of: "price", with: "costs")
        if changed != text { try Data(changed.utf8).write(to: file, options: .atomic) }
        return model
    }

    func generate(_ path: String, to output: String) throws -> GenerationSummary {
        try PlainGeneration().generate(path, to: output)
    }

    func save(_ name: String, form: String, of path: String, to output: String) throws -> [String] {
        try PlainGeneration().save(name, form: form, of: path, to: output)
    }

    func preview(
        _ name: String,
        form: String,
        draft: String,
        of path: String,
        to output: String
    ) throws -> [GeneratedText] {
        try PlainGeneration().preview(name, form: form, draft: draft, of: path, to: output)
    }
}

@Test(.blocking) func aModelThatChangesWhileTheStudioStartsIsReadAgain() throws {
    let open = try OpenStudio(generation: ChangingModel())
    #expect(try open.hasVersion(1))
    #expect(try open.update(text: "costs > 1")["swift"]?.string != nil)
}

@Test(.blocking) func aFormThatIsNotUTF8IsNotOpenedAndNotReplacedUnasked() throws {
    let open = try OpenStudio()
    func form(_ name: String) -> JSONNode {
        let condition: JSONNode = [
            "attribute": "name", "compare": "==", "value": JSONNode(name),
        ]
        return ["entity": "Item", "where": condition]
    }
    _ = try open.ask("/api/save", ["form": form("Zurich"), "name": "someItems"])
    let file = URL(fileURLWithPath: open.folder.path("Queries/someItems.json"))
    var bytes = try Data(contentsOf: file)
    let u = try #require(bytes.firstIndex(of: UInt8(ascii: "Z"))) + 1
    // "ü" in Latin-1.
    bytes[u] = 0xFC
    try bytes.write(to: file)
    let answer = try open.post("/api/open", ["name": "someItems"])
    #expect(answer.status == 422)
    #expect(answer.body.contains("is not UTF-8 text"), "\(answer.body)")
    let body: JSONNode = [
        "form": form("Zurich"), "name": "someItems", "was": form("Z\u{FFFD}rich"),
    ]
    #expect(try open.post("/api/save", body).status == 409)
    #expect(try Data(contentsOf: file) == bytes)
}

/// Two pages may save at the same moment; the second must be asked before it replaces the first.
@Test(.blocking) func onlyOneOfSeveralFirstSavesOfANameSucceeds() throws {
    let open = try OpenStudio()
    let (port, token) = (open.port, open.token)
    let saved = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { number in
        let body: JSONNode = [
            "form": ["entity": "Item", "limit": JSONNode(number + 1)], "name": "someItems",
        ]
        let text = body.line
        let head = """
            POST /api/save HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Origin: http://127.0.0.1:\(port)\r
            X-Studio-Token: \(token)\r
            Content-Length: \(text.utf8.count)\r
            Connection: close\r
            \r

            """
        guard let wire = Wire(port) else { return }
        wire.send(head + text)
        let status = HTTPAnswer(wire.receive()).status
        saved.withLock { $0.append(status) }
    }
    let statuses = saved.withLock { $0 }
    #expect(statuses.count == 6)
    #expect(statuses.count { $0 == 200 } == 1, "\(statuses)")
}
