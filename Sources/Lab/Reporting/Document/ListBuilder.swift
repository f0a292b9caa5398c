/// A result builder that makes a list of paragraphs, notes or lines from statements. A statement
/// whose value is nil adds nothing.
@resultBuilder
enum ListBuilder<Element> {
    static func buildExpression(_ element: Element?) -> [Element] { [element].compactMap(\.self) }
    static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    static func buildBlock(_ lists: [Element]...) -> [Element] { lists.flatMap(\.self) }
    static func buildOptional(_ list: [Element]?) -> [Element] { list ?? [] }
    static func buildEither(first list: [Element]) -> [Element] { list }
    static func buildEither(second list: [Element]) -> [Element] { list }
    static func buildArray(_ lists: [[Element]]) -> [Element] { lists.flatMap(\.self) }
}

/// Builds a list of blocks, in which a phrase becomes a paragraph.
extension ListBuilder<Block> {
    static func buildExpression(_ text: Phrase?) -> [Block] { text.map { [.paragraph($0)] } ?? [] }
    static func buildExpression(_ table: Table?) -> [Block] { table.map { [.table($0)] } ?? [] }
    static func buildExpression(_ tables: [Table]) -> [Block] { tables.map { .table($0) } }
    static func buildExpression(_ figure: Figure?) -> [Block] { figure.map { [.figure($0)] } ?? [] }
    static func buildExpression(_ figures: [Figure]) -> [Block] { figures.map { .figure($0) } }
}
