import Diagnostics
import Foundation
import Schema

/// The attributes and to-one relationships that together identify a record of an entity. They are
/// listed in `.cdgen.yml`.
struct IdentityKey: Sendable, Hashable, CustomStringConvertible {
    var entity: String
    var names: [String]
    /// Line number in `.cdgen.yml`.
    var line: Int?

    var description: String { "\(entity)\u{0}\(names.joined(separator: "\u{0}"))" }
}

extension Configuration {
    /// Returns the configuration in the file `name`. Returns nil if there is no such file, or if it
    /// does not name the model at `path`.
    ///
    /// - Throws: `DiagnosticError` if the file has errors. Errors are ignored if the file names
    ///   another model.
    static func about(
        modelAt path: String,
        in name: String = Configuration.fileName
    ) throws -> Configuration? {
        guard FileManager.default.fileExists(atPath: name), let text = try text(at: name) else {
            return nil
        }
        let (found, errors) = parsing(text, file: name)
        var file = found
        if let model = file.model {
            let named = file.resolved(model)
            if modelPath(path) != modelPath(named) { return nil }
            // `path` may be the path of an older version, which may lack entities of the current
            // version.
            file.leavesOutMisfits = resolvedPath(path) != resolvedPath(named)
        }
        if !errors.isEmpty { throw DiagnosticError(errors, status: .configuration) }
        return file.model == nil ? nil : file
    }

    /// Returns the absolute path of a model, with symbolic links resolved. If `path` is the path of
    /// a version or of a version's `contents` file, returns the path of the version's package.
    private static func modelPath(_ path: String) -> String {
        var version = URL(fileURLWithPath: resolvedPath(path))
        if version.lastPathComponent == "contents" { version.deleteLastPathComponent() }
        let package = version.deletingLastPathComponent()
        return package.pathExtension == "xcdatamodeld" ? package.path : version.path
    }

    /// Returns the schema with the identity keys from the configuration.
    ///
    /// - Throws: `DiagnosticError` with all keys that do not fit the schema, unless
    ///   ``leavesOutMisfits`` is true.
    func applyingIdentity(to schema: Schema) throws -> Schema {
        if leavesOutMisfits { return applyingFittingIdentity(to: schema) }
        let problems = identity.compactMap { problem(of: $0, in: schema) }
        if !problems.isEmpty { throw DiagnosticError(problems, status: .configuration) }
        return identity.reduce(schema) { $0.identifying($1.entity, by: $1.names) }
    }

    /// Returns the schema with the identity keys from the configuration. Ignores keys that do not
    /// fit the schema.
    func applyingFittingIdentity(to schema: Schema) -> Schema {
        identity.filter { problem(of: $0, in: schema) == nil }
            .reduce(schema) { $0.identifying($1.entity, by: $1.names) }
    }

    private func problem(of key: IdentityKey, in schema: Schema) -> Diagnostic? {
        let place = Diagnostic.Place(file: file, line: key.line)
        guard let entity = schema.entity(named: key.entity) else {
            return Diagnostic(
                "unknown-entity",
                at: place,
                "\"identity\" names \"\(key.entity)\", which is not an entity of the model",
                fix: suggestion(for: key.entity, among: schema.entities.map(\.name))
            )
        }
        if let root = schema.ancestors(of: entity).last {
            return Diagnostic(
                "inherited-identity",
                at: place,
                "\"\(entity.name)\" inherits its identity from \"\(root.name)\"",
                fix: "set \"identity\" for \"\(root.name)\" only"
            )
        }
        if key.names.isEmpty {
            return Diagnostic(
                "missing-identity",
                at: place,
                "\"identity\" names no attribute of \"\(entity.name)\"",
                fix: "write the name of an attribute, or a list of names"
            )
        }
        return key.names.lazy.compactMap { problem(of: $0, in: entity, schema, at: place) }.first
    }

    private func problem(
        of name: String,
        in entity: Entity,
        _ schema: Schema,
        at place: Diagnostic.Place
    ) -> Diagnostic? {
        if let attribute = entity.attribute(named: name) {
            if attribute.isStored, !attribute.isDerived { return nil }
            return Diagnostic(
                "identity-type",
                at: place,
                "\"\(name)\" of \"\(entity.name)\" is \(attribute.isStored ? "derived" : "transient") and cannot be part of an identity",
                fix: "specify a stored attribute"
            )
        }
        if let relationship = entity.relationship(named: name) {
            if schema.storage(of: relationship, in: entity) == .column { return nil }
            return Diagnostic(
                "identity-type",
                at: place,
                "the relationship \"\(name)\" of \"\(entity.name)\" is not stored in a column and cannot be part of an identity",
                fix: "specify an attribute or a to-one relationship"
            )
        }
        return Diagnostic(
            "unknown-identity",
            at: place,
            "\"identity\" names \"\(name)\", which is not an attribute of \"\(entity.name)\"",
            fix: suggestion(for: name, among: entity.propertyNames)
        )
    }
}

/// Returns a message that lists the root entities without an identity, and explains how to declare
/// one. An identity is an identifying attribute or a uniqueness constraint. The store identifies
/// the records of the listed entities by numbers that it assigns. Returns nil if all root entities
/// have an identity.
func numberedEntitiesLine(_ schema: Schema) -> String? {
    let names = schema.numberedEntities.map(\.name)
    guard let first = names.first else { return nil }
    let shown = names.prefix(names.count > 6 ? 5 : 6).joined(separator: ", ")
    let rest = names.count > 6 ? " and \(names.count - 5) more" : ""
    let count = counted(names.count, "entity has", "entities have")
    return "\(count) no identity (\(shown)\(rest)), so the store assigns numbers to the records; "
        + "to declare an identity, either add a uniqueness constraint to the model, "
        + "or add \"identity: {\(first): [ATTRIBUTE]}\" to \(Configuration.fileName)"
}
