/// A record whose properties typed queries can name. Generated records are.
public protocol QueryableRecord: DescribedRecord {
    /// Key paths of the stored properties, in the order of the entity's columns.
    static var keyPaths: PropertyKeyPaths<Self> { get }
}

/// Positions of a record's properties by their key paths.
///
///     static let keyPaths: PropertyKeyPaths<Book> = [\.isbn, \.pages, \.title, \.author]
// Immutable, and its key paths are Sendable: none of them captures a value that is not.
public struct PropertyKeyPaths<Root>: ExpressibleByArrayLiteral, @unchecked Sendable {
    private let positions: [PartialKeyPath<Root>: Int]

    public init(arrayLiteral paths: (any PartialKeyPath<Root> & Sendable)...) {
        let pairs = paths.enumerated().map { ($1 as PartialKeyPath<Root>, $0) }
        positions = Dictionary(pairs) { first, _ in first }
    }

    fileprivate func position(of path: PartialKeyPath<Root>) -> Int? { positions[path] }
}

extension QueryableRecord {
    /// Keys of a property from the record, as a predicate has them; none for an identity that the
    /// store assigns, which is the record itself.
    ///
    /// A key path that is not a property of the model, such as that of a computed property, gives a
    /// name that no entity has: a query with it throws `StoreError.badQuery`.
    static func keys(of path: PartialKeyPath<Self>) -> [String] {
        let columns = entity.columns
        guard let position = keyPaths.position(of: path), position < columns.count else {
            return ["property of type \(type(of: path).valueType) outside the model"]
        }
        let isAssigned = entity.isIdentityAssigned && position == entity.identityPosition
        return isAssigned ? [] : [columns[position]]
    }
}
