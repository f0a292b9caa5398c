import CacheStore
import CoreData

/// The app's file and its model.
enum DataModel {
    /// The app's file; it need not be there yet.
    static var file: URL { URL(fileURLWithPath: DefaultStoreFile.path(forModel: "Sample")) }

    /// The entities of `Model/Sample.xcdatamodeld`.
    static func load() throws -> NSManagedObjectModel {
        let url = try compiled.get()
        guard let model = NSManagedObjectModel(contentsOf: url) else {
            throw Failure(description: "\(url.path) is not a model")
        }
        return model
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    #if canImport(Darwin)
        /// Compiled once in each run of the app: `swift build` leaves models as they are.
        private static let compiled = Result {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                UUID().uuidString
            )
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let output = folder.appendingPathComponent("Sample.momd")
            let compiler = Process()
            compiler.executableURL = URL(fileURLWithPath: "/usr/bin/xcrun")
            compiler.arguments = [
                "momc", URL(fileURLWithPath: "Model/Sample.xcdatamodeld").path, output.path,
            ]
            try compiler.run()
            compiler.waitUntilExit()
            guard compiler.terminationStatus == 0 else {
                throw Failure(description: "Xcode's momc cannot compile Model/Sample.xcdatamodeld")
            }
            return output
        }
    #else
        /// The stand-in for Core Data reads the source.
        private static let compiled = Result<URL, any Error>.success(
            URL(fileURLWithPath: "Model/Sample.xcdatamodeld/Sample.xcdatamodel")
        )
    #endif
}
