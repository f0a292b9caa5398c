/// The first place where a file stops being XML that can be read, and why.
struct XMLFault: Error {
    var id = "malformed-xml"
    /// In the bytes of the ``SourceText``.
    var offset: Int
    var problem: String
    var expected: String?
    var fix: String?
    /// Whether the scanner came to the end of the text before it found the fault.
    var isAtEnd = false
}
