import Foundation

/// A small dense matrix in row-major order.
struct Matrix {
    let rows: Int
    let columns: Int
    private var storage: [Double]

    init(_ rows: Int, _ columns: Int) {
        self.rows = rows
        self.columns = columns
        storage = [Double](repeating: 0, count: rows * columns)
    }

    subscript(row: Int, column: Int) -> Double {
        get { storage[row * columns + column] }
        set { storage[row * columns + column] = newValue }
    }

    /// Adds `scale` times the matrix `other`.
    mutating func add(_ other: Matrix, scale: Double) {
        for place in storage.indices { storage[place] += scale * other.storage[place] }
    }

    /// Adds v vᵀ, where v is `vector`.
    mutating func addSquare(of vector: [Double]) {
        for row in 0..<rows where vector[row] != 0 {
            for column in 0..<columns {
                storage[row * columns + column] += vector[row] * vector[column]
            }
        }
    }

    func block(_ rowRange: Range<Int>, _ columnRange: Range<Int>) -> Matrix {
        var result = Matrix(rowRange.count, columnRange.count)
        for (row, from) in rowRange.enumerated() {
            for (column, source) in columnRange.enumerated() {
                result[row, column] = self[from, source]
            }
        }
        return result
    }

    func column(_ column: Int) -> [Double] { (0..<rows).map { self[$0, column] } }
}

/// Cholesky factor L of a symmetric positive definite matrix A = L Lᵀ.
struct Cholesky {
    private var lower: Matrix

    /// Creates the factor of `matrix`; nil if a pivot is below 1e-13 times the corresponding
    /// diagonal element.
    init?(_ matrix: Matrix) {
        lower = Matrix(matrix.rows, matrix.rows)
        for row in 0..<matrix.rows {
            for column in 0...row {
                var value = matrix[row, column]
                for inner in 0..<column { value -= lower[row, inner] * lower[column, inner] }
                if row == column {
                    guard value > 1e-13 * abs(matrix[row, row]) else { return nil }
                    lower[row, row] = value.squareRoot()
                } else {
                    lower[row, column] = value / lower[column, column]
                }
            }
        }
    }

    var logDeterminant: Double { 2 * (0..<lower.rows).reduce(0) { $0 + log(lower[$1, $1]) } }

    func solve(_ right: [Double]) -> [Double] {
        var x = right
        for row in 0..<lower.rows {
            for inner in 0..<row { x[row] -= lower[row, inner] * x[inner] }
            x[row] /= lower[row, row]
        }
        for row in stride(from: lower.rows - 1, through: 0, by: -1) {
            for inner in (row + 1)..<max(row + 1, lower.rows) {
                x[row] -= lower[inner, row] * x[inner]
            }
            x[row] /= lower[row, row]
        }
        return x
    }

    /// The inverse of the factored matrix A = L Lᵀ, computed column by column.
    var inverse: Matrix {
        var result = Matrix(lower.rows, lower.rows)
        for column in 0..<lower.rows {
            var unit = [Double](repeating: 0, count: lower.rows)
            unit[column] = 1
            for (row, value) in solve(unit).enumerated() { result[row, column] = value }
        }
        return result
    }
}
