import Foundation
import TestSupport
import TestTraits
import Testing

private func batch(_ command: String, _ lines: [String]) throws -> [[String: Any]] {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("batch.jsonl")
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    let run = try Tool("cdgen").run(["predicate", command, "--batch", file.path])
    #expect(run.status == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
}

@Suite(.blocking) struct PredicateCommandTests {
    @Test func aBatchGivesOneLineForEachInOrder() throws {
        let lines = try batch(
            "evaluate",
            [
                #"{"format": "%K ==[c] %@ AND n > $low", "args": ["a.b", "X"], "object": {"a": {"b": "x"}, "n": 3}, "bindings": {"low": 2.5}}"#,
                #"{"format": "a ==", "object": {}}"#,
                #"{"format": "a BETWEEN {1}", "args": [], "object": {"a": 1}, "bindings": {}}"#,
                "not json",
                #"{"format": "a == '%@'", "args": ["x"], "object": {"a": "x"}}"#,
                #"{"format": "a == %@", "args": [], "object": {"a": "x"}}"#,
                #"{"format": "a ==\n  b c", "object": {}}"#,
                #"{"format": "a == %@", "args": 1, "object": {}}"#,
                #"{"format": "a == nil", "args": null, "object": {}, "bindings": []}"#,
            ]
        )
        #expect(lines.count == 9)
        #expect(lines[0]["value"] as? Bool == true)
        #expect(lines[0]["canonical"] as? String == "a.b ==[c] \"X\" AND n > $low")
        #expect(lines[1]["column"] as? Int == 5)
        #expect(lines[1]["error"] != nil)
        #expect(lines[2]["column"] as? Int == 11)
        #expect(lines[3]["column"] as? Int == 1)
        #expect(lines[4]["value"] as? Bool == false)
        #expect((lines[4]["warnings"] as? [String])?.count == 2)
        #expect(lines[5]["column"] as? Int == 6)
        #expect(lines[6]["line"] as? Int == 2)
        #expect(lines[6]["column"] as? Int == 5)
        #expect(lines[7]["error"] as? String == "\"args\" is not a list")
        #expect(lines[8]["error"] as? String == "\"bindings\" is not an object")
    }

    /// They were ignored, so that a placeholder had no argument.
    @Test(arguments: [("args", "5", "a list"), ("bindings", "[1]", "an object")])
    func argumentsAndBindingsOfAnotherKindAreRefused(
        _ key: String,
        _ value: String,
        kind: String
    ) throws {
        let one = try Tool("cdgen").run(["predicate", "evaluate", "a == %@", "--\(key)", value])
        #expect(one.status == 64)
        #expect(one.errors == "--\(key): the value is not \(kind)\n")
        let line = try batch("evaluate", ["{\"format\": \"a == %@\", \"\(key)\": \(value)}"])
        #expect(line.first?["error"] as? String == "\"\(key)\" is not \(kind)")
    }

    @Test func onePredicateIsPrintedOrEveryErrorNamed() throws {
        let good = try Tool("cdgen").run(["predicate", "parse", "a = 1 && (b<>2)"])
        #expect(good.output == "a == 1 AND b != 2\n")
        let bad = try Tool("cdgen").run(["predicate", "parse", "a NOT IN {1} AND b == %s"])
        #expect(bad.status == 65)
        #expect(bad.errors.contains("predicate:1:3: NOT cannot be written directly before IN"))
        #expect(bad.errors.contains("predicate:1:23: \"%s\" is not a placeholder"))
        let value = try Tool("cdgen").run([
            "predicate", "evaluate", "name BEGINSWITH $t", "--object", #"{"name": "ab"}"#,
            "--bindings", #"{"t": "a"}"#,
        ])
        #expect(value.output == "true\n")
        let surplus = try Tool("cdgen").run(["predicate", "parse", "a == %@", "--args", "[1, 2]"])
        #expect(
            surplus.errors
                .contains("the number of arguments is 2, but the predicate has 1 placeholder\n")
        )
        let broken = try Tool("cdgen").run(["predicate", "evaluate", "a == 1", "--object", "{"])
        #expect(broken.status == 64)
        let dash = try Tool("cdgen").run(["predicate", "parse", "-a == 1"])
        #expect(dash.status == 64)
        #expect(dash.errors.contains("write -- before a predicate that begins with a dash"))
        let ended = try Tool("cdgen").run(["predicate", "parse", "--", "-a == 1"])
        #expect(ended.output == "-a == 1\n")
        let missing = try Tool("cdgen").run(["predicate", "parse", "--batch", "/nowhere"])
        #expect(missing.status == 66)
    }
}

/// Real predicates, where a folder of them stands beside the repository or is named by
/// `PREDICATE_CORPUS`.
private let corpus = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["PREDICATE_CORPUS"]
        ?? Tool.root.appendingPathComponent("../shared/corpus").standardized.path
)

private func corpusLines(_ name: String) throws -> [String]? {
    let file = corpus.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else {
        print("skipped: there is no \(name) beside the repository")
        return nil
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
}

@Suite(.blocking) struct CorpusTests {
    @Test func predicatesGiveWhatTheOracleStates() throws {
        guard let lines = try corpusLines("predicate-oracle.jsonl") else { return }
        let outcomes = try batch("evaluate", lines)
        #expect(outcomes.count == lines.count)
        for (line, outcome) in zip(lines, outcomes) {
            let fields = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            )
            if fields["expect"] is String {
                #expect(outcome["error"] != nil, "\(line)")
            } else {
                #expect(outcome["value"] as? Bool == fields["expect"] as? Bool, "\(line)")
            }
        }
    }

    /// What real code holds that is no predicate of this language, by what is said of it.
    private static let refusals = [
        "FETCH runs a separate query", "FUNCTION cannot call", "the predicate is empty",
        "is not a placeholder", "is not a function", "operators for uniform type identifiers",
    ]

    @Test func realPredicatesAreReadAndPrintedOrRefusedForAReason() throws {
        guard let rows = try corpusLines("predicates.tsv") else { return }
        let formats = rows.dropFirst().map { $0.components(separatedBy: "\t") }
            .filter { $0.count > 1 && $0[1] != "1" }.map { $0[0] }
        let outcomes = try batch("parse", try formats.map(line))
        #expect(outcomes.count == formats.count)
        var canonical: [String] = []
        var refused = 0
        for (format, outcome) in zip(formats, outcomes) {
            if let text = outcome["canonical"] as? String {
                canonical.append(text)
            } else {
                refused += 1
                let error = outcome["error"] as? String ?? ""
                #expect(Self.refusals.contains(where: error.contains), "\(format): \(error)")
            }
        }
        let again = try batch("parse", try canonical.map(line))
        #expect(again.map { $0["canonical"] as? String } == canonical)
        print("\(canonical.count) real predicates read, \(refused) refused for a listed reason")
    }

    private func line(_ format: String) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: ["format": format])
        return String(decoding: data, as: UTF8.self)
    }
}
