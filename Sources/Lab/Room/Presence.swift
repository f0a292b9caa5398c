import Foundation
import SessionEngine

extension Role {
    /// The property that contains this role's connection state.
    var presence: WritableKeyPath<Room.State, Presence> {
        switch self {
        case .participant: \.participant
        case .facilitator: \.facilitator
        case .machine: \.machine
        }
    }
}

/// Connection state of a page or of the participant's machine.
struct Presence: Sendable, Hashable {
    /// Seconds without a request after which a page counts as disconnected. A connected page has a
    /// request open almost all the time; after a lost connection, it tries again every few seconds.
    static let patience = 4.0

    private(set) var isConnected = false
    private(set) var hasCome = false
    /// Number of open requests that wait for a change.
    var waiting = 0
    /// System uptime at the last request.
    private var last = 0.0
    /// Last round-trip time in nanoseconds that the page measured; nil if it measured none.
    private(set) var roundTrip: Int64?

    private var now: Double { ProcessInfo.processInfo.systemUptime }

    /// Records that a request has arrived.
    ///
    /// - Returns: whether the page was disconnected before.
    mutating func meet(roundTrip: Int64? = nil) -> Bool {
        let wasAway = !isConnected
        (isConnected, hasCome, last) = (true, true, now)
        if let roundTrip { self.roundTrip = roundTrip }
        return wasAway
    }

    mutating func look() {
        if isConnected, waiting == 0, now - last > Self.patience { isConnected = false }
        if waiting > 0 { last = now }
    }

    /// Seconds since a request last arrived or was last open; 0 if no request has arrived.
    var seconds: Double { hasCome ? max(0, now - last) : 0 }

    /// The state as text: `connected`, `not opened yet`, or `connection lost`.
    var state: String {
        if isConnected { return "connected" }
        return hasCome ? "connection lost" : "not opened yet"
    }

    /// The state as text; a lost connection with its duration, as in `connection lost 0:12`.
    var words: String {
        isConnected || !hasCome ? state : "\(state) \(duration(Int64(seconds * 1e9)))"
    }
}
