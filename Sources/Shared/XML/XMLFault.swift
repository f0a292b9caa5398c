/// The first place where a file stops being XML that can be read, and why.
package struct XMLFault: Error {
    package var id = "malformed-xml"
    /// In the bytes of the ``SourceText``.
    package var offset: Int
    package var problem: String
    package var expected: String?
    package var fix: String?
    /// Whether the scanner came to the end of the text before it found the fault.
    var isAtEnd = false
}
