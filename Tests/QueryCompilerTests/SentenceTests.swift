import QueryCompiler
import QueryLanguage
import QueryWords
import Schema
import SeededRandom
import Testing

private let world = Schema(
    name: "World",
    entities: [
        Entity(
            name: "Country",
            attributes: [
                Attribute(name: "name", type: .string), Attribute(name: "area", type: .double),
                Attribute(name: "founded", type: .date),
            ],
            relationships: [
                Relationship(
                    name: "cities",
                    destination: "City",
                    isToMany: true,
                    inverse: "country"
                )
            ]
        ),
        Entity(
            name: "City",
            attributes: [
                Attribute(name: "name", type: .string), Attribute(name: "note", type: .string),
                Attribute(name: "population", type: .integer64),
                Attribute(name: "isCapital", type: .boolean),
                Attribute(name: "founded", type: .date),
            ],
            relationships: [
                Relationship(name: "country", destination: "Country", inverse: "cities"),
                Relationship(
                    name: "streets",
                    destination: "Street",
                    isToMany: true,
                    inverse: "city"
                ),
            ]
        ),
        Entity(
            name: "Street",
            attributes: [
                Attribute(name: "name", type: .string), Attribute(name: "length", type: .double),
            ],
            relationships: [Relationship(name: "city", destination: "City", inverse: "streets")]
        ),
    ]
)

private func sentence(
    _ entity: String,
    _ text: String?,
    sort: [(String, Bool)] = []
) throws -> String {
    let request = QueryRequest(
        entity: entity,
        predicate: try text.map { try parsePredicate($0) },
        sorts: sort.map {
            .init(path: $0.0.split(separator: ".").map(String.init), isDescending: $0.1)
        }
    )
    return sentence(for: request, in: world)
}

@Test(arguments: [
    ("name == 'a'", "name is “a”"),
    ("NOT name BEGINSWITH[cd] $text", "name does not begin with *text*, ignoring case and accents"),
    ("name ==[cn] 'a'", "name is “a”"),
    ("name != nil", "name is not missing"),
    ("country == nil", "country is missing"),
    ("country.name ENDSWITH 'x'", "country's name ends with “x”"),
    ("name == note", "name is their note"),
    ("population > country.area", "population is greater than their country's area"),
    ("name IN {'a', 'b', $c}", "name is “a”, “b” or *c*"),
    ("NOT name IN {'a', 'b'}", "name is none of “a” and “b”"),
    ("name IN {'a'}", "name is “a”"),
    ("NOT name IN $names", "name is not one of *names*"),
    ("population BETWEEN {1, $most}", "population is from 1 to *most*"),
    ("name < 'm'", "name comes before “m”"),
    ("name >= 'm'", "name is “m” or comes after it"),
    ("NOT name >= 'm'", "name is neither “m” nor after it"),
    ("NOT founded <= $day", "founded is neither *day* nor before it"),
    ("founded < CAST(0, 'NSDate')", "founded is before 2001-01-01"),
    ("founded >= $day", "founded is *day* or after"),
    ("founded > now()", "founded is after the current time"),
    ("NOT population >= 3", "population is not at least 3"),
    ("name LIKE 'a*'", "name is like “a*”"),
    ("name MATCHES 'a.'", "name matches the pattern “a.”"),
    ("isCapital == NO", "isCapital is false"),
])
func oneConditionIsAClause(text: String, expected: String) throws {
    #expect(try sentence("City", text) == "Cities whose \(expected).")
}

@Test(arguments: [
    "a user", "a unit", "a usage", "a universe", "a utility", "a url", "a UUID", "an update",
    "an upload", "an uncle", "an umbrella", "an unknown", "an address", "an Owner", "a tag",
])
func anArticleGoesByTheSoundOfItsName(_ words: String) throws {
    let name = try #require(words.split(separator: " ").last)
    #expect("\(indefiniteArticle(before: String(name))) \(name)" == words)
}

@Test(arguments: [
    ("cities.@count > 3", "that have more than 3 cities"),
    ("cities.@count == 0", "that have no cities"),
    ("cities.@count != 0", "that have cities"),
    ("NOT cities.@count > 3", "that have at most 3 cities"),
    ("cities.@count != 3", "that have a number of cities other than 3"),
    ("cities.@count BETWEEN {1, $n}", "that have from 1 to *n* cities"),
    ("cities.@count IN {1, 2}", "whose number of cities is 1 or 2"),
    ("cities.streets.@count == 3", "whose cities have exactly 3 streets in total"),
    ("cities.@avg.population > 10", "whose cities' average population is greater than 10"),
    ("cities.@sum.population < $n", "whose cities' total population is less than *n*"),
    ("cities.@min.founded > $d", "whose cities' earliest founded is after *d*"),
    ("cities.@max.population == 5", "whose cities' highest population is 5"),
    (
        "ANY cities.name BEGINSWITH[c] $text",
        "whose cities include at least one whose name begins with *text*, ignoring case"
    ),
    ("NONE cities.name == 'a'", "whose cities include none whose name is “a”"),
    ("NOT ANY cities.name == 'a'", "whose cities include none whose name is “a”"),
    ("NOT NONE cities.name == 'a'", "whose cities include at least one whose name is “a”"),
    ("ALL cities.name CONTAINS 'a'", "whose cities each have a name that contains “a”"),
    ("NOT ALL cities.name == 'a'", "whose cities do not all have a name that is “a”"),
    ("ALL cities.name != nil", "whose cities each have a name"),
    ("ALL cities.name == nil", "whose cities each have no name"),
    ("ALL cities.isCapital == YES", "whose cities each have an isCapital that is true"),
    ("ANY cities == $city", "whose cities include *city*"),
    ("cities CONTAINS $city", "whose cities include *city*"),
    ("NOT cities CONTAINS $city", "whose cities do not include *city*"),
    ("cities.name CONTAINS 'a'", "whose cities include at least one whose name is “a”"),
    (
        "NOT cities.name CONTAINS[c] $text",
        "whose cities include none whose name is *text*, ignoring case"
    ),
    ("NONE cities IN $some", "whose cities do not include one of *some*"),
    (
        "ANY cities.streets.length > 5",
        "whose cities' streets include at least one whose length is greater than 5"
    ),
    (
        "ANY cities.name == name",
        "whose cities include at least one whose name is the country's name"
    ),
    (
        "SUBQUERY(cities, $x, $x.population > 10).@count > 1",
        "whose cities include more than 1 whose population is greater than 10"
    ),
    (
        "SUBQUERY(cities, $x, $x.population > 10 AND $x.streets.@count > 2).@count == 0",
        "whose cities include none whose population is greater than 10 and that has more than 2 streets"
    ),
    (
        "SUBQUERY(cities, $x, $x.population > area AND $x.name == $x.note).@count > 0",
        "whose cities include at least one whose population is greater than the country's area and whose name is its note"
    ),
    (
        "SUBQUERY(cities, $x, $x.name IN name).@count > 0",
        "whose cities include at least one whose name is part of the country's name"
    ),
    (
        "ANY cities.name == 'a' AND name == 'b'",
        "whose cities include at least one whose name is “a”, and whose name is “b”"
    ),
    (
        "ALL cities.name == 'a' OR name == 'b'",
        "whose cities each have a name that is “a”, or whose name is “b”"
    ),
    (
        "SUBQUERY(cities, $x, $x.name == 'a' OR $x.note == 'b').@count > 0 AND name == 'c'",
        "whose cities include at least one whose name is “a” or whose note is “b”, and whose name is “c”"
    ),
    (
        "SUBQUERY(cities, $x, SUBQUERY($x.streets, $y, $y.name == $x.name).@count >= 2).@count >= $n",
        "whose cities include at least *n* whose streets include at least 2 whose name is *x*'s name"
    ),
    (
        "SUBQUERY(cities, $x, SUBQUERY($x.streets, $y, $y.name IN $x.name).@count > 0).@count > 0",
        "whose cities include at least one whose streets include at least one whose name is part of *x*'s name"
    ),
])
func conditionsOfSeveralRecordsAreEnglish(text: String, expected: String) throws {
    #expect(try sentence("Country", text) == "Countries \(expected).")
}

@Test(arguments: [
    ("length(name) > 3", "for which the length of the name is greater than 3"),
    (
        "population + 1 > 2 * population",
        "for which the population plus 1 is greater than 2 times the population"
    ),
    ("population > abs(-3)", "whose population is greater than the absolute value of -3"),
    ("uppercase(name) == 'A'", "for which the name in capital letters is “A”"),
    ("$x IN streets.name", "for which *x* is one of the streets' name"),
    ("'a' IN name", "for which “a” is part of the name"),
    ("NOT $x IN country.name", "for which *x* is not part of the country's name"),
    (
        "TERNARY(NOT (ANY streets.name == 'a'), 1, 0) == 1",
        "for which (1 if none of the streets' name is “a”, else 0) is 1"
    ),
    (
        "TERNARY(NOT (NONE streets.name == 'a'), 1, 0) == 1",
        "for which (1 if any of the streets' name is “a”, else 0) is 1"
    ),
    (
        "TERNARY(NOT (ALL streets.name == 'a'), 1, 0) == 1",
        "for which (1 if not all of the streets' name is “a”, else 0) is 1"
    ),
    (
        "FUNCTION(name, 'substringToIndex:', 2) == 'ab'",
        "for which the first 2 characters of the name is “ab”"
    ),
    ("floor(population / 2) == 3", "for which (the population divided by 2) rounded down is 3"),
    (
        "population / floor(2.5) == 3",
        "for which the population divided by 2.5 rounded down is 3"
    ),
    (
        "abs(population - 40) < 5",
        "for which the absolute value of (the population minus 40) is less than 5"
    ),
    (
        "abs(population) - 40 < 5",
        "for which the absolute value of the population minus 40 is less than 5"
    ),
    (
        "-population ** 2 > 3",
        "for which (minus the population) to the power of 2 is greater than 3"
    ),
    ("sum({population, 1}) > 3", "for which the sum of the population and 1 is greater than 3"),
    ("streets[FIRST].name == 'a'", "for which the name of the first of the streets is “a”"),
    (
        "SUBQUERY(streets, $x, $x.name == 'a').@sum.length > 9",
        "for which the total length of those of the streets whose name is “a” is greater than 9"
    ),
    (
        "TERNARY(population > 3, name, note) == 'a'",
        "for which (the name if the population is greater than 3, else the note) is “a”"
    ),
    ("SELF == $city", "that are *city*"),
    ("TRUEPREDICATE OR name == 'a'", "that exist or whose name is “a”"),
])
func whatHasNoOwnSubjectIsAStatement(text: String, expected: String) throws {
    #expect(try sentence("City", text) == "Cities \(expected).")
}

@Test(arguments: [
    ("name == 'a' AND population > 3", "whose name is “a” and whose population is greater than 3"),
    ("population > 3 AND population < 9", "whose population is greater than 3 and is less than 9"),
    (
        "name == 'a' AND note == 'b' AND population > 3",
        "whose name is “a”, whose note is “b” and whose population is greater than 3"
    ),
    (
        "name BEGINSWITH[c] 'a' AND population > 3",
        "whose name begins with “a”, ignoring case, and whose population is greater than 3"
    ),
    (
        "population > 3 AND (name == 'a' OR note == 'b')",
        "whose population is greater than 3, and either whose name is “a” or whose note is “b”"
    ),
    (
        "population > 3 AND (name == 'a' OR name == nil)",
        "whose population is greater than 3, and whose name either is “a” or is missing"
    ),
    (
        "name == 'a' OR (note == 'b' AND population > 3)",
        "whose name is “a”, or both whose note is “b” and whose population is greater than 3"
    ),
    (
        "(name == 'a' OR note == 'b') AND (name == 'c' OR note == 'd')",
        "either whose name is “a” or whose note is “b”, and either whose name is “c” or whose note is “d”"
    ),
    (
        "NOT (name == 'a' AND note == 'b')",
        "whose name is not “a” or whose note is not “b”"
    ),
    (
        "name == 'a' AND NOT (note == 'b' AND NOT (population > 3 AND isCapital == YES))",
        "whose name is “a”, and either whose note is not “b” or (whose population is greater than 3 and whose isCapital is true)"
    ),
])
func groupsAreJoinedSoThatOneSeesWhatBelongsTogether(text: String, expected: String) throws {
    #expect(try sentence("City", text) == "Cities \(expected).")
}

@Test func withoutAConditionAllAreNamed() throws {
    #expect(try sentence("City", nil) == "All cities.")
    #expect(try sentence("City", "TRUEPREDICATE") == "All cities.")
    #expect(try sentence("City", "FALSEPREDICATE") == "None of the cities.")
}

@Test func theOrderSaysItsDirection() throws {
    #expect(
        try sentence("City", nil, sort: [("country.name", false), ("name", true)])
            == "All cities, by their country's name, then by name from Z to A."
    )
    #expect(
        try sentence("City", "name == 'a'", sort: [("population", true), ("founded", true)])
            == "Cities whose name is “a”, by population from high to low, then by founded, newest first."
    )
}

@Test(arguments: [
    (QueryShape(), "All items.", "Items whose name is “a”."),
    (QueryShape(.count), "The number of all items.", "The number of items whose name is “a”."),
    (QueryShape(.first), "The first of all items.", "The first of the items whose name is “a”."),
    (
        QueryShape(limit: 10, offset: 5), "The first 10 of all items, after skipping 5.",
        "The first 10 of the items whose name is “a”, after skipping 5."
    ),
    (
        QueryShape(offset: 5), "All items, after skipping 5.",
        "All of the items whose name is “a”, after skipping 5."
    ),
    (
        QueryShape(.attribute("name")), "The name of each of the items.",
        "The name of each of the items whose name is “a”."
    ),
    (
        QueryShape(.attribute("name"), limit: 1), "The name of the first of the items.",
        "The name of the first of the items whose name is “a”."
    ),
    (
        QueryShape(.attribute("name"), limit: 3), "The name of each of the first 3 of the items.",
        "The name of each of the first 3 of the items whose name is “a”."
    ),
    (
        QueryShape(.aggregate(.average, attribute: "size")), "The average size of all items.",
        "The average size of all items whose name is “a”."
    ),
    (
        QueryShape(.aggregate(.sum, attribute: "size")), "The total size of all items.",
        "The total size of all items whose name is “a”."
    ),
    (
        QueryShape(.aggregate(.maximum, attribute: "size")), "The highest size of all items.",
        "The highest size of all items whose name is “a”."
    ),
])
func theSentenceBeginsWithWhatIsGiven(shape: QueryShape, ofAll: String, ofSome: String) {
    #expect(shape.sentence("All items.") == ofAll)
    #expect(shape.sentence("Items whose name is “a”.") == ofSome)
}

@Test func noSentenceHasThePredicateLanguageInIt() throws {
    for seed in 0..<60 {
        var numbers = SplitMix64(seed: UInt64(seed))
        let schema = randomSchema(&numbers)
        let world = RandomWorld(schema, &numbers)
        for _ in 0..<20 {
            let entity = numbers.pick(schema.entities, schema.entities[0])
            var queries = RandomQueries(world: world, numbers: numbers)
            let request = queries.request(entity)
            numbers = queries.numbers
            let text = request.predicate?.text ?? ""
            let said = sentence(for: request, in: schema)
            // What somebody wrote stands as it is.
            let words = said.replacing(/“[^”]*”/, with: "text").replacing(
                /\*\w+\*/,
                with: "value"
            )
            for code in [
                "@", "$", "SUBQUERY", "FUNCTION", "CAST", "TERNARY", "==", "{", "[", "  ", "()",
                " ,",
                "NIL", "'s's", "s's", "both both", "either either",
            ] {
                #expect(!words.contains(code), "\(code) in: \(said)\n\(text)")
            }
            #expect(words.count { $0 == "(" } == words.count { $0 == ")" }, "\(said)")
            #expect(said.first?.isUppercase == true && said.hasSuffix("."))
        }
    }
}
