/// Result of an import.
public struct ImportReport: Sendable, Hashable {
    /// Number of inserted, updated, unchanged and omitted records.
    public struct Counts: Sendable, Hashable {
        /// Objects that made a new record.
        public var inserted = 0
        /// Objects whose record was there and differs now.
        public var updated = 0
        /// Objects whose record was there and says the same.
        public var unchanged = 0
        /// Objects that were left out, each with a problem.
        public var skipped = 0

        public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0, skipped: Int = 0) {
            self.inserted = inserted
            self.updated = updated
            self.unchanged = unchanged
            self.skipped = skipped
        }
    }

    /// A reason to leave out a record or a value. It contains no imported value.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The place of the item in the array, from 0.
        public var index: Int
        /// The keys that lead to the flaw within the item: `team.name`, `notes[2].text`; empty for
        /// the item itself.
        public var path: String
        /// A clause: `expected a number, found a string`.
        public var reason: String

        public var description: String {
            path.isEmpty ? "item \(index): \(reason)" : "item \(index), \(path): \(reason)"
        }
    }

    /// The items of the array; their sum is its length.
    public var items = Counts()
    /// The objects nested in the items.
    public var nested = Counts()
    /// The records that were deleted because a list that is whole does not name them.
    package var deleted = 0
    /// The first thousand, in the order in which they were found.
    public internal(set) var problems: [Problem] = []
    /// Number of problems, including those beyond the limit of kept ones.
    public internal(set) var problemCount = 0

    public init() {}

    mutating func add(_ problem: Problem) {
        problemCount += 1
        if problems.count < 1000 { problems.append(problem) }
    }
}

/// Progress of an import.
public struct ImportProgress: Sendable, Hashable {
    /// Number of items read so far.
    public let items: Int
    /// The part of the input that has been read, from 0 to 1.
    public let fraction: Double
}

/// Why nothing was imported.
public enum ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is no JSON. Lines and columns count from 1, columns in bytes.
    case malformed(line: Int, column: Int, expected: String)
    /// The text is JSON, but there is no array of objects at the key path.
    case noItems(keyPath: String)

    public var description: String {
        switch self {
        case .malformed(let line, let column, let expected):
            "\(line):\(column): the JSON is malformed, expected \(expected); nothing was imported"
        case .noItems(let path):
            "there is no array of objects at \"\(path)\"; nothing was imported"
        }
    }
}
