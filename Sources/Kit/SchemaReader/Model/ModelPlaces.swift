import XML

/// Positions of a model's parts in its file: byte offsets of tags, in the order of the schema's
/// arrays. Names may be repeated, so parts are identified by index.
package struct ModelPlaces: Sendable {
    struct EntityPlaces: Sendable {
        var tag: Int
        var attributes: [Int] = []
        var relationships: [Int] = []
        var fetchedProperties: [Int] = []
        var uniquenessConstraints: [Int] = []
        var fetchIndexes: [Int] = []
        var compoundIndexes: [Int] = []
    }

    var model = 0
    var entities: [EntityPlaces] = []
    /// For each composite type, the offset of its tag and those of its attributes.
    var composites: [(tag: Int, attributes: [Int])] = []
    var fetchRequests: [Int] = []
    var configurations: [Int] = []
}

extension SourceText {
    /// Returns the offset of the value of `attribute` in the tag at `offset`; the offset of the tag
    /// if it has no such attribute.
    func offset(of attribute: String, inTagAt offset: Int) -> Int {
        var scanner = XMLScanner(self, root: "model")
        scanner.at = offset
        guard let tag = try? scanner.startTag() else { return offset }
        return tag.attributes.first { $0.name == attribute }?.valueOffset ?? offset
    }
}
