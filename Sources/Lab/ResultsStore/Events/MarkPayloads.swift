package struct Marked: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case assist, mistake, toolFailure, note, problem, question
    }

    /// Number of the mark within the session: 1, 2, 3, …
    package var mark: Int
    package var kind: Kind
    /// The run to which the mark belongs; nil between tasks.
    package var run: Int?
    /// Code from the study's codebook; nil if the mark has only a kind.
    package var code: String?
    /// Severity of a problem: 1 cosmetic, 2 minor, 3 major, 4 catastrophic. Nil if not graded.
    package var severity: Int?
    /// Level of an assist: 1 for a hint, 2 for an instruction, 3 if the facilitator did the work
    /// for the participant. Nil if not graded.
    package var level: Int?

    package init(
        mark: Int,
        kind: Kind,
        run: Int?,
        code: String? = nil,
        severity: Int? = nil,
        level: Int? = nil
    ) {
        (self.code, self.severity, self.level, self.mark) = (code, severity, level, mark)
        (self.kind, self.run) = (kind, run)
    }
}

extension Marked.Kind {
    /// Returns whether a mark or rating of this kind counts in the comparison of raters. It counts
    /// if `run` is one of `runs`, the analyzed runs. A note counts only if it also has a `code`
    /// from the codebook.
    package func isCode(_ code: String?, run: Int?, in runs: [Int]) -> Bool {
        guard let run, runs.contains(run) else { return false }
        return self != .note || code != nil
    }
}

package struct MarkWorded: Sendable, Hashable, Codable {
    package var mark: Int
    package var text: String

    package init(mark: Int, text: String) {
        self.mark = mark
        self.text = text
    }
}

package struct MarkReference: Sendable, Hashable, Codable {
    package var mark: Int

    package init(mark: Int) { self.mark = mark }
}

/// The severity of a marked problem or the level of an assist, entered after the mark was made.
package struct MarkGraded: Sendable, Hashable, Codable {
    package var mark: Int
    package var severity: Int?
    package var level: Int?

    package init(mark: Int, severity: Int? = nil, level: Int? = nil) {
        (self.mark, self.severity, self.level) = (mark, severity, level)
    }
}
