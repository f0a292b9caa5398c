import Foundation
import Generator
import Parallel
import SchemaReader

/// A model that another thread reads while this thread parses the command line.
struct ReadAhead: Sendable {
    struct Model: Sendable {
        var package: ModelPackage
        var contents: [UInt8]
        var read: ReadSchema
    }

    private let path: String
    private let model: BackgroundValue<Model?>

    /// Starts to read the current version of the first model that `arguments` name. Returns nil if
    /// they name none. Nothing is read if an argument is a folder with code generated from this
    /// model: such a run often ends without reading the model.
    init?(_ arguments: ArraySlice<String>) {
        let endings = [".xcdatamodeld", ".xcdatamodel"]
        guard let path = arguments.first(where: { endings.contains(where: $0.hasSuffix) }) else {
            return nil
        }
        self.path = path
        model = BackgroundValue {
            let manifest = Manifest.name(for: modelFolderName(of: path))
            guard !arguments.contains(where: { access("\($0)/\(manifest)", F_OK) == 0 }),
                let package = try? ModelPackage(at: path),
                let contents = try? package.contents()
            else { return nil }
            return Model(package: package, contents: contents, read: package.read(contents))
        }
    }

    /// Returns the current version of the model at `path`, after waiting until it has been read.
    /// Returns nil if another model was read, or if the model could not be read.
    func model(at path: String) -> Model? { path == self.path ? model.value : nil }
}
