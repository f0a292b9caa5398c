import Foundation
import Reporting
import Testing

/// The tables that the paper prints, typed from it: Radwani and Zein (2020), tables 2, 3 and 4.
@Suite struct PaperTablesTests {
    /// The cells of a table in `report.md` whose caption begins with `caption`, heading first.
    private func table(_ caption: String) async throws -> [[String]] {
        let text = try await publishedReport().text("report.md")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(
            lines.firstIndex { $0.hasPrefix("**Table ") && $0.contains("** \(caption)") }
        )
        let rows = lines[(start + 1)...].drop { $0.isEmpty }.prefix { $0.hasPrefix("|") }
        return rows.filter { !$0.contains(" :-- ") }.map { row in
            row.dropFirst(2).dropLast(2).replacing("\\", with: "").split(separator: " | ")
                .map(String.init)
        }
    }

    @Test func table2TellsWhoTookPart() async throws {
        #expect(
            try await table("Your background: answers") == [
                [
                    "Participant", "Years' experience in development field",
                    "Experience background", "Years' experience in iOS development",
                    "iOS language experience", "Number of iOS apps you worked",
                    "Average size for apps worked on", "Did use Core data framework on a real app",
                    "Have experience with Core data",
                ],
                [
                    "P1", "2 - 5 years", "Mobile", "2 - 5 years", "Both", "2 - 3", "1- 2 years",
                    "No", "No",
                ],
                [
                    "P2", "2 - 5 years", "Mobile", "6 months to 2 years", "Objective-C", "4-5",
                    "Less than or equal 1 year", "No", "No",
                ],
                [
                    "P3", "5-10 years.", "Mobile", "6 months to 2 years", "Objective-C", "1",
                    "2 - 5 years", "No", "No",
                ],
                [
                    "P4", "6 months to 2 years", "Mobile", "Less than 6 months", "Swift", "1",
                    "Less than or equal 1 year", "No", "No",
                ],
                [
                    "P5", "Less than 6 months", "Mobile", "Less than 6 months", "Objective-C", "0",
                    "-", "No", "Yes",
                ],
                [
                    "P6", "6 months to 2 years", "Mobile", "Less than 6 months", "Swift", "1",
                    "Less than or equal 1 year", "No", "Yes",
                ],
            ]
        )
    }

    @Test func table3TellsWhatTheySaid() async throws {
        let tool = "Using this tool"
        #expect(
            try await table("Your evaluation: answers") == [
                [
                    "Participant", "Did you face problems while using this tool?",
                    "How do you rate the usability level of this tool?",
                    "Do you face a problem understanding how the tool works?",
                    "Do you have any problems understanding the generated code?",
                    "How do you rate the generated code complexity of this tool",
                    "How do you rate the generated code quality of this tool?",
                    "Will you prefer to type data query manually or with this tool, next time?",
                    "If you used a Core Data framework before, how did you find this tool?",
                    "Will you prefer using this tool again?",
                ],
                ["P1", "No", "Easy", "No", "No", "Simple", "Very good", tool, "Simpler", "Yes"],
                [
                    "P2", "No", "Very easy to use", "No", "No", "Normal", "Very good", tool, "-",
                    "Yes",
                ],
                ["P3", "No", "Easy", "No", "No", "Normal", "Very good", tool, "-", "Yes"],
                ["P4", "Yes", "Easy", "No", "No", "Simple", "Good", tool, "Simpler", "Yes"],
                [
                    "P5", "No", "Very easy to use", "No", "No", "Normal", "Very good", tool,
                    "Simpler", "Yes",
                ],
                ["P6", "No", "Easy", "No", "No", "Simple", "Good", tool, "Simpler", "Yes"],
            ]
        )
    }

    @Test func table4GivesTheTimesAndTheirAverages() async throws {
        let cells = try await table("Time on task, minutes:seconds")
        #expect(
            cells == [
                ["Task", "P1", "P2", "P3", "P4", "P5", "P6", "Average", "Mean, s"],
                [
                    "Task 1: Generate data persistence files", "1:20", "1:00", "2:30", "1:30",
                    "3:00", "2:10", "1:55", "115.000",
                ],
                [
                    "Task 2: Get list of records", "1:02", "0:40", "3:00", "1:30", "5:00", "1:23",
                    "2:05", "125.833",
                ],
                [
                    "Task 3: Get another list of records", "0:23", "0:20", "0:31", "0:35", "1:00",
                    "0:41", "0:35", "35.000",
                ],
                [
                    "Task 4: Delete record", "0:30", "0:29", "1:00", "2:30", "0:37", "0:22",
                    "0:54", "54.667",
                ],
                [
                    "Task 5: First query", "2:58", "2:40", "4:55", "6:00", "4:20", "2:50", "3:57",
                    "237.167",
                ],
                [
                    "Task 6: Second query", "1:00", "0:50", "1:15", "1:40", "2:02", "2:30", "1:32",
                    "92.833",
                ],
            ]
        )
    }

    @Test func meansInJSONAreExact() async throws {
        let report = try await JSONReport(publishedReport())
        let sums: [Double] = [690, 755, 210, 328, 1423, 557]
        #expect(report.tasks.map(\.mean_seconds) == sums.map { $0 / 6 })
        #expect(report.tasks.map(\.n) == [6, 6, 6, 6, 6, 6])
        #expect(report.tasks.map(\.times.count) == [6, 6, 6, 6, 6, 6])
        let geometric = try #require(report.tasks[0].geometric_mean_seconds)
        #expect(abs(geometric - 107.184456606) < 1e-7)
        #expect(report.tasks[0].median_seconds == 110)
        let text = try await publishedReport().text("report.json")
        #expect(text.contains("\"mean_seconds\": 125.83333333333333,"))
    }

    /// The paper: 5 of 6 had no problems; 4 easy, 2 very easy; 3 normal, 3 simple; 4 very good, 2
    /// good; all would use it again.
    @Test func answersAreCountedAsThePaperCountsThem() async throws {
        let rows = try await table("Your evaluation: answers counted")
        let counts = rows.dropFirst().map { $0[2] }
        #expect(counts[0] == "Yes (1) · No (5)")
        #expect(counts[1] == "Very easy to use (2) · Easy (4) · Difficult (0) · Very difficult (0)")
        #expect(
            counts[4]
                == "Very complex (0) · Complex (0) · Normal (3) · Simple (3) · Very simple (0)"
        )
        #expect(counts[5] == "Very good (4) · Good (2) · Bad (0) · Very bad (0)")
        #expect(counts.last == "Yes (6) · No (0)")
    }

    @Test func contradictingAnswersAreListed() async throws {
        let text = try await publishedReport().text("report.md")
        let lines = text.split(separator: "\n").filter {
            $0.contains(
                "which is asked only of those"
            )
        }
        #expect(lines.map { $0.dropFirst(2).prefix(2) } == ["P1", "P4", "P1", "P4", "P5", "P6"])
    }
}

/// What `report.json` promises to its readers.
struct JSONReport: Decodable {
    struct Participant: Decodable {
        var id: String
        var source: String
        var conditions: [String]
    }

    struct Task: Decodable {
        struct Time: Decodable {
            var participant: String
            var seconds: Double?
            var outcome: String
            var assisted: Bool
            var event: Int64?
        }

        var id: String
        var title: String
        var condition: String?
        var study_version: String
        var n: Int
        var attempts: Int
        var completed: Int
        var mean_seconds: Double?
        var mean_seconds_why: String?
        var geometric_mean_seconds: Double?
        var geometric_mean_low_seconds: Double?
        var geometric_mean_low_seconds_why: String?
        var median_seconds: Double?
        var sd_seconds: Double?
        var sd_seconds_why: String?
        var times: [Time]
    }

    struct Exclusion: Decodable {
        var participant: String
        var reason: String
    }

    var scripted: Bool
    var notices: [String]
    var participants: [Participant]
    var tasks: [Task]
    var exclusions: [Exclusion]
    var declined: Int
    var differing_files: [String]

    init(_ report: Report) throws {
        self = try JSONDecoder().decode(
            JSONReport.self,
            from: Data(report.text("report.json").utf8)
        )
    }
}
