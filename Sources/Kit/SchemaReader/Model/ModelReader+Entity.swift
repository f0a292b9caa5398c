import Diagnostics
import Schema
import XML

extension ModelReader {
    mutating func entity(_ tag: XMLTag) throws(XMLFault) {
        var fields = Fields(tag)
        var entity = Entity(
            name: fields.required("name"),
            isAbstract: fields.flag("isAbstract") ?? false,
            parent: fields.word("parentEntity")
        )
        entity.className = fields.word("representedClassName")
        entity.codeGeneration =
            fields.choice(
                "codeGenerationType",
                "unknown-code-generation",
                .warning,
                instead: ", which is read as manual"
            ) ?? .manual
        entity.isSyncable = fields.flag("syncable") ?? false
        entity.renamingIdentifier = fields.word("elementID")
        entity.versionHashModifier = fields.word("versionHashModifier")
        entity.spotlightDisplayName = fields.word("coreSpotlightDisplayNameExpression")
        close(fields, knowing: Words.entity)
        var places = ModelPlaces.EntityPlaces(tag: tag.offset)
        try children(of: tag, knowing: Words.inEntity) { (reader, child) throws(XMLFault) in
            switch child.name {
            case "attribute":
                places.attributes.append(child.offset)
                entity.attributes.append(try reader.attribute(child))
            case "relationship":
                places.relationships.append(child.offset)
                entity.relationships.append(try reader.relationship(child))
            case "fetchedProperty":
                places.fetchedProperties.append(child.offset)
                entity.fetchedProperties.append(try reader.fetchedProperty(child))
            case "fetchIndex":
                places.fetchIndexes.append(child.offset)
                entity.fetchIndexes.append(try reader.fetchIndex(child))
            case "uniquenessConstraints":
                try reader.groups("uniquenessConstraint", of: "constraint", in: child) {
                    places.uniquenessConstraints.append($0)
                    entity.uniquenessConstraints.append($1)
                }
            case "compoundIndexes":
                try reader.groups("compoundIndex", of: "index", in: child) {
                    places.compoundIndexes.append($0)
                    entity.compoundIndexes.append($1)
                }
            case "userInfo": try reader.userInfo(child, into: &entity.userInfo)
            default: return false
            }
            return true
        }
        entities.append(entity)
        self.places.entities.append(places)
    }

    /// Reads lists of names from the children of `tag`, and calls `found` with the offset and the
    /// names of each list.
    ///
    /// Example of a list with one name:
    /// `<uniquenessConstraint><constraint value="isbn"/></uniquenessConstraint>`.
    ///
    /// - Parameters:
    ///   - group: name of the elements that are lists, such as `uniquenessConstraint`.
    ///   - item: name of the elements that contain one name each, such as `constraint`.
    private mutating func groups(
        _ group: String,
        of item: String,
        in tag: XMLTag,
        _ found: (Int, [String]) -> Void
    ) throws(XMLFault) {
        close(Fields(tag))
        try each(group, in: tag) { (reader, child) throws(XMLFault) in
            reader.close(Fields(child))
            var names: [String] = []
            try reader.each(item, in: child) { (reader, entry) throws(XMLFault) in
                var fields = Fields(entry)
                names.append(fields.required("value"))
                reader.close(fields, knowing: ["value"])
                try reader.children(of: entry)
            }
            found(child.offset, names)
        }
    }

    private mutating func fetchIndex(_ tag: XMLTag) throws(XMLFault) -> FetchIndex {
        var fields = Fields(tag)
        var index = FetchIndex(
            name: fields.required("name"),
            predicate: fields.word("partialIndexPredicate")
        )
        close(fields, knowing: ["name", "partialIndexPredicate"])
        try each("fetchIndexElement", in: tag) { (reader, child) throws(XMLFault) in
            index.elements.append(try reader.fetchIndexElement(child))
        }
        return index
    }

    private mutating func fetchIndexElement(_ tag: XMLTag) throws(XMLFault) -> FetchIndex.Element {
        var fields = Fields(tag)
        let expression = fields.word("expression")
        let property =
            expression == nil ? fields.required("property") : fields.word("property")
        let kind: FetchIndex.Kind? = fields.choice(
            "type",
            "unknown-index-type",
            .warning,
            instead: ", which is read as Binary"
        )
        let order: IndexOrder? = fields.choice(
            "order",
            "unknown-index-order",
            .warning,
            instead: ", which is read as ascending"
        )
        let element = FetchIndex.Element(
            property: property,
            expression: expression,
            expressionType: fields.word("expressionType"),
            kind: kind ?? .binary,
            isDescending: order == .descending
        )
        close(fields, knowing: Words.fetchIndexElement)
        try children(of: tag)
        return element
    }

    mutating func userInfo(_ tag: XMLTag, into info: inout [String: String]) throws(XMLFault) {
        close(Fields(tag))
        try each("entry", in: tag) { (reader, child) throws(XMLFault) in
            var fields = Fields(child)
            let key = fields.required("key")
            let value = fields.text("value") ?? ""
            reader.close(fields, knowing: ["key", "value"])
            if let before = info.updateValue(value, forKey: key), before != value {
                reader.findings.report(
                    "duplicate-user-info",
                    .warning,
                    at: child.offset,
                    "userInfo contains the key \"\(key)\" twice; the earlier value \"\(before)\" is ignored",
                    fix: "remove one of the two entries"
                )
            }
            try reader.children(of: child)
        }
    }
}

private enum IndexOrder: String, CaseIterable {
    case ascending, descending
}
