import CacheStore
import Foundation

/// Hands `body` the path of a file that is not there yet, in a folder that is removed afterwards.
nonisolated(nonsending) func withFile<T>(
    _ body: nonisolated(nonsending) (String) async throws -> T
) async throws -> T {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appendingPathComponent("store.sqlite").path)
}

/// The names in the folder of `path`, sorted.
func neighbours(of path: String) throws -> [String] {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

func club(
    _ path: String,
    durability: StoreConfiguration.Durability = .normal,
    busyTimeout: Double = 5
) throws -> CacheStore {
    try CacheStore(
        model: ClubModel.definition,
        configuration: StoreConfiguration(
            location: .file(path),
            durability: durability,
            busyTimeout: busyTimeout
        )
    )
}

/// Opens the store with a configuration that `change` changes.
func open(_ path: String, _ change: (inout StoreConfiguration) -> Void) throws -> CacheStore {
    var configuration = StoreConfiguration.file(path)
    change(&configuration)
    return try CacheStore(model: ClubModel.definition, configuration: configuration)
}

func memoryClub() throws -> CacheStore { try CacheStore(inMemory: ClubModel.definition) }

/// A value that several tasks write.
final class Box<Value: Sendable>: Sendable {
    private let lock = NSLock()
    // Read and written only under `lock`.
    nonisolated(unsafe) private var kept: Value

    init(_ value: Value) { kept = value }

    var value: Value { lock.withLock { kept } }

    func change(_ body: (inout Value) -> Void) { lock.withLock { body(&kept) } }
}
