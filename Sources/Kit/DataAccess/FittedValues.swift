import Foundation
package import QueryLanguage

extension DataQuery.Argument {
    /// Returns the value, converted for comparison with an attribute of type `kind`. The text of a
    /// UUID is converted to capital letters. A number for a `Float` is rounded to `Float`.
    ///
    /// A value of the wrong type is an error, because its effect would depend on the store. A store
    /// could convert the value, treat it as nil, or find no records.
    ///
    /// - Parameter name: the name of the variable that has this value.
    /// - Throws: `StoreError.badQuery` if no attribute of this type can have the value.
    package func fitted(
        to kind: AttributeDescription.Kind,
        _ name: String
    ) throws -> DataQuery.Argument {
        if isNull { return self }
        switch (self, kind) {
        case (.list(let values), _): return .list(try values.map { try $0.fitted(to: kind, name) })
        case (.text(let text), .uuid):
            if isCanonicalUUID(text) { return self }
            if let uuid = UUID(uuidString: text) { return .text(uuid.uuidString) }
        case (.text(let text), .uri): if URL(string: text) != nil { return self }
        case (.text(let text), .decimal): if isDecimal(text) { return self }
        case (_, .transformable), (.record, _), (.text, .string), (.date, .date), (.data, .binary),
            (.boolean, .boolean), (.integer, .boolean), (.real, .boolean):
            return self
        case (.real(let number), .float): return .real(roundedToFloat(number))
        case (.integer(let number), .float):
            return roundedToFloat(number).map(DataQuery.Argument.real) ?? self
        case (.boolean, _), (.integer, _), (.real, _): if kind.isNumeric { return self }
        default: break
        }
        throw StoreError.badQuery(
            "filter: the value of $\(name) must be \(kind.words), because the filter compares $\(name) with \(kind.words)"
        )
    }

    /// Returns whether the text is a UUID in capital letters. This check is faster than parsing the
    /// text.
    private func isCanonicalUUID(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { place, byte in
                switch byte {
                case UInt8(ascii: "-"): [8, 13, 18, 23].contains(place)
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                    ![8, 13, 18, 23].contains(place)
                default: false
                }
            }
    }

    /// Returns the value as a `QueryValue`, for comparison with an attribute of type `kind`.
    fileprivate func queryValue(as kind: AttributeDescription.Kind) -> QueryValue {
        switch self {
        case .list(let values): .list(values.map { $0.queryValue(as: kind) })
        case .text(let text): DataAccess.queryValue(.text(text), kind)
        default: queryValue
        }
    }

    /// The value for comparison with a related record. As in SQL, a plain number or text is the
    /// identity of a record.
    fileprivate var recordValue: QueryValue {
        switch self {
        case .list(let values): .list(values.map(\.recordValue))
        case .integer(let number): .object(Identified(identity: .integer(number)))
        case .text(let text): .object(Identified(identity: .text(text)))
        default: queryValue
        }
    }
}

/// Returns whether the text is a finite number in decimal notation.
package func isDecimal(_ text: String) -> Bool {
    !isHexadecimal(text) && Double(text)?.isFinite == true
}

/// Returns whether the text of a number is hexadecimal, such as `0x1A`.
func isHexadecimal(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "X") }
}

extension DataQuery.Filter {
    /// Returns the values of the filter's variables, converted for comparison in memory. `tree` is
    /// a predicate on records of `entity`.
    ///
    /// - Throws: `StoreError.badQuery` if a variable has no value, or if a value does not have the
    ///   type of the attribute with which it is compared.
    package func queryValues(
        in tree: PredicateNode,
        of entity: EntityDescription,
        _ entities: @escaping (_ name: String) -> EntityDescription?
    ) throws -> [String: QueryValue] {
        var result = values.mapValues(\.queryValue)
        let model = DescribedModel(entity: entities)
        for argument in tree.format(of: entity.name, in: model).arguments {
            switch argument {
            case .typed(let name, let owner, let key):
                let value = try value(of: name)
                guard let kind = model.kind(of: key, in: owner) else { continue }
                result[name] = try value.fitted(to: kind, name).queryValue(as: kind)
            case .identity(let name, _, _), .record(let name, _):
                result[name] = try value(of: name).recordValue
            case .pattern(let name):
                let value = try value(of: name)
                result[name] = try value.fitted(to: .string, name).queryValue(as: .string)
            case .variable(let name): _ = try value(of: name)
            case .text, .time: continue
            }
        }
        return result
    }

    private func value(of name: String) throws -> DataQuery.Argument {
        if let value = values[name] { return value }
        throw StoreError.badQuery("filter: the variable $\(name) has no value")
    }
}

extension AttributeDescription.Kind {
    var isNumeric: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .decimal, .double, .float: true
        default: false
        }
    }

    /// The type in words, with an article, such as `a number`.
    var words: String {
        switch self {
        case .string: "a string"
        case .boolean: "a truth value"
        case .date: "a date"
        case .transformable: "a collection"
        case .binary: "data"
        case .uuid: "a UUID"
        case .uri: "a URL"
        default: "a number"
        }
    }
}
