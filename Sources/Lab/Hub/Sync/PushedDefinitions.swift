import ContentHash
import Foundation
import ResultsStore
import StudyDefinition

/// Pushing of study definitions. Definitions are pushed before the sessions that use them.
extension StudySync {
    /// Path of an empty file that is added to a definition whose files do not match its hash. No
    /// file of a study has this path.
    ///
    /// Earlier versions of evalrun created such definitions, because they also hashed files that
    /// evalrun itself wrote. These files are no longer pushed.
    static let leftOut = "/left-out"

    func pushDefinitions(_ hashes: Set<String>) async throws {
        let known = try await connection.texts(
            "SELECT hash FROM evalrun.definitions WHERE study = $1 AND lab = $2",
            [.text(study), .text(member.name)]
        )
        for hash in hashes.subtracting(known).sorted() {
            guard let definition = try store.definition(hash: hash) else { continue }
            var files = try store.studyFiles(hash: hash)
            var hashes = try store.contentHashes(study: hash)
            if StudyFolder.hash(of: hashes) != hash {
                files.append((path: Self.leftOut, bytes: Data()))
                hashes[Self.leftOut] = sha256(Data())
            }
            _ = try await transaction([
                .init(
                    """
                    INSERT INTO evalrun.definitions (study, lab, hash, version, title, definition)
                    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
                    """,
                    [
                        .text(study), .text(member.name), .text(hash), .text(definition.version),
                        .text(definition.title), .text(definition.json),
                    ]
                ),
                .init(
                    """
                    INSERT INTO evalrun.definition_files
                        (study, lab, definition, path, hash, bytes)
                    SELECT $1, $2, $3, path, hash, bytes
                        FROM unnest($4::text[], $5::text[], $6::bytea[]) AS f (path, hash, bytes)
                    ON CONFLICT DO NOTHING
                    """,
                    [
                        .text(study), .text(member.name), .text(hash), .texts(files.map(\.path)),
                        .texts(files.map { hashes[$0.path] }), .blobs(files.map(\.bytes)),
                    ]
                ),
            ]) { _ in true }
        }
    }
}
