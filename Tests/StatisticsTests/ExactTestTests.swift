import SeededRandom
import Statistics
import Testing

/// The exact distributions against every arrangement, counted one by one.
@Suite struct ExactTestTests {
    @Test(arguments: [[1, 2, 3, -4, 5], [1, 1, -2, 2, 2, -3], [0, 4, 4, -4, 1, 0, -6, 7]])
    func signedRankCountsAllSigns(differences: [Double]) throws {
        let test = try #require(signedRank(differences).value)
        let kept = differences.filter { $0 != 0 }.map(abs)
        let ranks = kept.map { value in
            Double(kept.count { $0 < value }) + Double(kept.count { $0 == value } + 1) / 2
        }
        let centre = ranks.reduce(0, +) / 2
        let reach = abs(test.plus - centre)
        let total = 1 << ranks.count
        let extreme = (0..<total).count { signs in
            let sum = ranks.indices.reduce(0) { $0 + (signs & (1 << $1) != 0 ? ranks[$1] : 0) }
            return abs(sum - centre) >= reach - 1e-9
        }
        #expect(isClose(test.exact.value, Double(extreme) / Double(total)))
    }

    @Test(arguments: [
        ([1, 2, 9, 4], [3, 5, 7]), ([1, 1, 2], [2, 2, 3, 4]), ([5, 6], [1, 2, 3, 4, 5, 6]),
    ])
    func mannWhitneyCountsAllAssignments(first: [Double], second: [Double]) throws {
        let test = try #require(mannWhitney(first, second).value)
        let all = first + second
        let ranks = all.map { value in
            Double(all.count { $0 < value }) + Double(all.count { $0 == value } + 1) / 2
        }
        let centre = Double(first.count) * Double(all.count + 1) / 2
        let reach = abs(ranks[..<first.count].reduce(0, +) - centre)
        var (total, extreme) = (0, 0)
        for choice in 0..<(1 << all.count) where choice.nonzeroBitCount == first.count {
            total += 1
            let sum = all.indices.reduce(0) { $0 + (choice & (1 << $1) != 0 ? ranks[$1] : 0) }
            if abs(sum - centre) >= reach - 1e-9 { extreme += 1 }
        }
        #expect(isClose(test.exact.value, Double(extreme) / Double(total)))
    }

    @Test func theSmallestPIsSaidBeforehand() {
        #expect(SignedRank.smallestP(5) == 0.0625)
        #expect(SignedRank.smallestP(6) == 0.03125)
        #expect(isClose(MannWhitney.smallestP(3, 3), 0.1))
        #expect(isClose(MannWhitney.smallestP(2, 9), 1.0 / 55))
        let failed = [Double](repeating: 9, count: 4)
        let least = mannWhitney([1, 2, 3], failed).value?.p.value?.p
        #expect(least.map { isClose($0, MannWhitney.smallestP(3, 4)) } == true)
    }

    @Test func aboveTheLimitTheMethodIsAsymptoticAndSaysSo() throws {
        let small = try #require(signedRank((1...200).map { Double($0) - 90.5 }).value)
        let large = try #require(signedRank((1...201).map { Double($0) - 90.5 }).value)
        #expect(small.p.method == .exact)
        #expect(large.p.method == .asymptotic)
        #expect(large.exact.reason == "the exact test is limited to 200 differences")
        let groups = try #require(
            mannWhitney((1...60).map(Double.init), (30...80).map(Double.init)).value
        )
        #expect(groups.p.value?.method == .asymptotic)
    }

    /// Walsh averages and differences, found without storing them, against all of them sorted.
    @Test func shiftsAreTheMediansOfAllPairs() throws {
        var generator = SplitMix64(seed: 3)
        for count in 1...25 {
            let x = (0..<count).map { _ in (generator.uniform() * 40).rounded() / 4 - 3 }
            let y = (0..<(count / 2 + 1)).map { _ in (generator.uniform() * 40).rounded() / 4 - 5 }
            let walsh = x.indices.flatMap { i in (i..<count).map { (x[i] + x[$0]) / 2 } }
            #expect(walshMedian(x).value == median(walsh).value)
            let differences = x.flatMap { one in y.map { one - $0 } }
            #expect(shift(x, y).value == median(differences).value)
        }
    }

    /// Three groups of 22 with rank sums of 737 each: by rounding, χ² was −2.8e-14 and p no number.
    @Test func equalMeanRanksHaveAPOfOne() throws {
        var groups = [[Double]](repeating: [], count: 3)
        for rank in 1...33 { groups[rank % 3] += [Double(rank), Double(67 - rank)] }
        let test = try #require(kruskalWallis(groups).value).test
        #expect(test.chiSquared == 0)
        #expect(test.p == 1)
    }

    @Test func fisherSumsTablesNoMoreProbable() throws {
        // 1 of 5 and 4 of 5: probabilities of 0…5 are 1, 25, 100, 100, 25, 1 of 252.
        let rates = try #require(TwoRates(1, of: 5, and: 4, of: 5))
        #expect(isClose(rates.fisher, 52.0 / 252))
        #expect(isClose(rates.fisherMidP, 27.0 / 252))
    }
}
