/// A check of the host name and the origin of requests.
///
/// The check of the host name prevents access through other names that resolve to this machine (DNS
/// rebinding). The check of the origin prevents requests from pages of other servers.
package struct HostCheck: Sendable {
    /// Accepted values of `Host`, in lowercase.
    package let hosts: [String]
    /// Accepted values of `Origin`, in lowercase.
    package let origins: [String]
    /// Paths that may be opened by links on other servers' pages.
    package let entrances: Set<String>

    /// Creates a check that accepts requests to 127.0.0.1 and localhost with the given port.
    ///
    /// - Parameters:
    ///   - port: port of 127.0.0.1.
    ///   - publicOrigin: an origin such as `https://lab.example`. Requests to its host and from its
    ///     pages are accepted, too. Nil for none.
    ///   - entrances: paths that may be opened by links on other servers' pages.
    package init(port: UInt16, publicOrigin: String? = nil, entrances: Set<String> = ["/"]) {
        let names = ["127.0.0.1", "localhost"]
        // Browsers leave out the standard port of HTTP.
        let own = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
        let outer = [publicOrigin?.lowercased()].compactMap(\.self)
        hosts = own + outer.map { String($0.split(separator: "/").last ?? "") }
        origins = own.map { "http://\($0)" } + outer
        self.entrances = entrances
    }

    /// Checks the host name and the origin of a request.
    ///
    /// - Parameter fix: advice in the error for a refused request.
    /// - Throws: `HTTPFault` with the reason if the request is refused.
    package func check(_ request: HTTPRequest, fix: String) throws(HTTPFault) {
        guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
            throw HTTPFault(421, "the request is for another host", fix: fix)
        }
        if let origin = request.headers["origin"]?.lowercased(), !origins.contains(origin) {
            throw HTTPFault(403, "the request comes from a page of another server", fix: fix)
        }
        // A link on another page may open an entrance. Such a request still needs the token.
        let isEntrance = request.method == "GET" && entrances.contains(request.path)
        if let site = request.headers["sec-fetch-site"]?.lowercased(), !isEntrance,
            !["same-origin", "none"].contains(site)
        {
            throw HTTPFault(403, "the request comes from a page of another server", fix: fix)
        }
    }
}
