import DataAccess
import Foundation
import Synchronization
import Testing

private func json(_ text: String) -> Data { Data(text.utf8) }

private func people(_ store: ClubStore) async throws -> [[String?]] {
    try await store.fetch(Person.self).map { person in
        [person.personID, person.name, person.team.map { "\($0.value)" }]
    }
}

/// Objects are stored before the one that contains them.
@Test func anItemThatFailsAfterItsPartsLeavesNothingOfThem() async throws {
    let store = try ClubStore()
    _ = try await store.importEntities(
        Person.self,
        json: json(
            """
            [{"personID": "1", "fullName": "A", "team": {"id": 1, "name": "Red"}},
             {"personID": "2", "fullName": "B", "team": {"id": 2, "name": "Blue"}}]
            """
        )
    )
    let before = try await people(store)
    let report = try await store.importEntities(
        Person.self,
        json: json(
            """
            [{"personID": "9", "team":
               {"id": 1, "name": "Changed", "lockers": [{"code": "x"}], "members":
                 ["2", "404", {"personID": "1", "fullName": "Z"}, {"personID": "7", "fullName": "N"}]}},
             {"personID": "8", "fullName": "after", "team": {"id": 3, "name": "New"}},
             {"personID": "7", "team": 3}]
            """
        )
    )
    #expect(report.items == .init(inserted: 1, skipped: 2))
    #expect(report.nested == .init(inserted: 1))
    #expect(
        report.problems.map(\.description) == [
            "item 0, fullName: the value is missing, but a new Person requires it",
            "item 2, fullName: the value is missing, but a new Person requires it",
        ]
    )
    #expect(try await people(store) == before + [["8", "after", "3"]])
    #expect(try await store.fetch(Team.self).map(\.name) == ["Red", "Blue", "New"])
    #expect(try await store.count(Locker.self) == 0)
}

@Test func aFaultInTheMiddleLeavesNothing() async throws {
    let store = try ClubStore()
    try await store.save(Person(name: "before", personID: "0"))
    let good = (0..<600).map {
        #"{"personID": "\#($0)", "fullName": "n", "team": {"id": \#($0 % 7), "name": "t"}}"#
    }.joined(separator: ",")
    await #expect(throws: ImportError.self) {
        try await store.importEntities(Person.self, json: json("[\(good), {]"))
    }
    #expect(try await people(store) == [["0", "before", nil]])
    #expect(try await store.count(Team.self) == 0)
    let report = try await store.importEntities(Person.self, json: json("[\(good)]"))
    #expect(report.items == .init(inserted: 599, updated: 1))
    #expect(report.nested == .init(inserted: 7, unchanged: 593))
}

@Test func anImportThatIsCancelledOnItsWayLeavesNothing() async throws {
    let store = try ClubStore()
    let items = (0..<2500).map { #"{"personID": "\#($0)", "fullName": "n"}"# }
    let text = json("[\(items.joined(separator: ","))]")
    let isHeld = DispatchSemaphore(value: 0)
    let holder = Mutex<Task<ImportReport, any Error>?>(nil)
    let seen = Mutex<[Int]>([])
    let task = Task {
        try await store.importEntities(Person.self, json: text) { progress in
            seen.withLock { $0.append(progress.items) }
            if progress.items > 1000 { return }
            isHeld.wait()
            holder.withLock { $0?.cancel() }
        }
    }
    holder.withLock { $0 = task }
    isHeld.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(seen.withLock { $0 } == [1000])
    #expect(try await store.count(Person.self) == 0)
}

@Test func anImportThatIsCancelledBeforeItsEndLeavesNothing() async throws {
    let store = try ClubStore()
    let isHeld = DispatchSemaphore(value: 0)
    let holder = Mutex<Task<ImportReport, any Error>?>(nil)
    let task = Task {
        try await store.importEntities(Team.self, json: json(#"[{"id": 1, "name": "T"}]"#)) { _ in
            isHeld.wait()
            holder.withLock { $0?.cancel() }
        }
    }
    holder.withLock { $0 = task }
    isHeld.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.count(Team.self) == 0)
}

@Test func deletionRulesHoldForImportedRecords() async throws {
    let store = try ClubStore()
    let report = try await store.importEntities(
        Team.self,
        json: json(
            """
            [{"id": 1, "name": "T", "lockers": [{"code": "a"}], "members": [
               {"personID": "1", "fullName": "A", "notes": [{"text": "x"}, {"text": "y"}]},
               {"personID": "2", "fullName": "B", "notes": [{"text": "z"}]}]}]
            """
        )
    )
    #expect(report.nested == .init(inserted: 6))
    // Cascade, deny, nullify.
    #expect(try await store.delete(Person.self, Person.Identity("1")))
    #expect(try await store.fetch(Note.self).map(\.text) == ["z"])
    await #expect(throws: StoreError.self) { try await store.delete(Team.self, Team.Identity(1)) }
    #expect(try await people(store) == [["2", "B", "1"]])
    #expect(try await store.delete(Locker.self, Locker.Identity("a")))
    #expect(try await store.delete(Team.self, Team.Identity(1)))
    #expect(try await people(store) == [["2", "B", nil]])
}

@Test func aRequiredRelationshipIsNotCleared() async throws {
    let store = try ClubStore()
    _ = try await store.importEntities(
        Person.self,
        json: json(#"[{"personID": "1", "fullName": "A", "notes": [{"text": "x"}]}]"#)
    )
    let report = try await store.importEntities(
        Person.self,
        json: json(#"[{"personID": "1", "fullName": "Z", "notes": null}]"#)
    )
    #expect(
        report.problems.map(\.description) == [
            "item 0, person: the value must be non-nil, because every Note needs a related Person"
        ]
    )
    #expect(try await people(store) == [["1", "A", nil]])
    #expect(try await store.fetch(Note.self).map(\.person.value) == ["1"])
}
