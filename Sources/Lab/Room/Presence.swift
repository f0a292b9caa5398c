import Foundation

/// Whether a page, or the participant's machine, is there.
struct Presence: Sendable, Hashable {
    /// Seconds without a request after which a page counts as away. It asks at least every 5 s, and
    /// after a lost connection every few.
    static let patience = 4.0

    private(set) var isConnected = false
    private(set) var hasCome = false
    /// Requests that wait for a change now.
    var waiting = 0
    /// Uptime of the last request.
    private var last = 0.0
    /// Nanoseconds, of the page's last measure.
    private(set) var roundTrip: Int64?

    private var now: Double { ProcessInfo.processInfo.systemUptime }

    /// - Returns: whether it was away before.
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

    /// Seconds since the last request.
    var seconds: Double { hasCome ? max(0, now - last) : 0 }

    /// `connected`, `not opened yet`, or `connection lost 0:12`.
    var words: String {
        if isConnected { return "connected" }
        if !hasCome { return "not opened yet" }
        let whole = Int(seconds)
        return "connection lost \(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
}
