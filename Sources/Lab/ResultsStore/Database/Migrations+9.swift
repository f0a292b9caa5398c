extension Migrations {
    /// SQL that adds the column `run` to the table `answers`. If a task has several runs, the same
    /// question can then be answered after each run.
    static let version9 = """
        CREATE TABLE answers_9 (
            session INTEGER NOT NULL REFERENCES sessions (id),
            condition TEXT NOT NULL,
            questionnaire TEXT NOT NULL,
            item TEXT NOT NULL,
            task TEXT NOT NULL,
            run INTEGER NOT NULL,
            raw TEXT NOT NULL,
            meaning TEXT NOT NULL CHECK (json_valid(meaning)),
            contradicts INTEGER NOT NULL,
            corrections INTEGER NOT NULL,
            submitted TEXT,
            event INTEGER NOT NULL REFERENCES events (id),
            front_end TEXT,
            PRIMARY KEY (session, condition, questionnaire, item, task, run)
        ) STRICT;
        INSERT INTO answers_9
            SELECT session, condition, questionnaire, item, task, 0, raw, meaning, contradicts,
                corrections, submitted, event, front_end
            FROM answers;
        DROP TABLE answers;
        ALTER TABLE answers_9 RENAME TO answers;
        """
}
