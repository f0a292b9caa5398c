import CacheStore
import DataAccess
import Diagnostics
import Generator
import Schema
import SchemaReader

/// Checks migrations between the versions of a model. Returns findings about migrations that can
/// fail or lose values. A finding is a note if some stores can be migrated and others cannot,
/// depending on their records. It is a warning in three cases:
///
/// - No store with records can be migrated.
/// - Values would be lost because of a renaming or the order of the versions.
/// - A version has an error, so migrations from and to it cannot be checked.
///
/// - Parameters:
///   - path: the path of a model's package or of one of its versions. If it is the path of a
///     version, this version is the target.
///   - target: the version to which stores are migrated; nil for all versions.
///   - isComplete: whether to check all migrations of a model with more than 12 versions. If false,
///     checks fewer migrations of such a model. With a target, these are the migrations to the
///     target from the 12 versions before it. Without a target, these are the migrations from each
///     version to the next version, and from all earlier versions to the current version.
///   - transformables: the types of the properties that are generated for transformable attributes.
func migrationFindings(
    at path: String,
    to target: String? = nil,
    isComplete: Bool = false,
    identity: Configuration? = nil,
    transformables: GenerationOptions.Transformables = .typed
) throws -> [Diagnostic] {
    // Removes the file extension, which the given name may include.
    let named = try target.map { try ModelPackage(at: path, version: $0).version.name }
    let given = try ModelPackage(at: path)
    let outer = given.packagePath
    let package = try outer.map { try ModelPackage(at: $0) } ?? given
    let (path, target) = (outer ?? path, outer == nil ? named : given.version.name)
    let names = package.versions.map(\.name)
    if names.count < 2 { return [] }
    let isEach = isComplete || names.count <= 12
    let last = target ?? package.version.name
    let end = names.firstIndex(of: last) ?? names.count - 1
    let isOfCurrent = target == nil || target == package.version.name
    var findings =
        isOfCurrent ? orderFindings(names, current: package.version.name, at: path) : []
    var versions: [ReadVersion] = []
    for (index, read) in try readVersions(at: path).enumerated()
    where target == nil || index <= end && (isEach || index >= end - 12) {
        do {
            let model = try storeModel(of: read, identity, names, transformables)
            versions.append((read: read, tables: try VersionTables(model)))
        } catch let error as DiagnosticError where read.version != last {
            findings += error.diagnostics.prefix(1).map { uncheckedFinding(read, because: $0) }
        } catch is DiagnosticError {
            // The caller reports the errors of the version to which stores are migrated.
        }
    }
    for (index, new) in versions.enumerated()
    where target == nil || new.read.version == target {
        let old =
            isEach || new.read.version == last ? versions[..<index] : versions[..<index].suffix(1)
        var refused: [[MigrationVerdict.Reason]: [String]] = [:]
        var depending: [[MigrationVerdict.Reason]: [String]] = [:]
        for old in old {
            let verdict = MigrationVerdict(from: old.tables, to: new.tables)
            if !verdict.obstacles.isEmpty {
                refused[verdict.obstacles, default: []].append(old.read.version)
            }
            if !verdict.conditions.isEmpty {
                depending[verdict.conditions, default: []].append(old.read.version)
            }
        }
        findings += findingsOf(refused, "cannot", .warning, new.read)
        findings += findingsOf(depending, "cannot always", .note, new.read)
        if isComplete || new.read.version == last {
            findings += renameFindings(Array(versions[...index]))
        }
    }
    return findings
}

private typealias ReadVersion = (read: ReadSchema, tables: VersionTables)

/// Returns warnings about renamed entities and properties whose contents would be lost in a
/// migration from some earlier version to the last one.
private func renameFindings(_ versions: [ReadVersion]) -> [Diagnostic] {
    guard let new = versions.last?.read else { return [] }
    let lost = lostRenames(in: versions.map { $0.tables }).map { rename, indices -> Diagnostic in
        let name = rename.property.map { "\(rename.entity).\($0)" } ?? rename.entity
        let affected = stores(of: indices.reversed().map { versions[$0].read.version })
        let hook = "provide values[\"\(name)\"] in a migration hook"
        return Diagnostic(
            "lost-rename",
            severity: .warning,
            at: .init(file: new.file),
            "\(affected) lose \(rename.former) when they are migrated to \"\(new.version)\", in which \(rename.former) is named \(name)",
            fix: rename.identifier.map { "set the renaming identifier of \(name) to \"\($0)\"" }
                ?? rename.property.map { _ in hook }
        )
    }
    return lost.sorted { $0.problem < $1.problem }
}

private func stores(of versions: [String]) -> String {
    let names = versions.map { "\"\($0)\"" }.joined(separator: ", ")
    return "stores of the version\(versions.count == 1 ? "" : "s") \(names)"
}

/// Returns a warning that an error in a version prevents the check of migrations from and to it.
private func uncheckedFinding(_ read: ReadSchema, because error: Diagnostic) -> Diagnostic {
    Diagnostic(
        "migration-not-checked",
        severity: .warning,
        at: error.place,
        "migrations from and to the version \"\(read.version)\" were not checked, because the version has an error: \(error.problem)",
        fix: error.fix
    )
}

/// Returns a warning if the current version is not the last one in the order of names.
private func orderFindings(_ names: [String], current: String, at path: String) -> [Diagnostic] {
    guard let index = names.firstIndex(of: current), let last = names.last, last != current else {
        return []
    }
    let later = names[(index + 1)...].map { "\"\($0)\"" }.joined(separator: ", ")
    let advice =
        "rename the current version so that its name comes after all others, for example to "
        + "\"\(name(after: last))\""
    return [
        Diagnostic(
            "version-order",
            severity: .warning,
            at: .init(file: path),
            "the current version \"\(current)\" precedes \(later) by name: an application with a later version migrates stores to that version, and loses the values that it does not contain",
            fix: "unless the later version is a draft, \(advice)"
        )
    ]
}

/// Returns a name that comes after `name` in the order of versions. A number at the end of `name`
/// is increased by one. If there is none, ` 2` is appended.
private func name(after name: String) -> String {
    let words = name.split(separator: " ")
    guard words.count > 1, let number = words.last.flatMap({ Int($0) }), number < .max else {
        return "\(name) 2"
    }
    return (words.dropLast().map(String.init) + ["\(number + 1)"]).joined(separator: " ")
}

private func findingsOf(
    _ pairs: [[MigrationVerdict.Reason]: [String]],
    _ verb: String,
    _ severity: Diagnostic.Severity,
    _ new: ReadSchema
) -> [Diagnostic] {
    pairs.sorted { $0.value[0] < $1.value[0] }.map { reasons, versions in
        let texts = reasons.map(\.text).joined(separator: "; ")
        let fixes = Set(reasons.compactMap(\.fix)).sorted()
        return Diagnostic(
            severity == .warning ? "cannot-migrate" : "may-not-migrate",
            severity: severity,
            at: .init(file: new.file),
            "\(stores(of: versions)) \(verb) be migrated to \"\(new.version)\": \(texts)",
            fix: fixes.isEmpty ? nil : fixes.joined(separator: "; ")
        )
    }
}

/// Returns the store model of a version.
///
/// - Throws: `DiagnosticError` if errors in the version prevent code generation.
private func storeModel(
    of read: ReadSchema,
    _ identity: Configuration?,
    _ versions: [String],
    _ transformables: GenerationOptions.Transformables
) throws -> StoreModel {
    let read = read.forGeneration
    try checkHasNoErrors(read.diagnostics)
    // An older version may lack entities and attributes that the configuration names.
    let declared = identity?.applyingFittingIdentity(to: read.schema) ?? read.schema
    let made = modelContext(
        for: declared,
        source: modelFolderName(of: read.file),
        options: GenerationOptions(transformables: transformables)
    )
    try checkHasNoErrors(made.diagnostics)
    return StoreModel(
        made.context.declared.withInheritedProperties,
        version: GeneratedVersion(read.version, of: versions, in: read.schema.name).map {
            ModelVersion($0.name, after: $0.earlier)
        },
        statements: made.context.statements,
        uniqueness: Dictionary(made.context.entities.map { ($0.name, $0.uniqueness) }) { $1 }
    )
}

/// - Throws: `DiagnosticError` with the errors, if there are any.
private func checkHasNoErrors(_ diagnostics: [Diagnostic]) throws {
    let errors = diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty { throw DiagnosticError(errors) }
}
