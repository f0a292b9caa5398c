import JSON

extension JSONNode {
    /// Parses JSON text in UTF-8, such as the body of a request. Returns nil if the bytes are not
    /// valid UTF-8 or not valid JSON.
    init?(utf8 bytes: some Sequence<UInt8>) {
        guard let text = String(validating: bytes, as: UTF8.self),
            let node = try? JSONNode(reading: text)
        else { return nil }
        self = node
    }
}
