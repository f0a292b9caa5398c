extension Document {
    /// A copy with only the analysis, for data simulated before anyone took part. A notice states
    /// that the data are simulated.
    var plan: Document {
        var plan = self
        plan.notices.insert(
            """
            This is the planned analysis, computed from simulated data before anyone took part. It \
            shows which tables, tests and sentences the report will have; its numbers say nothing \
            about the conditions.
            """,
            at: 0
        )
        plan.sections.removeAll { !Document.planned.contains($0.id) }
        plan.number()
        return plan
    }

    private static let planned: Set<String> = [
        Document.summaryID, "registered", "comparison", "times", "outcomes", "satisfaction",
        "after-tasks", "method",
    ]
}
