extension LaplaceDeviance {
    struct Minimum {
        var value: Double
        /// The standard deviations, followed by the coefficients.
        var parameters: [Double]
        /// Covariance of the parameters: twice the inverse Hessian of the deviance.
        var covariance: Matrix
    }

    /// Minimizes the deviance by Newton's method, with finite differences of step 1e-3 in all
    /// parameters. The deviance is an even function of each standard deviation, so no bound at zero
    /// is needed.
    mutating func minimum() -> Computed<Minimum> {
        guard let start = start() else { return .notComputable(because: separated) }
        var (value, point) = start
        for _ in 0..<60 {
            guard let slope = slope(at: point), let curvature = curvature(at: point, value) else {
                return .notComputable(because: separated)
            }
            guard let (move, factor) = descent(slope, curvature) else { break }
            let decrement = dot(move, slope) / 2
            if decrement < 1e-9 { return finished(value, point, factor) }
            var size = 1.0
            var found: (Double, [Double])?
            while found == nil, size > 1e-5 {
                let next = zip(point, move).map { $0 - size * $1 }
                if let lower = self(next), lower < value { found = (lower, next) }
                size /= 2
            }
            guard let found else { return finished(value, point, factor) }
            (value, point) = found
            let random = hasCrossed ? 2 : 1
            if point[random...].contains(where: { abs($0) > 15 }) {
                return .notComputable(because: separated)
            }
        }
        return .notComputable(because: "the fit does not converge")
    }

    private func finished(
        _ value: Double,
        _ point: [Double],
        _ factor: Cholesky
    ) -> Computed<Minimum> {
        var covariance = Matrix(point.count, point.count)
        covariance.add(factor.inverse, scale: 2)
        var parameters = point
        // A standard deviation below this limit differs from zero only by rounding.
        for place in 0..<(hasCrossed ? 2 : 1) where abs(parameters[place]) < 1e-4 {
            parameters[place] = 0
        }
        return .value(Minimum(value: value, parameters: parameters, covariance: covariance))
    }

    /// Returns the deviance at the best starting point, and that point. Tries a few standard
    /// deviations, combined with the coefficients of the model without random intercepts. Returns
    /// nil if a coefficient is unbounded, or if the deviance cannot be evaluated at any point.
    private mutating func start() -> (Double, [Double])? {
        guard let coefficients = fixedOnly() else { return nil }
        let sizes = [0.1, 0.5, 1, 2]
        let crossed: [[Double]] = hasCrossed ? sizes.map { [$0] } : [[]]
        var best: (Double, [Double])?
        for group in sizes {
            for rest in crossed {
                let point = [group] + rest + coefficients
                reset()
                if let value = self(point), value < best?.0 ?? .infinity { best = (value, point) }
            }
        }
        reset()
        return best
    }

    /// Fits the coefficients of the model without random intercepts, by Newton's method. Returns
    /// nil if a coefficient is unbounded.
    ///
    /// If a coefficient is unbounded, the slope approaches zero, but the steps stay long. The fit
    /// therefore succeeds only if its last step is short. The number of steps is limited to 30; a
    /// bounded fit needs far fewer. With many more steps, the means of an unbounded fit would round
    /// to 0 or 1. The next step would then be zero, as if the fit had succeeded.
    private func fixedOnly() -> [Double]? {
        var coefficients = [Double](repeating: 0, count: fixed)
        for _ in 0..<30 {
            let (slope, information) = score(coefficients)
            guard let factor = Cholesky(information) else { return nil }
            let move = factor.solve(slope)
            let longest = move.map(abs).max() ?? 0
            let size = min(1, 2 / max(longest, 1e-300))
            coefficients = zip(coefficients, move).map { $0 + size * $1 }
            if coefficients.contains(where: { abs($0) > 15 }) { return nil }
            if dot(move, slope) < 1e-10, longest < 1e-4 { return coefficients }
        }
        return nil
    }

    private mutating func slope(at point: [Double]) -> [Double]? {
        var slope: [Double] = []
        for place in point.indices {
            guard let (up, down) = pair(point, place) else { return nil }
            slope.append((up - down) / (2 * difference))
        }
        return slope
    }

    private mutating func pair(_ point: [Double], _ place: Int) -> (Double, Double)? {
        var (up, down) = (point, point)
        up[place] += difference
        down[place] -= difference
        guard let high = self(up), let low = self(down) else { return nil }
        return (high, low)
    }

    private mutating func curvature(at point: [Double], _ value: Double) -> Matrix? {
        var result = Matrix(point.count, point.count)
        var sums: [Double] = []
        for place in point.indices {
            guard let (up, down) = pair(point, place) else { return nil }
            sums.append(up + down)
            result[place, place] = (up + down - 2 * value) / (difference * difference)
        }
        for one in point.indices {
            for two in point.indices where two > one {
                var (up, down) = (point, point)
                for place in [one, two] {
                    up[place] += difference
                    down[place] -= difference
                }
                guard let high = self(up), let low = self(down) else { return nil }
                let mixed = high + low - sums[one] - sums[two] + 2 * value
                result[one, two] = mixed / (2 * difference * difference)
                result[two, one] = result[one, two]
            }
        }
        return result
    }

    /// Returns Newton's step, and the Cholesky factor of the Hessian. If the Hessian is not
    /// positive definite, increases its diagonal and tries again. Nil after 30 failed attempts.
    private func descent(_ slope: [Double], _ curvature: Matrix) -> ([Double], Cholesky)? {
        var ridge = 0.0
        let largest = slope.indices.map { abs(curvature[$0, $0]) }.max() ?? 1
        for _ in 0..<30 {
            var raised = curvature
            for place in slope.indices { raised[place, place] += ridge }
            if let factor = Cholesky(raised) { return (factor.solve(slope), factor) }
            ridge = max(ridge * 4, 1e-3 * max(largest, 1))
        }
        return nil
    }
}

private let difference = 1e-3
private let separated =
    "a coefficient is unbounded: in one group, all or nearly all outcomes are the same"
