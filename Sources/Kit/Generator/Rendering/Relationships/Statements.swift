import Schema

extension IdentityContext {
    /// `values` as a list can bind them.
    func list(of values: String) -> String {
        isNumber && type != "Int64" ? "\(values).map(Int64.init)" : values
    }

    /// The elements of the list that is bound at the position.
    func elements(at position: Int = 1) -> String {
        let element = type == "String" ? "store_element(value)" : "value"
        return "(SELECT \(element) FROM json_each(?\(position)))"
    }
}

/// `?1` is one identity, or, with `owner`, a list of them, and the last column says whose each row is.
func relatedSQL(
    _ link: LinkContext,
    _ column: String,
    _ destination: EntityContext,
    _ owner: IdentityContext? = nil
) -> Code {
    let key = sqlName(column)
    let order = order(link, link.positionColumn.map(sqlName), sqlName(destination.identity.column))
    return """
        SELECT \(selectedColumns(destination))\(owner == nil ? "" : ", \(key)")
        FROM \(sqlName(destination.name))
        WHERE \(key) \(owner.map { "IN \($0.elements())" } ?? "= ?1")\(order)
        """
}

func joinedSQL(
    _ link: LinkContext,
    _ join: JoinContext,
    _ destination: EntityContext,
    _ owner: IdentityContext? = nil
) -> Code {
    let identity = "t1.\(sqlName(destination.identity.column))"
    let order = order(link, join.positionColumn.map { "t0.\(sqlName($0))" }, identity)
    let key = "t0.\(sqlName(join.own))"
    return """
        SELECT \(selectedColumns(destination, alias: "t1"))\(owner == nil ? "" : ", \(key)")
        FROM \(sqlName(join.table)) AS t0
        JOIN \(sqlName(destination.name)) AS t1 ON \(identity) = t0.\(sqlName(join.other))
        WHERE \(key) \(owner.map { "IN \($0.elements())" } ?? "= ?1")\(order)
        """
}

/// Nothing for a set. Records without a place come last.
private func order(_ link: LinkContext, _ position: String?, _ identity: String) -> String {
    if link.isToMany, !link.isOrdered { return "" }
    return "\nORDER BY \(position.map { "\($0) NULLS LAST, " } ?? "")\(identity)"
}
