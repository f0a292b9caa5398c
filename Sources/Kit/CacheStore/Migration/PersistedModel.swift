import DataAccess
import Foundation

/// Persisted description of a model in the store file. It suffices to distinguish versions, and to
/// find renamed entities and columns.
struct PersistedModel: Codable, Equatable {
    struct Entity: Codable, Equatable {
        var name: String
        var renamingIdentifier: String?
        var identity: String
        /// The columns of the table that are the entity's.
        var columns: [Column]
        /// The entity whose table it shares; nil if the table is its own.
        var root: String?
        /// Relationships that are kept in tables of pairs.
        var pairs: [Pairs]?
        /// Relationships that a column of their destination keeps; nil if the file does not say.
        var inverses: [Inverse]?

        var table: String { root ?? name }
    }

    struct Pairs: Codable, Equatable {
        var name: String
        var renamingIdentifier: String?
        var table: String
        var own: String
        var other: String
        /// The entity that the relationship leads to.
        var destination: String?
    }

    struct Inverse: Codable, Equatable {
        var name: String
        var renamingIdentifier: String?
        var destination: String
        /// The destination's relationship that has the column.
        var relationship: String
        var isToMany: Bool
    }

    struct Column: Codable, Equatable {
        var name: String
        /// The name in the model, where the column has another.
        var property: String?
        var renamingIdentifier: String?
        /// The word of the model file for the attribute's type.
        var kind: String?
        /// The entity that a relationship leads to.
        var destination: String?
        /// The expression of an attribute that the store computes.
        var derivation: String?

        /// The name in the model.
        var propertyName: String { property ?? name }
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
        self = try JSONDecoder().decode(PersistedModel.self, from: Data(text.utf8))
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    func entity(named name: String) -> Entity? { entities.first { $0.name == name } }

    func entities(inTable table: String) -> [Entity] { entities.filter { $0.table == table } }

    func column(_ column: String, ofTable table: String) -> Column? {
        entities(inTable: table).lazy.compactMap { $0.column(named: column) }.first
    }

    /// Whether both versions describe an entity or property alike.
    func agrees(with other: PersistedModel) -> Bool {
        entities.allSatisfy { entity in
            other.entity(named: entity.name).map(entity.agrees) ?? true
        }
    }
}

extension PersistedModel.Entity {
    init(_ entity: EntityDescription) {
        name = entity.name
        renamingIdentifier = entity.renamingIdentifier
        identity = entity.identity
        root = entity.hierarchy?.root
        columns =
            entity.attributes.map { .init(entity, $0) }
            + entity.relationships.filter(\.isColumn).map { .init(entity, $0) }
        let pairs = entity.relationships.compactMap { relationship in
            relationship.join.map {
                PersistedModel.Pairs(
                    name: relationship.name,
                    renamingIdentifier: relationship.renamingIdentifier,
                    table: $0.table,
                    own: $0.own,
                    other: $0.other,
                    destination: relationship.destination
                )
            }
        }
        self.pairs = pairs.isEmpty ? nil : pairs
        inverses = entity.relationships.compactMap(PersistedModel.Inverse.init)
    }

    fileprivate func agrees(with other: Self) -> Bool {
        renamingIdentifier == other.renamingIdentifier && identity == other.identity
            && columns.allSatisfy { column in
                other.column(named: column.name).map(column.agrees) ?? true
            }
            && (pairs ?? []).allSatisfy { pairs in
                let same = other.pairs?.first { $0.name == pairs.name }
                return same.map { $0.renamingIdentifier == pairs.renamingIdentifier } ?? true
            }
            && (inverses ?? []).allSatisfy { inverse in
                let same = other.inverses?.first {
                    ($0.destination, $0.relationship) == (inverse.destination, inverse.relationship)
                }
                return same.map { $0.isToMany == inverse.isToMany } ?? true
            }
    }

    func column(named name: String) -> PersistedModel.Column? { columns.first { $0.name == name } }

    func column(of property: String) -> PersistedModel.Column? {
        columns.first { $0.propertyName == property }
    }

    /// Its properties, with their renaming identifiers.
    var properties: [(name: String, identifier: String?)] {
        columns.map { ($0.propertyName, $0.renamingIdentifier) }
            + (pairs ?? []).map { ($0.name, $0.renamingIdentifier) }
            + (inverses ?? []).map { ($0.name, $0.renamingIdentifier) }
    }
}

extension PersistedModel.Column {
    fileprivate init(_ entity: EntityDescription, _ attribute: AttributeDescription) {
        self.init(entity, attribute.name, attribute.renamingIdentifier)
        kind = attribute.kind.rawValue
        derivation = attribute.derivation
    }

    fileprivate init(_ entity: EntityDescription, _ relationship: RelationshipDescription) {
        self.init(entity, relationship.name, relationship.renamingIdentifier)
        destination = relationship.destination
    }

    private init(_ entity: EntityDescription, _ property: String, _ identifier: String?) {
        name = entity.tableColumn(property)
        self.property = name == property ? nil : property
        renamingIdentifier = identifier
    }

    /// The expression is left out: files did not always keep it, and it shows in the SQL.
    fileprivate func agrees(with other: Self) -> Bool {
        var (mine, theirs) = (self, other)
        mine.derivation = nil
        theirs.derivation = nil
        return mine == theirs
    }
}

extension PersistedModel.Inverse {
    fileprivate init?(_ relationship: RelationshipDescription) {
        guard case .inverse(let column) = relationship.storage else { return nil }
        name = relationship.name
        renamingIdentifier = relationship.renamingIdentifier
        destination = relationship.destination
        self.relationship = column
        isToMany = relationship.isToMany
    }
}

extension EntityDescription {
    /// The column of its table that holds the property.
    func tableColumn(_ property: String) -> String { hierarchy?.columns[property] ?? property }
}
