package import Diagnostics
import Foundation
package import GRDB

/// Identification of participants by lab and code: `P1` in one lab and `P1` in another are two
/// people.
///
/// In a study with several labs, each lab has its own results file. In that file, a code without a
/// lab identifies a participant of the file's lab; `LAB/CODE` identifies a participant of `LAB`. If
/// the file's lab has no such participant, the code identifies the participant of the only other
/// lab that has it, except where that participant could be changed by mistake (`isOwn`).
extension Database {
    /// Returns the ids of a participant's sessions.
    ///
    /// - Parameters:
    ///   - participant: a code, or lab and code, such as `uppsala/P1`.
    ///   - isOwn: whether a code without a lab identifies only a participant of the file's lab, as
    ///     at the start of a session and in changes of recorded data.
    /// - Throws: `DiagnosticError` if a code without a lab could mean participants of several labs.
    package func sessions(
        of participant: String,
        in file: String,
        isOwn: Bool = false
    ) throws -> Set<Int64> {
        let own = try lab()
        let rows = try rows(
            """
            SELECT id, lab FROM sessions
            WHERE participant = ?1 OR lab <> '' AND lab || '/' || participant = ?1
            """,
            [participant]
        ).map { (id: try $0.get(0) as Int64, lab: try $0.get(1) as String) }
        if participant.contains("/") { return Set(rows.map(\.id)) }
        if !own.isEmpty {
            let known = rows.filter { [own, ""].contains($0.lab) }
            // After an erasure of the own participant, the code must not select another person.
            if try isOwn || !known.isEmpty || mayHaveErased(participant, lab: own) {
                return Set(known.map(\.id))
            }
        }
        let labs = Set(rows.map(\.lab)).sorted()
        guard labs.count > 1 else { return Set(rows.map(\.id)) }
        let codes = labs.filter { !$0.isEmpty }.map { "\($0)/\(participant)" }
        let names = codes.count == 1 ? codes[0] : "one of these: \(codes.joined(separator: ", "))"
        // No argument can select only the sessions without a lab.
        let rest =
            codes.count < labs.count
            ? "; for the participant without a lab, first set the file's lab: evalrun lab NAME --results FILE"
            : ""
        throw DiagnosticError(
            "ambiguous-participant",
            at: .init(file: file),
            codes.count < labs.count
                ? "\"\(participant)\" is the code of a participant without a lab and of "
                    + "\(counted(codes.count, "participant")) with a lab"
                : "\"\(participant)\" is the code of participants in \(labs.count) labs",
            expected: "a lab and a code",
            fix: "use \(names)\(rest)",
            status: .usage
        )
    }

    /// Returns whether a participant of `lab` with this code may have been erased. The tombstones
    /// that were pulled from a hub have no code.
    private func mayHaveErased(_ participant: String, lab: String) throws -> Bool {
        try value(
            """
            SELECT EXISTS (SELECT 1 FROM erased
                WHERE participant IN ('', ?1) AND lab IN ('', ?2))
            """,
            [participant, lab]
        ) ?? true
    }

    /// Returns the file's lab; empty if the file has none.
    package func lab() throws -> String {
        try value("SELECT lab FROM file_copy") ?? ""
    }

    /// Returns whether the file's lab, `lab`, can no longer be replaced. True if a hub may have
    /// rows of the file, or if the file has or had sessions of other labs.
    fileprivate func isFixed(lab: String) throws -> Bool {
        if try isSynchronised() { return true }
        return try value(
            """
            SELECT EXISTS (SELECT 1 FROM sessions WHERE lab NOT IN ('', ?1))
                OR EXISTS (SELECT 1 FROM erased WHERE lab NOT IN ('', ?1))
            """,
            [lab]
        ) ?? true
    }
}

extension ResultsStore {
    /// Returns the file's lab; empty if the file has none.
    package func lab() throws(DiagnosticError) -> String { try read { try $0.lab() } }

    /// Records the file's lab, and assigns all sessions without a lab to it. If the file had a
    /// different lab, the sessions of that lab are also assigned to the new lab.
    ///
    /// - Parameter isReplacing: whether to replace a different lab that the file already has. A lab
    ///   cannot be replaced after the file was synchronized with a hub, or if the file has or had
    ///   sessions of other labs.
    /// - Returns: true if the file had no lab or a different lab before.
    /// - Throws: `DiagnosticError` if the lab's name is invalid, or if the file belongs to a
    ///   different lab that must not be replaced.
    @discardableResult
    package func setLab(
        _ lab: String,
        isReplacing: Bool = false
    ) throws(DiagnosticError) -> Bool {
        if let problem = ParticipantCode.problem(withLab: lab) { throw DiagnosticError([problem]) }
        let isNamed = try read { db in
            let isUnnamed: Bool? = try db.value(
                """
                SELECT EXISTS (SELECT 1 FROM sessions WHERE lab = '')
                    OR EXISTS (SELECT 1 FROM erased WHERE lab = '')
                """
            )
            return try db.lab() == lab && isUnnamed == false
        }
        if isNamed { return false }
        return try write { db in
            let own = try db.lab()
            if !own.isEmpty, own != lab {
                let isFixed = try db.isFixed(lab: own)
                if isFixed || !isReplacing {
                    throw otherLab(own, lab, isFixed: isFixed, isReplacing: isReplacing)
                }
            }
            try db.run("UPDATE file_copy SET lab = ?", [lab])
            try db.run("UPDATE sessions SET lab = ? WHERE lab IN ('', ?)", [lab, own])
            try db.run("UPDATE erased SET lab = ? WHERE lab IN ('', ?)", [lab, own])
            return own != lab
        }
    }

    private func otherLab(
        _ own: String,
        _ lab: String,
        isFixed: Bool,
        isReplacing: Bool
    ) -> DiagnosticError {
        let fix =
            if isReplacing {
                "use another results file; the lab of this file is fixed, because the file was "
                    + "synchronised with a hub or has sessions of several labs"
            } else if isFixed {
                "use the account of \"\(own)\", or another results file"
            } else {
                "use the account of \"\(own)\", or another results file; if the file belongs to "
                    + "\"\(lab)\", first run: evalrun lab \(lab) --results FILE"
            }
        return DiagnosticError(
            "other-lab",
            at: .init(file: path),
            "belongs to the lab \"\(own)\", not to \"\(lab)\"",
            fix: fix,
            status: .noPermission
        )
    }
}

extension ParticipantCode {
    /// Returns a diagnostic if `name` is not a valid lab name; nil if it is valid. A lab name must
    /// be usable as the name of a PostgreSQL role.
    package static func problem(withLab name: String) -> Diagnostic? {
        let letters = "abcdefghijklmnopqrstuvwxyz0123456789_"
        let isValid =
            !name.isEmpty && name.count <= 40 && name.allSatisfy { letters.contains($0) }
            && name.first?.isLetter == true && !name.hasPrefix("pg_")
            && !["none", "public"].contains(name)
        guard !isValid else { return nil }
        return Diagnostic(
            "lab-name",
            "\"\(name)\" cannot be the name of a lab or an analyst",
            expected:
                "1 to 40 characters a–z, 0–9 or \"_\", beginning with a letter but not with "
                + "\"pg_\"; \"none\" and \"public\" are reserved",
            fix: "choose a short name, such as uppsala"
        )
    }
}
