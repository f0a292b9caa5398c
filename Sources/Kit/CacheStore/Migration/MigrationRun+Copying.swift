import DataAccess
import Diagnostics

extension MigrationRun {
    /// Creates and fills the tables of the new version. Adds an obstacle for each table or index
    /// whose rows violate a constraint.
    mutating func copy() throws {
        // The views of child entities hold no data. They are created again after the copying.
        let views = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'view'")
        for case let name?? in views.map(\.first) {
            try connection.run("DROP VIEW \(quoted(name))")
        }
        let copies = plan.copies.filter { !$0.isInPlace }
        let pairCopies = plan.pairCopies.filter { !$0.isInPlace }
        let made = plan.additions + copies.map(\.table) + pairCopies.map(\.table)
        let places = try setAside()
        for table in made { try connection.run(table.sql) }
        try makeIdentities(places)
        for copy in copies {
            let found = try obstacle(to: copy) { try fill(copy, places) }
            if let found { obstacles.append(found) }
        }
        for copy in copies { try answerReferences(in: copy.table.name) }
        for copy in pairCopies { try fill(copy, places) }
        for copy in pairCopies { try noteLost(copy, places) }
        for copy in copies { try noteLost(copy, places) }
        try dropIdentities()
        for place in places.values.sorted() { try connection.run("DROP TABLE \(place)") }
        for table in made {
            for addition in table.additions.sorted(by: { $0.key < $1.key }) {
                let found = try obstacle { try connection.run(addition.value) }
                if let found { obstacles.append(found) }
            }
        }
        for statement in model.statements where statement.hasPrefix("CREATE VIEW") {
            try connection.run(statement)
        }
    }

    /// Runs `body`, which fills the table of `copy` or creates an index of a filled table.
    ///
    /// - Returns: an obstacle if the rows violate a constraint of the new version; nil otherwise.
    private func obstacle(
        to copy: MigrationPlan.Copy? = nil,
        _ body: () throws -> Void
    ) throws -> MigrationObstacle? {
        do {
            try body()
            return nil
        } catch StoreError.constraint(let reason) {
            var found = obstacle(for: reason)
            guard let unique = ConstraintErrors(model.entities).uniqueColumns(in: reason) else {
                return found
            }
            let identities = copy?.newIdentities
            let records =
                if let identities, unique.columns == [identities.column] {
                    try count(duplicatesOf: ["new"], in: "temp.\(quoted(identities.map))")
                } else {
                    try count(duplicatesOf: unique.columns, in: quoted(unique.table))
                }
            if records > 0 { found.text += ", in \(counted(records, "record"))" }
            return found
        }
    }

    /// Returns the number of rows that have the same values in these columns as another row. Rows
    /// with NULL in one of the columns do not count.
    private func count(duplicatesOf columns: [String], in place: String) throws -> Int {
        let list = columns.map(quoted).joined(separator: ", ")
        let arePresent = columns.map { "\(quoted($0)) NOT NULL" }.joined(separator: " AND ")
        let sum = """
            SELECT sum(records) FROM (SELECT count(*) AS records FROM \(place)
            WHERE \(arePresent) GROUP BY \(list) HAVING count(*) > 1)
            """
        return Int(try connection.text(sum) ?? "") ?? 0
    }

    /// Gives temporary names to the old tables that are not kept, and drops their indexes and
    /// triggers.
    ///
    /// - Returns: the temporary names, keyed by the old names.
    private func setAside() throws -> [String: String] {
        let stay = Set(
            (plan.copies.filter(\.isInPlace).map(\.source)
                + plan.pairCopies.filter(\.isInPlace).map(\.table)).map(\.name)
        )
        var places: [String: String] = [:]
        for (number, table) in plan.old.filter({ !stay.contains($0.name) }).enumerated() {
            for (name, sql) in table.additions {
                let isTrigger = sql.uppercased().hasPrefix("CREATE TRIGGER")
                try connection.run("DROP \(isTrigger ? "TRIGGER" : "INDEX") \(quoted(name))")
            }
            let place = "store_old_\(number)"
            try connection.run("ALTER TABLE \(quoted(table.name)) RENAME TO \(place)")
            places[table.name] = place
        }
        return places
    }

    private func fill(_ copy: MigrationPlan.Copy, _ places: [String: String]) throws {
        let place = places[copy.source.name] ?? quoted(copy.source.name)
        for (number, links) in related(copy).enumerated() {
            guard let there = places[links.table] else { continue }
            let index = "store_links_\(number)"
            try connection.run("DROP INDEX IF EXISTS \(index)")
            try connection.run("CREATE INDEX \(index) ON \(there) (\(quoted(links.own)))")
        }
        let names = copy.columns.map { quoted($0.name) }.joined(separator: ", ")
        let values = copy.columns.map { copy.value(of: $0, places) }.joined(separator: ", ")
        let filter = copy.takes.map { " WHERE \($0)" } ?? ""
        try connection.run(
            "INSERT INTO \(quoted(copy.table.name)) (\(names)) SELECT \(values) FROM \(place)\(filter)"
        )
    }

    /// Makes references mutual in each to-one relationship that is its own inverse. If a record A
    /// refers to a record B that has no reference, B then refers to A. Adds an obstacle if A refers
    /// to B, but B refers to another record.
    private mutating func answerReferences(in table: String) throws {
        for entity in model.entities where entity.tableName == table {
            for relationship in entity.relationships
            where relationship.isColumn && relationship.isSymmetric {
                let name = entity.tableColumn(relationship.name)
                let (place, column) = (quoted(table), quoted(name))
                let identity = quoted(entity.tableColumn(entity.identity))
                // Other entities in the table do not have the relationship.
                func isOfEntity(_ row: String) -> String {
                    let kinds = entity.hierarchy?.kinds
                    return kinds.map { " AND \(isOneOf($0, "\(row).\(kindColumn)"))" } ?? ""
                }
                try connection.run(
                    """
                    UPDATE \(place) SET \(column) = o.\(identity) FROM \(place) o
                    WHERE o.\(column) = \(place).\(identity) AND \(place).\(column) IS NULL\
                    \(isOfEntity(place))
                    """
                )
                let records = try count(
                    in: "\(place) a JOIN \(place) b ON b.\(identity) = a.\(column)",
                    "b.\(column) IS NOT a.\(identity)\(isOfEntity("b"))"
                )
                if records == 0 { continue }
                let property = model.property(inColumn: name, of: table)
                let found = MigrationObstacle(
                    "\(property) is now its own inverse, but \(counted(records, "record")) \(records == 1 ? "refers" : "refer") to a record that does not refer back",
                    .before
                )
                if !obstacles.contains(found) { obstacles.append(found) }
            }
        }
    }

    /// Returns the old links from which columns of the new table are filled.
    private func related(_ copy: MigrationPlan.Copy) -> Set<Links> {
        Set(copy.columns.flatMap(\.origins).compactMap(\.links))
    }

    private func fill(_ copy: MigrationPlan.PairCopy, _ places: [String: String]) throws {
        for source in copy.sources {
            try insert(source, copy, places)
            if copy.isSymmetric {
                try insert(source.reversed(to: nil), copy, places)
            }
        }
    }

    private func insert(
        _ links: Links,
        _ copy: MigrationPlan.PairCopy,
        _ places: [String: String]
    ) throws {
        let target = copy.target
        let (first, second) = copy.ends(of: links)
        let columns = [
            (target.own, links.own, first.map), (target.other, links.other, second.map),
            (target.place, links.place, nil), (target.inversePlace, links.inversePlace, nil),
        ].compactMap { new, old, map -> (new: String, old: String)? in
            guard let new, let old else { return nil }
            let value = quoted(old)
            return (quoted(new), map.map { newIdentity(value, in: $0) } ?? value)
        }
        // Pairs that contain a removed record are not copied.
        try connection.run(
            """
            INSERT OR IGNORE INTO \(quoted(copy.table.name)) (\(columns.map(\.new).joined(separator: ", ")))
            SELECT \(columns.map(\.old).joined(separator: ", "))
            FROM \(places[links.table] ?? quoted(links.table))
            WHERE \(copy.takes(links))
            """
        )
    }

    /// Adds to `changes` the number of lost pairs of a join table. A pair is lost if the related
    /// record is missing, or if the entity of either record no longer has the relationship. Pairs
    /// whose owner is missing are not counted.
    private mutating func noteLost(
        _ copy: MigrationPlan.PairCopy,
        _ places: [String: String]
    ) throws {
        var (dangling, left) = (0, 0)
        for links in copy.sources {
            let place = places[links.table] ?? quoted(links.table)
            let (owners, elements) = (copy.owners.all.identities, copy.elements.all.identities)
            let (own, other) = (quoted(links.own), quoted(links.other))
            // SQLite evaluates `NULL NOT IN (…)` as true if the list is empty, so NULL is excluded
            // first.
            let isOwned = "\(other) NOT NULL AND \(own) IN (\(owners)) AND \(other)"
            dangling += try count(in: place, "\(isOwned) NOT IN (\(elements))")
            let takers = plan.pairCopies.filter { $0.sources.contains(where: links.areSame) }
            if takers.first?.table.name != copy.table.name { continue }
            let taken = takers.map { "(\($0.takes(links)))" }.joined(separator: " OR ")
            left += try count(in: place, "\(isOwned) IN (\(elements)) AND NOT (\(taken))")
        }
        let (entity, relationship) = (copy.entity, copy.relationship)
        if dangling > 0 {
            changes.append(
                .cleared(entity: entity, relationship: relationship, records: dangling)
            )
        }
        noteRemoved(relationship, of: entity, left)
    }

    /// Adds the number of lost references to `changes`. A reference is lost if the record to which
    /// it refers is missing. Only references to records with new identities are examined.
    private mutating func noteLost(
        _ copy: MigrationPlan.Copy,
        _ places: [String: String]
    ) throws {
        let place = places[copy.source.name] ?? quoted(copy.source.name)
        for column in copy.columns {
            guard let map = column.map, let old = copy.old(column, places) else { continue }
            let records = try count(
                in: place,
                "\(old) NOT NULL AND \(newIdentity(old, in: map)) IS NULL AND \(copy.takes ?? "1")"
            )
            if records == 0 { continue }
            noteCleared(model.property(inColumn: column.name, of: copy.table.name), records)
        }
    }

    mutating func noteRemoved(_ property: String, of entity: String, _ values: Int) {
        if values == 0 { return }
        changes.append(.removed(entity: entity, property: property, values: values))
    }

    /// Computes the derived attributes of the migrated records. Triggers recompute them after later
    /// changes.
    func compute() throws {
        for column in plan.derivedColumns { try connection.run(column.update) }
    }
}

extension MigrationPlan.PairCopy {
    /// Returns the records to which the links' columns `own` and `other` refer, in this order.
    fileprivate func ends(of links: Links) -> (MigrationPlan.Records, MigrationPlan.Records) {
        let isSameSide = sources.contains { $0.own == links.own && $0.areSame(as: links) }
        return isSameSide || isSymmetric ? (owners, elements) : (elements, owners)
    }

    /// Returns the SQL condition for the old links that are copied to the new join table.
    fileprivate func takes(_ links: Links) -> String {
        let (first, second) = ends(of: links)
        return "\(quoted(links.own)) IN (\(first.identities))"
            + " AND \(quoted(links.other)) IN (\(second.identities))"
    }
}

extension MigrationPlan.Records {
    fileprivate var all: Self { Self(table: table, identity: identity, kinds: nil, map: map) }

    /// SQL that selects the identities that the records had in the old tables.
    fileprivate var identities: String {
        let filter = kinds.map { " WHERE \(isOneOf($0))" } ?? ""
        let identities = "SELECT \(quoted(identity)) FROM \(quoted(table))\(filter)"
        return map.map { "SELECT old FROM temp.\(quoted($0)) WHERE new IN (\(identities))" }
            ?? identities
    }
}
