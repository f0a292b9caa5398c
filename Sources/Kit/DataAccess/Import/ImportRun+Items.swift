package import Foundation
import JSON

/// Import of the items of JSON text and of dictionaries.
extension ImportRun {
    package typealias ProgressHandler = (ImportProgress) -> Void

    /// Imports items. An item is nil if it contains a value whose type cannot be imported. Such an
    /// item is reported and skipped.
    package func importItems(
        _ values: [ImportValue?],
        _ mapping: ImportMapping,
        _ cancellation: CancellationFlag,
        _ progress: ProgressHandler?
    ) throws {
        for (index, value) in values.enumerated() {
            try cancellation.check(index) {
                progress?(
                    ImportProgress(items: index, fraction: Double(index) / Double(values.count))
                )
            }
            if let value {
                try importItem(value, mapping, at: index)
            } else {
                skipUnknown(at: index)
            }
        }
        try storeWaiting(mapping)
    }

    /// Reports an item with a value whose type cannot be imported.
    private func skipUnknown(at index: Int) {
        self.index = index
        report.items.skipped += 1
        problem(
            ImportFlaw(
                reason:
                    "expected a JSON value, or an NSNumber, Date, Data, UUID, URL or Decimal; found a value of another type"
            )
        )
    }

    /// Imports an array of objects, or a single object, at a key path in JSON text.
    ///
    /// - Throws: `ImportError` if the text is not JSON or has no objects at the key path.
    package func importItems(
        json: Data,
        at keyPath: String,
        _ mapping: ImportMapping,
        _ cancellation: CancellationFlag,
        _ progress: ProgressHandler?
    ) throws {
        let keys = keyPath.split(separator: ".").map(String.init)
        do {
            try json.withUnsafeBytes { bytes in
                var reader = JSONReader(bytes.bindMemory(to: UInt8.self))
                var index = 0
                switch try reader.enter(keys) {
                case .array:
                    while try reader.hasElement() {
                        try cancellation.check(index) {
                            progress?(ImportProgress(items: index, fraction: reader.fraction))
                        }
                        try importItem(try ImportValue(from: &reader), mapping, at: index)
                        index += 1
                    }
                case .object:
                    try importItem(try ImportValue(.object, from: &reader), mapping, at: 0)
                    index = 1
                default: throw ImportError.noItems(keyPath: keyPath)
                }
                try reader.leave(keys)
                try storeWaiting(mapping)
                progress?(ImportProgress(items: index, fraction: 1))
            }
        } catch let error as JSONError {
            throw ImportError.malformed(
                line: error.line,
                column: error.column,
                expected: error.expected
            )
        }
    }
}
