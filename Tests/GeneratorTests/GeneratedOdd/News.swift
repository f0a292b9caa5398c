// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A news, as a value: changes are kept once `news.save(…)` has stored them.
struct News: Record {
    /// What tells one news from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the news has been saved.
    var identity: Identity?
    var name: String?
}
