import JSON
import Statistics

extension JSONExport {
    /// Returns a JSON object with the pooled outcomes of several labs.
    func labs(_ across: AcrossLabs) -> JSONNode {
        [
            "names": JSONNode(across.labs.map(\.name)),
            "outcomes": JSONNode(across.outcomes.map(outcome)),
        ]
    }

    /// Returns one pooled outcome as a JSON object. For ratios and times, the values are
    /// logarithms.
    private func outcome(_ outcome: PooledOutcome) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("outcome", JSONNode(outcome.name)),
            ("logarithmic", JSONNode(outcome.isLogarithmic)),
            ("labs", JSONNode(outcome.labs.map(lab))),
        ]
        let pooled = outcome.pooled
        members += computed("pooled", pooled.map(\.pooled.value.coarse))
        members += bounds("", pooled.map(\.pooled.interval), rounded: \.coarse)
        members += computed("q", pooled.map(\.q.chiSquared.portable))
        members += computed("p_of_q", pooled.map(\.q.p.portable))
        members += computed("i_squared", pooled.map(\.iSquared.coarse))
        members += computed("tau_squared", pooled.map(\.tauSquared.coarse))
        members += bounds("tau_squared_", pooled.flatMap(\.tauSquaredInterval), rounded: \.coarse)
        return JSONNode(members)
    }

    private func lab(_ lab: PooledOutcome.LabEstimate) -> JSONNode {
        JSONNode(
            [("lab", JSONNode(lab.lab)), ("n", JSONNode(lab.count))]
                + computed("value", lab.estimate.map(\.value.portable))
                + computed("error", lab.estimate.map { $0.variance.squareRoot().portable })
        )
    }
}
