public import CacheStore
public import Foundation

/// A local change to be sent to the remote.
public struct PendingChange: Sendable, Hashable {
    /// A unique key that stays the same each time the change is sent.
    public let key: String
    /// The HTTP method: `POST`, `PUT`, `PATCH` or `DELETE`.
    public let method: String
    /// The path relative to the remote's base address. Use ``pathSegment(_:)`` for each part that
    /// comes from a user or a server, such as an ID.
    public let path: String
    /// The body of the request, sent unmodified; nil if the request has no body.
    public let body: Data?
    /// The record version that the change starts from; nil if the remote has sent no version. If
    /// the program has not stated a version, the facade uses the version in the last answer. After
    /// an earlier change to the record has been sent, the facade uses the version that resulted
    /// from that change.
    public internal(set) var version: String?
    /// Whether the program has stated the version that the change starts from.
    private(set) var isVersionStated = false

    /// Creates a change that starts from the last known version of the record.
    public init(key: String = UUID().uuidString, method: String, path: String, body: Data? = nil) {
        self.key = key
        self.method = method
        self.path = path
        self.body = body
    }

    /// Creates a change that starts from the record version that the program has read.
    ///
    /// - Parameters:
    ///   - key: Identifies the change; a remote that has seen the key does not apply the change
    ///     again.
    ///   - method: The HTTP method of the request.
    ///   - path: The path of the request, relative to the remote's base address.
    ///   - body: The body of the request; nil if the request has no body.
    ///   - version: Version of the record when the program read it; nil if the record had no
    ///     version. If only this program has changed the record since then, the change starts from
    ///     the version that resulted from this program's last change.
    public init(
        key: String = UUID().uuidString,
        method: String,
        path: String,
        body: Data? = nil,
        startingFrom version: String?
    ) {
        self.init(key: key, method: method, path: path, body: body)
        self.version = version
        isVersionStated = true
    }

    /// Creates a change whose body is the record, with the keys and date formats of the model. The
    /// change starts from the last known version of the record.
    ///
    /// - Parameters:
    ///   - key: Identifies the change; a remote that has seen the key does not apply the change
    ///     again.
    ///   - method: The HTTP method of the request.
    ///   - path: The path of the request, relative to the remote's base address.
    ///   - record: The record from which the body is made.
    ///   - names: Attributes and relationships to include in the body; nil for all.
    public init<R: StoredRecord>(
        key: String = UUID().uuidString,
        method: String = "PUT",
        path: String,
        _ record: R,
        only names: Set<String>? = nil
    ) {
        self.init(key: key, method: method, path: path, body: record.jsonBody(only: names))
    }

    /// Creates a change whose body is the record, with the keys and date formats of the model. The
    /// change starts from the record version that the program has read.
    ///
    /// - Parameters:
    ///   - key: Identifies the change; a remote that has seen the key does not apply the change
    ///     again.
    ///   - method: The HTTP method of the request.
    ///   - path: The path of the request, relative to the remote's base address.
    ///   - record: The record from which the body is made.
    ///   - names: Attributes and relationships to include in the body; nil for all.
    ///   - version: Version of the record when the program read it; nil if the record had no
    ///     version. If only this program has changed the record since then, the change starts from
    ///     the version that resulted from this program's last change.
    public init<R: StoredRecord>(
        key: String = UUID().uuidString,
        method: String = "PUT",
        path: String,
        _ record: R,
        only names: Set<String>? = nil,
        startingFrom version: String?
    ) {
        self.init(
            key: key,
            method: method,
            path: path,
            body: record.jsonBody(only: names),
            startingFrom: version
        )
    }

    /// The plain path of the record; nil for a POST, whose path is the path of a list.
    var record: String? { method.uppercased() == "POST" ? nil : plainPath(path) }
}

/// A record as the remote currently has it.
public struct RemoteRecord: Sendable, Hashable {
    /// The record as the remote sent it; empty if the remote did not send it.
    public var body: Data
    /// The record's version; nil if the remote sent no version.
    public var version: String?

    public init(body: Data, version: String? = nil) {
        self.body = body
        self.version = version
    }
}

/// A change that the remote rejects as outdated.
public struct ChangeConflict: Sendable, Hashable {
    public let change: PendingChange
    /// The remote's current record; nil if the remote did not send it.
    public let current: RemoteRecord?
}
