/// Limits for connections and requests.
package struct ServerLimits: Sendable {
    /// Maximum number of bytes of a request before its body.
    package var head = 16 << 10
    package var body = 1 << 20
    package var connections = 64
    /// Seconds within which a request must arrive completely, from its first byte on.
    package var request = 10.0
    /// Seconds allowed between requests of one connection, and before its first request.
    package var idle = 20.0

    package init() {}
}
