import Foundation
import ResultsStore

/// Exchange of data about a study as a whole: the study's lock, which `evalrun lock` makes, and the
/// people who declined to take part.
extension StudySync {
    func pushFacts() async throws {
        let declined = try store.declinedPersons(study: study)
        var statements: [Connection.Statement] = []
        if !declined.isEmpty {
            statements.append(
                .init(
                    """
                    INSERT INTO evalrun.declined (study, lab, person)
                    SELECT $1, $2, person FROM unnest($3::uuid[]) AS d (person)
                    ON CONFLICT DO NOTHING
                    """,
                    [.text(study), .text(member.name), .uuids(declined)]
                )
            )
        }
        if let lock = try store.lock(study: study) {
            let terms = String(decoding: try JSONEncoder().encode(lock.terms), as: UTF8.self)
            statements.append(
                .init(
                    """
                    INSERT INTO evalrun.locks (study, lab, hash, target, terms, locked_wall_us)
                    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
                    """,
                    [
                        .text(study), .text(member.name), .text(lock.hash),
                        lock.target.map { .integer(Int64($0)) } ?? .null(.integer),
                        .text(terms), .integer(lock.wall),
                    ]
                )
            )
        }
        if !statements.isEmpty { _ = try await transaction(statements) { _ in true } }
    }

    /// SQL condition that selects the study locks that reports consider. It tests a row `l` of the
    /// table `locks`, and is true if the lock's lab has sessions, or if no lab has sessions.
    /// Reports use the earliest of the selected locks.
    static let considersLock = """
        (EXISTS (SELECT 1 FROM evalrun.sessions s WHERE s.study = l.study AND s.lab = l.lab)
            OR NOT EXISTS (SELECT 1 FROM evalrun.sessions s WHERE s.study = l.study))
        """

    /// Pulls the people who declined to take part, and the study's lock, which `evalrun lock` made.
    /// A lab gets only its own data; an analyst gets the data of all labs.
    ///
    /// If there are several locks, the earliest one is used, as in a merge. If they differ, an
    /// incident is added to `result`. For an analyst, only locks of labs that have sessions are
    /// considered. If no lab has sessions, all locks are considered.
    func pullFacts(_ merge: MergePulled, _ result: inout PullResult) async throws {
        let who: [Value] = [.text(study), .text(member.kind == .lab ? member.name : "")]
        let results = try await connection.pipeline([
            .init(
                """
                SELECT DISTINCT person FROM evalrun.declined WHERE study = $1 AND $2 IN ('', lab)
                """,
                who
            ),
            .init(
                """
                SELECT hash, target, terms, locked_wall_us, lab FROM evalrun.locks l
                WHERE study = $1 AND $2 IN ('', lab) AND ($2 = lab OR \(Self.considersLock))
                ORDER BY locked_wall_us, hash, lab
                """,
                who
            ),
        ])
        let known = Set(try store.declinedPersons(study: study))
        let declined = try results[0].rows.map { try $0.uuid(0) }.filter { !known.contains($0) }
        let locks = try results[1].rows.compactMap { row in
            try Self.lock(study, row).map { (lock: $0, lab: try row.text(4)) }
        }
        if Set(locks.map(\.lock.hash)).count > 1 {
            let labs = Set(locks.map(\.lab)).sorted()
            result.incidents.append(Incident.locks(study, of: labs).diagnostic(hub: place))
        }
        let lock = locks.first?.lock
        let isNewLock = try lock != nil && lock != store.lock(study: study)
        guard !declined.isEmpty || isNewLock else { return }
        let input = MergeInput(
            file: place,
            declined: Dictionary(uniqueKeysWithValues: declined.map { ($0.uuidString, study) }),
            contents: { _ in
                var contents = MergeContents()
                if let lock { contents.add(lock) }
                return contents
            }
        )
        result.add(try await merge(store, input))
    }

    /// Returns the study lock in a row of the hub's table `locks`. The column `terms` contains the
    /// hashes of the study's parts as JSON. Returns nil if this JSON cannot be decoded.
    private static func lock(_ study: String, _ row: ResultRow) throws -> StoredLock? {
        let text = Data(try row.text(2).utf8)
        guard let terms = try? JSONDecoder().decode([String: String].self, from: text) else {
            return nil
        }
        return StoredLock(
            study: study,
            hash: try row.text(0),
            target: row.integerIfAny(1).map(Int.init),
            terms: terms,
            wall: try row.integer(3)
        )
    }
}
