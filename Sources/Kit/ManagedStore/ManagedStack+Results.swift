import CoreData
public import DataAccess
import Foundation

extension ManagedStack {
    /// A new sequence of the store's changes from now on. Each save is reported after it is
    /// committed, so a later read includes the change. Saves of contexts that the application
    /// created for this stack are included; changes by other processes are not.
    public var changes: AsyncStream<StoreChange> { listeners.stream() }

    /// Returns a list of records that is kept up to date with the store.
    ///
    /// - Parameters:
    ///   - type: Type of the records.
    ///   - query: Records to list, and their order.
    ///   - sectionName: A function that returns the name of a record's section; nil for a list
    ///     without sections. Sections are in the order of their first records.
    public func resultsController<R: DescribedRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all,
        sectionName: (@Sendable (R) -> String)? = nil
    ) -> ResultsController<R> {
        let records = ManagedDAO<R>(stack: self)
        return ResultsController(
            query: query,
            sectionName: sectionName,
            changes: { self.changes },
            fetch: { try await records.list(query) }
        )
    }

    /// Returns a list of the records that match `query`. It is kept up to date with the store.
    public func resultsController<R: DescribedRecord>(
        _ query: RecordQuery<R>,
        sectionName: (@Sendable (R) -> String)? = nil
    ) -> ResultsController<R> {
        resultsController(R.self, query.dataQuery, sectionName: sectionName)
    }
}

/// Observes all contexts that use `coordinator`, and reports each of their saves to `listeners`.
/// Returns the observer. Reporting ends when the observer is removed.
func announceSaves(
    of coordinator: NSPersistentStoreCoordinator,
    to listeners: ChangeListeners
) -> any NSObjectProtocol {
    let own = ObjectIdentifier(coordinator)
    return NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didSaveObjectsNotification,
        object: nil,
        queue: nil
    ) { notification in
        let context = notification.object as? NSManagedObjectContext
        guard let saved = context?.persistentStoreCoordinator, ObjectIdentifier(saved) == own
        else { return }
        let entities = entitiesOfSave(notification.userInfo ?? [:])
        if !entities.isEmpty { listeners.announce(entities) }
    }
}

/// Returns the names of the entities of all saved objects. Also returns the names of their
/// ancestors, because a list of an ancestor's records also contains these objects.
private func entitiesOfSave(_ userInfo: [AnyHashable: Any]) -> Set<String> {
    var names: Set<String> = []
    for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
        for object in userInfo[key] as? Set<NSManagedObject> ?? [] {
            var entity: NSEntityDescription? = object.entity
            while let current = entity, names.insert(current.name ?? "").inserted {
                entity = current.superentity
            }
        }
    }
    return names
}
