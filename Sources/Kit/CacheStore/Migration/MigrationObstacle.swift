/// Reason why a store cannot be migrated.
struct MigrationObstacle: Hashable {
    /// The part of a migration hook that can remove an obstacle.
    enum Remedy: Hashable {
        /// An entry in `values` for this property.
        case values(String)
        /// An entry in `values` for this relationship.
        case identities(String)
        /// The same, where the destination has no records in the old version. `placeholder` is the
        /// SQL value of the relationship until its records are inserted.
        case newRecords(of: String, for: String, placeholder: String)
        /// A step in `before`.
        case before
        /// Steps in `before` and `after` that move records to another table.
        case move
    }

    var text: String
    /// The part of a hook that can remove the obstacle.
    var remedy: Remedy

    init(_ text: String, _ remedy: Remedy) {
        (self.text, self.remedy) = (text, remedy)
    }

    /// Instruction for removing the obstacle.
    var instruction: String {
        switch remedy {
        case .values(let property): "provide values[\"\(property)\"] in a migration hook"
        case .identities(let property):
            "provide values[\"\(property)\"], the identity of a related record, in a migration hook"
        case .newRecords(let destination, let property, let placeholder):
            "in a migration hook, copy the records to a temporary table in a \"before\" step, provide values[\"\(property)\"]: \"\(placeholder)\", and insert the records of \(destination) and set \(property) in an \"after\" step"
        case .before: "change the records in a \"before\" step of a migration hook"
        case .move:
            "keep the entity's previous root entity, or move the records in a migration hook: copy them to a temporary table and delete them in a \"before\" step, and insert them in an \"after\" step"
        }
    }

    /// The obstacle's text, followed by the part of a hook that would remove the obstacle.
    var advice: String { "\(text): \(instruction)" }
}
