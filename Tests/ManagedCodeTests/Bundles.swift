import DataAccess
import Foundation
import ManagedStore

/// The models of this target, compiled, where generated code looks for them: on systems with Core
/// Data by its compiler, elsewhere as the stand-in reads them.
enum Models {
    static let bundle: Result<Bundle, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("models-\(ProcessInfo.processInfo.processIdentifier)")
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let models = [
            ("Library", "Fixtures/Library.xcdatamodel"),
            ("Rules", "../GeneratorTests/Models/Rules.xcdatamodeld/Rules.xcdatamodel"),
            ("Club", "../CacheStoreTests/Models/Club.xcdatamodeld/Club.xcdatamodel"),
            ("Kin", "../GeneratorTests/Models/Kin.xcdatamodeld/Kin.xcdatamodel"),
            ("Values", "Models/Values.xcdatamodeld/Values.xcdatamodel"),
        ]
        for (name, place) in models {
            try compile(
                tests.appendingPathComponent(place).standardized,
                to: folder.appendingPathComponent("\(name).momd")
            )
        }
        guard let bundle = Bundle(path: folder.path) else { throw CocoaError(.fileNoSuchFile) }
        return bundle
    }

    private static func compile(_ model: URL, to compiled: URL) throws {
        let folder = compiled.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #if os(Linux)
            try? FileManager.default.removeItem(at: compiled)
            try FileManager.default.copyItem(at: model, to: compiled)
        #else
            let compiler = Process()
            compiler.executableURL = URL(fileURLWithPath: "/usr/bin/xcrun")
            let output = compiled.deletingPathExtension().appendingPathExtension("mom")
            compiler.arguments = ["momc", model.path, output.path]
            try compiler.run()
            compiler.waitUntilExit()
        #endif
    }
}

/// What keeps the records: the tests of generated code run on each.
enum Backing: String, CaseIterable, Sendable {
    case coreData

    static let forImport = Backing.coreData
}

// The tests that are shared with the other backend know nothing of bundles.
extension LibraryManager {
    static func inMemory(_ backing: Backing) throws -> LibraryManager {
        try inMemory(bundle: Models.bundle.get())
    }

    init(fileAt path: String) throws {
        try self.init(fileAt: path, bundle: Models.bundle.get())
    }
}

extension RulesManager {
    static func inMemory(_ backing: Backing) throws -> RulesManager {
        try inMemory(bundle: Models.bundle.get())
    }
}

extension KinManager {
    static func inMemory(_ backing: Backing) throws -> KinManager {
        try inMemory(bundle: Models.bundle.get())
    }
}

func imported<R: DescribedRecord>(
    _ type: R.Type,
    _ json: String,
    _ manager: RulesManager
) async throws -> ImportReport {
    try await manager.stack.importEntities(type, json: Data(json.utf8))
}

func imported<R: DescribedRecord>(
    _ type: R.Type,
    _ json: String,
    _ manager: KinManager
) async throws -> ImportReport {
    try await manager.stack.importEntities(type, json: Data(json.utf8))
}
