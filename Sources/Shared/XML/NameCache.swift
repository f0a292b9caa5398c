/// A cache of names that have been read. A model file repeats the same few names many times.
/// Because of the cache, most names are allocated only once.
struct NameCache {
    private var entries = [(range: Range<Int>, name: String)?](repeating: nil, count: 128)

    mutating func name(_ range: Range<Int>, in source: SourceText) -> String {
        source.bytes.withUnsafeBufferPointer { bytes in
            let word = UnsafeBufferPointer(rebasing: bytes[range])
            // The length and the first, middle and last bytes distinguish nearly all names in model
            // files.
            let middle = Int(word[word.count / 2])
            let ends = Int(word[0]) &* 3 &+ Int(word[word.count - 1]) &* 7
            let slot = (word.count &* 31 &+ middle &* 5 &+ ends) % entries.count
            if let entry = entries[slot], entry.range.count == word.count,
                word.indices.allSatisfy({ word[$0] == bytes[entry.range.lowerBound + $0] })
            {
                return entry.name
            }
            let name = String(decoding: word, as: UTF8.self)
            entries[slot] = (range, name)
            return name
        }
    }
}
