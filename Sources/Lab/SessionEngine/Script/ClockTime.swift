import StudyDefinition

/// Parses a time on a task's clock, such as `1:05`, `65`, `0:31.4` or `1:01:05`, of at most a day.
/// A number after a colon must be less than 60, and only the last number may have a fraction.
/// Returns nanoseconds, or nil if the text is not such a time.
func clockTime(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        .map { String($0).trimmed }
    guard parts.count <= 3 else { return nil }
    var seconds = 0.0
    for (place, part) in parts.enumerated() {
        let isLast = place == parts.count - 1
        guard let number = isLast ? Double(decimal: part) : Int(part).map({ Double($0) }),
            number >= 0, place == 0 || number < 60
        else { return nil }
        seconds = seconds * 60 + number
    }
    // A study may set no longer time limit than a day.
    return seconds <= 86_400 ? Int64((seconds * 1e9).rounded()) : nil
}
