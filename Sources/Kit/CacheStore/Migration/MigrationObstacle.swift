/// Reason why a store cannot be migrated, with a remedy: a change to a migration hook. A store can
/// have several obstacles.
struct MigrationObstacle: Hashable {
    /// The change that a developer must make to a migration hook in order to remove an obstacle.
    enum Remedy: Hashable {
        /// Add an entry for this property to the hook's `values`.
        case values(String)
        /// Add an entry for this relationship to the hook's `values`, with the identities of
        /// related records.
        case identities(String)
        /// Add an entry for this relationship to the hook's `values`, and insert the related
        /// records, because the migration copies none. `placeholder` is the SQL value of the
        /// relationship until the records are inserted.
        case newRecords(of: String, for: String, placeholder: String)
        /// Change the records in a `before` step of the hook.
        case before
        /// Move the records to the entity's new table in `before` and `after` steps of the hook.
        case move
        /// Move the records to a temporary table in a `before` step, and insert them with new
        /// identities in an `after` step.
        case insertAgain
    }

    var text: String
    /// Change to a hook that removes this obstacle.
    var remedy: Remedy

    init(_ text: String, _ remedy: Remedy) {
        (self.text, self.remedy) = (text, remedy)
    }

    /// Instruction to the developer for removing the obstacle.
    var instruction: String {
        switch remedy {
        case .values(let property): "provide values[\"\(property)\"] in a migration hook"
        case .identities(let property):
            "in a migration hook, provide values[\"\(property)\"] with the identity of a related record"
        case .newRecords(let destination, let property, let placeholder):
            "write a migration hook that copies the old data to a temporary table in a \"before\" step, sets values[\"\(property)\"] to \"\(placeholder)\", and in an \"after\" step inserts the \(destination) records and then sets \(property)"
        case .before: "change the records in a \"before\" step of a migration hook"
        case .move:
            "either keep the entity's previous root entity, or write a migration hook in which a \"before\" step moves the records to a temporary table, and an \"after\" step inserts the records again"
        case .insertAgain:
            "write a migration hook in which a \"before\" step moves the records, and their rows in tables of relationships, to temporary tables, and an \"after\" step inserts them with new identities"
        }
    }

    /// The obstacle's text, followed by the instruction for removing the obstacle.
    var advice: String { "\(text): \(instruction)" }
}
