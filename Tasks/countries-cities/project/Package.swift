// swift-tools-version: 6.0
import PackageDescription

// The store comes compiled: Vendor/CacheStore is a link to it.
let store = Context.packageDirectory + "/Vendor/CacheStore"

var flags = ["-I", "\(store)/Modules"]
// The system's modules are compiled once for all copies of this project.
#if os(Linux)
    if let home = Context.environment["HOME"] {
        flags += ["-module-cache-path", "\(home)/.cache/evalrun/modules"]
    }
#endif

let package = Package(
    name: "SampleApp",
    platforms: [.macOS(.v15)],
    targets: [
        .executableTarget(
            name: "SampleApp",
            swiftSettings: [.unsafeFlags(flags)],
            linkerSettings: [
                .unsafeFlags(["-L", "\(store)/lib"]),
                .linkedLibrary("CacheStore"),
                .linkedLibrary("sqlite3"),
                .linkedLibrary("swiftSynchronization", .when(platforms: [.linux])),
            ]
        )
    ]
)
