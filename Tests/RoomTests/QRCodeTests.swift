import Testing

@testable import Room

@Suite(.enabled(if: QRCode("x") != nil, "libqrencode is not installed")) struct QRCodeTests {
    /// Light modules are drawn; the corners have squares of 7 dark ones around 5 light and 3 dark.
    @Test func aCodeHasItsCornersAndItsMargin() throws {
        let address = "https://lab.example/enter#0123456789abcdef0123456789abcdef"
        let code = try #require(QRCode(address))
        let size = code.lines[0].count
        // The lower half of the last line is no row of the code.
        let rows = code.lines.flatMap { line in
            [line.map { "▄ ".contains($0) }, line.map { "▀ ".contains($0) }]
        }
        .prefix(size)
        #expect((size - 4 - 17) % 4 == 0)
        #expect(code.lines.count == (size + 1) / 2)
        #expect(code.lines.allSatisfy { $0.count == size })
        let finder = (0..<7).map { row in
            (0..<7).map { max(abs(row - 3), abs($0 - 3)) != 2 }
        }
        for (top, left) in [(2, 2), (2, size - 9), (size - 9, 2)] {
            #expect((0..<7).map { Array(rows[top + $0][left..<left + 7]) } == finder)
        }
        #expect(rows[0].allSatisfy { !$0 } && rows[1].allSatisfy { !$0 })
        #expect(rows.allSatisfy { !$0[0] && !$0[1] && !$0[size - 1] && !$0[size - 2] })
    }
}
