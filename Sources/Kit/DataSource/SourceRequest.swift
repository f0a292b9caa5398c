public import CacheStore

/// A list that a remote has.
public struct SourceRequest<R: StoredRecord>: Sendable {
    /// Path of the request to the remote.
    public var path: String
    /// Key path of the array of objects in the answer; empty for the root.
    public var keyPath: String
    /// Maximum age in seconds of stored data that needs no request.
    public var timeToLive: Double
    /// Query for the shown records.
    public var query: DataQuery
    /// Whether an answer names every record that `query` finds. One that it does not name is then
    /// deleted, by the rules of the model, in the transaction that stores the answer; none is where
    /// an object of the answer could not be stored.
    public var isWhole: Bool
    /// Where an answer has the versions of its records; nil if it has none. Changes then name the
    /// version that they start from.
    public var versions: RecordVersions<R>?

    /// Key that identifies the request.
    var key: String { [R.entity.name, path, keyPath].joined(separator: " ") }

    public init(
        _ type: R.Type,
        path: String,
        keyPath: String = "",
        timeToLive: Double = 300,
        query: DataQuery = .all,
        isWhole: Bool = false,
        versions: RecordVersions<R>? = nil
    ) {
        self.path = path
        self.keyPath = keyPath
        self.timeToLive = timeToLive
        self.query = query
        self.isWhole = isWhole
        self.versions = versions
    }
}
