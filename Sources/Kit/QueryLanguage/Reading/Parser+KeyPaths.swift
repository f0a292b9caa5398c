extension Parser {
    mutating func keyPathOrCall() throws(Skip) -> Parsed {
        let start = token
        if token.kind == .name {
            let next = lexer.nextByte(after: Int(token.end))
            if next == UInt8(ascii: "(") || next == UInt8(ascii: ":") {
                return .expression(try functionCall())
            }
        }
        var isBehindValue = false
        if token.kind == .keyword(.self) {
            advance()
            isBehindValue = take(.period)
            if !isBehindValue { return .expression(node(.keyPath([]), start)) }
        }
        let keys = try keys(behindValue: isBehindValue)
        return .expression(node(.keyPath(keys), start))
    }

    /// Parses keys separated by periods. Omits the key `self` after a value or another key: as in
    /// key-value coding, `x.self` equals `x`.
    mutating func keys(behindValue: Bool = false) throws(Skip) -> [PathKey] {
        var keys: [PathKey] = []
        repeat {
            if behindValue || !keys.isEmpty, isSelf {
                advance()
                continue
            }
            let place = token
            let key = try key()
            if case .collection(let first)? = keys.last(where: { $0.isCollection }),
                first == .count || key.isCollection
            {
                throw unexpected(
                    "the end of the key path",
                    fix: """
                        use only one collection operator in a key path, and write no key after \
                        @count
                        """
                )
            }
            keys.append(key)
            if keys.count > heightLimit {
                throw stop("contains a path of more than \(heightLimit) keys")
            }
            advance()
            if isSymbol(.openParenthesis), case .name(let name) = key {
                throw unknownFunction(name, at: place, isAfterPeriod: true)
            }
        } while take(.period)
        return keys
    }

    private var isSelf: Bool {
        token.kind == .keyword(.self) || token.kind == .quotedName && text(token) == "#self"
    }

    private mutating func key() throws(Skip) -> PathKey {
        switch token.kind {
        case .name, .keyword: return .name(text(token))
        case .quotedName: return .name(lexer.text(Int(token.start) + 1, Int(token.end)))
        case .collection:
            guard let found = CollectionOperator(rawValue: text(token)) else {
                throw unexpected("a collection operator")
            }
            return .collection(found)
        case .placeholder(.keyPath):
            let placeholder = Placeholder(.keyPath, index: placeholderCount)
            placeholderCount += 1
            return .placeholder(placeholder)
        default: throw unexpected("a key after the period")
        }
    }
}

extension PathKey {
    package var isCollection: Bool { if case .collection = self { true } else { false } }
}
