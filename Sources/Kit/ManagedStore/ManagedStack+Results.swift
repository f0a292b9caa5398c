import CoreData
public import DataAccess
import Foundation

extension ManagedStack {
    /// Changes from the time of the call, one for each save of a context on this stack, reported
    /// after the save is committed. A later read therefore includes the change. Saves of the
    /// application's own contexts on this stack are reported; changes by other processes are not.
    /// Each call returns a separate sequence.
    public var changes: AsyncStream<StoreChange> { listeners.stream() }

    /// A list that is kept up to date with the store.
    ///
    /// - Parameters:
    ///   - type: Type of the records.
    ///   - query: Records to list, and their order.
    ///   - sectionName: The section of a record; nil for a list without sections. Sections are in
    ///     the order of their first records.
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

    /// A list that is kept up to date with the store.
    public func resultsController<R: DescribedRecord>(
        _ query: RecordQuery<R>,
        sectionName: (@Sendable (R) -> String)? = nil
    ) -> ResultsController<R> {
        resultsController(R.self, query.dataQuery, sectionName: sectionName)
    }
}

/// Reports every save of a context on `coordinator` to `listeners`, until the returned observer is
/// removed.
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

/// The names of the saved objects' entities and of their ancestors, because lists of an ancestor
/// also contain the objects.
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
