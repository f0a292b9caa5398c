/// Returns the count with its noun, such as `1 participant` or `2 participants`. If `plural` is
/// nil, the plural is the noun with an s.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
