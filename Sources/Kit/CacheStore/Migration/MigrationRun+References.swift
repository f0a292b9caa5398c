import DataAccess
import Diagnostics

extension MigrationRun {
    /// Clears references to missing records. Such references can exist because the old version may
    /// not have checked them. Removes from join tables each pair that contains a missing record.
    /// Adds an obstacle if a required relationship refers to a missing record.
    mutating func clearDanglingReferences() throws {
        // If a pair of records with the deletion rule Cascade is removed, a trigger deletes the
        // other record. References to this record are cleared next.
        repeat { try clearDenials() } while try clearReferences()
        try clearStrangers()
    }

    /// Empties the denial tables, to which triggers add rows when a record is deleted. Deletion
    /// rules do not restrict a migration, and the rows would count as references to missing
    /// records.
    private func clearDenials() throws {
        let tables = try connection.texts("SELECT name FROM sqlite_master WHERE type = 'table'")
        for table in tables where isDenials(table) {
            try connection.run("DELETE FROM \(quoted(table))")
        }
    }

    /// Clears the references to missing records that exist when the method is called.
    ///
    /// - Returns: whether any references were cleared, and no obstacle was added.
    private mutating func clearReferences() throws -> Bool {
        let earlier = obstacles.count
        var cleared = 0
        let rows = try connection.rows(
            """
            SELECT DISTINCT c."table", l."from", l."table", l."to", i."notnull"
            FROM pragma_foreign_key_check c JOIN pragma_foreign_key_list(c."table") l
            ON l.id = c.fkid JOIN pragma_table_info(c."table") i ON i.name = l."from"
            """
        )
        for row in rows {
            guard let table = row[0], let column = row[1], let other = row[2], let identity = row[3]
            else { continue }
            let condition = """
                \(quoted(column)) NOT NULL
                AND \(quoted(column)) NOT IN (SELECT \(quoted(identity)) FROM \(quoted(other)))
                """
            let records = try count(table, condition)
            // The rows may have been deleted together with an earlier pair.
            if records == 0 { continue }
            if let pairs = plan.pairCopies.first(where: { $0.table.name == table }) {
                // A pair is removed if either of its records is missing.
                try connection.run("DELETE FROM \(quoted(table)) WHERE \(condition)")
                cleared += records
                changes.append(
                    .cleared(
                        entity: pairs.entity,
                        relationship: pairs.relationship,
                        records: records
                    )
                )
            } else if row[4] == "1" {
                noteRequired(column, of: table, records, "a missing record")
            } else {
                try clear(column, of: table, condition, records)
                cleared += records
            }
        }
        return cleared > 0 && obstacles.count == earlier
    }

    /// Clears references to records that no longer belong to the relationship's destination entity.
    /// Such references exist if a child entity has a new parent. If the relationship is required,
    /// adds an obstacle instead. SQLite does not detect these references: the records stay in the
    /// root entity's table, so the foreign keys are valid.
    private mutating func clearStrangers() throws {
        for entity in model.entities {
            for relationship in entity.relationships
            where relationship.isColumn && relationship.whenDestinationIsDeleted != .noAction {
                guard let other = model.entity(named: relationship.destination),
                    let hierarchy = other.hierarchy, hierarchy.root != other.name
                else { continue }
                let (table, column) = (entity.tableName, entity.tableColumn(relationship.name))
                let kinds = hierarchy.kinds.map(sqlText).joined(separator: ", ")
                let condition = """
                    \(quoted(column)) IN (SELECT \(quoted(other.tableColumn(other.identity)))
                    FROM \(quoted(hierarchy.root)) WHERE \(kindColumn) NOT IN (\(kinds)))
                    """
                let records = try count(table, condition)
                if records == 0 { continue }
                if relationship.isOptional {
                    try clear(column, of: table, condition, records)
                } else {
                    noteRequired(
                        column,
                        of: table,
                        records,
                        "a record that does not belong to the entity \(other.name)"
                    )
                }
            }
        }
    }

    private mutating func noteRequired(
        _ column: String,
        of table: String,
        _ records: Int,
        _ found: String
    ) {
        let property = model.property(inColumn: column, of: table)
        let text =
            "\(property) is required, but in \(counted(records, "record")) it refers to \(found)"
        obstacles.append(MigrationObstacle(text, .before))
    }

    private mutating func clear(
        _ column: String,
        of table: String,
        _ condition: String,
        _ records: Int
    ) throws {
        try connection.run(
            "UPDATE \(quoted(table)) SET \(quoted(column)) = NULL WHERE \(condition)"
        )
        noteCleared(model.property(inColumn: column, of: table), records)
    }

    mutating func noteCleared(_ relationship: DeclaredProperty, _ records: Int) {
        changes.append(
            .cleared(
                entity: relationship.entity,
                relationship: relationship.name,
                records: records
            )
        )
    }
}
