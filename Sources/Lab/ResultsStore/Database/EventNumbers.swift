/// Numbers of a session's events within the session, by their ids in the file. Ids depend on the order
/// of recording and merging, so reports name events by their numbers.
struct EventNumbers: Sendable {
    /// Ids that follow each other, with the numbers of the first ones.
    private var spans: [(ids: ClosedRange<Int64>, number: Int64)] = []

    /// Events are added in the order of their numbers.
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

    /// 0 for an event that is not the session's.
    func number(of id: Int64) -> Int64 {
        guard let span = spans.first(where: { $0.ids.contains(id) }) else { return 0 }
        return span.number.addingReportingOverflow(id - span.ids.lowerBound).partialValue
    }
}

extension SessionResults {
    /// Names events by their numbers instead of their ids.
    mutating func number(_ numbers: EventNumbers) {
        for index in runs.indices { runs[index].event = numbers.number(of: runs[index].event) }
        for index in marks.indices { marks[index].event = numbers.number(of: marks[index].event) }
        for index in gaps.indices { gaps[index].event = numbers.number(of: gaps[index].event) }
        for index in ratings.indices {
            ratings[index].event = numbers.number(of: ratings[index].event)
        }
        for index in raters.indices {
            raters[index].event = numbers.number(of: raters[index].event)
        }
        for index in reasons.indices {
            reasons[index].event = numbers.number(of: reasons[index].event)
        }
        for index in rechecks.indices {
            rechecks[index].event = numbers.number(of: rechecks[index].event)
        }
        for index in answers.indices {
            guard let id = answers[index]?.event else { continue }
            answers[index]?.event = numbers.number(of: id)
        }
    }
}
