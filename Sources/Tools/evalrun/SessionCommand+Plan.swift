import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

extension SessionCommand {
    /// Returns the conditions of the session, and the participant's row of the plan. A departure
    /// from the plan requires `--reason`; the reason is recorded.
    ///
    /// In three cases, returns nil instead of a row. The conditions are then those of the
    /// unfinished session or, for a new session, those from ``conditions(_:)``:
    ///
    /// - There is no plan for the study.
    /// - The session is a pilot, and its participant is not in the plan.
    /// - The session is unfinished. Such a session continues with the row with which it began.
    ///
    /// - Parameter earlier: the participant's earlier sessions of the study.
    func follow(
        _ study: Study,
        _ earlier: EarlierSessions,
        remark: (String) -> Void
    ) throws(DiagnosticError) -> ([String], PlannedSession?) {
        if let unfinished = earlier.unfinished {
            try requireConditions(of: unfinished)
            return (unfinished.conditions, nil)
        }
        let url = plan.map { URL(fileURLWithPath: $0) } ?? planFile(beside: results.results)
        let typed = try conditions(study)
        let drawn = try evalrun.plan(
            at: plan,
            besides: results.results,
            for: study,
            participant: participant,
            remark: remark
        )
        guard let drawn else { return (typed, nil) }
        try checkReservation(drawn, url)
        let sessions = drawn.sessions(of: participant)
        if pilot, sessions.isEmpty { return (typed, nil) }
        let held = earlier.held(pilot: pilot)
        let own = sessions.isEmpty ? nil : sessions[min(held, sessions.count - 1)]
        if let own, condition.isEmpty || typed == own.conditions { return own }
        let why =
            own == nil
            ? "\(participant) is not in the plan"
            : "the plan assigns \(own?.conditions.joined(separator: ", ") ?? "") to \(participant)"
        let meant = ParticipantCode.alike(participant, among: drawn.participants).first
        guard let reason, !reason.trimmingCharacters(in: .whitespaces).isEmpty else {
            throw DiagnosticError(
                "departure",
                at: .init(file: url.path),
                why,
                fix: (meant.map { "did you mean \"\($0)\"? Otherwise " } ?? "")
                    + "use a participant and conditions of the plan, or give the reason with "
                    + "--reason",
                status: .usage
            )
        }
        var planned =
            own?.planned
            ?? PlannedSession(table: drawn.table.rawValue, seed: drawn.seed, sequence: 0)
        planned.departure = "\(why): \(reason)"
        return (typed, planned)
    }

    /// Throws an error if the participant's row of the plan is reserved for another lab. Without
    /// this check, two labs could use the same row.
    private func checkReservation(_ plan: ExperimentPlan, _ url: URL) throws(DiagnosticError) {
        guard let lab = plan.lab(of: participant) else { return }
        let own =
            FileManager.default.fileExists(atPath: results.results)
            ? try ResultsStore(path: results.results, access: .read).lab() : ""
        if lab == own { return }
        let held = plan.participants.filter { plan.lab(of: $0) == own }
        throw DiagnosticError(
            "reserved-row",
            at: .init(file: url.path),
            "\(participant) is reserved for the lab \"\(lab)\"",
            expected: own.isEmpty
                ? "a results file of that lab" : "a participant of the lab \"\(own)\"",
            fix: own.isEmpty
                ? "first set the lab of this results file: "
                    + EvalrunCommand(["lab", lab], results: results.results).line
                : held.isEmpty
                    ? "draw a plan with rows for this lab, and start sessions with --plan FILE: evalrun plan --participants N --labs NAMES --output FILE"
                    : "choose from \(held.prefix(3).joined(separator: ", "))"
                        + (held.count > 3 ? " and the lab's other rows" : ""),
            status: .usage
        )
    }

    /// Returns the conditions requested with `--condition`. By default, returns the study's usual
    /// conditions in the study's order.
    private func conditions(_ study: Study) throws(DiagnosticError) -> [String] {
        let known = study.conditions.map(\.id)
        if condition.isEmpty { return study.usualConditions.map(\.id) }
        let named = namedConditions
        for id in named where !known.contains(id) {
            throw DiagnosticError(
                "unknown-condition",
                "the study has no condition \"\(id)\"",
                fix: suggestion(for: id, among: known),
                status: .usage
            )
        }
        for (place, id) in named.enumerated() where named[..<place].contains(id) {
            throw DiagnosticError(
                "condition-twice",
                "--condition names \"\(id)\" twice",
                fix: "name each condition of the session once, in this participant's order",
                status: .usage
            )
        }
        return named
    }

    /// The values of `--condition`, which may be separated by commas as in a plan.
    private var namedConditions: [String] {
        condition.flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Throws an error if `--condition` differs from the conditions of the unfinished session.
    private func requireConditions(of unfinished: SessionStart) throws(DiagnosticError) {
        if condition.isEmpty || namedConditions == unfinished.conditions { return }
        let own = unfinished.conditions.joined(separator: ", ")
        throw DiagnosticError(
            "other-conditions",
            at: .init(file: results.results),
            "--condition differs from the unfinished session of \(participant), which has: "
                + (own.isEmpty ? "none" : own),
            fix: "omit --condition to continue this session, or use another participant code",
            status: .usage
        )
    }
}
