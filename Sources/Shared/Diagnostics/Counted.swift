/// `1 participant`, `2 participants`; the plural is the noun with an s unless it is given.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
