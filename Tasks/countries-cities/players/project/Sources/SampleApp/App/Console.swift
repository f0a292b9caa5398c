import Foundation

/// The terminal, or the pipes in its place.
enum Console {
    static let isInteractive = isatty(0) == 1

    /// The next line without spaces around it, or nil at the end of the input.
    static func readCommand() -> String? {
        if isInteractive { print("> ", terminator: "") }
        fflush(nil)
        return readLine()?.trimmingCharacters(in: .whitespaces)
    }

    static func say(_ text: String) {
        print(text)
    }

    static func show(_ rows: [[String]]) {
        if rows.isEmpty, isInteractive { print("nothing to show") }
        for row in rows { print(row.joined(separator: "\t")) }
    }

    static func complain(_ text: String) {
        fflush(nil)
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    static func exit(status: Int32) -> Never {
        fflush(nil)
        Foundation.exit(status)
    }
}
