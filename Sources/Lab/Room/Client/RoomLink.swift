package import Diagnostics
import Foundation

/// The address that a participant's machine joins: of a room, with or without a link that is used
/// once.
package struct RoomLink: Sendable {
    /// Such as `https://lab.example`.
    package let origin: String
    /// What is after the `#`. Never in a message, a log or the arguments of a program.
    let link: String?

    /// - Throws: `DiagnosticError`, without the link, if `text` is no such address.
    package init(_ text: String) throws(DiagnosticError) {
        let parts = URLComponents(string: text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard let parts, let scheme = parts.scheme?.lowercased(),
            ["https", "http"].contains(scheme),
            let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil,
            ["", "/", "/enter"].contains(parts.path), parts.query == nil
        else {
            throw Self.refusal(
                "this is not the address of a session",
                expected: "https://, a host, and /enter# with the link's letters"
            )
        }
        // Anybody on the way could read the cookie.
        guard scheme == "https" || ["127.0.0.1", "localhost"].contains(host) else {
            throw Self.refusal(
                "the connection to \(host) is not encrypted",
                expected: "an address that begins with https://"
            )
        }
        origin = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
        let fragment = parts.fragment ?? ""
        guard fragment.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw Self.refusal("the link is damaged", expected: "the link as it was sent to you")
        }
        link = fragment.isEmpty ? nil : fragment
    }

    private static func refusal(_ problem: String, expected: String) -> DiagnosticError {
        DiagnosticError(
            "join-address",
            at: .init(file: "evalrun join"),
            problem,
            expected: expected,
            fix: "copy the whole command from your page, in single quotes",
            status: .usage
        )
    }
}
