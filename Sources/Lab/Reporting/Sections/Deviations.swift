import Diagnostics
import ResultsStore

extension ReportAnalysis {
    /// Deviations from the locked study and from the plan, and unplanned events. Empty if the study
    /// has no lock, no plan and no unplanned events.
    var deviationsBlocks: [Block] {
        lockBlocks + planBlocks
            + Document.list("Unplanned events, in the facilitator's words:", reasons)
    }

    private var lockBlocks: [Block] {
        guard let locked else { return [] }
        let count = Set(entries.map(\.participant)).count
        let target =
            locked.target.map { target in
                target == count
                    ? " The target of \(counted(target, "participant")) was met."
                    : " The target was \(counted(target, "participant")); this report has \(count)."
            } ?? ""
        let lock: Phrase = """
            Tasks, checks, conditions, questionnaires, materials and the rules of the analysis \
            were locked on \(locked.day) (UTC; SHA-256 \(locked.hash)).\(target)
            """
        let head = [lock, locked.precedence, locked.uncertainty].compactMap(\.self)
            .joined(separator: " ")
        let changes = locked.changes.map(\.sentence)
        guard changes.isEmpty else {
            return Document.list("\(head) Deviations from the locked study:", changes)
        }
        // Imported sessions were not run with a definition of the study.
        let recorded = hasImported ? "that evalrun recorded" : "in this report"
        return isAllImported || entries.isEmpty
            ? [.paragraph(head)]
            : [.paragraph("\(head) Every session \(recorded) used the locked study.")]
    }

    private var planBlocks: [Block] {
        let planned = entries.filter { $0.start.plan != nil }
        guard let plan = planned.first?.start.plan else { return [] }
        // If there was a plan, the sequence of a session without a row in the plan is 0.
        let without = entries.filter { ($0.start.plan?.sequence ?? 0) == 0 }.map(\.participant)
            .distinct
        let departing = planned.filter { $0.start.plan?.departure != nil }.map(\.participant)
            .distinct
        let seeds = Set(planned.compactMap { $0.start.plan?.seed }).sorted().map(String.init)
        let tables = Set(planned.compactMap { $0.start.plan?.table }).sorted()
        var counts: [Int: Int] = [:]
        var seen = Set(without + departing)
        for entry in planned where seen.insert(entry.participant).inserted {
            counts[entry.start.plan?.sequence ?? plan.sequence, default: 0] += 1
        }
        let used = counts.sorted { $0.key < $1.key }.map { "\($0.value) in sequence \($0.key)" }
        let drawn: Phrase = """
            The order of conditions was drawn before the sessions: \(listed(tables)), \
            seed \(listed(seeds)). Analysed participants who followed this order: \
            \(used.isEmpty ? "none" : listed(used)).
            """
        let others: [(Phrase, [String])] = [
            ("Participants who departed from the plan", departing.filter { !without.contains($0) }),
            ("Participants without a row in the plan", without),
            ("Participants who were given the order of a drop-out", newcomers),
        ]
        return [.paragraph(drawn)]
            + others.filter { !$0.1.isEmpty }.map { title, names -> Block in
                .paragraph("\(title): \(Document.names(names)).")
            }
    }

    /// The participants who were given the order of a drop-out, each followed by the drop-out's
    /// code in parentheses. The code is left out if the file has no session of the drop-out, for
    /// example because the session was erased.
    private var newcomers: [String] {
        let known = Set(entries.map(\.participant) + sample.exclusions.map(\.participant))
        return entries.compactMap { entry in
            guard let code = entry.start.plan?.replaces else { return nil }
            let lab = "\(entry.record.lab)/"
            let dropout = entry.participant.hasPrefix(lab) ? lab + code : code
            return entry.participant + (known.contains(dropout) ? " (of \(dropout))" : "")
        }
        .distinct
    }

    private var reasons: [Phrase] {
        entries.flatMap { entry in
            entry.record.reasons.filter { reason in
                entry.record.runs.allSatisfy { $0.number != reason.run || !$0.practice }
            }
            .map { reason -> Phrase in
                let place = reason.run.map { ", \(entry.taskTitle(run: $0, in: sample))" } ?? ""
                let words: Phrase = reason.text.isEmpty ? "withheld" : "“\(words: reason.text)”"
                return "\(words: entry.participant)\(place): \(reason.kind.words): \(words)"
            }
        }
    }
}

extension SessionRecord.Reason.Kind {
    var words: String {
        switch self {
        case .pause: "paused"
        case .skip: "skipped"
        case .extend: "given more time"
        case .repeat: "run again"
        case .endTask: "task ended early"
        case .endSession: "session ended early"
        case .departure: "departed from the plan"
        }
    }
}
