import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// The study as it was locked before data collection, and the deviations of sessions from it.
struct Locked: Sendable {
    /// A part of the study that, in some sessions, differs from the locked definition.
    struct Change: Sendable, Hashable {
        var part: String
        /// The elements of the part that changed after the lock, such as `greet` or `consent.md`;
        /// may be empty.
        var elements: [String]
        /// Whether the sessions that differ began before the study was locked; nil if their
        /// timestamps do not come from a real clock.
        var isEarlier: Bool?
        /// Participants of the sessions that differ from the locked definition.
        var participants: [String] = []

        var message: String {
            switch isEarlier {
            case true?: "“\(part)” was changed before the study was locked"
            case false?: StoredLock.change(of: part, elements)
            case nil: "“\(part)” differs from the locked study\(StoredLock.list(elements))"
            }
        }

        /// The message with the names of the participants.
        var sentence: Phrase { "\(message), for \(Document.names(participants))" }
    }

    var hash: String
    /// Day on which the study was locked, in UTC, such as 2026-03-31.
    var day: String
    var target: Int?
    /// Participants of the sessions that began before the study was locked, one element for each
    /// session.
    var earlier: [String]
    /// Participants of the sessions without timestamps from a real clock, one element for each
    /// session. These sessions may have begun before the study was locked.
    var undated: [String]
    var changes: [Change] = []
    /// Whether the study was locked with a registered analysis.
    var hasAnalysis: Bool
    /// The locked analysis, which the report uses; nil if the file does not contain it.
    var analysis: RegisteredAnalysis?

    /// Compares the locked definition with the study definition of each session. Imported sessions
    /// are not compared. Nil if the study was never locked.
    ///
    /// - Parameter deviations: a function that returns the parts in which a definition differs from
    ///   the locked one, with the changed elements.
    init?(
        _ sample: Sample,
        store: ResultsStore,
        deviations: Report.LockDeviations
    ) throws(DiagnosticError) {
        guard let lock = try store.lock(study: sample.studyID) else { return nil }
        hash = lock.hash
        target = lock.target
        hasAnalysis = lock.terms[StoredLock.registeredAnalysis] != nil
        analysis = try store.lockedAnalysis(of: sample.studyID)
        let date = Date(timeIntervalSince1970: Double(lock.wall) / 1e6)
        day = date.formatted(.iso8601.year().month().day())
        let isBefore = { (entry: Entry) in entry.began(before: lock.wall) }
        earlier = sample.entries.filter { isBefore($0) == true }.map(\.participant)
        undated = sample.entries.filter { isBefore($0) == nil }.map(\.participant)
        for hash in sample.definitions.keys.sorted() {
            let entries = sample.entries.filter { $0.start.study == hash && !$0.isImported }
            guard !entries.isEmpty else { continue }
            let parts = try deviations(store.studyFolder(hash: hash), lock)
            for (isEarlier, sessions) in entries.grouped(by: isBefore) {
                let participants = sessions.map(\.participant)
                changes += parts.map { part, elements in
                    Change(
                        part: part,
                        elements: isEarlier == true ? [] : elements,
                        isEarlier: isEarlier,
                        participants: participants
                    )
                }
            }
        }
        changes = changes.grouped { change -> Change in
            var own = change
            own.participants = []
            return own
        }
        .map { group -> Change in
            var change = group.key
            change.participants = group.elements.flatMap(\.participants).distinct
            return change
        }
        .sorted { $0.message < $1.message }
    }

    /// Whether any session before the lock used a study definition whose registered analysis
    /// differs from the locked one. A missing registered analysis counts as different.
    var isAnalysisLate: Bool {
        changes.contains { $0.part == StoredLock.registeredAnalysis && $0.isEarlier == true }
    }

    /// Notice of sessions whose registered analysis differs from the locked one; nil if there are
    /// none.
    var analysisNotice: Phrase? {
        let found = changes.filter { $0.part == StoredLock.registeredAnalysis }
        guard !found.isEmpty else { return nil }
        let used =
            if analysis != nil {
                "This report uses the locked analysis."
            } else if hasAnalysis {
                "This file does not contain the locked analysis; this report uses the changed one."
            } else {
                "The study was locked without a registered analysis; this report uses the new one."
            }
        return "\(found.map(\.sentence).joined(separator: "; ")). \(used)"
    }

    /// Sentence that names the participants of the sessions that began before the study was locked;
    /// nil if there are none.
    var precedence: Phrase? { sessions(earlier).map { "\($0) recorded before the lock." } }

    /// Sentence that names the participants of the sessions that may have begun before the study
    /// was locked; nil if there are none.
    var uncertainty: Phrase? {
        sessions(undated).map {
            "Without times from a real clock, it is unknown whether \($0) recorded before the lock."
        }
    }

    /// Returns the start of a sentence about the sessions of the participants, such as `2 sessions
    /// (of P1, P2) were`; nil if there are none.
    private func sessions(_ participants: [String]) -> Phrase? {
        guard !participants.isEmpty else { return nil }
        let verb = participants.count == 1 ? "was" : "were"
        return """
            \(counted(participants.count, "session")) \
            (of \(Document.names(participants.distinct))) \(verb)
            """
    }
}
