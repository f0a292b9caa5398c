import DataAccess

/// The present and earlier models of a store file, as recorded in the file.
struct KeptStore: Equatable {
    struct State: Equatable {
        /// The SQL that created the tables of this model.
        var definition: String
        var model: PersistedModel
    }

    /// The model's name.
    var name: String
    /// The SQL that created the present tables.
    var definition: String
    /// The states of the file, the present one last. Empty in a store that was created before
    /// histories were recorded.
    var history: [State]

    /// Returns whether the tables match `model`.
    func fits(_ model: StoreModel) -> Bool {
        definition == model.definition
            && (history.last?.model.agrees(with: PersistedModel(model)) ?? true)
    }

    /// Returns whether the store has another version than `model`: its tables differ, or a hook has
    /// work that has not been done before.
    func needsMigration(to model: StoreModel, _ hooks: [MigrationHook], _ path: String) throws
        -> Bool
    {
        if !fits(model) { return true }
        let wasThere = history.contains { $0.model.version == model.versionName }
        if versionName == model.versionName || wasThere { return false }
        return try hooks.hook(from: versionName, to: model, path: path) != nil
    }

    /// Name of the version, for messages.
    var versionName: String { history.last?.model.version ?? name }

    /// Returns whether a later version of `model` created the store: the file states that its
    /// version comes after that of `model`, or the file once had exactly that version.
    func isNewer(than model: StoreModel) -> Bool {
        guard name == model.name, let last = history.last else { return false }
        if let ours = model.version, let theirs = last.model.version, ours.name != theirs {
            if last.model.earlier.contains(ours.name) { return true }
            if ours.earlier.contains(theirs) { return false }
        }
        let kept = PersistedModel(model)
        return history.dropLast().contains {
            $0.definition == model.definition && $0.model.agrees(with: kept)
        }
    }
}

extension KeptStore {
    /// - Returns: nil if the tables contain no model.
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
    }
}
