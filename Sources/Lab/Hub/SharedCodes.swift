extension HubStatus {
    /// A participant code under which the hub has sessions of several people from one lab. A
    /// results file with the sessions of one of these people leaves out the sessions of the others.
    package struct SharedCode: Sendable, Hashable {
        package var study: String
        package var lab: String
        package var code: String
        /// Number of sessions with the code that conflict with another session.
        package var sessions: Int64
    }

    /// Query for the shared codes. As in a merge, two sessions with the same code count as sessions
    /// of two people if both of these conditions are met:
    ///
    /// - They began in different copies of a results file.
    /// - They do not have different numbers in the participant's plan.
    ///
    /// The first event's payload is JSON without spaces and with sorted keys, in which `"` in a text
    /// is escaped.
    static let sharedCodes = Connection.Statement(
        """
        WITH begun AS (
            SELECT DISTINCT s.study, s.lab, s.participant, s.session, e.origin,
                substring(e.payload FROM '"period":([0-9]+)') AS period
            FROM (SELECT study, lab, participant, session,
                    count(*) OVER (PARTITION BY study, lab, participant) AS total
                FROM evalrun.sessions) AS s
            JOIN evalrun.ranges r ON r.study = s.study AND r.lab = s.lab
                AND r.session = s.session AND r.first = 1
            JOIN evalrun.events e ON e.study = r.study AND e.lab = r.lab
                AND e.session = r.session AND e.origin = r.origin AND e.number = 1
            WHERE s.total > 1)
        SELECT study, lab, participant, count(*) FROM begun AS one
        WHERE EXISTS (SELECT 1 FROM begun AS other
            WHERE other.study = one.study AND other.lab = one.lab
                AND other.participant = one.participant AND other.session <> one.session
                AND other.origin <> one.origin
                AND (other.period = one.period OR other.period IS NULL OR one.period IS NULL))
        GROUP BY study, lab, participant ORDER BY study, lab, participant
        """
    )

    /// Query for the number of people who have begun each study. The number of people with one code
    /// is the largest number of copies in which sessions with the code and the same number in the
    /// plan began. A session without such a number counts for each number.
    static let begun = Connection.Statement(
        """
        WITH begun AS (
            SELECT s.study, s.lab, s.participant, min(e.origin::text) AS origin,
                min(substring(e.payload FROM '"period":([0-9]+)')) AS period
            FROM evalrun.sessions s
            JOIN evalrun.ranges r ON r.study = s.study AND r.lab = s.lab
                AND r.session = s.session AND r.first = 1
            JOIN evalrun.events e ON e.study = r.study AND e.lab = r.lab
                AND e.session = r.session AND e.origin = r.origin AND e.number = 1
            WHERE e.payload LIKE '%"pilot":false%'
                AND e.payload NOT LIKE '%"source":"script"%'
                AND e.payload NOT LIKE '%"source":"simulated"%'
            GROUP BY s.study, s.lab, s.participant, s.session)
        SELECT study, sum(people)::bigint FROM (
            SELECT study, max(people) AS people FROM (
                SELECT one.study, one.lab, one.participant, count(DISTINCT other.origin) AS people
                FROM begun AS one
                JOIN begun AS other ON other.study = one.study AND other.lab = one.lab
                    AND other.participant = one.participant
                    AND (other.period = one.period OR other.period IS NULL)
                GROUP BY one.study, one.lab, one.participant, one.period) AS periods
            GROUP BY study, lab, participant) AS codes
        GROUP BY study
        """
    )
}
