/// A counterbalancing table: the orders of conditions that are assigned to participants.
package enum OrderTable: String, Sendable, CaseIterable {
    /// Every condition occurs once in every position.
    case latinSquare = "latin-square"
    /// Every condition occurs equally often in every position, and follows every other condition
    /// equally often (Williams, 1949). For an even number of conditions, the table is a Latin
    /// square; for an odd number, it consists of two Latin squares.
    case williams
    /// Every participant has only one condition; each block contains every condition once.
    case randomisedBlocks = "randomised-blocks"
    /// The only order, for a study with one condition.
    case oneOrder = "one-order"

    /// Returns the rows of the table for `count` conditions. Each row is an order of condition
    /// indexes.
    package func rows(_ count: Int) -> [[Int]] {
        switch self {
        case .oneOrder: [Array(0..<count)]
        case .randomisedBlocks: (0..<count).map { [$0] }
        case .latinSquare:
            (0..<count).map { row in (0..<count).map { ($0 + row) % count } }
        case .williams: Self.williamsRows(count)
        }
    }

    /// Returns the rows of a Williams design for n = `count` conditions. Row k is the sequence 0,
    /// n-1, 1, n-2, 2, … with k added to each element, modulo n. If n is odd, the reversed rows are
    /// added.
    private static func williamsRows(_ count: Int) -> [[Int]] {
        var first: [Int] = []
        var (low, high) = (0, count - 1)
        while first.count < count {
            first.append(low)
            low += 1
            if first.count < count {
                // Low and high indexes alternate.
                first.append(high)
                high -= 1
            }
        }
        let rows = (0..<count).map { shift in first.map { ($0 + shift) % count } }
        return count < 2 || count % 2 == 0 ? rows : rows + rows.map { Array($0.reversed()) }
    }
}
