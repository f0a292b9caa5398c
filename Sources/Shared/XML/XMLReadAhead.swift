import Dispatch
import Synchronization

/// A reader that returns the same events as ``XMLScanner``, but reads a long text on another
/// thread, ahead of the caller. Only one copy of it may be used: each event is returned only once.
package struct XMLReadAhead {
    /// Sizes, in bytes, of the texts that another thread reads. For a smaller text, the start of a
    /// thread takes more time than it saves. The events of a larger text could need too much
    /// memory, because the other thread does not wait for the caller.
    package static let sizes = 65_536...1_048_576

    package let source: SourceText
    private var scanner: XMLScanner
    /// The batches of a long text; nil if the text is read on the caller's thread.
    private let batches: Batches?
    private var batch = Batch()
    /// Number of the batch's events that have been returned.
    private var returned = 0

    /// - Parameters:
    ///   - root: expected name of the outermost element, for messages.
    ///   - isAhead: whether another thread reads the text; nil if this depends on its length.
    package init(_ source: SourceText, root: String, isAhead: Bool? = nil) {
        self.source = source
        scanner = XMLScanner(source, root: root)
        let isAhead = isAhead ?? XMLReadAhead.sizes.contains(source.bytes.count)
        batches = isAhead ? Batches(scanner) : nil
    }

    /// Whether another thread reads the text.
    package var isAhead: Bool { batches != nil }

    /// Offset of the document type declaration, which is skipped; nil if there is none so far.
    package var documentType: Int? {
        batches == nil ? scanner.documentType : batch.documentType
    }

    /// Returns the next event.
    ///
    /// - Throws: The first fault of the text, in the order of the file.
    package mutating func next() throws(XMLFault) -> XMLEvent {
        guard let batches else { return try scanner.next() }
        while returned == batch.events.count {
            if let fault = batch.fault { throw fault }
            if batch.isLast { return .finished }
            (batch, returned) = (batches.next(), 0)
        }
        returned += 1
        return batch.events[returned - 1]
    }
}

/// Consecutive events of a text. If there is a fault, it follows them.
private struct Batch: Sendable {
    /// Maximum number of events in a batch. A batch of this size takes longer to read than a
    /// waiting thread takes to wake up.
    static let size = 512

    var events: [XMLEvent] = []
    var fault: XMLFault?
    var documentType: Int?
    /// Whether this is the last batch, because the text ends or has a fault.
    var isLast = false

    init() {}

    init(from scanner: inout XMLScanner) {
        events.reserveCapacity(Batch.size)
        do throws(XMLFault) {
            while !isLast, events.count < Batch.size {
                let event = try scanner.next()
                if case .finished = event { isLast = true }
                events.append(event)
            }
        } catch {
            (fault, isLast) = (error, true)
        }
        documentType = scanner.documentType
    }
}

/// The batches of a text, which another thread reads.
private final class Batches: Sendable {
    private let unused = Mutex<[Batch]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    init(_ scanner: XMLScanner) {
        // A private queue gets a thread even if all threads of the shared queues are waiting.
        DispatchQueue(label: "XML events").async {
            var scanner = scanner
            while true {
                let batch = Batch(from: &scanner)
                self.unused.withLock { $0.append(batch) }
                self.arrivals.signal()
                if batch.isLast { return }
            }
        }
    }

    /// Returns the next batch. Must not be called after the last one.
    func next() -> Batch {
        arrivals.wait()
        return unused.withLock { $0.removeFirst() }
    }
}
