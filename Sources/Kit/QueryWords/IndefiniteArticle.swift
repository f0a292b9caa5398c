/// Returns the indefinite article before a name: `a` or `an`.
///
/// An initial `u` is a vowel before two consonants that a vowel follows, as in `update`. Otherwise
/// it is read as in `user`, or as the name of the letter, as in `url`.
package func indefiniteArticle(before name: String) -> String {
    let isVowel = name.lowercased().map { "aeiou".contains($0) }
    guard isVowel.first == true else { return "a" }
    if name.first?.lowercased() != "u" { return "an" }
    let rest = isVowel.dropFirst()
    return rest.starts(with: [false, false]) && rest.contains(true) ? "an" : "a"
}
