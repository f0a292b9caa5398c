import Foundation
import QueryCompiler
import QueryWords
import Schema

extension EntityContext {
    init(
        _ entity: Entity,
        in schema: Schema,
        types: GenerationOptions.Types = .strict,
        names: ManagerNames? = nil
    ) {
        let names = names ?? ManagerNames(schema)
        name = entity.name
        type = typeName(entity.name)
        singular = variableName(entity)
        plural = names.property(of: entity)
        noun = spaced(lowerCamel(entity.name))
        nouns = spaced(pluralName(entity.name).trimmingBackticks)
        identity = IdentityContext(entity)
        let held = entity.relationships.filter { schema.storage(of: $0, in: entity) == .column }
        // Attributes of the identity and of uniqueness constraints keep their optional types. If
        // several missing values became 0, they would be duplicates.
        let keys = Set(entity.uniquenessConstraints.joined())
        let rule = entity.identityRule
        properties =
            entity.attributes.map { attribute in
                let isKey =
                    rule == .attribute(attribute.name) || keys.contains(attribute.name)
                var property = PropertyContext(attribute, types: isKey ? .strict : types)
                property.isComputedByStore = Derivation(attribute, of: entity, in: schema) != nil
                return property
            }
            + held.compactMap { PropertyContext($0, in: schema) }
        links = entity.relationships.compactMap { LinkContext($0, of: entity, in: schema, names) }
        let absent = properties.map(\.absentValue)
        validations = entity.attributes.indices.compactMap {
            validation(of: entity.attributes[$0], absent: absent[$0])
        }
        columns = columnNames(of: entity, in: schema)
        uniqueness = QueryCompiler.uniqueness(of: entity, entity, schema)
        hierarchy = schema.hierarchy(of: entity).map {
            HierarchyContext(
                root: $0.root,
                identityOwner: $0.root == entity.name ? nil : typeName($0.root),
                kinds: $0.kinds,
                isAbstract: entity.isAbstract,
                parent: entity.parent,
                columns: $0.columns
            )
        }
        described = DescribedContext(entity, in: schema)
    }
}

extension IdentityContext {
    init(_ entity: Entity) {
        let attribute = entity.identityAttribute
        type = (attribute?.type ?? .integer64).swiftType
        reader = Generator.reader(attribute?.type ?? .integer64)
        column = entity.identityColumn
        property = attribute.map { propertyName($0.name) }
        isPropertyOptional = attribute?.isOptional ?? true
    }
}

extension PropertyContext {
    /// Creates the generated property for an attribute. If `types` is `.xcode`, the property of a
    /// scalar attribute is never optional.
    init(_ attribute: Attribute, types: GenerationOptions.Types) {
        name = propertyName(attribute.name)
        let collection = attribute.collectionType
        type = collection ?? attribute.type.swiftType
        let isScalar =
            types == .xcode && attribute.usesScalar == true && attribute.isOptional
            && attribute.type.isScalar
        if isScalar { absentValue = attribute.type == .boolean ? "false" : "0" }
        isOptional = attribute.isOptional && !isScalar
        let initial = Generator.initialValue(of: attribute)
        initialValue = isScalar && initial == "nil" ? absentValue : initial
        if initialValue == nil, attribute.isDerived {
            let empty = collection.map { $0.hasPrefix("[String: ") ? "[:]" : "[]" }
            initialValue = empty ?? blank(attribute.type)
        }
        derivation = attribute.isDerived ? attribute.derivation : nil
        column = attribute.name
        isCollection = collection != nil
        reader = isCollection ? "json" : Generator.reader(attribute.type)
    }

    /// Creates the property for a to-one relationship. Its value is the identity of the related
    /// record. Returns nil if the schema does not contain the destination entity.
    init?(_ relationship: Relationship, in schema: Schema) {
        guard let destination = schema.entity(named: relationship.destination) else { return nil }
        let identity = IdentityContext(destination)
        name = propertyName(relationship.name)
        type = "\(typeName(destination.name)).Identity"
        isOptional = relationship.isOptional
        initialValue = relationship.isOptional ? "nil" : nil
        column = relationship.name
        reader = identity.reader
        self.destination = typeName(destination.name)
    }
}

extension LinkContext {
    init?(
        _ relationship: Relationship,
        of entity: Entity,
        in schema: Schema,
        _ names: ManagerNames
    ) {
        guard let destination = schema.entity(named: relationship.destination) else { return nil }
        name = propertyName(relationship.name)
        key = relationship.name
        isOrdered = relationship.isOrdered
        self.destination = typeName(destination.name)
        destinationPlural = names.property(of: destination)
        counts = countRules(of: relationship)
        switch schema.storage(of: relationship, in: entity) {
        case .column: kind = .held
        case .inverseColumn:
            kind = .inverse(isToMany: relationship.isToMany)
            positionColumn = schema.inverse(of: relationship).flatMap(schema.positionColumn)
        case .join: kind = .joined
        case .none: return nil
        }
    }
}

/// Returns a placeholder value of the type, such as `""` or `0`, as a Swift expression.
private func blank(_ type: AttributeType) -> String {
    switch type {
    case .string: "\"\""
    case .boolean: "false"
    case .date: "Date(timeIntervalSinceReferenceDate: 0)"
    case .uuid: "UUID()"
    case .uri: "URL(fileURLWithPath: \"/\")"
    case .binary, .transformable, .composite, .undefined: "Data()"
    case .integer16, .integer32, .integer64, .decimal, .double, .float: "0"
    }
}

/// Returns the name of the `StoreRow` method that reads a column of this type.
func reader(_ type: AttributeType) -> String {
    switch type {
    case .integer16: "int16"
    case .integer32: "int32"
    case .integer64: "int64"
    case .decimal: "decimal"
    case .double: "double"
    case .float: "float"
    case .string: "string"
    case .boolean: "bool"
    case .date: "date"
    case .binary, .transformable, .composite, .undefined: "data"
    case .uuid: "uuid"
    case .uri: "url"
    }
}

/// Returns the attribute's default value as a Swift expression. If there is no valid default value,
/// returns the string `"nil"` for an optional attribute, and nil for a required one.
func initialValue(of attribute: Attribute) -> String? {
    let none = attribute.isOptional ? "nil" : nil
    guard let text = attribute.defaultText else { return none }
    switch attribute.type {
    case .string: return swiftLiteral(text)
    case .boolean: return attribute.booleanDefault.map { "\($0)" } ?? none
    case .integer16, .integer32, .integer64, .double, .float, .decimal:
        return number(text, attribute.type, isOptional: attribute.isOptional) ?? none
    case .date: return date(text) ?? none
    case .uuid, .uri:
        guard let text = initialText(of: attribute).map(swiftLiteral) else { return none }
        let value = attribute.type == .uuid ? "UUID(uuidString: \(text))" : "URL(string: \(text))"
        return made(value, attribute.type, isOptional: attribute.isOptional)
    case .binary, .transformable, .composite, .undefined: return none
    }
}

/// Returns a date as a Swift expression; nil if `text` is not a number of seconds.
func date(_ text: String) -> String? {
    Attribute.number(text).map { "Date(timeIntervalSinceReferenceDate: \($0))" }
}

/// Returns the number as a Swift expression; nil if `text` is not a number in the range of the
/// type.
func number(_ text: String, _ type: AttributeType, isOptional: Bool) -> String? {
    let number = Attribute.number(text)
    let whole = Attribute.wholeNumber(text)
    switch type {
    case .integer16: return whole.flatMap(Int16.init(exactly:)).map(String.init)
    case .integer32: return whole.flatMap(Int32.init(exactly:)).map(String.init)
    case .integer64: return whole.map(String.init)
    case .float where number.map { !Float($0).isFinite } ?? true: return nil
    case .decimal:
        guard let decimal = decimal(text) else { return nil }
        // Swift would convert a literal to `Double`, which has fewer digits than `Decimal`.
        return wholeNumber(decimal).map(String.init)
            ?? made("Decimal(string: \"\(decimal)\")", .decimal, isOptional: isOptional)
    case .float: return number.map { realNumber(Float($0)) ?? String($0) }
    default: return number.map { realNumber($0) ?? String($0) }
    }
}

/// Returns an expression for a whole or subnormal number; nil for any other number. Digits that the
/// type cannot represent are rounded, because Swift would warn about them in a literal.
private func realNumber<Number: BinaryFloatingPoint>(_ number: Number) -> String? {
    multipleOfLeast(number) ?? Int64(exactly: number).map(String.init)
}

/// Returns `0` for zero, and a multiple of `.leastNonzeroMagnitude` for a subnormal number; nil for
/// any other number. Swift would warn about a literal of a subnormal number.
private func multipleOfLeast<Number: BinaryFloatingPoint>(_ number: Number) -> String? {
    guard number.magnitude < Number.leastNormalMagnitude else { return nil }
    // The quotient is exact.
    let factor = Int64(number / Number.leastNonzeroMagnitude)
    return factor == 0 ? "0" : "\(factor) * .leastNonzeroMagnitude"
}

/// Returns the text as a decimal number; nil if the whole text is not a number. `Decimal(string:)`
/// alone would also accept text that only begins with a number.
private func decimal(_ text: String) -> Decimal? {
    let isNumber = Double(text) != nil && !text.contains { $0 == "x" || $0 == "X" }
    return isNumber ? Decimal(string: text) : nil
}

/// Returns the decimal as an integer; nil if it is not a whole number in the range of `Int64`.
private func wholeNumber(_ decimal: Decimal) -> Int64? {
    Int64(decimal.description)
}

/// Returns the text that the store saves for a default value of the type UUID, URI or decimal.
/// Returns nil for other types and for an invalid value. Also returns nil for a whole number in the
/// range of `Int64`, for which ``initialValue(of:)`` returns the digits.
func initialText(of attribute: Attribute) -> String? {
    guard let text = attribute.defaultText, !text.isEmpty else { return nil }
    switch attribute.type {
    case .decimal:
        return decimal(text).flatMap { wholeNumber($0) == nil ? $0.description : nil }
    case .uuid: return UUID(uuidString: text)?.uuidString
    case .uri: return URL(string: text)?.absoluteString
    default: return nil
    }
}

/// Returns the Swift expression for a property's initial value. `expression` has an optional type,
/// but is never nil. For a required property, the result is `expression` followed by `??` and a
/// fallback value, so that the generated code needs no force unwrap.
private func made(_ expression: String, _ type: AttributeType, isOptional: Bool) -> String {
    isOptional ? expression : "\(expression) ?? \(blank(type))"
}

/// Returns the variable name for one record of the entity in generated code. No other variable in
/// that code has this name.
func variableName(_ entity: Entity) -> String {
    let name = propertyName(entity.name)
    return taken.contains(name) ? "\(name)Record" : name
}

private let taken: Set = [
    "bindings", "connection", "count", "error", "found", "identities", "identity", "index",
    "keeping", "manager", "memory",
    "owner", "position", "related", "row", "saved", "statement", "store", "values",
]

/// The names of the manager's properties, one for each entity. A property is named after the plural
/// of the entity's name. If another member of the manager already has that name, the property's
/// name is the singular followed by `Records`. `Records` is repeated until the name is unique.
struct ManagerNames {
    /// The names of instance members without parameters that managers have with either backend.
    static let ofEveryManager: Set = ["close", "keeping", "path", "stack", "store"]

    private var properties: [String: String] = [:]

    /// Returns whether the manager has a member with this name and without parameters.
    func contains(_ name: String) -> Bool {
        ManagerNames.ofEveryManager.contains(name) || properties.values.contains(name)
    }

    init(_ schema: Schema) {
        var taken = ManagerNames.ofEveryManager.union(["opened", "shared"])
        for entity in schema.entities {
            var name = pluralName(entity.name)
            if !taken.insert(name).inserted {
                name = "\(variableName(entity).trimmingBackticks)Records"
                // `cityRecords` may already be the plural of an entity `CityRecord`.
                while !taken.insert(name).inserted { name += "Records" }
            }
            properties[entity.name] = name
        }
    }

    func property(of entity: Entity) -> String {
        properties[entity.name] ?? pluralName(entity.name)
    }
}
