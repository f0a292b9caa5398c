/// A pair of related records: the identities in the two columns of a join table.
struct MemoryPair: Hashable, Sendable {
    var source: StoredValue
    var target: StoredValue

    init(own: StoredValue, other: StoredValue, isForward: Bool) {
        source = isForward ? own : other
        target = isForward ? other : own
    }
}

/// The rows of a join table.
struct MemoryPairs: Sendable {
    /// Positions of a pair. `ofSource` is the target's position among the records related to the
    /// source. `ofTarget` is the source's position among the records related to the target. A
    /// position is nil if its relationship is unordered, or if the pair was added only by setting
    /// the opposite relationship.
    struct Position: Hashable, Sendable {
        var ofSource: Int?
        var ofTarget: Int?

        subscript(isForward isForward: Bool) -> Int? {
            get { isForward ? ofSource : ofTarget }
            set { if isForward { ofSource = newValue } else { ofTarget = newValue } }
        }
    }

    private var positions: [MemoryPair: Position] = [:]
    private var targets: [StoredValue: Set<StoredValue>] = [:]
    private var sources: [StoredValue: Set<StoredValue>] = [:]

    var all: [MemoryPair: Position] { positions }

    func position(of pair: MemoryPair) -> Position? { positions[pair] }

    /// Returns the identities that are paired with `identity`, in no particular order. `identity`
    /// is the source of the pairs if `isForward` is true, otherwise the target.
    func others(of identity: StoredValue, isForward: Bool) -> Set<StoredValue> {
        (isForward ? targets : sources)[identity] ?? []
    }

    mutating func set(_ pair: MemoryPair, _ position: Position?) {
        positions[pair] = position
        if position != nil {
            targets[pair.source, default: []].insert(pair.target)
            sources[pair.target, default: []].insert(pair.source)
        } else {
            targets[pair.source]?.remove(pair.target)
            sources[pair.target]?.remove(pair.source)
        }
    }
}

extension MemoryTables {
    /// Returns the identities of the related records. They are in the relationship's order; in an
    /// unordered relationship, they are sorted by identity.
    func related(_ paired: MemoryEntity.Paired, of identity: StoredValue) -> [StoredValue] {
        let pairs = pairs(in: paired.pairs.table)
        let others = pairs.others(of: identity, isForward: paired.isForward).sorted()
        if !paired.pairs.isOrdered { return others }
        func number(_ other: StoredValue) -> Int {
            let pair = MemoryPair(own: identity, other: other, isForward: paired.isForward)
            return pairs.position(of: pair)?[isForward: paired.isForward] ?? .max
        }
        return others.map { (number($0), $0) }.sorted { $0 < $1 }.map(\.1)
    }

    /// Replaces the records related to the record `identity` with the records that have the given
    /// identities. Pairs that remain keep their positions in the inverse relationship.
    mutating func setRelated(
        _ paired: MemoryEntity.Paired,
        of identity: StoredValue,
        to identities: [StoredValue]
    ) {
        let directions =
            paired.pairs.isSymmetric
            ? [paired.isForward, !paired.isForward] : [paired.isForward]
        let kept = Set(identities)
        for isForward in directions {
            removePairs(of: identity, isForward: isForward, paired, besides: kept)
        }
        for (number, other) in identities.enumerated() {
            for isForward in directions {
                let pair = MemoryPair(own: identity, other: other, isForward: isForward)
                let before = pairs(in: paired.pairs.table).position(of: pair)
                var position = before ?? .init()
                if paired.pairs.isOrdered, isForward == paired.isForward {
                    position[isForward: isForward] = number
                }
                if position != before { set(pair, position, of: paired) }
            }
        }
    }

    /// Removes the pairs of `identity` whose other identity is not in `kept`. `identity` is the
    /// source of the pairs if `isForward` is true, otherwise the target.
    mutating func removePairs(
        of identity: StoredValue,
        isForward: Bool,
        _ paired: MemoryEntity.Paired,
        besides kept: Set<StoredValue> = []
    ) {
        let others = pairs(in: paired.pairs.table).others(of: identity, isForward: isForward)
        for other in others.subtracting(kept) {
            set(MemoryPair(own: identity, other: other, isForward: isForward), nil, of: paired)
        }
    }
}
