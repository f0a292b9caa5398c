import Foundation
import ResultsStore

/// The differences between the pushes at the hub and those recorded in the local results file as
/// sent or pulled.
struct NewPushes: Sendable {
    /// The newest push of each copy of a results file that has new pushes at the hub. A push is new
    /// if the local results file has neither sent nor pulled it.
    var positions: [HubPosition] = []
    /// For each copy in `positions`, the number of the last push that the local results file has
    /// sent or pulled. The number is 0 if there is no such push, or if the hub has lost it.
    var known: [Source: Int64] = [:]
    /// Pushes that the local results file has sent or pulled but the hub lacks. If there are any,
    /// the hub or the file was restored from a backup.
    var lost: [HubPosition] = []
    /// Whether the hub still has all of this lab's pushes that the local results file has recorded.
    /// If not, all sessions are compared with the hub again, because the file may still contain the
    /// lost events.
    var isOwnKnown = true

    struct Source: Hashable, Sendable {
        var lab: String
        var copy: UUID
    }

    /// Returns whether the hub has pushes that this copy of the results file has made but not
    /// recorded.
    func includesOwn(of sync: StudySync) -> Bool {
        positions.contains { $0.lab == sync.member.name && $0.copy == sync.copy }
    }
}

extension StudySync {
    /// Compares the pushes at the hub with those that the local results file has sent or pulled.
    /// The local file records only one push for each copy of a results file: the last one that it
    /// has sent or pulled.
    ///
    /// The hub may lack a recorded push, or have a different push with the same number. In that
    /// case, the hub or the file was restored from a backup, and all pushes of that copy count as
    /// new.
    func newPushes(hub: UUID) async throws -> NewPushes {
        var known = Dictionary(
            uniqueKeysWithValues: try store.positions(hub: hub, study: study).map {
                (NewPushes.Source(lab: $0.lab, copy: $0.copy), $0)
            }
        )
        var (newest, lost) = try await pushes(known)
        var pushes = NewPushes()
        if !lost.isEmpty {
            pushes.lost = lost.compactMap { known[$0] }
            for source in lost { known[source] = nil }
            (newest, _) = try await self.pushes(known)
        }
        pushes.isOwnKnown = !lost.contains { $0.lab == member.name }
        for (source, position) in newest {
            let last = known[source]?.push ?? 0
            guard position.push > last else { continue }
            pushes.positions.append(position)
            pushes.known[source] = last
        }
        return pushes
    }

    /// Reads the newest push of each copy of a results file from the hub.
    ///
    /// - Returns: these pushes, and the copies whose push in `known` is not at the hub.
    private func pushes(
        _ known: [NewPushes.Source: HubPosition]
    ) async throws -> (newest: [NewPushes.Source: HubPosition], lost: [NewPushes.Source]) {
        let states = Array(known.values)
        let results = try await connection.pipeline([
            // Uses the index to skip from one copy to the next, rather than reading all pushes.
            .init(
                """
                WITH RECURSIVE c AS (
                    (SELECT lab, copy FROM evalrun.pushes WHERE study = $1
                        ORDER BY lab, copy LIMIT 1)
                    UNION ALL
                    SELECT n.lab, n.copy FROM c, LATERAL (SELECT lab, copy FROM evalrun.pushes p
                        WHERE p.study = $1 AND (p.lab, p.copy) > (c.lab, c.copy)
                        ORDER BY p.lab, p.copy LIMIT 1) AS n)
                SELECT c.lab, c.copy, n.number, n.id FROM c, LATERAL (
                    SELECT number, id FROM evalrun.pushes p
                    WHERE p.study = $1 AND p.lab = c.lab AND p.copy = c.copy
                    ORDER BY number DESC LIMIT 1) AS n
                """,
                [.text(study)]
            ),
            .init(
                """
                SELECT p.lab, p.copy, p.number, p.id FROM evalrun.pushes p
                JOIN unnest($2::text[], $3::uuid[], $4::bigint[]) AS s (lab, copy, number)
                    ON s.lab = p.lab AND s.copy = p.copy AND s.number = p.number
                WHERE p.study = $1
                """,
                [
                    .text(study), .texts(states.map(\.lab)), .uuids(states.map(\.copy)),
                    .integers(states.map(\.push)),
                ]
            ),
        ])
        let newest = try positions(results[0])
        let found = try positions(results[1])
        return (newest, known.filter { found[$0] != $1 }.map(\.key))
    }

    private func positions(_ rows: ResultRows) throws -> [NewPushes.Source: HubPosition] {
        try rows.rows.reduce(into: [:]) { positions, row in
            let position = HubPosition(
                lab: try row.text(0),
                copy: try row.uuid(1),
                push: try row.integer(2),
                id: try row.uuid(3)
            )
            positions[.init(lab: position.lab, copy: position.copy)] = position
        }
    }
}
