extension Migrations {
    /// SQL that adds support for simulated sessions, plans, decisions made after a session,
    /// codebooks, second raters and erasures.
    static let version2 = """
        CREATE TABLE sessions_2 (
            id INTEGER PRIMARY KEY NOT NULL,
            participant TEXT NOT NULL REFERENCES participants (id),
            study TEXT NOT NULL REFERENCES studies (hash),
            conditions TEXT NOT NULL CHECK (json_valid(conditions)),
            source TEXT NOT NULL CHECK (source IN ('live', 'script', 'simulated', 'import')),
            simulated_clock INTEGER NOT NULL,
            pilot INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'finished', 'ended')),
            environment TEXT NOT NULL CHECK (json_valid(environment)),
            consent TEXT CHECK (consent IS NULL OR json_valid(consent)),
            started_wall_us INTEGER,
            last_wall_us INTEGER,
            plan TEXT CHECK (plan IS NULL OR json_valid(plan)),
            excluded TEXT,
            withdrawn TEXT
        ) STRICT;
        INSERT INTO sessions_2
            SELECT id, participant, study, conditions, source, simulated_clock, pilot, state,
                environment, consent, started_wall_us, last_wall_us, NULL, NULL, NULL
            FROM sessions;
        DROP TABLE sessions;
        ALTER TABLE sessions_2 RENAME TO sessions;
        CREATE INDEX sessions_by_participant ON sessions (participant);
        CREATE TABLE answers_2 (
            session INTEGER NOT NULL REFERENCES sessions (id),
            condition TEXT NOT NULL,
            questionnaire TEXT NOT NULL,
            item TEXT NOT NULL,
            task TEXT NOT NULL,
            raw TEXT NOT NULL,
            meaning TEXT NOT NULL CHECK (json_valid(meaning)),
            contradicts INTEGER NOT NULL,
            corrections INTEGER NOT NULL,
            submitted TEXT,
            event INTEGER NOT NULL REFERENCES events (id),
            PRIMARY KEY (session, condition, questionnaire, item, task)
        ) STRICT;
        INSERT INTO answers_2
            SELECT session, condition, questionnaire, item, '', raw, meaning, contradicts,
                corrections, submitted, event
            FROM answers;
        DROP TABLE answers;
        ALTER TABLE answers_2 RENAME TO answers;
        ALTER TABLE marks ADD COLUMN code TEXT;
        ALTER TABLE marks ADD COLUMN severity INTEGER;
        ALTER TABLE marks ADD COLUMN level INTEGER;
        CREATE TABLE rechecks (
            session INTEGER NOT NULL REFERENCES sessions (id),
            run INTEGER NOT NULL,
            attempt INTEGER NOT NULL,
            verdict TEXT NOT NULL CHECK (verdict IN ('passed', 'failed', 'fault')),
            step TEXT NOT NULL,
            reason TEXT NOT NULL,
            study TEXT NOT NULL,
            event INTEGER PRIMARY KEY NOT NULL REFERENCES events (id)
        ) STRICT;
        CREATE TABLE ratings (
            session INTEGER NOT NULL REFERENCES sessions (id),
            rater TEXT NOT NULL,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            code TEXT,
            severity INTEGER,
            level INTEGER,
            run INTEGER,
            time_on_task_ns INTEGER,
            text TEXT NOT NULL,
            blind INTEGER NOT NULL,
            event INTEGER NOT NULL REFERENCES events (id),
            PRIMARY KEY (session, rater, number)
        ) STRICT;
        CREATE TABLE erased (
            session INTEGER PRIMARY KEY NOT NULL,
            participant TEXT NOT NULL,
            study TEXT NOT NULL,
            erased_wall_us INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE reports (
            path TEXT PRIMARY KEY NOT NULL,
            last_event INTEGER NOT NULL,
            stale TEXT
        ) STRICT;
        CREATE TABLE locks (
            study TEXT PRIMARY KEY NOT NULL,
            hash TEXT NOT NULL,
            target INTEGER,
            terms TEXT NOT NULL CHECK (json_valid(terms)),
            locked_wall_us INTEGER NOT NULL
        ) STRICT;
        """
}
