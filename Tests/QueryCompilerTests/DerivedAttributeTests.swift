import CacheStore
import GRDB
import QueryCompiler
import Schema
import Testing

/// As text, 9.5 is greater than 10.25.
@Test(arguments: [("@max", "10.25"), ("@min", "9.5")])
func decimalsOfADerivedAttributeAreComparedAsNumbers(
    _ operation: String,
    _ expected: String
) throws {
    var total = Attribute(name: "total", type: .decimal)
    (total.isDerived, total.derivation) = (true, "items.\(operation).price")
    let schema = Schema(
        name: "Shop",
        entities: [
            Entity(
                name: "Bill",
                attributes: [total],
                relationships: [
                    Relationship(
                        name: "items",
                        destination: "Item",
                        isToMany: true,
                        inverse: "bill"
                    )
                ]
            ),
            Entity(
                name: "Item",
                attributes: [Attribute(name: "price", type: .decimal)],
                relationships: [
                    Relationship(name: "bill", destination: "Bill", inverse: "items")
                ]
            ),
        ]
    )
    var configuration = Configuration()
    configuration.prepareDatabase { addQueryFunctions(to: $0.sqliteConnection) }
    let queue = try DatabaseQueue(configuration: configuration)
    let found: String? = try queue.write { database in
        for statement in createStatements(for: schema) { try database.execute(sql: statement) }
        try database.execute(
            sql: """
                INSERT INTO Bill(_id) VALUES (1);
                INSERT INTO Item(price, bill)
                VALUES ('9.5', 1), ('10.25', 1), (NULL, 1), ('NaN', 1), ('90', NULL)
                """
        )
        return try String.fetchOne(database, sql: "SELECT total FROM Bill")
    }
    #expect(found == expected)
}
