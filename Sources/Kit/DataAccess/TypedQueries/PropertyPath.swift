/// A property of the records that a typed query is about, or of a record that a to-one relationship
/// leads to: `$0.title`, `$0.author.name`.
///
/// `$0[dynamicMember: \.contains]` is a property with the name of a method of this type.
@dynamicMemberLookup
public struct PropertyPath<Root: Sendable, Value>: Sendable {
    /// Names from the record; empty for the record itself.
    let keys: [String]
}

extension PropertyPath where Value: DescribedRecord {
    /// A property of the record.
    public subscript<T: FilterValue>(
        dynamicMember path: KeyPath<Value, T>
    ) -> PropertyPath<Root, T> {
        PropertyPath<Root, T>(keys: keys + Value.keys(of: path))
    }
}

extension PropertyPath where Value: RelatedIdentity, Value.Owner: DescribedRecord {
    /// A property of the related record; absent if there is no such record.
    public subscript<T: FilterValue>(
        dynamicMember path: KeyPath<Value.Owner, T>
    ) -> PropertyPath<Root, T?> {
        PropertyPath<Root, T?>(keys: keys + Value.Owner.keys(of: path))
    }
}

/// The identity of a related record, or one that may be absent.
public protocol RelatedIdentity {
    associatedtype Owner
}

extension RecordID: RelatedIdentity {}

extension Optional: RelatedIdentity where Wrapped: RelatedIdentity {
    public typealias Owner = Wrapped.Owner
}
