import CacheStore
import GRDB
import QueryLanguage
import Testing

@Test func aNULCharacterEndsNoTextInTheStore() throws {
    let queue = try DatabaseQueue()
    let sql = """
        SELECT store_length(?1), hex(store_upper(?1)), hex(store_fold_cd(?2)), store_like(?1, ?4),
            store_matches(?1, ?5, ''), instr(?1, ?6) > 0,
            ?1 IN (SELECT store_element(value) FROM json_each(?3)),
            ?6 IN (SELECT store_element(value) FROM json_each(?3)),
            (SELECT group_concat(hex(store_element(value))) FROM json_each(?3))
        """
    let list = ["a\0b", "\0", "\u{FFFF}0", ""].map(QueryValue.string)
    let values: [QueryValue] = [
        .string("a\0b"), .string("\0É"), .list(list), .string("a?b"), .string("a.b"), .string("b"),
    ]
    let found = try queue.write { database in
        addQueryFunctions(to: database.sqliteConnection)
        return try rows(of: sql, values, in: database)
    }
    #expect(
        found == [["3", "410042", "0065", "1", "1", "1", "1", "0", "610062,00,EFBFBF30,"]]
    )
}
