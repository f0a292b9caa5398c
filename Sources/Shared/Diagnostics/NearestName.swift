/// Returns the candidate that is most similar to `name`; nil if none is similar. Ignores case.
/// Returns nil for a name of more than 200 bytes, because the comparison would take too long.
///
/// A similar candidate has at most one difference for every three characters of `name`; one
/// difference is always allowed. Differences are insertions, deletions, substitutions and swaps of
/// adjacent characters (optimal string alignment distance).
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= 200 else { return nil }
    let (count, limit) = (name.count, max(1, name.count / 3))
    let scored = candidates.filter { abs($0.count - count) <= limit }.map {
        (name: $0, distance: distance(name.lowercased(), $0.lowercased()))
    }
    return scored.filter { $0.distance <= limit }.min {
        ($0.distance, $0.name) < ($1.distance, $1.name)
    }?
    .name
}

/// Returns a suggestion such as `did you mean "x"?` if a candidate is similar to `name`. Otherwise,
/// returns a list of up to 12 candidates; nil if there are none.
package func suggestion(for name: String, among candidates: some Collection<String>) -> String? {
    if let near = nearestName(to: name, among: candidates) { return "did you mean \"\(near)\"?" }
    if candidates.isEmpty { return nil }
    let known = Set(candidates).sorted()
    let listed = known.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
    return "known here: \(listed)\(known.count > 12 ? ", …" : "")"
}

private func distance(_ left: String, _ right: String) -> Int {
    let a = Array(left.unicodeScalars)
    let b = Array(right.unicodeScalars)
    var rows = [Array(0...b.count)]
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            let cost = a[i] == b[j] ? 0 : 1
            var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + cost)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                best = min(best, rows[i - 1][j - 1] + 1)
            }
            row.append(best)
        }
        rows.append(row)
    }
    return rows[a.count][b.count]
}
