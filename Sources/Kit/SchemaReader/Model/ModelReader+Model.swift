import Diagnostics
import Schema
import XML

extension ModelReader {
    mutating func model(_ tag: XMLTag) throws(XMLFault) {
        places.model = tag.offset
        var fields = Fields(tag)
        schema.versionIdentifier = fields.word("userDefinedModelVersionIdentifier")
        schema.usesCloudKit = fields.flag("usedWithCloudKit") ?? false
        schema.usesSwiftData = fields.flag("usedWithSwiftData") ?? false
        for name in Words.editorSettings {
            if let value = fields.text(name) { schema.editorSettings[name] = value }
        }
        close(fields, knowing: Words.model)
        try children(of: tag, knowing: Words.inModel) { (reader, child) throws(XMLFault) in
            switch child.name {
            case "entity": try reader.entity(child)
            case "composite": try reader.composite(child)
            case "configuration": try reader.configuration(child)
            case "fetchRequest":
                reader.places.fetchRequests.append(child.offset)
                let request = try reader.fetchRequest(child)
                reader.schema.fetchRequests.append(request)
            // Positions of boxes in the model editor.
            case "elements": try reader.skip()
            default: return false
            }
            return true
        }
    }

    private mutating func composite(_ tag: XMLTag) throws(XMLFault) {
        var fields = Fields(tag)
        var composite = CompositeType(name: fields.required("name"))
        var offsets: [Int] = []
        close(fields, knowing: ["name"])
        try each("attribute", in: tag) { (reader, child) throws(XMLFault) in
            offsets.append(child.offset)
            composite.attributes.append(try reader.attribute(child))
        }
        schema.composites.append(composite)
        places.composites.append((tag.offset, offsets))
    }

    private mutating func configuration(_ tag: XMLTag) throws(XMLFault) {
        var fields = Fields(tag)
        var configuration = Configuration(
            name: fields.required("name"),
            usesCloudKit: fields.flag("usedWithCloudKit") ?? false
        )
        close(fields, knowing: ["name", "usedWithCloudKit"])
        try each("memberEntity", in: tag) { (reader, child) throws(XMLFault) in
            var fields = Fields(child)
            let name = fields.required("name", .warning)
            if !name.isEmpty { configuration.entities.append(name) }
            reader.close(fields, knowing: ["name"])
            try reader.children(of: child)
        }
        places.configurations.append(tag.offset)
        schema.configurations.append(configuration)
    }

    /// Reads a fetch request.
    ///
    /// - Parameter isNamed: whether the request must have a name, so that a missing name is
    ///   reported. False for the request of a fetched property, whose name has no meaning.
    mutating func fetchRequest(
        _ tag: XMLTag,
        isNamed: Bool = true
    ) throws(XMLFault) -> FetchRequest {
        var fields = Fields(tag)
        var request = FetchRequest(
            name: isNamed ? fields.required("name", .warning) : fields.text("name") ?? "",
            entity: fields.required("entity", .warning),
            predicate: fields.word("predicateString")
        )
        request.resultType = fields.count("resultType")
        request.limit = fields.count("fetchLimit")
        request.batchSize = fields.count("fetchBatchSize")
        request.includesSubentities = fields.flag("includeSubentities")
        request.includesPropertyValues = fields.flag("includePropertyValues")
        request.includesPendingChanges = fields.flag("includesPendingChanges")
        request.returnsObjectsAsFaults = fields.flag("returnObjectsAsFaults")
        request.returnsDistinctResults = fields.flag("returnDistinctResults")
        close(fields, knowing: Words.fetchRequest)
        try children(of: tag)
        return request
    }
}
