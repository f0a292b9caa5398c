import LoopbackServer
import TestSupport
import Testing

@Suite struct HostCheckTests {
    private func refusal(_ check: HostCheck, _ lines: String) throws -> Int? {
        do throws(HTTPFault) {
            try check.check(try request(lines), fix: "open the printed address")
            return nil
        } catch {
            return error.status
        }
    }

    private func request(_ lines: String) throws(HTTPFault) -> HTTPRequest {
        try HTTPRequest(head: Array(lines.replacing("\n", with: "\r\n").utf8))
    }

    @Test func namesAndValuesOfAQueryAreDecoded() throws {
        let query = try request("GET /a?a%20b=c%2Bd&e+f=g+h&i=&j HTTP/1.1").query
        #expect(query == ["a b": "c+d", "e f": "g h", "i": "", "j": ""])
    }

    /// A proxy may read such a header in another way, and find another end of the request.
    @Test(arguments: [
        "Content-Length : 40", "Transfer-Encoding\t: chunked", " X: folded", ": no name",
        "no colon",
        "\u{C4}: x", "X: a\rb", "X: a\nb", "X: a\0b",
    ])
    func aHeaderWithTwoMeaningsIsRefused(header: String) {
        let head = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\(header)"
        let fault = #expect(throws: HTTPFault.self) { _ = try HTTPRequest(head: Array(head.utf8)) }
        #expect(fault?.status == 400)
    }

    @Test func theLoopbackNamesAreAccepted() throws {
        let check = HostCheck(port: 4000)
        #expect(try refusal(check, "GET / HTTP/1.1\nHost: 127.0.0.1:4000") == nil)
        #expect(try refusal(check, "GET / HTTP/1.1\nHost: LOCALHOST:4000") == nil)
        #expect(try refusal(check, "GET / HTTP/1.1\nHost: 127.0.0.1:4001") == 421)
        #expect(try refusal(check, "GET / HTTP/1.1\nHost: lab.example") == 421)
        #expect(try refusal(check, "GET / HTTP/1.1") == 421)
    }

    @Test func theStandardPortMayBeLeftOut() throws {
        let check = HostCheck(port: 80)
        let post = "POST / HTTP/1.1\nHost: 127.0.0.1"
        #expect(try refusal(check, "\(post)\nOrigin: http://127.0.0.1") == nil)
        #expect(try refusal(check, "\(post):80\nOrigin: http://127.0.0.1:80") == nil)
        #expect(try refusal(HostCheck(port: 4000), post) == 421)
    }

    @Test func aPublicOriginIsAcceptedWithItsHostAlone() throws {
        let check = HostCheck(port: 4000, publicOrigin: "https://Lab.Example")
        let post = "POST /a HTTP/1.1\nHost: lab.example\n"
        #expect(try refusal(check, "\(post)Origin: https://lab.example") == nil)
        #expect(try refusal(check, "\(post)Origin: http://lab.example") == 403)
        #expect(try refusal(check, "\(post)Origin: https://lab.example.evil") == 403)
        #expect(try refusal(check, "GET / HTTP/1.1\nHost: lab.example:443") == 421)
    }

    @Test func aLinkElsewhereOpensTheEntrancesAlone() throws {
        let check = HostCheck(port: 4000, entrances: ["/", "/facilitator"])
        let rest = " HTTP/1.1\nHost: 127.0.0.1:4000\nSec-Fetch-Site: cross-site"
        #expect(try refusal(check, "GET /\(rest)") == nil)
        #expect(try refusal(check, "GET /facilitator\(rest)") == nil)
        #expect(try refusal(check, "GET /other\(rest)") == 403)
        #expect(try refusal(check, "POST /\(rest)") == 403)
    }

    @Test func whoIsRefusedIsToldWhatToOpen() throws {
        let check = HostCheck(port: 4000)
        for lines in ["Host: evil", "Host: localhost:4000\nOrigin: https://evil.example"] {
            do throws(HTTPFault) {
                try check.check(try request("POST / HTTP/1.1\n\(lines)"), fix: "open the address")
                Issue.record("accepted")
            } catch {
                #expect(error.fix == "open the address")
            }
        }
    }

    @Test func tokensHave256BitsAndDiffer() {
        let tokens = (0..<100).map { _ in Token.make() }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) })
        #expect(Token.isEqual(tokens[0], tokens[0]))
        #expect(!Token.isEqual(tokens[0], tokens[1]))
        #expect(!Token.isEqual("", tokens[0]))
    }
}
