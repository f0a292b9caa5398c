import Diagnostics
import Foundation
import XML

/// The choice of the current version of a model package (`.xcdatamodeld`). The file
/// `.xccurrentversion` names the current version. If this file is missing, but the package has only
/// one version, this version is the current version. In all other cases, the last version by name
/// is chosen, with a warning.
struct CurrentVersion {
    var folder: String
    /// The names of the versions, in order. ``choice()`` requires at least one name.
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
                "the model has \(names.count) versions, but no .xccurrentversion file names the current version"
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

    /// Text that is appended to the error about a package without versions. It contains the name in
    /// `.xccurrentversion`. The text is empty if this file is missing or names no version.
    var hint: String {
        if case .name(let name) = named() {
            "; .xccurrentversion names the missing version \"\(name)\""
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
        guard let bytes = try? bytes(ofFile: file, limit: 64 * 1024) else { return .unreadable }
        if let name = name(inXML: bytes) { return .name(name) }
        guard
            let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
            let name = (list as? [String: Any])?["_XCCurrentVersionName"] as? String
        else { return .unreadable }
        return .name(name)
    }

    /// Returns the version's name from an XML property list in the form that Xcode writes; nil for
    /// any other file. Foundation's reader supports all forms, but takes 0.6 ms to start.
    private func name(inXML bytes: [UInt8]) -> String? {
        var events = XMLScanner(SourceText(file: file, contents: bytes), root: "plist")
        var path: [String] = []
        var (key, text): (String, String) = ("", "")
        var name: String?
        while let event = try? events.next() {
            switch event {
            case .start(let tag):
                path.append(tag.name)
                text = ""
            case .text(_, let more): text += more
            case .end:
                if path == ["plist", "dict", "key"] { key = text }
                if path == ["plist", "dict", "string"], key == "_XCCurrentVersionName" {
                    name = text
                }
                path.removeLast()
            case .finished: return name
            }
        }
        return nil
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
            "\(problem); cdgen reads \(names.count == 1 ? "the only version" : "the last version by name"), \"\(chosen)\"",
            expected: expected,
            fix: others.isEmpty
                ? "set the current version in the model editor"
                : "set the current version in the model editor; other versions: \(names.count > 7 ? "…, " : "")\(others)"
        )
    }
}
