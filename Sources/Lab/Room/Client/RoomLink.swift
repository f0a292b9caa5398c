package import Diagnostics
import Foundation

/// The address of a session's server, as passed to `evalrun join` or `evalrun control`. It may end
/// in a secret that can be used only once.
package struct RoomLink: Sendable {
    /// The command to which the address is passed.
    package enum Command: String, Sendable {
        case join, control

        fileprivate var fix: String {
            switch self {
            case .join: "copy the whole command from your page, including the single quotes"
            case .control:
                "copy the facilitator's whole link from the session's terminal, and put it in "
                    + "single quotes"
            }
        }
    }

    /// Origin such as `https://lab.example`.
    package let origin: String
    /// The secret part of the address after `#`. It never appears in a message, a log or the
    /// arguments of a program. Nil if there is none.
    let link: String?

    /// Parses an address.
    ///
    /// - Parameter command: the command to which the address is passed; the advice in the error
    ///   depends on it.
    /// - Throws: `DiagnosticError` if `text` is not a valid address. The error does not contain the
    ///   secret part of the address.
    package init(_ text: String, for command: Command = .join) throws(DiagnosticError) {
        let parts = URLComponents(string: text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard let parts, let scheme = parts.scheme?.lowercased(),
            ["https", "http"].contains(scheme),
            let host = parts.encodedHost?.lowercased(), !host.isEmpty, parts.user == nil,
            ["", "/", "/enter"].contains(parts.path), parts.query == nil
        else {
            throw command.refusal(
                "this is not the address of a session",
                expected: "https://HOST/enter#LINK"
            )
        }
        // On an unencrypted connection, others could read the cookie.
        guard scheme == "https" || RoomAddress.isLoopback(host) else {
            throw command.refusal(
                "the connection to \(host) is not encrypted",
                expected: "an address that begins with https://"
            )
        }
        origin = RoomAddress.origin(scheme, host, parts.port)
        let fragment = parts.fragment ?? ""
        guard fragment.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw command.refusal(
                "the link contains an invalid character",
                expected: "the link as it was sent to you"
            )
        }
        link = fragment.isEmpty ? nil : fragment
    }
}

extension RoomLink.Command {
    fileprivate func refusal(_ problem: String, expected: String) -> DiagnosticError {
        DiagnosticError(
            "\(rawValue)-address",
            at: .init(file: "evalrun \(rawValue)"),
            problem,
            expected: expected,
            fix: fix,
            status: .usage
        )
    }
}
