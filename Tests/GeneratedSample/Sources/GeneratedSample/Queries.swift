import Foundation

/// A generated query, and the same SQL through C: each runs with every one of the values.
struct Query: Sendable {
    var name: String
    var run: @Sendable (TownsManager, Int) async throws -> Int
    var values: @Sendable (Int) -> [Raw.Value]
    var count: Int
}

let queries = [
    Query(
        name: "townsFrom",
        run: {
            try await $0.townsFrom(
                first: "place number \(200 + $1)",
                last: "place number \(201 + $1)"
            ).count
        },
        values: { [.text("place number \(200 + $0)"), .text("place number \(201 + $0)")] },
        count: 200
    ),
    Query(
        name: "townsOf",
        run: { try await $0.townsOf(country: Country.Identity("C\($1 % 200)")).count },
        values: { [.text("C\($0 % 200)")] },
        count: 100
    ),
    Query(
        name: "largeTowns",
        run: {
            try await $0.largeTowns(least: Int64($1 * 1000), south: -40, north: 20.5).count
        },
        values: { [.integer(Int64($0 * 1000)), .real(-40), .real(20.5)] },
        count: 5
    ),
    Query(
        name: "townsInCountryCalled",
        run: { try await $0.townsInCountryCalled(name: "country \($1)").count },
        values: { [.text("country \($0)")] },
        count: 20
    ),
    Query(
        name: "townsWithSights",
        run: { try await $0.townsWithSights(name: "sight \($1)").count },
        values: { [.text("sight \($0)")] },
        count: 5
    ),
]

extension Query {
    /// The statement of the generated file, with the columns in place of their constant.
    func sql() throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Generated/\(name).swift")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\"\"\"")
        guard parts.count == 3 else { throw Missing() }
        return parts[1].replacingOccurrences(of: "\\(Town.columns)", with: "\(Town.columns)")
    }

    func turns() async throws -> () async throws -> Turn {
        let pair = try Pair()
        try await pair.prepare()
        try await pair.fill(towns)
        try await pair.addSights()
        let sql = try sql()
        return {
            let (manager, raw) = (pair.manager, pair.raw)
            var found = 0
            return Turn(
                subject: {
                    for index in 0..<count { found += try await run(manager, index) }
                },
                yardstick: {
                    var other = 0
                    try raw.prepared(sql) { statement in
                        for index in 0..<count {
                            raw.bind(values(index), statement)
                            other += raw.rows(statement).count
                        }
                    }
                    if other == 0 { throw Missing() }
                }
            )
        }
    }
}
