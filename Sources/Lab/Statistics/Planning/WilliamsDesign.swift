/// Orders of n conditions in which each has each position, and follows each other, equally often
/// (Williams, Australian Journal of Scientific Research A2, 1949): n rows for even n, 2n for odd.
///
/// Row i is 0, 1, n − 1, 2, n − 2, … plus i; for odd n the same rows follow reversed.
package func williamsDesign(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [] }
    let first = (0..<count).map { place in
        place % 2 == 1 ? (place + 1) / 2 : (count - place / 2) % count
    }
    let rows = (0..<count).map { shift in first.map { ($0 + shift) % count } }
    return count % 2 == 0 || count == 1 ? rows : rows + rows.map { $0.reversed() }
}

/// Minimum and maximum number of times that an ordered pair of neighbours occurs in the rows.
package func neighbourCounts(_ rows: [[Int]]) -> (least: Int, most: Int) {
    let conditions = Set(rows.flatMap(\.self))
    var counts: [[Int]: Int] = [:]
    for row in rows {
        for (one, two) in zip(row, row.dropFirst()) { counts[[one, two], default: 0] += 1 }
    }
    let pairs = conditions.count * (conditions.count - 1)
    let least = counts.count < pairs ? 0 : counts.values.min() ?? 0
    return (least, counts.values.max() ?? 0)
}
