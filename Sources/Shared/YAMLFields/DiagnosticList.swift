package import Diagnostics

/// The diagnostics that a parser has collected so far. After an error, a parser continues with a
/// substitute value, so that the user sees all errors at the same time.
package final class DiagnosticList {
    package private(set) var all: [Diagnostic] = []

    package init() {}

    package var hasErrors: Bool { all.contains { $0.severity == .error } }

    package func error(
        _ id: String,
        at place: Diagnostic.Place?,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) {
        all.append(Diagnostic(id, at: place, problem, expected: expected, fix: fix))
    }

    package func warning(
        _ id: String,
        at place: Diagnostic.Place?,
        _ problem: String,
        fix: String? = nil
    ) {
        all.append(Diagnostic(id, severity: .warning, at: place, problem, fix: fix))
    }

    package func note(
        _ id: String,
        at place: Diagnostic.Place?,
        _ problem: String,
        fix: String? = nil
    ) {
        all.append(Diagnostic(id, severity: .note, at: place, problem, fix: fix))
    }

    /// Returns the diagnostics, sorted by file and position. Diagnostics of the file `main` come
    /// first.
    package func sorted(main: String) -> [Diagnostic] {
        func key(_ item: Diagnostic) -> (Int, String, Int, Int) {
            let file = item.place?.file ?? ""
            return (file == main ? 0 : 1, file, item.place?.line ?? 0, item.place?.column ?? 0)
        }
        return all.enumerated().sorted { left, right in
            let (a, b) = (key(left.element), key(right.element))
            return a == b ? left.offset < right.offset : a < b
        }
        .map(\.element)
    }
}
