extension Sequence {
    /// Returns the elements grouped by a key; keys are in the order in which they first occur.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var groups: [(key: Key, elements: [Element])] = []
        var places: [Key: Int] = [:]
        for element in self {
            let own = key(element)
            if let place = places[own] {
                groups[place].elements.append(element)
            } else {
                places[own] = groups.count
                groups.append((own, [element]))
            }
        }
        return groups
    }
}

extension Sequence where Element: Hashable {
    /// The different elements, in the order in which they first occur.
    var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
