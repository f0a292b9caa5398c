/// Limits for the work that one request causes.
enum StudioLimits {
    /// Bytes of a predicate text.
    static let text = 50_000
    /// Findings of an answer.
    static let findings = 100
    /// Bytes of the records that are read from a store file.
    static let store = 32 << 20
}
