extension String {
    /// The text with `open` and `close` around each name in a right-to-left script. In a line of
    /// English, two such names would otherwise be shown in reverse order: `A ÷ B` as `B ÷ A`.
    ///
    /// A name consists of letters of the script and of spaces between them.
    func isolatingRightToLeft(_ open: String, _ close: String) -> String {
        // The first byte of a letter of these scripts.
        guard utf8.contains(where: { 0xD6...0xDF ~= $0 }) else { return self }
        let letters = "[\\p{Arabic}\\p{Hebrew}\\p{Syriac}\\p{Thaana}\\p{Nko}]+"
        guard let name = try? Regex<Substring>("\(letters)(?: +\(letters))*") else { return self }
        return replacing(name) { open + $0.output + close }
    }
}
