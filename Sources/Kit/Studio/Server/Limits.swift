/// Limits for the requests of one page.
package struct ServerLimits: Sendable {
    /// Bytes before the body.
    package var head = 16 << 10
    package var body = 1 << 20
    package var connections = 64
    /// Seconds for a request to come whole, once its first byte has come.
    package var request = 10.0
    /// Seconds between requests of one connection, and before its first.
    package var idle = 20.0

    /// Seconds for the rows of an answer, and for the effect of each condition on them.
    package var rows = 0.25

    /// Bytes of a predicate text.
    static let text = 50_000
    /// Findings of an answer.
    static let findings = 100
    /// Bytes of the records that are read from a store file.
    static let store = 32 << 20

    package init() {}
}
