import Foundation
import Generator
import JSON
import QueryForm
import Studio
import Synchronization
import TestSupport
import TestTraits
import Testing

private let condition: JSONNode = [
    "attribute": "name", "compare": "BEGINSWITH", "parameter": "text", "ignoring": ["case"],
]

@Test(.blocking) func theTextFollowsTheFormAndTheFormTheText() throws {
    let open = try OpenStudio()
    let byForm = try open.ask(
        "/api/update",
        ["form": ["entity": "Item", "where": condition, "sort": ["name"]], "values": [:]]
    )
    #expect(byForm["text"]?.string == "name BEGINSWITH[c] $text")
    let byText = try open.update(text: "name BEGINSWITH[c] $text", sort: ["name"])
    #expect(byText["form"] == byForm["form"])
    for key in ["swift", "sql", "sentence", "rows"] { #expect(byText[key] == byForm[key]) }
    #expect(
        byForm["sentence"]?.strings
            == ["Items whose name begins with ", "text", ", ignoring case, by name."]
    )
    #expect(byForm["swift"]?.string?.contains("func itemsMatching(text: String)") == true)
    #expect(byForm["sql"]?.string?.hasPrefix("SELECT t0.\"") == true)
    #expect(byForm["plan"]?.strings.first == "SCAN t0")
    #expect(byForm["findings"]?.elements.filter { $0["severity"]?.string == "error" } == [])
}

@Test(.blocking) func theAsterisksOfALiteralStayInTheSentence() throws {
    let answer = try OpenStudio().update(text: "name LIKE '*a*' AND code == $text")
    #expect(
        answer["sentence"]?.strings
            == ["Items whose name is like “*a*” and whose code is ", "text", "."]
    )
}

@Test(.blocking) func theRowsAreThoseThatMatchAndThoseThatAreLeftOut() throws {
    let open = try OpenStudio()
    let answer = try open.update(
        text: "name BEGINSWITH[c] $text",
        sort: ["name"],
        values: ["text": "am"]
    )
    let rows = try #require(answer["rows"])
    #expect(rows.column("name", of: "given") == ["Amber", "Ambrosia", "amber"])
    #expect(rows["leftCount"] == 21)
    #expect(rows["total"] == 24)
    let negated = try open.update(text: "NOT name BEGINSWITH[c] $text", values: ["text": "am"])
    let effect = try #require(negated["conditions"]?.elements.first)
    #expect(effect["keeps"] == 21)
    #expect(effect["away"]?.string == "“Amber”, “amber” and “Ambrosia”")
    #expect(negated["sentence"]?.strings.joined().contains("does not begin with") == true)
}

@Test(.blocking) func limitOffsetAndResultShowTheirEffect() throws {
    let open = try OpenStudio()
    func rows(_ form: JSONNode) throws -> JSONNode {
        try #require(try open.ask("/api/update", ["form": form])["rows"])
    }
    let limited = try rows(["entity": "Item", "sort": ["price"], "limit": 2, "offset": 3])
    #expect(limited["givenCount"] == 2)
    #expect(limited["beyondCount"] == 22)
    #expect(try rows(["entity": "Item", "result": "count"])["summary"]?.string == "24")
    let prices = limited.column("price", of: "given") + limited.column("price", of: "beyond")
    let sum = prices.compactMap { $0.flatMap(Int.init) }.reduce(0, +)
    #expect(
        try rows(["entity": "Item", "result": ["sum": "price"]])["summary"]?.string == "\(sum)"
    )
    #expect(try rows(["entity": "Item", "result": "first"])["givenCount"] == 1)
    let values = try rows([
        "entity": "Item", "sort": ["price"], "limit": 2, "offset": 3,
        "result": ["attribute": "price"],
    ])
    let given = values.column("price", of: "given").map { $0 ?? "nil" }
    #expect(given.count == 2)
    #expect(values["summary"]?.string == given.joined(separator: ", "))
}

@Test(.blocking) func errorsStandUnderTheCharactersThatCauseThem() throws {
    let open = try OpenStudio()
    func marked(_ text: String) throws -> [String] {
        let findings = try open.update(text: text)["findings"]?.elements ?? []
        let units = Array(text.utf16)
        return findings.filter { $0["severity"]?.string == "error" }.map { finding in
            let range = (finding["start"]?.integer ?? 0)..<(finding["end"]?.integer ?? 0)
            return String(decoding: units[range.clamped(to: 0..<units.count)], as: UTF16.self)
        }
    }
    #expect(try marked("name BEGINSWTH 'a'") == ["BEGINSWTH"])
    #expect(try marked("name == '😀' AND nme == 'a'") == ["nme"])
    #expect(
        try marked("name == 'a' AND\n  maker.nam == 'x' OR prize > 1") == ["maker.nam", "prize"]
    )
    #expect(try marked("%K == 1 AND name == %@") == ["%K", "%@"])
    #expect(try marked(#"price == 'it\'s'"#) == [#"'it\'s'"#])
    #expect(try marked(#"price == "a\\" OR nme == 'b'"#) == [#""a\\""#, "nme"])
    #expect(try marked("name ==") == [""])
    #expect(try marked("name == 'a'") == [])
}

@Test(.blocking) func aTextWithoutFormSaysWhyAndStillWorks() throws {
    let open = try OpenStudio()
    let answer = try open.update(text: "name == 'a' AND TRUEPREDICATE")
    #expect(answer["form"]?.kind == .null)
    #expect(answer["noForm"]?.string?.hasPrefix("this text cannot be shown as a form") == true)
    #expect(answer["swift"]?.string != nil)
}

@Test(.blocking) func aPredicateWithPlaceholdersHasNoSentence() throws {
    let answer = try OpenStudio().update(text: "name == %@")
    #expect(answer["noForm"]?.string != nil)
    #expect(answer["sentence"] == nil)
}

@Test(.blocking) func anErrorOfAConditionIsShownAtTheCondition() throws {
    let open = try OpenStudio()
    let answer = try open.ask(
        "/api/update",
        [
            "form": [
                "entity": "Item",
                "where": [
                    "all": [condition, ["attribute": "price", "compare": "==", "value": "x"]]
                ],
            ]
        ]
    )
    let errors = answer["findings"]?.elements.filter { $0["severity"]?.string == "error" } ?? []
    #expect(errors.map { $0["condition"] } == [1])
}

@Test(.blocking) func keysAreCompletedThroughRelationships() throws {
    let open = try OpenStudio()
    func texts(_ text: String) throws -> [String] {
        let body: JSONNode = ["text": JSONNode(text), "entity": "Item"]
        return try open.ask("/api/complete", body)["items"]?.elements.compactMap {
            $0["text"]?.string
        } ?? []
    }
    #expect(try texts("na") == ["name"])
    #expect(try texts("maker.") == ["name", "items"])
    #expect(try texts("maker.items.@c") == ["@count"])
    #expect(try texts("name beg") == ["BEGINSWITH[c]", "BEGINSWITH"])
    #expect(try texts("name == $t") == ["$text"])
    #expect(try texts("maker.items.@sum.") == ["price"])
    #expect(try texts("maker.items.@max.n") == ["name"])
    #expect(try texts("price > no") == ["NOT", "NONE", "now()"])
}

@Test(.blocking) func keysOfASubquerysVariableAreCompleted() throws {
    let open = try OpenStudio()
    func texts(_ text: String, _ entity: String) throws -> [String] {
        let body: JSONNode = ["text": JSONNode(text), "entity": JSONNode(entity)]
        return try open.ask("/api/complete", body)["items"]?.elements.compactMap {
            $0["text"]?.string
        } ?? []
    }
    #expect(try texts("SUBQUERY(items, $i, $i.", "Maker") == ["code", "name", "price", "maker"])
    #expect(try texts("SUBQUERY(items, $i, $i.maker.n", "Maker") == ["name"])
    let inner = "SUBQUERY(items, $i, SUBQUERY($i.maker.items, $j, $j.pr"
    #expect(try texts(inner, "Maker") == ["price"])
    #expect(try texts("SUBQUERY(items, $i, $x.", "Maker") == [])
}

@Test(
    .blocking,
    arguments: ["name == 'na", "name == \"it's na", "name == 'it\\'s na", "name == '\u{301} na"]
)
func nothingIsOfferedInsideAStringLiteral(text: String) throws {
    let body: JSONNode = ["text": JSONNode(text), "entity": "Item"]
    #expect(try OpenStudio().ask("/api/complete", body)["items"]?.elements == [])
}

@Test(.blocking) func anAnswerHasTheCompletionAtTheCaret() throws {
    let open = try OpenStudio()
    var body: [JSONNode.Member] = [
        .init("form", ["entity": "Item"]), .init("text", "price > 3 AND na"),
    ]
    #expect(try open.ask("/api/update", JSONNode(.object(body)))["completion"] == nil)
    body.append(.init("caret", 16))
    let completion = try open.ask("/api/update", JSONNode(.object(body)))["completion"]
    #expect(completion?["start"]?.integer == 14)
    #expect(completion?["items"]?.elements.map { $0["text"]?.string } == ["name"])
}

@Test(.blocking) func aQueryIsSavedOpenedChangedAndNotReplacedUnasked() throws {
    let open = try OpenStudio()
    let form: JSONNode = ["entity": "Item", "where": condition, "limit": 5]
    let saved = try open.ask("/api/save", ["form": form, "name": "someItems"])
    #expect(
        saved["written"]?.strings
            == ["Queries/someItems.json", "Sources/App/Generated/someItems.swift"]
    )
    #expect(saved["missing"]?.string == "ShopManager.swift")
    let code = try String(
        contentsOfFile: open.folder.path("Sources/App/Generated/someItems.swift"),
        encoding: .utf8
    )
    #expect(code.contains("func someItems(text: String) async throws -> [Item]"))
    #expect(code.contains("LIMIT 5"))
    let opened = try open.ask("/api/open", ["name": "someItems"])
    #expect(opened["form"]?["limit"] == 5)
    #expect(opened["form"]?["where"]?["all"]?.elements == [condition])
    let changed: JSONNode = ["entity": "Item", "limit": 6]
    #expect(try open.post("/api/save", ["form": changed, "name": "someItems"]).status == 409)
    _ = try open.ask("/api/save", ["form": changed, "name": "someItems", "replace": true])
    #expect(try open.ask("/api/open", ["name": "someItems"])["form"]?["limit"] == 6)
    #expect(try open.overview()["queries"]?.strings == ["someItems"])
    let wrong: JSONNode = ["entity": "Item", "where": ["code": "nme == 1"]]
    #expect(try open.post("/api/save", ["form": wrong, "name": "bad"]).status == 422)
    #expect(!FileManager.default.fileExists(atPath: open.folder.path("Queries/bad.json")))
}

@Test(.blocking) func anErrorInTypedCodeIsAtItsCondition() throws {
    let code: JSONNode = ["code": "price >"]
    let form: JSONNode = ["entity": "Item", "where": ["all": [condition, ["any": [code]]]]]
    let answer = try OpenStudio().ask("/api/update", ["form": form])
    let findings = answer["findings"]?.elements ?? []
    #expect(findings.map { $0["condition"]?.integer } == [1])
    #expect(findings.first?["problem"]?.string?.hasPrefix("the text ends too early") == true)
    #expect(findings.first?["start"] == nil)
    // The page keeps the last text.
    #expect(answer["text"]?.kind == .null)
    let empty: JSONNode = ["entity": "Item"]
    #expect(try OpenStudio().ask("/api/update", ["form": empty])["text"]?.string == "")
}

@Test(.blocking) func aQueryThatWasOpenedIsSavedAgainUnlessItsFileHasChanged() throws {
    let open = try OpenStudio()
    let form: JSONNode = ["entity": "Item", "where": condition, "limit": 5]
    let saved = try open.ask("/api/save", ["form": form, "name": "someItems"])
    let was = try #require(saved["form"])
    let changed: JSONNode = ["entity": "Item", "limit": 6]
    let again = try open.ask("/api/save", ["form": changed, "name": "someItems", "was": was])
    #expect(again["written"]?.strings.first == "Queries/someItems.json")
    let late = try open.post("/api/save", ["form": form, "name": "someItems", "was": was])
    #expect(late.status == 409)
    #expect(late.body.contains("has changed since it was opened"))
    #expect(try open.ask("/api/open", ["name": "someItems"])["form"]?["limit"] == 6)
}

@Test(.blocking, arguments: ["Item", "item", "ShopManager", "items", "Items", "store", "close"])
func aQueryDoesNotTakeTheNameOfWhatTheModelHas(name: String) throws {
    let open = try OpenStudio()
    _ = try open.ask("/api/generate", [:])
    let before = try open.generated()
    let form: JSONNode = ["entity": "Item", "name": JSONNode(name)]
    let findings = try open.ask("/api/update", ["form": form])["findings"]?.elements ?? []
    #expect(findings.contains { $0["part"]?.string == "name" })
    #expect(try open.post("/api/save", ["form": form, "name": JSONNode(name)]).status == 422)
    #expect(try open.generated() == before)
}

@Test(.blocking) func theSuggestedNameIsNotThatOfAFetchRequest() throws {
    let request = #"<fetchRequest name="AllItems" entity="Item"/>"#
    let open = try OpenStudio(model: shopModel.replacing("</model>", with: "\(request)</model>"))
    let answer = try open.ask("/api/update", ["form": ["entity": "Item"]])
    #expect(answer["swift"]?.string?.contains("func allItems2()") == true)
    #expect(answer["findings"]?.elements.contains { $0["part"]?.string == "name" } == false)
}

@Test(.blocking) func aQueryDoesNotReplaceTheCodeOfAnother() throws {
    let open = try OpenStudio()
    _ = try open.ask("/api/save", ["form": ["entity": "Item"], "name": "old"])
    let before = try open.generated()
    for preview in [true, false] {
        let body: JSONNode = [
            "form": ["entity": "Item", "limit": 2], "name": "Old", "preview": JSONNode(preview),
        ]
        let refused = try open.post("/api/save", body)
        #expect(refused.status == 422)
        #expect(refused.body.contains("has the same Swift file"), "\(refused.body)")
    }
    #expect(try open.generated() == before)
    #expect(try open.overview()["queries"]?.strings == ["old"])
}

@Test(.blocking) func codeDoesNotGoIntoTheModel() throws {
    let open = try OpenStudio()
    let body: JSONNode = ["output": "Model/Shop.xcdatamodeld/Code"]
    let answer = try open.post("/api/generate", body)
    #expect(answer.status == 422)
    #expect(answer.body.contains("inside a model package"))
    let saved = try open.post(
        "/api/save",
        ["form": ["entity": "Item"], "name": "a", "output": "Model/Shop.xcdatamodeld"]
    )
    #expect(saved.status == 422)
}

private let offered: [(JSONNode, String)] = [
    (["entity": "Item"], "allItems"),
    (["entity": "Item", "sort": ["name"]], "allItems"),
    (["entity": "Item", "where": condition], "itemsMatching"),
    (["entity": "Item", "result": "count"], "numberOfAllItems"),
    (["entity": "Item", "where": condition, "result": "first"], "firstOfItemsMatching"),
    (["entity": "Item", "result": ["avg": "price"]], "averagePriceOfAllItems"),
]

@Test(.blocking, arguments: offered)
func aNameIsOfferedThatSaysWhatIsGiven(form: JSONNode, name: String) throws {
    let call = try OpenStudio().ask("/api/update", ["form": form])["call"]?.string
    #expect(call?.contains("manager.\(name)(") == true, "\(call ?? "")")
}

@Test(.blocking) func aGroupShowsWhatItsConditionsDoTogether() throws {
    let open = try OpenStudio()
    let group: JSONNode = [
        "not": true,
        "any": [
            ["attribute": "name", "compare": "==", "value": "Amber"],
            ["attribute": "name", "compare": "==", "value": "amber"],
        ],
    ]
    let answer = try open.ask(
        "/api/update",
        [
            "form": ["entity": "Item", "where": ["all": [condition, group]]],
            "values": ["text": "am"],
        ]
    )
    let groups = try #require(answer["groups"]?.elements)
    #expect(groups.map { $0["keeps"] } == [1, 22])
    #expect(groups.last?["away"]?.string == "“Amber” and “amber”")
    #expect(answer["conditions"]?.elements.map { $0["keeps"] } == [3, 1, 1])
}

@Test(.blocking) func aModelIsAttachedAndGeneratedInTheProject() throws {
    let open = try OpenStudio(isAttached: false)
    let before = try open.overview()
    #expect(before["model"]?.kind == .null)
    #expect(before["models"]?.strings == ["Model/Shop.xcdatamodeld"])
    #expect(try open.post("/api/update", ["form": ["entity": "Item"]]).status == 409)
    _ = try open.ask("/api/attach", ["path": "Model/Shop.xcdatamodeld"])
    let made = try open.ask("/api/generate", [:])
    #expect(made["folder"]?.string == "Sources/App/Generated")
    #expect(made["written"]?.strings.contains("ShopManager.swift") == true)
    #expect(
        FileManager.default.fileExists(
            atPath: open.folder.path("Sources/App/Generated/ShopManager.swift")
        )
    )
    #expect(try open.ask("/api/generate", [:])["written"]?.strings == [])
    let saved = try open.ask("/api/save", ["form": ["entity": "Item"], "name": "allOfThem"])
    #expect(saved["missing"]?.kind == .null)
}

/// A query without a form is written beside the file with all other code.
@Test(.blocking) func theFileWithAllCodeIsNamedIfItIsMissing() throws {
    let open = try OpenStudio()
    let body: JSONNode = [
        "form": ["entity": "Item"], "text": "name == 'a' AND TRUEPREDICATE", "name": "few",
        "output": "Sources/App/All.swift",
    ]
    #expect(try open.ask("/api/save", body)["missing"]?.string == "All.swift")
    _ = try open.ask("/api/generate", ["output": "Sources/App/All.swift"])
    #expect(try open.ask("/api/save", body)["missing"]?.kind == .null)
}

@Test(.blocking) func ofTwoModelsWithTheSameNameTheAttachedOneIsNamed() throws {
    let open = try OpenStudio()
    #expect(try open.overview()["attached"]?.string == "Model/Shop.xcdatamodeld")
    try FileManager.default.copyItem(
        atPath: open.folder.path("Model"),
        toPath: open.folder.path("Other")
    )
    let path = "Other/Shop.xcdatamodeld"
    let overview = try open.ask("/api/attach", ["path": JSONNode(path)])
    #expect(overview["models"]?.strings == ["Model/Shop.xcdatamodeld", path])
    #expect(overview["attached"]?.string == path)
}

@Test(.blocking) func codeInTheProjectsOwnFolderIsGeneratedThere() throws {
    let open = try OpenStudio()
    let first = try open.ask("/api/generate", ["output": "."])
    #expect(first["written"]?.strings.contains("ShopManager.swift") == true)
    #expect(try open.overview()["output"]?.string == ".")
    #expect(try open.ask("/api/generate", [:])["written"]?.strings == [])
}

@Test(.blocking) func thePageFollowsTheModelFile() throws {
    let open = try OpenStudio()
    #expect(try open.version() == 0)
    let file = open.folder.path("Model/Shop.xcdatamodeld/Shop.xcdatamodel/contents")
    // What an editor leaves beside the file is no change of the model.
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(file)~"))
    usleep(1_000_000)
    #expect(try open.version() == 0)
    let changed = shopModel.replacingOccurrences(of: "price", with: "cost")
    try Data(changed.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    #expect(try open.hasVersion(1))
    #expect(try open.update(text: "cost > 1")["swift"]?.string != nil)
    try Data("<model><entity".utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    #expect(try open.hasVersion(2))
    #expect(try open.overview()["problem"]?.string != nil)
    #expect(try open.update(text: "cost > 1")["swift"]?.string != nil)
}

@Test(.blocking) func theSampleIsTheSameForTheSameModel() throws {
    let first = try OpenStudio().update(text: "")
    let second = try OpenStudio().update(text: "")
    #expect(first["rows"] == second["rows"])
    let names = first["rows"]?.column("name", of: "given") ?? []
    #expect(names.contains(nil))
    #expect(names.contains("Amber") && names.contains("amber") && names.contains("Ámbar"))
}

@Test(.blocking) func aFileThatIsNoStoreOfTheModelIsRefused() throws {
    let folder = try TemporaryFolder()
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: folder.path("x.sqlite")))
    #expect(throws: (any Error).self) { try OpenStudio(store: folder.path("x.sqlite")) }
    #expect(throws: (any Error).self) { try OpenStudio(store: folder.path("none.sqlite")) }
}

@Test(.blocking) func sampleDataHoldTheLiteralsOfAQueryThatFindsNone() throws {
    let open = try OpenStudio()
    func given(_ text: String) throws -> Int {
        try #require(try open.update(text: text)["rows"]?["givenCount"]?.integer)
    }
    #expect(try given("name == 'processing'") > 0)
    #expect(try given("maker.name == 'processing'") > 0)
    #expect(try given("name CONTAINS 'xyz' AND price > 99999") > 0)
    #expect(try given("name IN {'one', 'two'}") > 0)
    // A literal that the sample has changes no record.
    #expect(try given("name == 'Amber'") == 1)
}

@Test(.blocking) func aRelativeDateIsAFieldOfTheForm() throws {
    let model = shopModel.replacing(
        "<attribute name=\"code\"",
        with:
            "<attribute name=\"sold\" optional=\"YES\" attributeType=\"Date\"/><attribute name=\"code\""
    )
    let open = try OpenStudio(model: model)
    let text = #"sold > CAST(CAST(now(), "NSNumber") - 604800, "NSDate")"#
    let answer = try open.update(text: text)
    let leaf = answer["form"]?["where"]?["all"]?.elements.first
    #expect(leaf == ["attribute": "sold", "compare": ">", "daysFromNow": -7])
    #expect(answer["sentence"]?.strings == ["Items whose sold is after 7 days ago."])
    #expect(answer["rows"]?["givenCount"]?.integer ?? 0 > 0)
}

@Test(.blocking) func namesThatNoPredicateCanContainAreNotOffered() throws {
    let odd = ["a-b", "my name"].map { "<attribute name=\"\($0)\" attributeType=\"String\"/>" }
    let model = shopModel.replacing(
        "<attribute name=\"code\"",
        with: "\(odd.joined())<attribute name=\"code\""
    )
    let open = try OpenStudio(model: model)
    let page = try #require(try open.overview()["model"])
    #expect(page["notKeys"]?.strings == ["a-b", "my name"])
    let found = try open.ask("/api/complete", ["text": "", "entity": "Item"])
    let names = Set(found["items"]?.elements.compactMap { $0["text"]?.string } ?? [])
    #expect(names.isSuperset(of: ["code", "maker"]))
    #expect(names.isDisjoint(with: ["a-b", "my name"]))
}

@Test(.blocking) func bothBackendsAreShownWithThatOfTheProjectFirst() throws {
    let answer = try OpenStudio().update(text: "price > $least")
    #expect(answer["backend"]?.string == "store")
    #expect(answer["otherBackend"]?.string == "coredata")
    #expect(answer["swift"]?.string?.contains("import CacheStore") == true)
    #expect(answer["otherSwift"]?.string?.contains("import ManagedStore") == true)
    #expect(answer["parameters"]?.elements.first?["type"]?.string == "Int32")
    #expect(answer["parameters"]?.elements.first?["path"]?.string == "price")
}

@Test(.blocking) func aQueryThatCoreDataCannotRunHasNoCodeForCoreData() throws {
    let text = "price BETWEEN $range"
    let store = try OpenStudio().update(text: text)
    #expect(store["swift"]?.string?.contains("import CacheStore") == true)
    let other = store["otherSwift"]?.string ?? ""
    #expect(other.hasPrefix("// No method: Core Data requires two elements after BETWEEN"))
    let open = try OpenStudio(generation: PlainGeneration(backend: .coredata))
    let answer = try open.update(text: text)
    #expect(answer["swift"] == nil)
    let problems = answer["findings"]?.elements.compactMap { $0["problem"]?.string } ?? []
    #expect(problems.contains { $0.hasPrefix("Core Data requires two elements after BETWEEN") })
    let saved = try open.post(
        "/api/save",
        ["form": ["entity": "Item"], "text": JSONNode(text), "name": "itemsInRange"]
    )
    #expect(saved.status == 422)
    #expect(saved.body.contains("nothing was saved: Core Data requires"), "\(saved.body)")
}

@Test(.blocking) func savingShowsTheChangesBeforeItWritesThem() throws {
    let open = try OpenStudio()
    let form: JSONNode = ["entity": "Item", "where": condition]
    let body: JSONNode = ["form": form, "name": "someItems", "preview": true]
    let files = try open.ask("/api/save", body)["files"]?.elements ?? []
    let paths = files.compactMap { $0["path"]?.string }
    #expect(paths == ["Queries/someItems.json", "Sources/App/Generated/someItems.swift"])
    #expect(files.allSatisfy { $0["isNew"]?.kind == .boolean(true) })
    for path in paths { #expect(!FileManager.default.fileExists(atPath: open.folder.path(path))) }
    _ = try open.ask("/api/save", ["form": form, "name": "someItems"])
    for (path, file) in zip(paths, files) {
        let written = try String(contentsOfFile: open.folder.path(path), encoding: .utf8)
        let shown = file["lines"]?.elements.map { ($0.elements.last?.string ?? "") + "\n" }.joined()
        #expect(shown == written)
    }
    #expect(try open.ask("/api/save", body)["files"]?.elements.isEmpty == true)
    let limited: JSONNode = ["entity": "Item", "where": condition, "limit": 3]
    let changed = try open.ask(
        "/api/save",
        ["form": limited, "name": "someItems", "preview": true]
    )
    let lines = changed["files"]?.elements.first?["lines"]?.elements ?? []
    let added = lines.filter { $0.elements.first?.string == "+" }
    #expect(added.contains { $0.elements.last?.string?.contains("\"limit\": 3") == true })
    #expect(added.count < lines.count)
}

@Test(.blocking) func aQueryWithoutFormDoesNotTakeTheNameOfASavedForm() throws {
    let open = try OpenStudio()
    _ = try open.ask("/api/save", ["form": ["entity": "Item"], "name": "someItems"])
    let before = try open.generated()
    let body: JSONNode = [
        "form": ["entity": "Item"], "text": "name == 'a' AND TRUEPREDICATE", "name": "someItems",
    ]
    let answer = try open.post("/api/save", body)
    #expect(answer.status == 422)
    #expect(answer.body.contains("save the predicate under another name"), "\(answer.body)")
    #expect(try open.generated() == before)
}

/// SwiftPM makes an executable of a target with this file.
@Test(.blocking) func noQueryIsSavedInTheMainFile() throws {
    let open = try OpenStudio()
    for text in ["name == 'a'", "name == 'a' AND TRUEPREDICATE"] {
        let body: JSONNode = ["form": ["entity": "Item"], "text": JSONNode(text), "name": "main"]
        let answer = try open.post("/api/save", body)
        #expect(answer.status == 422)
        #expect(answer.body.contains("would make the target an executable"), "\(answer.body)")
    }
    #expect(!FileManager.default.fileExists(atPath: open.folder.path("Queries/main.json")))
}

@Test(.blocking) func aTruthValueToTryMayHaveSpacesAround() throws {
    let sold = "<attribute name=\"sold\" optional=\"YES\" attributeType=\"Boolean\"/>"
    let model = "<model><entity name=\"Item\">\(sold)</entity></model>"
    let open = try OpenStudio(model: model)
    let answer = try open.update(text: "sold == $wanted", values: ["wanted": " Yes "])
    #expect(answer["parameters"]?.elements.first?["fits"] == true)
}

@Test(.blocking) func aUUIDToTryMayHaveSmallLettersButIsNoOtherText() throws {
    let code = "<attribute name=\"code\" optional=\"YES\" attributeType=\"UUID\"/>"
    let open = try OpenStudio(model: "<model><entity name=\"Item\">\(code)</entity></model>")
    let suggested = try open.update(text: "code == $wanted")
    let value = try #require(suggested["parameters"]?.elements.first?["value"]?.string)
    let small = try open.update(
        text: "code == $wanted",
        values: ["wanted": JSONNode(value.lowercased())]
    )
    #expect(small["rows"]?["givenCount"] == 1)
    let other = try open.update(text: "code == $wanted", values: ["wanted": "hello"])
    #expect(other["rows"] == nil)
    #expect(other["uncounted"]?.string == "$wanted must be a UUID, not “hello”")
    #expect(other["parameters"]?.elements.first?["fits"] == false)
}

@Test(.blocking, arguments: ["many", "2147483648", "1.5"])
func rowsAreNotCountedForAValueToTryThatDoesNotFit(value: String) throws {
    let open = try OpenStudio()
    let answer = try open.update(text: "price == $least", values: ["least": JSONNode(value)])
    let wanted = "a whole number from -2147483648 to 2147483647"
    #expect(answer["uncounted"]?.string == "$least must be \(wanted), not “\(value)”")
    for key in ["rows", "conditions", "groups"] { #expect(answer[key] == nil) }
    #expect(answer["parameters"]?.elements.first?["fits"] == false)
    #expect(answer["swift"]?.string != nil)
    let list = try open.update(
        text: "price IN $some",
        values: ["some": JSONNode("1, \(value)")]
    )
    let words = list["uncounted"]?.string
    #expect(words == "each value of $some must be \(wanted), not “1, \(value)”")
}
