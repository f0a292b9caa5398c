package import Diagnostics
import Foundation

/// Location of a model, found without reading it.
package struct ModelLocation: Sendable, Hashable {
    /// The model's name: that of its outermost folder, without the extension.
    package var name: String
    /// The name of the version that would be read.
    package var version: String
    /// The names of all versions, `Model 2` before `Model 10`.
    package var versions: [String]
    /// Whether it is the package's current version.
    package var isCurrent: Bool
    /// The folder of that version.
    package var folder: String
    /// Notes on the selection of the version, if the package does not specify it.
    package var diagnostics: [Diagnostic]

    /// Bytes of its `contents` file.
    ///
    /// - Throws: `DiagnosticError` if it is not to be read as a model: too large, binary, no file.
    package func contents() throws -> [UInt8] { try SchemaReader.contents(ofVersion: folder) }

    /// Reads the version from the bytes of its `contents` file.
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

/// The name of the outermost folder of the model that a path leads to, whether it is the package's, a
/// version's or its file's, and however it is written: `Sample.xcdatamodeld`.
package func modelFolderName(of path: String) -> String {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    if folder.lastPathComponent == "contents" { folder.deleteLastPathComponent() }
    let package = folder.deletingLastPathComponent()
    return (package.pathExtension == "xcdatamodeld" ? package : folder).lastPathComponent
}

/// The path without its last component; empty if it has but one. Foundation's own ends the process
/// on Linux where the path is one character long.
package func folder(ofPath path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Finds the `.xcdatamodeld` or `.xcdatamodel` at `path`, as ``readSchema(at:version:)`` does.
///
/// - Throws: `DiagnosticError` when there is no model.
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
