// swift-tools-version: 6.2
import Foundation
import PackageDescription

// One direction, two lines that never touch (the build enforces it):
//   Kit:  model → SchemaReader → Schema → Generator → Swift;  text ⇄ QueryLanguage → QueryCompiler
//   Lab:  Tasks/ → StudyDefinition → SessionEngine → ResultsStore → Statistics → Reporting;
//         FrontEnd (terminal) and Room (browser) show the engine's screens and take keys
// Nothing in Lab imports Kit: the instrument never imports the thing it measures.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For the instrument. `make verify` compiles its programs without optimisation, in a fifth of the time.
let instrument =
    settings
    + (Context.environment["EVALRUN_PLAIN_LAB"] == "1" ? [.unsafeFlags(["-Onone"])] : [])

/// For modules that only compute: hashes and statistics take many times as long without optimisation,
/// in tests and in the reports of a debug build.
let computing = settings + [.unsafeFlags(["-O"])]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
/// What only the tools use: a package that takes the library alone leaves the trait off, and
/// resolves GRDB and nothing else.
func ofTools(
    _ product: String,
    _ package: String,
    _ condition: TargetDependencyCondition? = .when(traits: ["Tools"])
) -> Target.Dependency {
    .product(name: product, package: package, condition: condition)
}
let arguments = ofTools("ArgumentParser", "swift-argument-parser")
let yams = ofTools("Yams", "Yams")
let system = ofTools("SystemPackage", "swift-system", .when(platforms: [.linux], traits: ["Tools"]))
let stencil = ofTools("Stencil", "Stencil")
let subprocess = ofTools("Subprocess", "swift-subprocess")

/// A module at `Sources/<place>`, named after its last path component.
func module(
    _ place: String,
    _ dependencies: [Target.Dependency] = [],
    resources: [Resource] = [],
    computes: Bool = false
) -> Target {
    .target(
        name: name(of: place),
        dependencies: dependencies,
        path: "Sources/\(place)",
        resources: resources,
        swiftSettings: computes ? computing : place.hasPrefix("Lab/") ? instrument : settings
    )
}

func tool(_ place: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name(of: place),
        dependencies: dependencies,
        path: "Sources/\(place)",
        swiftSettings: place == "Tools/evalrun" ? instrument : settings
    )
}

/// The tests of a module, at `Tests/<module>Tests`; fixtures and snapshots are read from disk.
///
/// The code of the models in a folder `Models` is made by the build and is a part of the target.
func tests(_ module: String, _ dependencies: [Target.Dependency] = []) -> Target {
    let place = "Tests/\(module)Tests"
    let folders = ["Diagrams", "Fixtures", "Models", "Snapshots"].filter {
        FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(place)/\($0)")
    }
    return .testTarget(
        name: "\(module)Tests",
        dependencies: [.target(name: module), "TestSupport", "TestTraits", "SeededRandom"]
            + dependencies,
        path: place,
        exclude: folders,
        swiftSettings: settings,
        plugins: folders.contains("Models") ? ["ModelCodePlugin"] : []
    )
}

func name(of place: String) -> String {
    String(place.split(separator: "/").last ?? "")
}

// Where Apple's Core Data is not, a stand-in of its name, for tests and for projects of participants.
#if os(Linux)
    let coreData: [Target] = [
        .target(
            name: "CoreData",
            dependencies: ["QueryLanguage", "SchemaReader", "Schema"],
            path: "Tests/CoreDataStub",
            swiftSettings: settings
        )
    ]
#else
    let coreData: [Target] = []
#endif

let package = Package(
    name: "evalrun",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "evalrun", targets: ["evalrun"]),
        .executable(name: "cdgen", targets: ["cdgen"]),
        .library(name: "CacheStore", targets: ["CacheStore"]),
        .library(
            name: "CacheStoreStatic",
            type: .static,
            targets: ["CacheStore"] + coreData.map(\.name)
        ),
        .library(name: "DataAccess", targets: ["DataAccess"]),
        .library(name: "ManagedStore", targets: ["ManagedStore"]),
        .library(name: "DataSource", targets: ["DataSource"]),
        .library(name: "Scenarios", targets: ["Scenarios"]),
        .plugin(name: "CdgenPlugin", targets: ["CdgenPlugin"]),
        .plugin(name: "CdgenCommand", targets: ["CdgenCommand"]),
    ],
    traits: [
        .default(enabledTraits: ["Tools"]),
        .trait(name: "Tools", description: "cdgen with its plugins, and evalrun"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/stencilproject/Stencil", from: "0.15.1"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        module("Shared/Diagnostics"),
        module("Shared/JSON"),
        module("Shared/CSV", ["Diagnostics"]),
        module("Shared/SeededRandom"),
        module("Shared/XML", ["Diagnostics"]),
        module("Shared/Scenarios", ["SeededRandom"]),
        module("Shared/Parallel"),
        module("Shared/Prose", ["CCmark"]),
        module("Shared/LoopbackServer", ["Diagnostics", "JSON"]),
        module("Shared/Terminal", ["Diagnostics"]),
        module("Shared/YAMLFields", ["Diagnostics", yams]),
        module("Shared/Zip", ["CArchive"]),

        module("Kit/Schema"),
        module("Kit/SchemaReader", ["Schema", "Diagnostics", "Parallel", "XML"]),
        module("Kit/QueryLanguage", ["Diagnostics"]),
        module("Kit/QueryCompiler", ["QueryLanguage", "Schema", "Diagnostics"]),
        module("Kit/QueryWords", ["QueryCompiler", "QueryLanguage", "Schema"]),
        module(
            "Kit/QueryForm",
            ["QueryCompiler", "QueryLanguage", "Schema", "Diagnostics", "JSON"]
        ),
        module(
            "Kit/Generator",
            [
                "Schema", "QueryCompiler", "QueryWords", "QueryLanguage", "Diagnostics", "Parallel",
            ]
        ),
        module(
            "Kit/Templates",
            ["Generator", "Schema", "QueryCompiler", "QueryLanguage", "Diagnostics", stencil]
        ),
        module("Kit/ScenarioSkeleton", ["Scenarios", "Diagnostics", "YAMLFields"]),
        module("Kit/DataAccess", ["QueryLanguage", "Diagnostics", "JSON"]),
        module(
            "Kit/CacheStore",
            [
                "DataAccess", "QueryLanguage", "QueryCompiler", "Schema", "Diagnostics", "JSON",
                grdb, sqlite,
            ]
        ),
        module(
            "Kit/ManagedStore",
            ["DataAccess"] + coreData.map { .target(name: $0.name) }
        ),
        module("Kit/DataSource", ["CacheStore", "DataAccess"]),
        module(
            "Kit/Studio",
            [
                "QueryForm", "Generator", "SchemaReader", "QueryCompiler", "QueryWords",
                "QueryLanguage", "Schema", "CacheStore", "DataAccess", "Diagnostics", "JSON",
                "LoopbackServer", grdb,
            ],
            resources: [.embedInCode("Page")]
        ),

        module("Lab/ContentHash", computes: true),
        module(
            "Lab/StudyDefinition",
            ["Instruments", "ContentHash", "Diagnostics", "YAMLFields"]
        ),
        module(
            "Lab/ResultsStore",
            [
                "StudyDefinition", "ContentHash", "Diagnostics", "Parallel", "CFileStatus", grdb,
                sqlite,
            ]
        ),
        module(
            "Lab/SessionEngine",
            [
                "StudyDefinition", "ResultsStore", "Scenarios", "SeededRandom", "ContentHash",
                "CSV", "Diagnostics", "Terminal", "YAMLFields", subprocess, system,
            ]
        ),
        module(
            "Lab/FrontEnd",
            [
                "StudyDefinition", "ResultsStore", "SessionEngine", "Diagnostics", "Terminal",
                "CCmark",
            ]
        ),
        module("Lab/Statistics", ["SeededRandom", "CBoostMath"], computes: true),
        module(
            "Lab/Instruments",
            ["Statistics", "Diagnostics", "YAMLFields"],
            resources: [.embedInCode("Data")]
        ),
        module(
            "Lab/Reporting",
            [
                "StudyDefinition", "ResultsStore", "Statistics", "Instruments", "ContentHash",
                "CSV", "Diagnostics", "JSON", "Parallel", "Prose", "Terminal",
            ]
        ),
        module(
            "Lab/Exchange",
            [
                "StudyDefinition", "ResultsStore", "ContentHash", "CSV", "Diagnostics", "JSON",
                "XML", "YAMLFields", "Zip", yams,
            ]
        ),

        module(
            "Lab/Hub",
            ["StudyDefinition", "ResultsStore", "ContentHash", "Diagnostics", "CPostgres"],
            resources: [.embedInCode("Schema")]
        ),

        module(
            "Lab/Room",
            [
                "StudyDefinition", "ResultsStore", "SessionEngine", "FrontEnd", "ContentHash",
                "Diagnostics", "JSON", "LoopbackServer", "Prose", "Zip", subprocess, system,
            ],
            resources: [.embedInCode("Page")]
        ),

        tool(
            "Tools/cdgen",
            [
                "SchemaReader", "Schema", "QueryLanguage", "QueryCompiler", "QueryForm",
                "Generator", "Templates", "Studio", "CacheStore", "DataAccess", "Diagnostics",
                "JSON", "Parallel", "YAMLFields", "ScenarioSkeleton", "Scenarios", arguments,
            ]
        ),
        tool(
            "Tools/evalrun",
            [
                "StudyDefinition", "ResultsStore", "SessionEngine", "FrontEnd", "Room", "Reporting",
                "Exchange", "Hub", "Diagnostics", "Terminal", arguments,
            ]
        ),

        // The example: data, application, server. What the application sees is the interface of the data.
        .target(
            name: "ReminderData",
            dependencies: ["DataSource", "CacheStore", "DataAccess"],
            path: "Examples/Reminders/Data",
            exclude: ["Generated/.cdgen-Reminders.xcdatamodeld"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Reminders",
            dependencies: [
                "ReminderData", "DataAccess", "Scenarios", "Terminal", "Diagnostics", arguments,
            ],
            path: "Examples/Reminders/App",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "RemindersServer",
            dependencies: ["LoopbackServer", "Diagnostics", arguments],
            path: "Examples/Reminders/Server",
            swiftSettings: settings
        ),

        .plugin(
            name: "CdgenPlugin",
            capability: .buildTool(),
            dependencies: ["cdgen"]
        ),
        .plugin(
            name: "CdgenCommand",
            capability: .command(
                intent: .custom(
                    verb: "cdgen",
                    description: "Makes Swift persistence code from Core Data models."
                ),
                permissions: [.writeToPackageDirectory(reason: "cdgen writes Swift files")]
            ),
            dependencies: ["cdgen"]
        ),

        // Generated code for tests.
        .plugin(
            name: "ModelCodePlugin",
            capability: .buildTool(),
            dependencies: ["ModelCode"]
        ),
        .executableTarget(
            name: "ModelCode",
            dependencies: ["Generator", "SchemaReader", "Diagnostics"],
            path: "Tests/ModelCode",
            swiftSettings: settings
        ),

        .systemLibrary(
            name: "CCmark",
            path: "Sources/Shims/CCmark",
            pkgConfig: "libcmark",
            providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]
        ),
        // The header alone: the library is opened at first use.
        .systemLibrary(
            name: "CPostgres",
            path: "Sources/Shims/CPostgres",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .systemLibrary(
            name: "CArchive",
            path: "Sources/Shims/CArchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]
        ),
        .target(name: "CBoostMath", path: "Sources/Shims/CBoostMath"),
        .target(name: "CFileStatus", path: "Sources/Shims/CFileStatus"),

        .target(
            name: "TestSupport",
            dependencies: [subprocess],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        // Apart from TestSupport, which the benchmarks use: there is no Testing in optimised builds.
        .target(name: "TestTraits", path: "Tests/TestTraits", swiftSettings: settings),
        tests("Diagnostics"),
        tests("ContentHash"),
        tests("JSON"),
        tests("CSV", ["Diagnostics"]),
        tests("LoopbackServer", ["Diagnostics", "JSON"]),
        tests("Terminal"),
        tests("Scenarios"),
        tests("ScenarioSkeleton", ["Scenarios", "Diagnostics"]),
        tests("SchemaReader", ["Schema", "Diagnostics", "XML"]),
        tests("QueryLanguage", ["QueryForm", "Diagnostics"]),
        tests(
            "QueryCompiler",
            ["QueryWords", "CacheStore", "QueryLanguage", "Schema", "Diagnostics", grdb, sqlite]
        ),
        tests(
            "Generator",
            [
                "Templates", "CacheStore", "DataAccess", "SchemaReader", "Schema", "QueryLanguage",
                "QueryCompiler", "Diagnostics",
            ]
        ),
        tests("QueryForm", ["QueryCompiler", "QueryLanguage", "Schema", "Diagnostics", "JSON"]),
        tests(
            "Studio",
            [
                "QueryForm", "QueryCompiler", "QueryLanguage", "Schema", "SchemaReader",
                "Generator", "Diagnostics", "JSON", "LoopbackServer", grdb,
            ]
        ),
        tests("CacheStore", ["DataAccess", "QueryLanguage", "StoreWorker", grdb]),
        .testTarget(
            name: "ManagedCodeTests",
            dependencies: ["ManagedStore", "DataAccess", "TestSupport"]
                + coreData.map { .target(name: $0.name) },
            path: "Tests/ManagedCodeTests",
            exclude: ["Fixtures", "Models"],
            swiftSettings: settings,
            plugins: ["ModelCodePlugin"]
        ),
        tests("DataSource", ["CacheStore", "DataAccess", "StoreWorker"]),
        .executableTarget(
            name: "StoreWorker",
            dependencies: ["CacheStore", "DataAccess", "DataSource"],
            path: "Tests/StoreWorker",
            swiftSettings: settings
        ),
        tests("StudyDefinition", ["Instruments", "Diagnostics", "YAMLFields"]),
        tests("ResultsStore", ["StudyDefinition", "ContentHash", "Diagnostics", grdb]),
        tests(
            "SessionEngine",
            [
                "StudyDefinition", "ResultsStore", "Scenarios", "ContentHash", "Diagnostics",
                "Terminal",
            ]
        ),
        tests(
            "FrontEnd",
            [
                "StudyDefinition", "ResultsStore", "SessionEngine", "Scenarios", "Diagnostics",
                "Terminal",
            ]
        ),
        // Used by a test and by Simulations.
        .target(
            name: "CoverageSimulation",
            dependencies: ["Statistics", "SeededRandom", "CBoostMath"],
            path: "Tests/CoverageSimulation",
            swiftSettings: settings
        ),
        tests("Statistics", ["Instruments", "CoverageSimulation"]),
        tests("Instruments", ["Statistics", "Diagnostics"]),
        tests(
            "Reporting",
            [
                "StudyDefinition", "ResultsStore", "SessionEngine", "Statistics", "Instruments",
                "Exchange", "Diagnostics",
            ]
        ),
        tests(
            "Exchange",
            ["StudyDefinition", "ResultsStore", "Instruments", "CSV", "Diagnostics", "Zip"]
        ),
        tests("Hub", ["StudyDefinition", "ResultsStore", "ContentHash", "Diagnostics", grdb]),
        tests(
            "Room",
            [
                "StudyDefinition", "ResultsStore", "SessionEngine", "ContentHash", "Diagnostics",
                "JSON", "LoopbackServer", "Scenarios", "Zip", "RoomWorker",
            ]
        ),
        .executableTarget(
            name: "RoomWorker",
            dependencies: ["Room"],
            path: "Tests/RoomWorker",
            swiftSettings: settings
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: ["TestSupport", "TestTraits", "evalrun", "cdgen", grdb],
            path: "Tests/CommandTests",
            exclude: ["Fixtures", "Snapshots"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Simulations",
            dependencies: ["Statistics", "Instruments", "SeededRandom", "CoverageSimulation"],
            path: "Tests/Simulations",
            swiftSettings: settings
        ),
        // Apart from the other benchmarks, which are linked statically: URLSession cannot be.
        .executableTarget(
            name: "QueueTimes",
            dependencies: ["DataSource", "CacheStore", "DataAccess", "LoopbackServer"],
            path: "Tests/QueueTimes",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "StudyDefinition", "ResultsStore", "SessionEngine", "QueryLanguage", "CacheStore",
                "DataAccess", "Studio", "TestSupport", arguments, grdb, sqlite,
            ],
            path: "Tests/Performance",
            exclude: ["Model"],
            swiftSettings: settings
        ),
    ] + coreData,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Before any product SwiftPM builds the tools of all plugins in use, a minute for those of the tests.
if Context.environment["EVALRUN_TOOLS_ONLY"] == "1" {
    package.targets.removeAll { $0.type == .test }
}
// Plugins get a cdgen of their own, compiled for the host: as much work as all tests of the Kit.
if Context.environment["EVALRUN_WITHOUT_PLUGINS"] == "1" {
    package.targets.removeAll { $0.name == "CdgenPlugin" || $0.name == "CdgenCommand" }
    package.products.removeAll { $0.name == "CdgenPlugin" || $0.name == "CdgenCommand" }
}
