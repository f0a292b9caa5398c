import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

/// Parameters of the simulation model, from which simulated participants are drawn.
struct ModelOptions: ParsableArguments {
    @Option(
        help: """
            Effect of a condition, such as "generator:time=0.7,completion=+0.1". "time" multiplies \
            the times, "completion" is added to the share of completed tasks. Repeat the option \
            for more conditions.
            """
    )
    var effect: [String] = []
    @Option(help: "Share of tasks completed in a condition without an effect (default 0.87).")
    var completion: Double?
    @Option(help: "Standard deviation of ln(time) within a person (default 0.35).")
    var spread: Double?
    @Option(help: "Between-person standard deviation of ln(time) (default 0.35).")
    var pace: Double?

    func validate() throws {
        guard completion.map({ (0...1).contains($0) }) ?? true else {
            throw ValidationError("--completion must be from 0 to 1.")
        }
        guard spread.map({ $0 >= 0 && $0 <= 3 }) ?? true, pace.map({ $0 >= 0 && $0 <= 3 }) ?? true
        else { throw ValidationError("--spread and --pace must be from 0 to 3.") }
    }

    /// Returns the simulation model with the given options; nil if no option is given.
    ///
    /// - Parameter plan: the plan that the simulated participants follow, if there is one.
    func model(
        _ study: Study,
        plan: ExperimentPlan?
    ) throws(DiagnosticError) -> SimulationModel? {
        guard !effect.isEmpty || completion != nil || spread != nil || pace != nil else {
            return nil
        }
        var model = SimulationModel()
        for text in effect { try model.add(text, study: study) }
        try model.requirePlayedConditions(study, plan: plan)
        model.completion = completion ?? model.completion
        model.spread = spread ?? model.spread
        model.pace = pace ?? model.pace
        try model.requirePossibleShares()
        return model
    }
}

/// Returns the plan at `path`. If `path` is nil, returns the plan in the folder of the results
/// file, or nil if that folder contains no plan of the study.
///
/// - Parameters:
///   - participant: the participant whose rows must fit the study; nil if all rows must fit.
///   - remark: called with a message if the folder contains the plan of another study.
func plan(
    at path: String?,
    besides results: String,
    for study: Study,
    participant: String? = nil,
    remark: (String) -> Void = { Output.complain("note: \($0)") }
) throws(DiagnosticError) -> ExperimentPlan? {
    if let path {
        let url = URL(fileURLWithPath: path)
        return try PlanFile.read(url, for: study, participant: participant)
    }
    let url = planFile(beside: results)
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    switch try PlanFile.content(of: url, for: study, participant: participant) {
    case .plan(let plan): return plan
    case .otherStudy(let id):
        remark(
            "\(url.path) is the plan of another study, \"\(id)\", so it is ignored; if this study "
                + "has a plan, give it with --plan"
        )
        return nil
    }
}

/// Calls `body` with a temporary folder, which is removed afterwards.
func withScratch<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let scratch = try ScratchFolder.temporary()
    defer { scratch.remove() }
    return try await body(scratch.url)
}
