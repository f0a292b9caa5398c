/// The values of a modified row before and after a change, as SQL literals. `old` or `new` is nil
/// if the row did not exist at that time.
struct ChangedRow {
    var number: Int64
    var table: ChangedTable
    var id: String
    var old: [String]?
    var new: [String]?

    /// The indexes of the columns that the change has modified; empty if the row was inserted or
    /// deleted.
    var touched: Set<Int> {
        guard let old, let new else { return [] }
        return Set(old.indices.filter { old[$0] != new[$0] })
    }
}
