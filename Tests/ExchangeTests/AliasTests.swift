import CSV
import Diagnostics
import Testing

@testable import Exchange
@testable import StudyDefinition

/// A few lines of aliases can mean more values than memory holds.
@Suite struct AliasTests {
    /// Ten levels of ten aliases each.
    static let laughs: String = {
        let levels = (1...9).map { level in
            "l\(level): &l\(level) [\(Array(repeating: "*l\(level - 1)", count: 10).joined(separator: ", "))]"
        }
        return (["l0: &l0 [a, b, c]"] + levels).joined(separator: "\n") + "\n"
    }()

    private func message(
        _ body: () throws(DiagnosticError) -> Void
    ) -> String {
        do throws(DiagnosticError) {
            try body()
            return ""
        } catch { return render(error.diagnostics) }
    }

    @Test(.timeLimit(.minutes(15))) func aMappingOfAliasesIsRefusedAtItsPlace() {
        let start = ContinuousClock.now
        for text in [Self.laughs, Self.laughs + "? *l9\n: x\n", "format: 1\n" + Self.laughs] {
            let words = message { () throws(DiagnosticError) in
                _ = try Mapping(yaml: text, file: "mapping.yaml")
            }
            #expect(words.contains(#/mapping.yaml:\d+:\d+/#), "\(words)")
            #expect(words.contains("when its aliases are expanded"), "\(words)")
        }
        #expect(ContinuousClock.now - start < .seconds(3))
    }

    @Test(.timeLimit(.minutes(1))) func aLongListOfOptionsIsReadOrRefused() throws {
        let labels = ["Yes", "No", "Yes, No", "No, Yes"]
        let options = labels.map { Questionnaire.Option(id: $0, label: $0) }
        let item = Questionnaire.Item(id: "i", text: "?", kind: .multiple(options))
        func chosen(_ text: String) -> [String]? {
            let cell = CSVTable.Cell(text: text, place: .init(file: "t.csv", line: 1, column: 1))
            guard case .options(let ids)? = try? item.read(cell).get().meaning else { return nil }
            return ids
        }
        let many = Array(repeating: "Yes, No", count: 2_000).joined(separator: "; ")
        #expect(chosen(many) == ["Yes", "No", "Yes, No"])
        #expect(chosen(many + ", x") == nil)
        #expect(chosen("Yes, No") == ["Yes, No"])
        #expect(chosen("Yes; No") == ["Yes", "No"])
        #expect(chosen("No, Yes; No") == ["Yes", "No"])
        #expect(chosen("Yes,") == nil)
    }

    @Test func aFewAliasesAreUnderstood() throws {
        let text = """
            format: 1
            participant: &who id
            ignore: [*who, "* no alias", 'a *b c']
            """
        let mapping = try Mapping(yaml: text, file: "mapping.yaml")
        #expect(mapping.participant == "id")
        #expect(mapping.ignore == ["id", "* no alias", "a *b c"])
    }
}
