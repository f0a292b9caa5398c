/// Old and new position of a moved element.
public struct ListMove: Sendable, Hashable {
    /// The element's position in the old list.
    public var from: ListPlace
    /// The element's position in the new list.
    public var to: ListPlace

    public init(from: ListPlace, to: ListPlace) {
        self.from = from
        self.to = to
    }
}

/// Difference between two snapshots of a list, in the form that table and collection views require.
/// Positions of deleted sections and elements, and `from` of a move, refer to the old list. All
/// other positions refer to the new list.
public struct ListBatch<Element: Sendable>: Sendable {
    /// A moved element, with its old and new position.
    public typealias Move = ListMove

    /// Old indexes of the sections that were deleted or moved.
    public var deletedSections: [Int] = []
    /// New indexes of the sections that were inserted or moved.
    public var insertedSections: [Int] = []
    /// Old positions of deleted elements. If an element of a deleted section is now in another
    /// section, the element counts as moved, not as deleted.
    public var deletes: [ListPlace] = []
    /// New positions of inserted elements.
    public var inserts: [ListPlace] = []
    /// Moved elements. If a moved element has also changed, its new position is in `updates` as
    /// well.
    public var moves: [Move] = []
    /// New positions of elements whose content has changed.
    public var updates: [ListPlace] = []
    /// The snapshot after the batch.
    public var snapshot: ListSnapshot<Element>

    /// Whether the batch contains no change.
    public var isEmpty: Bool {
        deletedSections.isEmpty && insertedSections.isEmpty && deletes.isEmpty && inserts.isEmpty
            && moves.isEmpty && updates.isEmpty
    }

    /// Returns the same batch with each element converted by `transform`.
    public func map<Other: Sendable>(_ transform: (Element) -> Other) -> ListBatch<Other> {
        var result = ListBatch<Other>(snapshot: snapshot.map(transform))
        result.deletedSections = deletedSections
        result.insertedSections = insertedSections
        result.deletes = deletes
        result.inserts = inserts
        result.moves = moves
        result.updates = updates
        return result
    }

    /// Returns `old` with the batch applied. The changes are made in the same order as in a table
    /// or collection view. The result equals `snapshot` if `old` is the snapshot before the batch.
    public func applied(to old: ListSnapshot<Element>) -> ListSnapshot<Element> {
        var result = old
        for place in (deletes + moves.map(\.from)).sorted(by: >) {
            result.sections[place.section].elements.remove(at: place.element)
        }
        for section in deletedSections.sorted(by: >) { result.sections.remove(at: section) }
        for section in insertedSections.sorted() {
            let name = snapshot.sections[section].name
            result.sections.insert(.init(name: name, elements: []), at: section)
        }
        for place in (inserts + moves.map(\.to)).sorted() {
            result.sections[place.section].elements.insert(snapshot[place], at: place.element)
        }
        for place in updates { result[place] = snapshot[place] }
        return result
    }
}

extension ListSnapshot {
    /// Returns the difference between this snapshot and `new`; nil if there is none.
    ///
    /// - Parameters:
    ///   - new: The later snapshot.
    ///   - identity: A function that returns the identity of an element. Within a snapshot,
    ///     elements have distinct identities and sections have distinct names.
    ///   - isSame: A function that returns whether two elements with the same identity have the
    ///     same content.
    public func batch<Identity: Hashable>(
        to new: ListSnapshot<Element>,
        identity: (Element) -> Identity,
        isSame: (Element, Element) -> Bool
    ) -> ListBatch<Element>? {
        var batch = ListBatch(snapshot: new)
        let kept = keptSections(new)
        batch.deletedSections = sections.indices.filter { kept.new[$0] == nil }
        let keptNew = Set(kept.new.values)
        batch.insertedSections = new.sections.indices.filter { !keptNew.contains($0) }

        var oldPlaces: [Identity: ListPlace] = [:]
        oldPlaces.reserveCapacity(count)
        forEachPlace { oldPlaces[identity($1)] = $0 }
        let still = new.stillElements(kept, oldPlaces, identity)

        var seen = Set<ListPlace>()
        seen.reserveCapacity(count)
        new.forEachPlace { place, element in
            guard let old = oldPlaces[identity(element)] else {
                batch.inserts.append(place)
                return
            }
            seen.insert(old)
            if !still.contains(place) { batch.moves.append(.init(from: old, to: place)) }
            if !isSame(self[old], element) { batch.updates.append(place) }
        }
        forEachPlace { place, _ in if !seen.contains(place) { batch.deletes.append(place) } }
        return batch.isEmpty ? nil : batch
    }

    /// Returns two dictionaries for the sections that are not moved or deleted: `new` maps old
    /// indexes to new ones, and `old` maps new indexes to old ones. As few sections as possible are
    /// moved.
    private func keptSections(
        _ new: ListSnapshot<Element>
    ) -> (new: [Int: Int], old: [Int: Int]) {
        let old = Dictionary(sections.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let common = new.sections.indices.compactMap { number in
            old[new.sections[number].name].map { (old: $0, new: number) }
        }
        let kept = longestIncreasing(common.map(\.old)).map { common[$0] }
        return (
            Dictionary(uniqueKeysWithValues: kept.map { ($0.old, $0.new) }),
            Dictionary(uniqueKeysWithValues: kept.map { ($0.new, $0.old) })
        )
    }

    /// Returns the new positions of the elements that are not moved. `kept` is the result of
    /// `keptSections(_:)`. Within each kept section, as few elements as possible are moved.
    private func stillElements<Identity: Hashable>(
        _ kept: (new: [Int: Int], old: [Int: Int]),
        _ oldPlaces: [Identity: ListPlace],
        _ identity: (Element) -> Identity
    ) -> Set<ListPlace> {
        var still = Set<ListPlace>()
        for (number, section) in sections.enumerated() {
            guard let oldNumber = kept.old[number] else { continue }
            var here: [(old: Int, new: Int)] = []
            for (index, element) in section.elements.enumerated() {
                if let old = oldPlaces[identity(element)], old.section == oldNumber {
                    here.append((old.element, index))
                }
            }
            for index in longestIncreasing(here.map(\.old)) {
                still.insert(ListPlace(section: number, element: here[index].new))
            }
        }
        return still
    }

    private func forEachPlace(_ body: (ListPlace, Element) -> Void) {
        for (section, content) in sections.enumerated() {
            for (index, element) in content.elements.enumerated() {
                body(ListPlace(section: section, element: index), element)
            }
        }
    }
}

/// Returns the positions in `numbers` of a longest increasing subsequence, by patience sorting. The
/// numbers must be distinct.
func longestIncreasing(_ numbers: [Int]) -> [Int] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
        var (low, high) = (0, tails.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[tails[middle]] < number { low = middle + 1 } else { high = middle }
        }
        if low > 0 { previous[index] = tails[low - 1] }
        if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result: [Int] = []
    var current = tails.last ?? -1
    while current >= 0 {
        result.append(current)
        current = previous[current]
    }
    return result.reversed()
}
