package import Diagnostics
package import Foundation
import Parallel
package import Schema
import XML

/// The result of reading a model: the part of the schema that could be read, and all diagnostics. A
/// schema with errors cannot be used for code generation.
package struct ReadSchema: Sendable {
    package var schema: Schema
    /// The diagnostics, sorted by position in the file.
    package var diagnostics: [Diagnostic]
    /// The name of the version's folder, without its extension.
    package var version: String
    package var isCurrent = true
    /// The path of the `contents` file.
    package var file: String
    /// Whether the file is well-formed XML. If false, the schema contains only the part before the
    /// first XML error.
    package var isWellFormed: Bool

    var places: ModelPlaces
    let source: SourceText

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Reads the `.xcdatamodeld` or `.xcdatamodel` at `path`. Of several versions, reads the one named
/// `version`. If `version` is nil, reads the current version.
///
/// - Throws: `DiagnosticError` if there is no model that can be read.
package func readSchema(at path: String, version: String? = nil) throws -> ReadSchema {
    let package = try ModelPackage(at: path, version: version)
    return package.read(try package.contents())
}

/// Reads all versions at `path`, sorted by name. A version that cannot be read has an empty schema,
/// and a diagnostic with the reason.
///
/// - Throws: `DiagnosticError` if there is no model at all.
package func readVersions(at path: String) throws -> [ReadSchema] {
    let package = try ModelPackage(at: path)
    return concurrently(Array(package.versions.indices)) { read($0, of: package) }
}

func read(_ index: Int, of package: ModelPackage) -> ReadSchema {
    var package = package
    package.chosen = index
    do {
        return package.read(try package.contents())
    } catch {
        let diagnostics = (error as? DiagnosticError)?.diagnostics ?? []
        return package.marked(ReadSchema(nothingIn: package, diagnostics))
    }
}

extension ModelPackage {
    /// Returns the bytes of the chosen version's `contents` file.
    ///
    /// - Throws: `DiagnosticError` if the file is missing, unreadable, too large or binary.
    package func contents() throws -> [UInt8] {
        try SchemaReader.contents(ofVersion: version.folder)
    }

    /// Parses the bytes of the chosen version's `contents` file.
    package func read(_ contents: [UInt8]) -> ReadSchema {
        let file = version.folder + "/contents"
        return marked(SchemaReader.read(contents, version: version.name, of: name, file: file))
    }

    /// Returns a copy of `read` in which `isCurrent` states whether the chosen version is the
    /// current version. If `isCurrent` is true, the copy also contains the warnings about the
    /// choice of the current version.
    fileprivate func marked(_ read: ReadSchema) -> ReadSchema {
        var read = read
        read.isCurrent = isCurrent
        if read.isCurrent { read.diagnostics.insert(contentsOf: diagnostics, at: 0) }
        return read
    }
}

/// Parses the XML of a model's `contents` file.
///
/// - Parameter file: the name of the file in diagnostics.
package func readSchema(contents: Data, named name: String, file: String) -> ReadSchema {
    read(Array(contents), version: name, of: name, file: file)
}

func read(_ contents: [UInt8], version: String, of name: String, file: String) -> ReadSchema {
    let source = SourceText(file: file, contents: contents)
    var reader = ModelReader(source, name: name)
    let isWellFormed = reader.read()
    var findings = reader.findings
    if isWellFormed, !findings.all.contains(where: { $0.id == "no-model-element" }) {
        var schema = SchemaFindings(reader, source, findings)
        schema.check()
        findings = schema.findings
    }
    return ReadSchema(
        schema: reader.schema,
        diagnostics: findings.diagnostics(in: source),
        version: version,
        file: file,
        isWellFormed: isWellFormed,
        places: reader.places,
        source: source
    )
}

extension ReadSchema {
    fileprivate init(nothingIn package: ModelPackage, _ diagnostics: [Diagnostic]) {
        let file = package.version.folder + "/contents"
        self.init(
            schema: Schema(name: package.name),
            diagnostics: diagnostics,
            version: package.version.name,
            file: file,
            isWellFormed: false,
            places: ModelPlaces(),
            source: SourceText(file: file, bytes: [])
        )
    }
}
