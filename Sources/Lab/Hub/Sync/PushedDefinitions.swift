import Foundation
import ResultsStore

/// Pushing of study definitions. Definitions are pushed before the sessions that use them.
extension StudySync {
    func pushDefinitions(_ hashes: Set<String>) async throws {
        let known = try await connection.texts(
            "SELECT hash FROM evalrun.definitions WHERE study = $1 AND lab = $2",
            [.text(study), .text(member.name)]
        )
        for hash in hashes.subtracting(known).sorted() {
            guard let definition = try store.definition(hash: hash) else { continue }
            let files = try store.studyFiles(hash: hash)
            let hashes = try store.contentHashes(study: hash)
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
