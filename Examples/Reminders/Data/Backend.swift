import CacheStore
import DataAccess
import DataSource
package import Foundation

/// Implementation of the data access object, chosen at the start.
package enum Backend: String, CaseIterable, Sendable {
    /// A file, and the server where it can be reached.
    case store
    /// Nothing that outlives the program.
    case memory
    /// The server for every call.
    case remote

    package func open(user: String, folder: URL, server: URL) throws -> any Book {
        switch self {
        case .store: return try OfflineBook(user: user, folder: folder, server: server)
        case .memory:
            let manager = RemindersManager(memory: MemoryStore(RemindersModel.definition))
            return PlainBook(manager.reminders, hasServer: false)
        case .remote:
            let paths = Paths(user: user)
            let records = RemoteRecords(
                HTTPRemote(base: server, timeout: 10),
                paths.request,
                versions: paths.versions,
                model: RemindersModel.definition
            )
            return PlainBook(RoutedDAO(records), hasServer: true)
        }
    }
}
