// swift-tools-version: 6.0
import PackageDescription

// The store comes compiled: Vendor/CacheStore is a link to it.
let store = Context.packageDirectory + "/Vendor/CacheStore"

let package = Package(
    name: "SampleApp",
    platforms: [.macOS(.v15)],
    targets: [
        .executableTarget(
            name: "SampleApp",
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
