import StudyDefinition
import Testing

/// Studies whose data were collected elsewhere: no project, no checks, no session.
@Suite struct ElsewhereTests {
    private func sample(_ study: String) throws -> Sample {
        let sample = try Sample()
        try sample.write(
            """
            format: 1
            id: survey
            title: A survey
            version: "1"
            product: {name: tool, version: "1"}
            method: method.md
            conditions:
              - {id: a, title: A}
              - {id: b, title: B}
            \(study)

            """,
            to: "study.yaml"
        )
        try sample.write("Data of others.", to: "method.md")
        try sample.write("title: SUS\ninstrument: sus\n", to: "questionnaires/sus.yaml")
        for path in ["solutions", "wrong", "project", "questionnaires/about-you.yaml"] {
            try? sample.remove(path)
        }
        return sample
    }

    @Test func aQuestionnaireAloneIsAStudy() throws {
        let sample = try sample("questionnaires: [sus]")
        let study = try StudyReader.read(sample.folder).study
        #expect(!study.hasProject)
        #expect(study.tasks.isEmpty && study.checks.isEmpty)
        #expect(study.phases == [.eachCondition([.questionnaire("sus")])])
    }

    @Test func tasksNeedNoMoreThanATitle() throws {
        let text = """
            questionnaires: [sus]
            tasks:
              - {id: find, title: Find}
              - {id: seek, title: Seek}
            task_sets:
              - {id: one, tasks: [find]}
              - {id: two, tasks: [seek]}
            """
        let sample = try sample(text)
        let study = try StudyReader.read(sample.folder).study
        #expect(study.phases == [.eachCondition([.tasks(["find"]), .questionnaire("sus")])])
        #expect(study.tasks.map(\.timeLimit) == [0, 0])
    }

    @Test func aTaskOfALaterSetStartsFromAnEarlierOne() throws {
        func problems(_ sets: String, _ needs: String) throws -> String {
            let text = """
                questionnaires: [sus]
                tasks:
                  - {id: find, title: Find}
                  - {id: seek, title: Seek, starts_from: [find]}
                  - {id: look, title: Look\(needs)}
                  - {id: scan, title: Scan}
                task_sets:
                  - {id: one, tasks: [find, seek]}
                  - {id: two, tasks: [\(sets)]}
                """
            return try sample(text).rendered()
        }
        #expect(try problems("look, scan", "") == "")
        #expect(try problems("scan, look", ", starts_from: [scan]") == "")
        #expect(
            try problems("look, scan", ", starts_from: [scan]") == """
                study.yaml:14:43: task "look" starts from "scan", which comes later
                  change the order in "phases" or, for tasks of a set, in "task_sets"
                """
        )
        // With each condition, the workspace is new.
        #expect(
            try problems("look, scan", ", starts_from: [find]") == """
                study.yaml:14:43: task "look" starts from "find", which is in another task set
                  name a task of the same set or of no set: the workspace never contains the \
                participant's work on tasks of another set
                """
        )
    }

    /// A plan names the sets by their ids.
    @Test func twoTaskSetsWithOneIdAreAnError() throws {
        let text = """
            questionnaires: [sus]
            tasks:
              - {id: find, title: Find}
              - {id: seek, title: Seek}
            task_sets:
              - {id: one, tasks: [find]}
              - {id: one, tasks: [seek]}
            """
        let sample = try sample(text)
        #expect(
            sample.rendered() == """
                study.yaml:16:10: task set "one" is declared twice
                  change this id, which line 15 already uses
                """
        )
    }

    @Test func anIdOfATaskSetThatIsInvalidIsReportedOnce() throws {
        let text = """
            questionnaires: [sus]
            tasks:
              - {id: find, title: Find}
              - {id: seek, title: Seek}
            task_sets:
              - {id: one, tasks: [find]}
              - {id: "set a", tasks: [seek]}
            """
        let said = try sample(text).rendered()
        #expect(said.ranges(of: "study.yaml:16:10").count == 1, "\(said)")
    }

    @Test func nothingToAnalyseIsRefused() throws {
        let said = try sample("").rendered()
        #expect(said.contains("the study has no \"tasks\" and no \"questionnaires\""))
    }

    @Test func aStudyWithChecksNeedsAProject() throws {
        let text = """
            tasks: [{id: find, title: Find}]
            checks: [{id: c, steps: [{name: run, run: [sh], reason: bad}]}]
            """
        let said = try sample(text).rendered()
        for key in ["project", "phases", "assistants"] {
            #expect(said.contains("study \"survey\" has no \"\(key)\""), "\(said)")
        }
        #expect(said.contains("task \"find\" has no \"check\""))
    }
}
