import ArgumentParser
import Diagnostics
import JSON
import QueryForm
import QueryLanguage

struct Predicates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "predicate",
        abstract: "Parses predicates, and evaluates them for objects.",
        subcommands: [Parse.self, Evaluate.self]
    )

    struct Parse: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "parse",
            abstract: "Prints predicates in canonical form, or their errors."
        )

        @OptionGroup var input: Input

        func run() throws { try reportingDiagnostics { try input.run { try $0.parsed() } } }
    }

    struct Evaluate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "evaluate",
            abstract: "Evaluates predicates for objects given as JSON."
        )

        @OptionGroup var input: Input

        @Option(help: "The object, as JSON.")
        var object: String = "null"

        @Option(help: "The values of variables, as a JSON object: {\"text\": \"a\"}.")
        var bindings: String = "{}"

        func run() throws {
            try reportingDiagnostics {
                try input.run(object: object, bindings: bindings) { try $0.evaluated() }
            }
        }
    }

    struct Input: ParsableArguments {
        @Argument(help: "The predicate.")
        var predicate: String?

        @Option(help: "The arguments for placeholders such as %@ and %K, as a JSON list.")
        var args: String = "[]"

        @Option(
            help: """
                A file, or "-" for standard input. Each line is a JSON object with the keys \
                "format", "args", "object" and "bindings". Prints one line of JSON for each object.
                """
        )
        var batch: String?

        func validate() throws {
            if predicate != nil, batch != nil {
                throw ValidationError("give a predicate or --batch FILE.jsonl, not both")
            }
            if predicate == nil, batch == nil {
                // The parser takes a predicate such as "-a == 1" for an option.
                throw ValidationError(
                    "give a predicate or --batch FILE.jsonl; write -- before a predicate that "
                        + "begins with a dash"
                )
            }
        }

        func run(
            object: String = "null",
            bindings: String = "{}",
            _ body: (PredicateCase) throws -> PredicateOutcome
        ) throws {
            if let batch {
                return try runBatch(batch) { line in
                    do {
                        return try body(try PredicateCase(line: line))
                    } catch let error as PredicateFailure {
                        return PredicateOutcome(canonical: "", warnings: [], failure: error)
                    }
                }
            }
            let one = PredicateCase(
                format: predicate ?? "",
                arguments: try json(args, "--args", "a list", \.elements),
                object: try json(object, "--object"),
                bindings: try json(bindings, "--bindings", "an object", \.members)
            )
            do {
                let outcome = try body(one)
                say(warnings: one.diagnostics(outcome.warnings, .warning))
                try Output.write(bytes: (outcome.text + "\n").utf8)
            } catch let error as PredicateFailure {
                throw DiagnosticError(one.diagnostics(error.errors, .error))
            }
        }

        /// Parses the JSON text of an option, and returns the result of `contents` for the parsed
        /// value.
        ///
        /// - Parameter kind: the kind of the value, such as "a list", for the error.
        /// - Throws: `DiagnosticError` if the text is not JSON, or if `contents` returns nil.
        private func json<Contents>(
            _ text: String,
            _ option: String,
            _ kind: String,
            _ contents: (QueryValue) -> Contents?
        ) throws -> Contents {
            if let found = contents(try json(text, option)) { return found }
            throw DiagnosticError(
                "bad-json",
                at: .init(file: option),
                "the value is not \(kind)",
                status: .usage
            )
        }

        private func json(_ text: String, _ option: String) throws -> QueryValue {
            do {
                return try QueryValue(json: text)
            } catch {
                throw DiagnosticError(
                    "bad-json",
                    at: .init(file: option, line: error.line, column: error.column),
                    error.problem,
                    expected: error.expected,
                    status: .usage
                )
            }
        }
    }
}
