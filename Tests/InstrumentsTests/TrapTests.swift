import Instruments
import Testing

@Suite struct TrapTests {
    private func kinds(_ suspicions: [DataQualityWarning]) -> [DataQualityWarning.Kind] {
        suspicions.map(\.kind)
    }

    @Test func straightLiningAndBothDirections() throws {
        let sus = try InstrumentLibrary.instrument("sus")
        let threes = Response([Double?](repeating: 3, count: 10))
        let fives = Response([Double?](repeating: 5, count: 10))
        #expect(kinds(sus.suspicions(in: threes)) == [.straightLining])
        #expect(kinds(sus.suspicions(in: fives)) == [.straightLining, .bothDirections])
        let agreeing = Response([4, 5, 4, 5, 4, 5, 4, 5, 4, 4])
        #expect(kinds(sus.suspicions(in: agreeing)) == [.bothDirections])
        #expect(sus.suspicions(in: Response([4, 1, 5, 2, 5, 1, 4, 2, 3, 1])).isEmpty)
        // One answer, three answers, and answers to items of one direction only.
        for few: [Double?] in [
            [4], [4, 5, 4], [4, nil, 5, nil, 4, nil, 5, nil, 4, nil],
        ] {
            let rest = [Double?](repeating: nil, count: 10 - few.count)
            #expect(sus.suspicions(in: Response(few + rest)).isEmpty, "\(few)")
        }
    }

    @Test func wrongCountAndRange() throws {
        let pssuq = try InstrumentLibrary.instrument("pssuq")
        let nineteen = pssuq.suspicions(in: Response([Double?](repeating: 2, count: 19)))
        #expect(kinds(nineteen) == [.wrongItemCount])
        #expect(
            nineteen[0].finding
                == "there are 19 answers, but the questionnaire has 16 items; another version of the questionnaire has 19"
        )
        let sus = try InstrumentLibrary.instrument("sus")
        #expect(
            kinds(sus.suspicions(in: Response([0] + [Double?](repeating: 3, count: 9)))) == [
                .outOfRange
            ]
        )
    }

    /// Satisfied people whose even items were turned before the import: 4s and 5s throughout.
    @Test func reversalDoneTwice() throws {
        let sus = try InstrumentLibrary.instrument("sus")
        let raw: [[Double?]] = [
            [4, 2, 5, 1, 4, 2, 5, 2, 4, 1], [5, 1, 4, 2, 5, 2, 4, 1, 5, 2],
            [4, 1, 4, 2, 3, 2, 5, 2, 4, 2], [2, 4, 3, 4, 2, 3, 2, 4, 3, 5],
        ]
        let turned = raw.map { row in
            row.enumerated().map { place, answer in place % 2 == 1 ? answer.map { 6 - $0 } : answer
            }
        }
        let right = sus.suspicions(in: raw.map { Response($0) })
        let wrong = sus.suspicions(in: turned.map { Response($0) })
        #expect(!kinds(right).contains(.reversalMiscoded))
        let finding = wrong.first { $0.kind == .reversalMiscoded }
        #expect(finding?.response == nil)
        #expect(
            finding?.finding
                == "in 4 of 4 responses, the reversed items were answered on the same side of the scale as the other items"
        )
    }

    @Test func twoResponsesAreTooFewForAReversal() throws {
        let sus = try InstrumentLibrary.instrument("sus")
        let response = Response([4, 4, 5, 4, 4, 5, 5, 4, 4, 5])
        let found = sus.suspicions(in: [response, response])
        #expect(!kinds(found).contains(.reversalMiscoded))
    }

    /// Little demand and a "performance" at the failure end, in one person and in the medians.
    @Test func performanceReadBackwards() throws {
        let tlx = try InstrumentLibrary.instrument("nasa-tlx")
        let backwards = Response([10, 5, 10, 85, 15, 5])
        let forwards = Response([10, 5, 10, 15, 15, 5])
        #expect(kinds(tlx.suspicions(in: backwards)) == [.opposedItem])
        #expect(
            tlx.suspicions(in: backwards)[0].finding
                == "the answer to Performance is 76 above the mean of the other answers"
        )
        #expect(tlx.suspicions(in: forwards).isEmpty)
        let group = tlx.suspicions(in: [backwards, backwards, backwards, forwards])
        #expect(group.count { $0.response == nil && $0.kind == .opposedItem } == 1)
    }

    @Test func experienceQuestionnaireAsItsHandbookSays() throws {
        let ueq = try InstrumentLibrary.instrument("ueq")
        let suspect: [Double?] = [
            3, 4, 4, 4, 2, 7, 1, 5, 6, 4, 7, 5, 3, 7, 7, 7, 4, 2, 3, 6, 3, 6, 3, 2, 2, 5,
        ]
        #expect(ueq.inconsistentScales(Response(suspect), by: 3) == 3)
        #expect(kinds(ueq.suspicions(in: Response(suspect))).contains(.inconsistentScales))
        let same = Response([Double?](repeating: 4, count: 20) + [5, 3, 4, 5, 3, 4])
        #expect(kinds(ueq.suspicions(in: same)) == [.sameAnswer])
    }

    @Test func directionMisread() {
        #expect(directionSuspicion([0.9, 0.7, 0.3], [0.2, 0.4, 0.8])?.kind == .directionMisread)
        #expect(
            directionSuspicion([0.9, 0.85, 0.95], [0.1, 0.15, 0.2])?.kind == .directionMisread
        )
        #expect(directionSuspicion([0.9, 0.7, 0.3], [0.8, 0.7, 0.4]) == nil)
        #expect(directionSuspicion([0.9, 0.1], [0.1, 0.9]) == nil)
    }
}
