// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A words, as a value: changes are kept once `words.save(…)` has stored them.
struct Words: Record {
    /// What tells one words from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the words has been saved.
    var identity: Identity?
    var `inout`: String?
    var hash: String?
    var description: String?
    var self_: String?
    var init_: String?
    var `class`: String?
    var `default`: String?
    var identity_: String?
    var columnValues_: String?
    var hashValue_: String?
    var entity: String?
    var statements: String?
    var `protocol`: String?
    var `in`: String?
    var `is`: String?
    var store: String?
    var connection: String?
    var row: String?
    var bindings: String?
    var some: String?
    var any: String?
    var `await`: String?
    var actor: String?
    var debugDescription: String?
    var objectID: String?
    var isDeleted: String?
    var `copy`: String?
    var `private`: String?
    var _2fast: String?
    var überGröße: String?
    var 名前: String?
    var bind: String?
    var blank: String?
    var values: String?
    var manager: String?
    var value: String?
    /// The `switch`'s identity; `manager.`switch`(of: words)` gives the record.
    var `switch`: DataRecord.Identity?

    init(
        identity: Identity? = nil,
        `inout`: String? = nil,
        hash: String? = nil,
        description: String? = nil,
        self_: String? = nil,
        init_: String? = nil,
        `class`: String? = nil,
        `default`: String? = nil,
        identity_: String? = nil,
        columnValues_: String? = nil,
        hashValue_: String? = nil,
        entity: String? = nil,
        statements: String? = nil,
        `protocol`: String? = nil,
        `in`: String? = nil,
        `is`: String? = nil,
        store: String? = nil,
        connection: String? = nil,
        row: String? = nil,
        bindings: String? = nil,
        some: String? = nil,
        any: String? = nil,
        `await`: String? = nil,
        actor: String? = nil,
        debugDescription: String? = nil,
        objectID: String? = nil,
        isDeleted: String? = nil,
        `copy`: String? = nil,
        `private`: String? = nil,
        _2fast: String? = nil,
        überGröße: String? = nil,
        名前: String? = nil,
        bind: String? = nil,
        blank: String? = nil,
        values: String? = nil,
        manager: String? = nil,
        value: String? = nil,
        `switch`: DataRecord.Identity? = nil
    ) {
        self.identity = identity
        self.inout = `inout`
        self.hash = hash
        self.description = description
        self.self_ = self_
        self.init_ = init_
        self.class = `class`
        self.default = `default`
        self.identity_ = identity_
        self.columnValues_ = columnValues_
        self.hashValue_ = hashValue_
        self.entity = entity
        self.statements = statements
        self.protocol = `protocol`
        self.in = `in`
        self.is = `is`
        self.store = store
        self.connection = connection
        self.row = row
        self.bindings = bindings
        self.some = some
        self.any = any
        self.await = `await`
        self.actor = actor
        self.debugDescription = debugDescription
        self.objectID = objectID
        self.isDeleted = isDeleted
        self.copy = `copy`
        self.private = `private`
        self._2fast = _2fast
        self.überGröße = überGröße
        self.名前 = 名前
        self.bind = bind
        self.blank = blank
        self.values = values
        self.manager = manager
        self.value = value
        self.switch = `switch`
    }
}
