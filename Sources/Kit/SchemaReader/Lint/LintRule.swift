package import Diagnostics

/// The rules of `cdgen lint`. Scripts refer to rules by their raw values, so the raw values must
/// not change.
package enum LintRule: String, Sendable, CaseIterable {
    case sameSwiftName = "same-swift-name"
    case missingInverse = "missing-inverse"
    case noActionRule = "no-action-rule"
    case cascadeToOwner = "cascade-to-owner"
    case nullifiesRequired = "nullifies-required"
    case defaultNotOfType = "default-not-of-type"
    case boundNotOfType = "bound-not-of-type"
    case boundsReversed = "bounds-reversed"
    case defaultOutOfBounds = "default-out-of-bounds"
    case badRegularExpression = "bad-regular-expression"
    case undefinedType = "undefined-type"
    case untypedTransformable = "untyped-transformable"
    case classNameShared = "class-name-shared"
    case xcodeGeneratesClass = "xcode-generates-class"
    case reservedWord = "reserved-word"
    case inheritedName = "inherited-name"
    case typeNameTaken = "type-name-taken"
    case nameCase = "name-case"
    case notAKey = "not-a-key"
    case redeclaredProperty = "redeclared-property"
    case cloudKitUnsupported = "cloudkit-unsupported"
    case legacyIndex = "legacy-index"
    case emptyEntity = "empty-entity"

    package var severity: Diagnostic.Severity {
        switch self {
        case .sameSwiftName: .error
        case .legacyIndex, .emptyEntity, .nameCase, .noActionRule: .note
        default: .warning
        }
    }
}

/// Returns the findings of the reader and of the lint rules, sorted by position in the file. If the
/// file is not well-formed XML, returns only the findings of the reader.
package func lint(_ read: ReadSchema) -> [Diagnostic] {
    guard read.isWellFormed else { return read.diagnostics }
    var lint = Lint(read)
    lint.check()
    let all = read.diagnostics + lint.findings.diagnostics(in: read.source)
    return all.enumerated().sorted { left, right in
        let a = (left.element.place?.line ?? 0, left.element.place?.column ?? 0, left.offset)
        let b = (right.element.place?.line ?? 0, right.element.place?.column ?? 0, right.offset)
        return a < b
    }
    .map(\.element)
}
