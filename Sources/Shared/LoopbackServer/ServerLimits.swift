/// Limits for connections and requests.
package struct ServerLimits: Sendable {
    /// Bytes before the body.
    package var head = 16 << 10
    package var body = 1 << 20
    package var connections = 64
    /// Seconds for a request to come whole, once its first byte has come.
    package var request = 10.0
    /// Seconds between requests of one connection, and before its first.
    package var idle = 20.0

    package init() {}
}
