import CacheStore
import DataAccess
import Foundation
import GRDBSQLite

/// What processes hold that read or import much: each figure is a process of its own, which does that
/// one thing and ends.
struct StoreMemory {
    let home: URL

    var benchmarks: [Benchmark] {
        [
            compared(
                "fetch",
                "listing 200000 records in a process of its own",
                by: "a C program that reads the same rows into an array of structures",
                bar: .timesYardstickMemory(1.3),
                file: "places.sqlite",
                yardstick: compiled
            ),
            compared(
                "fetch-swift",
                "listing 200000 records in a process of its own",
                by: "the same Swift program with SQLite's C interface",
                bar: .timesYardstickMemory(1.3),
                file: "places.sqlite"
            ) { own(["fetch-raw", $0]) },
            compared(
                "import",
                "importing 100000 JSON objects in a process of its own",
                by: "JSONSerialization and upserts through SQLite's C interface",
                bar: .timesYardstickMemory(1.3),
                file: "places.json"
            ) { own(["import-raw", $0]) },
        ]
    }

    private func compared(
        _ name: String,
        _ subject: String,
        by yardstick: String,
        bar: Benchmark.Bar,
        file: String,
        yardstick command: @escaping (String) throws -> [String]
    ) -> Benchmark {
        let path = home.appendingPathComponent(file).path
        let work = name == "import" ? "import" : "fetch"
        return Benchmark(
            name: "store-memory-\(name)",
            subject: subject,
            yardstick: yardstick,
            turns: 3,
            bar: bar,
            prepare: {
                try FileManager.default.createDirectory(
                    at: home,
                    withIntermediateDirectories: true
                )
                if !FileManager.default.fileExists(atPath: path) {
                    _ = try Measured(own(["make-\(work)", path]))
                }
            },
            turn: { _ in
                let subject = try Measured(own([work, path]))
                let yardstick = try Measured(try command(path))
                return .init(
                    subject: subject.seconds,
                    yardstick: yardstick.seconds,
                    memory: subject.memory,
                    yardstickMemory: yardstick.memory
                )
            }
        )
    }

    private func own(_ probe: [String]) -> [String] {
        [CommandLine.arguments[0], "--probe"] + probe
    }

    /// The C program, made by the system's compiler; without one, the Swift program stands for it.
    private func compiled(_ path: String) throws -> [String] {
        let source = home.appendingPathComponent("fetch.c")
        let program = home.appendingPathComponent("fetch").path
        if !FileManager.default.fileExists(atPath: program) {
            try Data(fetchInC.utf8).write(to: source)
            do {
                _ = try Measured(["cc", "-O2", "-o", program, source.path, "-lsqlite3"])
            } catch {
                print("store-memory-fetch: there is no C compiler; the yardstick is in Swift")
                return own(["fetch-raw", path])
            }
        }
        return [program, path]
    }
}

/// What a child process of the benchmarks does.
enum StoreProbe {
    static func run(_ work: String, _ path: String) async throws {
        switch work {
        case "make-fetch":
            let store = try open(path)
            try await StoredPlaceDAO(store: store).save((0..<200_000).map(Rows.place))
            try store.close()
        case "make-import":
            let objects = (0..<100_000).map { Rows.json(Rows.place($0)) }
            let json = "[\(objects.joined(separator: ","))]"
            try Data(json.utf8).write(to: URL(fileURLWithPath: path))
        case "fetch":
            let places = try await StoredPlaceDAO(store: try open(path)).list()
            try check(places.count, 200_000)
        case "fetch-raw": try check(try Rows.all(RawSQLite(path, isKept: true)).count, 200_000)
        case "import":
            let place = "\(path).\(UUID().uuidString).sqlite"
            defer { try? CacheStore.removeFiles(at: place) }
            let store = try open(place)
            let json = try Data(contentsOf: URL(fileURLWithPath: path))
            let report = try await store.backgroundContext.importEntities(Place.self, json: json)
            try check(report.items.inserted, 100_000)
        case "import-raw":
            let raw = try RawSQLite("\(path).\(UUID().uuidString).sqlite")
            for statement in BenchModel.definition.statements { try raw.run(statement) }
            let places = try Rows.read(try Data(contentsOf: URL(fileURLWithPath: path)))
            try raw.run("BEGIN IMMEDIATE")
            let statement = try raw.prepare(Rows.insert)
            defer { sqlite3_finalize(statement) }
            for place in places { try raw.insert(place, statement) }
            try raw.run("COMMIT")
        default: throw Measured.Failed(description: "there is no probe \(work)")
        }
    }

    private static func open(_ path: String) throws -> CacheStore {
        try CacheStore(
            model: BenchModel.definition,
            configuration: StoreConfiguration(location: .file(path), durability: .normal)
        )
    }

    private static func check(_ count: Int, _ expected: Int) throws {
        if count != expected { throw Measured.Failed(description: "\(count) records") }
    }
}

/// Reads `Place` into an array that grows as Swift's does, each text a copy of its own.
private let fetchInC = """
    #include <sqlite3.h>
    #include <stdlib.h>
    #include <string.h>

    struct place {
        sqlite3_int64 id;
        char *name, *country;
        double latitude;
        sqlite3_int64 population;
        int has_population;
    };

    static char *text(sqlite3_stmt *s, int column) {
        const unsigned char *found = sqlite3_column_text(s, column);
        return found ? strdup((const char *)found) : NULL;
    }

    int main(int count, char **arguments) {
        sqlite3 *db;
        sqlite3_stmt *s;
        if (count < 2 || sqlite3_open(arguments[1], &db)) return 1;
        if (sqlite3_prepare_v2(db, "SELECT id, name, country, latitude, population FROM Place "
                                   "ORDER BY id", -1, &s, NULL)) return 1;
        size_t found = 0, room = 16;
        struct place *places = malloc(room * sizeof *places);
        while (sqlite3_step(s) == SQLITE_ROW) {
            if (found == room) places = realloc(places, (room *= 2) * sizeof *places);
            struct place *p = &places[found++];
            p->id = sqlite3_column_int64(s, 0);
            p->name = text(s, 1);
            p->country = text(s, 2);
            p->latitude = sqlite3_column_double(s, 3);
            p->has_population = sqlite3_column_type(s, 4) != SQLITE_NULL;
            p->population = sqlite3_column_int64(s, 4);
        }
        return found == 200000 ? 0 : 1;
    }
    """
