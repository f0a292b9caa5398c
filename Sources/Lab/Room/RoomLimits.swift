import LoopbackServer

/// Limits on the data and waiting times of requests.
enum RoomLimits {
    /// Maximum number of bytes of a JSON body.
    static let json = 256 << 10
    /// Maximum number of bytes of a zip file.
    static let zip = 20 << 20
    /// Maximum number of seconds for which a request waits for a change of the session's state.
    static let wait = 5.0
    /// Maximum time, in seconds, that a request with a key press waits for the press to be
    /// recorded.
    static let press = 10.0
    /// Maximum time, in seconds, that the server of an ended session waits for the pages to fetch
    /// the last screen.
    static let farewell = 5.0
    /// Maximum number of seconds for which a check or the end of a task waits for the participant's
    /// files.
    static let upload = 120.0

    static var server: ServerLimits {
        var limits = ServerLimits()
        // A browser sends the cookies of all ports of a host, up to about 180 cookies.
        limits.head = 32 << 10
        limits.body = zip
        // Without a cookie, a client can only send a link.
        limits.untrustedBody = json
        // The page and `evalrun join` use the same time limit for an upload. A check waits only
        // ``upload`` seconds for it.
        limits.upload = 300
        limits.idle = 60
        return limits
    }
}
