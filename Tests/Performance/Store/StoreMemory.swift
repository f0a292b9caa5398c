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
                file: "places.sqlite",
                yardstick: { try compiled("fetch", $0) }
            ),
            compared(
                "fetch-alone",
                "listing 200000 records, less what a process that has opened the store holds",
                by: "a C program that does the same, less what it holds before",
                file: "places.sqlite",
                less: "open",
                yardstick: { try compiled($1, $0) }
            ),
            compared(
                "fetch-swift",
                "listing 200000 records in a process of its own",
                by: "the same Swift program with SQLite's C interface",
                file: "places.sqlite"
            ) { own(["fetch-raw", $0]) },
            compared(
                "import",
                "importing 100000 JSON objects in a process of its own",
                by: "JSONSerialization and upserts through SQLite's C interface",
                file: "places.json"
            ) { own(["import-raw", $0]) },
        ]
    }

    private func compared(
        _ name: String,
        _ subject: String,
        by yardstick: String,
        file: String,
        yardstick command: @escaping (String) throws -> [String]
    ) -> Benchmark {
        compared(name, subject, by: yardstick, file: file, less: nil) { path, _ in
            try command(path)
        }
    }

    /// - Parameter less: the work whose memory is taken off that of the whole, on both sides.
    private func compared(
        _ name: String,
        _ subject: String,
        by yardstick: String,
        file: String,
        less: String?,
        yardstick command: @escaping (_ path: String, _ work: String) throws -> [String]
    ) -> Benchmark {
        let path = home.appendingPathComponent(file).path
        let work = name == "import" ? "import" : "fetch"
        return Benchmark(
            name: "store-memory-\(name)",
            subject: subject,
            yardstick: yardstick,
            turns: 3,
            bar: .timesYardstickMemory(1.3),
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
                let subject = try run(own([work, path]), path)
                let yardstick = try run(try command(path, work), path)
                let before = try less.map { less in
                    (
                        try run(own([less, path]), path).memory,
                        try run(try command(path, less), path).memory
                    )
                }
                return .init(
                    subject: subject.seconds,
                    yardstick: yardstick.seconds,
                    memory: subject.memory - (before?.0 ?? 0),
                    yardstickMemory: yardstick.memory - (before?.1 ?? 0)
                )
            }
        )
    }

    /// The process says itself what it held at most, where the system lets it: what `wait4` tells of
    /// a child that was spawned is at least what this process holds.
    private func run(_ command: [String], _ path: String) throws -> Measured {
        let peak = URL(fileURLWithPath: PeakMemory.file(beside: path))
        try? FileManager.default.removeItem(at: peak)
        var measured = try Measured(command)
        if let text = try? String(contentsOf: peak, encoding: .utf8),
            let kilobytes = Double(text.filter(\.isNumber))
        {
            measured.memory = kilobytes * 1024 / 1e6
        }
        return measured
    }

    private func own(_ probe: [String]) -> [String] {
        [CommandLine.arguments[0], "--probe"] + probe
    }

    /// The C program, made by the system's compiler; without one, the Swift program stands for it.
    private func compiled(_ work: String, _ path: String) throws -> [String] {
        let source = home.appendingPathComponent("fetch.c")
        let program = home.appendingPathComponent("fetch").path
        if !FileManager.default.fileExists(atPath: program) {
            try Data(fetchInC.utf8).write(to: source)
            do {
                _ = try Measured(["cc", "-O2", "-o", program, source.path, "-lsqlite3"])
            } catch {
                print("store-memory-fetch: there is no C compiler; the yardstick is in Swift")
                return own([work == "fetch" ? "fetch-raw" : "open-raw", path])
            }
        }
        return [program, path, work]
    }
}

/// What a process says of the memory that it held at most.
enum PeakMemory {
    static func file(beside path: String) -> String { "\(path).peak" }

    /// The line of the system's own account; nothing where it has none.
    static func note(beside path: String) {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM") })
        else { return }
        try? Data(line.utf8).write(to: URL(fileURLWithPath: file(beside: path)))
    }
}

/// What a child process of the benchmarks does.
enum StoreProbe {
    static func run(_ work: String, _ path: String) async throws {
        defer { PeakMemory.note(beside: path) }
        switch work {
        case "make-fetch":
            let store = try open(path)
            _ = try await StoreDAO<Place>(store: store).save((0..<200_000).map(Rows.place))
            try store.close()
        case "make-import":
            let objects = (0..<100_000).map { Rows.json(Rows.place($0)) }
            let json = "[\(objects.joined(separator: ","))]"
            try Data(json.utf8).write(to: URL(fileURLWithPath: path))
        case "fetch":
            let places = try await StoreDAO<Place>(store: try open(path)).list()
            try check(places.count, 200_000)
        case "open": _ = try await open(path).read { $0.lastInsertedNumber }
        case "open-raw": _ = try RawSQLite(path, isKept: true)
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

/// Reads `Place` into an array that grows as Swift's does. Each text is a copy of its own with its
/// length, for it may hold a NUL character. With `open` it reads nothing.
private let fetchInC = """
    #include <sqlite3.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>

    struct text { char *bytes; size_t count; };

    struct place {
        sqlite3_int64 id;
        struct text name, country;
        double latitude;
        sqlite3_int64 population;
        char has_population;
    };

    static struct text text(sqlite3_stmt *s, int column) {
        struct text t = {0};
        const unsigned char *found = sqlite3_column_text(s, column);
        if (!found) return t;
        t.count = sqlite3_column_bytes(s, column);
        t.bytes = malloc(t.count + 1);
        memcpy(t.bytes, found, t.count + 1);
        return t;
    }

    static void note(const char *path) {
        char line[256], file[4096];
        FILE *status = fopen("/proc/self/status", "r");
        snprintf(file, sizeof file, "%s.peak", path);
        FILE *peak = status ? fopen(file, "w") : NULL;
        while (peak && fgets(line, sizeof line, status))
            if (!strncmp(line, "VmHWM", 5)) fputs(line, peak);
        if (peak) fclose(peak);
    }

    int main(int count, char **arguments) {
        sqlite3 *db;
        sqlite3_stmt *s;
        if (count < 3 || sqlite3_open(arguments[1], &db)) return 1;
        if (sqlite3_prepare_v2(db, "SELECT id, name, country, latitude, population FROM Place "
                                   "ORDER BY id", -1, &s, NULL)) return 1;
        if (!strcmp(arguments[2], "open")) {
            note(arguments[1]);
            return 0;
        }
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
        note(arguments[1]);
        return found == 200000 ? 0 : 1;
    }
    """
