public import DataAccess

/// Custom steps for the migration from one version of a model to another. A hook makes the changes
/// that the store cannot derive from the two models.
///
///     MigrationHook(
///         from: "Library",
///         to: "Library 2",
///         before: [.sql("UPDATE Book SET title = 'untitled' WHERE title IS NULL")],
///         values: ["Book.pages": "CAST(length AS INTEGER)"],
///         after: [.rows(of: "Book") { $0["slug"] = StoredValue($0["title"].text?.lowercased()) }]
///     )
///
/// The whole hook runs in the migration's transaction, which is rolled back if a step fails or
/// throws.
public struct MigrationHook: Sendable {
    /// A step that changes rows.
    public enum Step: Sendable {
        /// One or more SQL statements, with the names of tables and columns as in the database. The
        /// statements may create only temporary tables and indexes on these tables. The temporary
        /// tables exist until the end of the migration.
        case sql(String)
        /// A closure that is called with each record of an entity and its descendants. The changes
        /// that the closure makes to the record are stored. The closure must not change the
        /// identity.
        case rows(of: String, @Sendable (inout MigrationRow) throws -> Void)
    }

    /// The value of a property of the new version, computed from a record of the old version.
    public enum Value: Sendable, ExpressibleByStringLiteral {
        /// An SQL expression on the columns of the old table. It may contain subqueries on other
        /// tables of the old version.
        case sql(String)
        /// A closure that computes the value from a record of the old version.
        case row(@Sendable (MigrationRow) throws -> StoredValue)

        public init(stringLiteral expression: String) { self = .sql(expression) }
    }

    /// Name of the version before the migration, as passed to `version:` or `after:` in generated
    /// code. If no version has the name of the model, the model's name stands for the first
    /// version.
    public var from: String
    /// Name of the version after the migration.
    public var to: String
    /// Steps that run on the tables of the old version, before records are copied to the new
    /// tables.
    public var before: [Step]
    /// Values of attributes and to-one relationships of the new version, keyed by
    /// `Entity.property`. They are computed after the steps in `before` and replace the values that
    /// the store would derive.
    public var values: [String: Value]
    /// Steps that run on the tables of the new version, after records have been copied. Derived
    /// attributes are computed after these steps.
    public var after: [Step]

    public init(
        from: String,
        to: String,
        before: [Step] = [],
        values: [String: Value] = [:],
        after: [Step] = []
    ) {
        (self.from, self.to) = (from, to)
        (self.before, self.values, self.after) = (before, values, after)
    }
}

extension StoreModel {
    /// The names of the earlier versions and of the current one, oldest first.
    var versionNames: [String] { (version?.earlier ?? []) + [versionName] }

    /// Returns the name of the version to which `name` refers in hooks and in stores. A store of a
    /// model with only one version records only the model's name. The model's name therefore refers
    /// to the first version, unless a version has that name.
    func version(called name: String) -> String {
        if name != self.name || versionNames.contains(name) { return name }
        return version?.earlier.first ?? name
    }
}

extension [MigrationHook] {
    /// Checks that the model has the versions of each hook, in the correct order.
    ///
    /// - Throws: `StoreError.migrationHook` for a hook that would never run.
    func check(_ model: StoreModel, path: String) throws {
        let names = model.versionNames
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        for hook in self {
            func error(_ reason: String) -> StoreError {
                .migrationHook(path: path, from: hook.from, to: hook.to, reason: reason)
            }
            func unknown(_ name: String) -> StoreError {
                error(
                    "this program's model has no version \"\(name)\", but only \(list): correct the name, restore the version in the model package, or remove the hook"
                )
            }
            let from = model.version(called: hook.from)
            guard let end = names.firstIndex(of: model.version(called: hook.to)) else {
                throw unknown(hook.to)
            }
            if let start = names.firstIndex(of: from) {
                if start > end { throw error("\"\(hook.from)\" comes after \"\(hook.to)\"") }
            } else if from != model.name {
                throw unknown(hook.from)
            }
        }
    }

    /// Returns the hook from the version `from` to the version of `model`; nil if there is none.
    ///
    /// - Throws: `StoreError.migrationHook` if there are several such hooks. Also throws if there
    ///   is no such hook, but a hook leads from `from` to an earlier version of the model. A direct
    ///   migration would skip that hook.
    func hook(from: String, to model: StoreModel, path: String) throws -> MigrationHook? {
        let to = model.versionName
        func error(_ reason: String) -> StoreError {
            .migrationHook(path: path, from: from, to: to, reason: reason)
        }
        let starting = filter { model.version(called: $0.from) == model.version(called: from) }
        let found = starting.filter { model.version(called: $0.to) == to }
        if found.count > 1 {
            throw error(
                "\(found.count) hooks migrate from \"\(from)\" to \"\(to)\": merge the hooks into one hook"
            )
        }
        if let hook = found.first { return hook }
        let others = starting.filter {
            model.version?.earlier.contains(model.version(called: $0.to)) == true
        }
        guard let other = others.first else { return nil }
        throw error(
            "the hook from \"\(from)\" to \"\(other.to)\" does not apply to this migration: "
                + "add a hook from \"\(from)\" to \"\(to)\""
        )
    }
}
