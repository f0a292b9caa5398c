import Exchange
import Foundation
import ResultsStore
import StudyDefinition
import Testing

/// Outcomes of several tasks in a row and without times, and the order of conditions.
@Suite struct ImportedOutcomesTests {
    private let table = MappedTable()
    private let twoConditions = MappedTable(conditions: 2)

    // MARK: One outcome for each time

    private let wide = "who,t1_s,t1_ok,t2_s,t2_ok\nA,10,1,50,0\nB,,0,60,1\nC,30,1,,\n"

    @Test func eachTimeHasAnOutcomeOfItsOwn() throws {
        let expected = [
            ["A", "first only 10.0 success", "second only 50.0 gave-up"],
            ["B", "first only 0.0 gave-up", "second only 60.0 success"],
            ["C", "first only 30.0 success"],
        ]
        let (sessions, lines) = try table.read(
            wide,
            """
            participant: who
            times:
              - {column: t1_s, task: first, unit: s,
                 outcome: {column: t1_ok, values: {"1": success, "0": gave-up}}}
              - {column: t2_s, task: second, unit: s,
                 outcome: {column: t2_ok, values: {"1": success, "0": gave-up}}}
            """
        )
        #expect(sessions.map(MappedTable.values) == expected)
        #expect(
            lines.contains(
                "column \"t1_ok\" read as the outcome of task \"first\": 2 success, 1 gave-up"
            )
        )
        #expect(
            lines.contains(
                "1 failure without a time: counted as an attempt, but not in tables of times"
            )
        )
        #expect(lines.contains("1 empty outcome cell without a time: counted as not attempted"))
        let (together, _) = try table.read(
            wide,
            """
            participant: who
            times:
              - columns: [t1_s, t2_s]
                tasks: [first, second]
                unit: s
                outcome: {columns: [t1_ok, t2_ok], values: {"1": success, "0": gave-up}}
            """
        )
        #expect(together.map(MappedTable.values) == expected)
    }

    @Test func oneOutcomeForTimesOfSeveralTasksIsRefused() {
        let text = table.refusal(
            wide,
            """
            participant: who
            outcome: {column: t1_ok, values: {"1": success, "0": gave-up}}
            times:
              - {column: t1_s, task: first, unit: s}
              - {column: t2_s, task: second, unit: s}
            ignore: [t2_ok]
            """
        )
        #expect(
            text.contains(
                "data.csv:1:10: column \"t1_ok\" has one outcome in each row, but each row has "
                    + "times of 2 tasks"
            )
        )
        #expect(text.contains("outcome: {column: t1_ok, values: …}}"))
        let conditions = twoConditions.refusal(
            "who,one,two,ok\nA,1,2,1\n",
            """
            participant: who
            outcome: {column: ok, values: {"1": success}}
            times:
              - {column: one, task: first, condition: one, unit: s}
              - {column: two, task: first, condition: two, unit: s}
            """
        )
        #expect(conditions.contains("in each row, but each row has times of 2 conditions"))
        let three = twoConditions.refusal(
            "who,one,more,two,ok\nA,1,2,3,1\n",
            """
            participant: who
            outcome: {column: ok, values: {"1": success}}
            times:
              - {column: one, task: first, condition: one, unit: s}
              - {column: more, task: first, condition: one, unit: s}
              - {column: two, task: first, condition: two, unit: s}
            """
        )
        #expect(three.contains("in each row, but each row has times of 2 conditions"))
    }

    private let ok = "values: {\"1\": success, \"0\": gave-up}"

    @Test func aCommonOutcomeCountsBesideATimeWithItsOwn() throws {
        let (sessions, lines) = try table.read(
            "who,a_s,a_ok,b_s,b_ok\n1,10,1,,0\n2,,0,20,1\n3,30,1,30,1\n",
            """
            participant: who
            outcome: {column: b_ok, \(ok)}
            times:
              - {column: a_s, task: first, unit: s, outcome: {column: a_ok, \(ok)}}
              - {column: b_s, task: second, unit: s}
            """
        )
        #expect(
            sessions.map(MappedTable.values) == [
                ["P1", "first only 10.0 success", "second only 0.0 gave-up"],
                ["P2", "first only 0.0 gave-up", "second only 20.0 success"],
                ["P3", "first only 30.0 success", "second only 30.0 success"],
            ]
        )
        for line in [
            "column \"a_s\" read as times in s for task \"first\": 2 values, 10.0 s to 30.0 s",
            "column \"b_s\" read as times in s for task \"second\": 2 values, 20.0 s to 30.0 s",
            "column \"a_ok\" read as the outcome of task \"first\": 2 success, 1 gave-up",
            "column \"b_ok\" read as the outcome of task \"second\": 2 success, 1 gave-up",
        ] { #expect(lines.contains(line), "\(lines)") }
    }

    /// Each column's account is of its own cells.
    @Test func trialsOfOneTaskShareTheOutcomeOfTheirRow() throws {
        let (sessions, lines) = try table.read(
            "who,trial1,trial2,ok\n1,10,12,1\n2,,,0\n3,30,32,1\n",
            """
            participant: who
            repeats: keep
            outcome: {column: ok, \(ok)}
            times: [{columns: [trial1, trial2], task: first, unit: s}]
            """
        )
        #expect(
            sessions.map(MappedTable.values)[1] == [
                "P2", "first only 0.0 gave-up", "first only 0.0 gave-up",
            ]
        )
        for line in [
            "column \"trial1\" read as times in s for task \"first\": 2 values, 10.0 s to 30.0 s",
            "column \"trial2\" read as times in s for task \"first\": 2 values, 12.0 s to 32.0 s",
            "column \"ok\" read as the outcome of task \"first\": 2 success, 1 gave-up",
        ] { #expect(lines.contains(line), "\(lines)") }
    }

    @Test func anOutcomeThatNoTimeUsesIsRefused() {
        let text = table.refusal(
            wide,
            """
            participant: who
            outcome: {column: t2_ok, \(ok)}
            times: [{column: t1_s, task: first, unit: s, outcome: {column: t1_ok, \(ok)}}]
            ignore: [t2_s]
            """
        )
        #expect(
            text.contains(
                "data.csv:1:21: the key `outcome` names column \"t2_ok\", but each entry of "
                    + "`times` has its own `outcome`"
            )
        )
    }

    @Test func keysOfAnOutcomeInTimesAreChecked() {
        func refusal(_ outcome: String) -> String {
            table.refusal(
                wide,
                """
                participant: who
                times: [{column: t1_s, task: first, unit: s, outcome: \(outcome)}]
                ignore: [t2_s, t2_ok]
                """
            )
        }
        #expect(refusal("{colum: t1_ok, values: {}}").contains("\"colum\" is not a key"))
        #expect(refusal("{column: t1_no, values: {}}").contains("has no column \"t1_no\""))
        #expect(
            refusal("{column: t1_ok, values: {\"1\": fine}}").contains("names outcome \"fine\"")
        )
        #expect(
            refusal("{column: t1_ok, values: {\"1\": \"?\"}}").contains("still has the value \"?\"")
        )
        #expect(
            refusal("{column: t1_ok, values: {\"1\": success}}").contains("\"0\" is not an outcome")
        )
    }

    // MARK: Outcomes without times

    private let completion = """
        participant: who
        condition: {column: tool}
        task: {column: task}
        outcome: {column: ok, values: {"1": success, "0": gave-up}}
        """

    @Test func completionWithoutTimesIsImported() throws {
        let (sessions, lines) = try twoConditions.read(
            "who,tool,task,ok\nA,one,first,1\nA,two,first,0\nB,one,first,1\nB,one,second,\n",
            completion
        )
        #expect(
            sessions.map(MappedTable.values) == [
                ["A", "first one untimed success", "first two 0.0 gave-up"],
                ["B", "first one untimed success"],
            ]
        )
        #expect(
            lines.contains(
                "column \"ok\" read as the outcome of each row's task: 2 success, 1 gave-up"
            )
        )
        #expect(
            lines.contains(
                "2 successes without a time: counted as completed, but not in tables of times"
            )
        )
        #expect(lines.contains("1 empty outcome cell without a time: counted as not attempted"))
    }

    @Test func completionOfSeveralTasksInARowNeedsNoTimes() throws {
        let data = "who,a,b\n1,1,0\n2,1,\n3,0,1\n"
        let expected = [
            ["P1", "first only untimed success", "second only 0.0 gave-up"],
            ["P2", "first only untimed success"],
            ["P3", "first only 0.0 gave-up", "second only untimed success"],
        ]
        let (sessions, lines) = try table.read(
            data,
            """
            participant: who
            times:
              - {task: first, outcome: {column: a, \(ok)}}
              - {task: second, outcome: {column: b, \(ok)}}
            """
        )
        #expect(sessions.map(MappedTable.values) == expected)
        #expect(
            lines.contains(
                "column \"a\" read as the outcome of task \"first\": 2 success, 1 gave-up"
            )
        )
        #expect(!lines.contains { $0.contains(" s to ") })
        let (together, _) = try table.read(
            data,
            """
            participant: who
            times: [{tasks: [first, second], outcome: {columns: [a, b], \(ok)}}]
            """
        )
        #expect(together.map(MappedTable.values) == expected)
    }

    @Test func anOutcomeIsNoTime() {
        let text = table.refusal(
            "who,a\n1,1\n2,0\n",
            "participant: who\n"
                + "times: [{column: a, task: first, unit: s, outcome: {column: a, \(ok)}}]\n"
        )
        #expect(
            text.contains("data.csv:1:5: column \"a\" is mapped as a time and as an outcome")
        )
        #expect(text.contains("{task: ID, outcome: {column: a, values: …}}"))
        func refusal(_ entry: String) -> String {
            table.refusal("who,a\n1,1\n", "participant: who\ntimes: [\(entry)]\n")
        }
        #expect(refusal("{task: first}").contains("entry 1 has no \"column\""))
        #expect(refusal("{tasks: [first]}").contains("entry 1 has no \"columns\""))
        #expect(refusal("{column: a, task: first}").contains("entry 1 has no \"unit\""))
        #expect(refusal("{outcome: {column: a, \(ok)}}").contains("an outcome but no task"))
    }

    @Test func completionWithoutTimesIsCheckedAsTimesAre() {
        let twice = twoConditions.refusal(
            "who,tool,task,ok\nA,one,first,1\nA,one,first,0\n",
            completion
        )
        #expect(
            twice.contains(
                "data.csv:3:13: an earlier cell already states the outcome of participant \"A\" "
                    + "for task \"first\""
            )
        )
        let open = table.refusal(
            "who,ok\nA,1\n",
            "participant: who\noutcome: {column: ok, values: {\"1\": success}}\n"
        )
        #expect(
            open.contains(
                "data.csv:1:5: the mapping does not state which task the outcomes in column \"ok\" "
                    + "belong to"
            )
        )
    }

    @Test func aMappingThatReadsNoResultIsRefused() {
        let text = table.refusal("who,note\nA,x\n", "participant: who\nignore: [note]\n")
        #expect(
            text.contains(
                "map.yaml: names no column with a time, an outcome, an answer or a problem"
            )
        )
    }

    // MARK: Order

    @Test func periodsThatContradictEachOtherAreRefused() throws {
        let mapping = """
            participant: who
            condition: {column: tool}
            task: {column: task}
            period: order
            times: [{column: s, unit: s}]
            """
        let text = twoConditions.refusal(
            """
            who,tool,task,order,s
            A,one,first,1,85
            A,one,second,2,90
            A,two,first,2,33
            A,two,second,1,84
            """,
            mapping
        )
        #expect(
            text.contains(
                "data.csv:3:14: participant \"A\" has condition \"one\" in position 2 here, and in "
                    + "position 1 at data.csv:2:13; 1 more like this"
            )
        )
        #expect(text.contains("remove `period` from the mapping"))
        let (sessions, _) = try twoConditions.read(
            "who,tool,task,order,s\nA,one,first,2,85\nA,one,second,2,90\nA,two,first,1,33\n",
            mapping
        )
        guard case .sessionStarted(let start)? = sessions[0].first else {
            Issue.record("no start")
            return
        }
        #expect(start.conditions == ["two", "one"])
    }
}
