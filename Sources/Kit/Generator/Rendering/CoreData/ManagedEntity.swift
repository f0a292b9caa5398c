/// The one file of an entity: its record, its data access object and where it is stored.
func renderManagedEntity(_ entity: EntityContext, _ model: ModelContext) -> Code {
    let needsFoundation = entity.needsFoundation || lookUpsNeedFoundation(entity)
    return """
        \(head(of: model.source))

        import DataAccess\(needsFoundation ? "\nimport Foundation" : "")
        import ManagedStore

        \(record(entity))

        \(accessProtocol(of: entity))
        /// \(entity.plural.trimmingBackticks.capitalizedFirst) in Core Data.
        extension ManagedDAO: \(entity.type)DAO where Model == \(entity.type) {}

        """
}
