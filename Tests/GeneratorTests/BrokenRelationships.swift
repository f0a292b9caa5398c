import DataAccess
import Testing

/// The error that names the record with this identity and its relationship; nil for one that denies a
/// deletion.
func broken(
    _ entity: String,
    _ relationship: String?,
    _ identity: StoredValue
) -> StoreError {
    .brokenRelationship(
        BrokenRelationship(entity: entity, relationship: relationship, identity: identity)
    )
}

/// Expects that a relationship is refused, of which the SQLite store names nothing: SQLite gives the
/// text of a trigger and no record.
func expectBroken(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Any
) async {
    await #expect(sourceLocation: sourceLocation) {
        try await body()
    } throws: { error in
        if case StoreError.brokenRelationship = error { true } else { false }
    }
}
