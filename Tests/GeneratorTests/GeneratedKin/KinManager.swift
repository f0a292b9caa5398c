// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.
//
// What you can call, each with `try await`:
//
//     manager.workers.list()                       [Worker], every one
//     manager.workers.retrieve(identity)           Worker?, the one
//     manager.workers.save(worker)                 inserts or updates; also [Worker]
//     manager.workers.delete(identity)             Bool, whether there was one
//     manager.workers.deleteAll()                  Int, how many there were
//     manager.workers.count()                      Int
//     manager.boss(of: worker)                     Worker?
//     manager.reports(of: worker)                  Set<Worker>
//     manager.firm(of: worker)                     Firm?
//     manager.section(of: worker)                  Section?
//     manager.keys(of: worker)                     Set<Key>
//     manager.setKeys([identity], of: worker)      in place of what was there
//     manager.keys.list()                          [Key], every one
//     manager.keys.retrieve(identity)              Key?, the one
//     manager.keys.save(key)                       inserts or updates; also [Key]
//     manager.keys.delete(identity)                Bool, whether there was one
//     manager.keys.deleteAll()                     Int, how many there were
//     manager.keys.count()                         Int
//     manager.firm(of: key)                        Firm?
//     manager.holders(of: key)                     Set<Worker>
//     manager.setHolders([identity], of: key)      in place of what was there
//     manager.section(of: key)                     Section?
//     manager.rooms.list()                         [Room], every one
//     manager.rooms.retrieve(identity)             Room?, the one
//     manager.rooms.save(room)                     inserts or updates; also [Room]
//     manager.rooms.delete(identity)               Bool, whether there was one
//     manager.rooms.deleteAll()                    Int, how many there were
//     manager.rooms.count()                        Int
//     manager.firm(of: room)                       Firm?
//     manager.section(of: room)                    Section?
//     manager.sections.list()                      [Section], every one
//     manager.sections.retrieve(identity)          Section?, the one
//     manager.sections.save(section)               inserts or updates; also [Section]
//     manager.sections.delete(identity)            Bool, whether there was one
//     manager.sections.deleteAll()                 Int, how many there were
//     manager.sections.count()                     Int
//     manager.firm(of: section)                    Firm?
//     manager.rooms(of: section)                   Set<Room>
//     manager.workers(of: section)                 Set<Worker>
//     manager.firms.list()                         [Firm], every one
//     manager.firms.retrieve(identity)             Firm?, the one
//     manager.firms.save(firm)                     inserts or updates; also [Firm]
//     manager.firms.delete(identity)               Bool, whether there was one
//     manager.firms.deleteAll()                    Int, how many there were
//     manager.firms.count()                        Int
//     manager.keys(of: firm)                       Set<Key>
//     manager.rooms(of: firm)                      Set<Room>
//     manager.sections(of: firm)                   Set<Section>
//     manager.workers(of: firm)                    Set<Worker>
//     manager.rungs.list()                         [Rung], every one
//     manager.rungs.retrieve(identity)             Rung?, the one
//     manager.rungs.save(rung)                     inserts or updates; also [Rung]
//     manager.rungs.delete(identity)               Bool, whether there was one
//     manager.rungs.deleteAll()                    Int, how many there were
//     manager.rungs.count()                        Int
//     manager.above(of: rung)                      Set<Rung>
//     manager.below(of: rung)                      Rung?
//     manager.branches.list()                      [Branch], every one
//     manager.branches.retrieve(identity)          Branch?, the one
//     manager.branches.save(branch)                inserts or updates; also [Branch]
//     manager.branches.delete(identity)            Bool, whether there was one
//     manager.branches.deleteAll()                 Int, how many there were
//     manager.branches.count()                     Int
//     manager.stem(of: branch)                     Branch?
//     manager.twigs(of: branch)                    Set<Branch>
//     manager.sheeps.list()                        [Sheep], every one
//     manager.sheeps.retrieve(identity)            Sheep?, the one
//     manager.sheeps.save(sheep)                   inserts or updates; also [Sheep]
//     manager.sheeps.delete(identity)              Bool, whether there was one
//     manager.sheeps.deleteAll()                   Int, how many there were
//     manager.sheeps.count()                       Int
//     manager.flock(of: sheep)                     Set<Sheep>
//     manager.setFlock([identity], of: sheep)      in place of what was there
//     manager.follows(of: sheep)                   [Sheep]
//     manager.setFollows([identity], of: sheep)    in place of what was there
//     manager.followers(of: sheep)                 Set<Sheep>
//     manager.setFollowers([identity], of: sheep)  in place of what was there
//     manager.leads(of: sheep)                     Set<Sheep>
//     manager.setLeads([identity], of: sheep)      in place of what was there
//     manager.partners.list()                      [Partner], every one
//     manager.partners.retrieve(identity)          Partner?, the one
//     manager.partners.save(partner)               inserts or updates; also [Partner]
//     manager.partners.delete(identity)            Bool, whether there was one
//     manager.partners.deleteAll()                 Int, how many there were
//     manager.partners.count()                     Int
//     manager.desk(of: partner)                    Desk?
//     manager.badge(of: partner)                   Badge?
//     manager.spouse(of: partner)                  Partner?
//     manager.crowns.list()                        [Crown], every one
//     manager.crowns.retrieve(identity)            Crown?, the one
//     manager.crowns.save(crown)                   inserts or updates; also [Crown]
//     manager.crowns.delete(identity)              Bool, whether there was one
//     manager.crowns.deleteAll()                   Int, how many there were
//     manager.crowns.count()                       Int
//     manager.worn(of: crown)                      Queen?
//     manager.queens.list()                        [Queen], every one
//     manager.queens.retrieve(identity)            Queen?, the one
//     manager.queens.save(queen)                   inserts or updates; also [Queen]
//     manager.queens.delete(identity)              Bool, whether there was one
//     manager.queens.deleteAll()                   Int, how many there were
//     manager.queens.count()                       Int
//     manager.crown(of: queen)                     Crown?
//     manager.desks.list()                         [Desk], every one
//     manager.desks.retrieve(identity)             Desk?, the one
//     manager.desks.save(desk)                     inserts or updates; also [Desk]
//     manager.desks.delete(identity)               Bool, whether there was one
//     manager.desks.deleteAll()                    Int, how many there were
//     manager.desks.count()                        Int
//     manager.owner(of: desk)                      Partner?
//     manager.badges.list()                        [Badge], every one
//     manager.badges.retrieve(identity)            Badge?, the one
//     manager.badges.save(badge)                   inserts or updates; also [Badge]
//     manager.badges.delete(identity)              Bool, whether there was one
//     manager.badges.deleteAll()                   Int, how many there were
//     manager.badges.count()                       Int
//     manager.holder(of: badge)                    Partner?
//     manager.spots.list()                         [Spot], every one
//     manager.spots.retrieve(identity)             Spot?, the one
//     manager.spots.save(spot)                     inserts or updates; also [Spot]
//     manager.spots.delete(identity)               Bool, whether there was one
//     manager.spots.deleteAll()                    Int, how many there were
//     manager.spots.count()                        Int
//     manager.camps.list()                         [Camp], every one
//     manager.camps.retrieve(identity)             Camp?, the one
//     manager.camps.save(camp)                     inserts or updates; also [Camp]
//     manager.camps.delete(identity)               Bool, whether there was one
//     manager.camps.deleteAll()                    Int, how many there were
//     manager.camps.count()                        Int
//     manager.base(of: camp)                       Camp?
//     manager.posts(of: camp)                      Set<Camp>
//     manager.forts.list()                         [Fort], every one
//     manager.forts.retrieve(identity)             Fort?, the one
//     manager.forts.save(fort)                     inserts or updates; also [Fort]
//     manager.forts.delete(identity)               Bool, whether there was one
//     manager.forts.deleteAll()                    Int, how many there were
//     manager.forts.count()                        Int
//     manager.base(of: fort)                       Camp?
//     manager.posts(of: fort)                      Set<Camp>
//     manager.ponds.list()                         [Pond], every one
//     manager.ponds.retrieve(identity)             Pond?, the one
//     manager.ponds.save(pond)                     inserts or updates; also [Pond]
//     manager.ponds.delete(identity)               Bool, whether there was one
//     manager.ponds.deleteAll()                    Int, how many there were
//     manager.ponds.count()                        Int
//     manager.trails.list()                        [Trail], every one
//     manager.trails.retrieve(identity)            Trail?, the one
//     manager.trails.save(trail)                   inserts or updates; also [Trail]
//     manager.trails.delete(identity)              Bool, whether there was one
//     manager.trails.deleteAll()                   Int, how many there were
//     manager.trails.count()                       Int
//     manager.start(of: trail)                     Camp?
//     manager.goal(of: trail)                      Spot?
//     manager.camps(of: trail)                     Set<Camp>
//     manager.setCamps([identity], of: trail)      in place of what was there
//     manager.panels.list()                        [Panel], every one
//     manager.panels.retrieve(identity)            Panel?, the one
//     manager.panels.save(panel)                   inserts or updates; also [Panel]
//     manager.panels.delete(identity)              Bool, whether there was one
//     manager.panels.deleteAll()                   Int, how many there were
//     manager.panels.count()                       Int
//     manager.chart(of: panel)                     Chart?
//     manager.sources(of: panel)                   Set<Source>
//     manager.setSources([identity], of: panel)    in place of what was there
//     manager.charts.list()                        [Chart], every one
//     manager.charts.retrieve(identity)            Chart?, the one
//     manager.charts.save(chart)                   inserts or updates; also [Chart]
//     manager.charts.delete(identity)              Bool, whether there was one
//     manager.charts.deleteAll()                   Int, how many there were
//     manager.charts.count()                       Int
//     manager.panels(of: chart)                    Set<Panel>
//     manager.source(of: chart)                    Source?
//     manager.sources.list()                       [Source], every one
//     manager.sources.retrieve(identity)           Source?, the one
//     manager.sources.save(source)                 inserts or updates; also [Source]
//     manager.sources.delete(identity)             Bool, whether there was one
//     manager.sources.deleteAll()                  Int, how many there were
//     manager.sources.count()                      Int
//     manager.panels(of: source)                   Set<Panel>
//     manager.setPanels([identity], of: source)    in place of what was there
//     manager.main(of: source)                     Chart?
//
// The manager: `let manager = try KinManager.shared` for the application's file, or
// `try KinManager(fileAt: path)`, or `try KinManager.inMemory()`.
// Without a database: `KinManager(memory: MemoryStore(KinModel.definition))`.
// An identity is made from its value: Worker.Identity("…").

import CacheStore

/// The records of the model Kin.
nonisolated struct KinManager: Sendable {
    let workers: any WorkerDAO
    let keys: any KeyDAO
    let rooms: any RoomDAO
    let sections: any SectionDAO
    let firms: any FirmDAO
    let rungs: any RungDAO
    let branches: any BranchDAO
    let sheeps: any SheepDAO
    let partners: any PartnerDAO
    let crowns: any CrownDAO
    let queens: any QueenDAO
    let desks: any DeskDAO
    let badges: any BadgeDAO
    let spots: any SpotDAO
    let camps: any CampDAO
    let forts: any FortDAO
    let ponds: any PondDAO
    let trails: any TrailDAO
    let panels: any PanelDAO
    let charts: any ChartDAO
    let sources: any SourceDAO

    private let keeping: RecordKeeping

    /// What generated queries run on; a copy where the records are kept without a database.
    var store: CacheStore {
        get async throws { try await keeping.store }
    }

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    static var shared: KinManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try KinManager(fileAt: DefaultStoreFile.path(forModel: "Kin"))
    }

    /// Opens the file at `path`, making it where there is none.
    init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: KinModel.definition))
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    static func inMemory() throws -> KinManager {
        KinManager(store: try CacheStore(inMemory: KinModel.definition))
    }

    /// Keeps its records in `store`, which may be opened with a configuration of its own.
    init(store: CacheStore) {
        keeping = RecordKeeping(store)
        workers = StoredWorkerDAO(store: store)
        keys = StoredKeyDAO(store: store)
        rooms = StoredRoomDAO(store: store)
        sections = StoredSectionDAO(store: store)
        firms = StoredFirmDAO(store: store)
        rungs = StoredRungDAO(store: store)
        branches = StoredBranchDAO(store: store)
        sheeps = StoredSheepDAO(store: store)
        partners = StoredPartnerDAO(store: store)
        crowns = StoredCrownDAO(store: store)
        queens = StoredQueenDAO(store: store)
        desks = StoredDeskDAO(store: store)
        badges = StoredBadgeDAO(store: store)
        spots = StoredSpotDAO(store: store)
        camps = StoredCampDAO(store: store)
        forts = StoredFortDAO(store: store)
        ponds = StoredPondDAO(store: store)
        trails = StoredTrailDAO(store: store)
        panels = StoredPanelDAO(store: store)
        charts = StoredChartDAO(store: store)
        sources = StoredSourceDAO(store: store)
    }

    /// Keeps its records in `store`, without a database.
    init(memory store: MemoryStore) {
        keeping = RecordKeeping(store)
        workers = MemoryDAO<Worker>(store: store)
        keys = MemoryDAO<Key>(store: store)
        rooms = MemoryDAO<Room>(store: store)
        sections = MemoryDAO<Section>(store: store)
        firms = MemoryDAO<Firm>(store: store)
        rungs = MemoryDAO<Rung>(store: store)
        branches = MemoryDAO<Branch>(store: store)
        sheeps = MemoryDAO<Sheep>(store: store)
        partners = MemoryDAO<Partner>(store: store)
        crowns = MemoryDAO<Crown>(store: store)
        queens = MemoryDAO<Queen>(store: store)
        desks = MemoryDAO<Desk>(store: store)
        badges = MemoryDAO<Badge>(store: store)
        spots = MemoryDAO<Spot>(store: store)
        camps = MemoryDAO<Camp>(store: store)
        forts = MemoryDAO<Fort>(store: store)
        ponds = MemoryDAO<Pond>(store: store)
        trails = MemoryDAO<Trail>(store: store)
        panels = MemoryDAO<Panel>(store: store)
        charts = MemoryDAO<Chart>(store: store)
        sources = MemoryDAO<Source>(store: store)
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
extension KinManager {
    /// The boss of the worker, or nil when it has none.
    func boss(of worker: Worker) async throws -> Worker? {
        guard let identity = worker.boss else { return nil }
        return try await workers.retrieve(identity)
    }

    /// What the boss of any of the workers is, by identity, in one query.
    func boss(of workers: [Worker]) async throws -> [Worker.Identity: Worker] {
        let identities = Set(workers.compactMap { $0.boss?.value })
        return try await store.read { connection in
            var found: [Worker.Identity: Worker] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "pay", "staff", "cost", "boss", "firm", "section"
                FROM "Worker"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try WorkerMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The reports of the worker.
    func reports(of worker: Worker) async throws -> Set<Worker> {
        guard let identity = worker.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "pay", "staff", "cost", "boss", "firm", "section"
                FROM "Worker"
                WHERE "boss" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try WorkerMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The reports of each of the workers that has any, in one query.
    func reports(of workers: [Worker]) async throws -> [Worker.Identity: Set<Worker>] {
        let identities = workers.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Worker.Identity: Set<Worker>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "pay", "staff", "cost", "boss", "firm", "section", "boss"
                FROM "Worker"
                WHERE "boss" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Worker.Identity(try row.required(row.string(7), 7))
                found[owner, default: []].insert(try WorkerMapping.record(from: row))
            }
            return found
        }
    }

    /// The firm of the worker, or nil when it has none.
    func firm(of worker: Worker) async throws -> Firm? {
        guard let identity = worker.firm else { return nil }
        return try await firms.retrieve(identity)
    }

    /// What the firm of any of the workers is, by identity, in one query.
    func firm(of workers: [Worker]) async throws -> [Firm.Identity: Firm] {
        let identities = Set(workers.compactMap { $0.firm?.value })
        return try await store.read { connection in
            var found: [Firm.Identity: Firm] = [:]
            try connection.forEachRow(
                """
                SELECT "id"
                FROM "Firm"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try FirmMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The section of the worker, or nil when it has none.
    func section(of worker: Worker) async throws -> Section? {
        guard let identity = worker.section else { return nil }
        return try await sections.retrieve(identity)
    }

    /// What the section of any of the workers is, by identity, in one query.
    func section(of workers: [Worker]) async throws -> [Section.Identity: Section] {
        let identities = Set(workers.compactMap { $0.section?.value })
        return try await store.read { connection in
            var found: [Section.Identity: Section] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "firm"
                FROM "Section"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try SectionMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The keys of the worker.
    func keys(of worker: Worker) async throws -> Set<Key> {
        guard let identity = worker.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."id", t1."firm", t1."section"
                FROM "Key.holders" AS t0
                JOIN "Key" AS t1 ON t1."id" = t0."source"
                WHERE t0."target" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try KeyMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The keys of each of the workers that has any, in one query.
    func keys(of workers: [Worker]) async throws -> [Worker.Identity: Set<Key>] {
        let identities = workers.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Worker.Identity: Set<Key>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."id", t1."firm", t1."section", t0."target"
                FROM "Key.holders" AS t0
                JOIN "Key" AS t1 ON t1."id" = t0."source"
                WHERE t0."target" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Worker.Identity(try row.required(row.string(3), 3))
                found[owner, default: []].insert(try KeyMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the keys of the worker, in place of those that it had.
    func setKeys(_ identities: Set<Key.Identity>, of worker: Worker) async throws {
        guard let identity = worker.identity else {
            throw StoreError.noRecord(entity: "Worker")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("keys", of: worker, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Key.holders"
                WHERE "target" = ?1 AND "source" NOT IN (SELECT store_element(value) FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Key.holders" ("target", "source") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The firm of the key, or nil when it has none.
    func firm(of key: Key) async throws -> Firm? {
        guard let identity = key.firm else { return nil }
        return try await firms.retrieve(identity)
    }

    /// What the firm of any of the keys is, by identity, in one query.
    func firm(of keys: [Key]) async throws -> [Firm.Identity: Firm] {
        let identities = Set(keys.compactMap { $0.firm?.value })
        return try await store.read { connection in
            var found: [Firm.Identity: Firm] = [:]
            try connection.forEachRow(
                """
                SELECT "id"
                FROM "Firm"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try FirmMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The holders of the key.
    func holders(of key: Key) async throws -> Set<Worker> {
        guard let identity = key.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."id", t1."pay", t1."staff", t1."cost", t1."boss", t1."firm", t1."section"
                FROM "Key.holders" AS t0
                JOIN "Worker" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try WorkerMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The holders of each of the keys that has any, in one query.
    func holders(of keys: [Key]) async throws -> [Key.Identity: Set<Worker>] {
        let identities = keys.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Key.Identity: Set<Worker>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."id", t1."pay", t1."staff", t1."cost", t1."boss", t1."firm", t1."section", t0."source"
                FROM "Key.holders" AS t0
                JOIN "Worker" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Key.Identity(try row.required(row.string(7), 7))
                found[owner, default: []].insert(try WorkerMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the holders of the key, in place of those that it had.
    func setHolders(_ identities: Set<Worker.Identity>, of key: Key) async throws {
        guard let identity = key.identity else {
            throw StoreError.noRecord(entity: "Key")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("holders", of: key, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Key.holders"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT store_element(value) FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Key.holders" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The section of the key, or nil when it has none.
    func section(of key: Key) async throws -> Section? {
        guard let identity = key.section else { return nil }
        return try await sections.retrieve(identity)
    }

    /// What the section of any of the keys is, by identity, in one query.
    func section(of keys: [Key]) async throws -> [Section.Identity: Section] {
        let identities = Set(keys.compactMap { $0.section?.value })
        return try await store.read { connection in
            var found: [Section.Identity: Section] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "firm"
                FROM "Section"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try SectionMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The firm of the room, or nil when it has none.
    func firm(of room: Room) async throws -> Firm? {
        guard let identity = room.firm else { return nil }
        return try await firms.retrieve(identity)
    }

    /// What the firm of any of the rooms is, by identity, in one query.
    func firm(of rooms: [Room]) async throws -> [Firm.Identity: Firm] {
        let identities = Set(rooms.compactMap { $0.firm?.value })
        return try await store.read { connection in
            var found: [Firm.Identity: Firm] = [:]
            try connection.forEachRow(
                """
                SELECT "id"
                FROM "Firm"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try FirmMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The section of the room, or nil when it has none.
    func section(of room: Room) async throws -> Section? {
        return try await sections.retrieve(room.section)
    }

    /// What the section of any of the rooms is, by identity, in one query.
    func section(of rooms: [Room]) async throws -> [Section.Identity: Section] {
        let identities = Set(rooms.map { $0.section.value })
        return try await store.read { connection in
            var found: [Section.Identity: Section] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "firm"
                FROM "Section"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try SectionMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The firm of the section, or nil when it has none.
    func firm(of section: Section) async throws -> Firm? {
        guard let identity = section.firm else { return nil }
        return try await firms.retrieve(identity)
    }

    /// What the firm of any of the sections is, by identity, in one query.
    func firm(of sections: [Section]) async throws -> [Firm.Identity: Firm] {
        let identities = Set(sections.compactMap { $0.firm?.value })
        return try await store.read { connection in
            var found: [Firm.Identity: Firm] = [:]
            try connection.forEachRow(
                """
                SELECT "id"
                FROM "Firm"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try FirmMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The rooms of the section.
    func rooms(of section: Section) async throws -> Set<Room> {
        guard let identity = section.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "firm", "section"
                FROM "Room"
                WHERE "section" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try RoomMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The rooms of each of the sections that has any, in one query.
    func rooms(of sections: [Section]) async throws -> [Section.Identity: Set<Room>] {
        let identities = sections.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Section.Identity: Set<Room>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "firm", "section", "section"
                FROM "Room"
                WHERE "section" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Section.Identity(try row.required(row.string(3), 3))
                found[owner, default: []].insert(try RoomMapping.record(from: row))
            }
            return found
        }
    }

    /// The workers of the section.
    func workers(of section: Section) async throws -> Set<Worker> {
        guard let identity = section.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "pay", "staff", "cost", "boss", "firm", "section"
                FROM "Worker"
                WHERE "section" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try WorkerMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The workers of each of the sections that has any, in one query.
    func workers(of sections: [Section]) async throws -> [Section.Identity: Set<Worker>] {
        let identities = sections.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Section.Identity: Set<Worker>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "pay", "staff", "cost", "boss", "firm", "section", "section"
                FROM "Worker"
                WHERE "section" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Section.Identity(try row.required(row.string(7), 7))
                found[owner, default: []].insert(try WorkerMapping.record(from: row))
            }
            return found
        }
    }

    /// The keys of the firm.
    func keys(of firm: Firm) async throws -> Set<Key> {
        guard let identity = firm.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "firm", "section"
                FROM "Key"
                WHERE "firm" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try KeyMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The keys of each of the firms that has any, in one query.
    func keys(of firms: [Firm]) async throws -> [Firm.Identity: Set<Key>] {
        let identities = firms.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Firm.Identity: Set<Key>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "firm", "section", "firm"
                FROM "Key"
                WHERE "firm" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Firm.Identity(try row.required(row.string(3), 3))
                found[owner, default: []].insert(try KeyMapping.record(from: row))
            }
            return found
        }
    }

    /// The rooms of the firm.
    func rooms(of firm: Firm) async throws -> Set<Room> {
        guard let identity = firm.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "firm", "section"
                FROM "Room"
                WHERE "firm" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try RoomMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The rooms of each of the firms that has any, in one query.
    func rooms(of firms: [Firm]) async throws -> [Firm.Identity: Set<Room>] {
        let identities = firms.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Firm.Identity: Set<Room>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "firm", "section", "firm"
                FROM "Room"
                WHERE "firm" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Firm.Identity(try row.required(row.string(3), 3))
                found[owner, default: []].insert(try RoomMapping.record(from: row))
            }
            return found
        }
    }

    /// The sections of the firm.
    func sections(of firm: Firm) async throws -> Set<Section> {
        guard let identity = firm.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "firm"
                FROM "Section"
                WHERE "firm" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SectionMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The sections of each of the firms that has any, in one query.
    func sections(of firms: [Firm]) async throws -> [Firm.Identity: Set<Section>] {
        let identities = firms.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Firm.Identity: Set<Section>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "firm", "firm"
                FROM "Section"
                WHERE "firm" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Firm.Identity(try row.required(row.string(2), 2))
                found[owner, default: []].insert(try SectionMapping.record(from: row))
            }
            return found
        }
    }

    /// The workers of the firm.
    func workers(of firm: Firm) async throws -> Set<Worker> {
        guard let identity = firm.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "pay", "staff", "cost", "boss", "firm", "section"
                FROM "Worker"
                WHERE "firm" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try WorkerMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The workers of each of the firms that has any, in one query.
    func workers(of firms: [Firm]) async throws -> [Firm.Identity: Set<Worker>] {
        let identities = firms.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Firm.Identity: Set<Worker>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "pay", "staff", "cost", "boss", "firm", "section", "firm"
                FROM "Worker"
                WHERE "firm" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Firm.Identity(try row.required(row.string(7), 7))
                found[owner, default: []].insert(try WorkerMapping.record(from: row))
            }
            return found
        }
    }

    /// The above of the rung.
    func above(of rung: Rung) async throws -> Set<Rung> {
        guard let identity = rung.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "below"
                FROM "Rung"
                WHERE "below" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try RungMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The above of each of the rungs that has any, in one query.
    func above(of rungs: [Rung]) async throws -> [Rung.Identity: Set<Rung>] {
        let identities = rungs.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Rung.Identity: Set<Rung>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "below", "below"
                FROM "Rung"
                WHERE "below" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Rung.Identity(try row.required(row.int64(2), 2))
                found[owner, default: []].insert(try RungMapping.record(from: row))
            }
            return found
        }
    }

    /// The below of the rung, or nil when it has none.
    func below(of rung: Rung) async throws -> Rung? {
        guard let identity = rung.below else { return nil }
        return try await rungs.retrieve(identity)
    }

    /// What the below of any of the rungs is, by identity, in one query.
    func below(of rungs: [Rung]) async throws -> [Rung.Identity: Rung] {
        let identities = Set(rungs.compactMap { $0.below?.value })
        return try await store.read { connection in
            var found: [Rung.Identity: Rung] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "below"
                FROM "Rung"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try RungMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The stem of the branch, or nil when it has none.
    func stem(of branch: Branch) async throws -> Branch? {
        guard let identity = branch.stem else { return nil }
        return try await branches.retrieve(identity)
    }

    /// What the stem of any of the branches is, by identity, in one query.
    func stem(of branches: [Branch]) async throws -> [Branch.Identity: Branch] {
        let identities = Set(branches.compactMap { $0.stem?.value })
        return try await store.read { connection in
            var found: [Branch.Identity: Branch] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "stem"
                FROM "Branch"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try BranchMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The twigs of the branch.
    func twigs(of branch: Branch) async throws -> Set<Branch> {
        guard let identity = branch.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "stem"
                FROM "Branch"
                WHERE "stem" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BranchMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The twigs of each of the branches that has any, in one query.
    func twigs(of branches: [Branch]) async throws -> [Branch.Identity: Set<Branch>] {
        let identities = branches.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Branch.Identity: Set<Branch>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "stem", "stem"
                FROM "Branch"
                WHERE "stem" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Branch.Identity(try row.required(row.int64(2), 2))
                found[owner, default: []].insert(try BranchMapping.record(from: row))
            }
            return found
        }
    }

    /// The flock of the sheep.
    func flock(of sheep: Sheep) async throws -> Set<Sheep> {
        guard let identity = sheep.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."id"
                FROM "Sheep.flock" AS t0
                JOIN "Sheep" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SheepMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The flock of each of the sheeps that has any, in one query.
    func flock(of sheeps: [Sheep]) async throws -> [Sheep.Identity: Set<Sheep>] {
        let identities = sheeps.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Sheep.Identity: Set<Sheep>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."id", t0."source"
                FROM "Sheep.flock" AS t0
                JOIN "Sheep" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Sheep.Identity(try row.required(row.int64(1), 1))
                found[owner, default: []].insert(try SheepMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the flock of the sheep, in place of those that it had.
    func setFlock(_ identities: Set<Sheep.Identity>, of sheep: Sheep) async throws {
        guard let identity = sheep.identity else {
            throw StoreError.noRecord(entity: "Sheep")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("flock", of: sheep, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Sheep.flock"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT value FROM json_each(?2))
                    OR "target" = ?1 AND "source" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Sheep.flock" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
                try connection.execute(
                    """
                    INSERT INTO "Sheep.flock" ("target", "source") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The follows of the sheep, in their order.
    func follows(of sheep: Sheep) async throws -> [Sheep] {
        guard let identity = sheep.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."id"
                FROM "Sheep.followers" AS t0
                JOIN "Sheep" AS t1 ON t1."id" = t0."source"
                WHERE t0."target" = ?1
                ORDER BY t0."targetPosition" NULLS LAST, t1."id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SheepMapping.record(from: $0)
            }
        }
    }

    /// The follows of each of the sheeps that has any, in one query.
    func follows(of sheeps: [Sheep]) async throws -> [Sheep.Identity: [Sheep]] {
        let identities = sheeps.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Sheep.Identity: [Sheep]] = [:]
            try connection.forEachRow(
                """
                SELECT t1."id", t0."target"
                FROM "Sheep.followers" AS t0
                JOIN "Sheep" AS t1 ON t1."id" = t0."source"
                WHERE t0."target" IN (SELECT value FROM json_each(?1))
                ORDER BY t0."targetPosition" NULLS LAST, t1."id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Sheep.Identity(try row.required(row.int64(1), 1))
                found[owner, default: []].append(try SheepMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the follows of the sheep, in this order, in place of those that it had.
    func setFollows(_ identities: [Sheep.Identity], of sheep: Sheep) async throws {
        guard let identity = sheep.identity else {
            throw StoreError.noRecord(entity: "Sheep")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("follows", of: sheep, to: identities)
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Sheep.followers"
                WHERE "target" = ?1 AND "source" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for (position, related) in identities.enumerated() {
                try connection.execute(
                    """
                    INSERT INTO "Sheep.followers" ("target", "source", "targetPosition") VALUES (?1, ?2, ?3)
                    ON CONFLICT ("source", "target") DO UPDATE SET "targetPosition" = excluded."targetPosition"
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                    try $0.bind(Int64(position), at: 3)
                }
            }
        }
    }

    /// The followers of the sheep.
    func followers(of sheep: Sheep) async throws -> Set<Sheep> {
        guard let identity = sheep.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."id"
                FROM "Sheep.followers" AS t0
                JOIN "Sheep" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SheepMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The followers of each of the sheeps that has any, in one query.
    func followers(of sheeps: [Sheep]) async throws -> [Sheep.Identity: Set<Sheep>] {
        let identities = sheeps.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Sheep.Identity: Set<Sheep>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."id", t0."source"
                FROM "Sheep.followers" AS t0
                JOIN "Sheep" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Sheep.Identity(try row.required(row.int64(1), 1))
                found[owner, default: []].insert(try SheepMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the followers of the sheep, in place of those that it had.
    func setFollowers(_ identities: Set<Sheep.Identity>, of sheep: Sheep) async throws {
        guard let identity = sheep.identity else {
            throw StoreError.noRecord(entity: "Sheep")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("followers", of: sheep, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Sheep.followers"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Sheep.followers" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The leads of the sheep.
    func leads(of sheep: Sheep) async throws -> Set<Sheep> {
        guard let identity = sheep.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."id"
                FROM "Sheep.leads" AS t0
                JOIN "Sheep" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SheepMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The leads of each of the sheeps that has any, in one query.
    func leads(of sheeps: [Sheep]) async throws -> [Sheep.Identity: Set<Sheep>] {
        let identities = sheeps.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Sheep.Identity: Set<Sheep>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."id", t0."source"
                FROM "Sheep.leads" AS t0
                JOIN "Sheep" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Sheep.Identity(try row.required(row.int64(1), 1))
                found[owner, default: []].insert(try SheepMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the leads of the sheep, in place of those that it had.
    func setLeads(_ identities: Set<Sheep.Identity>, of sheep: Sheep) async throws {
        guard let identity = sheep.identity else {
            throw StoreError.noRecord(entity: "Sheep")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("leads", of: sheep, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Sheep.leads"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Sheep.leads" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The desk of the partner, or nil when it has none.
    func desk(of partner: Partner) async throws -> Desk? {
        guard let identity = partner.identity else { return nil }
        return try await store.read { connection in
            try connection.firstRow(
                """
                SELECT "id", "owner"
                FROM "Desk"
                WHERE "owner" = ?1
                ORDER BY "id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try DeskMapping.record(from: $0)
            }
        }
    }

    /// The desk of each of the partners that has any, in one query.
    func desk(of partners: [Partner]) async throws -> [Partner.Identity: Desk] {
        let identities = partners.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Partner.Identity: Desk] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "owner", "owner"
                FROM "Desk"
                WHERE "owner" IN (SELECT store_element(value) FROM json_each(?1))
                ORDER BY "id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Partner.Identity(try row.required(row.string(2), 2))
                found[owner] = try DeskMapping.record(from: row)
            }
            return found
        }
    }

    /// The badge of the partner, or nil when it has none.
    func badge(of partner: Partner) async throws -> Badge? {
        guard let identity = partner.identity else { return nil }
        return try await store.read { connection in
            try connection.firstRow(
                """
                SELECT "id", "holder"
                FROM "Badge"
                WHERE "holder" = ?1
                ORDER BY "id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BadgeMapping.record(from: $0)
            }
        }
    }

    /// The badge of each of the partners that has any, in one query.
    func badge(of partners: [Partner]) async throws -> [Partner.Identity: Badge] {
        let identities = partners.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Partner.Identity: Badge] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "holder", "holder"
                FROM "Badge"
                WHERE "holder" IN (SELECT store_element(value) FROM json_each(?1))
                ORDER BY "id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Partner.Identity(try row.required(row.string(2), 2))
                found[owner] = try BadgeMapping.record(from: row)
            }
            return found
        }
    }

    /// The spouse of the partner, or nil when it has none.
    func spouse(of partner: Partner) async throws -> Partner? {
        guard let identity = partner.spouse else { return nil }
        return try await partners.retrieve(identity)
    }

    /// What the spouse of any of the partners is, by identity, in one query.
    func spouse(of partners: [Partner]) async throws -> [Partner.Identity: Partner] {
        let identities = Set(partners.compactMap { $0.spouse?.value })
        return try await store.read { connection in
            var found: [Partner.Identity: Partner] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "spouse"
                FROM "Partner"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try PartnerMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The worn of the crown, or nil when it has none.
    func worn(of crown: Crown) async throws -> Queen? {
        guard let identity = crown.identity else { return nil }
        return try await store.read { connection in
            try connection.firstRow(
                """
                SELECT "id", "crown"
                FROM "Queen"
                WHERE "crown" = ?1
                ORDER BY "id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try QueenMapping.record(from: $0)
            }
        }
    }

    /// The worn of each of the crowns that has any, in one query.
    func worn(of crowns: [Crown]) async throws -> [Crown.Identity: Queen] {
        let identities = crowns.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Crown.Identity: Queen] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "crown", "crown"
                FROM "Queen"
                WHERE "crown" IN (SELECT value FROM json_each(?1))
                ORDER BY "id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Crown.Identity(try row.required(row.int64(2), 2))
                found[owner] = try QueenMapping.record(from: row)
            }
            return found
        }
    }

    /// The crown of the queen, or nil when it has none.
    func crown(of queen: Queen) async throws -> Crown? {
        return try await crowns.retrieve(queen.crown)
    }

    /// What the crown of any of the queens is, by identity, in one query.
    func crown(of queens: [Queen]) async throws -> [Crown.Identity: Crown] {
        let identities = Set(queens.map { $0.crown.value })
        return try await store.read { connection in
            var found: [Crown.Identity: Crown] = [:]
            try connection.forEachRow(
                """
                SELECT "id"
                FROM "Crown"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try CrownMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The owner of the desk, or nil when it has none.
    func owner(of desk: Desk) async throws -> Partner? {
        guard let identity = desk.owner else { return nil }
        return try await partners.retrieve(identity)
    }

    /// What the owner of any of the desks is, by identity, in one query.
    func owner(of desks: [Desk]) async throws -> [Partner.Identity: Partner] {
        let identities = Set(desks.compactMap { $0.owner?.value })
        return try await store.read { connection in
            var found: [Partner.Identity: Partner] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "spouse"
                FROM "Partner"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try PartnerMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The holder of the badge, or nil when it has none.
    func holder(of badge: Badge) async throws -> Partner? {
        return try await partners.retrieve(badge.holder)
    }

    /// What the holder of any of the badges is, by identity, in one query.
    func holder(of badges: [Badge]) async throws -> [Partner.Identity: Partner] {
        let identities = Set(badges.map { $0.holder.value })
        return try await store.read { connection in
            var found: [Partner.Identity: Partner] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "spouse"
                FROM "Partner"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try PartnerMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The base of the camp, or nil when it has none.
    func base(of camp: Camp) async throws -> Camp? {
        guard let identity = camp.base else { return nil }
        return try await camps.retrieve(identity)
    }

    /// What the base of any of the camps is, by identity, in one query.
    func base(of camps: [Camp]) async throws -> [Camp.Identity: Camp] {
        let identities = Set(camps.compactMap { $0.base?.value })
        return try await store.read { connection in
            var found: [Camp.Identity: Camp] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "size", "base"
                FROM "Camp"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try CampMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The posts of the camp.
    func posts(of camp: Camp) async throws -> Set<Camp> {
        guard let identity = camp.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "size", "base"
                FROM "Camp"
                WHERE "base" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CampMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The posts of each of the camps that has any, in one query.
    func posts(of camps: [Camp]) async throws -> [Camp.Identity: Set<Camp>] {
        let identities = camps.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Camp.Identity: Set<Camp>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "size", "base", "base"
                FROM "Camp"
                WHERE "base" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Camp.Identity(try row.required(row.string(3), 3))
                found[owner, default: []].insert(try CampMapping.record(from: row))
            }
            return found
        }
    }

    /// The base of the fort, or nil when it has none.
    func base(of fort: Fort) async throws -> Camp? {
        guard let identity = fort.base else { return nil }
        return try await camps.retrieve(identity)
    }

    /// What the base of any of the forts is, by identity, in one query.
    func base(of forts: [Fort]) async throws -> [Camp.Identity: Camp] {
        let identities = Set(forts.compactMap { $0.base?.value })
        return try await store.read { connection in
            var found: [Camp.Identity: Camp] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "size", "base"
                FROM "Camp"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try CampMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The posts of the fort.
    func posts(of fort: Fort) async throws -> Set<Camp> {
        guard let identity = fort.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "size", "base"
                FROM "Camp"
                WHERE "base" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CampMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The posts of each of the forts that has any, in one query.
    func posts(of forts: [Fort]) async throws -> [Fort.Identity: Set<Camp>] {
        let identities = forts.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Fort.Identity: Set<Camp>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "size", "base", "base"
                FROM "Camp"
                WHERE "base" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Fort.Identity(try row.required(row.string(3), 3))
                found[owner, default: []].insert(try CampMapping.record(from: row))
            }
            return found
        }
    }

    /// The start of the trail, or nil when it has none.
    func start(of trail: Trail) async throws -> Camp? {
        return try await camps.retrieve(trail.start)
    }

    /// What the start of any of the trails is, by identity, in one query.
    func start(of trails: [Trail]) async throws -> [Camp.Identity: Camp] {
        let identities = Set(trails.map { $0.start.value })
        return try await store.read { connection in
            var found: [Camp.Identity: Camp] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "size", "base"
                FROM "Camp"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try CampMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The goal of the trail, or nil when it has none.
    func goal(of trail: Trail) async throws -> Spot? {
        guard let identity = trail.goal else { return nil }
        return try await spots.retrieve(identity)
    }

    /// What the goal of any of the trails is, by identity, in one query.
    func goal(of trails: [Trail]) async throws -> [Spot.Identity: Spot] {
        let identities = Set(trails.compactMap { $0.goal?.value })
        return try await store.read { connection in
            var found: [Spot.Identity: Spot] = [:]
            try connection.forEachRow(
                """
                SELECT "id"
                FROM "Spot"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try SpotMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The camps of the trail.
    func camps(of trail: Trail) async throws -> Set<Camp> {
        guard let identity = trail.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."id", t1."size", t1."base"
                FROM "Trail.camps" AS t0
                JOIN "Camp" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CampMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The camps of each of the trails that has any, in one query.
    func camps(of trails: [Trail]) async throws -> [Trail.Identity: Set<Camp>] {
        let identities = trails.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Trail.Identity: Set<Camp>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."id", t1."size", t1."base", t0."source"
                FROM "Trail.camps" AS t0
                JOIN "Camp" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Trail.Identity(try row.required(row.string(3), 3))
                found[owner, default: []].insert(try CampMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the camps of the trail, in place of those that it had.
    func setCamps(_ identities: Set<Camp.Identity>, of trail: Trail) async throws {
        guard let identity = trail.identity else {
            throw StoreError.noRecord(entity: "Trail")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("camps", of: trail, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Trail.camps"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT store_element(value) FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Trail.camps" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The chart of the panel, or nil when it has none.
    func chart(of panel: Panel) async throws -> Chart? {
        guard let identity = panel.chart else { return nil }
        return try await charts.retrieve(identity)
    }

    /// What the chart of any of the panels is, by identity, in one query.
    func chart(of panels: [Panel]) async throws -> [Chart.Identity: Chart] {
        let identities = Set(panels.compactMap { $0.chart?.value })
        return try await store.read { connection in
            var found: [Chart.Identity: Chart] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "source"
                FROM "Chart"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try ChartMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The sources of the panel.
    func sources(of panel: Panel) async throws -> Set<Source> {
        guard let identity = panel.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."id", t1."main"
                FROM "Panel.sources" AS t0
                JOIN "Source" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SourceMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The sources of each of the panels that has any, in one query.
    func sources(of panels: [Panel]) async throws -> [Panel.Identity: Set<Source>] {
        let identities = panels.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Panel.Identity: Set<Source>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."id", t1."main", t0."source"
                FROM "Panel.sources" AS t0
                JOIN "Source" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Panel.Identity(try row.required(row.int64(2), 2))
                found[owner, default: []].insert(try SourceMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the sources of the panel, in place of those that it had.
    func setSources(_ identities: Set<Source.Identity>, of panel: Panel) async throws {
        guard let identity = panel.identity else {
            throw StoreError.noRecord(entity: "Panel")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("sources", of: panel, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Panel.sources"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Panel.sources" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The panels of the chart.
    func panels(of chart: Chart) async throws -> Set<Panel> {
        guard let identity = chart.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "chart"
                FROM "Panel"
                WHERE "chart" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PanelMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The panels of each of the charts that has any, in one query.
    func panels(of charts: [Chart]) async throws -> [Chart.Identity: Set<Panel>] {
        let identities = charts.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Chart.Identity: Set<Panel>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "chart", "chart"
                FROM "Panel"
                WHERE "chart" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Chart.Identity(try row.required(row.int64(2), 2))
                found[owner, default: []].insert(try PanelMapping.record(from: row))
            }
            return found
        }
    }

    /// The source of the chart, or nil when it has none.
    func source(of chart: Chart) async throws -> Source? {
        guard let identity = chart.source else { return nil }
        return try await sources.retrieve(identity)
    }

    /// What the source of any of the charts is, by identity, in one query.
    func source(of charts: [Chart]) async throws -> [Source.Identity: Source] {
        let identities = Set(charts.compactMap { $0.source?.value })
        return try await store.read { connection in
            var found: [Source.Identity: Source] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "main"
                FROM "Source"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try SourceMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The panels of the source.
    func panels(of source: Source) async throws -> Set<Panel> {
        guard let identity = source.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."id", t1."chart"
                FROM "Panel.sources" AS t0
                JOIN "Panel" AS t1 ON t1."id" = t0."source"
                WHERE t0."target" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PanelMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The panels of each of the sources that has any, in one query.
    func panels(of sources: [Source]) async throws -> [Source.Identity: Set<Panel>] {
        let identities = sources.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Source.Identity: Set<Panel>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."id", t1."chart", t0."target"
                FROM "Panel.sources" AS t0
                JOIN "Panel" AS t1 ON t1."id" = t0."source"
                WHERE t0."target" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Source.Identity(try row.required(row.int64(2), 2))
                found[owner, default: []].insert(try PanelMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the panels of the source, in place of those that it had.
    func setPanels(_ identities: Set<Panel.Identity>, of source: Source) async throws {
        guard let identity = source.identity else {
            throw StoreError.noRecord(entity: "Source")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("panels", of: source, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Panel.sources"
                WHERE "target" = ?1 AND "source" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Panel.sources" ("target", "source") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The main of the source, or nil when it has none.
    func main(of source: Source) async throws -> Chart? {
        guard let identity = source.main else { return nil }
        return try await charts.retrieve(identity)
    }

    /// What the main of any of the sources is, by identity, in one query.
    func main(of sources: [Source]) async throws -> [Chart.Identity: Chart] {
        let identities = Set(sources.compactMap { $0.main?.value })
        return try await store.read { connection in
            var found: [Chart.Identity: Chart] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "source"
                FROM "Chart"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try ChartMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }
}
