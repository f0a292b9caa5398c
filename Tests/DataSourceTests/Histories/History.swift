import CacheStore
import DataAccess
import DataSource
import Foundation
import SeededRandom
import Synchronization

/// Faults that histories must find.
enum HistoryFault: String, CaseIterable {
    /// Each attempt has another key, so that a repeat is carried out twice.
    case newKeys
    /// Changes are sent without the version that they start from.
    case noVersions
    /// A request that was lost counts as sent.
    case lossTakenForSuccess
    /// Refused changes are not undone.
    case noUndo
    /// A restart loses the change that waits longest.
    case lostChange
}

/// A random history of one program: edits, answers, losses, repeats, kills, other clients.
///
/// In the end the store has the records of the server, each change was decided, none was applied
/// twice, and no other client's change was overwritten unseen. Without other clients, the store is
/// like the server as soon as nothing waits.
final class History {
    /// Whether other clients change records, and changes are given up.
    private let isShared: Bool
    private let fault: HistoryFault?
    private let server: HistoryServer
    private let policy: ConflictPolicy
    private let merges: Bool
    private let requestsAtOnce: Int
    private let folder: URL
    private var random: SplitMix64
    private var store: CacheStore
    private var line: HistoryLine
    private var facade: DataSourceFacade
    private var runs = 0
    private var created: Int64 = 100
    private var edits = 0
    private var submitted: [String] = []

    init(seed: UInt64, fault: HistoryFault? = nil) throws {
        random = SplitMix64(seed: seed)
        self.fault = fault
        isShared = random.index(below: 3) > 0
        policy = [.hold, .keepLocal, .takeRemote][random.index(below: 3)]
        merges = random.index(below: 2) == 0
        requestsAtOnce = [1, 8][random.index(below: 2)]
        server = HistoryServer(SplitMix64(seed: random.next()))
        for id in 1...3 as ClosedRange<Int64> { server.change(id, "first \(id)") }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        store = try Self.open(folder, 0)
        line = HistoryLine(server, fault)
        facade = Self.facade(store, line, policy, merges, requestsAtOnce)
    }

    deinit {
        line.cut()
        try? store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func open(_ folder: URL, _ run: Int) throws -> CacheStore {
        let path = folder.appendingPathComponent("\(run)/notes.sqlite").path
        // A kill of the process loses nothing that was written; a loss of power is no subject here.
        return try CacheStore(
            model: Note.model,
            configuration: StoreConfiguration(location: .file(path), durability: .normal)
        )
    }

    private static func facade(
        _ store: CacheStore,
        _ line: HistoryLine,
        _ policy: ConflictPolicy,
        _ merges: Bool,
        _ requestsAtOnce: Int
    ) -> DataSourceFacade {
        DataSourceFacade(
            store: store,
            remote: line,
            conflicts: policy,
            merge: merges ? Self.merge : nil,
            retryInterval: .milliseconds(1),
            requestsAtOnce: requestsAtOnce
        )
    }

    private static let merge: DataSourceFacade.Merge = { conflict, connection in
        guard let body = conflict.current?.body, let mine = conflict.change.body,
            let id = Int64(conflict.change.path.split(separator: "/").last ?? ""),
            var note = try connection.retrieve(Note.self, Note.Identity(id))
        else { return nil }
        let texts = try [body, mine].map { try JSONDecoder().decode(Sent.self, from: $0) }
        // Each merge has its own text: the same two texts may meet twice.
        note.text = texts.map(\.content.text).joined(separator: "+") + " \(UUID().uuidString)"
        try connection.save(note)
        return note.put(key: UUID().uuidString)
    }

    /// - Returns: the first violation, in words; nil if there is none.
    func run() async throws -> String? {
        while (try? await facade.refresh(Note.request)) == nil {}
        if fault == .noUndo {
            try await store.write { connection in
                try connection.executeOnce(
                    """
                    CREATE TRIGGER store_forget AFTER UPDATE ON store_undo
                    BEGIN DELETE FROM store_undo WHERE number = new.number; END
                    """
                )
            }
        }
        for _ in 0..<(5 + random.index(below: 20)) { try await step() }
        return try await end()
    }

    private func step() async throws {
        switch random.index(below: isShared ? 14 : 10) {
        case 0..<5: try await edit()
        case 5: _ = try? await facade.refresh(Note.request)
        case 6: await facade.networkIsBack()
        case 7: try await Task.sleep(for: .microseconds(random.index(below: 3000)))
        case 8: for _ in 0..<random.index(below: 20) { await Task.yield() }
        case 9: try await kill()
        case 10, 11:
            let text = random.index(below: 4) == 0 ? nil : "theirs \(random.next())"
            server.change([1, 2, 3, 10, 11][random.index(below: 5)], text)
        case 12: try await settle()
        default:
            guard let change = try await facade.pendingChanges().first else { return }
            try await facade.discard(change, undoing: true)
            submitted.removeAll { $0 == change.key }
        }
    }

    private func edit() async throws {
        let all = try await store.context.fetch(Note.self)
        edits += 1
        let key = "change \(edits)"
        let text = "\(key) \(random.next())"
        if all.isEmpty || random.index(below: 4) == 0 {
            created += 1
            let note = Note(id: created, text: text)
            try await facade.submit(note.put(key: key)) { try $0.save(note) }
        } else {
            let id = all[random.index(below: all.count)].id ?? 0
            if random.index(below: 4) == 0 {
                let change = PendingChange(key: key, method: "DELETE", path: Note.path(id))
                try await facade.submit(change) { try $0.delete(Note.self, Note.Identity(id)) }
            } else {
                let change = Note(id: id, text: text).put(key: key)
                try await facade.submit(change) { connection in
                    // An answer may have deleted the record in between.
                    var note =
                        try connection.retrieve(Note.self, Note.Identity(id))
                        ?? Note(id: id, text: text)
                    note.text = text
                    try connection.save(note)
                }
            }
        }
        submitted.append(key)
    }

    private func settle() async throws {
        guard let change = try await facade.heldChanges().first else { return }
        let policies: [ConflictPolicy] = [.hold, .keepLocal, .takeRemote]
        try? await facade.settle(change, by: policies[random.index(below: 3)])
    }

    /// The next run begins with the files as they are at this instant.
    private func kill() async throws {
        let (old, line) = (folder.appendingPathComponent("\(runs)"), line)
        runs += 1
        let new = folder.appendingPathComponent("\(runs)")
        try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
        // The log first: without a checkpoint, what follows in the file is in the log.
        for name in ["notes.sqlite-wal", "notes.sqlite"] {
            let file = old.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            try FileManager.default.copyItem(at: file, to: new.appendingPathComponent(name))
        }
        line.cut()
        try? store.close()
        store = try Self.open(folder, runs)
        if fault == .lostChange {
            _ = try? await store.write { connection in
                try connection.executeOnce(
                    "DELETE FROM store_pending WHERE id = (SELECT min(id) FROM store_pending)"
                )
            }
        }
        self.line = HistoryLine(server, fault)
        facade = Self.facade(store, self.line, policy, merges, requestsAtOnce)
    }

    private func end() async throws -> String? {
        server.heal()
        let deadline = ContinuousClock.now + .seconds(300)
        while try await !facade.pendingChanges().isEmpty {
            for change in try await facade.heldChanges() {
                try? await facade.settle(change, by: .takeRemote)
            }
            await facade.networkIsBack()
            if ContinuousClock.now > deadline { return "changes are stuck" }
            try await Task.sleep(for: .milliseconds(1))
        }
        if let fault = server.faults.first { return fault }
        if let lost = submitted.first(where: { !server.hasSeen($0) }) {
            return "\(lost) never reached the server"
        }
        if !isShared, let difference = try await difference() { return "at once: \(difference)" }
        // An attempt that began before the server was healed may still be under way, and fail.
        while (try? await facade.refresh(Note.request)) == nil {
            if ContinuousClock.now > deadline { return "nothing can be fetched" }
        }
        return try await difference().map { "after an answer: \($0)" }
    }

    private func difference() async throws -> String? {
        let notes = try await store.context.fetch(Note.self)
        let texts = Dictionary(uniqueKeysWithValues: notes.map { ($0.id ?? 0, $0.text) })
        if texts == server.texts { return nil }
        return "the store has \(texts), the server has \(server.texts)"
    }
}
