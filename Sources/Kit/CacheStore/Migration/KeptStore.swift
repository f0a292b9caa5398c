import DataAccess

/// The models that a store file has been of.
struct KeptStore: Equatable {
    static let tables: Set = ["store_model", "store_history"]

    struct State: Equatable {
        /// The SQL that made its tables.
        var definition: String
        var model: PersistedModel
    }

    /// The model's name.
    var name: String
    /// SQL that created the tables.
    var definition: String
    /// The last one is the present one; empty in a store that was made before histories were kept.
    var history: [State]

    /// Whether the tables are those of `model`.
    func fits(_ model: StoreModel) -> Bool {
        definition == model.definition
            && (history.last?.model.agrees(with: PersistedModel(model)) ?? true)
    }

    /// Whether the store is of another version than `model`: its tables differ, or a hook has work to do
    /// that has not been done before.
    func needsMigration(to model: StoreModel, _ hooks: [MigrationHook], _ path: String) throws
        -> Bool
    {
        if !fits(model) { return true }
        let wasThere = history.contains { $0.model.version == model.versionName }
        if versionName == model.versionName || wasThere { return false }
        return try hooks.hook(from: versionName, to: model, path: path) != nil
    }

    /// Name of the version in messages.
    var versionName: String { history.last?.model.version ?? name }

    /// Whether a later version of `model` made it: the file says that it comes after that version, or
    /// was once of just that one.
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
    /// - Returns: nil if the tables say nothing.
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
