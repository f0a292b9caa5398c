import JSON
import QueryCompiler
import QueryForm
import QueryLanguage
import Schema

/// Effect of a predicate on the records of an entity.
struct QueryPreview {
    let records: Records
    let table: Records.Table
    let variables: [String: QueryValue]
    let now: Double
    let session: EvaluationSession

    /// Whether each record matches; nil if the predicate cannot be evaluated, with the reason.
    func matches(_ predicate: PredicateNode?) throws(PredicateTextError) -> [Bool] {
        guard let predicate else { return table.rows.map { _ in true } }
        var result: [Bool] = []
        for row in table.rows.indices {
            result.append(
                try predicate.holds(
                    for: records.object(table.entity.name, row),
                    variables: variables,
                    now: now,
                    matchLimit: .milliseconds(20),
                    session: session
                )
            )
        }
        return result
    }

    /// The positions of the matching records in the order that the query gives them.
    private func ordered(_ matches: [Bool], by sorts: [FormSort]) -> [Int] {
        let found = matches.indices.filter { matches[$0] }
        if sorts.isEmpty { return found }
        let values = found.map { row in
            sorts.map { sort in
                let path = ExpressionNode(.keyPath(keys(sort.path)))
                let record = records.object(table.entity.name, row)
                return (try? path.value(for: record, session: session)) ?? .null
            }
        }
        let order = found.indices.sorted { left, right in
            for (position, sort) in sorts.enumerated() {
                let (a, b) = (values[left][position], values[right][position])
                let precedes = sort.isDescending ? b.precedes(a) : a.precedes(b)
                if let precedes { return precedes }
            }
            return left < right
        }
        return order.map { found[$0] }
    }

    /// `“Amber”, “Birch” and 5 more`: the titles of the records at these positions.
    func words(_ rows: [Int]) -> String {
        let shown = rows.prefix(3).map { row in
            records.object(table.entity.name, row).cell(records).map { "“\($0)”" }
                ?? "record \(row + 1)"
        }
        let rest = rows.count - shown.count
        if rest > 0 { return shown.joined(separator: ", ") + " and \(rest) more" }
        guard shown.count > 1, let last = shown.last else { return shown.first ?? "none" }
        return shown.dropLast().joined(separator: ", ") + " and \(last)"
    }
}

/// Maximum number of rows of each kind on the page.
let shownRows = 100

extension QueryPreview {
    /// The table on the page: matching and excluded records.
    func json(_ form: QueryForm, _ matches: [Bool]) -> JSONNode {
        let matching = ordered(matches, by: form.sorts)
        let shape = form.shape
        let skipped = min(shape.isSummary ? 0 : shape.offset ?? 0, matching.count)
        let limit = shape.isSummary ? nil : shape.result == .first ? 1 : shape.limit
        let given = Array(matching.dropFirst(skipped).prefix(limit ?? matching.count))
        let beyond = Set(matching).subtracting(given)
        let left = matches.indices.filter { !matches[$0] }
        return [
            "origin": JSONNode(records.origin),
            "isCut": JSONNode(table.isCut),
            "total": JSONNode(table.rows.count),
            "columns": JSONNode(columns.map { JSONNode($0.name) }),
            "given": rows(given),
            "givenCount": JSONNode(given.count),
            "beyond": rows(matching.filter(beyond.contains)),
            "beyondCount": JSONNode(beyond.count),
            "left": rows(left),
            "leftCount": JSONNode(left.count),
            "summary": summary(form.result, matching),
        ]
    }

    private struct Column {
        var name: String
        var isLink: Bool
    }

    private var columns: [Column] {
        let links = table.entity.relationships.filter { !$0.isToMany }
            .map { Column(name: $0.name, isLink: true) }
        let title = table.entity.titleAttribute?.name
        let names = table.entity.attributes.map(\.name)
        let ordered = names.filter { $0 == title } + names.filter { $0 != title }
        return ordered.map { Column(name: $0, isLink: false) } + links
    }

    /// Each row begins with its position, by which the page finds added and removed rows.
    private func rows(_ rows: [Int]) -> JSONNode {
        JSONNode(
            rows.prefix(shownRows).map { row -> JSONNode in
                guard case .object(let object) = records.object(table.entity.name, row) else {
                    return []
                }
                return JSONNode(
                    [JSONNode(row)]
                        + columns.map { column in
                            let value = object.value(forKey: column.name) ?? .null
                            return JSONNode(value.cell(records))
                        }
                )
            }
        )
    }

    /// The one value that a query gives which gives no records; null where it gives records.
    private func summary(_ result: FormResult, _ rows: [Int]) -> JSONNode {
        switch result {
        case .list, .first: return JSONNode(.null)
        case .count: return JSONNode("\(rows.count)")
        case .attribute(let name):
            let values = rows.prefix(shownRows).map { value(name, $0).cell(records) ?? "nil" }
            return JSONNode(values.isEmpty ? "no values" : values.joined(separator: ", "))
        case .aggregate(let op, let name):
            let values = rows.map { value(name, $0) }.filter {
                if case .null = $0 { false } else { true }
            }
            return JSONNode(aggregate(op, values))
        }
    }

    private func value(_ name: String, _ row: Int) -> QueryValue {
        guard case .object(let object) = records.object(table.entity.name, row) else {
            return .null
        }
        return object.value(forKey: name) ?? .null
    }

    private func aggregate(_ op: CollectionOperator, _ values: [QueryValue]) -> String {
        let numbers = values.compactMap(\.number)
        switch op {
        case .count: return "\(values.count)"
        case .sum: return numberText(numbers.reduce(0, +))
        case .average:
            return numbers.isEmpty
                ? "nil" : numberText(numbers.reduce(0, +) / Double(numbers.count))
        case .minimum:
            return values.min { $0.precedes($1) ?? false }?.cell(records) ?? "nil"
        case .maximum:
            return values.max { $0.precedes($1) ?? false }?.cell(records) ?? "nil"
        }
    }

    private func numberText(_ number: Double) -> String {
        Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
