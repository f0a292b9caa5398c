/// Returns an array with one method, which checks a record against the model's rules and the limits
/// on the number of related records. The array is empty if no relationship of the entity has such
/// limits.
func countedRelationships(of entity: EntityContext) -> [ManagerMethod] {
    let counted = entity.links.filter { !$0.counts.isEmpty }
    if counted.isEmpty { return [] }
    let one = entity.singular
    let checks = counted.map { link in
        // If the parameter has the method's name, it hides the method.
        let method = link.name == one ? "self.\(link.name)" : link.name
        let arguments =
            [swiftLiteral(link.key), "count: \(method)(of: \(one)).count"] + link.counts
        return "+ " + called("Violation.check", arguments, depth: 3)
    }
    let method = ManagerMethod(
        sentence: """
            The rules of the model that the \(entity.noun) breaks, including limits on the number of \
            related records.
            """,
        name: "violations",
        parameters: ["of \(one): \(entity.type)"],
        result: "[Violation]",
        body: "try await \(one).violations\n\(indented: checks.joined(separator: "\n"), 1)"
    )
    return [method]
}

/// Returns statements for the method that replaces the related records. The statements throw an
/// error if the number of `identities` is outside the relationship's limits. Returns nil if there
/// are no limits.
func countGuard(_ link: LinkContext, _ entity: EntityContext) -> String? {
    if link.counts.isEmpty { return nil }
    let count = link.isOrdered ? "count: Set(identities).count" : "count: identities.count"
    let arguments = [swiftLiteral(link.key), count] + link.counts
    let check = "let violations = " + called("Violation.check", arguments, depth: 2)
    let error = called(
        "throw StoreError.invalid",
        ["entity: \(swiftLiteral(entity.name))", "violations: violations"],
        depth: 3
    )
    return """
        \(check)
        if !violations.isEmpty {
        \(indented(error, 1))
        }
        """
}
