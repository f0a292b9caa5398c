/// The first place at which a file is not readable XML, with the reason.
package struct XMLFault: Error {
    package var id = "malformed-xml"
    /// Offset in the bytes of the ``SourceText``.
    package var offset: Int
    package var problem: String
    package var expected: String?
    package var fix: String?
    /// Whether the scanner reached the end of the text before it found the fault.
    var isAtEnd = false
}
