import CacheStore
import Foundation
import Generator
import QueryCompiler
import QueryLanguage
import SchemaReader
import Testing

/// The conditions of table 1 of Radwani and Zein, and the notations that their text adds to them, each
/// as a generated method; inverted and ignoring case where the form has a switch for it.
private let methods: [(name: String, entity: String, predicate: String, isDescending: Bool)] = [
    ("pagesOver", "Book", "pages > $number", false),
    ("pagesNotOver", "Book", "NOT pages > $number", false),
    ("pagesUnder", "Book", "pages < $number", false),
    ("pagesNotUnder", "Book", "NOT pages < $number", false),
    ("pagesEqual", "Book", "pages == $number", false),
    ("pagesNotEqual", "Book", "NOT pages == $number", false),
    ("pagesAtMost", "Book", "pages <= $number", false),
    ("pagesNotAtMost", "Book", "NOT pages <= $number", false),
    ("pagesAtLeast", "Book", "pages >= $number", false),
    ("pagesNotAtLeast", "Book", "NOT pages >= $number", false),
    ("pagesTwenty", "Book", "pages == 20", false),
    ("longestFirst", "Book", "pages >= 0", true),
    ("titleContains", "Book", "title CONTAINS $text", false),
    ("titleContainsAnyCase", "Book", "title CONTAINS[c] $text", false),
    ("titleNotContains", "Book", "NOT title CONTAINS[c] $text", false),
    ("titleBegins", "Book", "title BEGINSWITH $text", false),
    ("titleBeginsAnyCase", "Book", "title BEGINSWITH[c] $text", false),
    ("titleNotBegins", "Book", "NOT title BEGINSWITH[c] $text", false),
    ("titleEnds", "Book", "title ENDSWITH $text", false),
    ("titleEndsAnyCase", "Book", "title ENDSWITH[c] $text", false),
    ("titleNotEnds", "Book", "NOT title ENDSWITH[c] $text", false),
    ("titleMatches", "Book", "title MATCHES $pattern", false),
    ("titleMatchesAnyCase", "Book", "title MATCHES[c] $pattern", false),
    ("titleNotMatches", "Book", "NOT title MATCHES[c] $pattern", false),
    ("titleAmong", "Book", "title IN $titles", false),
    ("titleNotAmong", "Book", "NOT title IN $titles", false),
    ("titleLike", "Book", "title LIKE $pattern", false),
    ("titleLikeAnyCase", "Book", "title LIKE[c] $pattern", false),
    ("titleEqualAnyCase", "Book", "title ==[c] $text", false),
    ("titleEqualAnyMarks", "Book", "title ==[d] $text", false),
    ("titleEqualAnyCaseAndMarks", "Book", "title ==[cd] $text", false),
    ("authorsOfMore", "Author", "books.@count > $number", false),
    ("authorsOfMeanOver", "Author", "books.@avg.pages > $number", false),
    ("authorsOfLongest", "Author", "books.@max.pages == $number", false),
    ("authorsOfShortest", "Author", "books.@min.pages == $number", false),
    ("authorsOfAll", "Author", "books.@sum.pages == $number", false),
]

private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("PaperQueries")

/// The files in `PaperQueries` are part of this test target.
@Test func theGeneratorMakesTheFilesInPaperQueries() throws {
    let schema = try librarySchema()
    let files = try methods.map { method in
        let sort = QueryRequest.Sort(path: ["pages"], isDescending: true)
        let request = QueryRequest(
            entity: method.entity,
            predicate: try parsePredicate(method.predicate),
            sorts: method.isDescending ? [sort] : []
        )
        let source = QuerySource(text: method.predicate, file: "test")
        let query = try compile(request, in: schema, source: source)
        return generate(
            QueryContext(name: method.name, query: query, schema: schema, source: librarySource)
        )
    }
    #expect(try differences(files, in: folder) == [])
}

private func filled() async throws -> LibraryManager {
    let manager = try LibraryManager.inMemory()
    for name in ["A", "B", "C"] { try await manager.authors.save(Author(id: name, name: name)) }
    let (a, b) = (Author.Identity("A"), Author.Identity("B"))
    try await manager.books.save([
        Book(isbn: "1", pages: 10, title: "Éclair", author: a),
        Book(isbn: "2", pages: 20, title: "eclipse", author: a),
        Book(isbn: "3", pages: 30, title: "The eclair", author: b),
        Book(isbn: "4", pages: nil, title: "ECLIPSE"),
    ])
    return manager
}

private func isbns(_ books: [Book]) -> String { books.map(\.isbn).joined() }

@Test func theComparisonsOfThePaperFindWhatTheySay() async throws {
    let manager = try await filled()
    #expect(isbns(try await manager.pagesOver(number: 10)) == "23")
    #expect(isbns(try await manager.pagesNotOver(number: 10)) == "14")
    #expect(isbns(try await manager.pagesUnder(number: 20)) == "1")
    #expect(isbns(try await manager.pagesNotUnder(number: 20)) == "234")
    #expect(isbns(try await manager.pagesEqual(number: 20)) == "2")
    #expect(isbns(try await manager.pagesNotEqual(number: 20)) == "134")
    #expect(isbns(try await manager.pagesAtMost(number: 20)) == "12")
    #expect(isbns(try await manager.pagesNotAtMost(number: 20)) == "34")
    #expect(isbns(try await manager.pagesAtLeast(number: 20)) == "23")
    #expect(isbns(try await manager.pagesNotAtLeast(number: 20)) == "14")
    #expect(isbns(try await manager.pagesTwenty()) == "2")
    #expect(isbns(try await manager.longestFirst()) == "321")
}

@Test func theTextConditionsOfThePaperFindWhatTheySay() async throws {
    let manager = try await filled()
    #expect(isbns(try await manager.titleContains(text: "ecl")) == "23")
    #expect(isbns(try await manager.titleContainsAnyCase(text: "ECL")) == "234")
    #expect(isbns(try await manager.titleNotContains(text: "ECL")) == "1")
    #expect(isbns(try await manager.titleBegins(text: "ecl")) == "2")
    #expect(isbns(try await manager.titleBeginsAnyCase(text: "ecl")) == "24")
    #expect(isbns(try await manager.titleNotBegins(text: "ecl")) == "13")
    #expect(isbns(try await manager.titleEnds(text: "se")) == "2")
    #expect(isbns(try await manager.titleEndsAnyCase(text: "Se")) == "24")
    #expect(isbns(try await manager.titleNotEnds(text: "Se")) == "13")
    #expect(isbns(try await manager.titleMatches(pattern: ".*cl.*r")) == "13")
    #expect(isbns(try await manager.titleMatchesAnyCase(pattern: "ecl.*")) == "24")
    #expect(isbns(try await manager.titleNotMatches(pattern: "ecl.*")) == "13")
    #expect(isbns(try await manager.titleAmong(titles: ["eclipse", "Éclair", "x"])) == "12")
    #expect(isbns(try await manager.titleNotAmong(titles: ["eclipse", "Éclair"])) == "34")
    #expect(isbns(try await manager.titleAmong(titles: [])) == "")
    #expect(isbns(try await manager.titleLike(pattern: "*cl?pse")) == "2")
    #expect(isbns(try await manager.titleLikeAnyCase(pattern: "*cl?pse")) == "24")
    #expect(isbns(try await manager.titleEqualAnyCase(text: "Eclipse")) == "24")
    #expect(isbns(try await manager.titleEqualAnyMarks(text: "Eclair")) == "1")
    #expect(isbns(try await manager.titleEqualAnyCaseAndMarks(text: "eclair")) == "1")
}

@Test func theAggregatesOfThePaperFindWhatTheySay() async throws {
    let manager = try await filled()
    func names(_ authors: [Author]) -> String { authors.map(\.name).joined() }
    #expect(names(try await manager.authorsOfMore(number: 1)) == "A")
    #expect(names(try await manager.authorsOfMeanOver(number: 15)) == "B")
    #expect(names(try await manager.authorsOfLongest(number: 20)) == "A")
    #expect(names(try await manager.authorsOfShortest(number: 10)) == "A")
    #expect(names(try await manager.authorsOfAll(number: 30)) == "AB")
}
