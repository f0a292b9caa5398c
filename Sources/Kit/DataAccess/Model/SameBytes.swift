import Foundation

/// Returns whether two texts have the same bytes. Does not compare the bytes if both texts have the
/// same address, as copies of a string literal do.
package func hasSameBytes(_ left: String, _ right: String) -> Bool {
    let isSame: Bool?? = left.utf8.withContiguousStorageIfAvailable { left in
        right.utf8.withContiguousStorageIfAvailable { right -> Bool in
            guard left.count == right.count else { return false }
            guard let one = left.baseAddress, let two = right.baseAddress else { return true }
            return one == two || memcmp(one, two, left.count) == 0
        }
    }
    return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
}
