import CacheStore
import DataAccess
import Foundation
import TestSupport
import TestTraits
import Testing

private func worked(_ work: [String]) throws -> [Int] {
    let process = Process()
    process.executableURL = Tool.root.appendingPathComponent(".build/debug/StoreWorker")
    process.arguments = work
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
}

private func people(_ store: CacheStore, _ count: Int) async throws {
    try await store.write { connection in
        for number in 1...count {
            try connection.insert(Person(name: "person \(number % 7)"))
        }
    }
}

@Suite(.serialized, .blocking) struct Streams {
    /// A tenth of a million: a list of them takes more than 50 megabytes.
    @Test func memoryDoesNotGrowWithTheNumberOfRecords() async throws {
        try await withFile { path in
            let count = 100_000
            _ = try worked(["fill", path, "\(count)"])
            _ = try worked(["fill", path + ".empty", "1"])
            let least = try worked(["batches", path + ".empty"])[1]
            for work in ["stream", "batches"] {
                let found = try worked([work, path])
                #expect(found[0] == count)
                #expect(found[1] < least + 12_000, "\(work) \(found[1]) kB, an empty one \(least)")
            }
            let listed = try worked(["list", path])
            #expect(listed[0] == count && listed[1] > least + 20_000)
            let copy = path + ".copy"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let deleted = try worked(["delete", path])
            #expect(deleted[0] == count / 2 && deleted[1] < least + 20_000, "\(deleted) \(least)")
            let removed = try worked(["remove", copy])
            #expect(removed[0] == count / 2 && removed[1] < least + 20_000, "\(removed) \(least)")
        }
    }

    /// A loop that began after the store was closed opened the file again, and left a log beside it.
    @Test func aClosedStoreHasNoBatches() async throws {
        try await withFile { path in
            let store = try club(path)
            try await people(store, 3)
            try store.close()
            await #expect(throws: StoreError.self) {
                for try await _ in store.context.batches(Person.self) {}
            }
            #expect(try neighbours(of: path) == ["store.sqlite"])
        }
    }

    @Test(arguments: [1, 3, 500]) func batchesAreWhatAListIs(_ size: Int) async throws {
        try await withFile { path in
            for store in [try club(path), try memoryClub()] {
                try await people(store, 40)
                let queries = [
                    DataQuery.all, DataQuery(orderBy: [.descending("name")], top: 11, skip: 5),
                    DataQuery(filter: .init("name ENDSWITH '3'")),
                    DataQuery(filter: .init("name MATCHES '.*[34]'"), top: 3, skip: 2),
                    DataQuery(filter: .init("name == 'nobody'")),
                ]
                for query in queries {
                    let list = try await store.context.fetch(Person.self, query)
                    var found: [Person] = []
                    let batches = store.context.batches(Person.self, query, of: size)
                    for try await batch in batches {
                        #expect(!batch.isEmpty && batch.count <= size)
                        found += batch
                    }
                    #expect(found == list)
                    let streamed = try await store.read { connection in
                        var found: [Person] = []
                        try connection.forEach(Person.self, query) { found.append($0) }
                        return found
                    }
                    #expect(streamed == list)
                    #expect(try await store.context.count(Person.self, query) == list.count)
                }
                try store.close()
            }
        }
    }

    @Test func aLoopReadsOneStateAndMayWrite() async throws {
        try await withFile { path in
            let store = try club(path)
            try await people(store, 30)
            var count = 0
            for try await batch in store.context.batches(Person.self, of: 10) {
                count += batch.count
                for person in batch {
                    try await store.context.delete(Person.self, try #require(person.identity))
                }
                try await people(store, 10)
            }
            #expect(count == 30)
            #expect(try await store.context.count(Person.self) == 30)
            await #expect(throws: StoreError.self) {
                for try await _ in store.context.batches(
                    Person.self,
                    DataQuery(filter: .init("nothing == 1"))
                ) {}
            }
            try store.close()
        }
    }

    /// The copies come after the records that a loop has not reached yet.
    @Test func aLoopInAWriteVisitsWhatWasThereWhenItBegan() async throws {
        struct Endless: Error {}
        let store = try memoryClub()
        try await store.write { connection in
            for number in 1...1200 { try connection.insert(Team(name: "t\(number)")) }
        }
        let visited = try await store.write { connection in
            var visited: [String] = []
            try connection.forEach(Team.self, DataQuery(orderBy: [.descending("name")])) { team in
                visited.append(team.name)
                if visited.count > 5000 { throw Endless() }
                try connection.insert(Team(name: "a copy of \(team.name)"))
                try connection.save(Team(id: team.id, name: "a \(team.name)"))
            }
            return visited
        }
        #expect(visited == (1...1200).map { "t\($0)" }.sorted(by: >))
        #expect(try await store.context.count(Team.self) == 2400)
        let copied = try await store.write { connection in
            var copied = 0
            try connection.forEach(Team.self) { team in
                copied += 1
                if copied > 5000 { throw Endless() }
                try connection.insert(Team(name: team.name))
            }
            return copied
        }
        #expect(copied == 2400)
    }

    @Test func whatAQueryFindsIsDeletedAndNothingElse() async throws {
        let queries = [
            DataQuery(orderBy: [.descending("name")], top: 11, skip: 5),
            DataQuery(filter: .init("name ENDSWITH '3'")),
            DataQuery(filter: .init("name MATCHES '.*[34]'"), top: 3, skip: 2),
            DataQuery(filter: .init("name == 'nobody'")), DataQuery(skip: 38),
        ]
        for query in queries {
            let store = try memoryClub()
            try await people(store, 40)
            let all = try await store.context.fetch(Person.self)
            let found = try await store.context.fetch(Person.self, query)
            #expect(try await store.context.deleteAll(Person.self, query) == found.count)
            let rest = try await store.context.fetch(Person.self)
            #expect(rest == all.filter { !found.contains($0) })
        }
    }
}
