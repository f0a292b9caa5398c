import Foundation
import ResultsStore

/// State of a copy of a results file: how many events it still has to push, and how many pushes it
/// has sent or pulled. The state is recorded at the hub at each synchronization.
struct CopyState: Sendable, Equatable {
    /// Number of events that the hub has not acknowledged. Pulled events also count, until the next
    /// push finds that the hub has them.
    var pending: Int64
    /// Number of pushes that this copy has sent or pulled.
    var pushes: Int64
}

extension StudySync {
    /// The largest value of ``CopyState/pushes`` that the hub accepts.
    private static let mostPushes: Int64 = 1 << 50

    /// Returns the state of this copy of the results file.
    ///
    /// - Parameter isOwnKnown: whether the hub still has all pushes of this lab.
    func state(isOwnKnown: Bool) throws -> CopyState {
        let pushes = try store.positions(hub: member.hub, study: study).map(\.push).reduce(0) {
            $0 + min(max(0, $1), Self.mostPushes - $0)
        }
        guard member.kind == .lab else { return CopyState(pending: 0, pushes: pushes) }
        let acknowledged = isOwnKnown ? try store.lastPushed(hub: member.hub, study: study) : 0
        let sessions = try store.sessionsToPush(study: study, lab: member.name, after: acknowledged)
        return CopyState(pending: sessions.reduce(0) { $0 + Int64($1.events) }, pushes: pushes)
    }

    /// Records at the hub that this copy of the results file synchronizes now, with the copy's
    /// state.
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
