import Foundation

/// Laplace's approximation of −2 log-likelihood of a generalized linear mixed model. It is a
/// function of the coefficients and the random intercepts' standard deviations.
///
/// The approximation uses the mode of each random intercept. Groups with the same rows and outcomes
/// have the same mode. They form a class, which is evaluated once and weighted by its number of
/// groups. If there is a crossed factor, the groups are eliminated first; the remaining Schur
/// complement has one row per level of the factor. For a given number of levels, the cost of an
/// evaluation is therefore linear in the total number of rows of all classes.
struct LaplaceDeviance {
    private struct Row: Hashable {
        var level: Int
        var response: Double
        var design: [Double]

        static func isBefore(_ one: Row, _ two: Row) -> Bool {
            if one.level != two.level { return one.level < two.level }
            if one.response != two.response { return one.response < two.response }
            return one.design.lexicographicallyPrecedes(two.design)
        }
    }

    private struct GroupClass {
        var weight: Double
        var rows: Range<Int>
        /// Levels of the crossed factor that occur in the rows of this class of groups, ascending.
        var levels: [Int]
    }

    let family: GeneralizedMixedModel.Family
    let fixed: Int
    let hasCrossed: Bool
    private var rows: [Row] = []
    private var classes: [GroupClass] = []
    private let levelCount: Int
    private let constant: Double
    /// Modes of the intercepts of each class of groups, from the last evaluation. The next
    /// evaluation starts from these modes.
    private var groupModes: [Double]
    private var levelModes: [Double]

    init(
        _ response: [Double],
        _ family: GeneralizedMixedModel.Family,
        _ columns: [[Double]],
        groups: [Int],
        crossed: [Int]?
    ) {
        self.family = family
        fixed = columns.count
        hasCrossed = crossed != nil
        constant =
            family == .poisson ? response.reduce(0) { $0 + 2 * lgamma($1 + 1) } : 0
        let levels = Dictionary(uniqueKeysWithValues: zip(Set(crossed ?? []).sorted(), 0...))
        levelCount = levels.count
        let places = Dictionary(uniqueKeysWithValues: zip(Set(groups).sorted(), 0...))
        var own = [[Row]](repeating: [], count: places.count)
        for (place, value) in response.enumerated() {
            own[places[groups[place]] ?? 0].append(
                Row(
                    level: crossed.flatMap { levels[$0[place]] } ?? 0,
                    response: value,
                    design: columns.map { $0[place] }
                )
            )
        }
        var known: [[Row]: Int] = [:]
        for group in own {
            let sorted = group.sorted(by: Row.isBefore)
            if let place = known[sorted] {
                classes[place].weight += 1
            } else {
                known[sorted] = classes.count
                let range = rows.count..<(rows.count + sorted.count)
                let used = hasCrossed ? Set(sorted.map(\.level)).sorted() : []
                classes.append(GroupClass(weight: 1, rows: range, levels: used))
                rows += sorted
            }
        }
        groupModes = [Double](repeating: 0, count: classes.count)
        levelModes = [Double](repeating: 0, count: levelCount)
    }

    /// Sets the modes of the random intercepts to zero, as the starting point of the next
    /// evaluation.
    mutating func reset() {
        for place in groupModes.indices { groupModes[place] = 0 }
        for place in levelModes.indices { levelModes[place] = 0 }
    }

    /// Evaluates the deviance.
    ///
    /// - Parameter parameters: standard deviations, followed by the coefficients. The first
    ///   standard deviation is for the intercepts of the groups. If the model has a crossed factor,
    ///   the second is for the intercepts of the factor's levels.
    /// - Returns: the deviance; nil if the modes of the random intercepts cannot be found.
    mutating func callAsFunction(_ parameters: [Double]) -> Double? {
        let group = parameters[0]
        let crossed = hasCrossed ? parameters[1] : 0
        let coefficients = Array(parameters[(hasCrossed ? 2 : 1)...])
        let base = rows.map { dot($0.design, coefficients) }
        guard var state = step(group, crossed, base) else { return nil }
        for _ in 0..<100 {
            if state.decrement < 1e-16 { return state.penalized + state.logDeterminant + constant }
            let (oldGroups, oldLevels) = (groupModes, levelModes)
            var size = 1.0
            var next: Step?
            // The penalized deviance may rise in its last bits because of rounding.
            let most = state.penalized + 1e-12 * abs(state.penalized)
            while next == nil, size > 1e-6 {
                for place in groupModes.indices {
                    groupModes[place] = oldGroups[place] + size * state.groups[place]
                }
                for place in levelModes.indices {
                    levelModes[place] = oldLevels[place] + size * state.levels[place]
                }
                if let found = step(group, crossed, base), found.penalized <= most { next = found }
                size /= 2
            }
            guard let next else { return nil }
            state = next
        }
        return nil
    }

    /// Returns the slope of the log-likelihood and the Fisher information, for the model without
    /// random intercepts.
    func score(_ coefficients: [Double]) -> (slope: [Double], information: Matrix) {
        var slope = [Double](repeating: 0, count: fixed)
        var information = Matrix(fixed, fixed)
        for own in classes {
            for row in own.rows {
                let (design, value) = (rows[row].design, rows[row].response)
                let terms = family.terms(dot(design, coefficients), value)
                for place in 0..<fixed {
                    slope[place] += own.weight * design[place] * (value - terms.mean)
                }
                let root = (own.weight * terms.weight).squareRoot()
                information.addSquare(of: design.map { $0 * root })
            }
        }
        return (slope, information)
    }

    /// Newton's step from the current modes of the random intercepts, and the deviance at these
    /// modes.
    private struct Step {
        var penalized: Double
        var logDeterminant: Double
        var decrement: Double
        var groups: [Double]
        var levels: [Double]
    }

    private func step(_ group: Double, _ crossed: Double, _ base: [Double]) -> Step? {
        var deviance = levelModes.reduce(0) { $0 + $1 * $1 }
        var schur = Matrix(levelCount, levelCount)
        var right = levelModes.map { -$0 }
        for level in 0..<levelCount { schur[level, level] = 1 }
        var slopes = [Double](repeating: 0, count: classes.count)
        var curves = [Double](repeating: 1, count: classes.count)
        var cross = [Double](repeating: 0, count: levelCount)
        var weights = [Double](repeating: 0, count: rows.count)
        var logDeterminant = 0.0
        for (place, own) in classes.enumerated() {
            let mode = groupModes[place]
            var (slope, curve, sum) = (-mode, 1.0, mode * mode)
            for row in own.rows {
                let level = rows[row].level
                var linear = base[row] + group * mode
                if hasCrossed { linear += crossed * levelModes[level] }
                let value = rows[row].response
                let (loss, mean, weight) = family.terms(linear, value)
                weights[row] = weight
                sum += loss
                slope += group * (value - mean)
                curve += group * group * weight
                if hasCrossed {
                    right[level] += own.weight * crossed * (value - mean)
                    schur[level, level] += own.weight * crossed * crossed * weight
                    cross[level] += group * crossed * weight
                }
            }
            deviance += own.weight * sum
            logDeterminant += own.weight * log(curve)
            (slopes[place], curves[place]) = (slope, curve)
            for one in own.levels {
                let share = own.weight * cross[one] / curve
                right[one] -= share * slope
                for two in own.levels { schur[one, two] -= share * cross[two] }
            }
            for level in own.levels { cross[level] = 0 }
        }
        guard deviance.isFinite, logDeterminant.isFinite else { return nil }
        var levels: [Double] = []
        var decrement = 0.0
        if hasCrossed {
            guard let factor = Cholesky(schur) else { return nil }
            levels = factor.solve(right)
            decrement += dot(levels, right)
            logDeterminant += factor.logDeterminant
        }
        var groups = [Double](repeating: 0, count: classes.count)
        for (place, own) in classes.enumerated() {
            decrement += own.weight * slopes[place] * slopes[place] / curves[place]
            var rest = slopes[place]
            if hasCrossed, group != 0, crossed != 0 {
                for row in own.rows {
                    rest -= group * crossed * weights[row] * levels[rows[row].level]
                }
            }
            groups[place] = rest / curves[place]
        }
        return Step(
            penalized: deviance,
            logDeterminant: logDeterminant,
            decrement: decrement,
            groups: groups,
            levels: levels
        )
    }
}

extension GeneralizedMixedModel.Family {
    /// Returns three values for one response: −2 log-likelihood (without its constant), the mean,
    /// and the weight. The weight equals the variance, because logit and log are the canonical links
    /// of the two families.
    func terms(
        _ linear: Double,
        _ response: Double
    ) -> (loss: Double, mean: Double, weight: Double) {
        switch self {
        case .logistic:
            let small = exp(-abs(linear))
            let mean = linear > 0 ? 1 / (1 + small) : small / (1 + small)
            let loss = 2 * (max(linear, 0) + log1p(small) - response * linear)
            return (loss, mean, small / ((1 + small) * (1 + small)))
        case .poisson:
            let mean = exp(linear)
            return (2 * (mean - response * linear), mean, mean)
        }
    }
}
