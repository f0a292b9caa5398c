package import Diagnostics
import Foundation

/// The address of a room that a machine joins. It may end in a secret that can be used only once.
package struct RoomLink: Sendable {
    /// Origin such as `https://lab.example`.
    package let origin: String
    /// The secret part of the address after `#`. It never appears in a message, a log or the
    /// arguments of a program. Nil if there is none.
    let link: String?

    /// Parses an address.
    ///
    /// - Throws: `DiagnosticError` if `text` is not a valid address. The error does not contain the
    ///   link.
    package init(_ text: String) throws(DiagnosticError) {
        let parts = URLComponents(string: text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard let parts, let scheme = parts.scheme?.lowercased(),
            ["https", "http"].contains(scheme),
            let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil,
            ["", "/", "/enter"].contains(parts.path), parts.query == nil
        else {
            throw Self.refusal(
                "this is not the address of a session",
                expected: "https://HOST/enter#LINK"
            )
        }
        // On an unencrypted connection, others could read the cookie.
        guard scheme == "https" || ["127.0.0.1", "localhost"].contains(host) else {
            throw Self.refusal(
                "the connection to \(host) is not encrypted",
                expected: "an address that begins with https://"
            )
        }
        origin = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
        let fragment = parts.fragment ?? ""
        guard fragment.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw Self.refusal(
                "the link contains an invalid character",
                expected: "the link as it was sent to you"
            )
        }
        link = fragment.isEmpty ? nil : fragment
    }

    private static func refusal(_ problem: String, expected: String) -> DiagnosticError {
        DiagnosticError(
            "join-address",
            at: .init(file: "evalrun join"),
            problem,
            expected: expected,
            fix: "copy the whole command from your page, including the single quotes",
            status: .usage
        )
    }
}
