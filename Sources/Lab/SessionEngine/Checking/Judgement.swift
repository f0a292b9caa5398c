import Dispatch
import Foundation
import ResultsStore
import StudyDefinition
import Synchronization

extension CheckRunner {
    /// Returns the check's result if `step` failed or could not be judged. Returns nil if the step
    /// met its expectation.
    func judge(_ step: Check.Step, _ result: Command.Result) -> CheckResult? {
        let log = tail(result.output + result.errors, bytes: 8192)
        func fault(_ reason: String) -> CheckResult {
            CheckResult(verdict: .fault, step: step.name, reason: reason, log: log)
        }
        func failure(_ detail: String?) -> CheckResult {
            // A text in a YAML block ends with a line break.
            let reason = [step.reason.trimmed, detail].compactMap { $0 }.joined(separator: ": ")
            return CheckResult(verdict: .failed, step: step.name, reason: reason, log: log)
        }
        switch result.end {
        case .notStarted(let sentence):
            return isBuilt(step.run.first ?? "") ? failure(sentence) : fault(sentence)
        case .timedOut:
            let sentence = "\(CheckResult.noAnswer) \(step.timeout.formatted) s"
            return step.onTimeout == .fault ? fault(sentence) : failure(sentence)
        case .tooMuchOutput: return failure("it printed more than 4 MiB")
        case .signalled(let signal):
            // Such a signal usually comes from the out-of-memory killer or an administrator. It is
            // not the participant's failure.
            if signal == 9 || signal == 15 { return fault("it was killed by signal \(signal)") }
            return failure("it crashed with signal \(signal)")
        case .exited(let code):
            if code != step.expect.exit, diskIsFull(result) { return fault("the disk is full") }
            if code != step.expect.exit {
                return failure(firstError(result) ?? "exit status \(code)")
            }
        }
        let (expect, seconds) = (step.expect, min(max(step.timeout, 1), 10))
        let compared = value(within: seconds) { mismatch(expect, output: result.output) }
        guard let compared else {
            return fault("comparing the output took more than \(seconds.formatted) s")
        }
        return compared.map(failure)
    }

    /// Runs `work` on another thread and returns its result. Returns nil if `work` takes longer
    /// than `seconds`; the thread then continues to run. The time is limited because matching a
    /// regular expression with nested repetitions may never end.
    private func value<Value: Sendable>(
        within seconds: Double,
        _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        let made = Made<Value>()
        DispatchQueue(label: "comparison").async {
            made.value.withLock { $0 = work() }
            made.isReady.signal()
        }
        guard made.isReady.wait(timeout: .now() + seconds) == .success else { return nil }
        return made.value.withLock { $0 }
    }

    /// Returns whether the program should be a build product of the workspace: its path is relative
    /// and has a slash. If such a program is missing, the participant's work is at fault, not the
    /// checker. Paths that begin with `{data}` name programs of the study itself.
    private func isBuilt(_ program: String) -> Bool {
        program.contains("/") && !program.hasPrefix("/") && !program.hasPrefix("{data}")
    }

    private func diskIsFull(_ result: Command.Result) -> Bool {
        if (result.output + result.errors).contains("No space left on device") { return true }
        let place = resources.cache.path
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: place)
        let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
        return free.map { $0 < 1 << 20 } ?? false
    }

    /// Returns the first line with a compiler error, without the file's folder and cut to 200
    /// characters. Nil if there is none.
    private func firstError(_ result: Command.Result) -> String? {
        for line in lines(of: result.output + "\n" + result.errors) {
            guard let error = line.firstRange(of: ": error: ") else { continue }
            // The message itself may contain slashes.
            let folder = line[..<error.lowerBound].lastIndex(of: "/")
            return String(line[(folder.map(line.index(after:)) ?? line.startIndex)...].prefix(200))
        }
        return nil
    }

    /// Returns the lines of `text` that are not empty. A line ends with a line feed, or with a
    /// carriage return and a line feed (one `Character` in Swift).
    private func lines(of text: String) -> [Substring] {
        text.split { $0 == "\n" || $0 == "\r\n" }
    }

    /// Returns a clause that describes the difference between the output and the expectation. Nil
    /// if there is no difference.
    private func mismatch(_ expect: Check.Expectation, output: String) -> String? {
        if let whole = expect.output, whole != output {
            return "it printed \(quoted(output)) instead of \(quoted(whole))"
        }
        if let missing = expect.contains.first(where: { !output.contains($0) }) {
            return "the output lacks \(quoted(missing))"
        }
        for pattern in expect.matches {
            // Invalid patterns were already refused when the study was read.
            guard let expression = try? Check.Expectation.pattern(pattern) else { continue }
            if output.firstMatch(of: expression) == nil {
                return "no output matches \(quoted(pattern))"
            }
        }
        guard let expected = expect.rows else { return nil }
        let lines = lines(of: output).map { String($0).trimmed }.filter { !$0.isEmpty }
        return differences(
            expect.ordered ? lines : lines.sorted(),
            from: (expect.ordered ? { $0 } : { $0.sorted() })(expected.map(\.trimmed))
        )
    }

    private func differences(_ found: [String], from expected: [String]) -> String? {
        guard found != expected else { return nil }
        if let missing = subtract(found, from: expected).first {
            let extra = subtract(expected, from: found).first.map {
                ", and \(quoted($0)) should not be there"
            }
            return "the rows lack \(quoted(missing))\(extra ?? "")"
        }
        if let extra = subtract(expected, from: found).first {
            return "there is one row too many: \(quoted(extra))"
        }
        return "the rows are right, but their order is wrong"
    }

    /// Returns `rows` without the elements of `taken`. Each element of `taken` removes only one
    /// equal row.
    private func subtract(_ taken: [String], from rows: [String]) -> [String] {
        var left = Dictionary(taken.map { ($0, 1) }, uniquingKeysWith: +)
        return rows.filter { row in
            guard let count = left[row], count > 0 else { return true }
            left[row] = count - 1
            return false
        }
    }

    private func quoted(_ text: String) -> String {
        let line = text.replacing("\r\n", with: "␍⏎").replacing("\r", with: "␍")
            .replacing("\n", with: "⏎").replacing("\t", with: "⇥")
        return "“\(line.count > 60 ? "\(line.prefix(60))…" : line)”"
    }
}

/// A value that another thread computes.
private final class Made<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let isReady = DispatchSemaphore(value: 0)
}

extension Double {
    /// The number as text, without a fraction if it is whole.
    var formatted: String { Int(exactly: self).map(String.init) ?? String(self) }
}
