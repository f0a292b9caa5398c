import CacheStore
import DataAccess
import Foundation
import SeededRandom
import TestSupport
import TestTraits
import Testing

private let marks = model([entity("Mark", [.integer64("batch")])], "Marks")
private let later = model(
    [
        entity(
            "Mark",
            [
                AttributeDescription("number", .integer64, renamingIdentifier: "batch"),
                AttributeDescription("note", .string, isOptional: false, initial: .text("none")),
            ]
        )
    ],
    "Marks"
)

private func model(_ entities: [EntityDescription], _ name: String) -> StoreModel {
    model(name, nil, entities)
}

@Suite(.serialized, .blocking) struct HookFaults {
    /// The parts of the hook before, during and after the migration say 1, 2 and 3.
    @Test(arguments: [1, 2, 3]) func aKillInsideAHookLeavesTheOldVersion(_ part: Int) async throws {
        try await withFile { path in
            let count = 4000
            try await makeStore(
                path,
                marks,
                [
                    """
                    INSERT INTO Mark WITH RECURSIVE n(i) AS
                    (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT \(count)) SELECT i + 1, i FROM n
                    """
                ]
            )
            var random = SplitMix64(seed: UInt64(part))
            for round in 0..<3 {
                let copy = "\(path).\(round)"
                try FileManager.default.copyItem(atPath: path, toPath: copy)
                let delay = UInt32.random(in: 0...4000, using: &random)
                let last = try killed("hook", copy, after: part, delay: delay)
                let table = try #require(try StoreContents(fileAt: copy).tables.first)
                // The commit may come before the kill, never a part of the work.
                if last < 4, table.columns == ["batch", "id"] {
                    let old = try CacheStore(fileAt: copy, model: marks)
                    #expect(old.opening == .opened)
                    let sum = "SELECT sum(batch) || ' ' || count(*) FROM Mark"
                    #expect(
                        try await texts(old, sum) == ["\(count * (count - 1) / 2) \(count)"]
                    )
                    try old.close()
                    _ = try killed("hook", copy, after: 4)
                }
                let store = try CacheStore(fileAt: copy, model: later)
                #expect(store.opening == .opened)
                let wrong = """
                    SELECT count(*) FROM Mark WHERE number != id * 2 OR note != 'was ' || id
                    """
                #expect(try await texts(store, wrong) == ["0"])
                #expect(try await texts(store, "SELECT count(*) FROM Mark") == ["\(count)"])
                #expect(try await texts(store, "PRAGMA integrity_check") == ["ok"])
                try store.close()
            }
        }
    }

    @Test func processesThatStartTogetherRunAHookOnce() async throws {
        try await withFile { path in
            let rows = (0..<50).map { "INSERT INTO Mark VALUES (\($0 + 1), \($0))" }
            try await makeStore(path, marks, rows)
            let workers = try (0..<6).map { _ in
                let worker = Process()
                worker.executableURL = Tool.root.appendingPathComponent(".build/debug/StoreWorker")
                worker.arguments = ["hook", path]
                worker.standardOutput = Pipe()
                try worker.run()
                return worker
            }
            for worker in workers { worker.waitUntilExit() }
            #expect(workers.map(\.terminationStatus) == [Int32](repeating: 0, count: 6))
            let store = try CacheStore(fileAt: path, model: later)
            #expect(
                try await texts(store, "SELECT count(*) FROM Mark WHERE number = id * 2") == ["50"]
            )
        }
    }
}
