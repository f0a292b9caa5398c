import GRDB

/// Another program that has begun to write to a results file, and keeps it to itself for longer than
/// a writer waits.
struct HeldFile {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func letGo() throws { try queue.inDatabase { try $0.execute(sql: "ROLLBACK") } }
}
