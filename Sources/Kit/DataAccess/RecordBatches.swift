/// The records that a query finds, in the query's order, read in batches. Use batches for results
/// that do not fit into memory.
///
///     for try await orders in dao.batches() { for order in orders { … } }
public struct RecordBatches<Model: Sendable>: AsyncSequence, Sendable {
    /// A function that returns the next batch at each call, and nil after the last batch.
    public typealias Reading = @Sendable () async throws -> [Model]?

    private let begin: @Sendable () async throws -> Reading

    /// Creates batches.
    ///
    /// - Parameter begin: a function that prepares the reading, and returns the function that reads
    ///   the batches. `begin` is called once for each loop.
    public init(_ begin: @escaping @Sendable () async throws -> Reading) { self.begin = begin }

    public func makeAsyncIterator() -> Iterator { Iterator(begin: begin) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let begin: @Sendable () async throws -> Reading
        fileprivate var reading: Reading?

        /// Returns the next batch, which is never empty; nil after the last batch.
        public mutating func next() async throws -> [Model]? {
            try Task.checkCancellation()
            if reading == nil { reading = try await begin() }
            return try await reading?()
        }
    }
}

extension RecordBatches {
    /// Creates batches of the records that `list` returns. `list` is called once for each loop,
    /// when the loop begins.
    package init(of size: Int, _ list: @escaping @Sendable () async throws -> [Model]) {
        self.init {
            let slices = Slices(elements: try await list(), size: Swift.max(1, size))
            return { await slices.next() }
        }
    }
}

private actor Slices<Model: Sendable> {
    private var rest: ArraySlice<Model>
    private let size: Int

    init(elements: [Model], size: Int) {
        rest = elements[...]
        self.size = size
    }

    func next() -> [Model]? {
        let batch = rest.prefix(size)
        rest = rest.dropFirst(size)
        return batch.isEmpty ? nil : Array(batch)
    }
}

extension DataAccessObject {
    public func batches(_ query: DataQuery, of size: Int) -> RecordBatches<Model> {
        RecordBatches(of: size) { try await list(query) }
    }

    /// Returns all records, or the records that the query finds, in batches of 500.
    public func batches(_ query: DataQuery = .all) -> RecordBatches<Model> {
        batches(query, of: 500)
    }
}
