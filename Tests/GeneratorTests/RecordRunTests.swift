import DataAccess
import Foundation
import Testing

private func identifier<R: Identifiable>(of record: R) -> R.ID { record.id }

/// The conformances of generated records.
@Test func aRecordIsEncodedByTheNamesOfItsProperties() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let book = Book(isbn: "1", pages: nil, title: "Eden", author: Author.Identity("a"))
    let text = String(decoding: try encoder.encode(book), as: UTF8.self)
    #expect(text == #"{"author":"a","isRead":false,"isbn":"1","title":"Eden"}"#)
    #expect(try JSONDecoder().decode(Book.self, from: Data(text.utf8)) == book)
    let loan = Loan(identity: Loan.Identity(7), book: Book.Identity("1"))
    #expect(try encoder.encode(loan) == Data(#"{"book":"1","identity":7}"#.utf8))
    #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Book.self, from: Data(#"{"isbn": "1", "title": ""}"#.utf8))
    }
}

@Test func aRecordThatCannotBeDecodedNamesTheKey() throws {
    func decode(_ text: String) throws -> Book {
        try JSONDecoder().decode(Book.self, from: Data(text.utf8))
    }
    let absent = #expect(throws: DecodingError.self) { try decode(#"{"isbn": "1"}"#) }
    guard case .keyNotFound(let key, _) = absent else { return #expect(Bool(false)) }
    #expect(key.stringValue == "isRead")
    let wrong = #expect(throws: DecodingError.self) {
        try decode(#"{"isRead": true, "isbn": "1", "pages": "ten", "title": "Eden"}"#)
    }
    guard case .typeMismatch(_, let context) = wrong else { return #expect(Bool(false)) }
    #expect(context.codingPath.map(\.stringValue) == ["pages"])
}

/// Records without an identity are told apart by their values, equal ones hash alike.
@Test func recordsAreMembersOfSets() throws {
    let loans = Set((0..<3).map { Loan(identity: nil, book: Book.Identity("\($0 % 2)")) })
    #expect(loans.count == 2 && loans.contains(Loan(book: Book.Identity("1"))))
    let books = Set([Book(isbn: "1", title: "Eden"), Book(isbn: "1", title: "East of Eden")])
    #expect(books.count == 2 && books.contains(Book(isbn: "1", title: "Eden")))
    #expect(Basket(counts: ["a": [1]]).hashValue == Basket(counts: ["a": [1]]).hashValue)
}

/// As in a store, where these are two records.
@Test func identitiesWithDifferentFormsOfACharacterDiffer() {
    let forms = ["\u{e9}", "e\u{301}"]
    #expect(Set(forms.map { Book.Identity($0) }).count == 2)
    #expect(Set(forms.map { Book(isbn: $0, title: "") }).count == 2)
    #expect(Book(isbn: "1", title: forms[0]) != Book(isbn: "1", title: forms[1]))
}

@Test func aRecordWithAnIdentityIsIdentifiable() {
    let id: Book.Identity = identifier(of: Book(isbn: "1", title: ""))
    #expect(id.value == "1")
    // By its property `id` where that is the identity, and not where it is another value.
    let number: Int64 = identifier(of: Village(id: 3, name: "Linn", area: "small"))
    #expect(number == 3)
    let code: Medal.Identity = identifier(of: Medal(code: "b", id: 3))
    #expect(code.value == "b")
}

@Test func recordsAreEqualWhereAllColumnsAre() {
    let basket = Basket(
        identity: Basket.Identity(1),
        bytes: Data([1]),
        counts: ["a": [1]],
        numbers: [],
        words: ["a"]
    )
    let changes: [(inout Basket) -> Void] = [
        { $0.identity = nil }, { $0.identity = Basket.Identity(2) }, { $0.bytes = nil },
        { $0.bytes = Data([2]) }, { $0.counts = ["a": [2]] }, { $0.numbers = nil },
        { $0.numbers = [.nan] }, { $0.words = ["A"] },
    ]
    for change in changes {
        var other = basket
        #expect(other == basket)
        change(&other)
        #expect(other != basket)
    }
    let loan = Loan(book: Book.Identity("1"))
    #expect(loan == Loan(book: Book.Identity("1")) && loan != Loan(book: Book.Identity("2")))
    #expect(Book(isbn: "1", pages: nil, title: "a") != Book(isbn: "1", pages: 0, title: "a"))
}
