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
}
