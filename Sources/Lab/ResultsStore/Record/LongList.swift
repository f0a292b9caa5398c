/// A list that grows during a session and is copied at every event. A copy shares each chunk with
/// the original until either of them changes the chunk. The cost of recording an event therefore
/// does not grow with the length of the session.
package struct LongList<Element: Sendable & Hashable>: Sendable, Hashable {
    private static var size: Int { 64 }
    /// The elements in chunks. All chunks but the last are full, and none is empty.
    private var chunks: [[Element]] = []

    package init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    package mutating func append(_ element: Element) {
        if let last = chunks.last, last.count < Self.size {
            chunks[chunks.count - 1].append(element)
        } else {
            chunks.append([element])
        }
    }
}

extension LongList: RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: Element...) { self.init(elements) }

    package var startIndex: Int { 0 }

    package var endIndex: Int {
        guard let last = chunks.last else { return 0 }
        return (chunks.count - 1) * Self.size + last.count
    }

    package subscript(position: Int) -> Element {
        get { chunks[position / Self.size][position % Self.size] }
        _modify { yield &chunks[position / Self.size][position % Self.size] }
    }
}
