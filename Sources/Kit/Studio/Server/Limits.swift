/// Limits on the work that a single request can cause.
enum StudioLimits {
    /// Maximum size of a predicate text, in bytes.
    static let text = 50_000
    /// Maximum number of findings (errors, warnings and notes) in an answer.
    static let findings = 100
    /// Maximum total size of the records that are read from a store file, in bytes.
    static let store = 32 << 20
}
