import Foundation
import QueryLanguage
import TestSupport

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reading of the two languages that come in: predicate formats and model packages.
func languages(_ tools: URL, home: URL) -> [Benchmark] {
    [inspectVersions(tools, home: home), predicateFormats]
}

/// A fifth of a million formats, in the mix of real code: two thirds a single comparison, half with
/// a placeholder, 22 characters in the median.
private var predicateFormats: Benchmark {
    let count = 200_000
    return Benchmark(
        name: "predicate-formats",
        subject: "200,000 typical formats read on one core",
        yardstick: "the same texts written and read as JSON by Foundation",
        turns: 5,
        bar: .atMost(1)
    ) { _ in
        let formats = (0..<count).map { typicalFormats[$0 % typicalFormats.count] }
        var understood = 0
        let subject = ContinuousClock().measure {
            for format in formats where readPredicate(format).node != nil { understood += 1 }
        }
        guard understood == count else {
            throw Measured.Failed(description: "\(count - understood) formats were refused")
        }
        let yardstick = try ContinuousClock().measure {
            let data = try JSONEncoder().encode(formats)
            _ = try JSONDecoder().decode([String].self, from: data)
        }
        return .init(
            subject: subject.seconds,
            yardstick: yardstick.seconds,
            memory: Measured.ownMemory
        )
    }
}

private func inspectVersions(_ tools: URL, home: URL) -> Benchmark {
    let package = home.appendingPathComponent("Large.xcdatamodeld")
    return Benchmark(
        name: "inspect-100-versions",
        subject: "cdgen inspect of 100 versions with 90 entities each",
        yardstick: "Foundation's XML parser over the same files, nothing kept",
        turns: 5,
        bar: .atMost(1),
        prepare: {
            _ = try ModelPackageFixture.write(to: home, versions: 100, entities: 90)
        },
        turn: { _ in
            let subject = try Measured([
                tools.appendingPathComponent("cdgen").path, "inspect", package.path, "--version",
                "all",
            ])
            let yardstick = try ContinuousClock().measure {
                for version in try FileManager.default.contentsOfDirectory(atPath: package.path)
                where version.hasSuffix(".xcdatamodel") {
                    let contents = package.appendingPathComponent("\(version)/contents")
                    guard XMLParser(data: try Data(contentsOf: contents)).parse() else {
                        throw Measured.Failed(description: "\(version) was refused")
                    }
                }
            }
            return .init(
                subject: subject.seconds,
                yardstick: yardstick.seconds,
                memory: subject.memory
            )
        }
    )
}

private let typicalFormats = [
    "name == %@", "identifier = %@", "%K == %@", "%K = %@ AND %K = %@", "%K == nil",
    "createdAt >= %@ AND createdAt < %@", "isDeleted == NO", "remoteID == 4865",
    "country.name == %@", "deletedAt == NIL && type == %@", "%K IN %@", "owner != %@",
    "title CONTAINS[c] %@", "ANY members.identifier == %@", "children.@count == 0",
    "status = 1 OR status = 2", "(%K IN %@) AND (%K != nil)", "date >= $from AND date <= $to",
    "SUBQUERY(items, $item, $item.price > %f).@count > 0", "name BEGINSWITH[cd] 'A'",
    "modificationCounter > %d", "room.roomId == %@ AND eventId == %@",
    "NOT (SELF IN %@)", "age BETWEEN {%d, %d}", "isFavorite == YES AND city.country == %@",
]
