/// Reason why a store cannot be migrated.
struct MigrationObstacle: Hashable {
    /// The part of a migration hook that can remove an obstacle.
    enum Remedy: Hashable {
        /// An entry in `values` for this property.
        case values(String)
        /// A step in `before`.
        case before
    }

    var text: String
    /// The part of a hook that can remove the obstacle; nil if no hook can.
    var remedy: Remedy?

    init(_ text: String, _ remedy: Remedy?) {
        (self.text, self.remedy) = (text, remedy)
    }

    /// Instruction for removing the obstacle in a migration hook; nil if no hook can remove it.
    var instruction: String? {
        switch remedy {
        case .values(let property): "provide values[\"\(property)\"] in a migration hook"
        case .before: "change the records in a \"before\" step of a migration hook"
        case nil: nil
        }
    }

    /// The obstacle's text, followed by the part of a hook that would remove the obstacle.
    var advice: String { instruction.map { "\(text): \($0)" } ?? text }
}
