// ModelCode MODEL.xcdatamodeld BACKEND OUTPUT.swift: what `cdgen generate` makes of a model of one
// version, as one file. Test targets get theirs from the plugin of this name; cdgen itself, with the
// store and the studio inside, would be built twice for it.
import Diagnostics
import Foundation
import Generator
import SchemaReader

let arguments = CommandLine.arguments
guard arguments.count == 4, let backend = GenerationOptions.Backend(rawValue: arguments[2]) else {
    print("usage: ModelCode MODEL.xcdatamodeld store|coredata OUTPUT.swift")
    exit(ExitStatus.usage.rawValue)
}
let model = URL(fileURLWithPath: arguments[1])
let output = URL(fileURLWithPath: arguments[3])
let name = model.deletingPathExtension().lastPathComponent
let contents = model.appendingPathComponent("\(name).xcdatamodel/contents")
let read = readSchema(contents: try Data(contentsOf: contents), named: name, file: contents.path)
let made = modelContext(
    for: read.schema,
    source: model.lastPathComponent,
    options: GenerationOptions(backend: backend)
)
for problem in read.diagnostics + made.diagnostics where problem.severity == .error {
    print(problem)
    exit(ExitStatus.data.rawValue)
}
let file = try merged(
    generate(made.context),
    named: output.lastPathComponent,
    of: model.lastPathComponent
)
try Data(file.text.utf8).write(to: output)
