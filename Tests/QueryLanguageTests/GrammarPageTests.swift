import Foundation
import QueryForm
import QueryLanguage
import TestSupport
import Testing

private struct Example: CustomStringConvertible {
    var object: String
    var text: String
    var expected: String

    var description: String { text }
}

/// The lines of the page's `predicates` blocks.
private func examples() throws -> [Example] {
    let page = Tool.root.appendingPathComponent(
        "Sources/Kit/QueryLanguage/QueryLanguage.docc/Grammar.md"
    )
    var examples: [Example] = []
    var object: String?
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
        if line == "```predicates" {
            object = "{}"
        } else if line == "```" {
            object = nil
        } else if let current = object {
            let parts = line.components(separatedBy: " → ")
            if line.hasPrefix("given ") {
                object = String(line.dropFirst("given ".count))
            } else {
                try #require(parts.count == 2, "\(line)")
                examples.append(Example(object: current, text: parts[0], expected: parts[1]))
            }
        }
    }
    return examples
}

@Test func theExamplesOfTheGrammarGiveWhatItSays() throws {
    let examples = try examples()
    #expect(examples.count > 100)
    for example in examples {
        let object = try QueryValue(json: example.object)
        do throws(PredicateTextError) {
            let predicate = try parsePredicate(example.text)
            let holds = try predicate.holds(for: object)
            #expect("\(holds)" == example.expected, "\(example)")
            #expect(try parsePredicate(predicate.text) == predicate, "\(example)")
        } catch {
            #expect(error.id == example.expected, "\(example)")
        }
    }
}

@Test func theGrammarListsEveryFunction() throws {
    let page = Tool.root.appendingPathComponent(
        "Sources/Kit/QueryLanguage/QueryLanguage.docc/Grammar.md"
    )
    let text = try String(contentsOf: page, encoding: .utf8)
    for name in Function.allCases.map(\.rawValue) + Selector.allCases.map(\.rawValue)
        + CastType.allCases.map(\.rawValue)
    {
        #expect(text.contains("`\(name)`") || text.contains("`\(name)("), "\(name)")
    }
}
