/// An immutable value stored by reference: code with hundreds of descriptions compiles in a third
/// of the time if each description is one word.
final class Shared<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (left: Shared, right: Shared) -> Bool {
        left === right || left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
