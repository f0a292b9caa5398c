extension CacheStore {
    /// Opens the store of a generated model. For example, `CacheStore(modelNamed: "Library")` uses
    /// the type `LibraryModel` of the calling module.
    ///
    /// - Parameters:
    ///   - name: Name of the model, without `Model`.
    ///   - configuration: Location, durability, and whether a file that does not fit the model is
    ///     replaced.
    ///   - migrations: Hooks with custom steps for migrations.
    ///   - file: `#fileID` of the calling file, which identifies the calling module. Leave out this
    ///     argument.
    /// - Throws: `StoreError.unknownModel` if the module has no such model.
    public convenience init(
        modelNamed name: String,
        configuration: StoreConfiguration = StoreConfiguration(),
        migrations: [MigrationHook] = [],
        file: String = #fileID
    ) throws {
        let module = file.split(separator: "/").first.map(String.init) ?? ""
        let type = "\(name)Model"
        // The runtime finds an enumeration by its mangled name. The lengths in this name are
        // numbers of UTF-8 bytes.
        let mangled = "\(module.utf8.count)\(module)\(type.utf8.count)\(type)O"
        guard let found = _typeByName(mangled) as? any GeneratedModel.Type else {
            throw StoreError.unknownModel(name: name, module: module)
        }
        try self.init(
            model: found.definition,
            configuration: configuration,
            migrations: migrations
        )
    }
}
