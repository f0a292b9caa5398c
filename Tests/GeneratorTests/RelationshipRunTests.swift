import DataAccess
import Testing

@Test(arguments: Backing.allCases)
func whatIsDerivedFromRecordsOfTheSameEntityIsOfThoseThatLeadBack(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.workers.save([
        Worker(id: "a"), Worker(id: "b", pay: 2, boss: .init("a")),
        Worker(id: "c", pay: 3, boss: .init("a")),
    ])
    func figures() async throws -> [[Int64?]] {
        try await manager.workers.list().map { [$0.staff, $0.cost] }
    }
    #expect(try await figures() == [[2, 5], [0, 0], [0, 0]])
    try await manager.workers.save(Worker(id: "c", pay: 4, boss: .init("b")))
    #expect(try await figures() == [[1, 2], [1, 4], [0, 0]])
    try await manager.workers.delete(.init("b"))
    #expect(try await figures() == [[0, 0], [0, 0]])

    try await manager.camps.save(Camp(id: "x"))
    try await manager.forts.save(Fort(id: "y", base: .init("x")))
    #expect(try await manager.camps.list().map(\.size) == [1, 0])
}
