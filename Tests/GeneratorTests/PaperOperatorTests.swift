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
    .appendingPathComponent("PaperQueries").path

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
    if ProcessInfo.processInfo.environment["EVALRUN_REGENERATE"] == "1" {
        _ = try write(files, to: folder, source: librarySource)
    }
    for file in files {
        let stored = try? String(contentsOfFile: "\(folder)/\(file.name)", encoding: .utf8)
        #expect(stored == file.text, "\(file.name) differs: run with EVALRUN_REGENERATE=1")
    }
}
