/// Returns the indefinite article before a name: `a` or `an`.
///
/// The article depends on the pronunciation of the first letter. An initial `u` is pronounced as a
/// vowel if two consonants and a vowel follow, as in `update`. Otherwise it is pronounced as in
/// `user`, or as the name of the letter, as in `url`; both take `a`.
package func indefiniteArticle(before name: String) -> String {
    let isVowel = name.lowercased().map { "aeiou".contains($0) }
    guard isVowel.first == true else { return "a" }
    if name.first?.lowercased() != "u" { return "an" }
    let rest = isVowel.dropFirst()
    return rest.starts(with: [false, false]) && rest.contains(true) ? "an" : "a"
}
