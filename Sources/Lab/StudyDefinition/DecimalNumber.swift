extension Double {
    /// Parses a decimal number such as `-1.5` or `2e3`. Returns nil for any other text,
    /// even for hexadecimal notation, infinity and NaN, which `Double.init` accepts.
    package init?(decimal text: some StringProtocol) {
        guard !text.contains(where: { "xX".contains($0) }), let value = Double(text),
            value.isFinite
        else { return nil }
        self = value
    }
}
