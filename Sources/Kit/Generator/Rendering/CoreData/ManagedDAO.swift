/// What does it on Core Data, and the way between its objects and records.
func renderManagedDAO(_ entity: EntityContext, _ model: ModelContext) -> Code {
    let type = entity.type
    return """
        \(head(of: model.source))
        \(coreDataLabel)

        import CoreData
        import DataAccess

        /// \(entity.plural.trimmingBackticks.capitalizedFirst) in Core Data.
        struct Stored\(type)DAO: \(type)DAO, \(stackName(model)).ObjectDAO {
            typealias ObjectMap = \(type)Mapping

            let stack: \(stackName(model))
        }

        \(managedMapping(of: entity, model))

        """
}
