// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Members in the store.
struct StoredMemberDAO: MemberDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Member] {
        try await store.read { connection in
            try connection.rows(MemberMapping.list) { try MemberMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Member.Identity) async throws -> Member? {
        try await store.read { connection in
            try connection.firstRow(MemberMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try MemberMapping.record(from: $0)
            }
        }
    }

    func save(_ member: Member) async throws -> Member {
        try await store.write { connection in
            try Self.save(member, connection)
        }
    }

    func save(_ members: [Member]) async throws -> [Member] {
        try await store.write { connection in
            try members.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Member.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(MemberMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(MemberMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(MemberMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(MemberMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ member: Member,
        _ connection: StoreConnection
    ) throws -> Member {
        var saved = member
        let identity = try connection.firstRow(MemberMapping.save) {
            try MemberMapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.int64(0), 0)
        }
        if let identity { saved.identity = Member.Identity(identity) }
        return saved
    }
}

/// How members stand in the table `Member`.
nonisolated enum MemberMapping {
    static func record(from row: StoreRow) throws -> Member {
        Member(
            identity: row.int64(0).map(Member.Identity.init),
            badge: row.int32(1),
            email: row.string(2),
            seat: row.int16(3),
            since: row.date(4),
            site: row.int32(5).map(Site.Identity.init)
        )
    }

    static func bind(_ member: Member, to bindings: StoreBindings) throws {
        try bindings.bind(member.identity?.value, at: 1)
        try bindings.bind(member.badge, at: 2)
        try bindings.bind(member.email, at: 3)
        try bindings.bind(member.seat, at: 4)
        try bindings.bind(member.since, at: 5)
        try bindings.bind(member.site?.value, at: 6)
    }

    static let list = """
        SELECT "_id", "badge", "email", "seat", "since", "site"
        FROM "Member"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "badge", "email", "seat", "since", "site"
        FROM "Member"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Member" (
            "_id", "badge", "email", "seat", "since", "site"
        ) VALUES (
            ?1, ?2, ?3, ?4, ?5, ?6
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "badge" = excluded."badge",
            "email" = excluded."email",
            "seat" = excluded."seat",
            "since" = excluded."since",
            "site" = excluded."site"
        ON CONFLICT ("site", "seat") DO UPDATE SET
            "badge" = excluded."badge",
            "email" = excluded."email",
            "seat" = excluded."seat",
            "since" = excluded."since",
            "site" = excluded."site"
        ON CONFLICT ("email", "since") DO UPDATE SET
            "badge" = excluded."badge",
            "email" = excluded."email",
            "seat" = excluded."seat",
            "since" = excluded."since",
            "site" = excluded."site"
        RETURNING "_id"
        """

    static let delete = """
        DELETE FROM "Member" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Member"
        """

    static let count = """
        SELECT count(*) FROM "Member"
        """
}

extension Member: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try MemberMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try MemberMapping.bind(self, to: bindings)
    }
}
