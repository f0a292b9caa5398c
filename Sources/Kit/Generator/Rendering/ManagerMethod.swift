/// A method of the manager, and a requirement of the protocol that an interface has of it.
struct ManagerMethod: Sendable {
    var sentence: String
    var name: String
    /// Each as Swift declares it.
    var parameters: [String]
    /// Type of the result; empty for none.
    var result: String
    /// Statements.
    var body = ""
    /// Whether the signature names a type of Foundation.
    var isOfFoundation = false
    /// Whether the signature names the identity of a record.
    var namesIdentity = false

    /// The sentence and the signature, as a protocol has them.
    var requirement: String {
        "\(comment(sentence))\n\(callerSignature(name, parameters, effects))"
    }

    /// The sentence and the beginning of the method, up to its body.
    func beginning(_ access: GenerationOptions.Access) -> String {
        "\(comment(sentence))\n\(head(access))"
    }

    /// The sentence and the method, on one line where it fits.
    func code(_ access: GenerationOptions.Access) -> Code {
        let head = head(access)
        let line = "\(head) \(body) }"
        if !line.contains("\n"), fits(line, 4) { return "\(comment(sentence))\n\(line)" }
        return "\(comment(sentence))\n\(head)\n\(indented(body, 1))\n}"
    }

    private func head(_ access: GenerationOptions.Access) -> String {
        callerSignature(name, parameters, "\(effects) {", access)
    }

    private var effects: String { "async throws\(result.isEmpty ? "" : " -> \(result)")" }
}
