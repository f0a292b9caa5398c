import Foundation

/// QR decomposition of a model's design matrix: Q orthonormal, R upper triangular.
struct Orthonormal {
    var columns: [[Double]]
    private var triangle: Matrix

    /// Creates the decomposition; nil if a column is linearly dependent on the preceding columns.
    /// Applies Gram–Schmidt twice to each column, so that Q is orthonormal up to rounding.
    init?(_ design: [[Double]]) {
        columns = []
        triangle = Matrix(design.count, design.count)
        for (place, column) in design.enumerated() {
            let original = norm(column)
            var rest = column
            for _ in 0..<2 {
                for (before, other) in columns.enumerated() {
                    let share = dot(other, rest)
                    triangle[before, place] += share
                    for index in rest.indices { rest[index] -= share * other[index] }
                }
            }
            let length = norm(rest)
            guard length > 1e-9 * original, original > 0 else { return nil }
            triangle[place, place] = length
            columns.append(rest.map { $0 / length })
        }
    }

    /// ln((det R)²) = 2 · ln |det R|, where R is the upper triangular factor.
    var logDeterminant: Double {
        (0..<triangle.rows).reduce(0) { $0 + 2 * log(abs(triangle[$1, $1])) }
    }

    /// Returns R⁻¹ v, where R is the upper triangular factor and v is `vector`.
    func back(_ vector: [Double]) -> [Double] {
        var x = vector
        for row in stride(from: triangle.rows - 1, through: 0, by: -1) {
            for inner in (row + 1)..<max(row + 1, triangle.rows) {
                x[row] -= triangle[row, inner] * x[inner]
            }
            x[row] /= triangle[row, row]
        }
        return x
    }

    /// Returns whether the indicator of every group is a linear combination of the columns. If so,
    /// the fixed effects explain all differences between the groups, and the data contain no
    /// information on the variance of random intercepts. `groups` contains the group of each row.
    func explains(_ groups: [Int]) -> Bool {
        guard Set(groups).count <= columns.count else { return false }
        return Dictionary(grouping: groups.indices, by: { groups[$0] }).values.allSatisfy { rows in
            let shares = columns.map { column -> Double in rows.reduce(0) { $0 + column[$1] } }
            return dot(shares, shares) > (1 - 1e-9) * Double(rows.count)
        }
    }
}

func dot(_ one: [Double], _ two: [Double]) -> Double {
    var total = 0.0
    for index in one.indices { total += one[index] * two[index] }
    return total
}

private func norm(_ vector: [Double]) -> Double { dot(vector, vector).squareRoot() }
