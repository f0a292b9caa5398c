import Diagnostics
import Foundation

/// Diagnostics for the conflicts of a merge.
extension MergePlan {
    func isRunning(_ participant: String) -> Diagnostic {
        Diagnostic(
            "session-running",
            severity: .warning,
            at: .init(file: files.own),
            "new events of the session of \"\(participant)\" were not merged, because this session "
                + "is being recorded",
            fix: "end the session, then merge or synchronise again"
        )
    }

    func ofAnotherLab(_ log: MergeInput.Log, _ lab: String) -> Diagnostic {
        Diagnostic(
            "session-of-two-labs",
            severity: .warning,
            at: .init(file: files.other),
            "the labs \"\(lab)\" and \"\(log.lab)\" both have the session "
                + log.uuid.uuidString.lowercased(),
            expected: "a session that belongs to one lab",
            fix: "a results file was copied between the labs; erase the session in the lab that "
                + "did not record this session"
        )
    }

    /// Returns the participant's code. If the lab is known, the lab precedes the code, as in
    /// `uppsala/P1`.
    func named(_ log: MergeInput.Log) -> String {
        log.lab.isEmpty ? log.participant : "\(log.lab)/\(log.participant)"
    }

    private func session(_ log: MergeInput.Log) -> String {
        "the session of \"\(named(log))\" (\(log.uuid.uuidString.lowercased()))"
    }

    func differs(_ log: MergeInput.Log, from own: MergeInput.Log) -> Diagnostic {
        let session = session(own)
        guard isOneFile else {
            return Diagnostic(
                "session-differs",
                severity: .warning,
                at: .init(file: files.own),
                "\(session) has different events in this file and at the hub",
                fix: "synchronise with a new file: --results NEW-FILE; this file keeps its events, "
                    + "and receives only erasures and withdrawals of consent from the hub"
            )
        }
        let withdrawal =
            switch (own.isWithdrawn, log.isWithdrawn) {
            case (false, true):
                "; its withdrawal of consent in \(files.other) is now recorded here too"
            case (true, false): "; consent was withdrawn only in this file"
            default: ""
            }
        let record =
            own.isWithdrawn && !log.isWithdrawn
            ? "; to record the withdrawal in \(files.other) too, run: "
                + "evalrun merge \(files.own) --results \(files.other)" : ""
        return Diagnostic(
            "session-differs",
            at: .init(file: files.own),
            "\(session) has different events in this file and in \(files.other)\(withdrawal)",
            expected: "a session whose new events are recorded in only one copy of the results "
                + "file",
            fix: "this session was left out, and both files keep its events; decide which file "
                + "has the events to use, and merge only that file into a new file: "
                + "--results NEW-FILE; if you need events that are only in the other file, record "
                + "them again in the new file\(record)"
        )
    }

    func hasMore(_ log: MergeInput.Log) -> Diagnostic {
        Diagnostic(
            "branch-here-alone",
            severity: .warning,
            at: .init(file: files.own),
            "copies of the results file have different events of the session of "
                + "\"\(named(log))\"; an analyst rejected this file's events, but the hub has not "
                + "received all of them",
            fix: "with a lab's account, synchronise again to send these events to the hub; with an "
                + "analyst's account, synchronise with a new file: --results NEW-FILE"
        )
    }

    func codeTaken(_ log: MergeInput.Log) -> Diagnostic {
        Diagnostic(
            "code-taken",
            at: .init(file: files.other),
            "participant \"\(codeThere(log))\" cannot be renamed to "
                + "\"\(log.participant)\", the code of another participant in \(files.own)",
            expected: "a code that \(files.own) does not contain, not even for an erased session",
            fix: "this participant was left out; "
                + renameAdvice(log.participant, there: codeThere(log))
        )
    }

    func codeErased(_ log: MergeInput.Log) -> Diagnostic {
        let there = codeThere(log)
        return Diagnostic(
            "code-erased",
            at: .init(file: files.other),
            "a session of participant \"\(there)\" was not added, because \"\(named(log))\" was "
                + "erased from \(files.own), and the code cannot be used again",
            fix: "if the session is of the erased person, erase \"\(there)\" from "
                + "\(files.other) too; otherwise, \(renameAdvice(log.participant, there: there))"
                + (log.isImported
                    ? "; if it is the correction of an erased import, merge in the other direction: "
                        + "evalrun merge \(files.own) --results \(files.other)" : "")
        )
    }

    /// Returns the participant's code in the other file or on the hub. The log itself may already
    /// contain the participant's code in the receiving file.
    func codeThere(_ log: MergeInput.Log) -> String {
        isOneFile ? codes.there[log.uuid] ?? log.participant : log.participant
    }

    /// Returns the last clause of a diagnostic's fix: it tells the user to give the participant an
    /// unused code with the option `--rename`.
    ///
    /// - Parameter there: the participant's code in the file to be merged.
    private func renameAdvice(_ participant: String, there: String) -> String {
        let option = "--rename \(there)=\(freeCode(like: participant))"
        return there == participant ? "add \(option) to the command" : "use \(option) instead"
    }

    /// Returns a code such as `P1-b` that no participant of either file has.
    private func freeCode(like participant: String) -> String {
        "bcdefghijklmnopqrstuvwxyz".lazy.map { "\(participant)-\($0)" }
            .first { !taken.contains($0) } ?? "\(participant)-\(taken.count)"
    }

    func conflict(_ log: MergeInput.Log, with other: MergeInput.Log?) -> Diagnostic {
        if let other, log.isSameImport(as: other) { return importedTwice(log) }
        return Diagnostic(
            "participant-conflict",
            at: .init(file: files.other),
            isOneFile
                ? "participant \"\(codeThere(log))\" has a different session in \(files.own)"
                : "\(session(log)) is not the session that \(files.own) has of this participant",
            expected: "a code that identifies the same person and session in both files",
            fix: isOneFile
                ? "this participant was left out; to merge this session under a different code, "
                    + renameAdvice(log.participant, there: codeThere(log))
                : "the session from the hub was left out of this file, and nothing is lost; do not "
                    + "erase either session; if two people have this code, merge the results file "
                    + "that recorded the left-out session into this file: evalrun merge FILE "
                    + "--rename \(log.participant)=\(freeCode(like: log.participant))"
        )
    }

    /// Combines the diagnostics of participants who have different sessions in this file, and those
    /// of participants whose data were imported twice. Each combined diagnostic lists the codes of
    /// its participants.
    ///
    /// - Parameters:
    ///   - logs: a session of each participant who has an obstacle.
    ///   - haveNoLab: whether no session in either file has a lab. Equal codes of different labs
    ///     do not conflict.
    mutating func combineConflicts(of logs: [MergeInput.Log], haveNoLab: Bool) {
        let others = logs.filter { obstacles[person($0)] == conflict($0, with: nil) }
        let imports = logs.filter { obstacles[person($0)] == importedTwice($0) }
        combine(others, into: conflict(of: sortedCodes(others), haveNoLab: haveNoLab))
        combine(imports, into: importedTwice(sortedCodes(imports)))
    }

    /// Replaces the obstacles of the logs' participants with `reason`. Does nothing if there is
    /// only one code.
    private mutating func combine(_ logs: [MergeInput.Log], into reason: Diagnostic) {
        guard sortedCodes(logs).count > 1 else { return }
        for log in logs { obstacles[person(log)] = reason }
    }

    private func sortedCodes(_ logs: [MergeInput.Log]) -> [String] {
        Set(logs.map(\.participant)).sorted(by: ParticipantCode.precedes)
    }

    private func conflict(of codes: [String], haveNoLab: Bool) -> Diagnostic {
        Diagnostic(
            "participant-conflict",
            at: .init(file: files.other),
            "\(codes.count) participants have different sessions in \(files.own): "
                + listed(codes, most: 30),
            expected: "codes that identify the same persons and sessions in both files",
            fix: "these participants were left out; "
                + (haveNoLab
                    ? "if the files are of different labs, name the lab of each file and merge again, "
                        + "and the codes stay the same: evalrun lab NAME --results \(files.own), "
                        + "evalrun lab NAME --results \(files.other); otherwise, "
                    : "to merge these sessions under different codes, ") + renameAdvice(codes)
        )
    }

    private func importedTwice(_ codes: [String]) -> Diagnostic {
        Diagnostic(
            "participant-conflict",
            at: .init(file: files.other),
            "the data of \(codes.count) participants were imported twice, so \(files.own) has "
                + "other sessions of these participants, with the same answers and times: "
                + listed(codes, most: 30),
            expected: "answers and times that are imported only once, into one results file",
            fix: "these participants were left out; if both imports are of the same people, keep "
                + "one import: erase each participant from the file in which the participant has "
                + "no other session; if the imports are of different people, "
                + renameAdvice(codes)
        )
    }

    /// Returns the last clause of a diagnostic's fix: it tells the user to give each participant an
    /// unused code with the option `--rename`.
    private func renameAdvice(_ codes: [String]) -> String {
        let pairs = codes.prefix(2).map { "\($0)=\(freeCode(like: $0))" }.joined(separator: " ")
        let others = codes.count > 2 ? ", with such a pair for each of the other codes" : ""
        return "add --rename \(pairs) to the command\(others)"
    }

    private func importedTwice(_ log: MergeInput.Log) -> Diagnostic {
        let subject = isOneFile ? "participant \"\(codeThere(log))\"" : session(log)
        return Diagnostic(
            "participant-conflict",
            at: .init(file: files.other),
            "the data of \(subject) were imported twice, so \(files.own) has another session of "
                + "this participant, with the same answers and times",
            expected: "answers and times that are imported only once, into one results file",
            fix: isOneFile
                ? "this participant was left out; if both imports are of the same person, keep one "
                    + "import: erase the participant from the file in which the participant has no other "
                    + "session; "
                    + "if the imports are of two people, "
                    + renameAdvice(log.participant, there: codeThere(log))
                : "the session from the hub was left out, because this file already has the same "
                    + "data; to keep only one import, the lab must erase the participant from the "
                    + "file in which the participant has no other session, and synchronise that "
                    + "file"
        )
    }

    func unknownErasure(
        _ participant: String,
        there: String,
        in file: String
    ) -> Diagnostic {
        let (left, unerased) =
            file == files.own ? ("participant", there) : ("erasure", participant)
        return Diagnostic(
            "unknown-erasure",
            at: .init(file: file),
            "\"\(participant)\" was erased by an older evalrun, which did not record the "
                + "session's identity",
            fix: isOneFile
                ? "this \(left) was left out; if the code means the same person in both files, "
                    + "erase \(unerased) from the other file too; otherwise, "
                    + renameAdvice(participant, there: there)
                : "the session was left out; if this is the erased session, the lab must run "
                    + "evalrun erase \(participant), then evalrun sync, with the results file that "
                    + "still contains the session; otherwise, the lab must begin a new file with "
                    + "evalrun lab LAB --results NEW-FILE, and run evalrun sync with that file"
        )
    }
}
