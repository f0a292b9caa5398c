import CSV
import Diagnostics
import StudyDefinition

extension MappedReading {
    /// Condition → its place in the order, as far as the row says it.
    mutating func periods(_ row: [CSVTable.Cell], _ condition: String?) -> [String: Double] {
        var periods: [String: Double] = [:]
        if let condition, let period = number(in: mapping.period, row) {
            periods[condition] = period
        }
        for (id, source) in (mapping.periods ?? [:]).sorted(by: { $0.key < $1.key }) {
            periods[id] = Int(source).map(Double.init) ?? number(in: source, row)
        }
        if let cell = cell(mapping.order?.column, row) {
            for (place, id) in order(cell).enumerated() { periods[id] = Double(place + 1) }
        }
        return periods
    }

    private mutating func number(in column: String?, _ row: [CSVTable.Cell]) -> Double? {
        guard let cell = cell(column, row) else { return nil }
        let text = folded(cell.text)
        if isMissing(text) { return nil }
        if let number = number(text) { return number }
        problems.append(
            Diagnostic("no-period", at: cell.place, "\"\(text)\" is no period", expected: "1, 2, …")
        )
        return nil
    }

    /// Condition ids, as `values` gives them or as ids and titles with commas, semicolons, slashes
    /// or arrows between.
    private mutating func order(_ cell: CSVTable.Cell) -> [String] {
        let text = folded(cell.text)
        if isMissing(text) { return [] }
        if let ids = mapping.order?.values?[text] { return ids }
        let parts = text.split { ",;/>→".contains($0) }.map {
            folded(String($0)).trimmingPrefix("-").reversed().drop { $0 == "-" }
        }
        .map { folded(String($0.reversed())) }
        let ids = parts.compactMap { part in
            study.conditions.first { $0.id == part || folded($0.title) == part }?.id
        }
        if ids.count == parts.count, Set(ids).count == ids.count { return ids }
        problems.append(
            Diagnostic(
                "unknown-order",
                at: cell.place,
                "\"\(text)\" is no order of the study's conditions",
                expected: study.conditions.map(\.id).joined(separator: ", "),
                fix: "add it to `values` of the order in the mapping"
            )
        )
        return []
    }
}

extension MappedReading.Person {
    /// Whether every condition has its own position in the order.
    var isOrderKnown: Bool {
        let periods = conditions.compactMap(\.period)
        return periods.count == conditions.count && Set(periods).count == periods.count
    }
}
