import Diagnostics
import QueryLanguage

private let object: QueryValue = .object(
    KeyedValues([
        "a": .integer(3), "b": .string("straße"), "c": .list([.integer(1), .null, .real(2.5)]),
        "d": .object(KeyedValues(["a": .boolean(true)])), "e": .null, "f": .date(0),
        "g": .list([.object(KeyedValues(["a": .integer(1)]))]),
    ])
)

private let variables: [String: QueryValue] = ["x": .integer(1), "y": .list([.string("a")])]

/// Any bytes as predicate text: reading ends, what is wrong has a place inside the text, what was
/// read is printed as text that reads the same, and evaluation ends.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPredicates(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let reading = readPredicate(text)
    precondition((reading.node == nil) == !reading.errors.isEmpty)
    for error in reading.errors + reading.warnings {
        precondition(error.range.start >= 0 && error.range.start <= error.range.end)
        precondition(Int(error.range.end) <= text.utf8.count)
        _ = error.diagnostic(in: text, file: "predicate").text
    }
    if let node = reading.node {
        let printed = node.text
        precondition(readPredicate(printed).node == node)
        _ = try? node.holds(
            for: object,
            variables: variables,
            now: 0,
            matchLimit: .milliseconds(5)
        )
        let arguments = [QueryValue.string("a"), .integer(1), .real(2), .list([.null])]
        if let bound = try? node.bound(to: arguments) {
            precondition(readPredicate(bound.text).node == bound)
        }
    }
    if let value = readExpression(text).node {
        precondition(readExpression(value.text).node == value)
    }
    return 0
}
