import CSV
import Statistics
import StudyDefinition

extension CSVExport {
    /// Writes the results of the registered tests. Numbers have up to twelve significant digits.
    func registered(to text: inout CSVText) {
        text.addRow([
            "test", "measure", "method", "factor", "effect", "scale", "estimate", "low", "high",
            "statistic", "p", "p_holm", "not_computable", "covariates",
        ])
        for (number, result) in findings.registered.enumerated() {
            let test = result.test
            for row in result.rows {
                text.add(Int64(number + 1))
                text.add([test.measure.rawValue, test.method.rawValue, test.factor ?? ""])
                text.add([row.effect, row.scale.rawValue])
                text.add(row.value?.portable)
                text.add(row.interval?.low.portable)
                text.add(row.interval.flatMap { $0.high.isFinite ? $0.high.portable : nil })
                text.add(row.statistic)
                text.add(row.p?.portable)
                text.add(row.holm?.portable)
                text.add(row.reason ?? "")
                text.add((test.covariates ?? []).map(\.name).joined(separator: " + "))
                text.endRow()
            }
        }
    }
}
