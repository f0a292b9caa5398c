/// Returns the indefinite article before a name: `a` or `an`.
///
/// The article depends on the sound of the first letter. If the name begins with `u`, the article
/// is `an` if two consonants and later a vowel follow, as in `update`. Otherwise the article is
/// `a`, because the `u` sounds like the letter's name, as in `user` and `url`.
package func indefiniteArticle(before name: String) -> String {
    let isVowel = name.lowercased().map { "aeiou".contains($0) }
    guard isVowel.first == true else { return "a" }
    if name.first?.lowercased() != "u" { return "an" }
    let rest = isVowel.dropFirst()
    return rest.starts(with: [false, false]) && rest.contains(true) ? "an" : "a"
}
