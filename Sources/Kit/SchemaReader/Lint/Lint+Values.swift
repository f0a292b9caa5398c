import Foundation
import Schema

extension Lint {
    mutating func attribute(_ attribute: Attribute, at offset: Int) {
        defaultValue(attribute, at: offset)
        expression(attribute, at: offset)
        type(attribute, at: offset)
        index(attribute, at: offset)
        bounds(attribute, at: offset)
    }

    private mutating func defaultValue(_ attribute: Attribute, at offset: Int) {
        guard let text = attribute.defaultText, !fits(text, attribute),
            attribute.type != .undefined
        else { return }
        let interval = source.offset(of: "defaultDateTimeInterval", inTagAt: offset)
        let isInterval = interval != offset && attribute.type == .date
        report(
            .defaultNotOfType,
            isInterval ? "defaultDateTimeInterval" : "defaultValueString",
            at: offset,
            "the default value \"\(text)\" of \"\(attribute.name)\" is not of the type \(attribute.type.rawValue)",
            expected: written(attribute.type),
            fix: "correct or remove the default value in the model editor"
        )
    }

    /// Returns whether `text` is a valid default value of the attribute. Any text is valid for a
    /// string. No text is valid for types that cannot have a default value, such as bytes.
    private func fits(_ text: String, _ attribute: Attribute) -> Bool {
        let whole = Attribute.wholeNumber(text)
        return switch attribute.type {
        case .integer16: whole.flatMap(Int16.init(exactly:)) != nil
        case .integer32: whole.flatMap(Int32.init(exactly:)) != nil
        case .integer64: whole != nil
        case .decimal: isNumber(text) && !text.lowercased().contains("x")
        case .float: Attribute.number(text).map { Float($0).isFinite } == true
        case .double, .date: isNumber(text)
        case .boolean: attribute.booleanDefault != nil
        case .uuid: UUID(uuidString: text) != nil
        case .uri: !text.isEmpty && URL(string: text) != nil
        case .string: true
        case .binary, .transformable, .composite, .undefined: false
        }
    }

    private func written(_ type: AttributeType) -> String {
        switch type {
        case .integer16: "a whole number from \(Int16.min) to \(Int16.max)"
        case .integer32: "a whole number from \(Int32.min) to \(Int32.max)"
        case .integer64: "a whole number"
        case .decimal, .double, .float: "a number"
        case .boolean: "YES or NO"
        case .date: "seconds since 2001-01-01, in the XML attribute defaultDateTimeInterval"
        case .uuid: "a UUID: groups of 8, 4, 4, 4 and 12 hexadecimal digits"
        case .uri: "a URI"
        default: "no default value, because Core Data supports no default values of this type"
        }
    }

    private func isNumber(_ text: String) -> Bool { Attribute.number(text) != nil }

    // MARK: - Validation

    private mutating func bounds(_ attribute: Attribute, at offset: Int) {
        let validation = attribute.validation
        let isDate = attribute.type == .date
        let keys =
            isDate
            ? ("minDateTimeInterval", "maxDateTimeInterval") : ("minValueString", "maxValueString")
        let pairs = [(keys.0, validation.minimum), (keys.1, validation.maximum)]
        let wrong = pairs.filter { $0.1.map(isNumber) == false }
        for (key, text) in wrong {
            report(
                .boundNotOfType,
                key,
                at: offset,
                "the minimum or maximum \"\(text ?? "")\" of \"\(attribute.name)\" is not a number",
                expected: isDate
                    ? "seconds since 2001-01-01, in the XML attribute \(key)"
                    : attribute.type == .string ? "a length" : "a number",
                fix: "set the value again in the model editor"
            )
        }
        guard wrong.isEmpty, let minimum = validation.minimum, let maximum = validation.maximum,
            let low = Double(minimum), let high = Double(maximum), low > high
        else { return defaultBounds(attribute, at: offset) }
        report(
            .boundsReversed,
            keys.0,
            at: offset,
            "the minimum \(minimum) of \"\(attribute.name)\" is greater than the maximum \(maximum): no value is valid",
            fix: "swap them"
        )
    }

    /// Reports a default value outside the attribute's bounds. Ignores bounds that are not numbers.
    private mutating func defaultBounds(_ attribute: Attribute, at offset: Int) {
        guard let text = attribute.defaultText, fits(text, attribute) else { return }
        let isString = attribute.type == .string
        guard let value = isString ? Double(text.utf16.count) : Double(text) else { return }
        let validation = attribute.validation
        let isBelow = validation.minimum.flatMap(Attribute.number).map { value < $0 } == true
        let isAbove = validation.maximum.flatMap(Attribute.number).map { value > $0 } == true
        guard isBelow || isAbove else { return }
        let bound = (isBelow ? validation.minimum : validation.maximum) ?? ""
        let words = isBelow ? "less than the minimum \(bound)" : "greater than the maximum \(bound)"
        let owner = "of \"\(attribute.name)\""
        report(
            .defaultOutOfBounds,
            attribute.type == .date ? "defaultDateTimeInterval" : "defaultValueString",
            at: offset,
            isString
                ? "the length \(text.utf16.count) of the default value \(owner) is \(words)"
                : "the default value \(text) \(owner) is \(words)",
            fix: "correct the default value or the bound: new records with this default cannot be "
                + "saved"
        )
    }

    private mutating func expression(_ attribute: Attribute, at offset: Int) {
        guard let pattern = attribute.validation.regularExpression else { return }
        if (try? NSRegularExpression(pattern: pattern)) != nil {
            return defaultText(attribute, pattern, at: offset)
        }
        report(
            .badRegularExpression,
            "regularExpressionString",
            at: offset,
            "the regular expression \"\(pattern)\" of \"\(attribute.name)\" cannot be parsed",
            expected: "a regular expression in ICU syntax"
        )
    }

    /// Reports the default value of a string that does not match the attribute's regular expression.
    private mutating func defaultText(
        _ attribute: Attribute,
        _ pattern: String,
        at offset: Int
    ) {
        guard attribute.type == .string, let text = attribute.defaultText,
            text.range(of: "\\A(?:\(pattern))\\z", options: .regularExpression) == nil
        else { return }
        report(
            .defaultOutOfBounds,
            "defaultValueString",
            at: offset,
            "the default value \"\(text)\" of \"\(attribute.name)\" does not match the regular expression \"\(pattern)\"",
            fix: "correct the default value or the regular expression: new records with this "
                + "default cannot be saved"
        )
    }

    // MARK: - Types

    private mutating func type(_ attribute: Attribute, at offset: Int) {
        switch attribute.type {
        case .undefined where !attribute.isTransient:
            report(
                .undefinedType,
                at: offset,
                "\"\(attribute.name)\" is stored but has no type",
                fix: "choose a type in the model editor, or make the attribute transient"
            )
        case .transformable
        where attribute.customClass == nil && attribute.valueTransformer == nil:
            report(
                .untypedTransformable,
                at: offset,
                "the transformable attribute \"\(attribute.name)\" has neither a class nor a transformer",
                fix: "set the class, and set the transformer: either NSSecureUnarchiveFromData "
                    + "or a transformer of your own"
            )
        default: break
        }
    }

    private mutating func index(_ attribute: Attribute, at offset: Int) {
        guard attribute.isIndexed else { return }
        report(
            .legacyIndex,
            "indexed",
            at: offset,
            "the index of \"\(attribute.name)\" has an old format, which fetch indexes have replaced",
            fix: "add a fetch index to the entity"
        )
    }
}
