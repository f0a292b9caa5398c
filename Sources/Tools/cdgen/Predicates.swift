import ArgumentParser
import Diagnostics
import JSON
import QueryForm
import QueryLanguage

struct Predicates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "predicate",
        abstract: "Reads predicate text, and says whether it holds for an object.",
        subcommands: [Parse.self, Evaluate.self]
    )

    struct Parse: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "parse",
            abstract: "Prints predicates in their canonical form, or their faults."
        )

        @OptionGroup var input: Input

        func run() throws {
            try reportingDiagnostics { try input.run { try $0.parsed() } }
        }
    }

    struct Evaluate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "evaluate",
            abstract: "Says whether predicates hold for objects given as JSON."
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

        @Option(help: "The arguments of %@, %K and their kin, as a JSON list.")
        var args: String = "[]"

        @Option(
            help: """
                A file with one JSON object a line: "format", "args", "object", "bindings". "-" is \
                standard input. Gives one line of JSON for each, in order.
                """
        )
        var batch: String?

        func validate() throws {
            if (predicate == nil) == (batch == nil) {
                throw ValidationError("give a predicate or --batch FILE.jsonl")
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
                        return .failed(error)
                    }
                }
            }
            try runOne(object, bindings, body)
        }

        private func runOne(
            _ object: String,
            _ bindings: String,
            _ body: (PredicateCase) throws -> PredicateOutcome
        ) throws {
            let one = PredicateCase(
                format: predicate ?? "",
                arguments: try json(args, "--args").elements ?? [],
                object: try json(object, "--object"),
                bindings: try json(bindings, "--bindings").members ?? [:]
            )
            do {
                let outcome = try body(one)
                say(warnings: one.diagnostics(outcome.warnings, .warning))
                try Output.write(bytes: (outcome.text + "\n").utf8)
            } catch let error as PredicateFailure {
                throw DiagnosticError(one.diagnostics(error.errors, .error))
            }
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
