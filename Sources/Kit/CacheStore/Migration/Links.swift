import DataAccess

/// Location of a relationship's links. A link connects an owner, which is the record that has the
/// relationship, with a related record. The location is a column in the owner's table, a column in
/// the related record's table, or a join table.
struct Links: Hashable {
    var table: String
    /// The column with the identity of the record that has the relationship.
    var own: String
    /// The column with the identity of the related record.
    var other: String
    /// The column with the position of the related record among the owner's related records; nil if
    /// the relationship is not ordered.
    var place: String?
    /// The column with the position of the owner in the inverse relationship; nil if the inverse is
    /// not ordered.
    var inversePlace: String?
    /// The destination entity; nil if the store file does not state it.
    var destination: String?

    /// Returns the location of the same links for the inverse relationship. The destination of the
    /// inverse is the entity `owner`.
    func reversed(to owner: String?) -> Links {
        Links(
            table: table,
            own: other,
            other: own,
            place: inversePlace,
            inversePlace: place,
            destination: owner
        )
    }

    var columns: [String] { [own, other] + [place, inversePlace].compactMap { $0 } }

    /// Returns whether both values describe the same links, for the same relationship or for its
    /// inverse.
    func areSame(as links: Links) -> Bool {
        table == links.table && Set([own, other]) == Set([links.own, links.other])
    }
}

/// Returns the name of the position column for a relationship that is stored in the column `name`.
/// The positions order the records that refer to the same related record.
func positionColumn(of name: String) -> String { name + ".position" }

extension MigrationPlanner {
    /// Returns the location of the relationship's links in the old version; nil if the relationship
    /// did not exist. Looks for the relationship by its own name or renaming identifier first, and
    /// then by the name or renaming identifier of its inverse.
    func links(_ relationship: RelationshipDescription, of entity: EntityDescription) -> Links? {
        if let links = links(named: relationship.name, ofEntity: entity.name) { return links }
        guard let inverse = inverse(of: relationship, entity),
            let links = links(named: inverse.name, ofEntity: relationship.destination),
            isRelated(links.destination, to: entity.name)
        else { return nil }
        return links.reversed(to: entities[relationship.destination])
    }

    /// Returns the location of the relationship's links in the old version; nil if the relationship
    /// did not exist.
    ///
    /// - Parameters:
    ///   - name: name of the relationship in the new version.
    ///   - entity: name of the relationship's entity in the new version.
    func links(named name: String, ofEntity entity: String) -> Links? {
        guard let old = before(entity), let name = properties[entity]?[name] else { return nil }
        if let column = old.column(of: name), let destination = column.destination {
            return columnLinks(column.name, of: old, to: destination)
        }
        if let pairs = old.pairs?.first(where: { $0.name == name }) { return pairLinks(pairs) }
        guard let inverse = old.inverses?.first(where: { $0.name == name }),
            let destination = oldModel?.entity(named: inverse.destination),
            let column = destination.column(of: inverse.relationship)
        else { return nil }
        return columnLinks(column.name, of: destination, to: old.name)?
            .reversed(to: destination.name)
    }

    /// Returns whether all records of the old entity `old` become records of the new entity `new`;
    /// true if `old` is nil.
    func leads(_ old: String?, to new: String) -> Bool {
        guard let old, !isSame(old, new) else { return true }
        return name(of: old).flatMap { model.entity(named: new)?.includes($0) } ?? false
    }

    /// Returns whether records of the old entity `old` can belong to the new entity `new`: both
    /// entities use the same table, or `old` is nil.
    func isRelated(_ old: String?, to new: String) -> Bool {
        guard let old, !isSame(old, new) else { return true }
        let table = name(of: old).flatMap(newModel.entity(named:))?.table
        return table != nil && table == newModel.entity(named: new)?.table
    }

    private func isSame(_ old: String, _ new: String) -> Bool {
        (entities[new] ?? moved[new]) == old
    }

    private func name(of old: String) -> String? { entities.first { $0.value == old }?.key }

    private func columnLinks(
        _ column: String,
        of entity: PersistedModel.Entity,
        to destination: String
    ) -> Links? {
        guard let table = oldTable(entity.table), table.has(column) else { return nil }
        let position = positionColumn(of: column)
        return Links(
            table: table.name,
            own: entity.identity,
            other: column,
            inversePlace: table.has(position) ? position : nil,
            destination: destination
        )
    }

    private func pairLinks(_ pairs: PersistedModel.Pairs) -> Links? {
        let join = PairTable(pairs.table, own: pairs.own, other: pairs.other)
        var links = oldTable(pairs.table).flatMap { pairLinks(in: $0, join) }
        links?.destination = pairs.destination
        return links
    }

    /// Returns the location of the links in a join table; nil if the table does not have the two
    /// identity columns that `join` names.
    func pairLinks(in table: TableShape, _ join: PairTable) -> Links? {
        guard table.has(join.own), table.has(join.other) else { return nil }
        let place = join.positionColumn
        let inversePlace = PairTable(join.table, own: join.other, other: join.own).positionColumn
        return Links(
            table: table.name,
            own: join.own,
            other: join.other,
            place: table.has(place) ? place : nil,
            inversePlace: table.has(inversePlace) ? inversePlace : nil
        )
    }

    /// Returns the relationship of the destination entity that is the inverse of `relationship`;
    /// nil if there is none.
    func inverse(
        of relationship: RelationshipDescription,
        _ entity: EntityDescription
    ) -> RelationshipDescription? {
        model.entity(named: relationship.destination)?.relationships.first { candidate in
            let destination = model.entity(named: candidate.destination)
            guard destination?.includes(entity.name) == true else { return false }
            switch (relationship.storage, candidate.storage) {
            case (.column, .inverse(let name)): return name == relationship.name
            case (.inverse(let name), .column): return name == candidate.name
            default:
                guard let join = relationship.join, let other = candidate.join else { return false }
                return join.table == other.table && join.own == other.other
            }
        }
    }
}

extension EntityDescription {
    /// Returns whether `entity` is the name of this entity or of a descendant.
    func includes(_ entity: String) -> Bool {
        name == entity || hierarchy?.kinds.contains(entity) == true
    }
}
