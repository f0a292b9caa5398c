/// A filter for the diagnostics of a task that is repeated in rounds. Diagnostics of the previous
/// round are not printed again.
package struct NewDiagnostics: Sendable {
    private var earlier: Set<Diagnostic> = []
    private var present: Set<Diagnostic> = []

    package init() {}

    /// Adds diagnostics of the current round. Returns the diagnostics to print: those that the
    /// previous round did not have.
    package mutating func add(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        present.formUnion(diagnostics)
        return diagnostics.filter { !earlier.contains($0) }
    }

    /// Ends the current round.
    ///
    /// - Parameter isWhole: whether the round was completed. If not, the diagnostics of the
    ///   previous round are kept, because they may still apply.
    package mutating func endRound(isWhole: Bool) {
        earlier = isWhole ? present : earlier.union(present)
        present = []
    }
}
