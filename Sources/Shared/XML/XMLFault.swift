/// An error in an XML file: the first place that cannot be read, and the reason.
package struct XMLFault: Error {
    package var id = "malformed-xml"
    /// Offset in the bytes of the ``SourceText``.
    package var offset: Int
    package var problem: String
    package var expected: String?
    package var fix: String?
    /// Whether the fault is that the text ends too early.
    var isAtEnd = false
}
