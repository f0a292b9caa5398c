import Diagnostics
import Foundation
import Schema
import SchemaReader

/// Any bytes as a model file: reading, describing and linting end, and what is not well formed has
/// an error with a place inside the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSchemaReader(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let contents = Data(bytes: start, count: count)
    let read = readSchema(contents: contents, named: "Fuzz", file: "contents")
    precondition(read.isWellFormed || read.hasErrors)
    for diagnostic in read.diagnostics {
        precondition((1...count + 1).contains(diagnostic.place?.line ?? 0))
        precondition((1...count + 1).contains(diagnostic.place?.column ?? 0))
    }
    let json = Data(inspection(of: read, as: .json))
    precondition((try? JSONSerialization.jsonObject(with: json)) != nil)
    precondition(!inspection(of: read, as: .yaml).isEmpty)
    precondition(lint(read).count >= read.diagnostics.count)
    return 0
}
