import Foundation

/// Long checks of the statistics, for `make soak` and `make bench`:
///
///     Simulations coverage [rounds]      coverage of the default intervals, as a table
///     Simulations rates [rounds]         coverage of further intervals, error rates of tests
///     Simulations speed [participants]   time of all procedures of a report
///
/// Exit status 1 where a bar is missed.
let arguments = CommandLine.arguments.dropFirst()
let number = arguments.dropFirst().first.flatMap { Int($0) }
switch arguments.first {
case "coverage": exit(printCoverage(rounds: number ?? 100_000) ? 0 : 1)
case "rates": exit(printErrorRates(rounds: number ?? 2000) ? 0 : 1)
case "speed": exit(printSpeed(participants: number ?? 10_000) ? 0 : 1)
default:
    print("usage: Simulations coverage [rounds] | rates [rounds] | speed [participants]")
    exit(64)
}
