package import StudyDefinition

extension SessionResults {
    package func refuses(_ meaning: ConsentMeaning) -> Bool { consent?.refuses(meaning) == true }

    /// Removes all free text by and about the participant: text answers, output of the
    /// participant's programs in the reasons of checks, texts by the facilitator and the raters,
    /// and the reason for an exclusion.
    fileprivate mutating func withholdWords() {
        var count = 0
        func take(_ text: inout String) {
            if !text.isEmpty { count += 1 }
            text = ""
        }
        func takeOutput(_ reason: inout String) {
            let own = CheckFinished.withoutOutput(reason)
            if own != reason { count += 1 }
            reason = own
        }
        for index in answers.indices {
            guard case .text? = answers[index]?.value.meaning else { continue }
            answers[index]?.value = .withheld
            count += 1
        }
        for index in answers.indices where answers[index]?.amendment != nil {
            answers[index]?.amendment = ""
            count += 1
        }
        for index in attempts.indices { takeOutput(&attempts[index].reason) }
        for index in rechecks.indices { takeOutput(&rechecks[index].value.reason) }
        for index in marks.indices { take(&marks[index].text) }
        for index in ratings.indices { take(&ratings[index].value.text) }
        for index in reasons.indices { take(&reasons[index].text) }
        if var reason = exclusion {
            take(&reason)
            exclusion = reason
        }
        for index in reversedExclusions.indices {
            take(&reversedExclusions[index].excluded)
            take(&reversedExclusions[index].included)
        }
        withheld = count
    }
}

extension CheckFinished {
    /// Returns the reason of a check without the part that may quote the participant's programs and
    /// files. That part follows the first colon and space. The study's own words precede it.
    package static func withoutOutput(_ reason: String) -> String {
        reason.firstRange(of: ": ").map { String(reason[..<$0.lowerBound]) } ?? reason
    }
}

extension AnswerValue {
    /// The value that replaces a text answer of a participant who refused to be quoted. No
    /// participant can give this value, because an empty answer is stored as missing.
    package static let withheld = AnswerValue(raw: "", meaning: .text(""))
    package var isWithheld: Bool { meaning == .text("") }
}

extension ResultsTables {
    /// Extends each withdrawal of consent to all sessions of the participant. A merge can add a
    /// session of somebody who had withdrawn before.
    mutating func extendWithdrawals() {
        var reasons: [String: String] = [:]
        for session in sessions {
            if let reason = session.withdrawal { reasons[session.start.participant] = reason }
        }
        guard !reasons.isEmpty else { return }
        for index in sessions.indices where sessions[index].withdrawal == nil {
            sessions[index].withdrawal = reasons[sessions[index].start.participant]
        }
    }

    /// Removes the texts of marks and ratings that were taken back.
    mutating func removeUndoneWords() {
        for index in sessions.indices {
            for mark in sessions[index].marks.indices where sessions[index].marks[mark].isUndone {
                sessions[index].marks[mark].text = ""
            }
            for rating in sessions[index].ratings.indices
            where sessions[index].ratings[rating].isUndone {
                sessions[index].ratings[rating].value.text = ""
            }
        }
    }

    /// Removes free text from all sessions of each participant who refused the consent option
    /// `quote` at least once.
    mutating func withholdWords() {
        let silent = Set(sessions.filter { $0.refuses(.quote) }.map(\.start.participant))
        guard !silent.isEmpty else { return }
        for index in sessions.indices
        where silent.contains(sessions[index].start.participant) {
            sessions[index].withholdWords()
        }
    }
}
