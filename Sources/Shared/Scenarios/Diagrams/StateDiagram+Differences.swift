extension StateDiagram {
    /// Returns a sentence for each difference between this diagram and the diagram of the code.
    /// Returns an empty array if there is no difference.
    ///
    /// States, messages and arrows must be the same in both diagrams. Queries and their answers are
    /// compared only if this diagram contains them.
    ///
    ///     let drawn = try StateDiagram(mermaid: text)
    ///     #expect(drawn.differences(from: declared.stateDiagram(start: SignedOut.self)) == [])
    public func differences(from code: StateDiagram) -> [String] {
        var found: [String] = []
        if start != code.start {
            found.append("the diagram starts in \(start), but the code starts in \(code.start)")
        }
        for arrow in arrows {
            guard let declared = code.arrows.first(where: { key($0) == key(arrow) }) else {
                found.append("the code has no transition \(words(arrow))\(place(arrow))")
                continue
            }
            if let asks = arrow.asks, !agree(asks, declared.asks ?? []) {
                found.append(
                    """
                    the queries of \(words(arrow))\(place(arrow)) differ: \(words(asks)) in the \
                    diagram, but \(words(declared.asks ?? [])) in the code
                    """
                )
            }
        }
        for arrow in code.arrows where !arrows.contains(where: { key($0) == key(arrow) }) {
            found.append("the diagram has no arrow \(words(arrow))")
        }
        return found
    }

    private func place(_ arrow: Arrow) -> String { arrow.line > 0 ? " (line \(arrow.line))" : "" }

    private func key(_ arrow: Arrow) -> [String] { [arrow.from, arrow.to, arrow.message] }

    private func words(_ arrow: Arrow) -> String {
        "\(arrow.from) --> \(arrow.to): \(arrow.message)"
    }

    private func words(_ asks: [Ask]) -> String {
        asks.isEmpty ? "none" : asks.map(\.words).joined(separator: ", ")
    }

    private func agree(_ drawn: [Ask], _ declared: [Ask]) -> Bool {
        drawn.count == declared.count
            && zip(drawn, declared).allSatisfy { drawn, declared in
                drawn.query == declared.query
                    && (drawn.reply == nil || drawn.reply == declared.reply)
            }
    }
}
