import DataAccess
import Foundation

/// What a store file says of a model it has been of: enough to tell versions apart and to find
/// entities and columns again under new names.
struct KeptModel: Codable, Equatable {
    struct Entity: Codable, Equatable {
        var name: String
        var renamingIdentifier: String?
        var identity: String
        var columns: [Column]
    }

    struct Column: Codable, Equatable {
        var name: String
        var renamingIdentifier: String?
        /// That of an attribute, by the words of the model file.
        var kind: String?
        /// The entity that a relationship leads to.
        var destination: String?
    }

    var version: String?
    /// The versions before, the first one first.
    var earlier: [String]
    var entities: [Entity]

    init(_ model: StoreModel) {
        version = model.version?.name
        earlier = model.version?.earlier ?? []
        entities = model.entities.map(Entity.init)
    }

    init(text: String) throws {
        self = try JSONDecoder().decode(KeptModel.self, from: Data(text.utf8))
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    func entity(named name: String) -> Entity? { entities.first { $0.name == name } }

    /// Whether what both say of an entity or column is the same.
    func agrees(with other: KeptModel) -> Bool {
        entities.allSatisfy { entity in
            guard let theirs = other.entity(named: entity.name) else { return true }
            return entity.renamingIdentifier == theirs.renamingIdentifier
                && entity.identity == theirs.identity
                && entity.columns.allSatisfy { column in
                    theirs.column(named: column.name).map { $0 == column } ?? true
                }
        }
    }
}

extension KeptModel.Entity {
    init(_ entity: EntityDescription) {
        name = entity.name
        renamingIdentifier = entity.renamingIdentifier
        identity = entity.identity
        columns =
            entity.attributes.map {
                .init(
                    name: $0.name,
                    renamingIdentifier: $0.renamingIdentifier,
                    kind: $0.kind.rawValue
                )
            }
            + entity.relationships.filter(\.isColumn).map {
                .init(
                    name: $0.name,
                    renamingIdentifier: $0.renamingIdentifier,
                    destination: $0.destination
                )
            }
    }

    func column(named name: String) -> KeptModel.Column? { columns.first { $0.name == name } }
}

/// The models that a store file has been of.
struct KeptStore: Equatable {
    static let tables: Set = ["store_model", "store_history"]

    struct State: Equatable {
        /// The SQL that made its tables.
        var definition: String
        var model: KeptModel
    }

    /// The model's name.
    var name: String
    /// What made the tables that the file has.
    var definition: String
    /// The last one is the present one; empty in a store that was made before histories were kept.
    var history: [State]

    /// Whether the tables are those of `model`.
    func fits(_ model: StoreModel) -> Bool {
        definition == model.definition
            && (history.last?.model.agrees(with: KeptModel(model)) ?? true)
    }

    /// What messages call it.
    var versionName: String { history.last?.model.version ?? name }

    /// Whether a later version of `model` made it: the file says that it comes after that version, or
    /// was once of just that one.
    func isNewer(than model: StoreModel) -> Bool {
        guard name == model.name, let last = history.last else { return false }
        if let ours = model.version, let theirs = last.model.version, ours.name != theirs {
            if last.model.earlier.contains(ours.name) { return true }
            if ours.earlier.contains(theirs) { return false }
        }
        let kept = KeptModel(model)
        return history.dropLast().contains {
            $0.definition == model.definition && $0.model.agrees(with: kept)
        }
    }
}

extension KeptStore {
    /// - Returns: nil where the tables say nothing.
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
            guard let definition = row[0], let text = row[1], let model = try? KeptModel(text: text)
            else { return nil }
            return State(definition: definition, model: model)
        }
    }
}
