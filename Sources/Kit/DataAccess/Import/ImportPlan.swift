/// The values to store for one imported object.
package struct ImportPlan {
    package let mapping: ImportMapping
    /// The key path of the object within its item, for reports. An item is an element of the
    /// imported array; the path of the item itself is empty.
    let path: String
    /// The value to store in each column; nil if the object has no value for the column.
    package var values: [StoredValue?]
    /// Plans for the objects nested in to-one relationships. `column` is the index of the
    /// relationship's column.
    var nested: [(column: Int, plan: ImportPlan)] = []
    var children: [Children] = []

    package struct Children {
        package let owner: ImportMapping
        /// The key path, within the imported item, of the object that contains the array of related
        /// records.
        let ownerPath: String
        package let relationship: ImportMapping.ToMany
        /// The mapping of the related records.
        package let mapping: ImportMapping
        /// Elements of the array of related records. `path` is the element's key path within the
        /// imported item, for reports.
        var elements: [(path: String, element: Element)]
        /// Whether the relationship's value in the imported object is null. The import then clears
        /// the relationship.
        var isCleared = false
    }

    enum Element {
        case object(ImportPlan)
        case identity(StoredValue)
    }

    /// Converts a key path that starts at this object into a key path that starts at the imported
    /// item.
    func path(to key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    var hasParts: Bool { !nested.isEmpty || !children.isEmpty }

    /// The indexes of the attribute columns that belong to a uniqueness constraint, and for which
    /// the object has a value other than null. Excludes the identity.
    package var uniqueColumns: [Int] {
        let unique = Set(mapping.entity.uniqueness.joined())
        return values.indices.filter { position in
            let column = mapping.columns[position]
            guard let value = values[position], value != .null else { return false }
            return position != mapping.identity && unique.contains(column.name)
                && column.destination == nil
        }
    }

    /// The plan and the plans of all objects nested in it, at any depth.
    var withNested: [ImportPlan] {
        let elements = children.flatMap(\.elements).compactMap { _, element in
            if case .object(let plan) = element { plan } else { nil }
        }
        return [self] + (nested.map(\.plan) + elements).flatMap(\.withNested)
    }
}
