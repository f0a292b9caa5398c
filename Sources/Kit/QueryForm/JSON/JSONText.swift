import QueryLanguage

extension JSONNode {
    /// The value on as many lines as it takes to keep them short, keys in their order.
    package var text: String { text(indented: "") + "\n" }

    private func text(indented space: String) -> String {
        let flat = line
        if flat.utf8.count + space.utf8.count <= 90 { return flat }
        let inner = space + "  "
        switch kind {
        case .list(let elements):
            let lines = elements.map { inner + $0.text(indented: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(space)]"
        case .object(let members):
            let lines = members.map {
                "\(inner)\(jsonText($0.key)): \($0.value.text(indented: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(space)}"
        default: return flat
        }
    }

    /// The value on one line.
    package var line: String {
        switch kind {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let number): "\(number)"
        case .real(let number): number.isFinite ? "\(number)" : "null"
        case .string(let text): jsonText(text)
        case .list(let elements): "[\(elements.map(\.line).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(jsonText($0.key)): \($0.value.line)" }.joined(separator: ", "))}"
        }
    }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package typealias Key = String
    package typealias Value = JSONNode

    package init(stringLiteral value: String) { self.init(.string(value)) }
    package init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
    package init(integerLiteral value: Int64) { self.init(.integer(value)) }
    package init(arrayLiteral elements: JSONNode...) { self.init(.list(elements)) }
    package init(dictionaryLiteral elements: (String, JSONNode)...) {
        self.init(.object(elements.map { Member($0.0, $0.1) }))
    }

    package init(_ text: String) { self.init(.string(text)) }
    package init(_ number: Int) { self.init(.integer(Int64(number))) }
    package init(_ value: Bool) { self.init(.boolean(value)) }
    package init(_ text: String?) { self.init(text.map(Kind.string) ?? .null) }
    package init(_ list: [JSONNode]) { self.init(.list(list)) }
}

extension JSONNode: Codable {
    package init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            var elements: [JSONNode] = []
            while !list.isAtEnd { elements.append(try list.decode(JSONNode.self)) }
            self.init(.list(elements))
        } else if let object = try? decoder.container(keyedBy: Name.self) {
            self.init(
                .object(
                    try object.allKeys.map {
                        Member($0.stringValue, try object.decode(JSONNode.self, forKey: $0))
                    }
                )
            )
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self.init(.null)
            } else if let found = try? value.decode(Bool.self) {
                self.init(.boolean(found))
            } else if let found = try? value.decode(Int64.self) {
                self.init(.integer(found))
            } else if let found = try? value.decode(Double.self) {
                self.init(.real(found))
            } else {
                self.init(.string(try value.decode(String.self)))
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch kind {
        case .list(let elements):
            var list = encoder.unkeyedContainer()
            for element in elements { try list.encode(element) }
        case .object(let members):
            var object = encoder.container(keyedBy: Name.self)
            for member in members {
                try object.encode(member.value, forKey: Name(stringValue: member.key))
            }
        case .null:
            var value = encoder.singleValueContainer()
            try value.encodeNil()
        case .boolean(let found): try found.encode(to: encoder)
        case .integer(let found): try found.encode(to: encoder)
        case .real(let found): try found.encode(to: encoder)
        case .string(let found): try found.encode(to: encoder)
        }
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
