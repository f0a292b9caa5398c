import Foundation

/// The value of a parameter of an SQL statement. It is sent in PostgreSQL's binary format.
///
/// Rows are sent as arrays, one array per column, and `unnest` converts them to rows again. In this
/// way, one statement can insert thousands of rows.
enum Value: Sendable {
    case text(String)
    case integer(Int64)
    case uuid(UUID)
    case bytes(Data)
    case null(OID)
    case texts([String?])
    case integers([Int64?])
    case uuids([UUID])
    case blobs([Data])

    /// PostgreSQL's identifiers of the parameters' types, from its source file `pg_type.dat`.
    enum OID: UInt32, Sendable {
        case bytes = 17
        case integer = 20
        case text = 25
        case uuid = 2950
        case blobs = 1001
        case texts = 1009
        case integers = 1016
        case uuids = 2951
    }

    var type: OID {
        switch self {
        case .text: .text
        case .integer: .integer
        case .uuid: .uuid
        case .bytes: .bytes
        case .null(let type): type
        case .texts: .texts
        case .integers: .integers
        case .uuids: .uuids
        case .blobs: .blobs
        }
    }

    /// The encoded value; nil for a null.
    var encoded: [UInt8]? {
        switch self {
        case .text(let text): Array(text.utf8)
        case .integer(let number): withUnsafeBytes(of: number.bigEndian) { Array($0) }
        case .uuid(let uuid): Array(uuid.bytes)
        case .bytes(let data): Array(data)
        case .null: nil
        case .texts(let texts):
            array(of: .text, texts) { text, bytes in bytes.append(contentsOf: text.utf8) }
        case .integers(let numbers):
            array(of: .integer, numbers) { number, bytes in append(number, to: &bytes) }
        case .uuids(let uuids):
            array(of: .uuid, uuids) { uuid, bytes in bytes.append(contentsOf: uuid.bytes) }
        case .blobs(let blobs):
            array(of: .bytes, blobs) { data, bytes in bytes.append(contentsOf: data) }
        }
    }

    /// Encodes an array in PostgreSQL's binary format: number of dimensions, null flag, element
    /// type, length, lower bound, and then each element, preceded by its length.
    private func array<Element>(
        of type: OID,
        _ elements: [Element?],
        _ write: (Element, inout [UInt8]) -> Void
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + elements.count * 24)
        append(Int32(elements.isEmpty ? 0 : 1), to: &bytes)
        append(Int32(elements.contains { $0 == nil } ? 1 : 0), to: &bytes)
        append(type.rawValue, to: &bytes)
        if elements.isEmpty { return bytes }
        append(Int32(elements.count), to: &bytes)
        append(Int32(1), to: &bytes)
        for element in elements {
            guard let element else {
                append(Int32(-1), to: &bytes)
                continue
            }
            let start = bytes.count
            append(Int32(0), to: &bytes)
            write(element, &bytes)
            let length = Int32(bytes.count - start - 4).bigEndian
            withUnsafeBytes(of: length) { bytes.replaceSubrange(start..<start + 4, with: $0) }
        }
        return bytes
    }
}

private func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
}

extension UUID {
    /// The 16 bytes of the UUID.
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    /// Creates a UUID from its 16 bytes. Nil if `bytes` has another length.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self = Array(bytes).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
