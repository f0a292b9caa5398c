/// State that several evaluations share: a time limit, a limit on the length of lists, and a cache
/// of key path values. For example, a session covers the evaluation of one predicate for all
/// records.
///
/// A session must be used from one thread only.
package final class EvaluationSession {
    package enum Cut: Sendable {
        case time
        case memory
        /// The caller no longer needs the result.
        case unwanted
    }

    /// The reason why the evaluation was stopped; nil if it was not stopped.
    package private(set) var cut: Cut?
    private let deadline: ContinuousClock.Instant
    private let isWanted: () -> Bool
    private var nextQuestion: ContinuousClock.Instant
    private var stepsLeft = 0
    private var known: [Path: QueryValue] = [:]
    private var knownCount = 0

    /// Maximum number of elements in one list. Also the maximum size of the cache, in values and
    /// list elements.
    static let valueLimit = 500_000
    private static let stepsBetweenLooks = 128

    /// Creates a session. The time limit begins now.
    ///
    /// - Parameters:
    ///   - limit: the maximum duration of all evaluations together.
    ///   - isWanted: a function that returns whether the caller still needs the result. It is
    ///     called at most every 10 ms.
    package init(limit: Duration, isWanted: @escaping () -> Bool = { true }) {
        nextQuestion = .now
        deadline = nextQuestion + limit
        self.isWanted = isWanted
    }

    package var remaining: Duration { max(.zero, deadline - .now) }

    /// Counts `steps` units of work. Occasionally checks the time limit and whether the caller
    /// still needs the result.
    ///
    /// - Throws: an error if the time limit has passed, if the caller no longer needs the result,
    ///   or if the evaluation was already stopped.
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

    /// Checks that a list with `count` elements is within the limit.
    ///
    /// - Throws: an error if the list is too large, or if the evaluation was stopped.
    func checkSize(_ count: Int) throws(PredicateTextError) {
        if count > Self.valueLimit { cut = cut ?? .memory }
        try stopIfCut()
    }

    private func stopIfCut() throws(PredicateTextError) {
        if cut != nil {
            throw PredicateTextError(
                "stopped",
                SourceRange(),
                "the evaluation of the predicate exceeded a limit or was cancelled"
            )
        }
    }

    // MARK: - Cache of key path values

    struct Path: Hashable {
        var object: Int
        var keys: ArraySlice<PathKey>
    }

    subscript(_ path: Path) -> QueryValue? { known[path] }

    /// Caches the value of `path`, which consists of an object and the keys to read from it. The
    /// cached value is then used for every key path that leads to this object and ends with these
    /// keys. Does nothing if the cache has no room for the value.
    func keep(_ value: QueryValue, of path: Path) {
        let count = if case .list(let elements) = value { elements.count + 1 } else { 1 }
        if knownCount + count > Self.valueLimit { return }
        knownCount += count
        known[path] = value
    }
}
