/// The diagnostics of a task that is repeated in rounds. It finds those to print: a diagnostic that
/// the round before had too is not printed again.
package struct NewDiagnostics: Sendable {
    private var earlier: Set<Diagnostic> = []
    private var present: Set<Diagnostic> = []

    package init() {}

    /// Adds diagnostics of the current round, and returns those to print.
    package mutating func add(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        present.formUnion(diagnostics)
        return diagnostics.filter { !earlier.contains($0) }
    }

    /// Ends the current round.
    ///
    /// - Parameter isWhole: whether the round got to its end. If not, the diagnostics of the round
    ///   before may still apply.
    package mutating func endRound(isWhole: Bool) {
        earlier = isWhole ? present : earlier.union(present)
        present = []
    }
}
