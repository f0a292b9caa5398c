import DataAccess

/// The current and earlier models of a store file, as recorded in the file.
struct KeptStore: Equatable {
    struct State: Equatable {
        /// The SQL that creates the tables of this model.
        var definition: String
        var model: PersistedModel
    }

    /// The model's name.
    var name: String
    /// The SQL that created the current tables.
    var definition: String
    /// The recorded models, the current one last. Empty if an early release, which did not record
    /// models, created the store.
    var history: [State]

    /// Returns whether the file's current tables and last recorded model match `model`.
    func fits(_ model: StoreModel) -> Bool {
        definition == model.definition
            && (history.last?.model.agrees(with: PersistedModel(model)) ?? true)
    }

    /// Returns whether the store must be migrated to `model`. True if `fits(_:)` returns false.
    /// Also true if a hook for this migration exists and the store has never had the version of
    /// `model`.
    func needsMigration(to model: StoreModel, _ hooks: [MigrationHook], _ path: String) throws
        -> Bool
    {
        if !fits(model) { return true }
        let wasThere = history.contains { $0.model.version == model.versionName }
        if versionName == model.versionName || wasThere { return false }
        return try hooks.hook(from: versionName, to: model, path: path) != nil
    }

    /// Name of the store's current version; the model's name if the file records no version.
    var versionName: String { history.last?.model.version ?? name }

    /// Returns an error if the store's version is later than that of `model`; otherwise nil.
    func newerError(than model: StoreModel, _ path: String) -> StoreError? {
        isNewer(than: model)
            ? .newerModel(path: path, stored: versionName, expected: model.versionName) : nil
    }

    /// Returns whether the store's version is later than that of `model`. It is later in three
    /// cases:
    ///
    /// - The file lists the version of `model` among its earlier versions.
    /// - `model` has only one version, and the file has a different version.
    /// - An earlier entry of the file's history has exactly the tables of `model`. If `model` lists
    ///   the file's version among its earlier versions, two conditions are added: the last entry
    ///   must have no version, and the earlier entry must have the version of `model`.
    private func isNewer(than model: StoreModel) -> Bool {
        guard name == model.name, let last = history.last else { return false }
        var former = Array(history.dropLast())
        let theirs = model.version(called: versionName)
        if theirs != model.versionName {
            guard let ours = model.version else { return true }
            if last.model.earlier.contains(ours.name) { return true }
            if ours.earlier.contains(theirs) {
                if last.model.version != nil { return false }
                // Ignores entries without a version. They were added while the model had only one
                // version, which may have had these tables.
                former = former.filter { $0.model.version == ours.name }
            }
        }
        let kept = PersistedModel(model)
        return former.contains {
            $0.definition == model.definition && $0.model.agrees(with: kept)
        }
    }
}

extension KeptStore {
    /// Reads the models that the file records.
    ///
    /// - Returns: nil if the file records no model.
    init?(_ connection: RawConnection) throws {
        let kept = try connection.rows("SELECT name, definition FROM store_model").first
        guard let kept, let name = kept[0], let definition = kept[1] else { return nil }
        self.name = name
        self.definition = definition
        let hasHistory = try connection.text(
            "SELECT name FROM sqlite_master WHERE name = 'store_history'"
        )
        let rows =
            hasHistory == nil
            ? []
            : try connection.rows(
                "SELECT definition, description FROM store_history ORDER BY number"
            )
        history = rows.compactMap { row in
            guard let definition = row[0], let text = row[1],
                let model = try? PersistedModel(text: text)
            else { return nil }
            return State(definition: definition, model: model)
        }
        // A program with an earlier release of CacheStore adds an entry without collection types.
        // Replaces such an entry with the last entry that is equal except for these types.
        guard let last = history.last else { return }
        let stating = history.last { state in
            state.definition == last.definition && state.model != last.model
                && state.model.withoutCollections == last.model
        }
        if let stating { history[history.count - 1] = stating }
    }
}
