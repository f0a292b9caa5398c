import Foundation

/// Compares what is expected with ours, leaf by leaf, and counts by procedure.
struct Comparison {
    var agreed: [String: Int] = [:]
    /// Leaves where the reference states that there is no value and why, and so do we.
    var refused: [String: Int] = [:]
    var differences: [String] = []
    /// Leaves where the reference has null, from a search that found nothing, and ours has a value.
    var additional: [String] = []
    /// The largest relative difference seen, by procedure, and where.
    var worst: [String: (difference: Double, path: String)] = [:]

    mutating func compare(
        _ expected: JSON,
        _ ours: JSON,
        _ path: String,
        procedure: String,
        tolerance: Double = 1e-9
    ) {
        switch (expected, ours) {
        case (.object(let members), _):
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                // Procedures that the module does not have.
                if ["bonferroni", "fdr_bh", "pabak", "first_five"].contains(key) { continue }
                // Without κ the module does not give the share of equal ratings.
                if key == "agreement", ours[key].isNull { continue }
                // A message of the tool that made the reference, about its own limits.
                if key == "scipy_error" { continue }
                // Where the curve stands at exactly one half, rounding decides in statsmodels.
                if key == "statsmodels_median", value == ours["km_median_first"] { continue }
                let name = Self.procedure(key) ?? procedure
                compare(
                    value,
                    ours[key],
                    "\(path)/\(key)",
                    procedure: name,
                    tolerance: Self.tolerance(key) ?? tolerance
                )
            }
            for key in ours.keys where !members.keys.contains(key) && !ours[key].isNull {
                if case .object(let inner) = ours[key], inner["why"] != nil { continue }
                additional.append("\(path)/\(key)")
            }
        case (.array(let elements), .array(let mine)):
            guard elements.count == mine.count else {
                differences.append("\(path): \(elements.count) elements, ours \(mine.count)")
                return
            }
            for (place, pair) in zip(elements, mine).enumerated() {
                compare(
                    pair.0,
                    pair.1,
                    "\(path)[\(place)]",
                    procedure: procedure,
                    tolerance: tolerance
                )
            }
        case (.number(let one), .number(let two)):
            let difference = abs(one - two)
            let scale = max(abs(one), abs(two))
            if difference <= max(tolerance * scale, Self.noise(tolerance)) {
                agreed[procedure, default: 0] += 1
                if scale > 1e-9, difference / scale > worst[procedure]?.difference ?? -1 {
                    worst[procedure] = (difference / scale, path)
                }
            } else {
                differences.append("\(path): \(one), ours \(two)")
            }
        case (.null, .null):
            refused[procedure, default: 0] += 1
        case (.null, .object(let members)) where members["why"] != nil:
            refused[procedure, default: 0] += 1
        case (.null, _):
            additional.append("\(path): ours \(ours)")
        case (.string, .string(let mine)) where path.hasSuffix("why") && !mine.isEmpty:
            refused[procedure, default: 0] += 1
        case (.string(let one), .string(let two)) where one == two:
            agreed[procedure, default: 0] += 1
        case (.bool(let one), .bool(let two)) where one == two:
            agreed[procedure, default: 0] += 1
        default:
            differences.append("\(path): \(expected), ours \(ours)")
        }
    }

    /// Mixed models agree to 1e-6; statsmodels, printed beside ours, stops its search earlier.
    private static func tolerance(_ key: String) -> Double? {
        switch key {
        case "lmm_log", "lmm_log_condition": 1e-6
        case "statsmodels": 2e-5
        default: nil
        }
    }

    /// What stands for zero: rounding, or a variance that a search left just above its bound.
    private static func noise(_ tolerance: Double) -> Double {
        tolerance > 1e-5 ? 1e-8 : 1e-14
    }

    /// The procedure that the members under a key belong to.
    private static func procedure(_ key: String) -> String? {
        let names = [
            "task_time": "describe", "describe": "describe", "seq": "describe",
            "bootstrap": "bootstrap", "shapiro": "shapiro-wilk", "shapiro_log": "shapiro-wilk",
            "participant_time": "participant totals", "task_time_success_only": "describe",
            "task_time_censored": "kaplan-meier", "completion": "one proportion",
            "completion_all": "one proportion", "cochran_q": "cochran q",
            "mcnemar_first_two_tasks": "mcnemar", "friedman": "friedman and page",
            "rm_anova_log": "repeated measures", "lmm_log": "mixed model",
            "lmm_log_condition": "mixed model",
            "statsmodels": "mixed model by statsmodels", "learning": "learning",
            "wilcoxon": "signed rank", "wilcoxon_log": "signed rank", "sign_test": "sign test",
            "t": "paired t", "t_log": "paired t", "task_pairs_adjusted": "multiplicity",
            "mannwhitney": "mann-whitney", "effect": "standardized difference",
            "effect_log": "standardized difference", "welch": "welch", "welch_log": "welch",
            "kruskal": "kruskal-wallis", "conditions_success": "two proportions",
            "sus": "sus", "alpha": "alpha", "nps": "nps", "problems": "discovery",
            "kappa": "kappa", "ueq": "ueq", "tlx": "nasa-tlx", "pssuq": "pssuq", "umux": "umux",
            "umux_lite": "umux-lite",
        ]
        return names[key]
    }
}
