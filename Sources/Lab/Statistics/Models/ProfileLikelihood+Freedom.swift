import Foundation

extension ProfileLikelihood {
    /// Returns Satterthwaite's degrees of freedom of each coefficient, 2 v² / (gᵀ A g). Here v is
    /// the coefficient's variance, and g is the gradient of v with respect to the model's variance
    /// parameters. A is the covariance matrix of these parameters, from the Hessian of the
    /// restricted likelihood (Kuznetsova, Brockhoff & Christensen, Journal of Statistical Software
    /// 82, 2017). R: `lmerTest::lmer`.
    ///
    /// The variance parameters are the residual variance and two ratios: group variance ÷ residual
    /// variance, and variance of the crossed factor ÷ residual variance. A ratio that is zero is
    /// left out. Derivatives are central differences with respect to the logarithms of the
    /// parameters.
    ///
    /// - Parameters:
    ///   - point: the maximum of the restricted likelihood.
    ///   - spread: a function that returns the variances of the coefficients at a point, divided by
    ///     the residual variance.
    func degreesOfFreedom(at point: Point, spread: (Point) -> [Double]) -> [Double] {
        let paths = [\Ratios.group, \Ratios.crossed].filter { point.ratios[keyPath: $0] > 0 }
        let df = observations - Double(fixed)
        func neighbour(_ steps: [Double]) -> Point? {
            var ratios = point.ratios
            for (path, step) in zip(paths, steps.dropFirst()) {
                ratios[keyPath: path] *= exp(step)
            }
            return self.point(ratios, restricted: true)
        }
        func height(_ steps: [Double]) -> Double {
            guard let moved = neighbour(steps) else { return .nan }
            // Converts the profile deviance, in which the residual variance is optimal, to the
            // deviance at the residual variance that `steps` specifies.
            let profiled = -2 * moved.logLikelihood - df * (log(moved.variance) + 1)
            let variance = point.variance * exp(steps[0])
            return profiled + df * (log(variance) + moved.variance / variance)
        }
        func variances(_ steps: [Double]) -> [Double] {
            guard let moved = neighbour(steps) else { return [] }
            return spread(moved).map { $0 * point.variance * exp(steps[0]) }
        }
        let zero = [Double](repeating: 0, count: paths.count + 1)
        let step = 1e-3
        func moved(_ changes: [(Int, Double)]) -> [Double] {
            changes.reduce(into: zero) { $0[$1.0] += $1.1 * step }
        }
        var hessian = Matrix(zero.count, zero.count)
        for one in zero.indices {
            for two in zero.indices {
                let sum = [(1.0, 1.0), (-1, -1)].map { height(moved([(one, $0.0), (two, $0.1)])) }
                let cross = [(1.0, -1.0), (-1, 1)].map {
                    height(moved([(one, $0.0), (two, $0.1)]))
                }
                hessian[one, two] = (sum[0] + sum[1] - cross[0] - cross[1]) / (4 * step * step)
            }
        }
        guard let factor = Cholesky(hessian) else { return [Double](repeating: df, count: fixed) }
        let centre = variances(zero)
        let slopes = zero.indices.map { place in
            zip(variances(moved([(place, 1)])), variances(moved([(place, -1)])))
                .map { ($0 - $1) / (2 * step) }
        }
        return centre.indices.map { row in
            let gradient = slopes.map { $0.indices.contains(row) ? $0[row] : 0 }
            let variance = 2 * dot(factor.solve(gradient), gradient)
            return variance > 0 ? 2 * centre[row] * centre[row] / variance : df
        }
    }
}
