/// Result of an import.
public struct ImportReport: Sendable, Hashable {
    /// Numbers of inserted, updated, unchanged and skipped objects.
    public struct Counts: Sendable, Hashable {
        /// Number of objects for which a new record was inserted.
        public var inserted = 0
        /// Number of objects whose record existed and was changed.
        public var updated = 0
        /// Number of objects whose record already existed with the object's values.
        public var unchanged = 0
        /// Number of objects that were skipped because of a problem.
        public var skipped = 0

        public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0, skipped: Int = 0) {
            self.inserted = inserted
            self.updated = updated
            self.unchanged = unchanged
            self.skipped = skipped
        }

        fileprivate var changed: Int { inserted + updated }
    }

    /// The reason why a record or a value was skipped. It contains no imported value.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// Index of the item in the imported array, from 0.
        public var index: Int
        /// The key path of the problem within the item, such as `team.name` or `notes[2].text`.
        /// Empty if the problem concerns the item itself.
        public var path: String
        /// The reason in words, such as `expected a number, found a string`.
        public var reason: String

        public var description: String {
            path.isEmpty ? "item \(index): \(reason)" : "item \(index), \(path): \(reason)"
        }
    }

    /// Counts for the items of the imported array; their sum is the length of the array.
    public var items = Counts()
    /// Counts for the objects nested in the items.
    public var nested = Counts()
    /// Number of records that were deleted because they are missing from the JSON. Records are
    /// deleted only if the caller states that the JSON contains all records that match a query.
    package var deleted = 0
    /// Number of objects that are counted as inserted or updated, although their records are
    /// unchanged. The records are unchanged because local changes were applied again after the
    /// import.
    package var takenBack = 0
    /// Number of unresolved references from earlier imports that this import has set. The records
    /// to which they refer were missing before.
    package var resolvedReferences = 0
    /// Whether an object was skipped because it refers to a record that does not exist.
    package var lacksRecords = false
    /// Whether every record of the imported list was read. False if the import skipped an item, or
    /// a nested object that may describe a record of the list. If false, the import does not delete
    /// the records that are missing from the list.
    package var isComplete = true
    /// The first thousand problems, in the order in which they were found.
    public internal(set) var problems: [Problem] = []
    /// Number of problems, including those beyond the first thousand.
    public internal(set) var problemCount = 0

    public init() {}

    /// Whether the import has changed a record.
    package var hasChanges: Bool {
        deleted > 0 || resolvedReferences > 0 || items.changed + nested.changed > takenBack
    }

    mutating func add(_ problem: Problem) {
        problemCount += 1
        if problems.count < 1000 { problems.append(problem) }
    }
}

/// Progress of an import.
public struct ImportProgress: Sendable, Hashable {
    /// Number of items read so far.
    public let items: Int
    /// The fraction of the input that has been read, from 0 to 1.
    public let fraction: Double
}

/// The reason why nothing was imported.
public enum ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not JSON. `line` and `column` are counted from 1, and `column` is counted in
    /// Unicode scalars. `expected` describes the text that is expected at this position.
    case malformed(line: Int, column: Int, expected: String)
    /// The text is JSON, but has no object or array of objects at the key path.
    case noItems(keyPath: String)

    public var description: String {
        switch self {
        case .malformed(let line, let column, let expected):
            "\(line):\(column): the JSON is malformed (expected \(expected)); nothing was imported"
        case .noItems(keyPath: ""):
            "the JSON is neither an object nor an array of objects; nothing was imported"
        case .noItems(let path):
            "the JSON has no object or array of objects at the key path \"\(path)\"; nothing was imported"
        }
    }
}
