import DataAccess
import Foundation

/// What Python programmers have for the same work, for scale: the same table and rows, WAL mode,
/// `synchronous=NORMAL`, each once.
struct PythonTimes {
    let home: URL
    let isWanted: (String) -> Bool

    private static let works = ["insert", "fetch", "look-ups", "transactions", "delete"]
    private static let libraries = [
        ("sqlite3", "Python's sqlite3"), ("sqlalchemy", "SQLAlchemy's ORM"),
        ("django", "Django's ORM"),
    ]

    /// Those of the libraries that are installed; a line is printed for each of the others.
    var benchmarks: [Benchmark] {
        Self.libraries.flatMap { module, name -> [Benchmark] in
            let names = Self.works.map { "store-python-\(module)-\($0)" }
            guard names.contains(where: isWanted) else { return [] }
            guard (try? Measured(["python3", "-c", "import \(module)"])) != nil else {
                print("store-python-\(module): not measured, python3 has no \(module) here")
                return []
            }
            let script = Once { try seconds(of: module) }
            return zip(names, Self.works).map { benchmark, work in
                Benchmark(
                    name: benchmark,
                    subject: "\(name): \(work)",
                    yardstick: "the same through SQLite's C interface",
                    turns: 1,
                    bar: nil
                ) { _ in
                    let subject = try script.value()[work] ?? 0
                    return .init(subject: subject, yardstick: try yardstick(work), memory: 0)
                }
            }
        }
    }

    private func seconds(of module: String) throws -> [String: Double] {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let script = home.appendingPathComponent("\(module)-times.py")
        try Data(pythonWork.utf8).write(to: script)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", script.path, module, home.appendingPathComponent("\(module).sqlite").path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Measured.Failed(description: "the work in Python with \(module) failed")
        }
        return try JSONDecoder().decode([String: Double].self, from: data)
    }

    private func yardstick(_ work: String) throws -> Double {
        let raw = try RawSQLite(home.appendingPathComponent("\(UUID().uuidString).sqlite").path)
        for statement in BenchModel.definition.statements { try raw.run(statement) }
        let rows = (0..<200_000).map { Rows.raw(Rows.place($0)) }
        func fill() throws {
            try raw.run("BEGIN IMMEDIATE")
            let statement = try raw.prepare(Rows.insert)
            for row in rows { try raw.insert(row, statement) }
            Rows.finish(statement)
            try raw.run("COMMIT")
        }
        if work != "insert", work != "transactions" { try fill() }
        let clock = ContinuousClock()
        let identities = (0..<200_000).map { Int64(($0 * 7919) % 200_000) }
        let time =
            switch work {
            case "insert": try clock.measure { try fill() }
            case "fetch": try clock.measure { _ = try Rows.all(raw) }
            case "look-ups":
                try clock.measure { try Rows.lookUp(Array(identities.prefix(50_000)), raw) }
            case "transactions": try clock.measure { try Rows.insertOneByOne(5000, raw) }
            default: try clock.measure { try Rows.delete(Array(identities.prefix(20_000)), raw) }
            }
        return time.seconds
    }
}

/// A value made when it is first asked for.
private final class Once<Value> {
    private let make: () throws -> Value
    private var made: Value?

    init(_ make: @escaping () throws -> Value) { self.make = make }

    func value() throws -> Value {
        if let made { return made }
        let value = try make()
        made = value
        return value
    }
}

/// Prints the seconds of each work as JSON. Only 20,000 records are deleted: more would take the ORMs
/// minutes.
private let pythonWork = """
    import json, sys, time

    module, path = sys.argv[1:3]
    COUNT = 200000


    def place(i):
        return dict(
            id=i,
            name=f"place number {(i * 7919) % COUNT}",
            country=None if i % 5 == 0 else f"country {i % 200}",
            latitude=(i % 180000) / 1000 - 90,
            population=None if i % 7 == 0 else i * 13,
        )


    rows = [place(i) for i in range(COUNT)]
    wanted = [(i * 7919) % COUNT for i in range(50000)]
    gone = wanted[:20000]
    times = {}


    def measure(name, work):
        start = time.perf_counter()
        work()
        times[name] = time.perf_counter() - start


    TABLE = '''CREATE TABLE "Place" (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT,
        latitude REAL NOT NULL, population INTEGER)'''
    COLUMNS = "id, name, country, latitude, population"
    SAVE = f'''INSERT INTO "Place" ({COLUMNS})
        VALUES (:id, :name, :country, :latitude, :population) ON CONFLICT (id) DO UPDATE SET
        name = excluded.name, country = excluded.country, latitude = excluded.latitude,
        population = excluded.population'''


    def with_sqlite3():
        import sqlite3

        def opened(path):
            db = sqlite3.connect(path, isolation_level=None)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            db.execute(TABLE)
            return db

        db = opened(path)

        def insert():
            db.execute("BEGIN IMMEDIATE")
            db.executemany(SAVE, rows)
            db.execute("COMMIT")

        def look_up():
            db.execute("BEGIN")
            for i in wanted:
                db.execute(f'SELECT {COLUMNS} FROM "Place" WHERE id = ?', (i,)).fetchone()
            db.execute("COMMIT")

        def delete():
            db.execute("BEGIN IMMEDIATE")
            for i in gone:
                db.execute('DELETE FROM "Place" WHERE id = ?', (i,))
            db.execute("COMMIT")

        every = f'SELECT {COLUMNS} FROM "Place" ORDER BY id'
        measure("insert", insert)
        measure("fetch", lambda: db.execute(every).fetchall())
        measure("look-ups", look_up)
        measure("delete", delete)
        other = opened(path + ".single")

        def single():
            for row in rows[:5000]:
                other.execute("BEGIN IMMEDIATE")
                other.execute(SAVE, row)
                other.execute("COMMIT")

        measure("transactions", single)


    def with_sqlalchemy():
        from sqlalchemy import create_engine, event, select
        from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

        class Base(DeclarativeBase):
            pass

        class Place(Base):
            __tablename__ = "Place"
            id: Mapped[int] = mapped_column(primary_key=True)
            name: Mapped[str]
            country: Mapped["str | None"] = mapped_column(nullable=True)
            latitude: Mapped[float]
            population: Mapped["int | None"] = mapped_column(nullable=True)

        def opened(path):
            engine = create_engine(f"sqlite:///{path}")

            @event.listens_for(engine, "connect")
            def pragmas(connection, _):
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")

            Base.metadata.create_all(engine)
            return engine

        engine = opened(path)

        def insert():
            with Session(engine) as session:
                session.add_all(Place(**row) for row in rows)
                session.commit()

        def fetch():
            with Session(engine) as session:
                session.scalars(select(Place).order_by(Place.id)).all()

        def look_up():
            with Session(engine) as session:
                for i in wanted:
                    session.get(Place, i)

        def delete():
            with Session(engine) as session:
                for i in gone:
                    session.delete(session.get(Place, i))
                session.commit()

        measure("insert", insert)
        measure("fetch", fetch)
        measure("look-ups", look_up)
        measure("delete", delete)
        other = opened(path + ".single")

        def single():
            with Session(other) as session:
                for row in rows[:5000]:
                    session.add(Place(**row))
                    session.commit()

        measure("transactions", single)


    def with_django():
        import django
        from django.conf import settings

        settings.configure(
            DATABASES={
                name: {"ENGINE": "django.db.backends.sqlite3", "NAME": path + end}
                for name, end in (("default", ""), ("single", ".single"))
            },
            DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        )
        django.setup()
        from django.db import connections, models, transaction

        class Place(models.Model):
            name = models.TextField()
            country = models.TextField(null=True)
            latitude = models.FloatField()
            population = models.BigIntegerField(null=True)

            class Meta:
                app_label = "bench"

        for name in ("default", "single"):
            with connections[name].cursor() as cursor:
                cursor.execute("PRAGMA journal_mode = WAL")
                cursor.execute("PRAGMA synchronous = NORMAL")
            with connections[name].schema_editor() as editor:
                editor.create_model(Place)

        def look_up():
            with transaction.atomic():
                for i in wanted:
                    Place.objects.get(pk=i)

        def delete():
            with transaction.atomic():
                for i in gone:
                    Place.objects.filter(pk=i).delete()

        def single():
            for row in rows[:5000]:
                Place(**row).save(using="single", force_insert=True)

        measure("insert", lambda: Place.objects.bulk_create(Place(**row) for row in rows))
        measure("fetch", lambda: list(Place.objects.order_by("id")))
        measure("look-ups", look_up)
        measure("delete", delete)
        measure("transactions", single)


    dict(sqlite3=with_sqlite3, sqlalchemy=with_sqlalchemy, django=with_django)[module]()
    print(json.dumps(times))
    """
