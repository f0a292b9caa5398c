package import Diagnostics
import Foundation

/// The location of a model version, found without reading the model file.
package struct ModelLocation: Sendable, Hashable {
    /// The name of the model's outermost folder, without its extension.
    package var name: String
    /// The name of the selected version.
    package var version: String
    /// The names of all versions in order; `Model 2` precedes `Model 10`.
    package var versions: [String]
    /// Whether the selected version is the package's current version.
    package var isCurrent: Bool
    /// The folder of the selected version.
    package var folder: String
    /// Warnings about the choice of the current version; empty if that choice is certain, or if the
    /// caller named a version.
    package var diagnostics: [Diagnostic]

    /// Returns the bytes of the version's `contents` file.
    ///
    /// - Throws: `DiagnosticError` if the file is missing, unreadable, too large or binary.
    package func contents() throws -> [UInt8] { try SchemaReader.contents(ofVersion: folder) }

    /// Parses the bytes of the version's `contents` file.
    package func read(_ contents: [UInt8]) -> ReadSchema {
        var read = SchemaReader.read(
            contents,
            version: version,
            of: name,
            file: folder + "/contents"
        )
        read.diagnostics.insert(contentsOf: diagnostics, at: 0)
        read.isCurrent = isCurrent
        return read
    }
}

/// Returns the name of the model's outermost folder, such as `Sample.xcdatamodeld`. `path` may be
/// the path of the package, of a version, or of a version's `contents` file.
package func modelFolderName(of path: String) -> String {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    if folder.lastPathComponent == "contents" { folder.deleteLastPathComponent() }
    let package = folder.deletingLastPathComponent()
    return (package.pathExtension == "xcdatamodeld" ? package : folder).lastPathComponent
}

/// Returns the path without its last component; empty if the path has only one component. Replaces
/// Foundation's function, which crashes on Linux if the path is one character long.
package func folder(ofPath path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Finds the `.xcdatamodeld` or `.xcdatamodel` at `path`, as ``readSchema(at:version:)`` does.
///
/// - Throws: `DiagnosticError` if there is no model, or no version with this name.
package func locateModel(at path: String, version: String? = nil) throws -> ModelLocation {
    let package = try ModelPackage(at: path)
    let chosen = try version.map(package.version) ?? package.versions[package.current]
    return ModelLocation(
        name: package.name,
        version: chosen.name,
        versions: package.versions.map(\.name),
        isCurrent: chosen.name == package.versions[package.current].name,
        folder: chosen.folder,
        diagnostics: version == nil ? package.diagnostics : []
    )
}
