import DataAccess

/// Finds existing records by the values of uniqueness constraints, for imported JSON objects that
/// have no identity.
extension StoreImport {
    /// Returns the identity of an existing record that has the object's values in all columns of a
    /// uniqueness constraint; nil if there is none. Ignores constraints for which the object lacks
    /// a value.
    func identity(withKeyOf plan: ImportPlan) throws -> StoredValue? {
        let mapping = plan.mapping
        for names in mapping.entity.uniqueness {
            let values = names.compactMap { name in
                mapping.columns.firstIndex { $0.name == name }.flatMap { plan.values[$0] }
            }
            if values.count < names.count || values.contains(.null) { continue }
            let conditions = names.enumerated().map { "\(quoted($1)) = ?\($0 + 1)" }
            let found = try connection.firstRow(
                """
                SELECT \(quoted(mapping.entity.identity)) FROM \(quoted(mapping.entity.name))
                WHERE \(conditions.joined(separator: " AND "))
                """
            ) {
                try $0.bind(values)
            } read: {
                $0.value(0)
            }
            if let found { return found }
        }
        return nil
    }
}
