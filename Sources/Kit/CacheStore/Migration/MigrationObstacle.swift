/// Reason why a store cannot be migrated, with the change to a migration hook that removes this
/// obstacle. A store can have several obstacles.
struct MigrationObstacle: Hashable {
    /// Change to a migration hook that removes an obstacle. A developer must make this change.
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
            "provide values[\"\(property)\"], the identity of a related record, in a migration hook"
        case .newRecords(let destination, let property, let placeholder):
            "write a migration hook that copies the old data to a temporary table in a \"before\" step, provides values[\"\(property)\"]: \"\(placeholder)\", and inserts the \(destination) records and sets \(property) in an \"after\" step"
        case .before: "change the records in a \"before\" step of a migration hook"
        case .move:
            "keep the entity's previous root entity, or move the records in a migration hook: copy them to a temporary table and delete them in a \"before\" step, and insert them in an \"after\" step"
        }
    }

    /// The obstacle's text, followed by the instruction for removing the obstacle.
    var advice: String { "\(text): \(instruction)" }
}
