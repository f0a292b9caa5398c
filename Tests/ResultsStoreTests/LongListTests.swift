import Testing

@testable import ResultsStore

@Suite struct LongListTests {
    @Test(arguments: [0, 1, 63, 64, 65, 128, 1000])
    func itHoldsWhatWasAppendedInOrder(count: Int) {
        let list = LongList(0..<count)
        #expect(list.count == count)
        #expect(Array(list) == Array(0..<count))
        #expect(list.last == (count == 0 ? nil : count - 1))
        #expect(list == LongList(Array(0..<count)))
    }

    @Test func aCopyDoesNotChangeWithTheOriginal() {
        var list = LongList(0..<200)
        let copy = list
        list[5] = -5
        list[199] = -199
        list.append(200)
        #expect(Array(copy) == Array(0..<200))
        #expect((list[5], list[199], list[200]) == (-5, -199, 200))
        #expect(list != copy)
    }

    @Test func elementsAreFoundFromTheEnd() {
        let list = LongList((0..<200).map { $0 % 70 })
        #expect(list.lastIndex(of: 3) == 143)
        #expect(list.firstIndex(of: 3) == 3)
        #expect(Array(list.suffix(3)) == [57, 58, 59])
    }
}
