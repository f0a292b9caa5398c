import QueryLanguage
import Testing

@Test(arguments: [
    "name == \"a\"", "a == 1 AND (b == 2 OR c == 3)", "NOT (a == 1)", "NOT (a == 1 AND b == 2)",
    "name BEGINSWITH[cd] $text", "age BETWEEN {1, 2}", "#and.#Self == NIL", "TRUEPREDICATE",
    "NONE a.b IN {\"x\\\\y\", \"q\\\"\", \"line\\nbreak\"}", "a == 1 OR (b == 2 OR c == 3)",
    "ΑΒ == \"Straße\"", "a == -1.5", "NOT NOT (a == TRUE)", "(a == 1 AND b == 2) AND c == 3",
    "a == 1 OR b == 2 AND c == 3", "a - (b - c) == (a - b - c) * 2", "(a ** b) ** c == a ** b ** c",
    "-(3) == -3", "--3 == 1", "(3)[0] == (a.b).c", "$x.@count == (SELF).a", "a[#first] == a[FIRST]",
    "SUBQUERY(a, $x, $x.b == 1 OR c == 2).@count > 0", "(a + b).length == ~(a | b)",
    "TERNARY(a == 1, b, c) == CAST(1.5, \"NSDate\")", "\"\\u0000\" == \"é\"",
    "\"\\u009b\" == \"\\u202e\\u2066\"",
    "a ==[cdnl] %@", "%K.b IN {%@, %d, %f}", "%K == %lld AND %K == %lu", "a >= %la AND b != %i",
])
func printsWhatItReads(text: String) throws {
    let predicate = try parsePredicate(text)
    #expect(predicate.text == text)
}

@Test func readingWhatWasPrintedGivesTheSameTree() throws {
    for seed in 0..<3_000 {
        var trees = RandomTrees(seed: UInt64(seed))
        let tree = trees.predicate(4)
        let reading = readPredicate(tree.text)
        #expect(reading.node == tree, "seed \(seed): \(tree.text) \(reading.errors)")
        if reading.node != tree { return }
    }
}
