import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// The study as it was locked before data collection, and later changes to it.
struct Locked: Sendable {
    var hash: String
    /// Day of the lock in UTC, such as 2026-03-31.
    var day: String
    var target: Int?
    /// Parts of the study that were changed after the lock, each with the participants whose
    /// sessions used a changed version of the part.
    var changes: [(part: String, participants: [String])] = []

    /// Compares the study definition of each session with the definition that was locked before
    /// data collection. Nil if the study was never locked.
    ///
    /// - Parameter deviations: a function that returns the parts in which a definition differs from
    ///   the locked one.
    init?(
        _ sample: Sample,
        store: ResultsStore,
        deviations: Report.LockDeviations
    ) throws(DiagnosticError) {
        guard let lock = try store.lock(study: sample.studyID) else { return nil }
        hash = lock.hash
        target = lock.target
        let date = Date(timeIntervalSince1970: Double(lock.wall) / 1e6)
        day = date.formatted(.iso8601.year().month().day())
        for hash in sample.definitions.keys.sorted() {
            let participants = sample.entries.filter { $0.start.study == hash && !$0.isImported }
                .map(\.participant)
            guard let study = sample.definitions[hash], !participants.isEmpty else { continue }
            let folder = StudyFolder(
                study: study,
                url: URL(filePath: "/"),
                files: try store.contentHashes(study: hash),
                hash: hash,
                wrongVariants: []
            )
            changes += try deviations(folder, lock).map { ($0, participants) }
        }
        changes = changes.grouped(by: \.part).map { ($0.key, $0.elements.flatMap(\.participants)) }
            .sorted { $0.0 < $1.0 }
    }
}
