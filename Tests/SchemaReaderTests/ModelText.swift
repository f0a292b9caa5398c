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

func read(_ text: String) -> ReadSchema {
    readSchema(contents: Data(text.utf8), named: "Library", file: "contents")
}
