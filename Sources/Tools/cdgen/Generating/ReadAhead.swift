import Foundation
import Generator
import Parallel
import SchemaReader

/// A model that another thread parses while the current thread parses the command line.
struct ReadAhead: Sendable {
    /// The model's package, and the contents of its file.
    struct Source: Sendable {
        var package: ModelPackage
        var contents: [UInt8]
    }

    private let path: String
    private let source: Source
    private let parsed: BackgroundValue<ReadSchema>

    /// Reads the current version of the first model in `arguments`, and begins to parse it. Returns
    /// nil if there is no such model, or if it cannot be read.
    ///
    /// Also returns nil if an argument is a folder with code generated from this model, because
    /// that code may be up to date. The model then need not be parsed.
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

    /// Returns the package and the file contents of the model at `path`. Returns nil if `path` is
    /// not the path of the model that was read.
    func source(at path: String) -> Source? { path == self.path ? source : nil }

    /// Waits until the model has been parsed, and returns it. Returns nil if `path` is not the path
    /// of the model that was read.
    func schema(at path: String) -> ReadSchema? { path == self.path ? parsed.value : nil }
}
