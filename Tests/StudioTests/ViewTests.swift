import Foundation
import JSON
import TestSupport
import TestTraits
import Testing

extension OpenStudio {
    fileprivate func rows(_ text: String, sort: JSONNode = [], view: JSONNode) throws -> JSONNode {
        let form: JSONNode = ["entity": "Item", "sort": sort]
        let answer = try ask(
            "/api/update",
            ["form": form, "text": JSONNode(text), "view": view]
        )
        return try #require(answer["rows"], "\(answer.line)")
    }
}

@Test(.blocking) func theColumnsThatTheQueryUsesComeFirst() throws {
    let open = try OpenStudio()
    let rows = try open.rows("maker.name != nil AND price > 1", view: [:])
    #expect(rows["columns"]?.strings == ["name", "maker.name", "price", "code", "maker"])
    let chosen = try open.rows("price > 1", view: ["columns": ["code", "maker.items.@count"]])
    #expect(chosen["columns"]?.strings == ["code", "maker.items.@count"])
    #expect(chosen.column("maker.items.@count", of: "given").contains { $0 != nil })
}

@Test(.blocking) func aFilterShowsSomeOfTheRows() throws {
    let open = try OpenStudio()
    let rows = try open.rows("", sort: ["name"], view: ["filters": ["name": "AMB"]])
    #expect(rows["givenCount"] == 24)
    let names = rows.column("name", of: "given").compactMap { $0 }
    #expect(rows["filteredCount"] == JSONNode(names.count))
    #expect(!names.isEmpty && names.allSatisfy { $0.lowercased().contains("amb") })
}

@Test(.blocking) func groupsHaveACountAndAggregates() throws {
    let open = try OpenStudio()
    let grouped = try #require(try open.rows("", view: ["group": "maker.name"])["groups"])
    #expect(
        grouped["columns"]?.strings == [
            "maker.name", "count", "total price", "average price", "lowest price", "highest price",
        ]
    )
    let counts = grouped["rows"]?.elements.compactMap { $0.elements[1].string.flatMap(Int.init) }
    #expect(counts?.reduce(0, +) == 24)
    #expect(counts == counts?.sorted(by: >))
}

@Test(.blocking) func aRecordIsFollowedToThoseRelatedToIt() throws {
    let open = try OpenStudio()
    let rows = try open.rows("maker != nil", view: ["columns": ["maker"]])
    let link = try #require(rows["given"]?.elements.first?.elements.last)
    let body: JSONNode = [
        "entity": try #require(link["entity"]), "row": try #require(link["row"]),
    ]
    let maker = try open.ask("/api/record", body)
    #expect(maker["entity"]?.string == "Maker")
    #expect(maker["title"] == link["text"])
    let items = try #require(maker["relationships"]?.elements.first)
    #expect(items["name"]?.string == "items")
    #expect(items["rows"]?.elements.isEmpty == false)
    #expect(try open.post("/api/record", ["entity": "Maker", "row": 999]).status == 404)
}

@Test(.blocking) func valuesOfTheRowsAreSuggested() throws {
    let open = try OpenStudio()
    func values(_ path: String, _ text: String = "") throws -> [String] {
        let body: JSONNode = [
            "entity": "Item", "path": JSONNode(path), "text": JSONNode(text),
        ]
        let found = try open.ask("/api/values", body)["values"]?.elements ?? []
        return found.compactMap { $0["value"]?.string }
    }
    #expect(
        try values("name", "amber").sorted() == ["Amber", "Bamberg", "Garden of Amber", "amber"]
    )
    #expect(try values("maker.name").count > 1)
    #expect(try values("maker.nothing") == [])
}

@Test(.blocking) func pagesOfAHundredRows() throws {
    let open = try OpenStudio()
    let rows = try open.rows("", view: ["page": 7])
    #expect(rows["page"] == 0)
    #expect(rows["ids"]?.elements.count == 24)
}
