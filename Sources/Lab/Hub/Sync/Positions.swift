import Foundation
import ResultsStore

/// Pushes at the hub that this file does not have yet, and the state of the hub that follows.
struct NewPushes: Sendable {
    /// The last push of each file copy that has new ones.
    var positions: [HubPosition] = []
    /// File copy → the last of its pushes that is here; 0 for none.
    var known: [Source: Int64] = [:]
    /// Pushes that are here and not at the hub: the hub or the file was restored from a backup.
    var lost: [HubPosition] = []
    /// Whether the hub has the pushes of the lab that it acknowledged. If not, everything is compared
    /// again: events of a lost push may be in this copy, whichever copy pushed them.
    var isOwnKnown = true

    struct Source: Hashable, Sendable {
        var lab: String
        var copy: UUID
    }
}

extension StudySync {
    /// Compares the pushes at the hub with those that are here. A push that is here and not at the hub,
    /// or another one of its number, means that one of the two was restored from a backup: then
    /// everything of that file copy is asked for again.
    func newPushes(hub: UUID) async throws -> NewPushes {
        var known = Dictionary(
            uniqueKeysWithValues: try store.positions(hub: hub, study: study).map {
                (NewPushes.Source(lab: $0.lab, copy: $0.copy), $0)
            }
        )
        var (found, lost) = try await pushes(since: known)
        var pushes = NewPushes()
        if !lost.isEmpty {
            pushes.lost = lost.compactMap { known[$0] }
            for source in lost { known[source] = nil }
            (found, _) = try await self.pushes(since: known)
        }
        pushes.isOwnKnown = !lost.contains { $0.lab == member.name }
        for (source, positions) in found {
            let last = known[source]?.push ?? 0
            guard let newest = positions.last, newest.push > last else { continue }
            pushes.positions.append(newest)
            pushes.known[source] = last
        }
        return pushes
    }

    /// - Returns: pushes from the known one of each file copy on, in order; and the file copies whose
    ///   known push the hub does not have.
    private func pushes(
        since known: [NewPushes.Source: HubPosition]
    ) async throws -> (found: [NewPushes.Source: [HubPosition]], lost: [NewPushes.Source]) {
        let states = Array(known.values)
        let result = try await connection.query(
            """
            SELECT p.lab, p.copy, p.number, p.id FROM evalrun.pushes p
            LEFT JOIN unnest($2::text[], $3::uuid[], $4::bigint[]) AS s (lab, copy, number)
                ON s.lab = p.lab AND s.copy = p.copy
            WHERE p.study = $1 AND p.number >= coalesce(s.number, 0)
            ORDER BY p.lab, p.copy, p.number
            """,
            [
                .text(study), .texts(states.map(\.lab)), .uuids(states.map(\.copy)),
                .integers(states.map(\.push)),
            ]
        )
        var found: [NewPushes.Source: [HubPosition]] = [:]
        for row in result.rows {
            let position = HubPosition(
                lab: try row.text(0),
                copy: try row.uuid(1),
                push: try row.integer(2),
                id: try row.uuid(3)
            )
            found[.init(lab: position.lab, copy: position.copy), default: []].append(position)
        }
        let lost = known.filter { source, position in found[source]?.first != position }.map(\.key)
        return (found, lost)
    }
}
