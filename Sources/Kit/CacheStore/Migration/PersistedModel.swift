import DataAccess
import Foundation

/// Description of a model, recorded in the store file. Its details suffice to distinguish versions
/// and to find renamed entities and columns.
struct PersistedModel: Codable, Equatable {
    struct Entity: Codable, Equatable {
        var name: String
        var renamingIdentifier: String?
        var identity: String
        /// The columns that store the entity's attributes and relationships.
        var columns: [Column]
        /// The root entity if several entities share its table; nil if the table is not shared.
        var root: String?
        /// Relationships stored in join tables; nil if there are none.
        var pairs: [Pairs]?
        /// Relationships stored in a column of the destination entity's table; nil if the file does
        /// not list them.
        var inverses: [Inverse]?

        var table: String { root ?? name }
    }

    struct Pairs: Codable, Equatable {
        var name: String
        var renamingIdentifier: String?
        var table: String
        var own: String
        var other: String
        /// The destination entity; nil if the file does not state it.
        var destination: String?
    }

    struct Inverse: Codable, Equatable {
        var name: String
        var renamingIdentifier: String?
        var destination: String
        /// The name of the inverse, which is a to-one relationship of the destination entity. The
        /// column of the inverse stores both relationships.
        var relationship: String
        var isToMany: Bool
    }

    struct Column: Codable, Equatable {
        var name: String
        /// The property's name in the model; nil if the column has the same name.
        var property: String?
        var renamingIdentifier: String?
        /// The attribute's type as named in the model file; nil for a relationship.
        var kind: String?
        /// The destination entity of a relationship; nil for an attribute.
        var destination: String?
        /// The expression of a derived attribute; nil for any other property.
        var derivation: String?
        /// The type of a collection, such as `[String: Int64]`. nil for a property that is not a
        /// collection, or if the file does not contain the type.
        var collection: String?

        /// The property's name in the model.
        var propertyName: String { property ?? name }
    }

    var version: String?
    /// The names of the versions that precede `version`, oldest first.
    var earlier: [String]
    var entities: [Entity]

    init(_ model: StoreModel) {
        version = model.version?.name
        earlier = model.version?.earlier ?? []
        entities = model.entities.map { Entity($0, model.collectionTypes(of: $0.name)) }
    }

    /// A copy of this model in which ``Column/collection`` is nil in all columns. Earlier releases
    /// did not record the types of collections.
    var withoutCollections: PersistedModel {
        var model = self
        for entity in entities.indices {
            for column in entities[entity].columns.indices {
                model.entities[entity].columns[column].collection = nil
            }
        }
        return model
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

    /// Returns whether the two models describe their common entities and properties in the same
    /// way.
    func agrees(with other: PersistedModel) -> Bool {
        entities.allSatisfy { entity in
            other.entity(named: entity.name).map(entity.agrees) ?? true
        }
    }
}

extension PersistedModel.Entity {
    fileprivate init(_ entity: EntityDescription, _ collections: [String: String]) {
        name = entity.name
        renamingIdentifier = entity.renamingIdentifier
        identity = entity.identity
        root = entity.hierarchy?.root
        columns =
            entity.attributes.map { .init(entity, $0, collections[$0.name]) }
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

    /// The properties with their renaming identifiers.
    var properties: [(name: String, identifier: String?)] {
        columns.map { ($0.propertyName, $0.renamingIdentifier) }
            + (pairs ?? []).map { ($0.name, $0.renamingIdentifier) }
            + (inverses ?? []).map { ($0.name, $0.renamingIdentifier) }
    }
}

extension PersistedModel.Column {
    fileprivate init(
        _ entity: EntityDescription,
        _ attribute: AttributeDescription,
        _ collection: String?
    ) {
        self.init(entity, attribute.name, attribute.renamingIdentifier)
        kind = attribute.kind.rawValue
        derivation = attribute.derivation
        self.collection = attribute.kind == .transformable ? collection : nil
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

    /// Returns whether both columns are described in the same way. Derivations are not compared:
    /// older files do not contain them, and a changed derivation also changes the SQL of the
    /// tables. A missing collection type equals every type, because older files do not contain
    /// these types either.
    fileprivate func agrees(with other: Self) -> Bool {
        var (mine, theirs) = (self, other)
        mine.derivation = nil
        theirs.derivation = nil
        if mine.collection == nil || theirs.collection == nil {
            mine.collection = nil
            theirs.collection = nil
        }
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
