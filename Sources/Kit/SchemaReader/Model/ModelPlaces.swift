import XML

/// Positions of the parts of a model in its file. A position is the byte offset of a tag. Positions
/// have the same indexes as the parts in the schema's arrays. They are not keyed by name, because
/// names may be duplicates.
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
    /// For each composite type, the offsets of its tag and of its attributes' tags.
    var composites: [(tag: Int, attributes: [Int])] = []
    var fetchRequests: [Int] = []
    var configurations: [Int] = []
}

extension SourceText {
    /// Returns the offset of the value of `attribute` in the tag at `offset`. If the tag has no
    /// such attribute, returns `offset`.
    func offset(of attribute: String, inTagAt offset: Int) -> Int {
        var scanner = XMLScanner(self, root: "model")
        scanner.at = offset
        guard let tag = try? scanner.startTag() else { return offset }
        return tag.attributes.first { $0.name == attribute }?.valueOffset ?? offset
    }
}
