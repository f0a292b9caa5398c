import Foundation
import ResultsStore

/// Exchange of tombstones (records of erased sessions) with the hub. The exchange precedes the push
/// and the pull, so that both take erasures into account.
extension StudySync {
    /// Erases at the hub the sessions that were erased in the local results file.
    ///
    /// - Returns: number of sessions that this call erased at the hub. Sessions that the hub did
    ///   not have are not counted.
    func pushTombstones() async throws -> Int {
        let own = try store.tombstones().filter {
            $0.lab == member.name && $0.study == study && $0.uuid != nil
        }
        if own.isEmpty { return 0 }
        let missing = try await connection.query(
            """
            SELECT o.session, CASE WHEN EXISTS (SELECT 1 FROM evalrun.sessions s
                WHERE s.study = $1 AND s.lab = $2 AND s.session = o.session) THEN 1 ELSE 0 END
            FROM unnest($3::uuid[]) AS o (session) WHERE NOT EXISTS (
                SELECT 1 FROM evalrun.tombstones t
                WHERE t.study = $1 AND t.lab = $2 AND t.session = o.session)
            """,
            [.text(study), .text(member.name), .uuids(own.compactMap(\.uuid))]
        )
        let identities = Set(try missing.rows.map { try $0.uuid(0) })
        for tombstone in own {
            guard let uuid = tombstone.uuid, identities.contains(uuid) else { continue }
            try await connection.query(
                "SELECT evalrun.erase($1, $2, $3, $4)",
                [
                    .text(study), .uuid(uuid), .integer(tombstone.wall), .bytes(tombstone.digests),
                ]
            )
        }
        return try missing.rows.filter { try $0.integer(1) == 1 }.count
    }

    /// Returns the hub's tombstones that this copy of the results file has not confirmed. Also
    /// returns confirmed tombstones whose session is still in the file, as after a restore from a
    /// backup.
    func unconfirmed() async throws -> [Tombstone] {
        let known = try await connection.query(
            """
            SELECT t.lab, t.session, CASE WHEN EXISTS (
                SELECT 1 FROM evalrun.confirmations c
                WHERE c.study = t.study AND c.lab = t.lab AND c.session = t.session
                    AND c.member = $2 AND c.copy = $3) THEN 1 ELSE 0 END
            FROM evalrun.tombstones t WHERE t.study = $1
            """,
            [.text(study), .text(member.name), .uuid(copy)]
        )
        let keys = try known.rows.filter { row in
            let (lab, session) = (try row.text(0), try row.uuid(1))
            return try row.integer(2) == 0
                || store.hash(session: session, lab: lab, number: 1) != nil
        }.map { try PulledSession.Key($0) }
        if keys.isEmpty { return [] }
        let (values, join) = PulledSession.selection(keys, study: study)
        let rows = try await connection.query(
            """
            SELECT t.lab, t.session, t.wall_us, t.digests FROM evalrun.tombstones t \(join)
            ORDER BY t.lab, t.session
            """,
            values
        )
        return try rows.rows.map { row in
            Tombstone(
                uuid: try row.uuid(1),
                lab: try row.text(0),
                study: study,
                wall: try row.integer(2),
                digests: try row.data(3)
            )
        }
    }

    /// Returns other labs' sessions that were erased in the local results file but are still at the
    /// hub. Only the lab that owns a session can erase it at the hub. `participant` is empty if the
    /// local file does not know the participant's code.
    func erasedHereAlone() async throws -> [(session: UUID, lab: String, participant: String)] {
        let erased = try store.tombstones().filter {
            $0.study == study && $0.lab != member.name && $0.uuid != nil
        }
        if erased.isEmpty { return [] }
        let rows = try await connection.query(
            """
            SELECT s.session, s.lab FROM evalrun.sessions s
            JOIN unnest($2::text[], $3::uuid[]) AS k (lab, session)
                ON s.lab = k.lab AND s.session = k.session
            WHERE s.study = $1 ORDER BY s.lab, s.session
            """,
            [
                .text(study), .texts(erased.map(\.lab)), .uuids(erased.compactMap(\.uuid)),
            ]
        )
        return try rows.rows.map { row in
            let (session, lab) = (try row.uuid(0), try row.text(1))
            let tombstone = erased.first { $0.uuid == session && $0.lab == lab }
            return (session: session, lab: lab, participant: tombstone?.participant ?? "")
        }
    }

    /// Returns other labs' sessions whose withdrawal of consent is recorded in the local results
    /// file but not at the hub. Only the lab that owns a session can push a withdrawal.
    func withdrawnHereAlone() async throws -> [(session: UUID, lab: String, participant: String)] {
        let withdrawn = try store.withdrawn(study: study, exceptOf: member.name)
        if withdrawn.isEmpty { return [] }
        let rows = try await connection.query(
            """
            SELECT s.session, s.lab, s.participant FROM evalrun.sessions s
            JOIN unnest($2::text[], $3::uuid[]) AS k (lab, session)
                ON s.lab = k.lab AND s.session = k.session
            WHERE s.study = $1 AND NOT EXISTS (
                SELECT 1 FROM evalrun.events e
                WHERE e.study = s.study AND e.lab = s.lab AND e.session = s.session
                    AND e.kind = $4)
            ORDER BY s.lab, s.session
            """,
            [
                .text(study), .texts(withdrawn.map { $0.lab }),
                .uuids(withdrawn.map { $0.session }),
                .text(SessionEvent.Kind.withdrawn.rawValue),
            ]
        )
        return try rows.rows.map { row in
            (session: try row.uuid(0), lab: try row.text(1), participant: try row.text(2))
        }
    }

    /// Tells the hub that this copy of the results file no longer contains data of the erased
    /// sessions.
    func confirm(_ tombstones: [Tombstone]) async throws {
        if tombstones.isEmpty { return }
        try await connection.query(
            """
            INSERT INTO evalrun.confirmations (study, lab, session, member, copy)
            SELECT $1, lab, session, $2, $3 FROM unnest($4::text[], $5::uuid[]) AS c (lab, session)
            ON CONFLICT DO NOTHING
            """,
            [
                .text(study), .text(member.name), .uuid(copy), .texts(tombstones.map(\.lab)),
                .uuids(tombstones.compactMap(\.uuid)),
            ]
        )
    }
}
