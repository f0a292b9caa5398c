import Foundation
import ResultsStore

/// How much a file copy still has to exchange, recorded at each contact.
struct CopyState: Sendable, Equatable {
    /// Events that the hub has not acknowledged. After a pull these are counted again with the pulled
    /// ones, until the next push finds them at the hub.
    var pending: Int64
    /// Sum of the numbers of the last push of each file copy that is here.
    var pushes: Int64
}

extension StudySync {
    /// The hub takes no larger sum.
    private static let mostPushes: Int64 = 1 << 50

    /// - Parameter isOwnKnown: whether the hub still has the pushes that it acknowledged.
    func state(isOwnKnown: Bool) throws -> CopyState {
        let pushes = try store.positions(hub: member.hub, study: study).map(\.push).reduce(0) {
            $0 + min(max(0, $1), Self.mostPushes - $0)
        }
        guard member.kind == .lab else { return CopyState(pending: 0, pushes: pushes) }
        let acknowledged = isOwnKnown ? try store.lastPushed(hub: member.hub, study: study) : 0
        let sessions = try store.sessionsToPush(
            study: study,
            lab: member.name,
            after: acknowledged
        )
        return CopyState(
            pending: sessions.reduce(0) { $0 + Int64($1.events) },
            pushes: pushes
        )
    }

    /// Records at the hub that this file copy synchronised, and its state.
    func contact(evalrun: String, _ state: CopyState) async throws {
        try await connection.query(
            "SELECT evalrun.contact($1, $2, $3, $4, $5, $6)",
            [
                .text(study), .uuid(copy), .text(evalrun), .integer(Int64(Migrations.current)),
                .integer(state.pending), .integer(state.pushes),
            ]
        )
    }
}
