/// Returns the duration as minutes and seconds, such as `1:05`, or with hours, such as `1:01:05`.
package func duration(_ nanoseconds: Int64) -> String {
    let seconds = nanoseconds / 1_000_000_000
    let two = { (value: Int64) in value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
        ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
}
