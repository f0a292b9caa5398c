import Foundation
import StudyDefinition

/// The distinct questions in the table `answers`, numbered in the order of their first occurrence.
struct KnownQuestions {
    private(set) var keys: [SessionRecord.AnswerKey] = []
    /// The components of each element of ``keys``, as UTF-8 bytes, for comparison with the bytes in
    /// a row.
    private var parts:
        [(condition: [UInt8], questionnaire: [UInt8], item: [UInt8], task: [UInt8], run: Int)] = []
    private var expected = 0

    /// Returns the index of a question in ``keys``, and adds the question if it is new. Sessions
    /// usually contain the same questions in the same order, so the search starts after the
    /// question found last.
    mutating func number(
        condition: UnsafeRawBufferPointer,
        questionnaire: UnsafeRawBufferPointer,
        item: UnsafeRawBufferPointer,
        task: UnsafeRawBufferPointer,
        run: Int
    ) -> Int {
        for _ in keys.indices {
            if expected >= keys.count { expected = 0 }
            let known = parts[expected]
            expected += 1
            if run == known.run, item.isEqual(to: known.item),
                questionnaire.isEqual(to: known.questionnaire),
                condition.isEqual(to: known.condition),
                task.isEqual(to: known.task)
            {
                return expected - 1
            }
        }
        keys.append(
            .init(
                condition: String(decoding: condition, as: UTF8.self),
                questionnaire: String(decoding: questionnaire, as: UTF8.self),
                item: String(decoding: item, as: UTF8.self),
                task: String(decoding: task, as: UTF8.self),
                run: run
            )
        )
        parts.append((Array(condition), Array(questionnaire), Array(item), Array(task), run))
        expected = keys.count
        return keys.count - 1
    }
}

/// A cache of decoded answers, keyed by a hash of their stored bytes. Repeated answers are neither
/// decoded nor copied again. Long answers rarely repeat and are not cached.
final class RememberedAnswers {
    private struct Known {
        var raw: [UInt8]
        var meaning: [UInt8]
        var value: AnswerValue
    }

    private var known: [UInt64: [Known]] = [:]
    private var count = 0
    private let decoder = JSONDecoder()

    func value(raw: UnsafeRawBufferPointer, meaning: UnsafeRawBufferPointer) throws -> AnswerValue {
        let isShort = raw.count + meaning.count < 300
        let hash = isShort ? RememberedAnswers.hash(meaning, RememberedAnswers.hash(raw)) : 0
        if isShort, let same = known[hash],
            let found = same.first(where: {
                raw.isEqual(to: $0.raw) && meaning.isEqual(to: $0.meaning)
            })
        {
            return found.value
        }
        let value = AnswerValue(
            raw: String(decoding: raw, as: UTF8.self),
            meaning: try decoder.decode(AnswerValue.Meaning.self, from: Data(meaning))
        )
        if isShort, count < 10_000 {
            known[hash, default: []].append(
                Known(raw: Array(raw), meaning: Array(meaning), value: value)
            )
            count += 1
        }
        return value
    }

    /// Returns the FNV-1a hash of the bytes.
    private static func hash(
        _ bytes: UnsafeRawBufferPointer,
        _ start: UInt64 = 0xcbf2_9ce4_8422_2325
    ) -> UInt64 {
        var hash = start
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        return hash
    }
}
