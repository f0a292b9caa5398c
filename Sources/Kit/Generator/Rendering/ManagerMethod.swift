/// A method of the manager. If there is an interface, its protocol requires the method.
struct ManagerMethod: Sendable {
    var sentence: String
    var name: String
    /// The parameters as Swift declares them.
    var parameters: [String]
    /// Type of the result; empty if there is no result.
    var result: String
    /// The statements of the method.
    var body = ""
    /// Whether the signature contains a type from Foundation.
    var isOfFoundation = false
    /// Whether the signature contains the `Identity` type of a record.
    var namesIdentity = false

    /// The method as a protocol requirement: `sentence` as a documentation comment, and the
    /// signature.
    var requirement: String {
        "\(comment(sentence))\n\(callerSignature(name, parameters, effects))"
    }

    /// Returns the method up to its body: `sentence` as a documentation comment, and the signature.
    func beginning(_ access: GenerationOptions.Access) -> String {
        "\(comment(sentence))\n\(head(access))"
    }

    /// Returns `sentence` as a documentation comment, followed by the whole method. The method is
    /// on one line if that line fits.
    func code(_ access: GenerationOptions.Access) -> Code {
        let head = head(access)
        let line = "\(head) \(body) }"
        if fits(line, 4), !line.utf8.contains(UInt8(ascii: "\n")) {
            return "\(comment(sentence))\n\(line)"
        }
        return "\(comment(sentence))\n\(head)\n\(indented(body, 1))\n}"
    }

    private func head(_ access: GenerationOptions.Access) -> String {
        callerSignature(name, parameters, "\(effects) {", access)
    }

    private var effects: String { "async throws\(result.isEmpty ? "" : " -> \(result)")" }
}
