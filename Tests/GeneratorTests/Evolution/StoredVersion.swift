import DataAccess
import Schema
import Testing

/// A drawn model with what generated code says of it.
struct StoredVersion {
    let model: DrawnModel
    let stored: StoreModel

    /// - Parameter number: How many versions there were before it, which are called by their
    ///   numbers.
    init(_ model: DrawnModel, number: Int = 0) throws {
        self.model = model
        stored = try StoreModel(
            model.schema,
            ModelVersion("\(number)", after: (0..<number).map(String.init))
        )
    }

    func entity(_ key: Int) throws -> EntityDescription {
        try #require(stored.entity(named: model.name(of: key)))
    }

    /// Where the links of a relationship are.
    func place(of relationship: DrawnRelationship) throws -> LinkPlace {
        let (near, far) = (relationship.near, relationship.far)
        let entity = try entity(near.entity)
        let described = try #require(entity.relationships.first { $0.name == near.name })
        switch described.storage {
        case .column:
            let column = entity.tableColumn(described.name)
            return LinkPlace(
                table: entity.table,
                near: "id",
                far: column,
                farPosition: far.isOrdered ? "\(column).position" : nil
            )
        case .inverse(let name):
            let destination = try self.entity(far.entity)
            let column = destination.tableColumn(name)
            return LinkPlace(
                table: destination.table,
                near: column,
                far: "id",
                nearPosition: near.isOrdered ? "\(column).position" : nil
            )
        case .none:
            let pairs = try #require(described.join)
            let inverse = PairTable(pairs.table, own: pairs.other, other: pairs.own)
            return LinkPlace(
                table: pairs.table,
                near: pairs.own,
                far: pairs.other,
                nearPosition: near.isOrdered ? pairs.positionColumn : nil,
                farPosition: far.isOrdered ? inverse.positionColumn : nil
            )
        }
    }
}

/// Where the links of a relationship are: in a table of pairs, or in that of the entity whose `id` is
/// one of the two columns.
struct LinkPlace {
    var table: String
    /// The column of the identities of the near side's records.
    var near: String
    var far: String
    /// The column of the places of a near record's links; nil where these have no order.
    var nearPosition: String?
    var farPosition: String?

    /// The statement that puts a link there.
    func linking(_ link: Link) -> String {
        if near == "id" { return update(far, to: "\(link.far)", of: link) }
        if far == "id" { return update(near, to: "\(link.near)", of: link) }
        return """
            INSERT INTO \(sqlName(table)) (\(sqlName(near)), \(sqlName(far)))
            VALUES (\(link.near), \(link.far))
            """
    }

    /// The statement that sets another column of the link's row.
    func update(_ column: String, to value: String, of link: Link) -> String {
        let isNear = "\(sqlName(near)) = \(link.near)"
        let isFar = "\(sqlName(far)) = \(link.far)"
        let condition =
            near == "id" ? isNear : far == "id" ? isFar : "\(isNear) AND \(isFar)"
        return "UPDATE \(sqlName(table)) SET \(sqlName(column)) = \(value) WHERE \(condition)"
    }

    /// The query of all links, in the order of the columns.
    func links(by order: [String] = []) -> String {
        let (near, far) = (sqlName(near), sqlName(far))
        let keys = order.map { "\(sqlName($0)) NULLS LAST" }.joined(separator: ", ")
        return """
            SELECT \(near), \(far) FROM \(sqlName(table))
            WHERE \(near) NOT NULL AND \(far) NOT NULL \(keys.isEmpty ? "" : "ORDER BY \(keys)")
            """
    }
}

extension EntityDescription {
    var table: String { hierarchy?.root ?? name }
}
