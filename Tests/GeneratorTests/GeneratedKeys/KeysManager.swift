// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.
//
// What you can call, each with `try await`:
//
//     manager.levies.list()                    [Levy], every one
//     manager.levies.retrieve(identity)        Levy?, the one
//     manager.levies.save(levy)                inserts or updates; also [Levy]
//     manager.levies.delete(identity)          Bool, whether there was one
//     manager.levies.deleteAll()               Int, how many there were
//     manager.levies.count()                   Int
//     manager.sites.list()                     [Site], every one
//     manager.sites.retrieve(identity)         Site?, the one
//     manager.sites.save(site)                 inserts or updates; also [Site]
//     manager.sites.delete(identity)           Bool, whether there was one
//     manager.sites.deleteAll()                Int, how many there were
//     manager.sites.count()                    Int
//     manager.members(of: site)                Set<Member>
//     manager.members.list()                   [Member], every one
//     manager.members.retrieve(identity)       Member?, the one
//     manager.members.save(member)             inserts or updates; also [Member]
//     manager.members.delete(identity)         Bool, whether there was one
//     manager.members.deleteAll()              Int, how many there were
//     manager.members.count()                  Int
//     manager.site(of: member)                 Site?
//     manager.events.list()                    [Event], every one
//     manager.events.retrieve(identity)        Event?, the one
//     manager.events.save(event)               inserts or updates; also [Event]
//     manager.events.delete(identity)          Bool, whether there was one
//     manager.events.deleteAll()               Int, how many there were
//     manager.events.count()                   Int
//     manager.talks.list()                     [Talk], every one
//     manager.talks.retrieve(identity)         Talk?, the one
//     manager.talks.save(talk)                 inserts or updates; also [Talk]
//     manager.talks.delete(identity)           Bool, whether there was one
//     manager.talks.deleteAll()                Int, how many there were
//     manager.talks.count()                    Int
//     manager.pauses.list()                    [Pause], every one
//     manager.pauses.retrieve(identity)        Pause?, the one
//     manager.pauses.save(pause)               inserts or updates; also [Pause]
//     manager.pauses.delete(identity)          Bool, whether there was one
//     manager.pauses.deleteAll()               Int, how many there were
//     manager.pauses.count()                   Int
//     manager.notes.list()                     [Note], every one
//     manager.notes.retrieve(identity)         Note?, the one
//     manager.notes.save(note)                 inserts or updates; also [Note]
//     manager.notes.delete(identity)           Bool, whether there was one
//     manager.notes.deleteAll()                Int, how many there were
//     manager.notes.count()                    Int
//     manager.orders.list()                    [Order], every one
//     manager.orders.retrieve(identity)        Order?, the one
//     manager.orders.save(order)               inserts or updates; also [Order]
//     manager.orders.delete(identity)          Bool, whether there was one
//     manager.orders.deleteAll()               Int, how many there were
//     manager.orders.count()                   Int
//     manager.items(of: order)                 [Item]
//     manager.setItems([identity], of: order)  in place of what was there
//     manager.items.list()                     [Item], every one
//     manager.items.retrieve(identity)         Item?, the one
//     manager.items.save(item)                 inserts or updates; also [Item]
//     manager.items.delete(identity)           Bool, whether there was one
//     manager.items.deleteAll()                Int, how many there were
//     manager.items.count()                    Int
//     manager.order(of: item)                  Order?
//
// The manager: `let manager = try KeysManager.shared` for the application's file, or
// `try KeysManager(fileAt: path)`, or `try KeysManager.inMemory()`.
// Without a database: `KeysManager(memory: MemoryStore(KeysModel.definition))`.
// An identity is made from its value: Levy.Identity(…).

import CacheStore

/// The records of the model Keys.
nonisolated struct KeysManager: Sendable {
    let levies: any LevyDAO
    let sites: any SiteDAO
    let members: any MemberDAO
    let events: any EventDAO
    let talks: any TalkDAO
    let pauses: any PauseDAO
    let notes: any NoteDAO
    let orders: any OrderDAO
    let items: any ItemDAO

    private let keeping: RecordKeeping

    /// What generated queries run on; a copy where the records are kept without a database.
    var store: CacheStore {
        get async throws { try await keeping.store }
    }

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    static var shared: KeysManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try KeysManager(fileAt: DefaultStoreFile.path(forModel: "Keys"))
    }

    /// Opens the file at `path`, making it where there is none.
    init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: KeysModel.definition))
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    static func inMemory() throws -> KeysManager {
        KeysManager(store: try CacheStore(inMemory: KeysModel.definition))
    }

    /// Keeps its records in `store`, which may be opened with a configuration of its own.
    init(store: CacheStore) {
        keeping = RecordKeeping(store)
        levies = StoredLevyDAO(store: store)
        sites = StoredSiteDAO(store: store)
        members = StoredMemberDAO(store: store)
        events = StoredEventDAO(store: store)
        talks = StoredTalkDAO(store: store)
        pauses = StoredPauseDAO(store: store)
        notes = StoredNoteDAO(store: store)
        orders = StoredOrderDAO(store: store)
        items = StoredItemDAO(store: store)
    }

    /// Keeps its records in `store`, without a database.
    init(memory store: MemoryStore) {
        keeping = RecordKeeping(store)
        levies = MemoryDAO<Levy>(store: store)
        sites = MemoryDAO<Site>(store: store)
        members = MemoryDAO<Member>(store: store)
        events = MemoryDAO<Event>(store: store)
        talks = MemoryDAO<Talk>(store: store)
        pauses = MemoryDAO<Pause>(store: store)
        notes = MemoryDAO<Note>(store: store)
        orders = MemoryDAO<Order>(store: store)
        items = MemoryDAO<Item>(store: store)
    }

    /// The path of the file; nil in memory.
    var path: String? { keeping.path }

    /// Closes the file; later calls throw.
    func close() throws {
        try keeping.close()
    }

    /// Removes the file at `path` and all that is in it. Close its manager first.
    static func removeFile(at path: String) throws {
        try CacheStore.removeFiles(at: path)
    }
}

// Relationships.
extension KeysManager {
    /// The members of the site.
    func members(of site: Site) async throws -> Set<Member> {
        guard let identity = site.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "badge", "email", "seat", "since", "site"
                FROM "Member"
                WHERE "site" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try MemberMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The members of each of the sites that has any, in one query.
    func members(of sites: [Site]) async throws -> [Site.Identity: Set<Member>] {
        let identities = sites.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Site.Identity: Set<Member>] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "badge", "email", "seat", "since", "site", "site"
                FROM "Member"
                WHERE "site" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities.map(Int64.init), at: 1)
            } _: { row in
                let owner = Site.Identity(try row.required(row.int32(6), 6))
                found[owner, default: []].insert(try MemberMapping.record(from: row))
            }
            return found
        }
    }

    /// The site of the member, or nil when it has none.
    func site(of member: Member) async throws -> Site? {
        guard let identity = member.site else { return nil }
        return try await sites.retrieve(identity)
    }

    /// What the site of any of the members is, by identity, in one query.
    func site(of members: [Member]) async throws -> [Site.Identity: Site] {
        let identities = Set(members.compactMap { $0.site?.value })
        return try await store.read { connection in
            var found: [Site.Identity: Site] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "name", "town"
                FROM "Site"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities).map(Int64.init), at: 1)
            } _: { row in
                let related = try SiteMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The items of the order, in their order.
    func items(of order: Order) async throws -> [Item] {
        guard let identity = order.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "name", "order"
                FROM "Item"
                WHERE "order" = ?1
                ORDER BY "order.position" NULLS LAST, "_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ItemMapping.record(from: $0)
            }
        }
    }

    /// The items of each of the orders that has any, in one query.
    func items(of orders: [Order]) async throws -> [Order.Identity: [Item]] {
        let identities = orders.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Order.Identity: [Item]] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "name", "order", "order"
                FROM "Item"
                WHERE "order" IN (SELECT store_element(value) FROM json_each(?1))
                ORDER BY "order.position" NULLS LAST, "_id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Order.Identity(try row.required(row.string(3), 3))
                found[owner, default: []].append(try ItemMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the items of the order, in this order, in place of those that it had.
    func setItems(_ identities: [Item.Identity], of order: Order) async throws {
        guard let identity = order.identity else {
            throw StoreError.noRecord(entity: "Order")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("items", of: order, to: identities)
        }
        try await store.write { connection in
            try connection.execute(
                """
                UPDATE "Item" SET "order.position" = NULL WHERE "order" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            }
            for (position, related) in identities.enumerated() {
                let count = try connection.execute(
                    """
                    UPDATE "Item" SET "order" = ?1 WHERE "_id" = ?2
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
                if count == 0 { throw StoreError.brokenRelationship }
                try connection.execute(
                    """
                    UPDATE "Item" SET "order.position" = ?2 WHERE "_id" = ?1
                    """
                ) {
                    try $0.bind(related.value, at: 1)
                    try $0.bind(Int64(position), at: 2)
                }
            }
            try connection.execute(
                """
                UPDATE "Item" SET "order" = NULL WHERE "order" = ?1 AND "order.position" IS NULL
                """
            ) {
                try $0.bind(identity.value, at: 1)
            }
        }
    }

    /// The order of the item, or nil when it has none.
    func order(of item: Item) async throws -> Order? {
        return try await orders.retrieve(item.order)
    }

    /// What the order of any of the items is, by identity, in one query.
    func order(of items: [Item]) async throws -> [Order.Identity: Order] {
        let identities = Set(items.map { $0.order.value })
        return try await store.read { connection in
            var found: [Order.Identity: Order] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "state"
                FROM "Order"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try OrderMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }
}
