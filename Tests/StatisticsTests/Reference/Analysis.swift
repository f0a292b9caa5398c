import Foundation
import Statistics

/// A data set of the reference, and our answers in the reference's shape.
struct Analysis {
    let input: JSON
    /// The order of the conditions within subjects, which a JSON object does not hold.
    var levels: [String] = []

    var participants: [String] { input["participants"].strings }
    var tasks: [String] { input["tasks"].strings }
    var conditions: [String] { input["condition"].strings }

    /// Rows of participants; nil for a missing cell.
    func rows(_ key: String) -> [[Double?]] {
        input[key].elements.map { $0.elements.map(\.number) }
    }

    var times: [[Double?]] { rows("times") }
    var outcomes: [[Bool?]] { rows("success").map { $0.map { $0.map { $0 == 1 } } } }

    func column(_ rows: [[Double?]], _ place: Int) -> [Double] { rows.compactMap { $0[place] } }

    func complete(_ rows: [[Double?]]) -> [[Double]] {
        rows.filter { $0.allSatisfy { $0 != nil } }.map { $0.compactMap(\.self) }
    }

    var answers: JSON {
        var result: JSON = [:]
        if !times.isEmpty { addTimes(to: &result) }
        if !outcomes.isEmpty { addOutcomes(to: &result) }
        if !conditions.isEmpty { addConditions(to: &result) }
        if !input["within"].isNull { result.set("within", within) }
        if !input["problems"].isNull { result.set("problems", problems) }
        if !input["raters"].isNull { result.set("kappa", kappa) }
        addQuestionnaires(to: &result)
        return result
    }
}

func json(_ value: Computed<Double>) -> JSON { value.value.map(JSON.number) ?? .null }
func json(_ value: Double?) -> JSON { value.map(JSON.number) ?? .null }
func json(_ value: Int) -> JSON { .number(Double(value)) }
func json(_ interval: Interval) -> JSON { [.number(interval.low), .number(interval.high)] }
func json(_ interval: Computed<Interval>) -> JSON { interval.value.map { json($0) } ?? .null }
func json(_ values: [Double?]) -> JSON { .array(values.map { json($0) }) }
func json(_ values: [Computed<Double>]) -> JSON { .array(values.map { json($0) }) }
func json(_ values: [Int]) -> JSON { .array(values.map { json($0) }) }

/// The members of a value, or why there is none, beside what is known all the same.
func members<Value>(
    _ value: Computed<Value>,
    _ known: JSON = [:],
    _ make: (Value) -> JSON
) -> JSON {
    var result = known
    switch value {
    case .value(let value):
        let made = make(value)
        for key in made.keys { result.set(key, made[key]) }
    case .notComputable(let reason):
        result.set("why", .string(reason))
    }
    return result
}

func merged(_ parts: JSON...) -> JSON {
    var result: JSON = [:]
    for part in parts { for key in part.keys { result.set(key, part[key]) } }
    return result
}
