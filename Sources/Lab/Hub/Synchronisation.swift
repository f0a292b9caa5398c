package import Diagnostics
package import Foundation
package import ResultsStore

/// A function that merges pulled sessions into a results file, in the same way as a merge of two
/// results files.
package typealias MergePulled =
    @Sendable (ResultsStore, MergeInput) async throws(DiagnosticError) -> MergeResult

/// The result of a synchronization.
package struct SyncResult: Sendable {
    /// The study that an analyst's account can read; nil for a lab's account.
    package var study: String?
    /// Number of sessions whose events were pushed.
    package var pushedSessions = 0
    package var pushedEvents = 0
    /// Result of merging the sessions that came from the hub.
    package var pulled = MergeResult()
    /// Sessions at the hub that were left out of the results file; ``incidents`` has the reasons.
    package var leftOut: Set<UUID> = []
    /// Number of sessions erased in the results file because of tombstones (records of erasures) at
    /// the hub.
    package var erased = 0
    /// Number of sessions erased at the hub because they had been erased in the results file.
    package var erasedAtHub = 0
    /// The work that remains after erasures, for example because another process has the results
    /// file open.
    package var unfinishedErasure = UnfinishedErasure()
    package var incidents: [Diagnostic] = []
    /// Number of stored events that a newer evalrun recorded and this version cannot interpret.
    package var unknownEvents = 0
    /// Identity of the hub. Set only by ``Synchronisation/push()``.
    var hub: UUID?
}

/// A change of the results file that is announced before any data are exchanged with the hub.
package enum SyncNotice: Sendable, Hashable {
    /// The results file did not exist and was created.
    case created
    /// The results file now belongs to this lab.
    case belongs(to: String)
}

/// A synchronization of a results file with a hub: first the tombstones of erased sessions, then a
/// push, then a pull.
package struct Synchronisation: Sendable {
    /// Functions and settings that the caller provides.
    package struct Environment: Sendable {
        /// A function that merges pulled sessions into the results file.
        package var merge: MergePulled
        /// Version of evalrun, which `hub status` shows.
        package var version: String
        package var notice: @Sendable (SyncNotice) -> Void = { _ in }
        var sizes = BatchSizes()

        package init(version: String, merge: @escaping MergePulled) {
            (self.version, self.merge) = (version, merge)
        }
    }

    private let results: String
    private let address: HubAddress
    private let addedStudy: String?
    private let environment: Environment

    /// Creates a synchronization of the results file `results` with the hub at `address`.
    ///
    /// - Parameter study: id of a study to synchronize even if the file has no data of the study.
    package init(
        results: String,
        address: HubAddress,
        study: String? = nil,
        environment: Environment
    ) {
        (self.results, self.address, addedStudy) = (results, address, study)
        self.environment = environment
    }

    /// Synchronizes once. If a step fails, events acknowledged earlier stay acknowledged. If the
    /// outcome of a push is unknown, the next synchronization compares the results file with the
    /// hub, and pushes the missing events.
    package func run() async throws(DiagnosticError) -> SyncResult {
        try await address.connected(retryFix: PostgresError.syncAgain) { connection in
            let member = try await HubMember(connection, hub: address)
            var result = SyncResult(study: member.study)
            let isNew = try isNewFile(of: member)
            var store = try ResultsStore(path: results, access: .create)
            defer { store.close() }
            if isNew { environment.notice(.created) }
            try await prepare(store, for: member)
            let copy = try store.fileCopy()
            let studies = try await studies(connection, member, store, copy)
            try await erase(studies, connection, member, &store, &result)
            var states: [(sync: StudySync, state: CopyState)] = []
            for study in studies {
                let sync = try self.study(study, connection, member, store)
                states.append((sync, try await exchange(sync, &result)))
            }
            // The incident "two-branches" means that another copy of the file may still use this
            // file's previous identity. In that case, the hub must keep the previous identity.
            if result.pulled.isReplaced, result.incidents.allSatisfy({ $0.id != "two-branches" }) {
                try await rename(copy, states)
            }
            return result
        }
    }

    /// Name of the hub in messages.
    var place: String { address.name }

    /// Pushes the lab's events. Unlike ``run()``, does not pull, and does not apply the tombstones
    /// of erased sessions. An unfinished erasure in the results file stays unfinished. If the
    /// results file is missing or empty, changes nothing: a session that is closed on its first
    /// screen must not create a file.
    package func push() async throws(DiagnosticError) -> SyncResult {
        try await address.connected(retryFix: PostgresError.syncAgain) { connection in
            let member = try await HubMember(connection, hub: address)
            guard member.kind == .lab else {
                throw DiagnosticError(
                    "hub-refused",
                    at: .init(file: place),
                    "\(member.name) is the account of an analyst, and only a lab's account can push",
                    fix: "use the account of a lab: postgresql://LAB@HOST/DATABASE",
                    status: .noPermission
                )
            }
            var result = SyncResult(hub: member.hub)
            guard FileManager.default.fileExists(atPath: results) else { return result }
            let store = try ResultsStore(path: results, access: .create, finishing: false)
            defer { store.close() }
            if try store.studies().isEmpty { return result }
            try await prepare(store, for: member)
            for study in try store.studies(lab: member.name) {
                var sync = try self.study(study, connection, member, store)
                let pushes = try await sync.newPushes(hub: member.hub)
                sync.leavesPositions = pushes.includesOwn(of: sync)
                try await push(sync, pushes, &result)
                try await store.forget(pushes.lost, hub: member.hub, study: study)
                let state = try sync.state(isOwnKnown: true)
                try await sync.contact(evalrun: environment.version, state)
            }
            return result
        }
    }

    /// Returns the number of events of the file's lab that the hub has not acknowledged.
    ///
    /// - Parameter hub: identity of the hub. If nil, counts the events that at least one hub has
    ///   not acknowledged, as ``ResultsStore/unpushedEvents(hub:)`` does.
    func unpushedEvents(hub: UUID?) throws(DiagnosticError) -> Int {
        let store = try ResultsStore(path: results, access: .read, finishing: false)
        defer { store.close() }
        return try store.unpushedEvents(hub: hub)
    }

    /// Returns whether the results file will be created.
    ///
    /// - Throws: `DiagnosticError` if the file does not exist and the account belongs to a lab. A
    ///   new file would count as another copy of the lab's file at the hub.
    private func isNewFile(of member: HubMember) throws -> Bool {
        if results.isEmpty || FileManager.default.fileExists(atPath: results) { return false }
        if member.kind == .analyst { return true }
        throw DiagnosticError(
            "no-results",
            at: .init(file: results),
            "there is no such results file",
            fix: "name the lab's file with --results FILE; to begin a new file, first run: "
                + "evalrun lab \(member.name) --results FILE",
            status: .noInput
        )
    }

    /// Records two facts in a lab's results file: the lab's name, and that a push to the hub has
    /// begun.
    ///
    /// - Throws: `DiagnosticError` if the file belongs to another lab, or if the account belongs to
    ///   an analyst and the file to a lab. An analyst's account would add the sessions of all labs
    ///   to the lab's file, and push none.
    private func prepare(_ store: ResultsStore, for member: HubMember) async throws {
        guard member.kind == .lab else {
            let lab = try store.lab()
            if lab.isEmpty { return }
            throw DiagnosticError(
                "other-lab",
                at: .init(file: results),
                "belongs to the lab \"\(lab)\", and \(member.name) is the account of an analyst",
                fix: "use the account of \"\(lab)\", or another results file",
                status: .noPermission
            )
        }
        if try store.setLab(member.name) { environment.notice(.belongs(to: member.name)) }
        try await store.beginPush(of: try store.studies(lab: member.name), hub: member.hub)
    }

    /// Pushes the lab's events of one study.
    ///
    /// - Returns: the last push if the results file has not recorded it; otherwise nil.
    @discardableResult
    private func push(
        _ sync: StudySync,
        _ pushes: NewPushes,
        _ result: inout SyncResult
    ) async throws -> HubPosition? {
        try await sync.pushFacts()
        let pushed = try await sync.push(hub: sync.member.hub, pushes)
        result.pushedSessions += pushed.sessions
        result.pushedEvents += pushed.events
        result.incidents += pushed.incidents
        return pushed.unrecorded
    }

    /// Applies tombstones, which are records of erased sessions. A lab's own tombstones are applied
    /// at the hub. The hub's tombstones are applied in the results file, which is then closed,
    /// rewritten without the erased bytes, and opened again. Confirms the erasure to the hub only
    /// if all these steps have succeeded.
    private func erase(
        _ studies: [String],
        _ connection: Connection,
        _ member: HubMember,
        _ store: inout ResultsStore,
        _ result: inout SyncResult
    ) async throws {
        var unconfirmed: [(study: String, tombstones: [Tombstone])] = []
        for study in studies {
            let sync = try self.study(study, connection, member, store)
            if member.kind == .lab { result.erasedAtHub += try await sync.pushTombstones() }
            let tombstones = try await sync.unconfirmed()
            result.incidents += try await sync.erasedHereAlone().map {
                Incident.erasedHere($0.session, lab: $0.lab, participant: $0.participant)
                    .diagnostic(hub: place)
            }
            if tombstones.isEmpty { continue }
            let input = MergeInput(file: address.name, tombstones: tombstones)
            let merged = try await environment.merge(store, input)
            result.erased += merged.erased.count
            result.incidents += merged.erasedLater.map {
                Incident.erasureWaits($0).diagnostic(hub: place)
            }
            let done = tombstones.filter { tombstone in
                !merged.erasedLater.contains { $0 == tombstone.uuid }
            }
            unconfirmed.append((study, done))
        }
        if unconfirmed.isEmpty { return }
        store.close()
        result.unfinishedErasure = try ResultsStore.finishErasures(path: results)
        store = try ResultsStore(path: results, access: .create)
        if result.unfinishedErasure.isEmpty {
            for (study, tombstones) in unconfirmed {
                try await self.study(study, connection, member, store).confirm(tombstones)
            }
        }
    }

    /// Tells the hub that this copy of the results file has a new identity, and removes the old
    /// identity, `copy`, from the hub. Otherwise, the hub would wait for the old identity to
    /// confirm erasures.
    private func rename(
        _ copy: UUID,
        _ states: [(sync: StudySync, state: CopyState)]
    ) async throws {
        for (sync, state) in states {
            var renamed = sync
            renamed.copy = try sync.store.fileCopy()
            if renamed.copy == copy { return }
            try await renamed.contact(evalrun: environment.version, state)
            try await sync.connection.query(
                "SELECT evalrun.forget($1, $2)",
                [.text(sync.study), .uuid(copy)]
            )
        }
    }

    private func exchange(_ sync: StudySync, _ result: inout SyncResult) async throws -> CopyState {
        let pushes = try await sync.newPushes(hub: sync.member.hub)
        let begun = try sync.state(isOwnKnown: pushes.isOwnKnown)
        try await sync.contact(evalrun: environment.version, begun)
        var unrecorded: HubPosition?
        if sync.member.kind == .lab {
            var pushing = sync
            (pushing.leavesPositions, pushing.pullsNext) = (pushes.includesOwn(of: sync), true)
            unrecorded = try await push(pushing, pushes, &result)
        }
        // The pending events are counted before the pull, because pulled events need not be pushed.
        let pending = try sync.state(isOwnKnown: true).pending
        let pulled = try await sync.pull(pushes, merge: environment.merge)
        result.incidents += pulled.incidents
        result.unknownEvents += pulled.unknown
        result.pulled.add(pulled.merged)
        result.leftOut.formUnion(pulled.left.map(\.session))
        result.incidents += try await sync.withdrawnHereAlone().map {
            Incident.withdrawnHere($0.session, lab: $0.lab, participant: $0.participant)
                .diagnostic(hub: place)
        }
        if let unrecorded {
            try await sync.store.keep([unrecorded], hub: sync.member.hub, study: sync.study)
        }
        // Forget lost pushes only at the end. If this synchronization is interrupted earlier, the
        // next one detects the loss and compares all sessions with the hub.
        try await sync.store.forget(pushes.lost, hub: sync.member.hub, study: sync.study)
        var ended = try sync.state(isOwnKnown: true)
        ended.pending = pending
        if ended != begun { try await sync.contact(evalrun: environment.version, ended) }
        return ended
    }

    private func study(
        _ study: String,
        _ connection: Connection,
        _ member: HubMember,
        _ store: ResultsStore
    ) throws -> StudySync {
        StudySync(
            connection: connection,
            store: store,
            member: member,
            study: study,
            copy: try store.fileCopy(),
            place: address.name,
            sizes: environment.sizes
        )
    }

    /// Returns the studies to synchronize:
    ///
    /// - for an analyst, the analyst's only study;
    /// - for a lab, the studies in the results file, the studies that this copy of the file
    ///   synchronized before, and ``addedStudy``;
    /// - for a lab without any such study, the only study that the lab can read at the hub.
    ///
    /// A file that was restored from a backup may lack a study that it synchronized before. The
    /// result is empty if a lab has no study at all.
    ///
    /// - Throws: `DiagnosticError` if ``addedStudy`` is not one of the possible studies, or if a
    ///   lab has none of the studies above and can read several studies at the hub.
    private func studies(
        _ connection: Connection,
        _ member: HubMember,
        _ store: ResultsStore,
        _ copy: UUID
    ) async throws -> [String] {
        if let own = member.study {
            try requireKnown(among: [own], member)
            return [own]
        }
        let before = try await connection.texts(
            "SELECT study FROM evalrun.copies WHERE member = $1 AND copy = $2",
            [.text(member.name), .uuid(copy)]
        )
        let studies = Set(try store.studies() + before)
        if addedStudy == nil, !studies.isEmpty { return studies.sorted() }
        let known = try await connection.texts(
            """
            SELECT DISTINCT study FROM evalrun.definitions WHERE lab = $1
            UNION SELECT DISTINCT study FROM evalrun.tombstones WHERE lab = $1
            UNION SELECT study FROM evalrun.shared ORDER BY 1
            """,
            [.text(member.name)]
        )
        if let addedStudy {
            try requireKnown(among: studies.union(known), member)
            return studies.union([addedStudy]).sorted()
        }
        guard known.count < 2 else {
            throw DiagnosticError(
                "several-studies",
                at: .init(file: results),
                "has no study yet, and \(member.name) has several studies at the hub: "
                    + known.joined(separator: ", "),
                expected: "a results file for each study",
                fix: "choose one of these studies for this file with --study ID",
                status: .usage
            )
        }
        return known
    }

    /// Throws an error if ``addedStudy`` is not one of `studies`.
    private func requireKnown(
        among studies: Set<String>,
        _ member: HubMember
    ) throws(DiagnosticError) {
        guard let addedStudy, !studies.contains(addedStudy) else { return }
        throw DiagnosticError(
            "unknown-study",
            at: .init(file: place),
            "\(member.name) has no study \"\(addedStudy)\" at the hub",
            fix: suggestion(for: addedStudy, among: studies),
            status: .usage
        )
    }
}
