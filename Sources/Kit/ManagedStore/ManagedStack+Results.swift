import CoreData
public import DataAccess
import Foundation

extension ManagedStack {
    /// Changes from now on, one for each save of a context on this stack, after its commit. A read
    /// after an announcement includes the announced change. Saves of the application's own contexts
    /// count too, changes by another process do not. Each call returns a separate sequence.
    public var changes: AsyncStream<StoreChange> { listeners.stream() }

    /// A list that follows the store.
    ///
    /// - Parameters:
    ///   - type: Type of the records.
    ///   - query: Records to list, and their order.
    ///   - sectionName: Section of a record; nil for a list without sections. Sections are in the
    ///     order of their first records.
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

    /// A list that follows the store.
    public func resultsController<R: DescribedRecord>(
        _ query: RecordQuery<R>,
        sectionName: (@Sendable (R) -> String)? = nil
    ) -> ResultsController<R> {
        resultsController(R.self, query.dataQuery, sectionName: sectionName)
    }
}

/// Announces every save of a context on `coordinator` to `listeners`. Removing the returned observer
/// ends it.
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

/// Names of the entities of saved objects and of their ancestors, whose lists have them too.
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
