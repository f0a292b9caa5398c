extension RandomAccessCollection where Index == Int {
    /// Returns the element at the position `number`, counted from 1; nil if there is none.
    package func element(number: Int) -> Element? {
        number >= 1 && number <= count ? self[startIndex + number - 1] : nil
    }
}
