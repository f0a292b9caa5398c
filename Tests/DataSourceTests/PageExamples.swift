import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
import TestTraits
import Testing

// The blocks of the page DataSource, compiled and run.

private enum PlacesModel {
    static let definition = Place.model
}

private func pageExampleOfAList(
    _ store: CacheStore,
    _ server: URL,
    show: @Sendable ([Place]) -> Void,
    showActivity: @Sendable (Bool) -> Void
) async {
    let facade = DataSourceFacade(store: store, remote: HTTPRemote(base: server))
    let places = DataSource(facade, SourceRequest(Place.self, path: "/places", isWhole: true))
    for await event in places.events(.cacheAndNetwork) {
        switch event {
        case .cached(let list): show(list.elements)
        case .changed(let batch): show(batch.snapshot.elements)
        case .refreshing: showActivity(true)
        case .refreshed, .failed: showActivity(false)
        }
    }
}

private func pageExampleOfADocument(_ home: URL, _ picture: Data) async throws -> [String] {
    let document = try StoreDocument(user: "ada", in: home, model: PlacesModel.definition)
    await document.edit { try $0.save(Place(name: "Home")) }
    try document.attach(picture, named: "home.jpg")
    let places = try await document.fetch(Place.self)
    try await document.save()
    let isUndone = try await document.undo()
    #expect(isUndone)
    #expect(try document.attachment(named: "home.jpg") == picture)
    #expect(try await document.fetch(Place.self).isEmpty)
    return places.map(\.name)
}

@Suite(.serialized, .blocking) struct PageExamples {
    @Test func theListOfThePageShowsTheStoreAndThenTheAnswer() async throws {
        let server = try LoopbackServer { _, _ in .send(200, json("a", "b")) }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Place.model)
        try await store.context.save(Place(id: 9, name: "old"))
        let shown = Shown()
        let url = server.url
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await pageExampleOfAList(store, url) { places in
                    let names = places.map(\.name).joined(separator: " ")
                    shown.add(names)
                } showActivity: { isActive in
                    shown.add(isActive ? "…" : "done")
                }
            }
            _ = try? await eventually { shown.texts.count >= 4 }
            group.cancelAll()
        }
        #expect(shown.texts == ["old", "…", "a b", "done"])
    }

    @Test func theDocumentOfThePageShowsAnEditAtOnce() async throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: home) }
        #expect(try await pageExampleOfADocument(home, Data([1, 2])) == ["Home"])
    }

    @Test func everyExampleOnThePageIsInThisFile() throws {
        let here = URL(fileURLWithPath: #filePath)
        let page = here.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/Kit/DataSource/DataSource.docc/DataSource.md")
        let source = withoutSpace(try String(contentsOf: here, encoding: .utf8))
        let blocks = try String(contentsOf: page, encoding: .utf8)
            .components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == 2)
        for block in blocks {
            #expect(source.contains(withoutSpace(block)), "not compiled:\n\(block)")
        }
    }
}

private final class Shown: Sendable {
    private let box = Mutex<[String]>([])

    var texts: [String] { box.withLock { $0 } }

    func add(_ text: String) { box.withLock { $0.append(text) } }
}

private func withoutSpace(_ text: String) -> String { text.filter { !$0.isWhitespace } }
