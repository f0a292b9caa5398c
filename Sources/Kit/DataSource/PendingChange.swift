public import CacheStore
public import Foundation

/// A change made here, for the remote.
public struct PendingChange: Sendable, Hashable {
    /// The same each time the change is sent, and no other change's.
    public let key: String
    /// The method of HTTP: `POST`, `PUT`, `PATCH` or `DELETE`.
    public let method: String
    /// Beneath the remote's own address.
    public let path: String
    /// The request's body, unchanged. Nil for none.
    public let body: Data?
    /// Version of the record that the change starts from, as the remote has named it; nil where it
    /// has not. The facade sets it: to the version of the record's last answer, or of the change
    /// before this one once that is sent.
    public internal(set) var version: String?

    public init(
        key: String = UUID().uuidString,
        method: String,
        path: String,
        body: Data? = nil
    ) {
        self.key = key
        self.method = method
        self.path = path
        self.body = body
    }

    /// A change whose body is the record, with the keys and dates of the model.
    ///
    /// - Parameters:
    ///   - key: Names the change; a remote that has seen the key does not apply it again.
    ///   - method: The HTTP method of the request.
    ///   - path: The path of the request, relative to the remote's address.
    ///   - record: The record that the body is made of.
    ///   - names: Attributes and relationships that the body has; nil for all.
    public init<R: StoredRecord>(
        key: String = UUID().uuidString,
        method: String = "PUT",
        path: String,
        _ record: R,
        only names: Set<String>? = nil
    ) {
        self.init(key: key, method: method, path: path, body: record.jsonBody(only: names))
    }

    /// Path of the record without query and fragment; nil for a POST, which goes to a list.
    var record: String? {
        if method.uppercased() == "POST" { return nil }
        return String(path.prefix { $0 != "?" && $0 != "#" })
    }
}

/// What the remote has in place of a record that a change starts from.
public struct RemoteRecord: Sendable, Hashable {
    /// The record as the remote sent it. Empty if it sent none.
    public var body: Data
    /// Its version; nil if the remote named none.
    public var version: String?

    public init(body: Data, version: String? = nil) {
        self.body = body
        self.version = version
    }
}

/// A change that the remote calls outdated.
public struct ChangeConflict: Sendable, Hashable {
    public let change: PendingChange
    /// The record as the remote has it; nil if it did not say.
    public let current: RemoteRecord?
}
