import DataSource
import Foundation
import SeededRandom
import Synchronization

/// A server for random histories: it loses requests and answers, refuses, compares versions, and
/// other clients change its records. It notes what it should never see.
final class HistoryServer: Sendable {
    struct Record: Hashable {
        var text: String
        var version: String
        /// Whether another client wrote it last.
        var isTheirs = false
    }

    fileprivate struct State {
        var random: SplitMix64
        var isHealed = false
        var records: [Int64: Record] = [:]
        var versions = 0
        /// The answer to each change that was decided, by key.
        var answers: [String: Result<String?, RemoteError>] = [:]
        var seen: Set<String> = []
        /// How often each text was written; each is that of one change.
        var writes: [String: Int] = [:]
        /// Records that the program has deleted: one that it makes again has no version.
        var deleted: Set<Int64> = []
        var faults: [String] = []
    }

    private let state: Mutex<State>

    init(_ random: SplitMix64) { state = Mutex(State(random: random)) }

    /// Its records: identity and text.
    var texts: [Int64: String] { state.withLock { $0.records.mapValues(\.text) } }
    var faults: [String] { state.withLock { $0.faults } }

    func hasSeen(_ key: String) -> Bool { state.withLock { $0.seen.contains(key) } }

    /// From now on it answers every request, and nobody else changes its records.
    func heal() { state.withLock { $0.isHealed = true } }

    /// Another client's change: nil deletes the record.
    func change(_ id: Int64, _ text: String?) {
        state.withLock { state in
            state.versions += 1
            state.records[id] = text.map {
                Record(text: $0, version: "v\(state.versions)", isTheirs: true)
            }
        }
    }

    func list() throws -> Data {
        try state.withLock { state in
            if state.isUnlucky(0.2) { throw RemoteError.status(503) }
            let all: [[String: Any]] = state.records.map { id, record in
                ["id": id, "content": ["text": record.text], "version": record.version]
            }
            return try JSONSerialization.data(withJSONObject: all)
        }
    }

    func take(_ change: PendingChange, overwriting: Bool) throws -> String? {
        try state.withLock { state in
            if state.isUnlucky(0.15) { throw RemoteError.status(503) }
            let answer = Result { try state.decide(change, overwriting) }
            if state.isUnlucky(0.15) { throw RemoteError.truncated }
            return try answer.get()
        }
    }
}

extension HistoryServer.State {
    fileprivate mutating func isUnlucky(_ share: Double) -> Bool {
        !isHealed && random.uniform() < share
    }

    /// A repeat gets the first answer.
    fileprivate mutating func decide(
        _ change: PendingChange,
        _ overwriting: Bool
    ) throws -> String? {
        seen.insert(change.key)
        if let answer = answers[change.key] { return try answer.get() }
        if isUnlucky(0.1) {
            answers[change.key] = .failure(.refused(422, reason: "no"))
            throw RemoteError.refused(422, reason: "no")
        }
        let id = Int64(change.path.split(separator: "/").last ?? "") ?? 0
        let current = records[id]
        if !overwriting, change.version != current?.version {
            if change.version != nil { throw RemoteError.conflict(try current?.remote(id)) }
            // Overwrites what another client has written: the version was known.
            if current?.isTheirs == true, !deleted.contains(id) {
                faults.append("\(change.key) names no version of record \(id)")
            }
        }
        let version = try apply(change, to: id)
        answers[change.key] = .success(version)
        return version
    }

    private mutating func apply(_ change: PendingChange, to id: Int64) throws -> String? {
        guard let body = change.body else {
            records[id] = nil
            deleted.insert(id)
            return nil
        }
        let text = try JSONDecoder().decode(Sent.self, from: body).content.text
        writes[text, default: 0] += 1
        if writes[text] != 1 { faults.append("\(text) was written twice") }
        versions += 1
        records[id] = HistoryServer.Record(text: text, version: "v\(versions)")
        return "v\(versions)"
    }
}

/// The part of a body that histories compare.
struct Sent: Decodable {
    struct Content: Decodable { var text: String }
    var content: Content
}

extension HistoryServer.Record {
    fileprivate func remote(_ id: Int64) throws -> RemoteRecord {
        let body: [String: Any] = ["id": id, "content": ["text": text]]
        let data = try JSONSerialization.data(withJSONObject: body)
        return RemoteRecord(body: data, version: version)
    }
}

/// The connection of one run of the program to the server. It ends when the program is killed.
final class HistoryLine: Remote {
    private let server: HistoryServer
    private let fault: HistoryFault?
    private let isCut = Mutex(false)
    private let tried = Mutex<Set<String>>([])

    init(_ server: HistoryServer, _ fault: HistoryFault?) {
        (self.server, self.fault) = (server, fault)
    }

    func cut() { isCut.withLock { $0 = true } }

    func fetch(_ path: String) async throws -> Data {
        try check()
        await Task.yield()
        return try server.list()
    }

    func send(_ change: PendingChange, overwriting: Bool) async throws -> String? {
        try check()
        await Task.yield()
        switch fault {
        case .newKeys:
            let isRepeat = tried.withLock { !$0.insert(change.key).inserted }
            if !isRepeat { return try server.take(change, overwriting: overwriting) }
            let renamed = PendingChange(
                method: change.method,
                path: change.path,
                body: change.body
            )
            return try server.take(renamed, overwriting: true)
        case .noVersions:
            let plain = PendingChange(
                key: change.key,
                method: change.method,
                path: change.path,
                body: change.body
            )
            return try server.take(plain, overwriting: overwriting)
        case .lossTakenForSuccess:
            do {
                return try server.take(change, overwriting: overwriting)
            } catch RemoteError.status {
                return change.version
            }
        case .noUndo, .lostChange, nil:
            return try server.take(change, overwriting: overwriting)
        }
    }

    private func check() throws {
        if isCut.withLock({ $0 }) { throw RemoteError.status(0) }
    }
}
