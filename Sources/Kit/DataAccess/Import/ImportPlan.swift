/// A converted object: the values to store.
package struct ImportPlan {
    package let mapping: ImportMapping
    /// The key path of the object within its item, for reports. Empty for the item itself.
    let path: String
    /// The value to store in each column; nil if the object has no value for the column.
    package var values: [StoredValue?]
    /// Plans for the objects that are nested in to-one relationships. `column` is the position of
    /// the relationship's column.
    var nested: [(column: Int, plan: ImportPlan)] = []
    var children: [Children] = []

    package struct Children {
        package let owner: ImportMapping
        /// The key path, within the item, of the object that contains the array.
        let ownerPath: String
        package let relationship: ImportMapping.ToMany
        /// The mapping of the related records.
        package let mapping: ImportMapping
        /// Elements of the array that contains the related records, each with its key path within
        /// the item, for reports.
        var elements: [(path: String, element: Element)]
        /// Whether the import contains null instead of an array, which clears the relationship.
        var isCleared = false
    }

    enum Element {
        case object(ImportPlan)
        case identity(StoredValue)
    }

    /// Returns the key path, within the item, of a key path within the object.
    func path(to key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    var hasParts: Bool { !nested.isEmpty || !children.isEmpty }
}
