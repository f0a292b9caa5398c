import DataAccess
import Testing

@Test func anImportTakesARecordFromTheOneBefore() async throws {
    let manager = try KinManager.inMemory(.forImport)
    let report = try await imported(
        Partner.self,
        """
        [{"id": "p", "desk": {"id": 1}, "badge": {"id": 1}}, {"id": "q", "badge": {"id": 2}},
         {"id": "p", "desk": {"id": 2}, "badge": {"id": 3}}, {"id": "p", "badge": 2}]
        """,
        manager
    )
    #expect(try await manager.desks.list().map { $0.owner?.value } == [nil, "p"])
    #expect(try await manager.badges.list().map(\.holder.value) == ["p", "q"])
    #expect(report.problems.map(\.index) == [2, 3])
    #expect(report.nested.skipped == 2)
}
