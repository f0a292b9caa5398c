import CacheStore
import DataAccess
import SeededRandom
import Testing

private struct Item: Equatable, Sendable {
    var id: Int
    var text: Int
}

private func batch(
    _ old: ListSnapshot<Item>,
    _ new: ListSnapshot<Item>
) -> ListBatch<Item>? {
    old.batch(to: new, identity: \.id, isSame: ==)
}

private func snapshot(_ sections: (String, [Int])...) -> ListSnapshot<Item> {
    ListSnapshot(
        sections: sections.map { name, ids in
            .init(name: name, elements: ids.map { Item(id: $0, text: 0) })
        }
    )
}

@Test func aBatchLeadsFromAnyListToAnyOther() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<3000 {
        let (old, new) = (anyList(&random), anyList(&random))
        guard let batch = batch(old, new) else {
            #expect(old == new)
            continue
        }
        #expect(batch.applied(to: old) == new)
        #expect(old != new)
    }
}

private func anyList(_ random: inout SplitMix64) -> ListSnapshot<Item> {
    var ids = Array(0..<Int.random(in: 0...12, using: &random)).shuffled(using: &random)
    let names = ["a", "b", "c", "d"].shuffled(using: &random)
        .prefix(Int.random(in: 0...4, using: &random))
    return ListSnapshot(
        sections: names.map { name in
            let count = Int.random(in: 0...min(5, ids.count), using: &random)
            defer { ids.removeFirst(count) }
            return .init(
                name: name,
                elements: ids.prefix(count).map {
                    Item(id: $0, text: Int.random(in: 0...1, using: &random))
                }
            )
        }
    )
}

@Test func theFewestElementsMove() {
    let result = batch(snapshot(("", [1, 2, 3, 4, 5])), snapshot(("", [5, 1, 2, 6, 4])))
    #expect(
        result?.moves == [
            .init(from: .init(section: 0, element: 4), to: .init(section: 0, element: 0))
        ]
    )
    #expect(result?.deletes == [.init(section: 0, element: 2)])
    #expect(result?.inserts == [.init(section: 0, element: 3)])
    #expect(result?.updates == [])
}

@Test func anElementMayMoveToANewSectionAndChange() {
    var new = snapshot(("a", [1]), ("b", [2]))
    new.sections[1].elements[0].text = 7
    let result = batch(snapshot(("a", [1, 2])), new)
    #expect(result?.insertedSections == [1])
    #expect(
        result?.moves == [
            .init(from: .init(section: 0, element: 1), to: .init(section: 1, element: 0))
        ]
    )
    #expect(result?.updates == [.init(section: 1, element: 0)])
    #expect(result?.deletes == [])
}

@Test func theSameListGivesNoBatch() {
    #expect(batch(snapshot(("a", [1, 2])), snapshot(("a", [1, 2]))) == nil)
    #expect(batch(snapshot(), snapshot()) == nil)
}

@Test func aControllerGivesOneBatchForEachTransactionThatShows() async throws {
    let store = try memoryClub()
    let main = store.context
    try await main.save(Person(name: "A", number: 1, personID: "1"))
    let controller = main.resultsController(
        Person.self,
        DataQuery(
            filter: "isActive == YES",
            orderBy: [.ascending("number"), .ascending("name")]
        )
    ) { "\($0.number ?? 0)" }
    var events = controller.events().makeAsyncIterator()
    guard case .began(var shown)? = await events.next() else {
        Issue.record("it did not begin")
        return
    }
    #expect(shown.sections.map(\.name) == ["1"])

    try await store.write { connection in
        for index in 2...5 {
            try connection.save(
                Person(name: "p\(index)", number: Int16(index % 2), personID: "\(index)")
            )
        }
    }
    guard case .changed(let first)? = await events.next() else {
        Issue.record("no batch")
        return
    }
    #expect(first.insertedSections == [0])
    #expect(first.inserts.count == 4)
    shown = first.applied(to: shown)
    #expect(shown == first.snapshot)
    #expect(
        shown.sections.map { $0.elements.compactMap(\.personID) } == [
            ["2", "4"], ["1", "3", "5"],
        ]
    )

    // Nothing visible changes: an inactive person, another entity, a value set to what it was.
    try await main.save(Person(isActive: false, name: "hidden", personID: "9"))
    try await main.save(Team(id: 1, name: "T"))
    try await main.save(Person(name: "A", number: 1, personID: "1"))
    try await main.save(Person(name: "B", number: 0, personID: "1"))
    guard case .changed(let second)? = await events.next() else {
        Issue.record("no batch")
        return
    }
    #expect(second.moves.count == 1)
    #expect(second.updates == [.init(section: 0, element: 0)])
    #expect(second.applied(to: shown) == second.snapshot)
}

/// Random work on a store, and the list that follows it.
@Test func aControllerAgreesWithTheStoreAfterRandomWork() async throws {
    let store = try memoryClub()
    var random = SplitMix64(seed: 11)
    let controller = store.context.resultsController(
        Person.self,
        DataQuery(orderBy: [.ascending("number"), .descending("name")], top: 15)
    ) { "\($0.number ?? -1)" }
    var events = controller.events().makeAsyncIterator()
    guard case .began(var shown)? = await events.next() else {
        Issue.record("it did not begin")
        return
    }
    for round in 0..<60 {
        var work: [Person] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            work.append(
                Person(
                    name: "n\(Int.random(in: 0...9, using: &random))",
                    number: Int16.random(in: 0...3, using: &random),
                    personID: "\(Int.random(in: 0...25, using: &random))"
                )
            )
        }
        // Always visible: the round is part of it.
        work.append(Person(name: "round \(round)", number: 0, personID: "round"))
        let gone = Person.Identity("\(Int.random(in: 0...25, using: &random))")
        try await store.write { [work] connection in
            for person in work { try connection.save(person) }
            try connection.delete(Person.self, gone)
        }
        guard case .changed(let batch)? = await events.next() else {
            Issue.record("no batch in round \(round)")
            return
        }
        #expect(batch.applied(to: shown) == batch.snapshot)
        shown = batch.snapshot
        #expect(try await controller.snapshot() == shown)
    }
}
