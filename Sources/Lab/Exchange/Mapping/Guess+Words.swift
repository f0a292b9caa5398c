extension Guess {
    /// Usual headings of tables, in lowercase.
    enum Words {
        static let participant: Set<String> = [
            "participant", "participant id", "participants", "subject", "subject id", "pid",
            "respondent", "person", "teilnehmer", "proband", "vp", "sujet", "participante",
            "participant code", "participant number", "participant no", "uczestnik", "developer",
            "dev", "osoba", "subj", "versuchsperson", "probandin",
        ]
        /// Headings that mean participants in some tables and something else in others.
        static let perhapsParticipant: Set<String> = [
            "id", "response id", "user", "user id", "code", "token", "responseid", "case", "serial",
            "id. response id", "token. token", "token. access code",
        ]
        /// Headings of columns in which survey programs store a parameter of the survey's URL. The
        /// parameter may be the participant's code.
        static let reference: Set<String> = ["ref", "externalreference"]
        /// Words in the headings and questions of columns that contain participant codes.
        static let code: Set<String> = [
            "code", "codes", "id", "identifier", "participant", "subject", "respondent", "token",
            "pseudonym", "nickname", "kürzel", "kennung", "vpn", "kod", "pseudo",
        ]
        /// Returns whether a word means the code of a participant. German compounds such as
        /// `teilnehmernummer` are recognized too.
        static func meansCode(_ word: String) -> Bool {
            code.contains(word) || word.hasSuffix("code")
                || ["teilnehmer", "proband", "versuchsperson"].contains(where: word.hasPrefix)
        }
        static let task: Set<String> = [
            "task", "task id", "task name", "aufgabe", "exercise", "tarea", "tâche",
        ]
        static let taskSet: Set<String> = ["task set", "task_set", "set", "taskset", "form"]
        static let submitted: Set<String> = [
            "timestamp", "submitted", "submitdate", "date submitted", "zeitstempel", "date",
            "datum", "start date", "submitdate. date submitted", "recordeddate", "lastdata",
            "sygnatura czasowa",
        ]
        static let period: Set<String> = ["order", "period", "session order", "reihenfolge"]
        static let condition: Set<String> = [
            "condition", "group", "treatment", "tool", "ide", "arm", "technique", "method",
            "system", "environment", "bedingung", "gruppe", "werkzeug",
        ]
        static let outcome: Set<String> = [
            "outcome", "success", "successful", "completed", "complete", "completion", "result",
            "status", "solved", "passed", "correct", "erfolg", "erfolgreich", "gelöst", "ergebnis",
            "ok", "fail", "failed", "failure", "geschafft", "bestanden",
        ]
        /// Words of `outcome` that show, in the heading of a column, that the column answers a
        /// yes-or-no question. In such a column, each word in `yes`, such as `1`, means success.
        static let yesNo = outcome.subtracting([
            "outcome", "result", "status", "ergebnis", "fail", "failed", "failure",
        ])
        /// Words that the heading of a column of outcomes may contain besides a word in `outcome`.
        static let outcomeFillers = task.union([
            "a", "an", "and", "answer", "attempt", "by", "code", "did", "final", "flag", "has",
            "have", "in", "is", "it", "no", "not", "of", "on", "or", "participant", "s", "t",
            "tasks", "the", "this", "trial", "user", "was", "were", "with", "you", "your",
            "successfully", "unsuccessful", "die", "der", "das", "wurde", "war", "aufgaben",
        ])
        /// Cells that mean a missing time, in columns of times or of outcomes. The words are in
        /// lowercase.
        static let noTime: Set<String> = [
            "dnf", "did not finish", "not finished", "timeout", "time out", "timed out", "fail",
            "failed", "gave up", "aborted", "abort", "abgebrochen", "abbruch", "x", "--", "—",
        ]
        /// Words in the headings of columns of durations, whatever the unit.
        static let duration: Set<String> = [
            "time", "times", "duration", "zeit", "dauer", "temps", "durée", "tiempo", "czas",
        ]
        /// Words in the headings of columns whose numbers are not durations, even if the heading
        /// names a unit of time.
        static let rate: Set<String> = [
            "speed", "rate", "wpm", "cpm", "throughput", "velocity", "frequency", "hz", "fps",
            "bpm",
            "percent", "percentage", "prozent", "geschwindigkeit", "ln", "logarithm", "logtime",
            "logrt", "logduration", "lntime", "lnrt",
        ]
        /// Words in the headings of columns of start times (times of day).
        static let start: Set<String> = [
            "start", "started", "begin", "began", "beginning", "starttime", "anfang", "beginn",
            "startzeit", "inicio", "début",
        ]
        /// Words in the headings of columns of end times (times of day).
        static let end: Set<String> = [
            "end", "ended", "stop", "stopped", "finish", "finished", "endtime", "ende", "endzeit",
            "fin",
        ]
        static let units: [(unit: String, words: Set<String>)] = [
            ("ms", ["ms", "msec", "millis", "milliseconds", "millisekunden"]),
            ("min", ["min", "mins", "minute", "minutes", "minuten"]),
            ("s", ["s", "sec", "secs", "second", "seconds", "sek", "sekunden"]),
        ]
        static let time: Set<String> = [
            "time", "times", "seconds", "second", "secs", "sec", "duration", "ms", "minutes", "min",
            "zeit", "dauer", "temps", "tiempo", "task", "aufgabe", "t",
        ]
        /// Words in the headings of columns of ratings. These columns hold no times, even if their
        /// numbers look like times.
        static let rating: Set<String> = [
            "rating", "score", "effort", "demand", "difficulty", "difficult", "ease", "easy",
            "satisfaction", "satisfied", "mental", "physical", "temporal", "performance",
            "frustration", "confidence", "workload", "likert", "tlx", "seq", "smeq", "umux", "nps",
            "agree", "useful", "usability", "pressure", "age", "years", "experience", "errors",
            "error", "clicks", "count", "bewertung", "aufwand", "schwierigkeit", "ocena", "wiek",
        ]
        /// Words in the headings of columns of estimated times, which are not times on task.
        static let forecast: Set<String> = [
            "predicted", "prediction", "estimate", "estimated", "estimation", "expected",
            "forecast", "planned", "budget", "limit", "geschätzt", "schätzung", "erwartet",
        ]
        static let problem: Set<String> = [
            "problem", "issue", "up", "usability", "finding", "defect", "p",
        ]
        /// Lowercase words that usually begin the summary rows of a table, such as a row of means.
        static let summary: Set<String> = [
            "mean", "average", "avg", "median", "sd", "std", "std dev", "std.dev", "stdev",
            "standard deviation", "sum", "total", "totals", "grand total", "min", "max", "n",
            "count", "variance", "mittelwert", "summe", "gesamt", "standardabweichung",
            "średnia", "suma", "odchylenie standardowe", "moyenne", "total général", "media",
            "means", "mean (sd)", "stddev", "durchschnitt", "mittel", "stabw",
        ]
        /// Words of `summary` that are hardly ever codes or names of participants.
        static let certainSummary = summary.subtracting(["n", "sd", "std", "min", "max", "media"])
        static let yes: Set<String> = [
            "yes", "y", "true", "1", "done", "ok", "ja", "oui", "sí", "si",
        ]
        static let no: Set<String> = [
            "no", "n", "false", "0", "not done", "nein", "non", "nie", "incorrect", "wrong",
        ]
        static let success: Set<String> = [
            "success", "successful", "pass", "passed", "completed", "complete", "correct", "solved",
        ]
    }
}
