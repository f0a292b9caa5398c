package import Diagnostics
import Parallel
import Schema
import XML

/// Returns a description of a model version in the given format.
package func inspection(of read: ReadSchema, as format: DocumentFormat) -> [UInt8] {
    var writer = DocumentWriter(format)
    return writer.document { $0.version(read) }
}

/// Describes all versions of the model at `path`, sorted by name. Calls `write` with the output of
/// each version. Processes up to eight versions concurrently.
///
/// - Returns: The diagnostics of the versions that could not be read completely.
/// - Throws: `DiagnosticError` if there is no model at all.
package func inspectVersions(
    at path: String,
    as format: DocumentFormat,
    _ write: ([UInt8]) -> Void
) throws -> [Diagnostic] {
    let package = try ModelPackage(at: path)
    var broken: [Diagnostic] = []
    var writer = DocumentWriter(format)
    let rest = writer.document { writer in
        writer.field("model", package.name)
        writer.openArray("versions") { writer in
            write(writer.take())
            let place = writer
            for start in stride(from: 0, to: package.versions.count, by: 8) {
                let part = Array(start..<min(start + 8, package.versions.count))
                for described in concurrently(part, { describe($0, of: package, in: place) }) {
                    broken += described.faults
                    write(described.text)
                }
            }
        }
    }
    write(rest)
    return broken
}

private func describe(
    _ index: Int,
    of package: ModelPackage,
    in place: DocumentWriter
) -> (text: [UInt8], faults: [Diagnostic]) {
    let read = read(index, of: package)
    let text = place.fragment(isFirst: index == 0) { $0.version(read) }
    return (text, read.isWellFormed ? [] : read.diagnostics)
}

extension DocumentWriter {
    fileprivate mutating func version(_ read: ReadSchema) {
        let schema = read.schema
        field("model", schema.name)
        field("version", read.version)
        field("current", read.isCurrent)
        field("file", read.file)
        field("wellFormed", read.isWellFormed)
        field("versionIdentifier", schema.versionIdentifier)
        field("usesCloudKit", schema.usesCloudKit)
        field("usesSwiftData", schema.usesSwiftData)
        dictionary("editorSettings", schema.editorSettings)
        object("counts") { writer in
            let entities = schema.entities
            writer.field("entities", entities.count)
            writer.field("attributes", entities.reduce(0) { $0 + $1.attributes.count })
            writer.field("relationships", entities.reduce(0) { $0 + $1.relationships.count })
            writer.field(
                "fetchedProperties",
                entities.reduce(0) { $0 + $1.fetchedProperties.count }
            )
        }
        objects("entities", zip(schema.entities, read.places.entities).map { $0 }) {
            $0.entity($1.0, $1.1, read.source)
        }
        objects("composites", zip(schema.composites, read.places.composites).map { $0 }) {
            $0.composite($1.0, $1.1.tag, $1.1.attributes, read.source)
        }
        objects("fetchRequests", zip(schema.fetchRequests, read.places.fetchRequests).map { $0 }) {
            $0.fetchRequest($1.0, $1.1, read.source)
        }
        objects("configurations", zip(schema.configurations, read.places.configurations).map { $0 })
        { writer, part in
            writer.field("name", part.0.name)
            writer.place(part.1, read.source)
            writer.list("entities", part.0.entities)
            writer.field("usesCloudKit", part.0.usesCloudKit)
        }
        objects("unknown", schema.unknown) { writer, unknown in
            writer.field("kind", unknown.kind.rawValue)
            writer.field("name", unknown.name)
            writer.field("owner", unknown.owner)
            writer.field("text", unknown.text)
        }
        diagnostics("diagnostics", read.diagnostics)
    }

    mutating func diagnostics(_ key: StaticString, _ diagnostics: [Diagnostic]) {
        objects(key, diagnostics) { writer, diagnostic in
            writer.field("id", diagnostic.id)
            writer.field("severity", diagnostic.severity.rawValue)
            writer.field("file", diagnostic.place?.file)
            writer.field("line", diagnostic.place?.line)
            writer.field("column", diagnostic.place?.column)
            writer.field("problem", diagnostic.problem)
            writer.field("expected", diagnostic.expected)
            writer.field("fix", diagnostic.fix)
        }
    }

    mutating func place(_ offset: Int, _ source: SourceText) {
        let place = source.place(at: offset)
        field("line", place.line)
        field("column", place.column)
    }

    private mutating func composite(
        _ composite: CompositeType,
        _ offset: Int,
        _ attributes: [Int],
        _ source: SourceText
    ) {
        field("name", composite.name)
        place(offset, source)
        objects("attributes", zip(composite.attributes, attributes).map { $0 }) {
            $0.attribute($1.0, $1.1, source)
        }
    }
}
