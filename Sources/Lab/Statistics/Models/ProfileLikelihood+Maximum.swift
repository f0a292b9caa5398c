import Foundation

extension ProfileLikelihood {
    /// Returns the ratios of variances for which the likelihood is greatest, with the optimum of
    /// all other parameters. Nil if the residual variance is zero at the maximum.
    func maximum(restricted: Bool) -> Point? {
        hasCrossed ? crossedMaximum(restricted) : groupMaximum(restricted)
    }

    /// Returns the maximum of the likelihood for a model without a crossed factor; nil if the
    /// residual variance is zero there. A grid search over the logarithm of the ratio, group
    /// variance ÷ residual variance, finds the peak. Bisection of the slope then refines it to full
    /// precision.
    private func groupMaximum(_ restricted: Bool) -> Point? {
        func point(_ ratio: Double) -> Point? {
            self.point(Ratios(group: ratio, crossed: 0), restricted: restricted)
        }
        guard let none = point(0) else { return nil }
        let best = grid.max {
            (point(exp($0))?.logLikelihood ?? -.infinity)
                < (point(exp($1))?.logLikelihood ?? -.infinity)
        }
        guard let best, let top = point(exp(best)) else { return none }
        if top.logLikelihood <= none.logLikelihood { return none }
        guard best < grid[grid.count - 1] else { return nil }
        var (low, high) = (best - step, best + step)
        while true {
            let between = low + (high - low) / 2
            guard between > low, between < high,
                let slope = slope(exp(between), restricted: restricted)
            else { break }
            if slope > 0 { low = between } else { high = between }
        }
        let found = point(exp(low))
        guard let found, found.logLikelihood > none.logLikelihood else { return none }
        return found
    }

    /// Returns the maximum of the likelihood for a model with a crossed factor; nil if the residual
    /// variance is zero there. Optimizes the two ratios of variances alternately until the
    /// likelihood no longer increases.
    private func crossedMaximum(_ restricted: Bool) -> Point? {
        guard var best = point(Ratios(group: 0, crossed: 0), restricted: restricted) else {
            return nil
        }
        for round in 0..<200 {
            let before = best.logLikelihood
            for path in [\Ratios.group, \Ratios.crossed] {
                best = along(path, from: best, restricted) ?? best
                if log(max(best.ratios[keyPath: path], 1e-300)) >= grid[grid.count - 1] {
                    return nil
                }
            }
            if round > 1, best.logLikelihood - before <= 1e-13 * abs(before) { break }
        }
        return best
    }

    /// Returns the maximum of the likelihood over the ratio of variances at the key path `path`.
    /// The other ratio stays as in `start`. Searches a grid, then refines the result by
    /// golden-section search.
    private func along(
        _ path: WritableKeyPath<Ratios, Double>,
        from start: Point,
        _ restricted: Bool
    ) -> Point? {
        func point(_ logRatio: Double?) -> Point? {
            var ratios = start.ratios
            ratios[keyPath: path] = logRatio.map { exp($0) } ?? 0
            return self.point(ratios, restricted: restricted)
        }
        func height(_ logRatio: Double) -> Double { point(logRatio)?.logLikelihood ?? -.infinity }
        guard let centre = grid.max(by: { height($0) < height($1) }) else { return nil }
        var (low, high) = (centre - step, centre + step)
        let golden = (5.0.squareRoot() - 1) / 2
        var (left, right) = (high - golden * (high - low), low + golden * (high - low))
        var (leftHeight, rightHeight) = (height(left), height(right))
        while high - low > 1e-9 {
            if leftHeight > rightHeight {
                (high, right, rightHeight) = (right, left, leftHeight)
                left = high - golden * (high - low)
                leftHeight = height(left)
            } else {
                (low, left, leftHeight) = (left, right, rightHeight)
                right = low + golden * (high - low)
                rightHeight = height(right)
            }
        }
        return [point(nil), point(low + (high - low) / 2), start].compactMap(\.self).max {
            $0.logLikelihood < $1.logLikelihood
        }
    }
}

private let step = 1.0
/// Logarithms of the variance ratios at which the likelihood is evaluated. A maximum at the largest
/// ratio means that there is no residual variance.
private let grid = Array(stride(from: -20.0, through: 24.0, by: step))
