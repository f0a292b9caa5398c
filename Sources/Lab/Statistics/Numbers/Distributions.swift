import CBoostMath

// Distribution functions, all from Boost.Math. If an argument is outside the domain, the result is
// NaN. `Computed.init(finite:)` converts NaN to "not computable".

enum Normal {
    static func upper(_ z: Double) -> Double { cboost_normal_upper(z) }
    static func twoSided(_ z: Double) -> Double { min(1, 2 * cboost_normal_upper(abs(z))) }
    static func quantile(_ probability: Double) -> Double { cboost_normal_quantile(probability) }

    /// Returns the critical value z for a two-sided interval: 1.959963984540054 at level 0.95.
    static func critical(_ level: Double = confidence) -> Double {
        cboost_normal_quantile((1 + level) / 2)
    }
}

struct StudentT {
    var df: Double

    func upper(_ t: Double) -> Double { cboost_students_t_upper(df, t) }
    func twoSided(_ t: Double) -> Double { min(1, 2 * cboost_students_t_upper(df, abs(t))) }

    /// Returns the critical value t for a two-sided interval.
    func critical(_ level: Double = confidence) -> Double {
        cboost_students_t_quantile(df, (1 + level) / 2)
    }
}

func chiSquaredUpper(_ x: Double, df: Int) -> Double { cboost_chi_squared_upper(Double(df), x) }

func fisherUpper(_ f: Double, df1: Double, df2: Double) -> Double {
    cboost_fisher_f_upper(df1, df2, f)
}

enum Binomial {
    static func mass(_ k: Int, of trials: Int, at probability: Double) -> Double {
        cboost_binomial_mass(Double(trials), probability, Double(k))
    }

    /// Returns P(X ≤ k), where X is the number of successes in `trials` trials; zero if k is
    /// negative.
    static func lower(_ k: Int, of trials: Int, at probability: Double) -> Double {
        k < 0 ? 0 : k >= trials ? 1 : cboost_binomial_lower(Double(trials), probability, Double(k))
    }

    /// Returns P(X > k), where X is the number of successes in `trials` trials.
    static func upper(_ k: Int, of trials: Int, at probability: Double) -> Double {
        k < 0 ? 1 : k >= trials ? 0 : cboost_binomial_upper(Double(trials), probability, Double(k))
    }
}

func fisherQuantile(_ probability: Double, df1: Double, df2: Double) -> Double {
    cboost_fisher_f_quantile(df1, df2, probability)
}
