import Diagnostics
import Foundation

/// The versions of the model at a path that the user gave.
package struct ModelPackage: Sendable {
    package struct Version: Sendable {
        /// The name of the version's folder, without the extension `.xcdatamodel`.
        package var name: String
        /// The path of the version's folder. It is relative to the current folder if the user gave
        /// a relative path.
        var folder: String
    }

    /// The name of the model's outermost folder, without the extension.
    package var name: String
    /// The versions in order of their names; `Model 2` precedes `Model 10`.
    package var versions: [Version]
    /// Whether the given path leads to a single version, which may be in a package with others.
    private var isSingle = false
    /// The index of the current version, which is read by default.
    var current = 0
    /// The index of the version to read.
    var chosen = 0
    /// Warnings about the choice of the current version. Empty if the choice is certain, or if the
    /// caller specified a version.
    var diagnostics: [Diagnostic] = []

    /// The version to read.
    package var version: Version { versions[chosen] }

    /// The names of all versions in the package that contains the version to read, in order.
    package var versionNames: [String] {
        let items = outerFolder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) }
        let found = ModelPackage.versions(in: items ?? [])
        return found.contains(version.name) ? found : versions.map(\.name)
    }

    /// The bytes of the `contents` files of the last twelve versions before the version to read, in
    /// order. The array has no bytes for a file that cannot be read.
    package var earlierContents: [[UInt8]] {
        let names = versionNames
        guard let end = names.firstIndex(of: version.name), end > 0 else { return [] }
        let folder = outerFolder ?? SchemaReader.folder(ofPath: version.folder)
        return names[..<end].suffix(12).map { name in
            (try? SchemaReader.contents(ofVersion: "\(folder)/\(name).xcdatamodel")) ?? []
        }
    }

    /// Whether the version to read is the current version of its package.
    package var isCurrent: Bool {
        guard let outerFolder else { return chosen == current }
        let names = versionNames
        return names[CurrentVersion(folder: outerFolder, names: names).choice().index]
            == version.name
    }

    /// The absolute path of the package that contains the single version at the given path. Nil if
    /// the given path leads to a package, or if the version is in no package.
    private var outerFolder: String? {
        let parents = isSingle ? names(inPath: version.folder).dropLast() : []
        guard splitName(parents.last ?? "").ending == "xcdatamodeld" else { return nil }
        return "/" + parents.joined(separator: "/")
    }

    /// The path of the package that contains the single version at the given path. Nil if the given
    /// path leads to a package, or if the version is in no package. The result is relative if the
    /// given path is relative and contains the name of the package.
    package var packagePath: String? {
        guard let outerFolder else { return nil }
        let parent = SchemaReader.folder(ofPath: version.folder)
        let isPackage = splitName(names(inPath: parent).last ?? "").ending == "xcdatamodeld"
        return isPackage && !parent.isEmpty ? parent : outerFolder
    }

    /// Finds the `.xcdatamodeld` or `.xcdatamodel` at `path`, without reading a model file. Chooses
    /// the version named `version`. If `version` is nil, chooses the current version.
    ///
    /// - Throws: `DiagnosticError` if there is no model, or no version with this name.
    package init(at path: String, version: String? = nil) throws {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let (stem, ending) = splitName(names(inPath: trimmed).last ?? "")
        guard let kind = FileKind(at: trimmed) else {
            throw DiagnosticError(
                "no-model",
                at: .init(file: path),
                "there is no such file or folder",
                expected: modelFolder,
                status: .noInput
            )
        }
        if let reason = ModelPackage.compiled[ending.lowercased()] {
            throw DiagnosticError(
                "compiled-model",
                at: .init(file: path),
                reason,
                expected: modelFolder,
                fix: "specify the path of the model's source folder",
                status: .noInput
            )
        }
        switch (kind, ending) {
        case (.folder, "xcdatamodeld"): try self.init(package: trimmed)
        case (.folder, "xcdatamodel"): self.init(version: trimmed)
        case (.file, ""):
            // The `contents` file inside a version. A shell's completion may produce this path.
            let folder = SchemaReader.folder(ofPath: trimmed)
            guard stem == "contents", folder.hasSuffix(".xcdatamodel") else {
                throw ModelPackage.notAModel(path, .file)
            }
            self.init(version: folder)
        case (let kind, _): throw ModelPackage.notAModel(path, kind)
        }
        if let version {
            chosen = try index(ofVersion: version, at: trimmed)
            diagnostics = []
        }
    }

    private init(version folder: String) {
        let names = names(inPath: folder)
        let version = splitName(names.last ?? "").stem
        let parent = splitName(names.dropLast().last ?? "")
        name = parent.ending == "xcdatamodeld" ? parent.stem : version
        versions = [Version(name: version, folder: folder)]
        isSingle = true
    }

    private init(package folder: String) throws {
        name = splitName(SchemaReader.names(inPath: folder).last ?? "").stem
        let listed: [String]
        do {
            listed = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw DiagnosticError(
                "unreadable-model",
                at: .init(file: folder),
                "the folder cannot be read",
                fix: "check the folder's permissions",
                status: .noInput
            )
        }
        let names = ModelPackage.versions(in: listed)
        versions = names.map {
            Version(name: $0, folder: "\(folder)/\($0).xcdatamodel")
        }
        guard !versions.isEmpty else {
            throw DiagnosticError(
                "no-version",
                at: .init(file: folder),
                "the model contains no version\(CurrentVersion(folder: folder, names: []).hint)",
                expected: "a folder whose name ends in .xcdatamodel",
                status: .noInput
            )
        }
        (current, diagnostics) = CurrentVersion(folder: folder, names: names).choice()
        chosen = current
    }

    /// Returns the names of the versions in a package whose folder contains `items`, in order.
    private static func versions(in items: [String]) -> [String] {
        // Archives made on macOS have a hidden file for each folder, such as `._Model.xcdatamodel`.
        items.filter { $0.hasSuffix(".xcdatamodel") && !$0.hasPrefix(".") }
            .map { String($0.dropLast(".xcdatamodel".count)) }.sorted(by: comesBefore)
    }

    /// Returns the index of the version with this name, which may include the extension.
    ///
    /// - Parameter path: the path that the user gave, for the error.
    /// - Throws: `DiagnosticError` if the package has no such version.
    private func index(ofVersion name: String, at path: String) throws -> Int {
        let plain = name.hasSuffix(".xcdatamodel") ? String(name.dropLast(12)) : name
        if let found = versions.firstIndex(where: { $0.name == plain }) { return found }
        throw DiagnosticError(
            "no-such-version",
            at: .init(file: path),
            "the model has no version \"\(name)\"",
            fix: suggestion(for: plain, among: versions.map(\.name)),
            status: .noInput
        )
    }

    private static func notAModel(_ path: String, _ kind: FileKind) -> DiagnosticError {
        DiagnosticError(
            "not-a-model",
            at: .init(file: path),
            "this \(kind == .folder ? "folder" : "file") is not a Core Data model",
            expected: modelFolder,
            status: .noInput
        )
    }

    private static let compiled = [
        "mom": "this is a compiled model, which lacks some details of its source",
        "momd": "this is a compiled model, which lacks some details of its source",
        "omo": "this is a compiled model, which lacks some details of its source",
        "xcmappingmodel": "this is a mapping between two versions of a model, not a model",
    ]
}

private let modelFolder = "a folder whose name ends in .xcdatamodeld or .xcdatamodel"

/// Returns the name of the model's outermost folder, such as `Sample.xcdatamodeld`. `path` is the
/// path of the package, of a version in it, or of the version's `contents` file.
package func modelFolderName(of path: String) -> String {
    var names = names(inPath: path)
    if names.last == "contents" { names.removeLast() }
    if let package = names.dropLast().last, splitName(package).ending == "xcdatamodeld" {
        return package
    }
    return names.last ?? ""
}

/// Returns the components of the absolute path of `path`, without `.` and `..`. This function is
/// ten times as fast as Foundation's `URL`.
private func names(inPath path: String) -> [String] {
    let whole =
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    var names: [String] = []
    for name in whole.split(separator: "/") where name != "." {
        if name == ".." { _ = names.popLast() } else { names.append(String(name)) }
    }
    return names
}

/// Splits the name of a file into its stem and its extension. A name such as `.hidden` has no
/// extension.
private func splitName(_ name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
}

/// Returns the path without its last component; empty if the path has only one component. This
/// function replaces Foundation's, which crashes on Linux if the path has only one character.
package func folder(ofPath path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Returns whether `left` precedes `right`. Numbers in the names are compared by value, so `Model
/// 2` precedes `Model 10`.
func comesBefore(_ left: String, _ right: String) -> Bool {
    var a = left[...]
    var b = right[...]
    while let x = a.first, let y = b.first {
        let digits = (a.prefix(while: \.isNumber), b.prefix(while: \.isNumber))
        if let first = Int(digits.0), let second = Int(digits.1) {
            if first != second { return first < second }
            a = a.dropFirst(digits.0.count)
            b = b.dropFirst(digits.1.count)
        } else {
            if x != y { return x < y }
            a = a.dropFirst()
            b = b.dropFirst()
        }
    }
    return a.count == b.count ? left < right : a.count < b.count
}
