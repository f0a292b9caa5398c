import Foundation

/// A decoder with a cache, for a JSON column in which a few values occur many times. Values of more
/// than a few hundred bytes are not cached.
final class DecodingCache<Value: Decodable> {
    private var known: [String: Value] = [:]
    private let decoder = JSONDecoder()

    func value(of text: String) throws -> Value {
        if let value = known[text] { return value }
        let value = try decoder.decode(Value.self, from: Data(text.utf8))
        if text.utf8.count < 500, known.count < 10_000 { known[text] = value }
        return value
    }
}
