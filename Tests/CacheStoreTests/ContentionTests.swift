import CacheStore
import DataAccess
import Foundation
import TestSupport
import TestTraits
import Testing

/// `STORE_ROUNDS=50` is the long run: eight processes for five minutes, or for `CONTENTION_SECONDS`.
private let environment = ProcessInfo.processInfo.environment
private let isLong = (Int(environment["STORE_ROUNDS"] ?? "") ?? 0) >= 50
private let seconds = Double(environment["CONTENTION_SECONDS"] ?? "") ?? (isLong ? 300 : 2)

private func opened(_ path: String, busyTimeout: Double = 5) throws -> CacheStore {
    try CacheStore(
        model: StoreModel(
            name: "Marks",
            statements: ["CREATE TABLE \"Mark\" (\"id\" INTEGER PRIMARY KEY, \"batch\" INTEGER)"],
            // As the worker's: another description would be noted in the file at each opening.
            entities: [
                EntityDescription(
                    name: "Mark",
                    identity: "id",
                    attributes: [
                        AttributeDescription("id", .integer64),
                        AttributeDescription("batch", .integer64),
                    ]
                )
            ]
        ),
        configuration: StoreConfiguration(location: .file(path), busyTimeout: busyTimeout)
    )
}

private func insert(_ batch: Int64, _ store: CacheStore) async throws {
    try await store.write { connection in
        _ = try connection.execute("INSERT INTO \"Mark\" (\"batch\") VALUES (?1)") {
            try $0.bind(batch, at: 1)
        }
    }
}

private func batches(_ store: CacheStore) async throws -> [Int64] {
    try await store.read { connection in
        try connection.rows("SELECT \"batch\" FROM \"Mark\" ORDER BY \"id\"") { $0.int64(0) ?? 0 }
    }
}

/// A worker that has said its first word.
private func started(_ work: [String], waits: Bool = true) throws -> (Process, FileHandle) {
    let process = Process()
    process.executableURL = Tool.root.appendingPathComponent(".build/debug/StoreWorker")
    process.arguments = work
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    if waits { _ = output.fileHandleForReading.availableData }
    return (process, output.fileHandleForReading)
}

private func end(_ process: Process) {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
}

@Suite(.serialized, .blocking) struct ContentionFaults {
    @Test func noWriterOfManyProcessesFindsTheStoreBusy() async throws {
        try await withFile { path in
            let (processes, writers) = (isLong ? 8 : 4, 4)
            try opened(path).close()
            let workers = try (0..<processes).map { number in
                let work = ["contend", path, "\(seconds)", "\(writers)", "\(path).\(number)"]
                return try started(work, waits: false)
            }
            var (busy, times): (Int, [UInt32]) = (0, [])
            for (number, (worker, output)) in workers.enumerated() {
                let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
                worker.waitUntilExit()
                #expect(worker.terminationStatus == 0)
                busy += Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 1
                let data = try Data(contentsOf: URL(fileURLWithPath: "\(path).\(number)"))
                times += data.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
            }
            times.sort()
            func share(_ part: Double) -> Double {
                Double(times[min(times.count - 1, Int(Double(times.count) * part))]) / 1000
            }
            print(
                "\(processes) × \(writers) writers, \(seconds) s: \(times.count) writes, \(busy) busy;",
                "ms: p50 \(share(0.5)), p99 \(share(0.99)), p99.9 \(share(0.999)), worst \(share(1))"
            )
            #expect(busy == 0)
            let store = try opened(path)
            #expect(try await batches(store).count == times.count)
            #expect(share(1) < 5000)
            try store.close()
            let left = try neighbours(of: path).filter { $0.hasSuffix("-queue") }
            #expect(left.isEmpty)
        }
    }

    /// On threads of their own: those of tasks may all be busy.
    @Test func storesGetTheirTurnsInTheOrderInWhichTheyAsked() async throws {
        try await withFile { path in
            let stores = try (0..<6).map { _ in try opened(path, busyTimeout: 60) }
            let (isFree, ended) = (Box(false), Box(0))
            for number in [0, 4, 2, 5, 1, 3] {
                Thread.detachNewThread {
                    _ = try? stores[number].writeAndWait { connection in
                        try connection.execute("INSERT INTO \"Mark\" (\"batch\") VALUES (?1)") {
                            try $0.bind(Int64(number), at: 1)
                        }
                        while !isFree.value { usleep(1000) }
                    }
                    ended.change { $0 += 1 }
                }
                try await Task.sleep(for: .milliseconds(300))
            }
            isFree.change { $0 = true }
            while ended.value < 6 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await batches(stores[0]) == [0, 4, 2, 5, 1, 3])
            for store in stores { try store.close() }
            #expect(try neighbours(of: path) == ["store.sqlite"])
        }
    }

    /// Its transaction under way began without a turn.
    @Test func aStoreThatWasAloneQueuesWithThoseThatOpenTheFile() async throws {
        try await withFile { path in
            var stores = [try opened(path, busyTimeout: 60)]
            let (isFree, ended) = (Box(false), Box(0))
            for (number, store) in [0, 1, 2, 0].enumerated() {
                if store == stores.count { stores.append(try opened(path, busyTimeout: 60)) }
                let writing = stores[store]
                Thread.detachNewThread {
                    _ = try? writing.writeAndWait { connection in
                        try connection.execute("INSERT INTO \"Mark\" (\"batch\") VALUES (?1)") {
                            try $0.bind(Int64(number), at: 1)
                        }
                        while !isFree.value { usleep(1000) }
                    }
                    ended.change { $0 += 1 }
                }
                try await Task.sleep(for: .milliseconds(300))
            }
            isFree.change { $0 = true }
            while ended.value < 4 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await batches(stores[0]) == [0, 1, 2, 3])
            for store in stores { try store.close() }
        }
    }

    /// The fourth number of the queue file counts the stores that have it open.
    @Test func aKilledProcessIsNotCountedForEver() async throws {
        func users(_ path: String) throws -> Int {
            let data = try Data(contentsOf: URL(fileURLWithPath: path + "-queue"))
            return data.withUnsafeBytes { $0.load(fromByteOffset: 24, as: Int.self) }
        }
        try await withFile { path in
            try opened(path).close()
            let (holder, _) = try started(["hold", path])
            #expect(try users(path) == 1)
            end(holder)
            #expect(try users(path) == 1)
            let store = try opened(path)
            #expect(try users(path) == 1)
            let other = try opened(path)
            #expect(try users(path) == 2)
            try other.close()
            #expect(try users(path) == 1)
            try store.close()
        }
    }

    // Writers that were held up for good would fail after a minute: a shorter time would also be reached
    // where the tests beside this one leave it no thread.
    @Test func aKilledHolderAndAKilledWaiterHoldUpNobody() async throws {
        try await withFile { path in
            let store = try opened(path, busyTimeout: 60)
            try await insert(1, store)
            let (holder, _) = try started(["hold", path])
            let (waiter, _) = try started(["wait", path])
            try await Task.sleep(for: .milliseconds(200))
            async let last: Void = insert(2, store)
            try await Task.sleep(for: .milliseconds(200))
            end(waiter)
            end(holder)
            try await last
            #expect(try await batches(store) == [1, 2])
            // Nothing of it is left for those who come later.
            try await insert(3, store)
            try store.close()
            #expect(try neighbours(of: path) == ["store.sqlite"])
        }
    }

    @Test func aStoppedWaiterIsOvertakenAndWritesLater() async throws {
        try await withFile { path in
            let store = try opened(path, busyTimeout: 60)
            let (holder, _) = try started(["hold", path])
            let (waiter, _) = try started(["wait", path])
            defer { end(waiter) }
            try await Task.sleep(for: .milliseconds(200))
            async let first: Void = insert(1, store)
            try await Task.sleep(for: .milliseconds(200))
            kill(waiter.processIdentifier, SIGSTOP)
            end(holder)
            try await first
            for number in Int64(2)...6 { try await insert(number, store) }
            kill(waiter.processIdentifier, SIGCONT)
            waiter.waitUntilExit()
            #expect(waiter.terminationStatus == 0)
            #expect(try await batches(store).sorted() == [1, 2, 3, 4, 5, 6, 8])
        }
    }

    @Test(arguments: [0, 0.3]) func theTimeOutIsKept(_ timeout: Double) async throws {
        try await withFile { path in
            let store = try opened(path, busyTimeout: timeout)
            let (holder, _) = try started(["hold", path])
            defer { end(holder) }
            let start = ContinuousClock.now
            await #expect(throws: StoreError.busy) { try await insert(1, store) }
            let time = ContinuousClock.now - start
            #expect(time >= .seconds(timeout) && time < .seconds(timeout + 3))
        }
    }

    /// Another program, such as the `sqlite3` shell, does not queue.
    @Test func aConnectionThatDoesNotQueueIsWaitedFor() async throws {
        try await withFile { path in
            let store = try opened(path, busyTimeout: 0.5)
            let (holder, _) = try started(["hold", path])
            defer { end(holder) }
            try FileManager.default.removeItem(atPath: path + "-queue")
            let other = try opened(path, busyTimeout: 0.5)
            await #expect(throws: StoreError.busy) { try await insert(1, other) }
            try await Task.sleep(for: .milliseconds(10))
            end(holder)
            try await insert(2, store)
            try await insert(3, other)
            #expect(try await batches(store) == [2, 3])
        }
    }

    @Test func whereThereCanBeNoQueueTheStoreWorksWithoutOne() async throws {
        try await withFile { path in
            try FileManager.default.createDirectory(
                atPath: path + "-queue",
                withIntermediateDirectories: true
            )
            let store = try opened(path)
            let other = try opened(path)
            try await insert(1, store)
            try await insert(2, other)
            #expect(try await batches(store) == [1, 2])
        }
    }

    /// Its bytes mean nothing to the data.
    @Test func aDamagedQueueFileDoesNoHarm() async throws {
        try await withFile { path in
            let store = try opened(path)
            let handle = try #require(FileHandle(forWritingAtPath: path + "-queue"))
            for byte in [UInt8(0xFF), 0x7F, 0x01] {
                try handle.seek(toOffset: 8)
                handle.write(Data(repeating: byte, count: 24))
                let other = try opened(path)
                for number in Int64(1)...5 {
                    try await insert(number, store)
                    try await insert(number, other)
                }
            }
            #expect(try await batches(store).count == 30)
        }
    }
}
