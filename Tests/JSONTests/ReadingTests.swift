import JSON
import Testing

@Test(arguments: [
    "null", "true", " false ", "0", "-0", "-1.5e+10", "1E400000", "\"\"", "[]", "{}", "[[[]], {}]",
    "{\"a\": [1, 2.5, \"x\"], \"b\": {\"c\": null}}", "\u{FEFF}[1]", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808",
    "\"\\u0041\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\\\\\\"\"",
])
func whatRFC8259AllowsIsRead(text: String) throws { try pieces(text) }

@Test(arguments: [
    ("", 1, 1, "the JSON ends too early"),
    ("[1,]", 1, 4, "\"]\" is not allowed here in JSON"),
    ("[1 2]", 1, 4, "\"2\" is not allowed here in JSON"),
    ("{\"a\" 1}", 1, 6, "\"1\" is not allowed here in JSON"),
    ("{a: 1}", 1, 2, "\"a\" is not allowed here in JSON"),
    ("{\"a\": 1,}", 1, 9, "\"}\" is not allowed here in JSON"),
    ("[1}", 1, 3, "\"}\" is not allowed here in JSON"),
    ("[01]", 1, 2, "\"0\" is not allowed here in JSON"),
    ("[1.]", 1, 4, "\"]\" is not allowed here in JSON"),
    ("[+1]", 1, 2, "\"+\" is not allowed here in JSON"),
    ("[-]", 1, 2, "\"-\" is not allowed here in JSON"),
    ("[1e]", 1, 4, "\"]\" is not allowed here in JSON"),
    ("[NaN]", 1, 2, "\"N\" is not allowed here in JSON"),
    ("[nul]", 1, 2, "\"n\" is not allowed here in JSON"),
    ("tru", 1, 1, "\"t\" is not allowed here in JSON"),
    ("[1] 2", 1, 5, "\"2\" is not allowed here in JSON"),
    ("[\n\"ä\", x]", 2, 6, "\"x\" is not allowed here in JSON"),
    ("\"a", 1, 1, "this string is not closed"),
    ("\"a\\", 1, 3, "this escape is not valid in JSON"),
    ("\"\\x\"", 1, 2, "this escape is not valid in JSON"),
    ("\"\\u12\"", 1, 2, "\\u needs four hexadecimal digits"),
    ("\"\\u+123\"", 1, 2, "\\u needs four hexadecimal digits"),
    ("{\"\\ud800\": 1}", 1, 3, "this escape is only half of a surrogate pair"),
    ("\"a\tb\"", 1, 3, "\"\t\" is not allowed here in JSON"),
])
func anythingElseIsAnErrorAtItsPlace(text: String, line: Int, column: Int, problem: String) {
    let error = #expect(throws: JSONError.self) { try pieces(text) }
    #expect(error?.problem == problem)
    #expect(error.map { [$0.line, $0.column] } == [line, column])
}

/// A server that cuts a text in JavaScript writes such escapes.
@Test(arguments: [
    "\\ud800", "\\ud800\\u0041", "\\udc00", "\\ud800\\n\\ud83d", "\\ud800\\ud83d\\ude00",
])
func halfOfASurrogatePairMakesOneStringUnreadable(escapes: String) throws {
    let text = "[\"\(escapes)\", \"b\"]"
    try reading(text) { reader in
        guard case .array = try reader.next(), try reader.hasElement(),
            case .brokenString(let escape) = try reader.next()
        else {
            Issue.record("not read as a broken string")
            return
        }
        let error = reader.halfOfPair(at: escape)
        #expect(error.problem == "this escape is only half of a surrogate pair")
        #expect([error.line, error.column] == [1, 3])
        guard try reader.hasElement(), case .string("b") = try reader.next() else {
            Issue.record("the next string is not read")
            return
        }
        let hasMore = try reader.hasElement()
        #expect(!hasMore)
        try reader.finish()
    }
    let error = #expect(throws: JSONError.self) { try JSONNode(reading: text) }
    #expect(error?.column == 3)
}

/// The line of each broken string was counted from the beginning of the text: this took minutes.
@Test(.timeLimit(.minutes(1))) func manyBrokenStringsAreReadInLinearTime() throws {
    let text = "[" + Array(repeating: "\"\\ud800\"", count: 50_000).joined(separator: ",") + "]"
    try reading(text) { reader in
        guard case .array = try reader.next() else { Issue.record("no array"); return }
        var count = 0
        while try reader.hasElement() {
            if case .brokenString = try reader.next() { count += 1 }
        }
        #expect(count == 50_000)
        try reader.finish()
    }
}

@Test func bytesThatAreNotUTF8AreAnErrorInAString() {
    for bytes: [UInt8] in [
        [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    ] {
        let error = #expect(throws: JSONError.self) {
            try bytes.withUnsafeBufferPointer { bytes in
                var reader = JSONReader(bytes)
                _ = try reader.next()
            }
        }
        #expect(error?.problem == "this string is not UTF-8")
    }
}

@Test func aTreeKnowsThePlaceOfEachPart() throws {
    let node = try JSONNode(reading: " {\"ä\": [1, \"x\"], \"b\" : 2.5}")
    let members = try #require(node.members)
    #expect(node.offset == 1)
    #expect(members.map(\.offset) == [2, 18])
    #expect(members.map(\.value.offset) == [8, 24])
    #expect(members[0].value.elements?.map(\.offset) == [9, 12])
    #expect(node["b"] == JSONNode(2.5))
    #expect(node["c"] == nil)
}

@Test func aTreeRefusesAKeyTwiceAndNumbersBeyondDoubles() {
    let twice = #expect(throws: JSONError.self) { try JSONNode(reading: "{\"a\":1,\n\"a\":2}") }
    #expect(twice?.problem == "the key \"a\" is given twice")
    #expect(twice?.line == 2)
    let large = #expect(throws: JSONError.self) { try JSONNode(reading: "[1e999]") }
    #expect(large?.problem == "the number 1e999 is too large")
    #expect(large?.column == 2)
}

@Test func nestingEndsAtALimitAndLargeObjectsAreReadInLinearTime() throws {
    func nested(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    _ = try JSONNode(reading: nested(256))
    let error = #expect(throws: JSONError.self) { try JSONNode(reading: nested(100_000)) }
    #expect(error?.problem == "the JSON is nested deeper than 256 levels")
    // With a comparison of each key with each other one, this would take minutes.
    let members = (0..<50_000).map { "\"\($0)\":0" }.joined(separator: ",")
    #expect(try JSONNode(reading: "{\(members)}").members?.count == 50_000)
}

@Test func partsCanBeSkipped() throws {
    try reading("[{\"a\": [1, {\"b\": 2}]}, \"x\", [[]], 7]") { reader in
        var last: JSONReader.Piece?
        guard case .array = try reader.next() else { throw Unexpected() }
        while try reader.hasElement() {
            let piece = try reader.next()
            try reader.skip(piece)
            last = piece
        }
        try reader.finish()
        guard case .integer(7)? = last else { throw Unexpected() }
    }
}

private struct Unexpected: Error {}

private func reading(_ text: String, _ body: (inout JSONReader) throws -> Void) throws {
    var text = text
    try text.withUTF8 { bytes in
        var reader = JSONReader(bytes)
        try body(&reader)
    }
}

private func pieces(_ text: String) throws {
    try reading(text) { reader in
        try reader.skip(try reader.next())
        try reader.finish()
    }
}
