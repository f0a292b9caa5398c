/// A property of the records that a typed query selects, such as `$0.title`. The path can lead
/// through to-one relationships, as in `$0.author.name`.
///
/// If a property has the same name as a method of this type, such as `contains`, write
/// `$0[dynamicMember: \.contains]`.
@dynamicMemberLookup
public struct PropertyPath<Root: Sendable, Value>: Sendable {
    /// Property names, starting at the record; empty for the record itself.
    let keys: [String]
}

extension PropertyPath where Value: DescribedRecord {
    /// A property of the record.
    public subscript<T: PropertyValue>(
        dynamicMember path: KeyPath<Value, T>
    ) -> PropertyPath<Root, T> {
        PropertyPath<Root, T>(keys: keys + Value.keys(of: path))
    }
}

extension PropertyPath where Value: RelatedIdentity, Value.Owner: DescribedRecord {
    /// A property of the related record. Its value is absent if there is no related record.
    public subscript<T: PropertyValue>(
        dynamicMember path: KeyPath<Value.Owner, T>
    ) -> PropertyPath<Root, T?> {
        PropertyPath<Root, T?>(keys: keys + Value.Owner.keys(of: path))
    }
}

/// The type of a related record's identity. The type may be optional.
public protocol RelatedIdentity {
    associatedtype Owner
}

extension RecordID: RelatedIdentity {}

extension Optional: RelatedIdentity where Wrapped: RelatedIdentity {
    public typealias Owner = Wrapped.Owner
}
