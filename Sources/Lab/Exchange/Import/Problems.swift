import Diagnostics

extension [Diagnostic] {
    mutating func add(
        _ id: String,
        at place: Diagnostic.Place? = nil,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) {
        append(Diagnostic(id, at: place, problem, expected: expected, fix: fix))
    }
}
