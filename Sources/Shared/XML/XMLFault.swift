/// An error in an XML file, with its position.
package struct XMLFault: Error {
    package var id = "malformed-xml"
    /// Byte offset in the ``SourceText``.
    package var offset: Int
    package var problem: String
    package var expected: String?
    package var fix: String?
    /// Whether the error is an unexpected end of the text.
    var isAtEnd = false
}
