import Foundation
package import ResultsStore
package import StudyDefinition

/// Facts about the session's environment, such as tool versions, to be stored in the log.
package enum EnvironmentProbe {
    package static func read(
        _ study: Study,
        environment: [String: String]
    ) async -> SessionEnvironment {
        var tools: [String: String] = [:]
        for tool in study.project.tools {
            tools[tool] = await version(of: tool, environment: environment) ?? ""
        }
        return SessionEnvironment(
            system: system(),
            processor: processor(),
            memory: Int64(ProcessInfo.processInfo.physicalMemory),
            tools: tools,
            editor: editor(study, environment: environment).found ?? "",
            assistants: study.assistants,
            thinkAloud: study.thinkAloud
        )
    }

    /// Returns the first line that the program prints for `--version`, cut to 200 characters. Nil
    /// if the program prints nothing, fails, or cannot be run.
    package static func version(of tool: String, environment: [String: String]) async -> String? {
        let result = await Command(
            [tool, "--version"],
            in: FileManager.default.temporaryDirectory,
            environment: environment,
            timeout: 10
        ).run()
        guard result.succeeded else { return nil }
        let lines = (result.output + result.errors).split(separator: "\n")
        return lines.first.map { String($0.prefix(200)) }
    }

    /// Returns the editor that the key `o` opens: `$VISUAL` or, if it is not set, the study's
    /// editor. `wanted` is the editor's command; nil if there is none. `found` equals `wanted` if
    /// the program exists; otherwise, it is nil.
    package static func editor(
        _ study: Study,
        environment: [String: String]
    ) -> (wanted: String?, found: String?) {
        let wanted = environment["VISUAL"].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
        guard let words = wanted ?? study.project.open.first else { return (nil, nil) }
        let program = wanted.map(firstWord) ?? words
        return (words, isFound(program, environment: environment) ? words : nil)
    }

    /// Returns the first word of a shell command, without quotes and backslashes. A space that is
    /// quoted or follows a backslash does not end the word.
    private static func firstWord(of command: String) -> String {
        var word = ""
        var quote: Character?
        var isEscaped = false
        for character in command {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, "'\"".contains(character) {
                quote = character
            } else if quote == nil, character.isWhitespace {
                break
            } else {
                word.append(character)
            }
        }
        return word
    }

    /// Returns the study's tools that are not in `PATH`.
    package static func missingTools(_ study: Study, environment: [String: String]) -> [String] {
        study.project.tools.filter { !isFound($0, environment: environment) }
    }

    /// Returns whether the program exists and is executable. A name without a slash is looked up in
    /// `PATH`.
    package static func isFound(_ program: String, environment: [String: String]) -> Bool {
        if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) }
        return (environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    private static func system() -> String {
        let release = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)
        let name = release?.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
            .map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } }
        return name ?? ProcessInfo.processInfo.operatingSystemVersionString
    }

    private static func processor() -> String {
        let cores = ProcessInfo.processInfo.processorCount
        let info = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        let model = info?.split(separator: "\n").first { $0.hasPrefix("model name") }
            .flatMap { $0.split(separator: ":").last }.map { String($0).trimmed }
        return "\(model ?? architecture) × \(cores)"
    }

    private static var architecture: String {
        #if arch(arm64)
            "arm64"
        #else
            "x86_64"
        #endif
    }
}
