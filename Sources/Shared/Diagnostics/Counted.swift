/// Returns the count with its noun: `1 participant`, `2 participants`. The plural is the noun with
/// an s unless `plural` is given.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
