// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.
//
// What you can call, each with `try await`:
//
//     manager.everythings.list()                                                      [Everything], every one
//     manager.everythings.retrieve(identity)                                          Everything?, the one
//     manager.everythings.save(everything)                                            inserts or updates; also [Everything]
//     manager.everythings.delete(identity)                                            Bool, whether there was one
//     manager.everythings.deleteAll()                                                 Int, how many there were
//     manager.everythings.count()                                                     Int
//     manager.words.list()                                                            [Words], every one
//     manager.words.retrieve(identity)                                                Words?, the one
//     manager.words.save(words)                                                       inserts or updates; also [Words]
//     manager.words.delete(identity)                                                  Bool, whether there was one
//     manager.words.deleteAll()                                                       Int, how many there were
//     manager.words.count()                                                           Int
//     manager.switch(of: words)                                                       DataRecord?
//     manager.strings.list()                                                          [StringRecord], every one
//     manager.strings.retrieve(identity)                                              StringRecord?, the one
//     manager.strings.save(string)                                                    inserts or updates; also [StringRecord]
//     manager.strings.delete(identity)                                                Bool, whether there was one
//     manager.strings.deleteAll()                                                     Int, how many there were
//     manager.strings.count()                                                         Int
//     manager.parent(of: string)                                                      StringRecord?
//     manager.children(of: string)                                                    Set<StringRecord>
//     manager.selfs.list()                                                            [SelfRecord], every one
//     manager.selfs.retrieve(identity)                                                SelfRecord?, the one
//     manager.selfs.save(self_)                                                       inserts or updates; also [SelfRecord]
//     manager.selfs.delete(identity)                                                  Bool, whether there was one
//     manager.selfs.deleteAll()                                                       Int, how many there were
//     manager.selfs.count()                                                           Int
//     manager.types.list()                                                            [TypeRecord], every one
//     manager.types.retrieve(identity)                                                TypeRecord?, the one
//     manager.types.save(type)                                                        inserts or updates; also [TypeRecord]
//     manager.types.delete(identity)                                                  Bool, whether there was one
//     manager.types.deleteAll()                                                       Int, how many there were
//     manager.types.count()                                                           Int
//     manager.data.list()                                                             [DataRecord], every one
//     manager.data.retrieve(identity)                                                 DataRecord?, the one
//     manager.data.save(data)                                                         inserts or updates; also [DataRecord]
//     manager.data.delete(identity)                                                   Bool, whether there was one
//     manager.data.deleteAll()                                                        Int, how many there were
//     manager.data.count()                                                            Int
//     manager.case(of: data)                                                          Set<Words>
//     manager.dates.list()                                                            [DateRecord], every one
//     manager.dates.retrieve(identity)                                                DateRecord?, the one
//     manager.dates.save(date)                                                        inserts or updates; also [DateRecord]
//     manager.dates.delete(identity)                                                  Bool, whether there was one
//     manager.dates.deleteAll()                                                       Int, how many there were
//     manager.dates.count()                                                           Int
//     manager.sets.list()                                                             [SetRecord], every one
//     manager.sets.retrieve(identity)                                                 SetRecord?, the one
//     manager.sets.save(set)                                                          inserts or updates; also [SetRecord]
//     manager.sets.delete(identity)                                                   Bool, whether there was one
//     manager.sets.deleteAll()                                                        Int, how many there were
//     manager.sets.count()                                                            Int
//     manager.results.list()                                                          [ResultRecord], every one
//     manager.results.retrieve(identity)                                              ResultRecord?, the one
//     manager.results.save(result)                                                    inserts or updates; also [ResultRecord]
//     manager.results.delete(identity)                                                Bool, whether there was one
//     manager.results.deleteAll()                                                     Int, how many there were
//     manager.results.count()                                                         Int
//     manager.records.list()                                                          [RecordRecord], every one
//     manager.records.retrieve(identity)                                              RecordRecord?, the one
//     manager.records.save(record)                                                    inserts or updates; also [RecordRecord]
//     manager.records.delete(identity)                                                Bool, whether there was one
//     manager.records.deleteAll()                                                     Int, how many there were
//     manager.records.count()                                                         Int
//     manager.values.list()                                                           [ValueRecord], every one
//     manager.values.retrieve(identity)                                               ValueRecord?, the one
//     manager.values.save(value)                                                      inserts or updates; also [ValueRecord]
//     manager.values.delete(identity)                                                 Bool, whether there was one
//     manager.values.deleteAll()                                                      Int, how many there were
//     manager.values.count()                                                          Int
//     manager.models.list()                                                           [ModelRecord], every one
//     manager.models.retrieve(identity)                                               ModelRecord?, the one
//     manager.models.save(model)                                                      inserts or updates; also [ModelRecord]
//     manager.models.delete(identity)                                                 Bool, whether there was one
//     manager.models.deleteAll()                                                      Int, how many there were
//     manager.models.count()                                                          Int
//     manager.errors.list()                                                           [ErrorRecord], every one
//     manager.errors.retrieve(identity)                                               ErrorRecord?, the one
//     manager.errors.save(errorRecord)                                                inserts or updates; also [ErrorRecord]
//     manager.errors.delete(identity)                                                 Bool, whether there was one
//     manager.errors.deleteAll()                                                      Int, how many there were
//     manager.errors.count()                                                          Int
//     manager.stores.list()                                                           [Store], every one
//     manager.stores.retrieve(identity)                                               Store?, the one
//     manager.stores.save(storeRecord)                                                inserts or updates; also [Store]
//     manager.stores.delete(identity)                                                 Bool, whether there was one
//     manager.stores.deleteAll()                                                      Int, how many there were
//     manager.stores.count()                                                          Int
//     manager.parent(of: storeRecord)                                                 Store?
//     manager.children(of: storeRecord)                                               Set<Store>
//     manager.connections.list()                                                      [Connection], every one
//     manager.connections.retrieve(identity)                                          Connection?, the one
//     manager.connections.save(connectionRecord)                                      inserts or updates; also [Connection]
//     manager.connections.delete(identity)                                            Bool, whether there was one
//     manager.connections.deleteAll()                                                 Int, how many there were
//     manager.connections.count()                                                     Int
//     manager.bindings.list()                                                         [Bindings], every one
//     manager.bindings.retrieve(identity)                                             Bindings?, the one
//     manager.bindings.save(bindingsRecord)                                           inserts or updates; also [Bindings]
//     manager.bindings.delete(identity)                                               Bool, whether there was one
//     manager.bindings.deleteAll()                                                    Int, how many there were
//     manager.bindings.count()                                                        Int
//     manager.rows.list()                                                             [Row], every one
//     manager.rows.retrieve(identity)                                                 Row?, the one
//     manager.rows.save(rowRecord)                                                    inserts or updates; also [Row]
//     manager.rows.delete(identity)                                                   Bool, whether there was one
//     manager.rows.deleteAll()                                                        Int, how many there were
//     manager.rows.count()                                                            Int
//     manager.lists.list()                                                            [List], every one
//     manager.lists.retrieve(identity)                                                List?, the one
//     manager.lists.save(list)                                                        inserts or updates; also [List]
//     manager.lists.delete(identity)                                                  Bool, whether there was one
//     manager.lists.deleteAll()                                                       Int, how many there were
//     manager.lists.count()                                                           Int
//     manager.cases.list()                                                            [Case], every one
//     manager.cases.retrieve(identity)                                                Case?, the one
//     manager.cases.save(`case`)                                                      inserts or updates; also [Case]
//     manager.cases.delete(identity)                                                  Bool, whether there was one
//     manager.cases.deleteAll()                                                       Int, how many there were
//     manager.cases.count()                                                           Int
//     manager.parent(of: `case`)                                                      Case?
//     manager.children(of: `case`)                                                    Set<Case>
//     manager.defaults.list()                                                         [Default], every one
//     manager.defaults.retrieve(identity)                                             Default?, the one
//     manager.defaults.save(`default`)                                                inserts or updates; also [Default]
//     manager.defaults.delete(identity)                                               Bool, whether there was one
//     manager.defaults.deleteAll()                                                    Int, how many there were
//     manager.defaults.count()                                                        Int
//     manager.identities.list()                                                       [IdentityRecord], every one
//     manager.identities.retrieve(identity)                                           IdentityRecord?, the one
//     manager.identities.save(identity_)                                              inserts or updates; also [IdentityRecord]
//     manager.identities.delete(identity)                                             Bool, whether there was one
//     manager.identities.deleteAll()                                                  Int, how many there were
//     manager.identities.count()                                                      Int
//     manager.parent(of: identity_)                                                   IdentityRecord?
//     manager.children(of: identity_)                                                 Set<IdentityRecord>
//     manager.ints.list()                                                             [IntRecord], every one
//     manager.ints.retrieve(identity)                                                 IntRecord?, the one
//     manager.ints.save(int)                                                          inserts or updates; also [IntRecord]
//     manager.ints.delete(identity)                                                   Bool, whether there was one
//     manager.ints.deleteAll()                                                        Int, how many there were
//     manager.ints.count()                                                            Int
//     manager.optionals.list()                                                        [OptionalRecord], every one
//     manager.optionals.retrieve(identity)                                            OptionalRecord?, the one
//     manager.optionals.save(optional)                                                inserts or updates; also [OptionalRecord]
//     manager.optionals.delete(identity)                                              Bool, whether there was one
//     manager.optionals.deleteAll()                                                   Int, how many there were
//     manager.optionals.count()                                                       Int
//     manager.tasks.list()                                                            [Task], every one
//     manager.tasks.retrieve(identity)                                                Task?, the one
//     manager.tasks.save(task)                                                        inserts or updates; also [Task]
//     manager.tasks.delete(identity)                                                  Bool, whether there was one
//     manager.tasks.deleteAll()                                                       Int, how many there were
//     manager.tasks.count()                                                           Int
//     manager.городs.list()                                                           [Город], every one
//     manager.городs.retrieve(identity)                                               Город?, the one
//     manager.городs.save(город)                                                      inserts or updates; also [Город]
//     manager.городs.delete(identity)                                                 Bool, whether there was one
//     manager.городs.deleteAll()                                                      Int, how many there were
//     manager.городs.count()                                                          Int
//     manager.parent(of: город)                                                       Город?
//     manager.children(of: город)                                                     Set<Город>
//     manager.都市s.list()                                                              [都市Record], every one
//     manager.都市s.retrieve(identity)                                                  都市Record?, the one
//     manager.都市s.save(都市)                                                            inserts or updates; also [都市Record]
//     manager.都市s.delete(identity)                                                    Bool, whether there was one
//     manager.都市s.deleteAll()                                                         Int, how many there were
//     manager.都市s.count()                                                             Int
//     manager.国(of: 都市)                                                               国Record?
//     manager.国s.list()                                                               [国Record], every one
//     manager.国s.retrieve(identity)                                                   国Record?, the one
//     manager.国s.save(国)                                                              inserts or updates; also [国Record]
//     manager.国s.delete(identity)                                                     Bool, whether there was one
//     manager.国s.deleteAll()                                                          Int, how many there were
//     manager.国s.count()                                                              Int
//     manager.都市(of: 国)                                                               Set<都市Record>
//     manager.shelveds.list()                                                         [Shelved], every one
//     manager.shelveds.retrieve(identity)                                             Shelved?, the one
//     manager.shelveds.save(shelved)                                                  inserts or updates; also [Shelved]
//     manager.shelveds.delete(identity)                                               Bool, whether there was one
//     manager.shelveds.deleteAll()                                                    Int, how many there were
//     manager.shelveds.count()                                                        Int
//     manager.in(of: shelved)                                                         Store?
//     manager.taxRates.list()                                                         [TaxRate], every one
//     manager.taxRates.retrieve(identity)                                             TaxRate?, the one
//     manager.taxRates.save(taxRate)                                                  inserts or updates; also [TaxRate]
//     manager.taxRates.delete(identity)                                               Bool, whether there was one
//     manager.taxRates.deleteAll()                                                    Int, how many there were
//     manager.taxRates.count()                                                        Int
//     manager.news.list()                                                             [News], every one
//     manager.news.retrieve(identity)                                                 News?, the one
//     manager.news.save(news)                                                         inserts or updates; also [News]
//     manager.news.delete(identity)                                                   Bool, whether there was one
//     manager.news.deleteAll()                                                        Int, how many there were
//     manager.news.count()                                                            Int
//     manager.anies.list()                                                            [AnyRecord], every one
//     manager.anies.retrieve(identity)                                                AnyRecord?, the one
//     manager.anies.save(any)                                                         inserts or updates; also [AnyRecord]
//     manager.anies.delete(identity)                                                  Bool, whether there was one
//     manager.anies.deleteAll()                                                       Int, how many there were
//     manager.anies.count()                                                           Int
//     manager.storeRows.list()                                                        [StoreRowRecord], every one
//     manager.storeRows.retrieve(identity)                                            StoreRowRecord?, the one
//     manager.storeRows.save(storeRow)                                                inserts or updates; also [StoreRowRecord]
//     manager.storeRows.delete(identity)                                              Bool, whether there was one
//     manager.storeRows.deleteAll()                                                   Int, how many there were
//     manager.storeRows.count()                                                       Int
//     manager.statements.list()                                                       [Statement], every one
//     manager.statements.retrieve(identity)                                           Statement?, the one
//     manager.statements.save(statementRecord)                                        inserts or updates; also [Statement]
//     manager.statements.delete(identity)                                             Bool, whether there was one
//     manager.statements.deleteAll()                                                  Int, how many there were
//     manager.statements.count()                                                      Int
//     manager.identitiesRecordRecords.list()                                          [Identities], every one
//     manager.identitiesRecordRecords.retrieve(identity)                              Identities?, the one
//     manager.identitiesRecordRecords.save(identitiesRecord)                          inserts or updates; also [Identities]
//     manager.identitiesRecordRecords.delete(identity)                                Bool, whether there was one
//     manager.identitiesRecordRecords.deleteAll()                                     Int, how many there were
//     manager.identitiesRecordRecords.count()                                         Int
//     manager.nothings.list()                                                         [Nothing], every one
//     manager.nothings.retrieve(identity)                                             Nothing?, the one
//     manager.nothings.save(nothing)                                                  inserts or updates; also [Nothing]
//     manager.nothings.delete(identity)                                               Bool, whether there was one
//     manager.nothings.deleteAll()                                                    Int, how many there were
//     manager.nothings.count()                                                        Int
//     manager.tomorrows.list()                                                        [Tomorrow], every one
//     manager.tomorrows.retrieve(identity)                                            Tomorrow?, the one
//     manager.tomorrows.save(tomorrow)                                                inserts or updates; also [Tomorrow]
//     manager.tomorrows.delete(identity)                                              Bool, whether there was one
//     manager.tomorrows.deleteAll()                                                   Int, how many there were
//     manager.tomorrows.count()                                                       Int
//     manager.borrow(of: tomorrow)                                                    Tomorrow?
//     manager.customerAccountSettingGroups.list()                                     [CustomerAccountSettingGroup], every one
//     manager.customerAccountSettingGroups.retrieve(identity)                         CustomerAccountSettingGroup?, the one
//     manager.customerAccountSettingGroups.save(customerAccountSettingGroup)          inserts or updates; also [CustomerAccountSettingGroup]
//     manager.customerAccountSettingGroups.delete(identity)                           Bool, whether there was one
//     manager.customerAccountSettingGroups.deleteAll()                                Int, how many there were
//     manager.customerAccountSettingGroups.count()                                    Int
//     manager.followingSettingGroup(of: customerAccountSettingGroup)                  CustomerAccountSettingGroup?
//     manager.precedingSettingGroups(of: customerAccountSettingGroup)                 [CustomerAccountSettingGroup]
//     manager.setPrecedingSettingGroups([identity], of: customerAccountSettingGroup)  in place of what was there
//     manager.relatedSettingGroups(of: customerAccountSettingGroup)                   Set<CustomerAccountSettingGroup>
//     manager.setRelatedSettingGroups([identity], of: customerAccountSettingGroup)    in place of what was there
//     manager.series.list()                                                           [Series], every one
//     manager.series.retrieve(identity)                                               Series?, the one
//     manager.series.save(series)                                                     inserts or updates; also [Series]
//     manager.series.delete(identity)                                                 Bool, whether there was one
//     manager.series.deleteAll()                                                      Int, how many there were
//     manager.series.count()                                                          Int
//     manager.next(of: series)                                                        Series?
//     manager.keepings.list()                                                         [Keeping], every one
//     manager.keepings.retrieve(identity)                                             Keeping?, the one
//     manager.keepings.save(keepingRecord)                                            inserts or updates; also [Keeping]
//     manager.keepings.delete(identity)                                               Bool, whether there was one
//     manager.keepings.deleteAll()                                                    Int, how many there were
//     manager.keepings.count()                                                        Int
//     manager.things(of: keepingRecord)                                               Set<Keeping>
//     manager.setThings([identity], of: keepingRecord)                                in place of what was there
//     manager.memories.list()                                                         [MemoryRecord], every one
//     manager.memories.retrieve(identity)                                             MemoryRecord?, the one
//     manager.memories.save(memoryRecord)                                             inserts or updates; also [MemoryRecord]
//     manager.memories.delete(identity)                                               Bool, whether there was one
//     manager.memories.deleteAll()                                                    Int, how many there were
//     manager.memories.count()                                                        Int
//     manager.things(of: memoryRecord)                                                Set<MemoryRecord>
//     manager.setThings([identity], of: memoryRecord)                                 in place of what was there
//
// The manager: `let manager = try OddManager.shared` for the application's file, or
// `try OddManager(fileAt: path)`, or `try OddManager.inMemory()`.
// Without a database: `OddManager(memory: MemoryStore(OddModel.definition))`.
// An identity is made from its value: Everything.Identity(…).

import CacheStore

/// The records of the model Odd.
nonisolated struct OddManager: Sendable {
    let everythings: any EverythingDAO
    let words: any WordsDAO
    let strings: any StringRecordDAO
    let selfs: any SelfRecordDAO
    let types: any TypeRecordDAO
    let data: any DataRecordDAO
    let dates: any DateRecordDAO
    let sets: any SetRecordDAO
    let results: any ResultRecordDAO
    let records: any RecordRecordDAO
    let values: any ValueRecordDAO
    let models: any ModelRecordDAO
    let errors: any ErrorRecordDAO
    let stores: any StoreDAO
    let connections: any ConnectionDAO
    let bindings: any BindingsDAO
    let rows: any RowDAO
    let lists: any ListDAO
    let cases: any CaseDAO
    let defaults: any DefaultDAO
    let identities: any IdentityRecordDAO
    let ints: any IntRecordDAO
    let optionals: any OptionalRecordDAO
    let tasks: any TaskDAO
    let городs: any ГородDAO
    let 都市s: any 都市RecordDAO
    let 国s: any 国RecordDAO
    let shelveds: any ShelvedDAO
    let taxRates: any TaxRateDAO
    let news: any NewsDAO
    let anies: any AnyRecordDAO
    let storeRows: any StoreRowRecordDAO
    let statements: any StatementDAO
    let identitiesRecordRecords: any IdentitiesDAO
    let nothings: any NothingDAO
    let tomorrows: any TomorrowDAO
    let customerAccountSettingGroups: any CustomerAccountSettingGroupDAO
    let series: any SeriesDAO
    let keepings: any KeepingDAO
    let memories: any MemoryRecordDAO

    private let keeping: RecordKeeping

    /// What generated queries run on; a copy where the records are kept without a database.
    var store: CacheStore {
        get async throws { try await keeping.store }
    }

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    static var shared: OddManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try OddManager(fileAt: DefaultStoreFile.path(forModel: "Odd"))
    }

    /// Opens the file at `path`, making it where there is none.
    init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: OddModel.definition))
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    static func inMemory() throws -> OddManager {
        OddManager(store: try CacheStore(inMemory: OddModel.definition))
    }

    /// Keeps its records in `store`, which may be opened with a configuration of its own.
    init(store: CacheStore) {
        keeping = RecordKeeping(store)
        everythings = StoredEverythingDAO(store: store)
        words = StoredWordsDAO(store: store)
        strings = StoredStringRecordDAO(store: store)
        selfs = StoredSelfRecordDAO(store: store)
        types = StoredTypeRecordDAO(store: store)
        data = StoredDataRecordDAO(store: store)
        dates = StoredDateRecordDAO(store: store)
        sets = StoredSetRecordDAO(store: store)
        results = StoredResultRecordDAO(store: store)
        records = StoredRecordRecordDAO(store: store)
        values = StoredValueRecordDAO(store: store)
        models = StoredModelRecordDAO(store: store)
        errors = StoredErrorRecordDAO(store: store)
        stores = StoredStoreDAO(store: store)
        connections = StoredConnectionDAO(store: store)
        bindings = StoredBindingsDAO(store: store)
        rows = StoredRowDAO(store: store)
        lists = StoredListDAO(store: store)
        cases = StoredCaseDAO(store: store)
        defaults = StoredDefaultDAO(store: store)
        identities = StoredIdentityRecordDAO(store: store)
        ints = StoredIntRecordDAO(store: store)
        optionals = StoredOptionalRecordDAO(store: store)
        tasks = StoredTaskDAO(store: store)
        городs = StoredГородDAO(store: store)
        都市s = Stored都市RecordDAO(store: store)
        国s = Stored国RecordDAO(store: store)
        shelveds = StoredShelvedDAO(store: store)
        taxRates = StoredTaxRateDAO(store: store)
        news = StoredNewsDAO(store: store)
        anies = StoredAnyRecordDAO(store: store)
        storeRows = StoredStoreRowRecordDAO(store: store)
        statements = StoredStatementDAO(store: store)
        identitiesRecordRecords = StoredIdentitiesDAO(store: store)
        nothings = StoredNothingDAO(store: store)
        tomorrows = StoredTomorrowDAO(store: store)
        customerAccountSettingGroups = StoredCustomerAccountSettingGroupDAO(store: store)
        series = StoredSeriesDAO(store: store)
        keepings = StoredKeepingDAO(store: store)
        memories = StoredMemoryRecordDAO(store: store)
    }

    /// Keeps its records in `store`, without a database.
    init(memory store: MemoryStore) {
        keeping = RecordKeeping(store)
        everythings = MemoryDAO<Everything>(store: store)
        words = MemoryDAO<Words>(store: store)
        strings = MemoryDAO<StringRecord>(store: store)
        selfs = MemoryDAO<SelfRecord>(store: store)
        types = MemoryDAO<TypeRecord>(store: store)
        data = MemoryDAO<DataRecord>(store: store)
        dates = MemoryDAO<DateRecord>(store: store)
        sets = MemoryDAO<SetRecord>(store: store)
        results = MemoryDAO<ResultRecord>(store: store)
        records = MemoryDAO<RecordRecord>(store: store)
        values = MemoryDAO<ValueRecord>(store: store)
        models = MemoryDAO<ModelRecord>(store: store)
        errors = MemoryDAO<ErrorRecord>(store: store)
        stores = MemoryDAO<Store>(store: store)
        connections = MemoryDAO<Connection>(store: store)
        bindings = MemoryDAO<Bindings>(store: store)
        rows = MemoryDAO<Row>(store: store)
        lists = MemoryDAO<List>(store: store)
        cases = MemoryDAO<Case>(store: store)
        defaults = MemoryDAO<Default>(store: store)
        identities = MemoryDAO<IdentityRecord>(store: store)
        ints = MemoryDAO<IntRecord>(store: store)
        optionals = MemoryDAO<OptionalRecord>(store: store)
        tasks = MemoryDAO<Task>(store: store)
        городs = MemoryDAO<Город>(store: store)
        都市s = MemoryDAO<都市Record>(store: store)
        国s = MemoryDAO<国Record>(store: store)
        shelveds = MemoryDAO<Shelved>(store: store)
        taxRates = MemoryDAO<TaxRate>(store: store)
        news = MemoryDAO<News>(store: store)
        anies = MemoryDAO<AnyRecord>(store: store)
        storeRows = MemoryDAO<StoreRowRecord>(store: store)
        statements = MemoryDAO<Statement>(store: store)
        identitiesRecordRecords = MemoryDAO<Identities>(store: store)
        nothings = MemoryDAO<Nothing>(store: store)
        tomorrows = MemoryDAO<Tomorrow>(store: store)
        customerAccountSettingGroups = MemoryDAO<CustomerAccountSettingGroup>(store: store)
        series = MemoryDAO<Series>(store: store)
        keepings = MemoryDAO<Keeping>(store: store)
        memories = MemoryDAO<MemoryRecord>(store: store)
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
extension OddManager {
    /// The switch of the words, or nil when it has none.
    func `switch`(of words: Words) async throws -> DataRecord? {
        guard let identity = words.switch else { return nil }
        return try await data.retrieve(identity)
    }

    /// What the switch of any of the words is, by identity, in one query.
    func `switch`(of words: [Words]) async throws -> [DataRecord.Identity: DataRecord] {
        let identities = Set(words.compactMap { $0.switch?.value })
        return try await store.read { connection in
            var found: [DataRecord.Identity: DataRecord] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "name"
                FROM "Data"
                WHERE "_id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try DataRecordMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The parent of the string, or nil when it has none.
    func parent(of string: StringRecord) async throws -> StringRecord? {
        guard let identity = string.parent else { return nil }
        return try await strings.retrieve(identity)
    }

    /// What the parent of any of the strings is, by identity, in one query.
    func parent(of strings: [StringRecord]) async throws -> [StringRecord.Identity: StringRecord] {
        let identities = Set(strings.compactMap { $0.parent?.value })
        return try await store.read { connection in
            var found: [StringRecord.Identity: StringRecord] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent"
                FROM "String"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try StringRecordMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The children of the string.
    func children(of string: StringRecord) async throws -> Set<StringRecord> {
        guard let identity = string.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "name", "id", "parent"
                FROM "String"
                WHERE "parent" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try StringRecordMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The children of each of the strings that has any, in one query.
    func children(
        of strings: [StringRecord]
    ) async throws -> [StringRecord.Identity: Set<StringRecord>] {
        let identities = strings.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [StringRecord.Identity: Set<StringRecord>] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent", "parent"
                FROM "String"
                WHERE "parent" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = StringRecord.Identity(try row.required(row.uuid(3), 3))
                found[owner, default: []].insert(try StringRecordMapping.record(from: row))
            }
            return found
        }
    }

    /// The case of the data.
    func `case`(of data: DataRecord) async throws -> Set<Words> {
        guard let identity = data.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "inout", "hash", "description", "Self", "init", "class", "default",
                "identity", "columnValues", "hashValue", "entity", "statements", "Protocol",
                "in", "is", "store", "connection", "row", "bindings", "some", "any",
                "await", "actor", "debugDescription", "objectID", "isDeleted", "copy",
                "_private", "2fast", "über_größe", "名前", "bind", "blank", "values",
                "manager", "value", "switch"
                FROM "Words"
                WHERE "switch" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try WordsMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The case of each of the data that has any, in one query.
    func `case`(of data: [DataRecord]) async throws -> [DataRecord.Identity: Set<Words>] {
        let identities = data.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [DataRecord.Identity: Set<Words>] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "inout", "hash", "description", "Self", "init", "class", "default",
                "identity", "columnValues", "hashValue", "entity", "statements", "Protocol",
                "in", "is", "store", "connection", "row", "bindings", "some", "any",
                "await", "actor", "debugDescription", "objectID", "isDeleted", "copy",
                "_private", "2fast", "über_größe", "名前", "bind", "blank", "values",
                "manager", "value", "switch", "switch"
                FROM "Words"
                WHERE "switch" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = DataRecord.Identity(try row.required(row.int64(38), 38))
                found[owner, default: []].insert(try WordsMapping.record(from: row))
            }
            return found
        }
    }

    /// The parent of the storeRecord, or nil when it has none.
    func parent(of storeRecord: Store) async throws -> Store? {
        guard let identity = storeRecord.parent else { return nil }
        return try await stores.retrieve(identity)
    }

    /// What the parent of any of the stores is, by identity, in one query.
    func parent(of stores: [Store]) async throws -> [Store.Identity: Store] {
        let identities = Set(stores.compactMap { $0.parent?.value })
        return try await store.read { connection in
            var found: [Store.Identity: Store] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent"
                FROM "Store"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try StoreMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The children of the storeRecord.
    func children(of storeRecord: Store) async throws -> Set<Store> {
        guard let identity = storeRecord.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "name", "id", "parent"
                FROM "Store"
                WHERE "parent" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try StoreMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The children of each of the stores that has any, in one query.
    func children(of stores: [Store]) async throws -> [Store.Identity: Set<Store>] {
        let identities = stores.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Store.Identity: Set<Store>] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent", "parent"
                FROM "Store"
                WHERE "parent" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Store.Identity(try row.required(row.uuid(3), 3))
                found[owner, default: []].insert(try StoreMapping.record(from: row))
            }
            return found
        }
    }

    /// The parent of the case, or nil when it has none.
    func parent(of `case`: Case) async throws -> Case? {
        guard let identity = `case`.parent else { return nil }
        return try await cases.retrieve(identity)
    }

    /// What the parent of any of the cases is, by identity, in one query.
    func parent(of cases: [Case]) async throws -> [Case.Identity: Case] {
        let identities = Set(cases.compactMap { $0.parent?.value })
        return try await store.read { connection in
            var found: [Case.Identity: Case] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent"
                FROM "Case"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try CaseMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The children of the case.
    func children(of `case`: Case) async throws -> Set<Case> {
        guard let identity = `case`.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "name", "id", "parent"
                FROM "Case"
                WHERE "parent" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CaseMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The children of each of the cases that has any, in one query.
    func children(of cases: [Case]) async throws -> [Case.Identity: Set<Case>] {
        let identities = cases.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Case.Identity: Set<Case>] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent", "parent"
                FROM "Case"
                WHERE "parent" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Case.Identity(try row.required(row.uuid(3), 3))
                found[owner, default: []].insert(try CaseMapping.record(from: row))
            }
            return found
        }
    }

    /// The parent of the identity_, or nil when it has none.
    func parent(of identity_: IdentityRecord) async throws -> IdentityRecord? {
        guard let identity = identity_.parent else { return nil }
        return try await identities.retrieve(identity)
    }

    /// What the parent of any of the identities is, by identity, in one query.
    func parent(
        of identities: [IdentityRecord]
    ) async throws -> [IdentityRecord.Identity: IdentityRecord] {
        let identities = Set(identities.compactMap { $0.parent?.value })
        return try await store.read { connection in
            var found: [IdentityRecord.Identity: IdentityRecord] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent"
                FROM "Identity"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try IdentityRecordMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The children of the identity_.
    func children(of identity_: IdentityRecord) async throws -> Set<IdentityRecord> {
        guard let identity = identity_.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "name", "id", "parent"
                FROM "Identity"
                WHERE "parent" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try IdentityRecordMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The children of each of the identities that has any, in one query.
    func children(
        of identities: [IdentityRecord]
    ) async throws -> [IdentityRecord.Identity: Set<IdentityRecord>] {
        let identities = identities.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [IdentityRecord.Identity: Set<IdentityRecord>] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent", "parent"
                FROM "Identity"
                WHERE "parent" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = IdentityRecord.Identity(try row.required(row.uuid(3), 3))
                found[owner, default: []].insert(try IdentityRecordMapping.record(from: row))
            }
            return found
        }
    }

    /// The parent of the город, or nil when it has none.
    func parent(of город: Город) async throws -> Город? {
        guard let identity = город.parent else { return nil }
        return try await городs.retrieve(identity)
    }

    /// What the parent of any of the городs is, by identity, in one query.
    func parent(of городs: [Город]) async throws -> [Город.Identity: Город] {
        let identities = Set(городs.compactMap { $0.parent?.value })
        return try await store.read { connection in
            var found: [Город.Identity: Город] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent"
                FROM "Город"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try ГородMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The children of the город.
    func children(of город: Город) async throws -> Set<Город> {
        guard let identity = город.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "name", "id", "parent"
                FROM "Город"
                WHERE "parent" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ГородMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The children of each of the городs that has any, in one query.
    func children(of городs: [Город]) async throws -> [Город.Identity: Set<Город>] {
        let identities = городs.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Город.Identity: Set<Город>] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent", "parent"
                FROM "Город"
                WHERE "parent" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Город.Identity(try row.required(row.uuid(3), 3))
                found[owner, default: []].insert(try ГородMapping.record(from: row))
            }
            return found
        }
    }

    /// The 国 of the 都市, or nil when it has none.
    func 国(of 都市: 都市Record) async throws -> 国Record? {
        guard let identity = 都市.国 else { return nil }
        return try await 国s.retrieve(identity)
    }

    /// What the 国 of any of the 都市s is, by identity, in one query.
    func 国(of 都市s: [都市Record]) async throws -> [国Record.Identity: 国Record] {
        let identities = Set(都市s.compactMap { $0.国?.value })
        return try await store.read { connection in
            var found: [国Record.Identity: 国Record] = [:]
            try connection.forEachRow(
                """
                SELECT "id"
                FROM "国"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try 国RecordMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The 都市 of the 国.
    func 都市(of 国: 国Record) async throws -> Set<都市Record> {
        guard let identity = 国.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "name", "国"
                FROM "都市"
                WHERE "国" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try 都市RecordMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The 都市 of each of the 国s that has any, in one query.
    func 都市(of 国s: [国Record]) async throws -> [国Record.Identity: Set<都市Record>] {
        let identities = 国s.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [国Record.Identity: Set<都市Record>] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "name", "国", "国"
                FROM "都市"
                WHERE "国" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = 国Record.Identity(try row.required(row.int64(3), 3))
                found[owner, default: []].insert(try 都市RecordMapping.record(from: row))
            }
            return found
        }
    }

    /// The in of the shelved, or nil when it has none.
    func `in`(of shelved: Shelved) async throws -> Store? {
        return try await stores.retrieve(shelved.in)
    }

    /// What the in of any of the shelveds is, by identity, in one query.
    func `in`(of shelveds: [Shelved]) async throws -> [Store.Identity: Store] {
        let identities = Set(shelveds.map { $0.in.value })
        return try await store.read { connection in
            var found: [Store.Identity: Store] = [:]
            try connection.forEachRow(
                """
                SELECT "name", "id", "parent"
                FROM "Store"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try StoreMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The borrow of the tomorrow, or nil when it has none.
    func borrow(of tomorrow: Tomorrow) async throws -> Tomorrow? {
        guard let identity = tomorrow.borrow else { return nil }
        return try await tomorrows.retrieve(identity)
    }

    /// What the borrow of any of the tomorrows is, by identity, in one query.
    func borrow(of tomorrows: [Tomorrow]) async throws -> [Tomorrow.Identity: Tomorrow] {
        let identities = Set(tomorrows.compactMap { $0.borrow?.value })
        return try await store.read { connection in
            var found: [Tomorrow.Identity: Tomorrow] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "throw", "borrow"
                FROM "Tomorrow"
                WHERE "_id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try TomorrowMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The followingSettingGroup of the customerAccountSettingGroup, or nil when it has none.
    func followingSettingGroup(
        of customerAccountSettingGroup: CustomerAccountSettingGroup
    ) async throws -> CustomerAccountSettingGroup? {
        guard let identity = customerAccountSettingGroup.followingSettingGroup else { return nil }
        return try await customerAccountSettingGroups.retrieve(identity)
    }

    /// What the followingSettingGroup of any of the customerAccountSettingGroups is, by identity, in one query.
    func followingSettingGroup(
        of customerAccountSettingGroups: [CustomerAccountSettingGroup]
    ) async throws -> [CustomerAccountSettingGroup.Identity: CustomerAccountSettingGroup] {
        let identities = Set(
            customerAccountSettingGroups.compactMap { $0.followingSettingGroup?.value }
        )
        return try await store.read { connection in
            var found: [CustomerAccountSettingGroup.Identity: CustomerAccountSettingGroup] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "name", "followingSettingGroup"
                FROM "CustomerAccountSettingGroup"
                WHERE "_id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try CustomerAccountSettingGroupMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The precedingSettingGroups of the customerAccountSettingGroup, in their order.
    func precedingSettingGroups(
        of customerAccountSettingGroup: CustomerAccountSettingGroup
    ) async throws -> [CustomerAccountSettingGroup] {
        guard let identity = customerAccountSettingGroup.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "name", "followingSettingGroup"
                FROM "CustomerAccountSettingGroup"
                WHERE "followingSettingGroup" = ?1
                ORDER BY "followingSettingGroup.position" NULLS LAST, "_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CustomerAccountSettingGroupMapping.record(from: $0)
            }
        }
    }

    /// The precedingSettingGroups of each of the customerAccountSettingGroups that has any, in one query.
    func precedingSettingGroups(
        of customerAccountSettingGroups: [CustomerAccountSettingGroup]
    ) async throws -> [CustomerAccountSettingGroup.Identity: [CustomerAccountSettingGroup]] {
        let identities = customerAccountSettingGroups.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [CustomerAccountSettingGroup.Identity: [CustomerAccountSettingGroup]] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "name", "followingSettingGroup", "followingSettingGroup"
                FROM "CustomerAccountSettingGroup"
                WHERE "followingSettingGroup" IN (SELECT value FROM json_each(?1))
                ORDER BY "followingSettingGroup.position" NULLS LAST, "_id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = CustomerAccountSettingGroup.Identity(try row.required(row.int64(3), 3))
                found[owner, default: []].append(
                    try CustomerAccountSettingGroupMapping.record(from: row)
                )
            }
            return found
        }
    }

    /// Makes these the precedingSettingGroups of the customerAccountSettingGroup, in this order, in place of those that it had.
    func setPrecedingSettingGroups(
        _ identities: [CustomerAccountSettingGroup.Identity],
        of customerAccountSettingGroup: CustomerAccountSettingGroup
    ) async throws {
        guard let identity = customerAccountSettingGroup.identity else {
            throw StoreError.noRecord(entity: "CustomerAccountSettingGroup")
        }
        let violations = Violation.check(
            "precedingSettingGroups",
            count: Set(identities).count,
            atLeast: 2,
            orNone: true,
            atMost: 10
        )
        if !violations.isEmpty {
            throw StoreError.invalid(entity: "CustomerAccountSettingGroup", violations: violations)
        }
        if let memory = keeping.memory {
            return try await memory.setRelated(
                "precedingSettingGroups",
                of: customerAccountSettingGroup,
                to: identities
            )
        }
        try await store.write { connection in
            try connection.execute(
                """
                UPDATE "CustomerAccountSettingGroup" SET "followingSettingGroup.position" = NULL WHERE "followingSettingGroup" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            }
            for (position, related) in identities.enumerated() {
                let count = try connection.execute(
                    """
                    UPDATE "CustomerAccountSettingGroup" SET "followingSettingGroup" = ?1 WHERE "_id" = ?2
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
                if count == 0 { throw StoreError.brokenRelationship }
                try connection.execute(
                    """
                    UPDATE "CustomerAccountSettingGroup" SET "followingSettingGroup.position" = ?2 WHERE "_id" = ?1
                    """
                ) {
                    try $0.bind(related.value, at: 1)
                    try $0.bind(Int64(position), at: 2)
                }
            }
            try connection.execute(
                """
                UPDATE "CustomerAccountSettingGroup" SET "followingSettingGroup" = NULL WHERE "followingSettingGroup" = ?1 AND "followingSettingGroup.position" IS NULL
                """
            ) {
                try $0.bind(identity.value, at: 1)
            }
        }
    }

    /// The relatedSettingGroups of the customerAccountSettingGroup.
    func relatedSettingGroups(
        of customerAccountSettingGroup: CustomerAccountSettingGroup
    ) async throws -> Set<CustomerAccountSettingGroup> {
        guard let identity = customerAccountSettingGroup.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."_id", t1."name", t1."followingSettingGroup"
                FROM "CustomerAccountSettingGroup.relatedSettingGroups" AS t0
                JOIN "CustomerAccountSettingGroup" AS t1 ON t1."_id" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CustomerAccountSettingGroupMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The relatedSettingGroups of each of the customerAccountSettingGroups that has any, in one query.
    func relatedSettingGroups(
        of customerAccountSettingGroups: [CustomerAccountSettingGroup]
    ) async throws -> [CustomerAccountSettingGroup.Identity: Set<CustomerAccountSettingGroup>] {
        let identities = customerAccountSettingGroups.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [CustomerAccountSettingGroup.Identity: Set<CustomerAccountSettingGroup>] =
                [:]
            try connection.forEachRow(
                """
                SELECT t1."_id", t1."name", t1."followingSettingGroup", t0."source"
                FROM "CustomerAccountSettingGroup.relatedSettingGroups" AS t0
                JOIN "CustomerAccountSettingGroup" AS t1 ON t1."_id" = t0."target"
                WHERE t0."source" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = CustomerAccountSettingGroup.Identity(try row.required(row.int64(3), 3))
                found[owner, default: []].insert(
                    try CustomerAccountSettingGroupMapping.record(from: row)
                )
            }
            return found
        }
    }

    /// Makes these the relatedSettingGroups of the customerAccountSettingGroup, in place of those that it had.
    func setRelatedSettingGroups(
        _ identities: Set<CustomerAccountSettingGroup.Identity>,
        of customerAccountSettingGroup: CustomerAccountSettingGroup
    ) async throws {
        guard let identity = customerAccountSettingGroup.identity else {
            throw StoreError.noRecord(entity: "CustomerAccountSettingGroup")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated(
                "relatedSettingGroups",
                of: customerAccountSettingGroup,
                to: Array(identities)
            )
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "CustomerAccountSettingGroup.relatedSettingGroups"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "CustomerAccountSettingGroup.relatedSettingGroups" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The rules of the model that the customerAccountSettingGroup breaks, also in how many related records it has.
    func violations(
        of customerAccountSettingGroup: CustomerAccountSettingGroup
    ) async throws -> [Violation] {
        try await customerAccountSettingGroup.violations
            + Violation.check(
                "precedingSettingGroups",
                count: precedingSettingGroups(of: customerAccountSettingGroup).count,
                atLeast: 2,
                orNone: true,
                atMost: 10
            )
    }

    /// The next of the series, or nil when it has none.
    func next(of series: Series) async throws -> Series? {
        guard let identity = series.next else { return nil }
        return try await self.series.retrieve(identity)
    }

    /// What the next of any of the series is, by identity, in one query.
    func next(of series: [Series]) async throws -> [Series.Identity: Series] {
        let identities = Set(series.compactMap { $0.next?.value })
        return try await store.read { connection in
            var found: [Series.Identity: Series] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "begun", "cover", "next"
                FROM "Series"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try SeriesMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The things of the keepingRecord.
    func things(of keepingRecord: Keeping) async throws -> Set<Keeping> {
        guard let identity = keepingRecord.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."_id"
                FROM "Keeping.things" AS t0
                JOIN "Keeping" AS t1 ON t1."_id" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try KeepingMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The things of each of the keepings that has any, in one query.
    func things(of keepings: [Keeping]) async throws -> [Keeping.Identity: Set<Keeping>] {
        let identities = keepings.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Keeping.Identity: Set<Keeping>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."_id", t0."source"
                FROM "Keeping.things" AS t0
                JOIN "Keeping" AS t1 ON t1."_id" = t0."target"
                WHERE t0."source" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Keeping.Identity(try row.required(row.int64(1), 1))
                found[owner, default: []].insert(try KeepingMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the things of the keepingRecord, in place of those that it had.
    func setThings(_ identities: Set<Keeping.Identity>, of keepingRecord: Keeping) async throws {
        guard let identity = keepingRecord.identity else {
            throw StoreError.noRecord(entity: "Keeping")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("things", of: keepingRecord, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Keeping.things"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Keeping.things" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The things of the memoryRecord.
    func things(of memoryRecord: MemoryRecord) async throws -> Set<MemoryRecord> {
        guard let identity = memoryRecord.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."_id"
                FROM "Memory.things" AS t0
                JOIN "Memory" AS t1 ON t1."_id" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try MemoryRecordMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The things of each of the memories that has any, in one query.
    func things(
        of memories: [MemoryRecord]
    ) async throws -> [MemoryRecord.Identity: Set<MemoryRecord>] {
        let identities = memories.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [MemoryRecord.Identity: Set<MemoryRecord>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."_id", t0."source"
                FROM "Memory.things" AS t0
                JOIN "Memory" AS t1 ON t1."_id" = t0."target"
                WHERE t0."source" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = MemoryRecord.Identity(try row.required(row.int64(1), 1))
                found[owner, default: []].insert(try MemoryRecordMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the things of the memoryRecord, in place of those that it had.
    func setThings(
        _ identities: Set<MemoryRecord.Identity>,
        of memoryRecord: MemoryRecord
    ) async throws {
        guard let identity = memoryRecord.identity else {
            throw StoreError.noRecord(entity: "Memory")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("things", of: memoryRecord, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Memory.things"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Memory.things" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }
}
