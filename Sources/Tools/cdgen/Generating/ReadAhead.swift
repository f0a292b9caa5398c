import Foundation
import Generator
import Parallel
import SchemaReader

/// A model that another thread parses while this thread parses the command line.
struct ReadAhead: Sendable {
    /// The file of the model, which has been read.
    struct Source: Sendable {
        var package: ModelPackage
        var contents: [UInt8]
    }

    private let path: String
    private let source: Source
    private let parsed: BackgroundValue<ReadSchema>

    /// Reads the file of the first model that `arguments` name, in its current version, and begins
    /// to parse it. Returns nil if they name none, or if it cannot be read. Also returns nil if an
    /// argument is a folder with code generated from this model: such a run often ends without
    /// parsing the model.
    init?(_ arguments: ArraySlice<String>) {
        let endings = [".xcdatamodeld", ".xcdatamodel"]
        guard let path = arguments.first(where: { endings.contains(where: $0.hasSuffix) }) else {
            return nil
        }
        let manifest = Manifest.name(for: modelFolderName(of: path))
        guard !arguments.contains(where: { access("\($0)/\(manifest)", F_OK) == 0 }),
            let package = try? ModelPackage(at: path),
            let contents = try? package.contents()
        else { return nil }
        self.path = path
        source = Source(package: package, contents: contents)
        parsed = BackgroundValue { package.read(contents) }
    }

    /// Returns the file of the model at `path`; nil if another model was read.
    func source(at path: String) -> Source? { path == self.path ? source : nil }

    /// Returns the current version of the model at `path`, after waiting until it has been parsed;
    /// nil if another model was read.
    func schema(at path: String) -> ReadSchema? { path == self.path ? parsed.value : nil }
}
