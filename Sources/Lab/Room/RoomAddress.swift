package import Diagnostics
import Foundation

/// The public address at which a TLS proxy serves a session's web pages.
package struct RoomAddress: Sendable, Hashable {
    /// Origin such as `https://lab.example`.
    package let origin: String

    /// Parses an address.
    ///
    /// - Throws: `DiagnosticError` unless `text` is an https address without a path, or an http
    ///   address on the loopback interface.
    package init(_ text: String) throws(DiagnosticError) {
        let parts = URLComponents(string: text)
        let isPlain = ["", "/"].contains(parts?.path ?? "") && parts?.query == nil
        guard let parts, let scheme = parts.scheme?.lowercased(), let host = parts.encodedHost,
            !host.isEmpty, isPlain, parts.user == nil, parts.fragment == nil,
            scheme == "https" || scheme == "http" && Self.isLoopback(host)
        else {
            throw DiagnosticError(
                "public-url",
                at: .init(file: "--public-url"),
                "\"\(text)\" is not a valid address for the session's pages",
                expected: "https:// and a host, such as https://lab.example",
                fix: "for TLS proxies, see the page \"Setups\" of the documentation",
                status: .usage
            )
        }
        origin = Self.origin(scheme, host, parts.port)
    }

    /// Returns an origin as browsers and curl send it: without the scheme's default port.
    static func origin(_ scheme: String, _ host: String, _ port: Int?) -> String {
        let isDefault = port == (scheme == "https" ? 443 : 80)
        let suffix = isDefault ? "" : port.map { ":\($0)" } ?? ""
        return "\(scheme)://\(host.lowercased())\(suffix)"
    }

    package var isSecure: Bool { origin.hasPrefix("https:") }

    /// Returns whether the host is this machine.
    static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1"].contains(host.lowercased())
    }
}
