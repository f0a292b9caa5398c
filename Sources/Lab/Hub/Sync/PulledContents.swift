import ContentHash
import Foundation
import ResultsStore
import StudyDefinition

/// The snapshots that belong to a pulled session and are not yet in the local results file.
struct PulledContents: Sendable {
    var manifests: [String: Manifest] = [:]
    var contents: [String: Data] = [:]

    /// Whether the bytes of all files match the hashes under which they are stored.
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
    /// A file in a snapshot of one session. Its bytes are not in the results file yet.
    struct MissingFile: Sendable {
        var key: PulledSession.Key
        var hash: String
        var size: Int
    }

    /// Fetches the sessions' snapshots that the results file lacks. Does not fetch the bytes of
    /// files; `missing` lists the files whose bytes the results file lacks.
    ///
    /// `malformed` contains each session with an invalid snapshot. A snapshot has a manifest, which
    /// lists the snapshot's files. The snapshot is invalid if its manifest cannot be read, does not
    /// match the hash, or differs from an earlier manifest with the same hash.
    func snapshots(of keys: [PulledSession.Key]) async throws -> (
        contents: [PulledSession.Key: PulledContents], missing: [MissingFile],
        malformed: Set<PulledSession.Key>
    ) {
        let (values, join) = PulledSession.selection(keys, study: study)
        let results = try await connection.pipeline([
            .init(
                """
                SELECT t.lab, t.session, t.hash, t.manifest FROM evalrun.snapshots t \(join)
                ORDER BY t.lab, t.session, t.hash
                """,
                values
            ),
            .init(
                """
                SELECT t.lab, t.session, t.hash, length(t.bytes)::bigint
                FROM evalrun.contents t \(join)
                """,
                values
            ),
        ])
        var contents: [PulledSession.Key: PulledContents] = [:]
        var malformed: Set<PulledSession.Key> = []
        // The results file already has the snapshots in `here` with all their files. The hash of
        // any other snapshot is checked with `canHave`, unless the snapshot has several omissions:
        // the hash depends on the order of the omissions, which the manifest does not contain.
        let here = try store.known(try results[0].rows.map { try $0.text(2) }, in: .snapshots)
        var manifests: [String: Manifest] = [:]
        for row in results[0].rows {
            let (key, hash) = (try PulledSession.Key(row), try row.text(2))
            if here.contains(hash) { continue }
            let text = Data(try row.text(3).utf8)
            let manifest = try? JSONDecoder().decode(Manifest.self, from: text)
            if let manifest, manifest.canHave(hash),
                manifests[hash, default: manifest] == manifest
            {
                manifests[hash] = manifest
                contents[key, default: .init()].manifests[hash] = manifest
            } else {
                malformed.insert(key)
            }
        }
        let present = try results[1].rows.map {
            MissingFile(key: try .init($0), hash: try $0.text(2), size: Int(try $0.integer(3)))
        }
        let known = try store.known(present.map(\.hash), in: .contents)
        return (contents, present.filter { !known.contains($0.hash) }, malformed)
    }

    /// Reads the bytes of the missing files from the hub, and adds them to `contents`.
    func read(
        _ missing: [MissingFile],
        into contents: inout [PulledSession.Key: PulledContents]
    ) async throws {
        var missing = missing[...]
        while !missing.isEmpty {
            var size = 0
            let part = missing.prefix { file in
                defer { size += file.size }
                return size < sizes.transaction
            }.prefix(500)
            missing = missing.dropFirst(part.count)
            let rows = try await connection.query(
                """
                SELECT t.lab, t.session, t.hash, t.bytes FROM evalrun.contents t
                JOIN unnest($2::text[], $3::uuid[], $4::text[]) AS k (lab, session, hash)
                    ON k.lab = t.lab AND k.session = t.session AND k.hash = t.hash
                WHERE t.study = $1
                """,
                [
                    .text(study), .texts(part.map(\.key.lab)), .uuids(part.map(\.key.session)),
                    .texts(part.map(\.hash)),
                ]
            )
            for row in rows.rows {
                contents[try .init(row), default: .init()].contents[try row.text(2)] =
                    try row.data(3)
            }
        }
    }

    /// Pulls the study definitions that the local results file does not have, each in a separate
    /// transaction.
    ///
    /// - Returns: hashes of all definitions that the file has after the call.
    func pullDefinitions() async throws -> Set<String> {
        let hashes = try await connection.texts(
            "SELECT DISTINCT hash FROM evalrun.definitions WHERE study = $1",
            [.text(study)]
        )
        var known = try store.known(hashes, in: .studies)
        for hash in Set(hashes).subtracting(known).sorted() {
            if try await pull(definition: hash) { known.insert(hash) }
        }
        return known
    }

    /// Pulls one study definition.
    ///
    /// - Returns: false if no lab has a valid copy of the definition at the hub.
    private func pull(definition hash: String) async throws -> Bool {
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
        // If several labs have the definition, use the first copy whose files match the hash. If no
        // copy matches, use the first copy from which files were left out.
        var partial: MergeContents?
        for row in results[0].rows {
            var files = try results[1].rows.filter { try $0.text(0) == row.text(0) }.map {
                (path: try $0.text(1), hash: try $0.text(2), bytes: try $0.data(3))
            }
            let isPartial = files.contains { $0.path == Self.leftOut }
            files.removeAll { $0.path == Self.leftOut }
            let hashes = Dictionary(files.map { ($0.path, $0.hash) }) { $1 }
            let json = Data(try row.text(3).utf8)
            guard files.allSatisfy({ sha256($0.bytes) == $0.hash && isInsideFolder($0.path) }),
                isPartial || StudyFolder.hash(of: hashes) == hash,
                (try? JSONDecoder().decode(DefinitionID.self, from: json))?.id == study
            else { continue }
            var contents = MergeContents()
            contents.add(
                [
                    ("hash", .text(hash)), ("id", .text(study)),
                    ("version", .text(try row.text(1))), ("title", .text(try row.text(2))),
                    ("definition", .text(try row.text(3))),
                ],
                to: "studies"
            )
            for file in files {
                contents.add(
                    [("hash", .text(file.hash)), ("bytes", .bytes(file.bytes))],
                    to: "contents"
                )
                contents.add(
                    [
                        ("study", .text(hash)), ("path", .text(file.path)),
                        ("content", .text(file.hash)),
                    ],
                    to: "study_files"
                )
            }
            if isPartial {
                partial = partial ?? contents
                continue
            }
            try await store.add(contents)
            return true
        }
        guard let partial else { return false }
        try await store.add(partial)
        return true
    }
}

/// The study's id in a definition. Nothing else is decoded, because a newer evalrun may have
/// written the definition.
private struct DefinitionID: Decodable { var id: String }
