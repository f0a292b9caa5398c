import Diagnostics
import Foundation
import SchemaReader

/// A model file with `body` inside its model element; `body` begins on line 3.
func modelText(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel">
    \(body)
    </model>
    """
}

func read(_ text: String) -> ReadSchema { read(Data(text.utf8)) }

func read(_ data: Data) -> ReadSchema {
    readSchema(contents: data, named: "Library", file: "contents")
}

/// `text` without its mark `¶`, and the place where that stood.
func marked(_ text: String) -> (text: String, place: Diagnostic.Place?) {
    guard let mark = text.firstIndex(of: "¶") else { return (text, nil) }
    let before = text[..<mark].split(separator: "\n", omittingEmptySubsequences: false)
    let place = Diagnostic.Place(
        file: "contents",
        line: before.count,
        column: (before.last?.unicodeScalars.count ?? 0) + 1
    )
    return (text.replacingOccurrences(of: "¶", with: ""), place)
}
