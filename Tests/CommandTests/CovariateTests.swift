import Foundation
import TestSupport
import TestTraits
import Testing

/// Several observations of each person, each with numbers of its own, from a table to registered
/// models. Reference values are from statsmodels 0.15 on ln(60 · (work + review)).
@Suite(.blocking) struct CovariateTests {
    private static let issues = """
        dev,tool,predicted,exposure,work,review
        A,none,20,2,17.1,5.2
        A,none,45,1,93.0,31.2
        A,none,45,5,31.0,12.9
        A,none,120,1,149.3,9.7
        A,ai,120,4,232.6,18.9
        A,none,90,1,116.8,42.2
        A,ai,90,2,161.9,66.3
        B,ai,30,2,35.6,12.9
        B,ai,20,5,10.7,2.4
        B,ai,60,5,94.9,15.6
        B,ai,20,3,40.0,12.4
        B,ai,30,3,57.4,3.9
        B,none,20,4,13.8,1.9
        B,none,120,2,210.0,47.2
        C,ai,90,1,79.9,15.0
        C,none,60,4,53.3,3.5
        C,ai,20,4,14.8,6.3
        C,ai,20,5,28.8,3.6
        C,none,90,1,144.2,52.3
        C,ai,45,5,66.1,8.4
        C,none,120,5,159.2,13.6
        D,ai,20,2,12.6,2.3
        D,ai,90,1,60.8,19.1
        D,none,60,5,21.1,4.5
        D,none,20,2,18.4,7.0
        D,none,120,5,85.3,7.7
        D,none,90,3,39.3,3.3
        D,ai,120,3,130.0,15.1
        E,none,45,1,32.9,8.7
        E,none,60,3,35.3,9.6
        E,none,30,2,21.5,7.1
        E,none,120,4,83.2,14.0
        E,none,60,3,59.2,16.6
        E,ai,90,5,77.4,18.6
        E,ai,45,4,26.7,1.8
        F,none,60,2,114.1,37.4
        F,ai,45,3,63.8,11.4
        F,ai,120,3,296.7,36.8
        F,none,30,1,20.9,3.2
        F,none,120,2,209.2,39.7
        F,none,60,5,94.4,9.9
        F,none,60,3,47.3,14.6
        """

    private static let study = """
        format: 1
        id: issues
        title: Issues
        version: "1"
        product: {name: assistant, version: "1"}
        assistants: none
        method: method.md
        after_task: issue
        conditions:
          - {id: none, title: Without}
          - {id: ai, title: With}
        phases:
          - each_condition: [{tasks: [issue]}]
        questionnaires: [issue]
        tasks: [{id: issue, title: Issue}]
        analysis:
          primary: {measure: time}
          tests:
            - {measure: time, method: least-squares, covariates: [log(issue.predicted), issue.exposure]}
            - {measure: time, method: mixed-model, covariates: [log(issue.predicted), issue.exposure]}

        """

    private static let questionnaire = """
        title: The issue
        items:
          - {id: predicted, text: How many minutes will it take?, type: number, min: 0}
          - {id: exposure, text: How often have you done the like?, type: scale, min: 1, max: 5}

        """

    private static let mapping = """
        format: 1
        participant: dev
        condition: {column: tool}
        times: [{column: work, plus: [review], task: issue, unit: min}]
        repeats: keep
        answers:
          - {column: predicted, questionnaire: issue, item: predicted}
          - {column: exposure, questionnaire: issue, item: exposure}

        """

    private let folder: TemporaryFolder
    private var results: String { folder.path("r.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        let files = folder.url.appending(path: "study/questionnaires")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        try Data(Self.study.utf8).write(to: folder.url.appending(path: "study/study.yaml"))
        try Data("Measured elsewhere.\n".utf8)
            .write(to: folder.url.appending(path: "study/method.md"))
        try Data(Self.questionnaire.utf8).write(to: files.appending(path: "issue.yaml"))
        try Data(Self.mapping.utf8).write(to: folder.url.appending(path: "map.yaml"))
    }

    private func evalrun(_ arguments: [String]) throws -> Tool.Result {
        try Tool("evalrun").run(
            arguments + ["--study", folder.path("study"), "--results", results]
        )
    }

    private func imported(_ table: String) throws -> Tool.Result {
        try Data(table.utf8).write(to: folder.url.appending(path: "issues.csv"))
        return try evalrun([
            "import", "--data", folder.path("issues.csv"), "--mapping", folder.path("map.yaml"),
        ])
    }

    /// The results file would contain the table as a part of the study, which no erasure removes.
    @Test func aTableInTheStudysFolderIsRefused() throws {
        let table = folder.path("study/issues.csv")
        try Data(Self.issues.utf8).write(to: URL(fileURLWithPath: table))
        let sources = [
            ["--data", table, "--mapping", folder.path("map.yaml")], ["--answers", table],
            ["--times", table],
        ]
        for source in sources {
            let refused = try evalrun(["import"] + source)
            #expect(refused.status == 64)
            #expect(refused.errors.contains("is in the study's folder"), "\(refused.errors)")
            #expect(!FileManager.default.fileExists(atPath: results))
        }
        // A draft imports nothing.
        #expect(try evalrun(["import", "--data", table, "--guess"]).status == 0)
    }

    @Test func anAnswerWithTheSameTextAndAnotherNumberIsAmended() throws {
        let map = Self.mapping.replacing(
            "item: exposure}",
            with: "item: exposure, factor: -1, offset: 6}"
        )
        try Data(map.utf8).write(to: folder.url.appending(path: "map.yaml"))
        let table = "dev,tool,predicted,exposure,work,review\nA,ai,20,2,1,1\n"
        #expect(try imported(table).status == 0)
        _ = try evalrun(["report", "--output", folder.path("report")])
        func amended() throws -> String {
            try Tool("evalrun").run([
                "amend", "A", "--questionnaire", "issue", "--item", "exposure", "--answer", "2",
                "--reason", "typo", "--results", results,
            ]).output
        }
        let first = try amended()
        #expect(first.hasPrefix("amended"), "\(first)")
        #expect(first.contains("marked as stale"), "\(first)")
        #expect(try amended().hasPrefix("nothing changed"))
    }

    /// Effect → measure, estimate, low, high, statistic and p, by test.
    private func registered() throws -> [String: [String: [String]]] {
        let report = try evalrun(["report", "--output", folder.path("report")])
        #expect(report.status == 0, "\(report.errors)")
        let text = try String(
            contentsOfFile: folder.path("report/tables/registered.csv"),
            encoding: .utf8
        )
        var found: [String: [String: [String]]] = [:]
        for line in text.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(
                String.init
            )
            found[cells[2], default: [:]][cells[4]] = Array(cells[5...10])
        }
        return found
    }

    @Test func modelsTakeTheNumbersOfEachObservation() throws {
        let done = try imported(Self.issues)
        #expect(done.status == 0, "\(done.errors)")
        let tests = try registered()
        let known: [String: [Double]] = [
            "With ÷ Without (HC3)": [
                1.3054892231592485, 0.9355611791265622, 1.8216896444720705, 0.11356983028257611,
            ],
            "With ÷ Without (clustered)": [
                1.3054892231592485, 1.037256049666119, 1.6430871744093793, 0.0308210657891571,
            ],
            "log(issue.predicted) (HC3)": [
                1.1432135967044876, 0.9207152828510687, 1.3657119105579065, 1.1303429719288752e-12,
            ],
            "issue.exposure (clustered)": [
                -0.09112869369828097, -0.20693355020400533, 0.024676162807443405,
                0.0990120047791159,
            ],
        ]
        let squares = try #require(tests["least-squares"], "\(tests.keys)")
        for (effect, values) in known {
            let row = try #require(squares[effect], "\(squares.keys)")
            let own = try [row[1], row[2], row[3], row[5]].map { try #require(Double($0)) }
            for (ours, theirs) in zip(own, values) {
                #expect(abs(ours / theirs - 1) < 1e-9, "\(effect): \(ours), \(theirs)")
            }
        }
        let mixed = try #require(tests["mixed-model"])
        let effect = try #require(Double(mixed["With ÷ Without"]?[1] ?? ""))
        #expect(abs(log(effect) - 0.2378874) < 1e-6)
        let slope = try #require(Double(mixed["log(issue.predicted)"]?[1] ?? ""))
        #expect(abs(slope - 1.1755923) < 1e-6)
        #expect(mixed["log(issue.predicted)"]?[0] == "coefficient")
    }

    @Test func anObservationWithoutANumberIsLeftOutAndCounted() throws {
        let table = Self.issues.replacing("A,none,20,2,17.1,5.2", with: "A,none,0,2,17.1,5.2")
            .replacing("A,none,45,1,93.0,31.2", with: "A,none,45,1,93.0,")
        let done = try imported(table)
        #expect(
            done.output.contains(
                "1 sum of columns was not computed, because some of its cells have no value"
            )
        )
        #expect(done.output.contains("columns \"work\" + \"review\" read as times in min"))
        _ = try registered()
        let page = try String(contentsOfFile: folder.path("report/report.md"), encoding: .utf8)
        #expect(
            page.contains(
                """
                Among these: 1 observation without a value of a covariate, or with a value that \
                has no logarithm.
                """
            )
        )
        #expect(page.contains("Least squares over 40 observations of 6 participants."))
        #expect(
            page.contains(
                "If a participant gave several answers after one task, their mean is used."
            )
        )
    }

    /// Each observation's answers are in the tables of the report and in the exports.
    @Test func answersKeepTheirObservations() throws {
        #expect(try imported(Self.issues).status == 0)
        _ = try registered()
        let table = try String(
            contentsOfFile: folder.path("report/tables/issue.csv"),
            encoding: .utf8
        )
        #expect(table.split(separator: "\n").count == 43)
        #expect(table.contains("A,1,none,issue,1,20,2\n"))
        let exported = try evalrun(["export", "--output", folder.path("out")])
        #expect(exported.status == 0, "\(exported.errors)")
        let answers = try String(contentsOfFile: folder.path("out/answers.csv"), encoding: .utf8)
        #expect(answers.split(separator: "\n").count == 85)
    }

    /// An answer from a row without a time belongs to none of the observations.
    @Test func anObservationTakesNoNumberOfAnother() throws {
        let table = Self.issues.replacing("A,none,20,2,17.1,5.2", with: "A,none,,2,17.1,5.2")
            .replacing("A,none,45,1,93.0,31.2", with: "A,none,45,1,,")
        let done = try imported(table)
        #expect(done.status == 0, "\(done.errors)")
        #expect(done.output.contains("left out 2 answers to questions after a task: the table"))
        _ = try registered()
        let page = try String(contentsOfFile: folder.path("report/report.md"), encoding: .utf8)
        #expect(page.contains("Least squares over 40 observations of 6 participants."))
    }

    @Test func anAnswerOfOneOfSeveralObservationsIsNotAmended() throws {
        #expect(try imported(Self.issues).status == 0)
        let refused = try Tool("evalrun").run([
            "amend", "A", "--questionnaire", "issue", "--item", "predicted", "--condition", "none",
            "--answer", "30", "--reason", "typed wrong", "--results", results,
        ])
        #expect(refused.status != 0)
        #expect(refused.errors.contains("after each of 5 observations"), "\(refused.errors)")
    }

    /// Without times nothing tells the observations apart; each cause is one message.
    @Test func rowsThatOverwriteEachOtherAreRefusedOnce() throws {
        let untimed = Self.mapping.replacing(
            "times: [{column: work, plus: [review], task: issue, unit: min}]",
            with: "ignore: [work, review]"
        )
        try Data(untimed.utf8).write(to: folder.url.appending(path: "map.yaml"))
        var refused = try imported(Self.issues)
        #expect(refused.status != 0)
        #expect(refused.errors.components(separatedBy: "has a second answer to").count == 2)
        #expect(refused.errors.contains("; 59 more like this"), "\(refused.errors)")
        let single = Self.mapping.replacing("repeats: keep\n", with: "")
        try Data(single.utf8).write(to: folder.url.appending(path: "map.yaml"))
        refused = try imported(Self.issues)
        #expect(refused.errors.components(separatedBy: "already states the time of").count == 2)
        #expect(refused.errors.contains("; 29 more like this"), "\(refused.errors)")
        #expect(refused.errors.contains("set `repeats: keep`"))
    }

    /// Several columns ask for the row's task.
    @Test func aTaskThatThereIsNotIsOneProblem() throws {
        let text =
            Self.mapping.replacing("task: issue, unit", with: "unit")
            + "task: {column: what}\n"
        try Data(text.utf8).write(to: folder.url.appending(path: "map.yaml"))
        let refused = try imported(
            "dev,tool,predicted,exposure,work,review,what\nA,ai,20,2,17.1,5.2,isue\n"
        )
        let count = refused.errors.components(separatedBy: "\"isue\" is not a task").count - 1
        #expect(count == 1, "\(refused.errors)")
    }

    /// The comparison of one value for each person may say another thing than what was registered.
    @Test func theFirstCardHasWhatIsRegistered() throws {
        #expect(try imported(Self.issues).status == 0)
        let report = try evalrun(["report", "--output", folder.path("report")])
        let text = report.output.replacing("\n  ", with: " ")
        let first = try #require(text.firstRange(of: "Registered, "))
        let side = try #require(text.firstRange(of: "Conditions side by side"))
        #expect(first.lowerBound < side.lowerBound)
        #expect(
            text.contains(
                "With ÷ Without (clustered), ratio of times 1.31 (95 % interval 1.04 to 1.64), p = 0.031"
            )
        )
    }

    /// The report's JSON counts people where its mean is over people.
    @Test func theReportsJSONCountsParticipants() throws {
        #expect(try imported(Self.issues).status == 0)
        _ = try registered()
        let data = try Data(contentsOf: folder.url.appending(path: "report/report.json"))
        let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let after = try #require(report?["after_tasks"] as? [[String: Any]])
        let counts = after.filter { $0["item"] as? String == "predicted" }.map { $0["n"] as? Int }
        #expect(counts == [6, 6])
    }

    @Test(arguments: [
        ("[issue.predictd]", "there is no covariate \"issue.predictd\"", "issue.predicted"),
        ("[log issue.predicted]", "there is no covariate", "log(<questionnaire>.<item>)"),
    ]) func aWrongCovariateIsNamed(_ list: String, _ message: String, _ fix: String) throws {
        let text = Self.study.replacing("[log(issue.predicted), issue.exposure]", with: list)
        try Data(text.utf8).write(to: folder.url.appending(path: "study/study.yaml"))
        let refused = try imported(Self.issues)
        #expect(refused.status != 0)
        #expect(refused.errors.contains(message), "\(refused.errors)")
        #expect(refused.errors.contains(fix), "\(refused.errors)")
    }

    @Test func aMeanHasNoCovariates() throws {
        let text = Self.study.replacing("mixed-model", with: "means")
        try Data(text.utf8).write(to: folder.url.appending(path: "study/study.yaml"))
        let refused = try imported(Self.issues)
        #expect(
            refused.errors.contains("the method \"means\" does not accept covariates"),
            "\(refused.errors)"
        )
    }

    @Test func thePlanHasTheRegisteredTests() throws {
        let done = try evalrun(["report", "--plan-only", "--output", folder.path("plan")])
        #expect(done.status == 0, "\(done.errors)")
        let page = try String(contentsOfFile: folder.path("plan/report.md"), encoding: .utf8)
        #expect(
            page.contains(
                "Registered test 2: time on task, mixed model, adjusted for log(issue.predicted)"
            )
        )
        #expect(page.contains("asked after each task"))
    }

    /// A wide table has to say which task a question was asked after.
    @Test func anAnswerAfterATaskNamesItsTask() throws {
        let text = Self.study
            .replacing("tasks: [issue]", with: "tasks: [issue, other]")
            .replacing(
                "{id: issue, title: Issue}",
                with: "{id: issue, title: Issue}, {id: other, title: Other}"
            )
        try Data(text.utf8).write(to: folder.url.appending(path: "study/study.yaml"))
        func mapping(_ task: String) throws {
            let text = """
                format: 1
                participant: dev
                condition: {column: tool}
                times: [{columns: [a, b], tasks: [issue, other], unit: min}]
                answers: [{column: predicted, questionnaire: issue, item: predicted\(task)}]

                """
            try Data(text.utf8).write(to: folder.url.appending(path: "map.yaml"))
        }
        let table = "dev,tool,a,b,predicted\nX,ai,3,4,5\n"
        try mapping("")
        let refused = try imported(table)
        #expect(
            refused.errors.contains("after which task the question in column \"predicted\""),
            "\(refused.errors)"
        )
        let draft = try evalrun(["import", "--data", folder.path("issues.csv"), "--guess"])
        #expect(draft.output.contains("item: predicted, task: \"?\"}"), "\(draft.output)")
        try mapping(", task: other")
        #expect(try imported(table).status == 0)
        _ = try evalrun(["report", "--output", folder.path("report")])
        let rows = try String(
            contentsOfFile: folder.path("report/tables/issue.csv"),
            encoding: .utf8
        )
        #expect(rows.contains("X,1,ai,other,5,"))
    }
}
