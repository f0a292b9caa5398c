/// Which hosts and pages may send requests.
///
/// The host is checked so that no other name can be made to lead here (DNS rebinding), the origin so
/// that no other page can send.
package struct HostCheck: Sendable {
    /// Accepted values of `Host`, in lower case.
    package let hosts: [String]
    /// Accepted values of `Origin`, in lower case.
    package let origins: [String]
    /// Paths that a link on another page may open.
    package let entrances: Set<String>

    /// The loopback names of `port`, and a public address if there is one.
    ///
    /// - Parameters:
    ///   - port: of 127.0.0.1.
    ///   - publicOrigin: such as `https://lab.example`; requests for its host are accepted too.
    ///   - entrances: paths that a link on another page may open.
    package init(port: UInt16, publicOrigin: String? = nil, entrances: Set<String> = ["/"]) {
        let own = ["127.0.0.1:\(port)", "localhost:\(port)"]
        let outer = publicOrigin?.lowercased()
        hosts = own + (outer.map { [Self.host(of: $0)] } ?? [])
        origins = own.map { "http://\($0)" } + (outer.map { [$0] } ?? [])
        self.entrances = entrances
    }

    private static func host(of origin: String) -> String {
        origin.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? ""
    }

    /// - Parameter fix: advice if the host is another one.
    /// - Throws: `HTTPFault` with the reason.
    package func check(_ request: HTTPRequest, fix: String) throws(HTTPFault) {
        guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
            throw HTTPFault(421, "the request is for another host", fix: fix)
        }
        if let origin = request.headers["origin"]?.lowercased(), !origins.contains(origin) {
            throw HTTPFault(403, "the request comes from another page")
        }
        if let site = request.headers["sec-fetch-site"]?.lowercased(),
            !["same-origin", "none"].contains(site)
        {
            // A link from elsewhere may open the page, which still needs the token.
            guard request.method == "GET", entrances.contains(request.path) else {
                throw HTTPFault(403, "the request comes from another page")
            }
        }
    }
}
