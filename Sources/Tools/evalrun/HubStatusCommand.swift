import ArgumentParser
import Diagnostics
import Foundation
import Hub

struct HubStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the data that each lab has synchronised, and the problems that were found."
    )

    @OptionGroup var hub: HubOptions

    func run() async throws {
        for line in lines(of: try await hub.address().status()) { say(line) }
    }
}

struct HubWatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract:
            "Show the status and the progress toward the planned number of participants, "
            + "updated until Ctrl-C."
    )

    @OptionGroup var hub: HubOptions
    @Option(help: "Time between two updates, such as 10s, 5m or 2h.")
    var every = Interval.tenSeconds

    func run() async throws {
        let address = try hub.address()
        let isTerminal = isatty(STDOUT_FILENO) != 0
        while true {
            do throws(DiagnosticError) {
                let status = try await address.status()
                if isTerminal { try Output.write("\u{1B}[H\u{1B}[2J") }
                for line in lines(of: status) { say(line) }
            } catch {
                guard error.status.isTemporary else { throw error }
                complain(error.diagnostics)
            }
            try await Task.sleep(for: every.duration)
        }
    }
}

private func lines(of status: HubStatus) -> [String] {
    if status.labs.isEmpty { return ["this account cannot see the data of any lab"] }
    var rows = [
        [
            "lab", "study", "sessions", "events", "to push", "to pull", "last contact, UTC",
            "version", "incidents",
        ]
    ]
    for lab in status.labs {
        rows.append([
            lab.name, lab.study, "\(lab.sessions)", "\(lab.events)",
            lab.toPush == 0 ? "-" : counted(Int(lab.toPush), "event"),
            lab.toPull == 0 ? "-" : counted(Int(lab.toPull), "push", "pushes"),
            lab.lastContact ?? "never", lab.versions ?? "", "\(lab.incidents)",
        ])
    }
    var lines = aligned(rows)
    for (study, target) in status.targets.sorted(by: { $0.key < $1.key }) {
        lines.append(
            "\(study): \(target.begun) of \(target.planned) planned participants have begun"
        )
    }
    for shared in status.sharedCodes {
        lines.append(
            "\(shared.lab), \(shared.study): \(counted(Int(shared.sessions), "session")) with the code "
                + "\(shared.code) began in different results files and count as sessions of several "
                + "people; a file that has one of them leaves out the others"
        )
        lines.append(
            "  to add the others: evalrun merge FILE --rename \(shared.code)=NEW, where FILE is "
                + "the results file that recorded them"
        )
    }
    for branches in status.branches {
        let session = branches.session.uuidString.lowercased()
        lines.append(
            "\(branches.lab): the log of session \(session) has "
                + "\(branches.choices.count) branches from event \(branches.number) on"
        )
        for choice in branches.choices {
            let isKept = branches.decision == choice.origin
            let mark = isKept ? " (kept)" : choice.isRejected ? " (rejected)" : ""
            let time = choice.wall.map { ", \(minute($0)) UTC" } ?? ""
            lines.append(
                "  origin \(choice.origin.uuidString.lowercased()): \(choice.kind)\(time)\(mark)"
            )
        }
        if branches.decision == nil {
            lines.append(
                "  choose one: evalrun hub decide \(session) URL --keep ORIGIN --reason WHY"
            )
        }
    }
    return lines
}

/// Returns a text such as `2026-11-26 07:22`, in UTC.
///
/// - Parameter wall: microseconds since 1970, UTC.
private func minute(_ wall: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(wall) / 1_000_000)
    let style = Date.ISO8601FormatStyle().year().month().day()
        .time(includingFractionalSeconds: false)
    return String(date.formatted(style).replacing("T", with: " ").prefix(16))
}
