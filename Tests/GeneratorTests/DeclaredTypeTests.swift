import Generator
import Schema
import Testing

@Test func scalarsOfXcodeAreNeverAbsentInRecords() throws {
    let read = try librarySchema()
    var schema = read
    for index in schema.entities.indices {
        for place in schema.entities[index].attributes.indices {
            schema.entities[index].attributes[place].usesScalar = true
        }
    }
    let options = GenerationOptions(types: .xcode)
    let context = modelContext(for: schema, source: "M", options: options).context
    let book = try #require(context.entities.first { $0.name == "Book" })
    let types = Dictionary(uniqueKeysWithValues: book.properties.map { ($0.name, $0) })
    #expect(types["rating"]?.isOptional == false)
    #expect(types["rating"]?.initialValue == "0")
    #expect(types["`class`"]?.isOptional == true)
    // An identity that may be absent is what says that the record is new.
    let shelf = try #require(context.entities.first { $0.name == "Shelf" })
    #expect(shelf.properties.first { $0.name == "id" }?.isOptional == true)
}

/// 0 stands for an absent value, which breaks no rule.
@Test func anAbsentScalarOfXcodeBreaksNoRule() throws {
    var attribute = Attribute(name: "a", type: .integer16)
    attribute.usesScalar = true
    attribute.validation.minimum = "1"
    let schema = Schema(name: "M", entities: [Entity(name: "City", attributes: [attribute])])
    for (types, value) in [(GenerationOptions.Types.strict, "a"), (.xcode, "a == 0 ? nil : a")] {
        let options = GenerationOptions(types: types)
        let context = modelContext(for: schema, source: "M", options: options).context
        #expect(context.entities.first?.validations == [["\"a\"", value, "atLeast: 1"]])
    }
}
