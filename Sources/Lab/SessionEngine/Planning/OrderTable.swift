/// Orders in which conditions are met, so that none gains by its place.
package enum OrderTable: String, Sendable, CaseIterable {
    /// Every condition occurs once in every position.
    case latinSquare = "latin-square"
    /// Moreover every condition follows every other equally often (Williams, 1949): as many rows as
    /// conditions where these are even, twice as many where they are odd.
    case williams
    /// Every participant has one condition; each block has every condition once.
    case randomisedBlocks = "randomised-blocks"
    /// There is one condition.
    case oneOrder = "one-order"

    /// Rows of indexes into `count` conditions.
    package func rows(_ count: Int) -> [[Int]] {
        switch self {
        case .oneOrder: [Array(0..<count)]
        case .randomisedBlocks: (0..<count).map { [$0] }
        case .latinSquare:
            (0..<count).map { row in (0..<count).map { ($0 + row) % count } }
        case .williams: Self.williamsRows(count)
        }
    }

    /// 0, 1, n-1, 2, n-2, … shifted by each number, and mirrored where n is odd.
    private static func williamsRows(_ count: Int) -> [[Int]] {
        var first: [Int] = []
        var (low, high) = (0, count - 1)
        while first.count < count {
            first.append(low)
            low += 1
            if first.count < count {
                // The second place holds 1, the third n-1, and so on in turn.
                first.append(high)
                high -= 1
            }
        }
        let rows = (0..<count).map { shift in first.map { ($0 + shift) % count } }
        return count < 2 || count % 2 == 0 ? rows : rows + rows.map { Array($0.reversed()) }
    }
}
