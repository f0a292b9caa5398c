import ContentHash
import Diagnostics
import Foundation
import GRDB
import ResultsStore

@testable import Hub
@testable import StudyDefinition

/// Sessions of a study of which only the identity matters.
extension TestHub {
    private static let study = StudyFolder(
        study: Study(
            id: "s",
            title: "S",
            version: "1",
            product: .init(name: "p", version: "1"),
            assistants: "",
            feedback: .none,
            conditions: [],
            project: .init(folder: "p", links: [:], tools: [], build: [], ignore: [], open: []),
            phases: [],
            questionnaires: [],
            tasks: [],
            checks: [],
            method: .init(path: "", text: "")
        ),
        url: URL(filePath: "/nowhere"),
        files: [:],
        hash: StudyFolder.hash(of: [:]),
        wrongVariants: []
    )

    /// Every study but "s" has a file, because a definition is known by the hash of its files.
    private func study(_ id: String, file: String?) throws -> StudyFolder {
        var folder = Self.study
        if id == folder.study.id, file == nil { return folder }
        let (file, bytes) = (file ?? "\(id).txt", Data(id.utf8))
        try bytes.write(to: self.folder.appending(path: file))
        folder.study.id = id
        (folder.url, folder.files) = (self.folder, [file: sha256(bytes)])
        folder.hash = StudyFolder.hash(of: folder.files)
        return folder
    }

    /// Records a session with some answers, and returns its identity.
    ///
    /// - Parameter file: name of a file of the study.
    @discardableResult
    func record(
        _ code: String,
        in name: String,
        answers: Int = 3,
        uuid: UUID = UUID(),
        study id: String = "s",
        file: String? = nil,
        source: SessionStart.Source = .live,
        isPilot: Bool = false
    ) async throws -> UUID {
        let store = try ResultsStore(path: path(name), access: .create)
        defer { store.close() }
        let study = try self.study(id, file: file)
        let start = SessionStart(
            participant: code,
            study: study.hash,
            conditions: [],
            source: source,
            pilot: isPilot,
            environment: SessionEnvironment(),
            uuid: uuid
        )
        let log = try await store.begin(start, study: study, at: stamp(1))
        for number in 0..<answers { try answer("quittengelee \(number)", number, in: log) }
        return uuid
    }

    /// Imports sessions of one answer each, keyed by participant.
    func importAnswers(_ answers: [String: String], into name: String) async throws {
        let store = try ResultsStore(path: path(name), access: .create)
        defer { store.close() }
        let sessions = answers.sorted { $0.key < $1.key }.map { code, words -> [SessionEvent] in
            let start = SessionStart(
                participant: code,
                study: StudyFolder.hash(of: [:]),
                conditions: [],
                source: .import,
                environment: SessionEnvironment()
            )
            let value = AnswerValue(raw: words, meaning: .text(words))
            return [
                .sessionStarted(start),
                .answered(Answered(questionnaire: "q", item: "i", value: value)),
            ]
        }
        try await store.importSessions(sessions, study: Self.study)
    }

    /// Goes on with the first session of a file.
    func goOn(_ name: String, _ words: String, number: Int = 100) throws {
        let store = try ResultsStore(path: path(name), access: .create)
        defer { store.close() }
        try answer(words, number, in: store.reopen(session: 1))
    }

    /// Adds events after the first session of a file.
    func note(_ events: [SessionEvent], in name: String) throws {
        let store = try ResultsStore(path: path(name), access: .create)
        defer { store.close() }
        try store.reopen(session: 1).append(events, at: stamp(1000))
    }

    /// The words with which consent to the sessions of a file was withdrawn; nil where it was not.
    func withdrawals(_ name: String) throws -> [String?] {
        let store = try ResultsStore(path: path(name), access: .read)
        defer { store.close() }
        return try store.results().sessions.map(\.withdrawal)
    }

    private func answer(_ words: String, _ number: Int, in log: SessionLog) throws {
        let value = AnswerValue(raw: words, meaning: .text(words))
        try log.append(
            [.answered(Answered(questionnaire: "q", item: "i\(number)", value: value))],
            at: stamp(Int64(number) + 2)
        )
    }

    private func stamp(_ time: Int64) -> Stamp { Stamp(monotonic: time, wall: time, boot: "b") }

    /// - Parameters:
    ///   - study: a study of which the file has nothing.
    ///   - makesFile: makes the file first if it is missing.
    ///   - sizes: bytes of files that are handled at once.
    ///   - merge: takes pulled sessions in place of `ResultsStore.merge`.
    ///   - notice: takes what is said before anything is exchanged.
    @discardableResult
    func sync(
        _ account: String,
        _ name: String,
        study: String? = nil,
        makesFile: Bool = true,
        sizes: BatchSizes = BatchSizes(),
        merge: MergePulled? = nil,
        notice: @escaping @Sendable (SyncNotice) -> Void = { _ in }
    ) async throws(DiagnosticError) -> SyncResult {
        if makesFile, !FileManager.default.fileExists(atPath: path(name)) {
            try ResultsStore(path: path(name), access: .create).close()
        }
        let address: HubAddress
        do { address = try self.address(account) } catch let error as DiagnosticError {
            throw error
        } catch { throw DiagnosticError("test", "\(error)") }
        var environment = Synchronisation.Environment(version: "test") {
            store,
            input throws(DiagnosticError) in
            if let merge { return try await merge(store, input) }
            return try await store.merge(pulled: input, leftovers: { _ in [] })
        }
        environment.sizes = sizes
        environment.notice = notice
        return try await Synchronisation(
            results: path(name),
            address: address,
            study: study,
            environment: environment
        ).run()
    }

    /// File copy that recorded the last event of the first session of a file.
    func lastOrigin(_ name: String) async throws -> UUID? {
        let file = try DatabaseQueue(path: path(name))
        defer { try? file.close() }
        return try await file.read {
            try String.fetchOne(
                $0,
                sql: "SELECT origin FROM events WHERE session = 1 ORDER BY number DESC LIMIT 1"
            )
        }.flatMap(UUID.init(uuidString:))
    }

    /// Participant and digest of each session, in the order of a report.
    func sessions(_ name: String) throws -> [String] {
        let store = try ResultsStore(path: path(name), access: .read)
        defer { store.close() }
        let results = try store.results()
        return results.sessions.map {
            "\($0.start.participant) \(results.digests[$0.id].map { "\($0.events) \($0.hash)" } ?? "")"
        }
    }

    /// Writes a backup over the file, which keeps its place on the disk.
    func restore(_ name: String, inPlace backup: Data) throws {
        for end in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path(name) + end)
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path(name)))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: backup)
        try file.close()
    }

    func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
    }
}
