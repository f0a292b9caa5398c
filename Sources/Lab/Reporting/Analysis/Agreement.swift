import ResultsStore
import Statistics
import StudyDefinition

/// Agreement between the people who coded the same sessions: the facilitator during the session,
/// and raters afterwards.
///
/// A code is a mark or rating that was made in a task and was not undone. Practice tasks are left
/// out. A note is a code only if it names a codebook entry. The category of a code is its codebook
/// entry or, if it has no entry, its kind. Codebook entries in two versions of the study count as
/// one entry if they have the same id. Entries with the same title also count as one, unless a
/// version of the study contains both entries.
///
/// Two raters' codes are paired if both refer to the same mark of the facilitator. The remaining
/// codes are paired by time, one to one. Two codes can be paired by time if they are in the same
/// run and at most ``Agreement/window`` seconds apart on the run's clock. The closest codes are
/// paired first.
struct Agreement: Sendable {
    struct Pair: Sendable {
        var first: String
        var second: String
        /// Number of sessions that both raters coded to the end.
        var sessions: Int
        /// Whether both raters were blind in every session that both coded: they saw neither the
        /// outcomes nor the text of the facilitator's marks. A facilitator always counts as blind.
        var isBlind: Bool
        var codes: (first: Int, second: Int)
        var together: Int
        /// κ for agreement on the category of paired codes. Its interval is clipped to −1…1.
        var category: Computed<Kappa>
        /// Quadratically weighted κ for severity, over the pairs in which both codes have a
        /// severity.
        var severity: Computed<Double>
        /// κ for agreement on which categories occur in a run. Each combination of a run and a
        /// category is one case; a rater says yes if the rater coded the category in the run. The
        /// cases include all runs whose clock started, and all categories that either rater used.
        /// Sessions that only one rater coded are left out.
        var presence: Computed<Kappa>
    }

    /// Maximum distance between two codes that are paired by time, in seconds on the run's clock.
    static let window = 10.0
    static let facilitator = "the facilitator"

    var pairs: [Pair]
    /// Pairs of a rater and the participant of a session that the rater has not finished coding.
    /// The rater's codes for this session are not analyzed.
    var unfinished: [(rater: String, participant: String)]

    init(_ entries: [Entry], studies: [Study]) {
        let rated = entries.filter { !$0.record.raters.isEmpty }
        unfinished = rated.flatMap { entry in
            entry.record.raters.filter { !$0.isFinished }.map { ($0.name, entry.participant) }
        }
        let finished = rated.flatMap(\.record.raters).filter(\.isFinished).map(\.name)
        let names = ([Agreement.facilitator] + finished).distinct
        let ids = EntryIDs(studies)
        let sessions = rated.map { Coded($0, ids) }
        pairs = names.indices.flatMap { one in
            names.indices.dropFirst(one + 1).compactMap { two in
                Agreement.pair(names[one], names[two], sessions)
            }
        }
    }

    private static func pair(_ first: String, _ second: String, _ sessions: [Coded]) -> Pair? {
        let both = sessions.filter { $0.codes[first] != nil && $0.codes[second] != nil }
        guard !both.isEmpty else { return nil }
        let sides = both.map { ($0.codes[first] ?? [], $0.codes[second] ?? []) }
        let matches = sides.flatMap { Code.together($0, $1) }
        let categories = Code.categories(sides.flatMap { $0 + $1 })
        let severities = matches.compactMap { one, two in
            one.severity.flatMap { a in two.severity.map { (a, $0) } }
        }
        let units = zip(both, sides).flatMap { session, codes in
            session.runs.flatMap { run in
                categories.map { category in
                    (
                        codes.0.contains { $0.run == run && $0.category == category },
                        codes.1.contains { $0.run == run && $0.category == category }
                    )
                }
            }
        }
        return Pair(
            first: first,
            second: second,
            sessions: both.count,
            isBlind: both.allSatisfy { $0.isBlind(first) && $0.isBlind(second) },
            codes: (sides.reduce(0) { $0 + $1.0.count }, sides.reduce(0) { $0 + $1.1.count }),
            together: matches.count,
            category: cohensKappa(
                matches.map(\.0.category),
                matches.map(\.1.category),
                categories: categories
            ).map(\.clipped),
            severity: weightedKappa(
                severities.map(\.0),
                severities.map(\.1),
                categories: Array(1...4),
                weights: .quadratic
            ),
            presence: cohensKappa(units.map(\.0), units.map(\.1), categories: [false, true])
                .map(\.clipped)
        )
    }
}

extension Kappa {
    /// The interval of κ. Not computable if the standard error is 0, for example with only one case
    /// or if all cases agree. In these cases, the asymptotic interval has zero width.
    var usableInterval: Computed<Interval> {
        standardError > 0
            ? .value(interval)
            : .notComputable(because: "the asymptotic standard error is 0")
    }

    /// A copy with the interval clipped to the range of κ.
    fileprivate var clipped: Kappa {
        var result = self
        result.interval = interval.clipped(to: -1...1)
        return result
    }
}

/// A session with the codes of the facilitator, and of the raters who coded the whole session.
private struct Coded {
    /// Codes, keyed by rater; only for raters who have coded the whole session.
    var codes: [String: [Code]]
    /// Numbers of the runs whose clock started, except practice runs.
    var runs: [Int]
    private var seers: Set<String>

    init(_ entry: Entry, _ ids: EntryIDs) {
        let analysed = entry.record.runs.filter { !$0.practice }
        let runs = analysed.map(\.number)
        self.runs = analysed.filter(\.hasStarted).map(\.number)
        seers = Set(entry.record.raters.filter { !$0.isBlind }.map(\.name))
        func code(
            _ run: Int?,
            _ elapsed: Int64?,
            _ kind: Marked.Kind,
            _ code: String?,
            _ severity: Int?,
            _ mark: Int?
        ) -> Code? {
            guard let run, kind.isCode(code, run: run, in: runs) else { return nil }
            return Code(
                run: run,
                elapsed: elapsed,
                category: code.map { Code.Category.entry(ids.first(for: $0)) } ?? .kind(kind),
                severity: severity,
                mark: mark
            )
        }
        let marks = entry.record.marks.filter { !$0.isUndone }.compactMap {
            code($0.run, $0.elapsed, $0.kind, $0.code, $0.severity, $0.number)
        }
        codes = [Agreement.facilitator: marks]
        for rater in entry.record.raters where rater.isFinished {
            codes[rater.name] = entry.record.ratings.filter {
                $0.value.rater == rater.name && !$0.isUndone
            }
            .map(\.value).compactMap {
                code($0.run, $0.elapsed, $0.kind, $0.code, $0.severity, $0.mark)
            }
        }
    }

    func isBlind(_ rater: String) -> Bool { !seers.contains(rater) }
}

/// The ids of codebook entries, from all versions of a study.
private struct EntryIDs {
    /// One set for each entry, with the ids that the entry has in the versions of the study.
    private var sets: [Set<String>] = []

    /// Groups the ids of codebook entries. Ids with the same title count as one entry, unless a
    /// version of the study contains several of these ids.
    init(_ studies: [Study]) {
        let books = studies.map(\.codeTitles)
        for title in Set(books.flatMap(\.values)).sorted() {
            var ids = Set(books.flatMap { book in book.filter { $0.value == title }.keys })
            let known = sets.filter { !$0.isDisjoint(with: ids) }
            for set in known { ids.formUnion(set) }
            guard books.allSatisfy({ ids.intersection($0.keys).count < 2 }) else { continue }
            sets.removeAll { known.contains($0) }
            sets.append(ids)
        }
    }

    /// Returns the id that represents all ids of an entry: the first id in alphabetical order.
    func first(for id: String) -> String { sets.first { $0.contains(id) }?.min() ?? id }
}

private struct Code {
    var run: Int
    var elapsed: Int64?
    var category: Category
    var severity: Int?
    /// Number of a mark of the facilitator within the session. For a code of the facilitator, which
    /// is a mark, this is its own number. For a rater's code, this is the number of the mark to
    /// which the code refers; nil if it refers to no mark.
    var mark: Int?

    /// A codebook entry, identified by its id (``EntryIDs/first(for:)``), or the kind of a code
    /// without an entry.
    enum Category: Hashable {
        case entry(String)
        case kind(Marked.Kind)
    }

    static func categories(_ codes: [Code]) -> [Category] { codes.map(\.category).distinct }

    static func together(_ first: [Code], _ second: [Code]) -> [(Code, Code)] {
        var pairs: [(Code, Code)] = []
        var (left, right) = (first, second)
        for one in first {
            guard let mark = one.mark, let place = right.firstIndex(where: { $0.mark == mark }),
                let own = left.firstIndex(where: { $0.mark == mark })
            else { continue }
            pairs.append((one, right.remove(at: place)))
            left.remove(at: own)
        }
        let near = left.indices.flatMap { one in
            right.indices.compactMap { two -> (distance: Double, Int, Int)? in
                guard left[one].run == right[two].run, let a = left[one].elapsed,
                    let b = right[two].elapsed
                else { return nil }
                let distance = abs(Double(a) - Double(b)) / 1e9
                return distance <= Agreement.window ? (distance, one, two) : nil
            }
        }
        var (usedLeft, usedRight) = (Set<Int>(), Set<Int>())
        for (_, one, two) in near.sorted(by: { $0 < $1 })
        where !usedLeft.contains(one) && !usedRight.contains(two) {
            usedLeft.insert(one)
            usedRight.insert(two)
            pairs.append((left[one], right[two]))
        }
        return pairs
    }
}
