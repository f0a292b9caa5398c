import Room
import Testing

/// The pages and their words, as they are built in.
@Suite("Page documents") struct PageDocumentTests {
    @Test("A document loads nothing and has at most 80 kB", arguments: PageDocument.allCases)
    func isSelfContained(_ page: PageDocument) {
        let text = page.text(nonce: "NONCE")
        #expect(text.utf8.count <= 80_000)
        #expect(text.utf8.count > 3_000)
        #expect(!text.contains("__"))
        #expect(!text.contains("http://") && !text.contains("https://"))
        #expect(!text.contains("src=") && !text.contains("@import"))
        #expect(text.ranges(of: "nonce=\"NONCE\"").count == 2)
    }

    @Test("Nothing moves for those who want no motion", arguments: PageDocument.allCases)
    func reducesMotion(_ page: PageDocument) {
        let text = page.text(nonce: "")
        let moves = text.contains("animation:") || text.contains("transition:")
        #expect(!moves || text.contains("prefers-reduced-motion: reduce"))
    }

    @Test("Arabic has a text for each English one, with the same places")
    func languagesAgree() {
        let english = PageDocument.facilitator.words(in: "en")
        let arabic = PageDocument.facilitator.words(in: "ar-EG")
        #expect(english.count > 100)
        #expect(Set(english.keys) == Set(arabic.keys))
        for (key, text) in english {
            #expect(places(text) == places(arabic[key] ?? ""), "\(key)")
            #expect(text.isEmpty || text != arabic[key], "\(key)")
        }
    }

    @Test("A study's word replaces the page's, by its key or its English words")
    func studyReplacesWords() {
        let own = ["page.saved": "Gesichert", "Save and go on": "Weiter", "Our word": "Unser Wort"]
        let words = PageDocument.participant.words(in: "de", own: own)
        #expect(words["page.saved"] == "Gesichert")
        #expect(words["page.save"] == "Weiter")
        #expect(words["Our word"] == "Unser Wort")
        #expect(words["page.copy"] == "Copy")
    }

    @Test("The facilitator's words go to their page alone")
    func wordsStayApart() {
        let own = ["mistake": "Fehler", "page.saved": "Gesichert"]
        #expect(PageDocument.facilitator.words(in: "en", own: own)["mistake"] == "Fehler")
        for page in [PageDocument.participant, .enter] {
            for language in ["en", "ar"] {
                let words = page.words(in: language, own: own)
                let texts = [page.text(nonce: "")] + words.map { "\($0.key) \($0.value)" }
                for secret in ["mistake", "assist", "tool failure", "severity", "Fehler"] {
                    #expect(!texts.contains { $0.lowercased().contains(secret.lowercased()) })
                }
                #expect(words["page.saved"] == "Gesichert")
            }
        }
    }

    @Test("Every word that a page asks for is there", arguments: PageDocument.allCases)
    func asksForKnownWords(_ page: PageDocument) {
        let words = page.words(in: "en")
        let asked = page.text(nonce: "").matches(of: /["`]((?:page|desk)\.[a-zA-Z]+)["`]/)
            .map { String($0.output.1) }
        #expect(asked.count > 5)
        for key in asked { #expect(words[key] != nil, "\(key)") }
    }

    @Test("The page and the session have the same limit for a zip file")
    func limitsAgree() {
        let limit = WorkspaceParcel.Limits().zip
        #expect(PageDocument.participant.text(nonce: "").contains("file.size > \(limit)"))
        let words = PageDocument.participant.words(in: "en")["page.zipTooLarge"] ?? ""
        #expect(words.contains("larger than \(limit / 1_000_000) MB"))
    }

    /// How often each value is placed: `%` and `%1`.
    private func places(_ text: String) -> [String] {
        text.matches(of: /%\d?/).map { String($0.output) }.sorted()
    }
}
