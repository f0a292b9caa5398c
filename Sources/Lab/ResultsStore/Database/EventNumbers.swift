/// A map from the ids of one session's events to their numbers within the session. Reports cite the
/// numbers, because ids depend on the order of recording and merging.
struct EventNumbers: Sendable {
    /// Ranges of consecutive ids, each with the number of its first event.
    private var spans: [(ids: ClosedRange<Int64>, number: Int64)] = []

    /// Adds the number of the event with the id `id`. Numbers must be added in ascending order.
    mutating func add(_ number: Int64, id: Int64) {
        if let last = spans.last, id > 0, last.ids.upperBound == id - 1,
            number.subtractingReportingOverflow(last.number).partialValue == id
                - last.ids.lowerBound
        {
            spans[spans.count - 1].ids = last.ids.lowerBound...id
        } else {
            spans.append((id...id, number))
        }
    }

    /// Returns the number of the event with this id; 0 if the event does not belong to the session.
    func number(of id: Int64) -> Int64 {
        guard let span = spans.first(where: { $0.ids.contains(id) }) else { return 0 }
        return span.number.addingReportingOverflow(id - span.ids.lowerBound).partialValue
    }
}

extension SessionResults {
    /// Replaces the event ids in these results with the events' numbers within the session.
    mutating func number(_ numbers: EventNumbers) {
        func change<Item>(_ items: inout [Item], _ event: WritableKeyPath<Item, Int64>) {
            for index in items.indices {
                items[index][keyPath: event] = numbers.number(of: items[index][keyPath: event])
            }
        }
        change(&runs, \.event)
        change(&marks, \.event)
        change(&gaps, \.event)
        change(&ratings, \.event)
        change(&raters, \.event)
        change(&reasons, \.event)
        change(&rechecks, \.event)
        for index in answers.indices {
            guard let id = answers[index]?.event else { continue }
            answers[index]?.event = numbers.number(of: id)
        }
    }
}
