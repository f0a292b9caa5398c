/// A generalized linear model with a random intercept for each group (participant). Optionally,
/// each level of a second factor, such as the task, also has a random intercept. The second factor
/// is crossed with the groups.
package struct GeneralizedMixedModel: LikelihoodModel, Sendable, Equatable {
    package enum Family: String, Sendable, Hashable {
        /// Success (1) or failure (0), with the logit link: coefficients are logarithms of odds
        /// ratios.
        case logistic
        /// Counts, with the log link: coefficients are logarithms of rate ratios.
        case poisson
    }

    package var observations: Int
    /// The coefficients. Their standard errors come from the Hessian with respect to all
    /// parameters, including the standard deviations.
    package var coefficients: [WaldCoefficient]
    package var groupDeviation: Double
    /// Standard deviation of the intercepts of the crossed factor; nil if the model has no crossed
    /// factor.
    package var crossedDeviation: Double?
    /// Log-likelihood from the Laplace approximation, including constants.
    package var logLikelihood: Double
}

/// A coefficient of a model, with its standard error and Wald's test.
package struct WaldCoefficient: Sendable, Equatable {
    package var name: String
    package var estimate: Double
    package var error: Double

    /// Two-sided p-value of Wald's test; asymptotic.
    package var p: Double { Normal.twoSided(estimate / error) }

    /// Returns the confidence interval, `estimate` ± z · `error`.
    package func interval() -> Interval { Interval(estimate, plusMinus: Normal.critical() * error) }
}

/// Fits the model by maximum likelihood, with Laplace's approximation of the integral over the
/// random intercepts (Bates, Mächler, Bolker & Walker, Journal of Statistical Software 67, 2015).
/// R: `lme4::glmer(y ~ x + (1 | group) + (1 | crossed), family = binomial)` with the default
/// nAGQ = 1.
///
/// Assumes approximately normal intercepts. `groups` and `crossed` contain the group and the level
/// of each observation, counted from 0. The caller leaves out observations with a missing value and
/// reports their number. A logistic model needs a group with several observations.
package func generalizedMixedModel(
    _ response: [Double],
    family: GeneralizedMixedModel.Family,
    fixed: [FixedEffect],
    groups: [Int],
    crossed: [Int]? = nil
) -> Computed<GeneralizedMixedModel> {
    let count = response.count
    guard fixed.allSatisfy({ $0.values.count == count }), groups.count == count,
        crossed.map(\.count) ?? count == count
    else { return .notComputable(because: unequalColumns) }
    guard count > fixed.count, !fixed.isEmpty else {
        return .notComputable(because: tooFewObservations)
    }
    guard Set(groups).count > 1 else { return .notComputable(because: oneParticipant) }
    // One outcome per group contains no information on the variance between groups; one count per
    // group does.
    guard family == .poisson || Set(groups).count < count else {
        return .notComputable(because: oneObservationEach)
    }
    guard response.allSatisfy(\.isFinite), fixed.allSatisfy({ $0.values.allSatisfy(\.isFinite) })
    else { return .notComputable(because: notFinite) }
    guard response.allSatisfy({ family == .logistic ? $0 == 0 || $0 == 1 : $0 >= 0 }) else {
        return .notComputable(
            because: family == .logistic
                ? "an outcome is neither 0 nor 1" : "a count is below zero"
        )
    }
    guard Set(response).count > 1 else { return .notComputable(because: sameOutcomes) }
    guard let basis = Orthonormal(fixed.map(\.values)) else {
        return .notComputable(because: dependentColumns)
    }
    guard !basis.explains(groups) else { return .notComputable(because: explainedParticipants) }
    // The columns are scaled to mean square 1, so that the same finite-difference step suits every
    // column.
    let scale = Double(count).squareRoot()
    let columns = basis.columns.map { $0.map { $0 * scale } }
    var deviance = LaplaceDeviance(response, family, columns, groups: groups, crossed: crossed)
    return deviance.minimum().map { minimum in
        let random = crossed == nil ? 1 : 2
        let unit = fixed.indices.map { place in
            basis.back(fixed.indices.map { $0 == place ? scale : 0 })
        }
        let estimates = basis.back(minimum.parameters[random...].map { $0 * scale })
        let coefficients = fixed.indices.map { row in
            let weights = unit.map { $0[row] }
            let spread = fixed.indices.map { column in
                dot(Array(minimum.covariance.column(random + column)[random...]), weights)
            }
            return WaldCoefficient(
                name: fixed[row].name,
                estimate: estimates[row],
                error: dot(spread, weights).squareRoot()
            )
        }
        return GeneralizedMixedModel(
            observations: count,
            coefficients: coefficients,
            groupDeviation: abs(minimum.parameters[0]),
            crossedDeviation: crossed.map { _ in abs(minimum.parameters[1]) },
            logLikelihood: -minimum.value / 2
        )
    }
}
