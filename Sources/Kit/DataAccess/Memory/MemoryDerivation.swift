import Foundation
import QueryLanguage

/// Computation of a derived attribute.
struct MemoryDerivation: Sendable {
    private enum Value: Sendable {
        case now
        case copy(Int)
        case text(Int, @Sendable (String) -> String)
        /// An aggregate of an attribute's values over the related records.
        case aggregate(CollectionOperator, RelationshipDescription, element: String?)
    }

    private let position: Int
    private let kind: AttributeDescription.Kind
    private let value: Value

    /// Creates the computation; nil if the attribute is not derived, or if stores cannot compute
    /// its expression.
    init?(_ attribute: AttributeDescription, of entity: EntityDescription) {
        guard let text = attribute.derivation, let node = readExpression(text).node,
            let position = entity.columns.firstIndex(of: attribute.name)
        else { return nil }
        self.position = position
        kind = attribute.kind
        switch node.kind {
        case .function(.now, _): value = .now
        case .function(let function, let arguments):
            guard let change = MemoryDerivation.changes[function],
                case .keyPath(let keys)? = arguments.first?.kind,
                case .name(let name)? = keys.first,
                let source = entity.columns.firstIndex(of: name)
            else { return nil }
            value = .text(source, change)
        case .keyPath(let keys):
            guard case .name(let name)? = keys.first else { return nil }
            if keys.count == 1 {
                guard let source = entity.columns.firstIndex(of: name) else { return nil }
                value = .copy(source)
                return
            }
            guard case .collection(let operation) = keys[1],
                let relationship = entity.relationships.first(where: { $0.name == name })
            else { return nil }
            var element: String?
            if keys.count > 2, case .name(let name) = keys[2] { element = name }
            value = .aggregate(operation, relationship, element: element)
        default: return nil
        }
    }

    private static let changes: [Function: @Sendable (String) -> String] = [
        .canonical: { folded($0, [.caseInsensitive, .diacriticInsensitive]) },
        .uppercase: { $0.uppercased() },
        .lowercase: { $0.lowercased() },
    ]

    /// The entity of the related records from which the value is computed; nil if the value is
    /// computed from the record itself.
    var source: String? {
        if case .aggregate(_, let relationship, _) = value { relationship.destination } else { nil }
    }

    /// Computes the value from the record itself. Does nothing if the value depends on other
    /// records.
    func compute(in values: inout [StoredValue]) {
        switch value {
        case .now: values[position] = StoredValue(Date())
        case .copy(let source): values[position] = fitted(values[source])
        case .text(let source, let change):
            if case .text(let text) = values[source] {
                values[position] = .text(change(text))
            } else {
                values[position] = .null
            }
        case .aggregate: return
        }
    }

    /// Computes the value from the records that are related to the record with `identity`. Does
    /// nothing if the value does not depend on other records.
    func compute(
        in values: inout [StoredValue],
        of identity: StoredValue,
        _ tables: MemoryTables
    ) {
        guard case .aggregate(let operation, let relationship, let element) = value,
            case .inverse(let name) = relationship.storage,
            let destination = tables.entities[relationship.destination],
            let held = destination.held.first(where: { $0.description.name == name })
        else { return }
        // Sorted, because the order of an addition can change the last digit of the sum.
        let rows = tables.identities(in: held.column, holding: identity).sorted()
            .compactMap { tables.row(in: destination.table, $0) }
        let found = rows.compactMap { row -> StoredValue? in
            guard let element, let kind = tables.entities[row.kind] else { return nil }
            let value = kind.position(of: element).map { row.values[$0] }
            return value == .null ? nil : value
        }
        // Decimals are stored as text but compared as numbers.
        let isDecimal = destination.description.attributes.contains {
            $0.name == element && $0.kind == .decimal
        }
        func isLess(_ left: StoredValue, _ right: StoredValue) -> Bool {
            isDecimal ? number(left) < number(right) : left < right
        }
        values[position] =
            switch operation {
            case .count: .integer(Int64(rows.count))
            case .minimum: found.min(by: isLess).map(fitted) ?? .null
            case .maximum: found.max(by: isLess).map(fitted) ?? .null
            case .sum: kept(found.map(number).reduce(0, +))
            case .average:
                found.isEmpty ? .null : kept(found.map(number).reduce(0, +) / Double(found.count))
            }
    }

    /// Converts a value of another attribute to the type that the derived attribute's column
    /// stores.
    private func fitted(_ value: StoredValue) -> StoredValue {
        switch value {
        case .null, .data: return value
        case .real(let number): return kept(number)
        case .integer(let number):
            switch kind {
            case .decimal, .string: return .text("\(number)")
            case .double, .float, .date: return .real(Double(number))
            default: return value
            }
        case .text(let text):
            switch kind {
            case .integer16, .integer32, .integer64, .boolean, .double, .float, .date:
                if let number = Int64(text) { return fitted(.integer(number)) }
                // As in SQLite, text that is not a number stays text.
                return Double(text).map(kept) ?? value
            default: return value
            }
        }
    }

    /// Converts the number to the type that the derived attribute's column stores.
    private func kept(_ number: Double) -> StoredValue {
        switch kind {
        case .integer16, .integer32, .integer64, .boolean:
            Int64(exactly: number).map(StoredValue.integer) ?? .real(number)
        // As in SQLite, the text of a number has at most 15 digits: 0.1 + 0.2 is 0.3.
        case .decimal, .string: .text("\(Double(String(format: "%.15g", number)) ?? number)")
        default: .real(number)
        }
    }
}

private func number(_ value: StoredValue) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .text(let text): Double(text) ?? 0
    case .null, .data: 0
    }
}

extension MemoryTables {
    /// Recomputes the attributes that are derived from related records. Considers only attributes
    /// for which `changed` contains the table of their entity or the table of the related records.
    mutating func deriveFromRelated(_ changed: Set<String>) {
        for entity in entities.values where !entity.isAbstract {
            let derived = entity.derived.filter { derivation in
                guard let source = derivation.source else { return false }
                let tables = [entity.table, entities[source]?.table ?? source]
                return tables.contains(where: changed.contains)
            }
            if derived.isEmpty { continue }
            for (identity, row) in rows(in: entity.table)
            where row.kind == entity.description.name {
                var new = row
                for derivation in derived {
                    derivation.compute(in: &new.values, of: identity, self)
                }
                if new != row {
                    replace(at: Place(table: entity.table, identity: identity), with: new)
                }
            }
        }
    }
}
