import Foundation

/// The likelihood of a mixed model as a function of two ratios of variances, group ÷ residual and
/// crossed ÷ residual. The ratios determine the optimum of all other parameters.
///
/// The computation uses a matrix C. Its columns are the indicators of the crossed factor, the
/// orthonormal fixed effects, and the least-squares residuals. Residuals lose fewer digits to
/// cancellation than the response would. Let V = I + λZZᵀ, where Z contains the group indicators
/// and λ is the group ratio. Let Sᵢ be the column sums of C over the s rows of group i. Then:
///
///     CᵀV⁻¹C = CᵀC − Σ λ/(1 + λs) SᵢSᵢᵀ
///
/// The sums of SᵢSᵢᵀ over the groups of each size are computed only once. The cost of an evaluation
/// therefore does not grow with the number of participants.
struct ProfileLikelihood {
    struct Ratios {
        var group: Double
        var crossed: Double
    }

    /// Two ratios of variances, with the optimum of all other parameters and the likelihood.
    struct Point {
        var ratios: Ratios
        var logLikelihood: Double
        /// Residual variance.
        var variance: Double
        /// The model's fixed effects minus their least-squares estimates, both in the orthonormal
        /// basis.
        var shift: [Double]
        /// Cholesky factor of QᵀV⁻¹Q. Q contains the orthonormal fixed effects; V is the covariance
        /// matrix of the response, divided by the residual variance.
        var information: Cholesky
    }

    private struct SizeClass {
        var size: Double
        var count: Double
        var sums: Matrix
    }

    private let squares: Matrix
    private let classes: [SizeClass]
    private let levels: Int
    let fixed: Int
    let observations: Double
    private let logDeterminant: Double

    init(_ basis: Orthonormal, _ residuals: [Double], groups: [Int], crossed: [Int]?) {
        let levelNumbers = crossed.map { Array(Set($0)).sorted() } ?? []
        let levelPlaces = Dictionary(uniqueKeysWithValues: zip(levelNumbers, 0...))
        levels = levelNumbers.count
        fixed = basis.columns.count
        observations = Double(residuals.count)
        logDeterminant = basis.logDeterminant
        let width = levels + fixed + 1
        let groupNumbers = Set(groups).sorted()
        let places = Dictionary(uniqueKeysWithValues: zip(groupNumbers, 0...))
        let rows = groups.map { places[$0] ?? 0 }
        var sums = [[Double]](
            repeating: [Double](repeating: 0, count: groupNumbers.count),
            count: width
        )
        var columns = (0..<levels).map { level in
            crossed.map { $0.map { levelPlaces[$0] == level ? 1.0 : 0 } } ?? []
        }
        columns += basis.columns + [residuals]
        var squares = Matrix(width, width)
        for one in 0..<width {
            for two in 0...one {
                squares[one, two] = dot(columns[one], columns[two])
                squares[two, one] = squares[one, two]
            }
            for (row, value) in zip(rows, columns[one]) { sums[one][row] += value }
        }
        self.squares = squares
        var sizes = [Int](repeating: 0, count: groupNumbers.count)
        for row in rows { sizes[row] += 1 }
        // The groups are added in the order of their numbers, so that sums agree to the last bit in
        // every run.
        var classes: [Int: SizeClass] = [:]
        for group in groupNumbers.indices {
            let size = sizes[group]
            let empty = SizeClass(size: Double(size), count: 0, sums: Matrix(width, width))
            classes[size, default: empty].count += 1
            classes[size]?.sums.addSquare(of: sums.map { $0[group] })
        }
        self.classes = classes.sorted { $0.key < $1.key }.map(\.value)
    }

    var hasCrossed: Bool { levels > 0 }

    /// Returns the profile likelihood at the given ratios of variances: the likelihood maximized
    /// over all other parameters, with their values at the maximum. Nil if no residual variance
    /// remains.
    func point(_ ratios: Ratios, restricted: Bool) -> Point? {
        var weighted = squares
        var logVolume = 0.0
        for entry in classes {
            weighted.add(entry.sums, scale: -ratios.group / (1 + ratios.group * entry.size))
            logVolume += entry.count * log1p(ratios.group * entry.size)
        }
        guard let (reduced, volume) = withoutCrossed(weighted, ratio: ratios.crossed) else {
            return nil
        }
        logVolume += volume
        guard let factor = Cholesky(reduced.block(0..<fixed, 0..<fixed)) else { return nil }
        let right = (0..<fixed).map { reduced[$0, fixed] }
        let shift = factor.solve(right)
        let rest = reduced[fixed, fixed] - dot(right, shift)
        guard rest > 1e-13 * squares[squares.rows - 1, squares.rows - 1] else { return nil }
        let df = restricted ? observations - Double(fixed) : observations
        var deviance = df * (log(2 * Double.pi * rest / df) + 1) + logVolume
        if restricted { deviance += factor.logDeterminant + logDeterminant }
        return Point(
            ratios: ratios,
            logLikelihood: -deviance / 2,
            variance: rest / df,
            shift: shift,
            information: factor
        )
    }

    /// Returns the derivative of the log-likelihood with respect to `ratio` (group variance ÷
    /// residual variance), for a model without a crossed factor. Nil if no residual variance
    /// remains.
    func slope(_ ratio: Double, restricted: Bool) -> Double? {
        guard let point = point(Ratios(group: ratio, crossed: 0), restricted: restricted) else {
            return nil
        }
        let direction = point.shift.map { -$0 } + [1]
        let inverse = restricted ? point.information.inverse : nil
        var slope = 0.0
        for entry in classes {
            let scale = 1 + ratio * entry.size
            let sums = entry.sums
            var quadratic = 0.0
            for row in 0...fixed {
                for column in 0...fixed {
                    quadratic += direction[row] * direction[column] * sums[row, column]
                }
            }
            var trace = entry.count * entry.size / scale
            if let inverse {
                for row in 0..<fixed {
                    for column in 0..<fixed {
                        trace -= inverse[row, column] * sums[row, column] / (scale * scale)
                    }
                }
            }
            slope += (quadratic / (scale * scale * point.variance) - trace) / 2
        }
        return slope
    }

    /// Eliminates the crossed factor from G = CᵀV⁻¹C, the argument `weighted`. The rows and columns
    /// of G belong either to the indicators of the crossed factor (w) or to the other columns of C
    /// (r). Returns G_rr − λ G_rw (I + λG_ww)⁻¹ G_wr and ln |I + λG_ww|, where λ is `ratio`. Nil if
    /// I + λG_ww is not positive definite.
    private func withoutCrossed(_ weighted: Matrix, ratio: Double) -> (Matrix, Double)? {
        guard levels > 0 else { return (weighted, 0) }
        let rest = levels..<(levels + fixed + 1)
        var result = weighted.block(rest, rest)
        guard ratio > 0 else { return (result, 0) }
        var core = Matrix(levels, levels)
        for place in 0..<levels { core[place, place] = 1 }
        core.add(weighted.block(0..<levels, 0..<levels), scale: ratio)
        guard let factor = Cholesky(core) else { return nil }
        let cross = weighted.block(0..<levels, rest)
        for column in 0..<cross.columns {
            let solved = factor.solve(cross.column(column))
            for row in 0..<cross.columns {
                result[row, column] -= ratio * dot(cross.column(row), solved)
            }
        }
        return (result, factor.logDeterminant)
    }
}
