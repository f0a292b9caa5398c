public import CacheStore

/// A request for a list from a remote.
public struct SourceRequest<R: StoredRecord>: Sendable {
    /// Path of the request, relative to the remote's base address.
    public var path: String
    /// Key path of the array of objects in the answer; empty if the array is the root.
    public var keyPath: String
    /// Maximum age in seconds at which stored data is used without a request to the remote.
    public var timeToLive: Double
    /// Query for the displayed records.
    public var query: DataQuery
    /// Whether an answer contains every record that `query` finds. If true, the transaction that
    /// stores an answer also deletes the stored records that `query` finds but the answer lacks.
    /// The model's deletion rules apply. Records modified by queued changes are kept, and so are
    /// records that the answer contains inside other objects. No record is deleted if an object of
    /// the answer, at any depth, could not be stored.
    public var isWhole: Bool
    /// Functions that return the path and the version of each record in an answer; nil if the
    /// records have no versions. If set, changes include the version that they start from.
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
