import Schema

/// Swift types of managed-object properties, as declared by Xcode and in handwritten classes. A
/// number is scalar if the model says "use scalar type" or the property is required, and otherwise
/// an object. Required properties are not optional.
extension Schema {
    func declaredType(of attribute: Attribute) -> String {
        let mark = attribute.isOptional ? "?" : ""
        switch attribute.type {
        case .integer16, .integer32, .integer64, .double, .float, .boolean:
            if attribute.usesScalar == true || !attribute.isOptional {
                return attribute.type.swiftType
            }
            return "NSNumber?"
        case .decimal: return "NSDecimalNumber\(mark)"
        case .transformable:
            let name = attribute.customClass.map(unqualified) ?? "NSObject"
            return name + mark
        case .composite: return "[String: Any]\(mark)"
        case .undefined: return "NSObject\(mark)"
        case .string, .date, .binary, .uuid, .uri: return attribute.type.swiftType + mark
        }
    }

    func declaredType(of relationship: Relationship) -> String {
        let mark = relationship.isOptional ? "?" : ""
        let name = className(of: relationship.destination)
        if !relationship.isToMany { return name + mark }
        return (relationship.isOrdered ? "NSOrderedSet" : "Set<\(name)>") + mark
    }

    func className(of entity: String) -> String {
        let written = self.entity(named: entity)?.className.map(unqualified) ?? ""
        return written.isEmpty || written == "NSManagedObject" ? entity : written
    }
}

/// The name without its module: `.City` and `App.City` become `City`. A generic or bracketed type
/// is unchanged.
private func unqualified(_ name: String) -> String {
    if name.contains("[") || name.contains("<") { return name }
    return name.split(separator: ".").last.map(String.init) ?? name
}
