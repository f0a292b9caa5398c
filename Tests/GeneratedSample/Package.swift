// swift-tools-version: 6.0
import PackageDescription

// A user's package with generated code, for the benchmarks: the store comes compiled, at
// Vendor/CacheStore, and Sources/GeneratedSample/Generated is made by cdgen.
let store = Context.packageDirectory + "/Vendor/CacheStore"

let package = Package(
    name: "GeneratedSample",
    platforms: [.macOS(.v15)],
    targets: [
        .executableTarget(
            name: "GeneratedSample",
            swiftSettings: [.unsafeFlags(["-I", "\(store)/Modules"])],
            linkerSettings: [
                .unsafeFlags(["-L", "\(store)/lib"]),
                .linkedLibrary("CacheStore"),
                .linkedLibrary("sqlite3"),
                .linkedLibrary("swiftSynchronization", .when(platforms: [.linux])),
            ]
        )
    ]
)
