import QueryLanguage
import Testing

@Test(arguments: [
    ("Straße", "STRASSE"), ("STRAẞE", "strasse"), ("ΟΔΟΣ", "οδος"), ("İ", "i\u{307}"),
    ("É", "e\u{301}"), ("ﬁ", "FI"), ("Ünye", "üNYE"), ("القاهرة", "القاهرة"),
])
func caseFoldingMakesEqual(left: String, right: String) {
    let (a, b) = (folded(left, .caseInsensitive), folded(right, .caseInsensitive))
    #expect(Array(a.unicodeScalars) == Array(b.unicodeScalars))
}

@Test(arguments: [("é", "e"), ("i", "ı"), ("Unna", "Ünna")])
func caseFoldingKeepsApart(left: String, right: String) {
    let isApart = left != "i"
    #expect((folded(left, .caseInsensitive) != folded(right, .caseInsensitive)) == isApart)
}

@Test func withoutDiacriticsTheBaseLettersRemain() {
    #expect(folded("Crème Brûlée", .diacriticInsensitive) == "Creme Brulee")
    #expect(folded("ÅNGSTRÖM", [.caseInsensitive, .diacriticInsensitive]) == "angstrom")
    #expect(folded("Ångström", []) == "Ångström")
}

@Test(arguments: [
    ("Berlin", "B*n", true), ("Berlin", "B?rlin", true), ("Berlin", "berlin", false),
    ("", "*", true), ("", "?", false), ("a*b", "a\\*b", true), ("axb", "a\\*b", false),
    ("aaab", "*a*b", true), ("ab", "a", false), ("日本", "?本", true), ("", "", true),
])
func likeMatchesTheWholeText(text: String, pattern: String, expected: Bool) {
    #expect(isLike(text, pattern) == expected)
}

@Test(arguments: [
    ("'e\u{301}' == '\u{e9}'", false), ("'e\u{301}' ==[c] '\u{e9}'", true),
    ("'e\u{301}' ==[d] '\u{e9}'", true), ("'e\u{301}' LIKE '\u{e9}'", false),
    ("'e\u{301}' LIKE[c] '\u{e9}'", true), ("'e\u{301}' BEGINSWITH 'e'", true),
    ("'\u{e9}' CONTAINS 'e'", false), ("'\u{e9}' CONTAINS[d] 'e'", true),
    ("'\u{130}stanbul' BEGINSWITH[c] 'i\u{307}'", true),
    ("'\u{130}stanbul' BEGINSWITH[cd] 'I'", true), ("'STRASSE' ==[c] 'straße'", true),
    ("'straße' ==[cn] 'STRASSE'", false), ("'القاهرة' CONTAINS 'قاهر'", true),
    ("{'e\u{301}'} CONTAINS '\u{e9}'", false), ("'\u{e9}' IN[c] {'e\u{301}'}", true),
    ("'قَاهرة' ==[d] 'قاهرة'", true),
])
func textIsComparedByCodeUnitsUnlessModifiersFoldIt(text: String, expected: Bool) throws {
    #expect(try parsePredicate(text).holds(for: .null) == expected)
}

/// The group makes sure that no other test has filled the cache with these patterns.
@Test func patternsThatLookTheSameAreDifferentPatterns() throws {
    for (pattern, text) in [("(\u{e9})x", "\u{e9}x"), ("(e\u{301})x", "e\u{301}x")] {
        #expect(try isWholeMatch(text, pattern))
    }
}
