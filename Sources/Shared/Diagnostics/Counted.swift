/// Returns the count with its noun, such as `1 participant` or `2 participants`. If `plural` is
/// nil, the plural is the noun with an s.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Returns the names, separated by commas. If there are more than `most`, the list ends with the
/// number of the remaining names.
package func listed(_ names: [String], most: Int) -> String {
    let shown = names.prefix(most).joined(separator: ", ")
    return names.count > most ? "\(shown) and \(names.count - most) more" : shown
}
