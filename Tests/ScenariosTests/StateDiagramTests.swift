import Scenarios
import Testing

@Suite struct StateDiagramTests {
    private var declared: [Scenario] {
        let facade = ScenarioFacade()
        facade.start(from: Idle.self)
            .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
            .process(Sum.self, leads: .nowhere)
            .react(to: Switch.self).skip().process(Moving.self, leads: .to(Busy.self))
        facade.start(from: Busy.self)
            .react(to: Peek.self).skip().process(Sum.self, leads: .back(from: Busy.self))
        return facade.scenarios
    }

    private func differences(_ text: String) throws -> [String] {
        try StateDiagram(mermaid: text).differences(from: declared.stateDiagram(start: Idle.self))
    }

    @Test func whatDeclarationsDrawIsReadAgain() throws {
        let drawn = declared.stateDiagram(start: Idle.self)
        #expect(
            drawn.mermaid == """
                stateDiagram-v2
                    [*] --> Idle
                    Idle --> Idle: Add / Store → Stored
                    Idle --> Busy: Switch
                    Busy --> Idle: Peek

                """
        )
        #expect(try differences(drawn.mermaid) == [])
        let read = try StateDiagram(mermaid: drawn.mermaid)
        #expect(read.mermaid == drawn.mermaid)
        #expect(read.arrows.map(\.line) == [3, 4, 5])
        #expect(read.states == ["Idle", "Busy"])
    }

    /// The words of designers, and what a diagram may have that says nothing on scenarios.
    @Test func aDiagramOfMermaidIsRead() throws {
        let text = """
            ---
            title: Counting
            ---
            %% drawn on a Monday
            stateDiagram-v2
                direction LR
                state "Nothing to do" as Idle
                state where <<choice>>
                classDef quiet fill:#fff
                Idle : waits
                [*] --> Idle
                Idle --> Idle : add / store -> stored
                Idle --> where : switch
                where --> Busy : full
                note right of Idle: a note
                note left of Busy
                    Busy --> Idle: no arrow
                end note
                Busy --> Idle : peek
                Busy --> [*]
                class Idle quiet
            """
        #expect(try differences(text) == [])
    }

    @Test func eachDifferenceIsNamed() throws {
        let text = """
            stateDiagram-v2
                [*] --> Busy
                Idle --> Idle: Add / Fetch
                Idle --> Busy: Switch, Hurry
            """
        #expect(
            try differences(text) == [
                "the diagram starts in Busy, but the code starts in Idle",
                "the queries of Idle --> Idle: Add (line 3) differ: Fetch in the diagram, but Store → Stored in the code",
                "the code has no transition Idle --> Busy: Hurry (line 4)",
                "the diagram has no arrow Busy --> Idle: Peek",
            ]
        )
    }

    /// A diagram without queries says nothing on them.
    @Test func queriesNeedNotBeDrawn() throws {
        let text = """
            stateDiagram
            [*] --> Idle
            Idle --> Idle: Add
            Idle --> Busy: Switch
            Busy --> Idle: Peek
            """
        #expect(try differences(text) == [])
    }

    @Test(arguments: [
        ("", "line 1: the diagram is missing; begin the diagram with \"stateDiagram-v2\""),
        ("flowchart LR", "line 1: \"flowchart LR\" does not begin a state diagram"),
        ("stateDiagram-v2\nA --> B: C", "line 2: the diagram has no first state"),
        ("stateDiagram-v2\n[*] --> A\nA --> B", "line 3: the arrow from A to B has no message"),
        (
            "stateDiagram-v2\n[*] --> A\n[*] --> B",
            "line 3: the diagram already has the first state A"
        ),
        ("stateDiagram-v2\nA --> B --> C: d", "line 2: \"A --> B --> C\" is not a single arrow"),
        (
            "stateDiagram-v2\nA --> B: C, D / E",
            "line 2: an arrow with several messages cannot have queries"
        ),
        ("stateDiagram-v2\nA --> B: C?", "line 2: \"C?\" is not a valid name for a message"),
        ("stateDiagram-v2\nA --> B: C /", "line 2: \"\" is not a valid name for a query"),
        ("stateDiagram-v2\n1A --> B: C", "line 2: \"1A\" is not a valid name for a state"),
        ("stateDiagram-v2\nstate A {", "line 2: nested states are not supported"),
        (
            "stateDiagram-v2\n[*] --> A\nA --> [*]: quit / Save",
            """
            line 3: a scenario cannot lead to [*], which is not a state of the code; draw a state of \
            your own, such as "A --> Over: quit / Save"
            """
        ),
        (
            "stateDiagram-v2\nstate c <<choice>>\nA --> c: go\nc --> [*]",
            "line 4: a scenario cannot lead to [*]"
        ),
        ("stateDiagram-v2\nstate A <<fork>>", "line 2: \"A <<fork>>\" is not supported"),
    ]) func aMistakeIsNamedWithItsLine(text: String, message: String) {
        do {
            _ = try StateDiagram(mermaid: text)
            Issue.record("nothing was said of \(text)")
        } catch {
            #expect("\(error)".hasPrefix(message), "\(error)")
        }
    }

    @Test func aChoiceMayBeDeclaredAfterItsArrows() throws {
        let text = """
            stateDiagram-v2
            [*] --> Idle
            Idle --> Idle: Add
            Idle --> where: Switch
            where --> Busy
            where --> Idle: count > 3
            Busy --> Idle: Peek
            note right of Idle
                state Busy <<choice>>
            end note
            state where <<choice>>
            """
        let diagram = try StateDiagram(mermaid: text)
        let arrows = diagram.arrows.map { "\($0.from) \($0.message) \($0.to)" }
        #expect(
            arrows == ["Idle Add Idle", "Idle Switch Busy", "Idle Switch Idle", "Busy Peek Idle"]
        )
    }

    @Test func choicesInACircleEnd() throws {
        let diagram = try StateDiagram(
            mermaid: """
                stateDiagram-v2
                state c <<choice>>
                state d <<choice>>
                [*] --> A
                A --> c: go
                c --> d
                d --> c
                d --> B
                """
        )
        #expect(diagram.arrows.filter { $0.to == "B" }.map(\.from) == ["A"])
    }

    @Test(.timeLimit(.minutes(1))) func manyPathsThroughChoicesAreOneArrow() throws {
        let choices = (0..<60).map { "state c\($0) <<choice>>" }
        let arrows = (0..<59).flatMap { Array(repeating: "c\($0) --> c\($0 + 1)", count: 2) }
        let diagram = try StateDiagram(
            mermaid: (["stateDiagram-v2"] + choices + ["[*] --> A", "A --> c0: go"] + arrows
                + ["c59 --> B"]).joined(separator: "\n")
        )
        #expect(diagram.arrows.filter { $0.from == "A" }.map(\.to) == ["B"])
    }

    @Test func theDesignersTableIsPrintedFromTheDeclarations() {
        #expect(
            declared.givenWhenThen(processor: CounterProcessor()) == """
                | given | when | then | otherwise |
                |---|---|---|---|
                | idle | add | ask: store; on stored: stay | on refused: end |
                | idle | switch | go to busy |  |
                | busy | peek | go to idle |  |

                """
        )
    }

    /// A screen with two queries, whose scenarios have one action state.
    @Test func anAnswerToAnotherScenarioIsNoError() {
        let actions = ActionFacade()
        actions.on(Sum.self)
            .reduce(Add.self) { _, _ in }.reduce(Stored.self) { _, _ in }
            .reduce(Peek.self) { _, _ in }.reduce(Surprise.self) { _, _ in }
            .reduce(Refused.self) { _, _ in }
        let facade = ScenarioFacade()
        facade.start(from: Idle.self)
            .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
            .process(Sum.self, leads: .nowhere)
            .react(to: Peek.self).with(call: Heater.Ask.self, expecting: Surprise.self)
            .process(Sum.self, leads: .nowhere)
        let table = facade.scenarios.givenWhenThen(
            processor: BaseActionProcessor(declared: actions)
        )
        #expect(
            table.split(separator: "\n").dropFirst(2) == [
                "| idle | add | ask: store; on stored: stay | on refused: end |",
                "| idle | peek | ask: ask; on surprise: stay | on refused: end |",
            ]
        )
    }

    @Test func anOmittedStateLeavesNoArrow() {
        let drawn = declared.stateDiagram(start: Idle.self, omitting: [Busy.self])
        #expect(drawn.arrows.map { "\($0.from) \($0.message) \($0.to)" } == ["Idle Add Idle"])
    }

    @Test func linesMayEndAsOnWindows() throws {
        let text = declared.stateDiagram(start: Idle.self).mermaid
        #expect(try differences(text.replacing("\n", with: "\r\n")) == [])
        let error = #expect(throws: StateDiagramError.self) {
            try StateDiagram(mermaid: "stateDiagram-v2\r\n[*] --> A\r\nA --> B")
        }
        #expect(error?.line == 3)
    }

    /// Windows editors write such a mark.
    @Test(arguments: ["", "---\ntitle: Counting\n---\n"])
    func aByteOrderMarkIsSkipped(_ head: String) throws {
        let text = "\(head)stateDiagram-v2\n[*] --> A\nA --> B: go"
        #expect(try StateDiagram(mermaid: "\u{FEFF}" + text) == StateDiagram(mermaid: text))
    }

    @Test func typesWithOneNameAreToldApart() throws {
        let facade = ScenarioFacade()
        facade.start(from: Heater.Off.self)
            .react(to: Switch.self).skip().process(Sum.self, leads: .to(Fan.Off.self))
        facade.start(from: Fan.Off.self)
            .react(to: Switch.self).skip().process(Sum.self, leads: .to(Loading<Int>.self))
        facade.start(from: Loading<Int>.self)
            .react(to: Switch.self).skip().process(Sum.self, leads: .to(lower.self))
        let code = facade.scenarios.stateDiagram(start: Heater.Off.self)
        #expect(
            code.mermaid == """
                stateDiagram-v2
                    [*] --> HeaterOff
                    HeaterOff --> FanOff: Switch
                    FanOff --> LoadingInt: Switch
                    LoadingInt --> Lower: Switch

                """
        )
        #expect(facade.scenarios.diagram(start: Heater.Off.self) == code.mermaid)
        #expect(try StateDiagram(mermaid: code.mermaid).differences(from: code) == [])
    }

    @Test(arguments: [
        ("sign in pressed", "SignInPressed"), ("URLChanged", "URLChanged"),
        ("sign-in", "SignIn"), ("été", "Été"), ("a_b", "A_b"),
    ]) func wordsBecomeNamesOfTypes(words: String, name: String) {
        #expect(scenarioTypeName(words) == name)
    }
}

enum Heater {
    struct Off: GeneralState {}
    struct Ask: Query {}
}
enum Fan { struct Off: GeneralState {} }
struct Loading<Value: Sendable>: GeneralState {}
// swift-format-ignore: TypeNamesShouldBeCapitalized
struct lower: GeneralState {}
