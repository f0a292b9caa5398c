import DataAccess
import Diagnostics

/// Creates and uses tables that map old identities of records to new ones. Old identities are
/// stored as text, so that column types do not affect comparisons.
extension MigrationRun {
    /// Creates the tables that map old to new identities, and fills them from the old tables.
    ///
    /// - Parameter places: temporary names of the old tables, keyed by their old names.
    func makeIdentities(_ places: [String: String]) throws {
        for copy in plan.copies {
            guard let identities = copy.newIdentities, !identities.keepsNumbers else { continue }
            let place = places[copy.source.name] ?? quoted(copy.source.name)
            let map = quoted(identities.map)
            let old = "\(place).\(quoted(copy.identity))"
            try connection.run("CREATE TEMP TABLE \(map) (old TEXT PRIMARY KEY, new) WITHOUT ROWID")
            try connection.run(
                """
                INSERT INTO \(map) SELECT \(old), \(copy.newIdentity(identities, places))
                FROM \(place)\(copy.takes.map { " WHERE \($0)" } ?? "")
                """
            )
        }
    }

    /// Returns an obstacle for each new table with identities outside the range of the identifying
    /// attribute's type. The tables must already be filled.
    func wideIdentities() throws -> [MigrationObstacle] {
        try plan.copies.filter { !$0.isInPlace }.compactMap { try obstacle(toIdentitiesOf: $0) }
    }

    private func obstacle(toIdentitiesOf copy: MigrationPlan.Copy) throws -> MigrationObstacle? {
        // A number that the store assigns fits every 64-bit attribute.
        guard let identities = copy.newIdentities, identities.kind != .integer64,
            let range = identities.kind.integers
        else { return nil }
        let column = quoted(identities.column)
        let isOutside = "\(column) < \(range.lowerBound) OR \(column) > \(range.upperBound)"
        let records = try count(copy.table.name, isOutside)
        if records == 0 { return nil }
        let property = model.property(inColumn: identities.column, of: copy.table.name)
        return MigrationObstacle(
            "\(property) is now the identity and has the type \(identities.kind.rawValue), but \(counted(records, "record")) would get a number outside the range of this type",
            .before
        )
    }

    func dropIdentities() throws {
        for case let identities? in plan.copies.map(\.newIdentities) where !identities.keepsNumbers
        {
            try connection.run("DROP TABLE temp.\(quoted(identities.map))")
        }
    }
}

/// Returns SQL that looks up the new identity of a record.
///
/// - Parameters:
///   - value: SQL expression for the old identity.
///   - map: name of the table that maps old to new identities.
func newIdentity(_ value: String, in map: String) -> String {
    "(SELECT new FROM temp.\(quoted(map)) WHERE old = CAST(\(value) AS TEXT))"
}

extension MigrationPlan.Copy {
    /// Returns SQL that computes the new identity of a row in the old table. The new identity is
    /// the value of the new identifying attribute or, if this value is missing, a new number or
    /// UUID.
    fileprivate func newIdentity(
        _ identities: MigrationPlan.NewIdentities,
        _ places: [String: String]
    ) -> String {
        let here = places[source.name] ?? quoted(source.name)
        let column = columns.first { $0.name == identities.column }
        let value = column.flatMap { old($0, places) }
        switch identities.kind {
        case .string, .uuid: return value.map { "coalesce(\($0), \(newUUID))" } ?? newUUID
        default:
            let number = "\(here).\(rowNumber(besides: source.columns.map(\.name)))"
            guard let value else { return number }
            let greatest = "(SELECT max(0, coalesce(max(\(value)), 0)) FROM \(here))"
            return "coalesce(\(value), \(greatest) + \(number))"
        }
    }
}

/// SQL that generates a new version 4 UUID for each row.
private let newUUID = """
    (hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' \
    || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' \
    || hex(randomblob(6)))
    """
