import CSV
import Diagnostics
import StudyDefinition

extension MappedReading {
    /// Returns the position of each condition in the participant's order of conditions, keyed by
    /// condition id. Leaves out conditions whose position neither the row nor the mapping states.
    mutating func periods(_ row: [CSVTable.Cell], _ condition: String?) -> [String: Period] {
        var periods: [String: Period] = [:]
        if let condition, let period = number(in: mapping.period, row) {
            periods[condition] = period
        }
        for (id, source) in (mapping.periods ?? [:]).sorted(by: { $0.key < $1.key }) {
            let stated = Int(source).map { Period(value: Double($0), place: row[0].place) }
            periods[id] = stated ?? number(in: source, row)
        }
        if let cell = cell(mapping.order?.column, row) {
            for (place, id) in order(cell).enumerated() {
                periods[id] = Period(value: Double(place + 1), place: cell.place)
            }
        }
        return periods
    }

    /// Records that the participant worked in a condition. If the row states the condition's
    /// position in the order, records the position too.
    mutating func meet(_ condition: String, _ person: inout Person) {
        let period = rowPeriods[condition]
        guard let place = person.conditions.firstIndex(where: { $0.id == condition }) else {
            return person.conditions.append((condition, period))
        }
        guard let period else { return }
        guard let earlier = person.conditions[place].period else {
            return person.conditions[place].period = period
        }
        guard earlier.value != period.value else { return }
        // Report the contradiction once per row, even if the row has several values for the
        // condition.
        rowPeriods[condition] = nil
        let key = mapping.period != nil ? "period" : mapping.order != nil ? "order" : "periods"
        repeats.note(
            Diagnostic(
                "periods-differ",
                at: period.place,
                "participant \"\(person.code)\" has condition \"\(condition)\" in position "
                    + "\(CellFormats.plain(period.value)) here, and in position "
                    + "\(CellFormats.plain(earlier.value)) at \(earlier.place.text)",
                expected: "one position for each condition in a participant's order",
                fix: "remove `\(key)` from the mapping, or name a column that states positions of "
                    + "conditions instead of positions of tasks"
            )
        )
    }

    private mutating func number(in column: String?, _ row: [CSVTable.Cell]) -> Period? {
        guard let cell = cell(column, row) else { return nil }
        let text = folded(cell.text)
        if isMissing(text) { return nil }
        if let number = number(cell) { return Period(value: number, place: cell.place) }
        problems.add(
            "no-period",
            at: cell.place,
            "\"\(text)\" is not the position of a condition",
            expected: "1, 2, …"
        )
        return nil
    }

    /// Returns the ids of the conditions that a cell lists, in order. Returns an empty array if the
    /// cell means a missing value.
    ///
    /// If the `values` of the mapping's `order` have an entry for the cell, returns the entry.
    /// Otherwise, the cell must contain ids or titles, each at most once, separated by commas,
    /// semicolons, slashes or arrows. If it does not, adds a problem and returns an empty array.
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
        let problem = "is not an order of the study's conditions"
        refuse(cell, "unknown-order", problem, "order", study.conditions.map(\.id))
        return []
    }
}

extension MappedReading.Person {
    /// Whether each of the participant's conditions has a position in the order of conditions, and
    /// all positions differ.
    var isOrderKnown: Bool {
        let periods = conditions.compactMap(\.period?.value)
        return periods.count == conditions.count && Set(periods).count == periods.count
    }
}
