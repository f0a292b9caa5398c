import CacheStore
import DataAccess
import Foundation
import Testing

@Test func aCancelledImportLeavesNothing() async throws {
    try await withFile { path in
        let store = try club(path)
        let items = (0..<50_000).map { #"{"personID": "\#($0)", "fullName": "n"}"# }
        let text = Data("[\(items.joined(separator: ","))]".utf8)
        let seen = Box<[ImportProgress]>([])
        let holder = Box<Task<ImportReport, any Error>?>(nil)
        let isHeld = DispatchSemaphore(value: 0)
        let task = Task {
            try await store.backgroundContext.importEntities(Person.self, json: text) { progress in
                seen.change { $0.append(progress) }
                if progress.items == 3000 {
                    isHeld.wait()
                    holder.value?.cancel()
                }
            }
        }
        holder.change { $0 = task }
        isHeld.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await store.context.count(Person.self) == 0)
        #expect(seen.value.count < 50)
        #expect(seen.value.map(\.items) == seen.value.map(\.items).sorted())
        let report = try await store.backgroundContext.importEntities(Person.self, json: text)
        #expect(report.items == .init(inserted: 50_000))
    }
}
