import CacheStore
import DataAccess
import DataSource
package import Foundation

/// Implementation of the data access object, chosen when the program starts.
package enum Backend: String, CaseIterable, Sendable {
    /// A document on disk, synchronized with the server whenever the server can be reached.
    case store
    /// Memory only: the reminders are lost when the program ends.
    case memory
    /// The server only: every call sends requests to it.
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
