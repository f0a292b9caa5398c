import CacheStore
import DataAccess
import DataSource
import Foundation
import LoopbackServer
import Synchronization

/// Times of a queue of 10,000 changes that were made offline, each beside its bar: opening the store
/// with its list and its queue, sending all to a server on the loopback over HTTP, and the memory
/// that sending takes from the thousandth change to the last.
@main
enum QueueTimes {
    private static let count = 10_000

    static func main() async throws {
        let home = FileManager.default.temporaryDirectory
            .appendingPathComponent("queue-times-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        var opening: [Double] = []
        var rates: [Double] = []
        var growth: [Double] = []
        for turn in 0..<4 {
            let path = home.appendingPathComponent("\(turn).sqlite").path
            try await fill(path)
            let opened = try await open(path)
            let sent = try await send(path)
            // The first turn warms caches.
            if turn == 0 { continue }
            opening.append(opened)
            rates.append(Double(count) / sent.seconds)
            if let ratio = sent.memory { growth.append(ratio) }
        }
        let milliseconds = median(opening) * 1000
        report("queue-opening", milliseconds, "ms", "at most 300 ms", milliseconds <= 300)
        let rate = median(rates)
        report("queue-sending", rate, "changes a second", "at least 2000", rate >= 2_000)
        if growth.isEmpty { return print("queue-memory: not measured, this system has no /proc") }
        let share = median(growth) * 100
        report("queue-memory", share, "% of that after 1000", "at most 120 %", share <= 120)
    }

    private static func report(
        _ name: String,
        _ value: Double,
        _ unit: String,
        _ bar: String,
        _ isReached: Bool
    ) {
        let figure = String(format: "%.0f", value)
        print("\(name): \(figure) \(unit)  \(isReached ? "reaches" : "MISSES") the bar, \(bar)")
    }

    private static func store(_ path: String) throws -> CacheStore {
        try CacheStore(
            model: Place.model,
            configuration: StoreConfiguration(location: .file(path), durability: .normal)
        )
    }

    private static func facade(_ store: CacheStore, _ remote: any Remote) -> DataSourceFacade {
        DataSourceFacade(
            store: store,
            remote: remote,
            retryInterval: .seconds(3600),
            requestsAtOnce: 8,
            sendsAtStart: false
        )
    }

    /// Submits the changes, each of a record of its own, without a server.
    private static func fill(_ path: String) async throws {
        let store = try store(path)
        let facade = facade(store, Counting(nil))
        for number in 1...Int64(count) {
            let place = Place(id: number, name: "Place \(number)")
            let change = PendingChange(path: "/places/\(number)", place)
            try await facade.submit(change) { try $0.save(place) }
        }
        try store.close()
    }

    /// - Returns: seconds.
    private static func open(_ path: String) async throws -> Double {
        try await ContinuousClock().measure {
            let store = try store(path)
            let facade = facade(store, Counting(nil))
            _ = try await store.context.fetch(Place.self, DataQuery(top: 100))
            _ = try await facade.pendingChanges()
            try store.close()
        }.seconds
    }

    private static func send(_ path: String) async throws -> (seconds: Double, memory: Double?) {
        let server = try LoopbackServer(port: 0, limits: ServerLimits()) { _ in
        } answer: { _, _ in
            var response = HTTPResponse(200, "application/json", Array("{}".utf8))
            response.headers = [("ETag", "\"1\"")]
            return response
        }
        server.start()
        defer { server.stop() }
        guard let base = URL(string: "http://127.0.0.1:\(server.port)") else { return (0, nil) }
        let remote = Counting(HTTPRemote(base: base))
        let seconds = try await ContinuousClock().measure {
            let store = try store(path)
            try await facade(store, remote).sendPending()
            try store.close()
        }.seconds
        guard let early = remote.early, let late = residentBytes() else { return (seconds, nil) }
        return (seconds, late / early)
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}

/// Notes the memory of the process after a thousand changes. Without a remote, none is reached.
private final class Counting: Remote {
    private let remote: HTTPRemote?
    private let state = Mutex<(sent: Int, memory: Double?)>((0, nil))

    /// Resident bytes after the thousandth change.
    var early: Double? { state.withLock { $0.memory } }

    init(_ remote: HTTPRemote?) { self.remote = remote }

    func fetch(_ path: String) async throws -> Data { throw RemoteError.status(503) }

    func send(_ change: PendingChange, overwriting: Bool) async throws -> String? {
        guard let remote else { throw RemoteError.status(503) }
        let version = try await remote.send(change, overwriting: overwriting)
        state.withLock { state in
            state.sent += 1
            if state.sent == 1_000 { state.memory = residentBytes() }
        }
        return version
    }
}

/// The process's resident memory; nil where the system does not say.
private func residentBytes() -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return nil }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
