import CacheStore
import DataAccess
import DataSource
import Foundation

/// A record with a version that the server names, other keys than attributes, and a date.
struct Note: StoredRecord, NumberedRecord {
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) { self.value = value }
    }

    static let entity = EntityDescription(
        name: "Note",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64),
            AttributeDescription(
                "text",
                .string,
                isOptional: false,
                userInfo: ["ImportName": "content.text, text"]
            ),
            AttributeDescription("due", .date, userInfo: ["DateFormat": "yyyy-MM-dd HH:mm"]),
            AttributeDescription("isDone", .boolean, userInfo: ["ImportName": "content.done"]),
            AttributeDescription("version", .string),
            AttributeDescription("made", .date),
        ]
    )
    static let statements = RecordStatements(entity)
    static let model = StoreModel(
        name: "Notes",
        statements: [
            """
            CREATE TABLE "Note" (
                "id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL, "due" REAL, "isDone" INTEGER,
                "version" TEXT, "made" REAL
            )
            """
        ],
        entities: [entity]
    )

    var id: Int64?
    var text: String
    var due: Date?
    var isDone: Bool?
    var version: String?
    var made: Date?

    var identity: Identity? {
        get { id.map(Identity.init) }
        set { id = newValue?.value }
    }

    init(id: Int64? = nil, text: String, due: Date? = nil, isDone: Bool? = nil) {
        self.id = id
        self.text = text
        self.due = due
        self.isDone = isDone
    }

    init(row: some ColumnReader) throws {
        self.init(
            id: row.int64(0),
            text: try row.required(row.string(1), 1),
            due: row.date(2),
            isDone: row.bool(3)
        )
        version = row.string(4)
        made = row.date(5)
    }

    static func blank() -> Note { Note(text: "") }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(text, at: 2)
        try row.bind(due, at: 3)
        try row.bind(isDone, at: 4)
        try row.bind(version, at: 5)
        try row.bind(made, at: 6)
    }

    static func path(_ id: Int64?) -> String { "/notes/\(id ?? 0)" }

    static let request = SourceRequest(
        Note.self,
        path: "/notes",
        isWhole: true,
        versions: RecordVersions(path: { path($0.id) }, version: { $0.version })
    )

    /// The change that makes the server's record this one.
    func put(key: String) -> PendingChange {
        PendingChange(
            key: key,
            path: Note.path(id),
            self,
            only: ["id", "text", "due", "isDone"]
        )
    }
}

func noteFacade(
    _ store: CacheStore,
    _ server: LoopbackServer,
    conflicts: ConflictPolicy = .hold,
    merge: DataSourceFacade.Merge? = nil,
    retryInterval: Duration = .milliseconds(20)
) -> DataSourceFacade {
    DataSourceFacade(
        store: store,
        remote: HTTPRemote(base: server.url, timeout: 60),
        conflicts: conflicts,
        merge: merge,
        retryInterval: retryInterval
    )
}

func drained(_ facade: DataSourceFacade, leaving count: Int = 0) async throws {
    while try await facade.pendingChanges().count > count {
        try await Task.sleep(for: .milliseconds(5))
    }
}

func saving(_ note: Note) -> @Sendable (StoreConnection) throws -> Void {
    { try $0.save(note) }
}

func noteTexts(_ store: CacheStore) async throws -> [String] {
    try await store.context.fetch(Note.self).map { "\($0.id ?? 0) \($0.text)" }
}
