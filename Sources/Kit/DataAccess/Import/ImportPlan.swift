/// A converted object: the values to store.
package struct ImportPlan {
    package let mapping: ImportMapping
    /// nil if the object says nothing of the column.
    package var values: [StoredValue?]
    /// Objects in place of an identity in a column.
    var nested: [(column: Int, plan: ImportPlan)] = []
    var children: [Children] = []

    package struct Children {
        package let owner: ImportMapping
        package let relationship: ImportMapping.ToMany
        /// Of the related records.
        package let mapping: ImportMapping
        /// Elements of the array, with the path of each for reports.
        var elements: [(path: String, element: Element)]
        /// Whether the array is null.
        var isCleared = false
    }

    enum Element {
        case object(ImportPlan)
        case identity(StoredValue)
    }

    var hasParts: Bool { !nested.isEmpty || !children.isEmpty }
}
