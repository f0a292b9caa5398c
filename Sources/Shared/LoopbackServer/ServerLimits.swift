/// Limits for connections and requests.
package struct ServerLimits: Sendable {
    /// Maximum total size of the request line and the headers, in bytes.
    package var head = 16 << 10
    package var body = 1 << 20
    /// Maximum number of bytes of a body if the request does not make its connection trusted.
    package var untrustedBody = 1 << 20
    package var connections = 64
    /// Maximum number of seconds from the first byte of a request to the end of its headers. Also
    /// the maximum number of seconds between two parts of its body.
    package var request = 10.0
    /// Maximum number of seconds from the first byte of a request to the end of its body.
    package var upload = 10.0
    /// Maximum number of seconds that a connection may wait for its first or next request.
    package var idle = 20.0
    /// Maximum number of seconds to wait until the client accepts more bytes of a response.
    package var send = 10.0

    package init() {}
}
