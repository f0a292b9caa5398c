import DataAccess
public import Foundation
import JSON

extension StoredRecord {
    /// Returns the record as a JSON object that `importEntities` can read. The object can be sent
    /// to a server that uses the same keys.
    ///
    /// Each key is the first alternative in the `ImportName` of the attribute or relationship. A
    /// key path such as `address.city` becomes nested objects. Dates are formatted with the
    /// attribute's `DateFormat`, in UTC. Data is written as base64, and nil as null. Derived and
    /// transformable attributes and to-many relationships are left out.
    ///
    /// JSON cannot have a value at `author` and another value at `author.name`. If two properties
    /// have such key paths, the property with the longer path uses its next suitable alternative. If
    /// two properties have the same key path, the second property does so. The property is left out
    /// if it has no such alternative.
    ///
    /// A to-one relationship is written as the identity of the related record. If the store
    /// assigned this identity, an import refuses it. To leave out the relationship, pass `names`
    /// without its name.
    ///
    /// - Parameter names: names of the attributes and relationships to include; nil includes all.
    public func jsonBody(only names: Set<String>? = nil) -> Data {
        let mapping = ImportMapping(Self.entity)
        let kinds = Dictionary(
            Self.entity.attributes.map { ($0.name, $0) }
        ) { first, _ in first }
        let included = zip(mapping.columns, columnValues.values).filter { column, _ in
            names?.contains(column.name) != false && kinds[column.name]?.kind != .transformable
        }
        var body = JSONNode([(String, JSONNode)]())
        for ((column, value), path) in zip(included, keyPaths(of: included.map(\.0))) {
            if let path { body.set(value.json(kinds[column.name]), at: path[...]) }
        }
        return Data(body.line.utf8)
    }
}

/// Returns the key path of each column's value in a JSON object: the first alternative that can exist
/// together with the key paths of the other columns. Returns nil for a column without such an
/// alternative. The first alternatives of all columns take precedence.
private func keyPaths(of columns: [ImportMapping.Column]) -> [[String]?] {
    let firsts = columns.compactMap(\.keys.first)
    var used: [[String]] = []
    func take(_ path: [String]) -> [String]? {
        if used.contains(where: { $0.starts(with: path) || path.starts(with: $0) }) { return nil }
        used.append(path)
        return path
    }
    let kept = columns.map { column in
        column.keys.first.flatMap { path in
            firsts.contains { $0 != path && path.starts(with: $0) } ? nil : take(path)
        }
    }
    return zip(columns, kept).map { column, path in
        path ?? column.keys.dropFirst().first { take($0) != nil }
    }
}

extension StoredValue {
    /// Returns this value as JSON, which an import converts back to the same stored value.
    ///
    /// - Parameter attribute: attribute that has the value; nil for the identity of a related
    ///   record.
    fileprivate func json(_ attribute: AttributeDescription?) -> JSONNode {
        switch (attribute?.kind, self) {
        case (_, .null): .null
        case (.boolean, .integer(let number)): JSONNode(number != 0)
        case (.date, .real(let seconds)):
            JSONNode(ImportDates(format: attribute?.userInfo["DateFormat"]).text(seconds))
        case (_, .integer(let number)): JSONNode(number)
        case (_, .real(let number)): JSONNode(number)
        case (_, .text(let text)): JSONNode(text)
        case (_, .data(let data)): JSONNode(data.base64EncodedString())
        }
    }
}

extension JSONNode {
    /// Sets the value at a key path. Missing objects on the path are created; existing objects keep
    /// their other members.
    fileprivate mutating func set(_ value: JSONNode, at path: ArraySlice<String>) {
        guard let key = path.first else {
            self = value
            return
        }
        var members = members ?? []
        var inner = self[key] ?? .null
        inner.set(value, at: path.dropFirst())
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].value = inner
        } else {
            members.append(Member(key, inner))
        }
        kind = .object(members)
    }
}
