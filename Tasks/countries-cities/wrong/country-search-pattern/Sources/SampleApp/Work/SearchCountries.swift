import Foundation

/// The countries whose name contains `text`, ignoring case, sorted by name.
func searchCountries(_ text: String) async throws -> [CountryRow] {
    let pattern = try NSRegularExpression(pattern: text, options: .caseInsensitive)
    return try await SampleManager.shared.countries.list()
        .filter {
            let name = $0.name ?? ""
            let whole = NSRange(name.startIndex..., in: name)
            return pattern.firstMatch(in: name, range: whole) != nil
        }
        .sorted { ($0.name ?? "") < ($1.name ?? "") }
        .map { CountryRow(id: $0.id ?? "", name: $0.name ?? "") }
}
