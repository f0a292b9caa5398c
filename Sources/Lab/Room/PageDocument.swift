import JSON

/// A web page of the session as one HTML document. The document contains its style and script, so
/// the browser loads no other files.
package enum PageDocument: CaseIterable, Sendable {
    /// The page that a single-use link opens. The page's button uses the link up and leads to the
    /// session.
    case enter
    case participant
    case facilitator

    /// Returns the HTML document. `nonce` is the nonce in the response's content security policy.
    package func text(nonce: String) -> String {
        Self.whole[self]?.replacing("__NONCE__", with: nonce) ?? ""
    }

    private static let whole = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.whole) })

    private var whole: String {
        string(form)
            .replacing("__STYLE__", with: style.map(string).joined(separator: "\n"))
            .replacing("__SCRIPT__", with: script.map(string).joined(separator: "\n"))
    }

    private var form: [UInt8] {
        switch self {
        case .enter: PackageResources.enter_html
        case .participant: PackageResources.participant_html
        case .facilitator: PackageResources.facilitator_html
        }
    }

    private var style: [[UInt8]] {
        self == .facilitator
            ? [PackageResources.room_css, PackageResources.facilitator_css]
            : [PackageResources.room_css]
    }

    /// JavaScript files of the page, in the order in which they run.
    private var script: [[UInt8]] {
        let shared = [PackageResources.base_js, PackageResources.words_js]
        return switch self {
        case .enter: shared + [PackageResources.enter_js]
        case .participant:
            shared + [
                PackageResources.link_js, PackageResources.queue_js, PackageResources.controls_js,
                PackageResources.participant_js, PackageResources.files_js,
                PackageResources.start_js,
            ]
        case .facilitator:
            shared + [
                PackageResources.link_js, PackageResources.queue_js,
                PackageResources.facilitator_js,
            ]
        }
    }

    /// Returns the page's texts, keyed by name, such as `page.saved`. Each text is the first of
    /// these that exists:
    ///
    /// - the study's text in `own`;
    /// - the text in `language`;
    /// - the English text.
    ///
    /// The participant must not see the facilitator's texts, so only the facilitator's page
    /// contains them.
    ///
    /// - Parameter own: the study's texts, keyed by name or by English text.
    package func words(in language: String, own: [String: String] = [:]) -> [String: String] {
        let base = baseLanguage(language)
        let page = Self.read(PackageResources.words_en_json)
        let desk = Self.read(PackageResources.desk_en_json)
        var words = base == "ar" ? Self.read(PackageResources.words_ar_json) : [:]
        if base == "ar", self == .facilitator {
            words.merge(Self.read(PackageResources.desk_ar_json)) { $1 }
        }
        let english = self == .facilitator ? page.merging(desk) { $1 } : page
        for (key, text) in english { words[key] = own[key] ?? own[text] ?? words[key] ?? text }
        let hidden = self == .facilitator ? [] : Set(desk.keys).union(desk.values)
        return words.merging(own.filter { !hidden.contains($0.key) }) { page, _ in page }
    }

    /// Names of the texts on all pages, such as `page.saved`.
    static let keys = Set(read(PackageResources.words_en_json).keys)
        .union(read(PackageResources.desk_en_json).keys)

    /// English versions of the texts on all pages.
    static let english = Set(read(PackageResources.words_en_json).values)
        .union(read(PackageResources.desk_en_json).values)

    /// English texts of the participant's page. A text of the page itself has a name as its key,
    /// such as `page.saved`. A text that the page shows in place of a sentence from the terminal
    /// screens has that sentence as its key. Sentences that the page hides are left out.
    static let participantTexts = read(PackageResources.words_en_json).filter { !$0.value.isEmpty }

    /// Returns whether evalrun has all page texts in `language`.
    static func isBuiltIn(_ language: String) -> Bool {
        ["en", "ar"].contains(baseLanguage(language))
    }

    private static func read(_ bytes: [UInt8]) -> [String: String] {
        let members = (try? JSONNode(reading: string(bytes)))?.members ?? []
        return members.reduce(into: [:]) { $0[$1.key] = $1.value.string }
    }
}

private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
