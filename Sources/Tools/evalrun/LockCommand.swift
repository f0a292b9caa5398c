import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

struct LockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract:
            "Lock tasks, analysis rules and target number of participants before the first "
            + "session. If the study is already locked, list the changes since then."
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(help: "Target number of participants in the analysis. Only the first lock can set it.")
    var target: Int?

    func validate() throws {
        if let target, target < 1 {
            throw ValidationError("--target must be at least 1.")
        }
    }

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let isNew = FileKind(at: results.results) == nil
        let store = try ResultsStore(path: results.results, access: .create)
        defer {
            store.close()
            if isNew { ResultsStore.removeUnused(path: results.results) }
        }
        let terms = try StudyLock.terms(folder)
        let impossible = folder.remarks.filter { $0.id == StudyFolder.impossibleValue }
        let lock: StoredLock
        if let found = try store.lock(study: folder.study.id) {
            lock = found
        } else {
            if !impossible.isEmpty {
                throw DiagnosticError(
                    impossible.map { warning in
                        var error = warning
                        error.severity = .error
                        return error
                    }
                )
            }
            let new = StoredLock(
                study: folder.study.id,
                hash: StudyLock.hash(terms, target: target),
                target: target,
                terms: terms,
                wall: SessionClock.system.now().wall
            )
            if try await store.keep(new, of: folder) { return try sayLocked(new, folder, store) }
            // Another process has locked the study meanwhile.
            lock = try store.lock(study: folder.study.id) ?? new
        }
        complain(impossible)
        say("already locked: \(lock.hash)")
        var deviations = try StudyLock.changes(in: folder, from: lock, stored: store)
        if let target, target != lock.target {
            deviations.append(
                "the target is \(target); the locked target is \(lock.target.map(String.init) ?? "none")"
            )
        }
        for deviation in deviations { say("deviation: \(deviation)") }
        if !deviations.isEmpty { throw ExitCode(ExitStatus.findings.rawValue) }
        say("nothing has changed")
    }

    private func sayLocked(
        _ lock: StoredLock,
        _ folder: StudyFolder,
        _ store: ResultsStore
    ) throws {
        say("locked \(lock.study): \(lock.hash)")
        say(
            target.map { "target: \(counted($0, "participant"))" }
                ?? "note: this study is locked without a target; only the first evalrun lock of a "
                + "study can set a target, with --target"
        )
        // The lock includes the texts for participants, so writing them later is a deviation. The
        // lock does not include the report's method section.
        let unwritten = folder.remarks.filter {
            $0.id == StudyFolder.placeholder && $0.place?.file != folder.study.method.path
        }
        complain(unwritten)
        let begun = try store.sessionCount(of: lock.study)
        if begun > 0 {
            say("note: recorded before the lock: \(counted(begun, "session"))")
        } else if target == nil || !unwritten.isEmpty {
            say(
                "note: to correct this before the first session, lock the study again with a new "
                    + "results file"
            )
        }
    }
}
