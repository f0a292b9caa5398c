import Diagnostics
import ResultsStore

extension ReportAnalysis {
    /// Deviations from the plan. Empty if no plan was fixed and nothing unplanned happened.
    var deviationsSection: Section {
        var blocks = lockBlocks + planBlocks
        let reasons = reasons
        if !reasons.isEmpty {
            blocks.append(.paragraph("Events outside the study, in the facilitator's words:"))
            blocks.append(.list(reasons))
        }
        return Section(
            id: "deviations",
            title: "Deviations from plan and procedure",
            blocks: blocks
        )
    }

    private var lockBlocks: [Block] {
        guard let locked else { return [] }
        let count = Set(entries.map(\.participant)).count
        let target =
            locked.target.map { target in
                target == count
                    ? " The target of \(counted(target, "participant")) was met."
                    : " The target was \(counted(target, "participant")); \(count) entered."
            } ?? ""
        let head: Phrase = """
            Tasks, checks, conditions, questionnaires, materials and the rules of the analysis \
            were locked on \(locked.day) (UTC; SHA-256 \(locked.hash)).\(target)
            """
        guard !locked.changes.isEmpty else {
            return [.paragraph("\(head) Every session here ran the locked study.")]
        }
        return [
            .paragraph("\(head) Since then:"),
            .list(
                locked.changes.map { change in
                    "\(change.what), for \(Document.names(change.participants))"
                }
            ),
        ]
    }

    private var planBlocks: [Block] {
        let planned = entries.filter { $0.start.plan != nil }
        guard let plan = planned.first?.start.plan else { return [] }
        let without = entries.filter { $0.start.plan == nil }.map(\.participant)
        let seeds = Set(planned.compactMap { $0.start.plan?.seed }).sorted().map(String.init)
        let tables = Set(planned.compactMap { $0.start.plan?.table }).sorted()
        var counts: [Int: Int] = [:]
        var seen: Set<String> = []
        for entry in planned where seen.insert(entry.participant).inserted {
            counts[entry.start.plan?.sequence ?? plan.sequence, default: 0] += 1
        }
        let used = counts.sorted { $0.key < $1.key }.map { "\($0.value) in sequence \($0.key)" }
        var blocks: [Block] = [
            .paragraph(
                """
                The order of conditions was drawn before the sessions: \(listed(tables)), \
                seed \(listed(seeds)). Among the analysed participants, \(listed(used)).
                """
            )
        ]
        if !without.isEmpty {
            blocks.append(.paragraph("Without a row of the plan: \(Document.names(without))."))
        }
        return blocks
    }

    private var reasons: [Phrase] {
        entries.flatMap { entry in
            entry.record.reasons.filter { reason in
                entry.record.runs.allSatisfy { $0.number != reason.run || !$0.practice }
            }
            .map { reason -> Phrase in
                let place =
                    reason.run.map { ", \(entry.taskTitle(run: $0, in: sample))" } ?? ""
                let words: Phrase =
                    reason.text.isEmpty ? "withheld" : "“\(words: reason.text)”"
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
