import QueryCompiler
import QueryLanguage
import Schema

let library = Schema(
    name: "Library",
    entities: [
        Entity(
            name: "Book",
            attributes: [
                Attribute(name: "isbn", type: .string), Attribute(name: "title", type: .string),
                Attribute(name: "pages", type: .integer32),
                Attribute(name: "isRead", type: .boolean), Attribute(name: "bought", type: .date),
            ],
            relationships: [Relationship(name: "author", destination: "Author", inverse: "books")],
            uniquenessConstraints: [["isbn"]]
        ),
        Entity(
            name: "Author",
            attributes: [
                Attribute(name: "id", type: .string), Attribute(name: "name", type: .string),
            ],
            relationships: [
                Relationship(name: "books", destination: "Book", isToMany: true, inverse: "author")
            ],
            uniquenessConstraints: [["id"]]
        ),
    ]
)

/// The query for books that match `text`.
func books(_ text: String, sort: [String] = []) throws -> CompiledQuery {
    let request = QueryRequest(
        entity: "Book",
        predicate: try parsePredicate(text),
        sorts: sort.map { QueryRequest.Sort(path: [$0]) }
    )
    return try compile(
        request,
        in: library,
        source: QuerySource(text: text, file: "--predicate")
    )
}
