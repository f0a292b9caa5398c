import LoopbackServer

/// Limits for what pages send.
enum RoomLimits {
    /// Bytes of a body that is JSON.
    static let json = 256 << 10
    /// Bytes of a zip file.
    static let zip = 20 << 20
    /// Seconds that a request waits for a change.
    static let wait = 5.0
    /// Seconds that a press waits for its record.
    static let press = 10.0
    /// Seconds that the end of a session waits for pages to ask what there is.
    static let farewell = 5.0
    /// Seconds that a check waits for files of the participant's machine.
    static let upload = 120.0

    static var server: ServerLimits {
        var limits = ServerLimits()
        limits.body = zip
        limits.idle = 60
        return limits
    }
}
