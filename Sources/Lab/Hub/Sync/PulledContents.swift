import ContentHash
import Diagnostics
import Foundation
import ResultsStore

/// Snapshots of a pulled session that the file does not have yet.
struct PulledContents: Sendable {
    var manifests: [String: Manifest] = [:]
    var contents: [String: Data] = [:]

    /// Whether all bytes have the hashes that name them.
    var isIntact: Bool { contents.allSatisfy { sha256($0.value) == $0.key } }

    func add(to rows: inout MergeContents) {
        for (hash, bytes) in contents {
            rows.add([("hash", .text(hash)), ("bytes", .bytes(bytes))], to: "contents")
        }
        for (snapshot, manifest) in manifests {
            rows.add([("hash", .text(snapshot))], to: "snapshots")
            for file in manifest.files {
                rows.add(
                    [
                        ("snapshot", .text(snapshot)), ("path", .text(file.path)),
                        ("mode", .integer(Int64(file.mode))), ("content", .text(file.content)),
                    ],
                    to: "snapshot_files"
                )
            }
            for omission in manifest.omissions {
                rows.add(
                    [
                        ("snapshot", .text(snapshot)), ("path", .text(omission.path)),
                        ("size", .integer(omission.size)), ("reason", .text(omission.reason)),
                    ],
                    to: "snapshot_omissions"
                )
            }
        }
    }
}

extension StudySync {
    /// Parameters 1 to 3 of a statement, and its join of a table `t` with the sessions that they name.
    func selection(_ keys: [PulledSession.Key]) -> (values: [Value], join: String) {
        let join = """
            JOIN unnest($2::text[], $3::uuid[]) AS k (lab, session)
                ON k.lab = t.lab AND k.session = t.session
            WHERE t.study = $1
            """
        return ([.text(study), .texts(keys.map(\.lab)), .uuids(keys.map(\.session))], join)
    }

    /// Snapshots and contents of sessions. Bytes that the file has are not sent again.
    func contents(
        of keys: [PulledSession.Key]
    ) async throws -> [PulledSession.Key: PulledContents] {
        let (values, join) = selection(keys)
        let results = try await connection.pipeline([
            .init(
                "SELECT t.lab, t.session, t.hash, t.manifest FROM evalrun.snapshots t \(join)",
                values
            ),
            .init("SELECT t.lab, t.session, t.hash FROM evalrun.contents t \(join)", values),
        ])
        var pulled: [PulledSession.Key: PulledContents] = [:]
        for row in results[0].rows {
            let key = PulledSession.Key(lab: try row.text(0), session: try row.uuid(1))
            pulled[key, default: .init()].manifests[try row.text(2)] = try JSONDecoder().decode(
                Manifest.self,
                from: Data(try row.text(3).utf8)
            )
        }
        let present = try results[1].rows.map {
            (PulledSession.Key(lab: try $0.text(0), session: try $0.uuid(1)), try $0.text(2))
        }
        let known = try store.known(present.map(\.1), in: .contents)
        let missing = present.filter { !known.contains($0.1) }
        for start in stride(from: 0, to: missing.count, by: 500) {
            let part = missing[start..<min(start + 500, missing.count)]
            let rows = try await connection.query(
                """
                SELECT t.lab, t.session, t.hash, t.bytes FROM evalrun.contents t
                JOIN unnest($2::text[], $3::uuid[], $4::text[]) AS k (lab, session, hash)
                    ON k.lab = t.lab AND k.session = t.session AND k.hash = t.hash
                WHERE t.study = $1
                """,
                [
                    .text(study), .texts(part.map(\.0.lab)), .uuids(part.map(\.0.session)),
                    .texts(part.map(\.1)),
                ]
            )
            for row in rows.rows {
                let key = PulledSession.Key(lab: try row.text(0), session: try row.uuid(1))
                pulled[key, default: .init()].contents[try row.text(2)] = try row.data(3)
            }
        }
        return pulled
    }

    /// Takes definitions that the file does not have, in one transaction with nothing else.
    func pullDefinitions() async throws {
        let present = try await connection.query(
            """
            SELECT DISTINCT hash FROM evalrun.definitions WHERE study = $1
            """,
            [.text(study)]
        )
        let hashes = try present.rows.map { try $0.text(0) }
        let missing = Set(hashes).subtracting(try store.known(hashes, in: .studies)).sorted()
        for hash in missing { try await pull(definition: hash) }
    }

    private func pull(definition hash: String) async throws {
        let results = try await connection.pipeline([
            .init(
                """
                SELECT lab, version, title, definition FROM evalrun.definitions
                WHERE study = $1 AND hash = $2 ORDER BY lab
                """,
                [.text(study), .text(hash)]
            ),
            .init(
                """
                SELECT lab, path, hash, bytes FROM evalrun.definition_files
                WHERE study = $1 AND definition = $2 ORDER BY lab, path
                """,
                [.text(study), .text(hash)]
            ),
        ])
        guard let row = results[0].rows.first else { return }
        let lab = try row.text(0)
        var contents = MergeContents()
        contents.add(
            [
                ("hash", .text(hash)), ("id", .text(study)), ("version", .text(try row.text(1))),
                ("title", .text(try row.text(2))), ("definition", .text(try row.text(3))),
            ],
            to: "studies"
        )
        // Of several labs that have it, the files of one.
        for row in results[1].rows where try row.text(0) == lab {
            let (path, content, bytes) = (try row.text(1), try row.text(2), try row.data(3))
            guard sha256(bytes) == content else {
                throw DiagnosticError(
                    "broken-contents",
                    at: .init(file: place),
                    "\(path) of study \(study) is not as the lab \(lab) pushed it",
                    fix: "ask the hub's administrator"
                )
            }
            contents.add([("hash", .text(content)), ("bytes", .bytes(bytes))], to: "contents")
            contents.add(
                [("study", .text(hash)), ("path", .text(path)), ("content", .text(content))],
                to: "study_files"
            )
        }
        try await store.add(contents)
    }
}
