/// Collects the identities in a batch of items, so that the import target can look them up
/// together.
extension ImportRun {
    /// Passes the identities of all records in the items, at any depth, to the import target.
    func expectRecords(of items: [ImportValue], _ mapping: ImportMapping) throws {
        var named: [String: [StoredValue]] = [:]
        for item in items { collect(item, mapping, &named) }
        for (entity, identities) in named {
            guard let mapping = self.mapping(entity) else { continue }
            try target.expect(identities, mapping)
        }
    }

    /// Collects the identities in a value, at any depth.
    ///
    /// - Parameter value: an object, or the identity of a record.
    private func collect(
        _ value: ImportValue,
        _ mapping: ImportMapping,
        _ named: inout [String: [StoredValue]]
    ) {
        let identity = mapping.columns[mapping.identity]
        guard case .object(let object) = value else {
            return note(value, identity, mapping, &named)
        }
        if let value = importedValue(object, identity.keys) {
            note(value, identity, mapping, &named)
        }
        for column in mapping.columns {
            guard let destination = column.destination.flatMap(self.mapping),
                let value = importedValue(object, column.keys)
            else { continue }
            collect(value, destination, &named)
        }
        for relationship in mapping.toMany {
            guard let destination = self.mapping(relationship.destination),
                let value = importedValue(object, relationship.keys)
            else { continue }
            guard case .list(let elements) = value else {
                collect(value, destination, &named)
                continue
            }
            for element in elements { collect(element, destination, &named) }
        }
    }

    /// Adds an identity to `named`. An invalid value is skipped here and reported when its item is
    /// stored.
    private func note(
        _ value: ImportValue,
        _ identity: ImportMapping.Column,
        _ mapping: ImportMapping,
        _ named: inout [String: [StoredValue]]
    ) {
        guard value != .null, let stored = try? identity.conversion?.stored(value) else { return }
        named[mapping.entity.name, default: []].append(stored)
    }
}
