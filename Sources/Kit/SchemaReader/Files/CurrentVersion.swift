import Diagnostics
import Foundation

/// Chooses a package's current version: the version that `.xccurrentversion` names or, without that
/// file, the only version. In all other cases, chooses the last version by name and adds a warning.
struct CurrentVersion {
    var folder: String
    /// The names of the versions in order; must not be empty when ``choice()`` is called.
    var names: [String]

    func choice() -> (index: Int, diagnostics: [Diagnostic]) {
        let last = names.count - 1
        let problem: Diagnostic
        switch named() {
        case .nothing where last == 0: return (0, [])
        case .nothing:
            problem = warning(
                "no-current-version",
                folder,
                "the model has \(names.count) versions, but no .xccurrentversion file names the current one"
            )
        case .unreadable:
            problem = warning(
                "unreadable-current-version",
                file,
                "the file does not name the current version",
                expected: "a property list with the key _XCCurrentVersionName"
            )
        case .name(let name):
            if let index = names.firstIndex(where: { "\($0).xcdatamodel" == name }) {
                return (index, [])
            }
            let words = "the current version \"\(name)\" is not in the model"
            problem = warning("no-such-version", file, words)
        }
        return (last, [problem])
    }

    /// Part of a sentence for the error about a package without versions. It quotes the version
    /// that `.xccurrentversion` names; empty if `.xccurrentversion` names none.
    var hint: String {
        if case .name(let name) = named() {
            ", not even \"\(name)\", the current version according to .xccurrentversion"
        } else {
            ""
        }
    }

    private enum Named {
        case nothing, unreadable
        case name(String)
    }

    private var file: String { folder + "/.xccurrentversion" }

    private func named() -> Named {
        guard FileManager.default.fileExists(atPath: file) else { return .nothing }
        guard let data = try? Data(bytes(ofFile: file, limit: 64 * 1024)),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
            let name = (list as? [String: Any])?["_XCCurrentVersionName"] as? String
        else { return .unreadable }
        return .name(name)
    }

    private func warning(
        _ id: String,
        _ file: String,
        _ problem: String,
        expected: String? = nil
    ) -> Diagnostic {
        let chosen = names[names.count - 1]
        let others = names.dropLast().suffix(6).map { "\"\($0)\"" }.joined(separator: ", ")
        return Diagnostic(
            id,
            severity: .warning,
            at: .init(file: file),
            "\(problem); \(names.count == 1 ? "the only version" : "the last version by name"), \"\(chosen)\", is read instead",
            expected: expected,
            fix: others.isEmpty
                ? "set the current version in the model editor"
                : "set the current version in the model editor; other versions: \(names.count > 7 ? "…, " : "")\(others)"
        )
    }
}
