import JSON

/// The user's choices for the display of a query's result: columns, filters, page and grouping.
/// They are not part of the query.
struct RowsView: Sendable {
    /// Key paths in the order of the columns; nil for the default columns.
    var columns: [String]?
    /// Texts that the cells of a column must contain, keyed by column; case is ignored.
    var filters: [String: String] = [:]
    /// Number of the page, counted from 0.
    var page = 0
    /// The key path by which the matching records are grouped; nil if they are not grouped.
    var group: String?

    init(_ node: JSONNode?) {
        columns = node?["columns"]?.elements?.prefix(60).compactMap(\.string)
        for member in node?["filters"]?.members ?? []
        where member.value.string?.isEmpty == false {
            filters[member.key] = member.value.string
        }
        page = max(0, node?["page"]?.integer ?? 0)
        group = node?["group"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}
