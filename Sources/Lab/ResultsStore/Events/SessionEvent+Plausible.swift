extension SessionEvent {
    /// Longest interval, in seconds, that an event may contain: 285 years. Its nanoseconds fit in
    /// 64 bits.
    package static let longestInterval = 9e9

    /// Whether all numbers in the event are small enough for calculations without overflow. evalrun
    /// never records larger numbers. A larger number means that the results file is damaged or was
    /// edited by hand.
    var isPlausible: Bool {
        switch self {
        case .taskPrepared(let value): isNumber(value.run) && isInterval(value.timeLimit)
        case .taskStarted(let value), .taskPaused(let value), .taskResumed(let value),
            .taskContinued(let value):
            isNumber(value.run)
        case .taskExtended(let value): isNumber(value.run) && isInterval(value.by)
        case .sessionResumed(let value): isInterval(value.gap)
        case .timeImported(let value): isNumber(value.run)
        case .marked(let value):
            isNumber(value.mark) && isNumber(value.severity) && isNumber(value.level)
        case .markGraded(let value):
            isNumber(value.mark) && isNumber(value.severity) && isNumber(value.level)
        case .checkRepeated(let value): isNumber(value.run) && isNumber(value.attempt)
        case .rated(let value):
            isNumber(value.number) && isNumber(value.severity) && isNumber(value.level)
        default: true
        }
    }
}

private func isNumber(_ number: Int?) -> Bool {
    number.map { -(1 << 62)...(1 << 62) ~= $0 } ?? true
}

private func isInterval(_ seconds: Double) -> Bool {
    seconds.isFinite && abs(seconds) <= SessionEvent.longestInterval
}
