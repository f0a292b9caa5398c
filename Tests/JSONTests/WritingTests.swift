import Foundation
import JSON
import SeededRandom
import Testing

@Test func aLineIsDenseAndATextIsWithinNinetyColumns() throws {
    let node: JSONNode = ["a": [1, 2, "x"], "b": ["c": true, "d": []], "e": ["f": [:]]]
    #expect(node.line == "{\"a\":[1,2,\"x\"],\"b\":{\"c\":true,\"d\":[]},\"e\":{\"f\":{}}}")
    #expect(
        node.text == "{\"a\": [1, 2, \"x\"], \"b\": {\"c\": true, \"d\": []}, \"e\": {\"f\": {}}}\n"
    )
    let word = String(repeating: "x", count: 40)
    let long: JSONNode = [
        "first": [JSONNode(word), JSONNode(word), 3], "second": ["a": JSONNode(word)],
    ]
    #expect(
        long.text == """
            {
              "first": [
                "\(word)",
                "\(word)",
                3
              ],
              "second": {"a": "\(word)"}
            }

            """
    )
}

/// The widest line that fits and the narrowest that does not.
@Test(arguments: [(83, 1), (84, 3)])
func aListBreaksWhereItIsTooWide(length: Int, lines: Int) {
    let node = JSONNode([JSONNode(String(repeating: "x", count: length)), 1])
    #expect(node.text.split(separator: "\n").count == (lines == 1 ? 1 : 4))
}

@Test func numbersComeBackAsTheyWere() throws {
    for number in [0.1, 1e300, -2.5, .leastNonzeroMagnitude, 1e16, 123_456_789.123] {
        #expect(try JSONNode(reading: JSONNode(number).line) == JSONNode(number))
    }
    #expect(JSONNode(Double.nan).line == "null")
    #expect(JSONNode(Int64.min).line == "-9223372036854775808")
    #expect(JSONNode(nil as String?).line == "null")
}

@Test func charactersThatReadersTripOverAreEscaped() throws {
    let text = "\"\\\n\r\t\u{0}\u{1F}\u{7F}\u{85}\u{2028}\u{202E}\u{2067}\u{FEFF}é😀"
    #expect(
        jsonText(text)
            == #""\"\\\n\r\t\u0000\u001f\u007f\u0085\u2028\u202e\u2067\ufeffé😀""#
    )
    #expect(try JSONNode(reading: jsonText(text)) == JSONNode(text))
}

/// Drawn values, against Foundation's reader and through both layouts.
@Test func writtenValuesAreReadAgainByUsAndByFoundation() throws {
    var random = SplitMix64(seed: 8259)
    for _ in 0..<300 {
        let node = drawn(&random, 4)
        for text in [node.line, node.text] {
            #expect(try JSONNode(reading: text) == node)
            let other = try JSONSerialization.jsonObject(
                with: Data(text.utf8),
                options: .fragmentsAllowed
            )
            #expect(isSame(node, other))
        }
    }
}

private func drawn(_ random: inout SplitMix64, _ depth: Int) -> JSONNode {
    let texts = ["", "a", "ключ", "\"\\", "\u{202E}", "line\nend", "😀 long enough to break a line"]
    switch Int.random(in: 0..<(depth == 0 ? 5 : 7), using: &random) {
    case 0: return .null
    case 1: return JSONNode(Bool.random(using: &random))
    case 2: return JSONNode(Int.random(in: -1000...1000, using: &random))
    case 3: return JSONNode(Double(Int.random(in: -9...9, using: &random)) + 0.25)
    case 4: return JSONNode(texts.randomElement(using: &random) ?? "")
    case 5:
        return JSONNode(
            (0..<Int.random(in: 0...5, using: &random)).map { _ in drawn(&random, depth - 1) }
        )
    default:
        return JSONNode(
            (0..<Int.random(in: 0...5, using: &random)).map { place in
                ("\(texts.randomElement(using: &random) ?? "")\(place)", drawn(&random, depth - 1))
            }
        )
    }
}

private func isSame(_ node: JSONNode, _ other: Any) -> Bool {
    switch node.kind {
    case .null: return other is NSNull
    case .boolean(let value): return other as? Bool == value
    case .integer(let value): return (other as? NSNumber)?.int64Value == value
    case .real(let value): return (other as? NSNumber)?.doubleValue == value
    case .string(let text): return other as? String == text
    case .list(let elements):
        guard let list = other as? [Any], list.count == elements.count else { return false }
        return zip(elements, list).allSatisfy(isSame)
    case .object(let members):
        guard let object = other as? [String: Any], object.count == members.count else {
            return false
        }
        return members.allSatisfy { member in
            object[member.key].map { isSame(member.value, $0) } ?? false
        }
    }
}
