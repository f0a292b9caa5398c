/// A column of a model's design matrix: one number per observation.
package struct FixedEffect: Sendable, Equatable {
    package var name: String
    package var values: [Double]

    package init(_ name: String, _ values: [Double]) {
        self.name = name
        self.values = values
    }

    /// Returns the effects whose columns are linearly independent of the preceding columns, and the
    /// names of the other effects.
    package static func independent(
        _ effects: [FixedEffect]
    ) -> (kept: [FixedEffect], dependent: [String]) {
        var (kept, dependent) = ([FixedEffect](), [String]())
        for effect in effects {
            if Orthonormal((kept + [effect]).map(\.values)) == nil {
                dependent.append(effect.name)
            } else {
                kept.append(effect)
            }
        }
        return (kept, dependent)
    }

    package static func intercept(_ count: Int) -> FixedEffect {
        FixedEffect("intercept", [Double](repeating: 1, count: count))
    }

    /// Returns one indicator column per level, with the value 1 for observations with this level
    /// and 0 for others. If `dropping` is true, the first level has no column and is the reference
    /// level.
    package static func indicators(
        _ labels: [String],
        levels: [String],
        dropping: Bool = false
    ) -> [FixedEffect] {
        levels.dropFirst(dropping ? 1 : 0).map { level in
            let name = dropping ? "\(level)-\(levels[0])" : level
            return FixedEffect(name, labels.map { $0 == level ? 1 : 0 })
        }
    }
}

/// A linear model with a random intercept for each group (participant). Optionally, each level of a
/// second factor, such as the task or the lab, also has a random intercept. The second factor is
/// crossed with the groups.
package struct MixedModel: LikelihoodModel, Sendable, Equatable {
    package struct Coefficient: Sendable, Equatable {
        package var name: String
        package var estimate: Double
        package var error: Double
        /// Satterthwaite's degrees of freedom.
        package var df: Double

        /// Two-sided p-value of Student's t with ``df`` degrees of freedom.
        package var p: Double { StudentT(df: df).twoSided(estimate / error) }

        /// Returns the confidence interval, `estimate` ± t · `error`, for t with ``df`` degrees of
        /// freedom.
        package func interval() -> Interval {
            Interval(estimate, plusMinus: StudentT(df: df).critical() * error)
        }
    }

    package var observations: Int
    package var groups: Int
    package var coefficients: [Coefficient]
    package var residualVariance: Double
    package var groupVariance: Double
    /// Variance of the intercepts of the crossed factor; nil if the model has no crossed factor.
    package var crossedVariance: Double?
    /// Maximum of the restricted log-likelihood. It includes the constants and −½ ln |XᵀV⁻¹X|,
    /// where X is the design matrix and V the covariance matrix of the response.
    package var restrictedLogLikelihood: Double
    /// Maximum of the unrestricted log-likelihood, for comparing models with different fixed
    /// effects.
    package var logLikelihood: Double
}

/// A model fitted by maximum likelihood.
package protocol LikelihoodModel {
    associatedtype Coefficient

    var observations: Int { get }
    var coefficients: [Coefficient] { get }
    var logLikelihood: Double { get }
}

extension LikelihoodModel {
    /// Returns the likelihood-ratio test of this model against a smaller model. The smaller model
    /// has fewer fixed effects and was fitted to the same observations. The p-value is asymptotic.
    package func likelihoodRatio(over smaller: Self) -> Computed<ChiSquaredTest> {
        let df = coefficients.count - smaller.coefficients.count
        guard df > 0, observations == smaller.observations else {
            return .notComputable(because: "the smaller model is not nested in the larger one")
        }
        let chiSquared = max(0, 2 * (logLikelihood - smaller.logLikelihood))
        return .value(ChiSquaredTest(chiSquared, df: df))
    }
}

/// Fits the model by restricted maximum likelihood (Patterson & Thompson, Biometrika 58, 1971).
/// Maximizes the profile likelihood of the variance ratios, which may be zero.
///
/// Assumes that residuals and intercepts are approximately normal, each with constant variance. If
/// the response is a time, the caller passes its logarithm. The caller leaves out observations with
/// a missing value and reports their number. A participant may have missing observations if they
/// are missing at random. `groups` and `crossed` contain the group and the level of each
/// observation, counted from 0.
package func mixedModel(
    _ response: [Double],
    fixed: [FixedEffect],
    groups: [Int],
    crossed: [Int]? = nil
) -> Computed<MixedModel> {
    guard response.count > fixed.count, !fixed.isEmpty else {
        return .notComputable(because: tooFewObservations)
    }
    guard Set(groups).count > 1 else { return .notComputable(because: oneParticipant) }
    guard Set(groups).count < groups.count else {
        return .notComputable(because: oneObservationEach)
    }
    guard fixed.allSatisfy({ $0.values.count == response.count }),
        groups.count == response.count, crossed.map(\.count) ?? response.count == response.count
    else {
        return .notComputable(because: unequalColumns)
    }
    guard response.allSatisfy(\.isFinite), fixed.allSatisfy({ $0.values.allSatisfy(\.isFinite) })
    else { return .notComputable(because: notFinite) }
    guard let basis = Orthonormal(fixed.map(\.values)) else {
        return .notComputable(because: dependentColumns)
    }
    guard !basis.explains(groups) else { return .notComputable(because: explainedParticipants) }
    let start = basis.columns.map { dot($0, response) }
    var residuals = response
    for (column, share) in zip(basis.columns, start) {
        for index in residuals.indices { residuals[index] -= share * column[index] }
    }
    guard dot(residuals, residuals) > 1e-24 * dot(response, response) else {
        return .notComputable(because: noResidual)
    }
    let likelihood = ProfileLikelihood(basis, residuals, groups: groups, crossed: crossed)
    guard let restricted = likelihood.maximum(restricted: true),
        let full = likelihood.maximum(restricted: false)
    else {
        return .notComputable(because: noResidual)
    }
    let inverse = restricted.information.inverse
    let unit = fixed.indices.map { place in
        basis.back(fixed.indices.map { $0 == place ? 1 : 0 })
    }
    let estimates = basis.back(zip(start, restricted.shift).map { $0 + $1 })
    let freedom = likelihood.degreesOfFreedom(at: restricted) { point in
        let inverse = point.information.inverse
        return fixed.indices.map { row in
            let weights = unit.map { $0[row] }
            return dot(fixed.indices.map { dot(inverse.column($0), weights) }, weights)
        }
    }
    let coefficients = fixed.indices.map { row in
        let weights = unit.map { $0[row] }
        let spread = fixed.indices.map { dot(inverse.column($0), weights) }
        return MixedModel.Coefficient(
            name: fixed[row].name,
            estimate: estimates[row],
            error: (restricted.variance * dot(spread, weights)).squareRoot(),
            df: freedom[row]
        )
    }
    return .value(
        MixedModel(
            observations: response.count,
            groups: Set(groups).count,
            coefficients: coefficients,
            residualVariance: restricted.variance,
            groupVariance: restricted.variance * restricted.ratios.group,
            crossedVariance: crossed.map { _ in restricted.variance * restricted.ratios.crossed },
            restrictedLogLikelihood: restricted.logLikelihood,
            logLikelihood: full.logLikelihood
        )
    )
}

let oneObservationEach =
    "each participant has only one observation, so variance between participants "
    + "cannot be separated from variance within them"
