import CacheStore
import DataAccess
import SeededRandom
import Testing

private enum Step: Sendable {
    case save(Person), insert(Team), update(Person), saveTeam(Team), locker(Locker), note(Note)
    case delete(String), deleteTeam(Int64), deleteAll(String)
    case handler(String, Int16, commits: Bool)

    static func any(_ random: inout SplitMix64) -> Step {
        let id = "p\(Int.random(in: 0...9, using: &random))"
        let team = Int64.random(in: 1...5, using: &random)
        let person = Person(
            isActive: Bool.random(using: &random),
            name: ["ada", "Ada", "Ümit", "bob", ""].randomElement(using: &random) ?? "",
            number: Bool.random(using: &random) ? nil : Int16.random(in: 0...4, using: &random),
            personID: id,
            team: Bool.random(using: &random) ? nil : Team.Identity(team)
        )
        switch Int.random(in: 0...10, using: &random) {
        case 0, 1, 2: return .save(person)
        case 3: return .insert(Team(id: team, name: "t\(team)"))
        case 4: return .update(person)
        case 5: return .saveTeam(Team(id: team, name: "x"))
        case 6: return .locker(Locker(code: id, team: person.team))
        case 7: return .note(Note(text: "n", person: Person.Identity(id)))
        case 8: return .delete(id)
        case 9: return Bool.random(using: &random) ? .deleteTeam(team) : .deleteAll("number > 3")
        default:
            return .handler(
                "isActive == YES AND number != nil",
                Int16.random(in: 0...4, using: &random),
                commits: Bool.random(using: &random)
            )
        }
    }

    /// What came of it, in words.
    func run(_ club: Club) async -> String {
        do {
            switch self {
            case .save(let person): return "\(try await club.people.save(person))"
            case .insert(let team): return "\(try await club.teams.insert(team))"
            case .update(let person): return "\(try await club.people.update(person))"
            case .saveTeam(let team): return "\(try await club.teams.save(team))"
            case .locker(let locker): return "\(try await club.lockers.save(locker))"
            case .note(let note): return "\(try await club.notes.save(note))"
            case .delete(let id): return "\(try await club.people.delete(Person.Identity(id)))"
            case .deleteTeam(let id): return "\(try await club.teams.delete(Team.Identity(id)))"
            case .deleteAll(let filter):
                return "\(try await club.people.delete(DataQuery(filter: .init(filter))))"
            case .handler(let filter, let number, let commits):
                let query = DataQuery(filter: .init(filter), orderBy: [.descending("name")], top: 3)
                return
                    "\(try await club.people.list(query) { people in for index in people.indices { people[index].number = number }; return commits ? .commit : .rollback })"
            }
        } catch StoreError.brokenRelationship {
            // Of several that are broken, each names one.
            return "a broken relationship"
        } catch {
            return "\(error)"
        }
    }
}

private func state(_ club: Club) async throws -> [String] {
    let query = DataQuery(
        filter: "name CONTAINS[cd] 'a' OR team.name == 'x' OR number BETWEEN {1, 3}",
        orderBy: [.ascending("number"), .descending("name")],
        top: 6,
        skip: 1
    )
    return [
        "\(try await club.people.list())", "\(try await club.teams.list())",
        "\(try await club.lockers.list())", "\(try await club.notes.list())",
        "\(try await club.people.list(query))", "\(try await club.people.count(query))",
    ]
}

/// Two implementations, one script: the same answers, the same errors, the same records.
@Test(arguments: 0..<6) func theImplementationsAgreeOnRandomWork(_ seed: UInt64) async throws {
    let (store, memory) = (try Club(.store), try Club(.memory))
    var random = SplitMix64(seed: seed)
    for number in 0..<150 {
        let step = Step.any(&random)
        let (first, second) = (await step.run(store), await step.run(memory))
        #expect(first == second, "step \(number): \(step)")
        if number % 5 == 0 { #expect(try await state(store) == state(memory)) }
    }
    #expect(try await state(store) == state(memory))
}
