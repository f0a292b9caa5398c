import Diagnostics
import Foundation
import ScenarioSkeleton
import Scenarios
import TestSupport
import Testing

private let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

/// The files in `Generated` are skeletons and their tests: they are part of this target, so they
/// compile, and their tests run.
@Suite struct SkeletonTests {
    private func outline(_ file: String) throws -> ScenarioOutline {
        let url = place.appendingPathComponent("Fixtures/\(file)")
        return try .read(try String(contentsOf: url, encoding: .utf8), file: file)
    }

    @Test func skeletonsAreThoseThatAreCompiled() throws {
        var files: [(String, String)] = []
        for file in ["signin.mmd", "player.yaml", "light.mmd"] {
            let outline = try outline(file)
            files.append(("\(outline.name).swift", outline.skeleton(source: file)))
            files.append(("\(outline.name)Tests.swift", outline.tests(.text, module: nil)))
        }
        let changed = try Golden.differences(files, in: place.appendingPathComponent("Generated"))
        #expect(changed == [])
    }

    @Test func twoArrowsOfOneMessageAreOneScenario() throws {
        let outline = try outline("signin.mmd")
        #expect(outline.name == "Signin")
        #expect(outline.states == ["SignedOut", "SignedIn", "Locked"])
        let first = try #require(outline.scenarios.first)
        #expect(first.destinations == ["SignedIn", "Locked"])
        #expect(first.asks.map(\.query) == ["Authenticate", "LoadCities"])
        #expect(first.asks.map(\.reply) == ["Authenticated", "LoadCitiesAnswer"])
        #expect(outline.scenarios.count == 5)
    }

    /// The skeleton had no arrow from A to itself, so its own test against the diagram failed.
    @Test(arguments: [["A --> A: go", "A --> B: go"], ["A --> B: go", "A --> A: go"]])
    func aScenarioCanLeadToItsOwnStateOrToAnother(_ arrows: [String]) throws {
        let lines = ["stateDiagram-v2", "[*] --> A"] + arrows + ["B --> B: go"]
        let outline = try ScenarioOutline.read(lines.joined(separator: "\n"), file: "stay.mmd")
        #expect(outline.scenarios.map { Set($0.destinations) } == [["A", "B"], []])
        #expect(outline.drawn.differences(from: outline.diagram) == [])
        let skeleton = outline.skeleton(source: "stay.mmd")
        #expect(skeleton.contains("case .a: break\n"))
        #expect(skeleton.contains("case .b: state = B()\n"))
        #expect(skeleton.contains("leads: .nowhere"))
    }

    /// The function hid the type in its own body, so the tests did not compile.
    @Test(arguments: ["開店", "فتح", "פתח"])
    func aTestHasNotTheNameOfAType(_ message: String) throws {
        let text = "stateDiagram-v2\n[*] --> A\nA --> B: \(message)\nB --> A: go"
        let tests = try ScenarioOutline.read(text, file: "shop.mmd").tests(.text, module: nil)
        #expect(tests.contains("@Test func test\(message)InA() async"))
        #expect(tests.contains(".process(\(message)InA())"))
        #expect(tests.contains("@Test func goInB() async"))
    }

    /// Swift warns about backticks in an argument list, except around `inout`.
    @Test func keywordsAreArgumentLabels() throws {
        let text = "stateDiagram-v2\n[*] --> A\nA --> A: go / switch → B, inout → C, default → D"
        let outline = try ScenarioOutline.read(text, file: "words.mmd")
        let tests = outline.tests(.text, module: nil)
        #expect(tests.contains("        switch: { _ in B() },\n"))
        #expect(tests.contains("        `inout`: { _ in C() },\n"))
        #expect(tests.contains("        default: { _ in D() }\n"))
        #expect(outline.skeleton(source: "words.mmd").contains("    var `switch`: @Sendable"))
    }

    @Test func anOutlineInYAMLIsTheSameAsItsDiagram() throws {
        let outline = try outline("player.yaml")
        let again = try ScenarioOutline.read(
            outline.diagram.mermaid,
            file: "player.mmd",
            name: "Player"
        )
        #expect(again.skeleton(source: "x") == outline.skeleton(source: "x"))
        #expect(again.drawn.differences(from: outline.diagram) == [])
    }

    @Test(arguments: [
        ("stateDiagram-v2\n[*] --> A\nA --> A: A", "a.mmd:3: \"A\" is both a state and a message"),
        (
            "stateDiagram-v2\n[*] --> A\nA --> Query: go",
            "a.mmd:3: a state cannot be named \"Query\""
        ),
        (
            "stateDiagram-v2\n[*] --> A\nA --> Entered: go\nEntered --> A: Entered",
            "a.mmd:3: a state cannot be named \"Entered\""
        ),
        (
            "stateDiagram-v2\n[*] --> A\nA --> Rehearsal: go",
            "a.mmd:3: a state cannot be named \"Rehearsal\""
        ),
        (
            "stateDiagram-v2\n[*] --> A\nA --> B: go / X → Y, X → Y",
            "a.mmd:3: in the scenario for \"Go\""
        ),
        (
            "stateDiagram-v2\n[*] --> A\nA --> B: go / X → Y\nB --> A: back / X → Z",
            "a.mmd:3: the query \"X\" has two different answers"
        ),
        (
            "stateDiagram-v2\n[*] --> A\nA --> B: go / X → Y\nA --> C: go / Z → W",
            "a.mmd:4: the arrows for \"Go\" from \"A\" have different queries"
        ),
        ("stateDiagram-v2\n[*] --> A\nA --> B", "a.mmd:3: the arrow from A to B has no message"),
    ]) func aMistakeInADiagramIsNamed(text: String, message: String) {
        expect(text, "a.mmd", message)
    }

    @Test(arguments: [
        ("start: a", "a.yaml:1:1: the outline has no \"scenarios\""),
        ("start: a\nscenarios: []", "a.yaml:2:12: \"scenarios\" of the outline is an empty list"),
        (
            "start: a\nscenarios:\n  - {in: a, on: b, tp: c}",
            "a.yaml:3:20: \"tp\" is not a key of a scenario"
        ),
        ("start: a\nscenarios:\n  - {in: a, on: \"1\"}", "a.yaml:3:17: \"1\" cannot be the name"),
        (
            "start: a\nscenarios:\n  - {in: a, on: b, ask: [x → y → z]}",
            """
            a.yaml:3:26: "x → y → z" does not have the form "query → answer"
              expected a query, or a query and its answer: LoadCities → CitiesLoaded
              write each query as a separate item of "ask"
            """
        ),
        (
            "start: a\nscenarios:\n  - {in: a, on: b, ask: [x →]}",
            """
            a.yaml:3:26: "x →" has no answer
              expected a query, or a query and its answer: LoadCities → CitiesLoaded
              either write the answer after the arrow, or omit the arrow to name the answer XAnswer
            """
        ),
        (
            "start: a\nscenarios:\n  - {in: a, on: b, ask: [→ y]}",
            "a.yaml:3:26: \"→ y\" has no query"
        ),
        (
            "start: a\nscenarios:\n  - {in: a, on: b, ask: [x → 1]}",
            """
            a.yaml:3:26: "1" cannot be the name of an answer
              expected a query, or a query and its answer: LoadCities → CitiesLoaded
              use letters, digits and spaces
            """
        ),
        ("- a", "a.yaml:1:1: the file is a list"),
        ("start: [", "a.yaml:"),
    ]) func aMistakeInAnOutlineIsNamed(text: String, message: String) {
        expect(text, "a.yaml", message)
    }

    /// The message of a diagram with a mark asked for what the file began with.
    @Test(arguments: [
        ("a.mmd", "stateDiagram-v2\n[*] --> A\nA --> B: go"),
        ("a.yaml", "start: a\nscenarios:\n  - {in: a, on: go, to: b}"),
    ]) func aFileMayHaveAByteOrderMark(file: String, text: String) throws {
        let outline = try ScenarioOutline.read(text, file: file)
        let marked = try ScenarioOutline.read("\u{FEFF}" + text, file: file)
        #expect(marked == outline)
    }

    @Test func aFileWhoseNameIsNoTypeNeedsAName() throws {
        let text = "stateDiagram-v2\n[*] --> A\nA --> B: go"
        expect(text, "1.mmd", "1.mmd: \"1\" cannot be the name of a Swift type")
        #expect(try ScenarioOutline.read(text, file: "1.mmd", name: "one").name == "One")
    }

    private func expect(_ text: String, _ file: String, _ message: String) {
        do {
            _ = try ScenarioOutline.read(text, file: file)
            Issue.record("nothing was said")
        } catch {
            #expect(render(error.diagnostics).hasPrefix(message), "\(render(error.diagnostics))")
        }
    }
}
