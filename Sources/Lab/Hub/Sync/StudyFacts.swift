import Foundation
import ResultsStore

/// Facts of a study as a whole: the persons who declined, and the lab's lock.
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

    func pullFacts(_ merge: MergePulled) async throws {
        let results = try await connection.pipeline([
            .init("SELECT DISTINCT person FROM evalrun.declined WHERE study = $1", [.text(study)]),
            .init(
                """
                SELECT hash, target, terms, locked_wall_us FROM evalrun.locks WHERE study = $1
                ORDER BY locked_wall_us, hash LIMIT 1
                """,
                [.text(study)]
            ),
        ])
        let known = Set(try store.declinedPersons(study: study))
        let declined = try results[0].rows.map { try $0.uuid(0) }.filter { !known.contains($0) }
        let lock = try results[1].rows.first.map { row in
            StoredLock(
                study: study,
                hash: try row.text(0),
                target: row.integerIfAny(1).map(Int.init),
                terms: try JSONDecoder().decode(
                    [String: String].self,
                    from: Data(try row.text(2).utf8)
                ),
                wall: try row.integer(3)
            )
        }
        let isNewLock = try lock != store.lock(study: study)
        guard !declined.isEmpty || isNewLock else { return }
        let input = MergeInput(
            file: place,
            logs: [],
            tombstones: [],
            declined: Dictionary(uniqueKeysWithValues: declined.map { ($0.uuidString, study) }),
            contents: { _ in
                var contents = MergeContents()
                if let lock { contents.add(lock) }
                return contents
            }
        )
        _ = try await merge(store, input)
    }
}
