/// Returns whether two values in a test are equal. Values of the same `Equatable` type are compared
/// by `==`. Other values are compared by their types and stored properties.
///
/// An object whose class is not `Equatable` is equal only to itself. Two functions of the same type
/// always count as equal, because functions cannot be compared.
func areEqual(_ left: Any, _ right: Any) -> Bool {
    guard type(of: left) == type(of: right) else { return false }
    if let left = left as? any Equatable { return left.equals(right) }
    if type(of: left) is AnyClass { return (left as AnyObject) === (right as AnyObject) }
    let mirror = Mirror(reflecting: left)
    let (children, others) = (Array(mirror.children), Array(Mirror(reflecting: right).children))
    guard children.count == others.count else { return false }
    // A value without properties, such as a case of an enumeration.
    if children.isEmpty { return String(reflecting: left) == String(reflecting: right) }
    guard mirror.displayStyle == .dictionary else {
        return zip(children, others).allSatisfy {
            $0.label == $1.label && areEqual($0.value, $1.value)
        }
    }
    // Equal dictionaries may have their pairs in a different order.
    var rest = others
    return children.allSatisfy { pair in
        guard let place = rest.firstIndex(where: { areEqual(pair.value, $0.value) }) else {
            return false
        }
        rest.remove(at: place)
        return true
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool {
        guard let other = other as? Self else { return false }
        return self == other
    }
}
