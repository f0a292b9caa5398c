import Foundation
import JSON
import LoopbackServer
import QueryForm
import Studio
import TestSupport
import Testing

let shopModel = """
    <model>
        <entity name="Item">
            <attribute name="code" optional="YES" attributeType="String"/>
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="price" optional="YES" attributeType="Integer 32"/>
            <relationship name="maker" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Maker" inverseName="items" inverseEntity="Maker"/>
        </entity>
        <entity name="Maker">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="maker" inverseEntity="Item"/>
        </entity>
    </model>
    """

/// A studio on a project in a folder of its own, stopped when the value goes.
final class OpenStudio {
    let folder: TemporaryFolder
    let studio: Studio
    let port: UInt16
    let token: String

    /// - Parameter project: the project's folder in `folder`; nil for `folder` itself.
    init(
        project: String? = nil,
        model: String = shopModel,
        isAttached: Bool = true,
        store: String? = nil,
        generation: any ProjectGeneration = PlainGeneration(),
        limits: ServerLimits = ServerLimits(),
        rows: Double = 60
    ) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        try FileManager.default.createDirectory(
            atPath: folder.path("Sources/App"),
            withIntermediateDirectories: true
        )
        let root = project.map { folder.path($0) } ?? folder.url.path
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let path = folder.path("Model/Shop.xcdatamodeld/Shop.xcdatamodel")
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
        try Data(model.utf8).write(to: URL(fileURLWithPath: path + "/contents"))
        studio = try Studio(
            project: root,
            model: isAttached ? folder.path("Model/Shop.xcdatamodeld") : nil,
            store: store,
            generation: generation,
            limits: limits,
            rowsLimit: rows
        )
        let address = try studio.start(port: 0)
        let url = try #require(URL(string: address))
        port = UInt16(try #require(url.port))
        token = String(address.split(separator: "=").last ?? "")
    }

    deinit { studio.stop() }

    func raw(_ text: String) throws -> HTTPAnswer {
        let wire = try #require(Wire(port))
        wire.send(text)
        return HTTPAnswer(wire.receive())
    }

    func get(_ path: String, headers: String = "") throws -> HTTPAnswer {
        try raw(
            "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-Studio-Token: \(token)\r\n\(headers)Connection: close\r\n\r\n"
        )
    }

    func post(_ path: String, _ json: JSONNode) throws -> HTTPAnswer {
        let body = json.line
        return try raw(
            "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\nX-Studio-Token: \(token)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
    }

    /// The answer's JSON, of a request that must succeed.
    func ask(_ path: String, _ json: JSONNode) throws -> JSONNode {
        let answer = try post(path, json)
        try #require(answer.status == 200, "\(answer.body)")
        return try readFormJSON(answer.body, file: "answer")
    }

    func update(text: String, sort: JSONNode = [], values: JSONNode = [:]) throws -> JSONNode {
        try ask(
            "/api/update",
            ["form": ["entity": "Item", "sort": sort], "text": JSONNode(text), "values": values]
        )
    }

    /// The generated files with their texts.
    func generated() throws -> [String: String] {
        let place = folder.path("Sources/App/Generated")
        let names = try FileManager.default.contentsOfDirectory(atPath: place)
        let texts = try names.map { try String(contentsOfFile: "\(place)/\($0)", encoding: .utf8) }
        return Dictionary(uniqueKeysWithValues: zip(names, texts))
    }

    /// The number that grows when the model changes.
    func version() throws -> Int? {
        try readFormJSON(try get("/api/version").body, file: "answer")["version"]?.integer
    }

    /// Waits for a version.
    func hasVersion(_ number: Int) throws -> Bool {
        for _ in 0..<100 {
            if try version() == number { return true }
            usleep(100_000)
        }
        return false
    }

    func overview() throws -> JSONNode {
        try readFormJSON(try get("/api/model").body, file: "answer")
    }
}

extension JSONNode {
    var elements: [JSONNode] { if case .list(let all) = kind { all } else { [] } }
    var strings: [String] { elements.compactMap(\.string) }
    /// The cells of a column of the page's table.
    func column(_ name: String, of rows: String) -> [String?] {
        guard let position = self["columns"]?.strings.firstIndex(of: name) else { return [] }
        return self[rows]?.elements.map { $0.elements[position + 1].string } ?? []
    }
}
