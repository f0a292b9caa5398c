import Foundation

package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The functions that compute a real number from a real number. `floor`, `ceiling` and `trunc` are
/// never called with an integer, because the result would be the same integer.
package enum RealFunction: String, Sendable, CaseIterable {
    case sqrt, ln, log, exp, floor, ceiling, trunc

    package func of(_ x: Double) -> Double {
        switch self {
        case .sqrt: x.squareRoot()
        case .ln: Foundation.log(x)
        case .log: log10(x)
        case .exp: Foundation.exp(x)
        case .floor: x.rounded(.down)
        case .ceiling: x.rounded(.up)
        case .trunc: x.rounded(.towardZero)
        }
    }
}

extension Evaluator {
    /// Returns the result of calling `function` with `arguments`; nil if the arguments have the
    /// wrong types.
    func value(of function: Function, _ arguments: [QueryValue]) -> QueryValue? {
        switch function {
        case .sum, .count, .min, .max, .average, .median, .stddev:
            return aggregate(function, elements(arguments))
        case .now: return .date(now)
        case .noindex: return arguments.first
        case .modulus: return modulus(arguments)
        case .complement: return arguments.first.flatMap(complement)
        case .uppercase, .lowercase, .length, .canonical:
            return arguments.first.flatMap { textual(function, $0) }
        case .sqrt, .ln, .log, .exp, .abs, .floor, .ceiling, .trunc:
            return arguments.first.flatMap { numeric(function, $0) }
        default:
            guard let op = function.arithmetic, arguments.count == 2 else { return nil }
            return calculate(arguments[0], op, arguments[1])
        }
    }

    func complement(_ value: QueryValue) -> QueryValue? {
        if case .null = value { return .null }
        return Number(value)?.exactInteger.map { .integer(~$0) }
    }

    /// Returns the elements of a list if the list is the only argument. A single `.null` counts as
    /// an empty list. In all other cases, returns `arguments`.
    private func elements(_ arguments: [QueryValue]) -> [QueryValue] {
        guard arguments.count == 1 else { return arguments }
        switch arguments[0] {
        case .list(let elements): return elements
        case .null: return []
        default: return arguments
        }
    }

    private func modulus(_ arguments: [QueryValue]) -> QueryValue? {
        guard arguments.count == 2 else { return nil }
        if arguments[0].isNull || arguments[1].isNull { return .null }
        guard let a = Number(arguments[0])?.exactInteger, let b = Number(arguments[1])?.exactInteger
        else { return nil }
        if b == 0 { return .null }
        return .integer(a.remainderReportingOverflow(dividingBy: b).partialValue)
    }

    private func numeric(_ function: Function, _ value: QueryValue) -> QueryValue? {
        if case .null = value { return .null }
        guard let number = Number(value) else { return nil }
        if case .integer(let whole) = number {
            switch function {
            case .abs: return whole == .min ? .real(-Double(whole)) : .integer(Swift.abs(whole))
            case .floor, .ceiling, .trunc: return .integer(whole)
            default: break
            }
        }
        if function == .abs { return realValue(Swift.abs(number.double)) }
        return RealFunction(rawValue: function.rawValue).map { realValue($0.of(number.double)) }
    }

    private func textual(_ function: Function, _ value: QueryValue) -> QueryValue? {
        if case .null = value { return .null }
        if case .list(let elements) = value, function == .length {
            return .integer(Int64(elements.count))
        }
        guard case .string(let text) = value else { return nil }
        switch function {
        case .uppercase: return .string(text.uppercased())
        case .lowercase: return .string(text.lowercased())
        case .canonical:
            return .string(folded(text, [.caseInsensitive, .diacriticInsensitive]))
        default: return .integer(Int64(text.utf16.count))
        }
    }

    // MARK: - Aggregate functions

    /// Returns the result of an aggregate function for `elements`; nil if the elements have the
    /// wrong types. As in SQL, every function except `count` ignores `.null` elements.
    func aggregate(_ function: Function, _ elements: [QueryValue]) -> QueryValue? {
        if function == .count { return .integer(Int64(elements.count)) }
        let present = elements.filter { !$0.isNull }
        if function == .min || function == .max { return extreme(present, function == .max) }
        var sum: QueryValue = .integer(0)
        var numbers: [Double] = []
        for element in present {
            guard let number = Number(element), let next = calculate(sum, .add, element) else {
                return nil
            }
            sum = next
            numbers.append(number.double)
        }
        if function == .sum { return sum }
        guard !numbers.isEmpty, let total = Number(sum)?.double else { return .null }
        let mean = total / Double(numbers.count)
        switch function {
        case .average: return realValue(mean)
        case .median:
            let sorted = numbers.sorted()
            let middle = sorted.count / 2
            return realValue(
                sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
            )
        default:
            let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            return realValue((squares / Double(numbers.count)).squareRoot())
        }
    }

    private func extreme(_ elements: [QueryValue], _ isMaximum: Bool) -> QueryValue? {
        guard var best = elements.first else { return .null }
        for element in elements.dropFirst() {
            guard let order = order(element, best) else { return nil }
            if isMaximum ? order > 0 : order < 0 { best = element }
        }
        return best
    }
}
