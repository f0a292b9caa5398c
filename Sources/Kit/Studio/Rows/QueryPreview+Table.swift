import JSON
import QueryCompiler
import QueryForm
import QueryLanguage
import QueryWords
import Schema

/// Maximum number of rows in each table of one answer.
let shownRows = 100

/// Maximum number of columns that the page shows by default. If the query uses more key paths, more
/// columns are shown.
private let shownColumns = 8

extension QueryPreview {
    /// Returns three tables of records as JSON. `given` contains one page of the records that the
    /// query returns. `beyond` contains the first matching records that the offset or limit
    /// excludes. `left` contains the first records that do not match.
    ///
    /// - Parameter tree: the query's predicate.
    func json(
        _ form: QueryForm,
        _ tree: PredicateNode?,
        _ matches: [Bool],
        _ view: RowsView
    ) -> JSONNode {
        let matching = ordered(matches, by: form.sorts)
        let shape = form.shape
        let skipped = min(shape.isSummary ? 0 : shape.offset ?? 0, matching.count)
        let limit = shape.isSummary ? nil : shape.result == .first ? 1 : shape.limit
        let given = Array(matching.dropFirst(skipped).prefix(limit ?? matching.count))
        let beyond = Set(matching).subtracting(given)
        let left = matches.indices.filter { !matches[$0] }
        let columns = columns(form, view)
        let filtered = filtered(given, view)
        let page = min(view.page, max(0, filtered.count - 1) / shownRows)
        var members: [JSONNode.Member] = [
            .init("origin", JSONNode(records.origin)),
            .init("isCut", JSONNode(table.isCut)),
            .init("unread", JSONNode(unread(form, tree, columns).map { JSONNode($0) })),
            .init("total", JSONNode(table.rows.count)),
            .init("columns", JSONNode(columns.map { JSONNode($0) })),
            .init("ids", JSONNode(given.map { JSONNode($0) })),
            .init("given", rows(filtered.dropFirst(page * shownRows), columns)),
            .init("givenCount", JSONNode(given.count)),
            .init("filteredCount", JSONNode(filtered.count)),
            .init("page", JSONNode(page)),
            .init("pageSize", JSONNode(shownRows)),
            .init("beyond", rows(matching.filter(beyond.contains), columns)),
            .init("beyondCount", JSONNode(beyond.count)),
            .init("left", rows(left, columns)),
            .init("leftCount", JSONNode(left.count)),
            .init("summary", summary(form.result, shape.isSummary ? matching : given)),
        ]
        if let group = view.group {
            members.append(.init("groups", groups(by: group, of: matching)))
        }
        return JSONNode(.object(members))
    }

    /// Returns the columns that the user chose. If the user chose none, returns default columns up
    /// to a limit. They are the record's title, then the key paths that the query uses, then the
    /// attributes and to-one relationships.
    private func columns(_ form: QueryForm, _ view: RowsView) -> [String] {
        if let columns = view.columns { return columns }
        let used = form.usedPaths
        let title = table.entity.titleAttribute.map { [$0.name] } ?? []
        let own =
            table.entity.attributes.map(\.name)
            + table.entity.relationships.filter { !$0.isToMany }.map(\.name)
        var seen: Set<String> = []
        let all = (title.filter { !used.contains($0) } + used + own).filter {
            seen.insert($0).inserted
        }
        return Array(all.prefix(max(shownColumns, used.count + 1)))
    }

    /// Returns the names of incompletely read entities to which a key path of the query or of a
    /// column leads; see ``Records/unread(from:along:)``.
    private func unread(
        _ form: QueryForm,
        _ tree: PredicateNode?,
        _ columns: [String]
    ) -> [String] {
        let conditions = (tree?.keyPaths ?? []).map { keys in
            keys.compactMap { key -> String? in
                if case .name(let name) = key { name } else { nil }
            }
        }
        let shown = columns.map { $0.split(separator: ".").map(String.init) }
        let found = (conditions + form.sorts.map(\.path) + shown).flatMap {
            records.unread(from: table.entity, along: $0)
        }
        return Set(found).sorted()
    }

    private func filtered(_ rows: [Int], _ view: RowsView) -> [Int] {
        if view.filters.isEmpty { return rows }
        return rows.filter { row in
            view.filters.allSatisfy { path, text in
                value(at: path, row).cell(records)?.lowercased().contains(text.lowercased()) == true
            }
        }
    }

    /// Returns rows of cells. Each row begins with the record's row number, from which the page
    /// detects added and removed rows.
    private func rows(_ rows: some Sequence<Int>, _ columns: [String]) -> JSONNode {
        JSONNode(
            rows.prefix(shownRows).map { row in
                JSONNode([JSONNode(row)] + columns.map { value(at: $0, row).cellNode(records) })
            }
        )
    }

    /// Returns the value at a key path of a record; a null value if a record on the path is
    /// missing.
    func value(at path: String, _ row: Int) -> QueryValue {
        value(at: path.split(separator: ".").map(String.init), row)
    }

    func value(at path: [String], _ row: Int) -> QueryValue {
        let node = ExpressionNode(.keyPath(keys(path)))
        let record = records.object(table.entity.name, row)
        return (try? node.value(for: record, session: session)) ?? .null
    }

    /// Returns one row for each distinct value of a key path. The row contains the value and the
    /// number of records with it. For up to three numeric attributes, it also contains the total,
    /// average, lowest and highest value.
    private func groups(by path: String, of matching: [Int]) -> JSONNode {
        let numbers = table.entity.attributes.filter {
            $0.type.plainWords == "number" && $0.name != path
                && $0.name != table.entity.identityAttribute?.name
        }.prefix(3).map(\.name)
        var groups: [(value: QueryValue, rows: [Int])] = []
        var positions: [AnyHashable?: Int] = [:]
        for row in matching {
            let found = value(at: path, row)
            if let position = positions[found.key] {
                groups[position].rows.append(row)
            } else {
                positions[found.key] = groups.count
                groups.append((found, [row]))
            }
        }
        let sorted = groups.map { (group: $0, text: $0.value.cell(records) ?? "") }.sorted {
            ($1.group.rows.count, $0.text) < ($0.group.rows.count, $1.text)
        }
        let operators = CollectionOperator.allCases.compactMap { op in
            aggregateWords[op].map { (op, $0) }
        }
        let heads = numbers.flatMap { name in operators.map { "\($0.1) \(name)" } }
        return [
            "columns": JSONNode([JSONNode(path), "count"] + heads.map { JSONNode($0) }),
            "count": JSONNode(sorted.count),
            "rows": JSONNode(
                sorted.prefix(shownRows).map { group, _ in
                    let cells = numbers.flatMap { name in
                        let values = group.rows.map { value(at: name, $0) }.filter(\.isThere)
                        return operators.map { JSONNode(aggregate($0.0, values)) }
                    }
                    let head = [group.value.cellNode(records), JSONNode("\(group.rows.count)")]
                    return JSONNode(head + cells)
                }
            ),
        ]
    }

    /// Returns the result as text if the query returns a count, an aggregate or the values of one
    /// attribute. Returns JSON null if the query returns records.
    private func summary(_ result: QueryShape.Result, _ rows: [Int]) -> JSONNode {
        switch result {
        case .list, .first: return JSONNode(.null)
        case .count: return JSONNode("\(rows.count)")
        case .attribute(let name):
            let values = rows.prefix(shownRows).map { value(at: name, $0).cell(records) ?? "nil" }
            let rest = rows.count - values.count
            let more = rest > 0 ? " and \(rest) more" : ""
            return JSONNode(values.isEmpty ? "no values" : values.joined(separator: ", ") + more)
        case .aggregate(let op, let name):
            return JSONNode(aggregate(op, rows.map { value(at: name, $0) }.filter(\.isThere)))
        }
    }

    /// Returns an aggregate of the values as text. The predicate evaluator computes it, so that
    /// integer results are exact.
    private func aggregate(_ op: CollectionOperator, _ values: [QueryValue]) -> String {
        let node = ExpressionNode(.keyPath([.collection(op)]))
        let result = try? node.value(for: .list(values), session: session)
        return result?.cell(records) ?? "nil"
    }
}

extension QueryValue {
    /// A dictionary key for the value; only equal values have equal keys. Nil if the value is
    /// missing. Different records have different keys, even if their titles are equal.
    var key: AnyHashable? {
        switch self {
        case .null: nil
        case .boolean(let value): AnyHashable(value)
        case .integer(let number): AnyHashable(number)
        case .real(let number), .date(let number): AnyHashable(number)
        // Equal strings may have different scalars, which SQL distinguishes.
        case .string(let text): AnyHashable(Array(text.unicodeScalars))
        case .data(let bytes): AnyHashable(bytes)
        case .list(let elements): AnyHashable(elements.map { $0.key })
        case .object(let object): object.number.map { AnyHashable($0) }
        }
    }
}

extension QueryForm {
    /// The key paths in the query's conditions, followed by the key paths of its sort keys. No key
    /// path is repeated.
    var usedPaths: [String] {
        var seen: Set<String> = []
        let conditions = conditions.leaves.flatMap { condition -> [String] in
            guard case .comparison(let comparison) = condition else { return [] }
            var paths = [comparison.attribute.joined(separator: ".")]
            if case .attribute(let other) = comparison.value {
                paths.append(other.joined(separator: "."))
            }
            return paths
        }
        return (conditions + sorts.map { $0.path.joined(separator: ".") }).filter {
            seen.insert($0).inserted
        }
    }
}
