import Diagnostics
import Testing

@Test func onlyNumbersFromOneToTheCountHaveAnElement() {
    let letters = ["a", "b", "c"]
    #expect([Int.min, -1, 0, 4, Int.max].compactMap { letters.element(number: $0) } == [])
    #expect((1...3).map { letters.element(number: $0) } == letters)
    #expect(letters[1...].element(number: 1) == "b")
    #expect([Int]().element(number: 1) == nil)
}
