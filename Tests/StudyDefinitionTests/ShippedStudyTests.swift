import Foundation
import Testing

@testable import StudyDefinition

/// The study that the repository ships: what it must say to reproduce the published experiment.
/// Expected words are those of the published form and of the paper's tables 2 and 3.
@Suite struct ShippedStudyTests {
    private let study: Study
    private let folder: StudyFolder

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let result = try StudyReader.readWithWarnings(
            root.appending(path: "Tasks/countries-cities")
        )
        #expect(result.warnings == [])
        folder = result.folder
        study = result.folder.study
    }

    private func item(_ path: String) throws -> Questionnaire.Item {
        let parts = path.split(separator: "/").map(String.init)
        let questionnaire = try #require(study.questionnaires.first { $0.id == parts[0] })
        return try #require(questionnaire.items.first { $0.id == parts[1] })
    }

    private func labels(_ path: String) throws -> [String] {
        guard case .single(let options) = try item(path).kind else { return [] }
        return options.map(\.label)
    }

    @Test func sixTasksInThePublishedOrder() throws {
        let ids = [
            "generate", "city-list", "country-list", "delete-city", "city-search",
            "country-search",
        ]
        #expect(study.analysedTasks.map(\.task.id) == ids)
        let repeated = study.phases.compactMap { phase -> [Phase]? in
            if case .eachCondition(let phases) = phase { phases } else { nil }
        }
        #expect(repeated.first?.contains(.tasks(ids)) == true)
        for task in study.analysedTasks.map(\.task).dropFirst() {
            #expect(task.startsFrom == ["generate"])
        }
    }

    @Test func aSessionWithoutAPlanIsThePublishedOne() {
        #expect(study.conditions.map(\.id) == ["generator", "by-hand", "studio", "core-data"])
        #expect(study.usualConditions.map(\.id) == ["generator"])
        let evaluation = study.questionnaires.first { $0.id == "evaluation" }
        #expect(evaluation?.onlyIn == ["generator", "studio"])
    }

    @Test func withTheStudioTheTutorialIsItsOwnAndTheTasksAreTheSame() {
        for task in study.tasks {
            #expect(task.instruction(in: "studio") == task.instruction(in: "generator"))
            for condition in ["generator", "studio"] {
                #expect(study.solution(of: task.id, in: condition) == "solutions/\(task.id)")
            }
            #expect(
                study.starter(of: task.id, in: "studio")
                    == study.starter(of: task.id, in: "generator")
            )
            for condition in ["by-hand", "core-data"] {
                let own = "\(condition)/solutions/\(task.id)"
                #expect(study.solution(of: task.id, in: condition) == own)
            }
        }
        for reading in study.phases.flatMap(readings) where reading.kind == .tutorial {
            let words = reading.prose(in: "studio").text
            #expect(words.contains("cdgen studio") && words.contains("Save into"))
            // What the command line does is not told, nor is anything of the tasks' own model.
            #expect(!words.contains("cdgen query") && !words.contains("cdgen generate"))
            #expect(!words.contains("City") && !words.contains("Country"))
        }
    }

    @Test func theParallelTasksAskAsMuchAsThePublishedOnes() throws {
        let sets = try #require(study.taskSets)
        #expect(sets.map(\.tasks.count) == [6, 6])
        for (own, other) in zip(sets[0].tasks, sets[1].tasks) {
            let tasks = try [own, other].map { id in
                try #require(study.tasks.first { $0.id == id })
            }
            #expect(study.counterpart(of: other) == own)
            #expect(tasks[0].title == tasks[1].title)
            #expect(tasks[0].timeLimit == tasks[1].timeLimit)
            let steps = tasks.map { task in
                study.checks.first { $0.id == task.check }?.steps.map { step in
                    "\(step.name.prefix(4)) \(step.expect.rows?.count ?? -1)"
                }
            }
            #expect(steps[0] == steps[1], "\(own)")
            #expect(tasks[0].startsFrom.count == tasks[1].startsFrom.count)
        }
    }

    @Test(arguments: ["by-hand", "core-data"])
    func withoutTheGeneratorNothingNamesIt(condition: String) {
        for task in study.tasks {
            let words = task.instruction(in: condition).text
            #expect(!words.contains("Generated"), "\(task.id)")
            #expect(!words.contains("the tool"), "\(task.id)")
        }
        for reading in study.phases.flatMap(readings) where reading.kind == .tutorial {
            #expect(reading.prose(in: "generator").text.contains("cdgen"))
            let own = reading.prose(in: condition).text
            #expect(!own.contains("cdgen"))
            // Nothing of the tasks' own model.
            #expect(!own.contains("City") && !own.contains("Country"))
        }
    }

    private func readings(of phase: Phase) -> [Reading] {
        switch phase {
        case .reading(let reading): [reading]
        case .eachCondition(let phases): phases.flatMap(readings)
        default: []
        }
    }

    @Test func theQuestionsInTheOrderOfTheForm() {
        #expect(study.questionnaires.map(\.id) == ["background", "evaluation"])
        #expect(study.questionnaires.map(\.items.count) == [14, 11])
        #expect(
            study.questionnaires[0].items.first?.text
                == "What is your level of experience in development field?"
        )
        #expect(study.questionnaires[1].items.last?.text == "If not Why")
    }

    @Test func theColumnsOfThePapersTables() {
        #expect(
            study.questionnaires[0].items.filter(\.inTable).map(\.short)
                == [
                    "Years' experience in development field", "Experience background",
                    "Years' experience in iOS development", "iOS language experience",
                    "Number of iOS apps you worked", "Average size for apps worked on",
                    "Did use Core data framework on a real app", "Have experience with Core data",
                ]
        )
        #expect(
            study.questionnaires[1].items.filter(\.inTable).map(\.short)
                == [
                    "Did you face problems while using this tool?",
                    "How do you rate the usability level of this tool?",
                    "Do you face a problem understanding how the tool works?",
                    "Do you have any problems understanding the generated code?",
                    "How do you rate the generated code complexity of this tool",
                    "How do you rate the generated code quality of this tool?",
                    "Will you prefer to type data query manually or with this tool, next time?",
                    "If you used a Core Data framework before, how did you find this tool?",
                    "Will you prefer using this tool again?",
                ]
        )
    }

    @Test func theOptionsInOrder() throws {
        let experience = [
            "Less than 6 months", "6 months to 2 years", "2 - 5 years", "5-10 years.",
            "More than 10 years",
        ]
        #expect(try labels("background/experience") == experience)
        #expect(try labels("background/ios-experience") == experience)
        #expect(
            try labels("background/background") == ["Mobile", "Backend", "Web front-end", "Others"]
        )
        #expect(try labels("background/ios-language") == ["Swift", "Objective-C", "Both"])
        #expect(try labels("background/ios-apps") == ["0", "1", "2 - 3", "4-5", "More than 5"])
        #expect(
            try labels("background/app-size")
                == [
                    "Less than or equal 1 year", "1- 2 years", "2 - 5 years", "More than 5 years",
                ]
        )
        #expect(
            try labels("evaluation/usability")
                == ["Very easy to use", "Easy", "Difficult", "Very difficult"]
        )
        #expect(
            try labels("evaluation/complexity")
                == ["Very complex", "Complex", "Normal", "Simple", "Very simple"]
        )
        #expect(try labels("evaluation/quality") == ["Very good", "Good", "Bad", "Very bad"])
        #expect(try labels("evaluation/next-time") == ["Manually", "Using this tool"])
        #expect(
            try labels("evaluation/compared")
                == ["Simpler", "No advantage", "More complex and time wasting"]
        )
    }

    @Test func questionsThatDependOnEarlierAnswers() throws {
        let conditions: [(String, Questionnaire.ShowIf)] = [
            (
                "background/app-size",
                .init(
                    questionnaire: "background",
                    item: "ios-apps",
                    options: ["1", "2-3", "4-5", "more-than-5"]
                )
            ),
            (
                "background/kvc-tedious",
                .init(questionnaire: "background", item: "core-data-experience", options: ["yes"])
            ),
            (
                "background/which-generator",
                .init(questionnaire: "background", item: "used-generator", options: ["yes"])
            ),
            (
                "evaluation/which-problems",
                .init(questionnaire: "evaluation", item: "problems", options: ["yes"])
            ),
            (
                "evaluation/compared",
                .init(questionnaire: "background", item: "core-data-used", options: ["yes"])
            ),
            (
                "evaluation/why-not",
                .init(questionnaire: "evaluation", item: "again", options: ["no"])
            ),
        ]
        for (path, showIf) in conditions { #expect(try item(path).showIf == showIf) }
        let others = study.questionnaires.flatMap(\.items).filter { $0.showIf != nil }
        #expect(others.count == conditions.count)
    }

    @Test func instructionsStateGoalsAndNameNoCommandOfTheTool() {
        for task in study.tasks {
            #expect(!task.instruction.text.contains("cdgen"), "\(task.id)")
            #expect(!task.instruction.text.contains("BEGINSWITH"), "\(task.id)")
            #expect(task.instruction.text.contains("rite your code in `Sources/"), "\(task.id)")
        }
    }

    @Test func whatASessionShowsFitsAnEightyColumnTerminal() {
        let instructions = study.tasks.flatMap {
            [$0.instruction] + ($0.instructions ?? [:]).values
        }
        for prose in study.phases.flatMap(proses) + instructions {
            for line in prose.text.split(separator: "\n") {
                #expect(line.count <= 78, "\(prose.path): \(line)")
            }
        }
    }

    private func proses(of phase: Phase) -> [Study.Prose] {
        switch phase {
        case .consent(let consent): [consent.prose]
        case .reading(let reading): [reading.prose] + (reading.proses ?? [:]).values
        case .eachCondition(let phases): phases.flatMap(proses)
        case .questionnaire, .tasks, .practice: []
        }
    }

    @Test func everyTaskHasAWrongVariantAndACheckThatRunsTheApp() {
        for task in study.tasks {
            #expect(folder.wrongVariants.contains { $0.task == task.id }, "\(task.id)")
            let check = study.checks.first { $0.id == task.check }
            #expect((check?.steps.count ?? 0) > 1, "\(task.id)")
        }
    }
}
