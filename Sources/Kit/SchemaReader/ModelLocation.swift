import Diagnostics
import Foundation

struct ModelLocation {
    var name: String
    /// The path of the `contents` file.
    var contents: String
}

/// The `contents` file of the model at `path`, which a user typed.
func locateContents(of path: String) throws -> ModelLocation {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw DiagnosticError(
            "no-model",
            at: .init(file: path),
            "there is no such file or folder",
            expected: "a folder ending in .xcdatamodeld or .xcdatamodel",
            status: .noInput
        )
    }
    let url = URL(fileURLWithPath: path)
    let name = url.deletingPathExtension().lastPathComponent
    switch (isFolder.boolValue, url.pathExtension) {
    case (true, "xcdatamodeld"):
        let version = try currentVersion(of: url)
        return ModelLocation(name: name, contents: version.appendingPathComponent("contents").path)
    case (true, "xcdatamodel"):
        return ModelLocation(name: name, contents: url.appendingPathComponent("contents").path)
    default:
        throw DiagnosticError(
            "not-a-model",
            at: .init(file: path),
            "this is not a Core Data model",
            expected: "a folder ending in .xcdatamodeld or .xcdatamodel",
            status: .noInput
        )
    }
}

/// The version that `.xccurrentversion` names, or the only one there is.
private func currentVersion(of package: URL) throws -> URL {
    let listed = (try? FileManager.default.contentsOfDirectory(atPath: package.path)) ?? []
    let versions = listed.filter { $0.hasSuffix(".xcdatamodel") }.sorted()
    if let named = namedVersion(of: package) {
        if versions.contains(named) { return package.appendingPathComponent(named) }
        throw DiagnosticError(
            "no-such-version",
            at: .init(file: package.path + "/.xccurrentversion"),
            "the current version \"\(named)\" is not in the model",
            fix: suggestion(for: named, among: versions)
        )
    }
    guard let first = versions.first else {
        throw DiagnosticError(
            "no-version",
            at: .init(file: package.path),
            "the model holds no version",
            expected: "a folder ending in .xcdatamodel inside",
            status: .noInput
        )
    }
    guard versions.count == 1 else {
        throw DiagnosticError(
            "no-current-version",
            at: .init(file: package.path),
            "the model has \(versions.count) versions and none is current",
            fix:
                "name one of them: \(versions.map { "\(package.path)/\($0)" }.joined(separator: ", "))"
        )
    }
    return package.appendingPathComponent(first)
}

private func namedVersion(of package: URL) -> String? {
    let file = package.appendingPathComponent(".xccurrentversion")
    guard let data = try? Data(contentsOf: file),
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
        let keys = list as? [String: Any]
    else { return nil }
    return keys["_XCCurrentVersionName"] as? String
}
