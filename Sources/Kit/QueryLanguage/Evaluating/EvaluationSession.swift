/// Limits that the evaluations of one answer share, and values that they compute once.
///
/// For one thread.
package final class EvaluationSession {
    package enum Cut: Sendable {
        case time
        case memory
        /// Nobody waits for the answer.
        case unwanted
    }

    /// Why evaluation was stopped; nil while it goes on.
    package private(set) var cut: Cut?
    private let deadline: ContinuousClock.Instant
    private let isWanted: () -> Bool
    private var nextQuestion: ContinuousClock.Instant
    private var stepsLeft = 0
    private var known: [Path: QueryValue] = [:]
    private var knownCount = 0

    /// Elements of one list, and of all that are kept.
    static let valueLimit = 500_000
    private static let stepsBetweenLooks = 128

    /// - Parameters:
    ///   - limit: the time from now on.
    ///   - isWanted: whether somebody still waits for the answer; asked every 10 ms.
    package init(limit: Duration, isWanted: @escaping () -> Bool = { true }) {
        nextQuestion = .now
        deadline = nextQuestion + limit
        self.isWanted = isWanted
    }

    package var remaining: Duration { max(.zero, deadline - .now) }

    /// Counts work. - Throws: once a limit is passed.
    func spend(_ steps: Int = 1) throws(PredicateTextError) {
        stepsLeft = steps < stepsLeft ? stepsLeft - steps : 0
        if stepsLeft > 0, cut == nil { return }
        stepsLeft = Self.stepsBetweenLooks
        if cut == nil { look() }
        try stopIfCut()
    }

    private func look() {
        let now = ContinuousClock.now
        if now > deadline {
            cut = .time
        } else if now >= nextQuestion {
            nextQuestion = now + .milliseconds(10)
            if !isWanted() { cut = .unwanted }
        }
    }

    /// - Throws: where a list of so many elements is too large.
    func checkSize(_ count: Int) throws(PredicateTextError) {
        if count > Self.valueLimit { cut = cut ?? .memory }
        try stopIfCut()
    }

    private func stopIfCut() throws(PredicateTextError) {
        if cut != nil {
            throw PredicateTextError("stopped", SourceRange(), "the evaluation was stopped")
        }
    }

    // MARK: - Values of paths

    struct Path: Hashable {
        var object: Int
        var keys: ArraySlice<PathKey>
    }

    subscript(_ path: Path) -> QueryValue? { known[path] }

    /// Keeps the value of a path from an object that many others lead to.
    func keep(_ value: QueryValue, of path: Path) {
        let count = if case .list(let elements) = value { elements.count + 1 } else { 1 }
        if knownCount + count > Self.valueLimit { return }
        knownCount += count
        known[path] = value
    }
}
