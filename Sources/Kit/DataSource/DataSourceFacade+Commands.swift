public import CacheStore
public import Foundation

/// The operations of a data source as separate commands. Each can be cancelled, and can be made to
/// run after others.
extension DataSourceFacade {
    /// Returns a command that reads the list from the store.
    public nonisolated func fetchCommand<R: StoredRecord>(
        _ request: SourceRequest<R>,
        after dependencies: [any AnyCommand] = []
    ) -> Command<[R]> {
        Command("fetch \(request.path)", after: dependencies) { [store] in
            try await store.context.fetch(R.self, request.query)
        }
    }

    /// Returns a command that sends the request to the remote and returns the answer without
    /// storing it.
    public nonisolated func acquireCommand<R: StoredRecord>(
        _ request: SourceRequest<R>,
        after dependencies: [any AnyCommand] = []
    ) -> Command<Data> {
        Command("acquire \(request.path)", after: dependencies) { [remote] in
            try await remote.fetch(request.path)
        }
    }

    /// Returns a command that stores the answer of `acquire` in one transaction. The command fails
    /// if `acquire` fails.
    public nonisolated func storeCommand<R: StoredRecord>(
        _ request: SourceRequest<R>,
        of acquire: Command<Data>,
        after dependencies: [any AnyCommand] = []
    ) -> Command<ImportReport> {
        Command("store \(request.path)", after: dependencies + [acquire]) { [store] in
            try await store.backgroundContext.importEntities(
                R.self,
                json: try await acquire.value,
                at: request.keyPath,
                whole: request.isWhole ? request.query : nil
            ) { _ in true }
        }
    }
}
