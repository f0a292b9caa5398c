/// Cache of names that have been read. A model file repeats the same few names many times; with the
/// cache, most names are allocated only once.
struct NameCache {
    private var entries = [(range: Range<Int>, name: String)?](repeating: nil, count: 128)

    mutating func name(_ range: Range<Int>, in source: SourceText) -> String {
        let bytes = source.bytes
        // The length and the first, middle and last bytes distinguish nearly all words of model
        // files.
        let middle = Int(bytes[range.lowerBound + range.count / 2])
        let ends = Int(bytes[range.lowerBound]) &* 3 &+ Int(bytes[range.upperBound - 1]) &* 7
        let slot = (range.count &* 31 &+ middle &* 5 &+ ends) % entries.count
        if let entry = entries[slot], bytes[entry.range].elementsEqual(bytes[range]) {
            return entry.name
        }
        let name = source.text(range)
        entries[slot] = (range, name)
        return name
    }
}
