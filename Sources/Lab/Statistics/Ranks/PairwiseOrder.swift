/// A sequence of numbers in ascending order. The numbers are not stored: each is computed when it
/// is read.
protocol OrderedNumbers {
    var count: Int { get }
    subscript(place: Int) -> Double { get }
}

extension OrderedNumbers {
    var median: Double {
        let half = count / 2
        return count % 2 == 1 ? self[half] : (self[half - 1] + self[half]) / 2
    }
}

/// The n(n + 1)/2 Walsh averages of sorted values, in ascending order. The averages are not stored:
/// the k-th average is found by bisection over floating-point numbers. Each step counts, in O(n),
/// the averages that do not exceed the midpoint of the current interval.
struct SortedWalshAverages: OrderedNumbers {
    private let sorted: [Double]

    init(_ sorted: [Double]) { self.sorted = sorted }

    var count: Int { sorted.count * (sorted.count + 1) / 2 }

    subscript(place: Int) -> Double {
        smallestNumber(from: sorted[0], to: sorted[sorted.count - 1]) { bound in
            countUp(to: bound) > place
        }
    }

    private func countUp(to bound: Double) -> Int {
        var (total, end) = (0, sorted.count)
        for start in sorted.indices {
            while end > start, (sorted[start] + sorted[end - 1]) / 2 > bound { end -= 1 }
            if end <= start { break }
            total += end - start
        }
        return total
    }
}

/// The n·m differences xᵢ − yⱼ of two sorted samples, in ascending order. The differences are not
/// stored.
struct SortedDifferences: OrderedNumbers {
    private let first: [Double]
    private let second: [Double]

    init(_ first: [Double], _ second: [Double]) {
        self.first = first
        self.second = second
    }

    subscript(place: Int) -> Double {
        let low = first[0] - second[second.count - 1]
        let high = first[first.count - 1] - second[0]
        return smallestNumber(from: low, to: high) { countUp(to: $0) > place }
    }

    var count: Int { first.count * second.count }

    private func countUp(to bound: Double) -> Int {
        var (total, start) = (0, 0)
        for value in first {
            while start < second.count, value - second[start] > bound { start += 1 }
            total += second.count - start
        }
        return total
    }
}

/// Returns the smallest floating-point number from `low` to `high` that satisfies a condition, in
/// at most 64 steps. `high` must satisfy the condition, and the condition must be monotonic: if a
/// number satisfies it, so do all greater numbers.
private func smallestNumber(
    from low: Double,
    to high: Double,
    satisfying condition: (Double) -> Bool
) -> Double {
    var (below, above) = (order(of: low), order(of: high))
    while below < above {
        let between = below &+ Int64(UInt64(bitPattern: above &- below) / 2)
        if condition(number(at: between)) { above = between } else { below = between + 1 }
    }
    return number(at: above)
}

/// Maps a floating-point number to an integer. The integers are in the same order as the numbers.
private func order(of number: Double) -> Int64 {
    let bits = Int64(bitPattern: (number + 0).bitPattern)
    return bits >= 0 ? bits : Int64.min &- bits
}

private func number(at order: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: order >= 0 ? order : Int64.min &- order))
}
