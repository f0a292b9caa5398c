import ArgumentParser
import QueryLanguage

/// How fast typical formats are read: for the benchmarks.
struct PredicateMeasure: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Times the reading of typical formats on one core.",
        shouldDisplay: false
    )

    @Option(help: "How many formats to read.")
    var count = 1_000_000

    func validate() throws {
        if count < 1 { throw ValidationError("--count is at least 1") }
    }

    func run() throws {
        let start = ContinuousClock.now
        let bytes = readTypicalFormats(count)
        let parts = (ContinuousClock.now - start).components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
        let rate = Int(Double(count) / seconds)
        print(
            "{\"formats\":\(count),\"bytes\":\(bytes),\"seconds\":\(seconds),\"per_second\":\(rate)}"
        )
    }
}

/// Reads `count` formats, in the mix of real code: two thirds a single comparison, half with a
/// placeholder, 22 characters in the median.
///
/// - Returns: how many bytes were read.
func readTypicalFormats(_ count: Int) -> Int {
    var bytes = 0
    for number in 0..<count {
        let format = typicalFormats[number % typicalFormats.count]
        if readPredicate(format).node != nil { bytes += format.utf8.count }
    }
    return bytes
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
