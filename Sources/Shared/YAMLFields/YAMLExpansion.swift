package import Yams

/// The size that a YAML text would have if its aliases were expanded. Even a few lines can expand
/// to more nodes than fit in memory.
///
/// The size is computed without expanding the aliases: a plain word replaces each alias before the
/// text is parsed.
package struct YAMLExpansion {
    /// Maximum number of nodes after expansion. The largest file of this project has a few hundred
    /// nodes.
    package static let limit = 100_000

    private let lines: [Substring]
    private var sizes: [String: Int] = [:]
    private var excess: Mark?

    package static let advice =
        "write the values themselves instead of aliases that contain aliases"

    /// Returns the position of the first node whose expansion exceeds the limit; nil if there is
    /// none. Rethrows errors of the parser.
    package static func excess(in text: String) throws -> Mark? {
        guard holdsAliases(text) else { return nil }
        let plain = withoutAliases(text)
        let parser = try Parser(yaml: plain, encoding: .utf8)
        // Nodes reference their anchors weakly, so the parser must stay alive.
        return try withExtendedLifetime(parser) {
            guard let root = try parser.singleRoot() else { return nil }
            var expansion = YAMLExpansion(text)
            _ = expansion.size(of: root)
            return expansion.excess
        }
    }

    private init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    private mutating func size(of node: Node) -> Int {
        var size = 1
        switch node {
        case .scalar(let scalar): size = alias(scalar).map { sizes[$0] ?? 1 } ?? 1
        case .sequence(let sequence):
            for element in sequence { size = add(self.size(of: element), to: size) }
        case .mapping(let mapping):
            for (key, value) in mapping {
                size = add(self.size(of: key), to: size)
                size = add(self.size(of: value), to: size)
            }
        case .alias: break
        }
        if size > Self.limit, excess == nil { excess = node.mark }
        if let anchor = node.anchor?.rawValue { sizes[anchor] = size }
        return size
    }

    private func add(_ size: Int, to sum: Int) -> Int { min(sum + size, Self.limit + 1) }

    /// Returns the name of the alias that this scalar replaces; nil if the scalar is not a
    /// replacement. A scalar replaces an alias if the original text has an asterisk at the same
    /// position.
    private func alias(_ scalar: Node.Scalar) -> String? {
        guard let mark = scalar.mark, lines.indices.contains(mark.line - 1) else { return nil }
        let start = lines[mark.line - 1].unicodeScalars.dropFirst(mark.column - 1).first
        return start == "*" ? String(scalar.string.dropFirst()) : nil
    }

    package static func holdsAliases(_ text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { $0 == UInt8(ascii: "*") && isName($1) }
    }

    /// Returns the YAML text with a plain word (`xname`) in place of each alias (`*name`), so that
    /// the parser expands no aliases.
    package static func withoutAliases(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return String(
            decoding: bytes.indices.map { index in
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0
                return bytes[index] == UInt8(ascii: "*") && isName(next)
                    ? UInt8(ascii: "x") : bytes[index]
            },
            as: UTF8.self
        )
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
            true
        default: false
        }
    }
}
