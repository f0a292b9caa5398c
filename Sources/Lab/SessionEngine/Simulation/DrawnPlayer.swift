import ResultsStore
import StudyDefinition

/// Player of a simulated session. It answers each screen as the drawn person or the facilitator
/// would.
struct DrawnPlayer {
    private var person: DrawnPerson
    private var deeds: [DrawnPerson.Deed] = []
    private let study: Study
    /// For each questionnaire, whether a lower answer to an item is better.
    private let isLowerBetter: [String: [String: Bool]]
    private let clock: SimulatedClock
    private let service: SimulatedService
    private let leavesAt: Int?
    private var tasks = 0

    init(
        person: DrawnPerson,
        study: Study,
        isLowerBetter: [String: [String: Bool]],
        clock: SimulatedClock,
        service: SimulatedService
    ) {
        (self.study, self.clock, self.service) = (study, clock, service)
        self.isLowerBetter = isLowerBetter
        var person = person
        // A few persons do not finish the session.
        leavesAt = person.strays(0.02) ? 1 + (person.happens(0.5) ? 1 : 0) : nil
        self.person = person
    }

    /// Returns the messages with which the person responds to a screen. Nil if the person quits the
    /// study.
    mutating func messages(for screen: Screen) -> [any Pressed]? {
        switch screen.moment {
        case .busy, .over: return []
        case .confirm: return [Continue(at: pass(5))]
        case .reading: return [Continue(at: pass(90))]
        case .decline, .consentReview: return [Continue(at: pass(2))]
        case .consent: return [Agree(at: pass(60))]
        case .consentOption(let id):
            let isRequired = study.phases.contains {
                if case .consent(let consent) = $0 {
                    consent.options.contains { $0.id == id && $0.required }
                } else {
                    false
                }
            }
            return isRequired || person.happens(0.7)
                ? [Agree(at: pass(4))] : [Refuse(at: pass(4))]
        case .question(let key): return question(key, screen)
        case .answered: return [Continue(at: pass(1))]
        case .ready(let id, let condition): return start(id, condition)
        case .running, .paused, .held, .givingUp, .limit, .unsaved, .failed, .faulty:
            return task(screen)
        case .ending: return [Agree(at: clock.now)]
        case .wording: return [Typed(text: "drawn by chance", numbered: false, at: pass(4))]
        case .trouble, .leaving, .explaining, .coding, .rating: return nil
        }
    }

    private mutating func pass(_ seconds: Double) -> Stamp {
        clock.advance(by: Int64(person.seconds(seconds) * 1e9))
        return clock.now
    }

    private mutating func question(_ key: SessionRecord.AnswerKey, _ screen: Screen)
        -> [any Pressed]?
    {
        let questionnaire = study.questionnaires.first { $0.id == key.questionnaire }
        guard let item = questionnaire?.items.first(where: { $0.id == key.item }),
            !screen.isRefusal
        else { return nil }
        let typed = person.answer(
            item,
            condition: key.condition,
            isLowerBetter: isLowerBetter[key.questionnaire]?[key.item]
        )
        let now = pass(7)
        return typed.isEmpty
            ? [Continue(at: now)] : [Typed(text: typed, numbered: true, at: now)]
    }

    private mutating func start(_ id: String, _ condition: String) -> [any Pressed]? {
        tasks += 1
        if let leavesAt, tasks > leavesAt { return nil }
        guard let task = study.tasks.first(where: { $0.id == id }) else { return nil }
        if person.strays(0.005) { return [Skip(reason: "drawn by chance", at: pass(3))] }
        deeds = person.deeds(task, condition: condition)
        return [Continue(at: pass(6))]
    }

    private mutating func task(_ screen: Screen) -> [any Pressed]? {
        switch screen.moment {
        case .paused: return [Continue(at: pass(40))]
        case .held, .unsaved: return [Continue(at: pass(2))]
        case .limit, .givingUp: return [EndTask(at: pass(2))]
        case .faulty: return [EndTask(at: pass(3))]
        case .failed:
            if person.happens(0.6) {
                let stopped = screen.clock?.elapsed ?? 0
                let verdict = person.happens(0.8) ? Verdict.passed : .failed
                deeds = [.init(at: stopped + 45_000_000_000, act: .done(verdict))]
                return [GoOn(at: pass(4))]
            }
            return [person.happens(0.3) ? Accept(at: pass(5)) : EndTask(at: pass(5))]
        default: return running(screen)
        }
    }

    private mutating func running(_ screen: Screen) -> [any Pressed]? {
        guard let deed = deeds.first, let shown = screen.clock, let since = shown.since else {
            return nil
        }
        let limit = Int64(shown.limit * 1e9)
        clock.move(to: since.advanced(by: min(deed.at, limit) - shown.elapsed))
        guard deed.at < limit else { return [Tick(at: clock.now)] }
        deeds.removeFirst()
        switch deed.act {
        case .mark(let kind):
            // The text of a note is typed on the next screen. Other marks get an empty text, so
            // that no screen asks for one.
            return [MarkPressed(kind: kind, words: kind == .note ? nil : "", at: clock.now)]
        case .undo: return [Undo(at: clock.now)]
        case .pause: return [Pause(at: clock.now)]
        case .giveUp: return [GiveUp(at: clock.now)]
        case .done(let verdict):
            service.set(verdict)
            return [Done(at: clock.now)]
        }
    }
}
