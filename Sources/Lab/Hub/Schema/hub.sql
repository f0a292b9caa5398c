-- The hub of evalrun, which contains the results of one or more studies from several labs.
--
-- The study is the first column of every key, so that it can be the distribution column. There are
-- no sequences, notifications, advisory locks or deferrable constraints. Times of the server are
-- only shown to people; rows are ordered by number. Numbers have limits (2^40, and 2^50 for sums),
-- so that a row written by one lab cannot make a sum overflow for the other labs.

CREATE SCHEMA evalrun;

-- Versions of this schema, each with the identity of the hub.
CREATE TABLE evalrun.migrations (
    version bigint PRIMARY KEY,
    hub uuid NOT NULL
);

-- Accounts. The name of a lab or an analyst is the name of its role. The study of a lab is '*',
-- because a lab can take part in any study.
CREATE TABLE evalrun.members (
    study text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('lab', 'analyst')),
    PRIMARY KEY (study, name)
);

-- Definitions that sessions ran with.
CREATE TABLE evalrun.definitions (
    study text NOT NULL,
    lab text NOT NULL,
    hash text NOT NULL,
    version text NOT NULL,
    title text NOT NULL,
    definition text NOT NULL,
    PRIMARY KEY (study, lab, hash)
);

CREATE TABLE evalrun.definition_files (
    study text NOT NULL,
    lab text NOT NULL,
    definition text NOT NULL,
    path text NOT NULL,
    hash text NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (study, lab, definition, path),
    FOREIGN KEY (study, lab, definition) REFERENCES evalrun.definitions (study, lab, hash)
);

-- participant: the participant's code; lab and code together identify a person. place: the number
-- of the session in the results file from which it was first pushed.
CREATE TABLE evalrun.sessions (
    study text NOT NULL,
    lab text NOT NULL,
    session uuid NOT NULL,
    participant text NOT NULL,
    definition text NOT NULL,
    lock_hash text,
    place bigint NOT NULL CHECK (place BETWEEN 0 AND 1099511627776),
    PRIMARY KEY (study, lab, session)
);

-- The log. hash: the SHA-256 of the preceding event's hash and the salted digest of this event.
-- origin: identity of the copy of the results file that recorded the event. If two copies both
-- continued a session, their events have the same numbers but different hashes; all are kept.
CREATE TABLE evalrun.events (
    study text NOT NULL,
    lab text NOT NULL,
    session uuid NOT NULL,
    origin uuid NOT NULL,
    number bigint NOT NULL,
    version bigint NOT NULL,
    kind text NOT NULL,
    monotonic_ns bigint,
    wall_us bigint,
    boot text,
    payload text NOT NULL,
    salt bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (study, lab, session, origin, number),
    FOREIGN KEY (study, lab, session) REFERENCES evalrun.sessions (study, lab, session)
        ON DELETE CASCADE
);

-- Snapshots of workspaces, and the contents of their files. Both are stored per session, so that an
-- erasure can delete them.
CREATE TABLE evalrun.snapshots (
    study text NOT NULL,
    lab text NOT NULL,
    session uuid NOT NULL,
    hash text NOT NULL,
    manifest text NOT NULL,
    PRIMARY KEY (study, lab, session, hash),
    FOREIGN KEY (study, lab, session) REFERENCES evalrun.sessions (study, lab, session)
        ON DELETE CASCADE
);

CREATE TABLE evalrun.contents (
    study text NOT NULL,
    lab text NOT NULL,
    session uuid NOT NULL,
    hash text NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (study, lab, session, hash),
    FOREIGN KEY (study, lab, session) REFERENCES evalrun.sessions (study, lab, session)
        ON DELETE CASCADE
);

-- Transactions that added events. They are numbered without gaps for each copy of a results file,
-- so a reader that follows the numbers misses nothing.
CREATE TABLE evalrun.pushes (
    study text NOT NULL,
    lab text NOT NULL,
    copy uuid NOT NULL,
    number bigint NOT NULL CHECK (number BETWEEN 1 AND 1099511627776),
    id uuid NOT NULL,
    pushed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (study, lab, copy, number)
);

-- Numbers of the first and the last event that a push added, for each session and origin.
CREATE TABLE evalrun.ranges (
    study text NOT NULL,
    lab text NOT NULL,
    copy uuid NOT NULL,
    push bigint NOT NULL,
    session uuid NOT NULL,
    origin uuid NOT NULL,
    first bigint NOT NULL CHECK (first >= 1),
    last bigint NOT NULL CHECK (last BETWEEN first AND 1099511627776),
    PRIMARY KEY (study, lab, session, origin, copy, push),
    FOREIGN KEY (study, lab, session) REFERENCES evalrun.sessions (study, lab, session)
        ON DELETE CASCADE
);
CREATE INDEX ranges_by_push ON evalrun.ranges (study, lab, copy, push);

-- People who declined to take part. Nothing else is stored about them.
CREATE TABLE evalrun.declined (
    study text NOT NULL,
    lab text NOT NULL,
    person uuid NOT NULL,
    PRIMARY KEY (study, lab, person)
);

-- Parts of a study that a lab fixed before data collection.
CREATE TABLE evalrun.locks (
    study text NOT NULL,
    lab text NOT NULL,
    hash text NOT NULL,
    target bigint,
    terms text NOT NULL,
    locked_wall_us bigint NOT NULL,
    PRIMARY KEY (study, lab, hash)
);

-- Erased sessions. digests: the digests of the events in the hash chain, without the contents.
CREATE TABLE evalrun.tombstones (
    study text NOT NULL,
    lab text NOT NULL,
    session uuid NOT NULL,
    wall_us bigint NOT NULL,
    digests bytea NOT NULL,
    PRIMARY KEY (study, lab, session)
);

-- Copies of results files that no longer contain data of an erased session.
CREATE TABLE evalrun.confirmations (
    study text NOT NULL,
    lab text NOT NULL,
    session uuid NOT NULL,
    member text NOT NULL,
    copy uuid NOT NULL,
    confirmed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (study, lab, session, member, copy)
);

-- Copies of results files that have synchronized. pending: number of events that the copy still had
-- to push. pushes: number of pushes that the copy had sent or pulled.
CREATE TABLE evalrun.copies (
    study text NOT NULL,
    member text NOT NULL,
    copy uuid NOT NULL,
    evalrun text NOT NULL,
    schema_version bigint NOT NULL,
    pending bigint NOT NULL CHECK (pending BETWEEN 0 AND 1099511627776),
    pushes bigint NOT NULL CHECK (pushes BETWEEN 0 AND 1125899906842624),
    last_contact timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (study, member, copy)
);

-- Decisions of an analyst at points where branches of a session diverge. The events "one" and
-- "other" have this number and follow the same event; "kept" is the hash of the event that is kept.
-- The first decision on a pair is final. A branch that arrives later belongs to no pair.
CREATE TABLE evalrun.decisions (
    study text NOT NULL,
    lab text NOT NULL,
    session uuid NOT NULL,
    number bigint NOT NULL,
    one bytea NOT NULL,
    other bytea NOT NULL,
    kept bytea NOT NULL,
    reason text NOT NULL,
    member text NOT NULL,
    PRIMARY KEY (study, lab, session, number, one, other),
    CHECK (one < other AND kept IN (one, other))
);

-- Studies in which every lab can read the rows of all labs (is_read), or could do so earlier. In
-- both cases, every lab can read the tombstones, and so learns of erasures.
CREATE TABLE evalrun.shared (
    study text PRIMARY KEY,
    is_read boolean NOT NULL
);

-- Erases a session of the caller's lab. First inserts the tombstone. Then inserts a placeholder
-- row, which waits until a concurrent push of the session ends. Finally deletes all rows that
-- belong to the session.
CREATE FUNCTION evalrun.erase(
    of_study text, of_session uuid, at_wall_us bigint, with_digests bytea
) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    INSERT INTO evalrun.tombstones (study, lab, session, wall_us, digests)
        SELECT of_study, name, of_session, at_wall_us, with_digests FROM evalrun.members
        WHERE kind = 'lab' AND name = session_user
        ON CONFLICT DO NOTHING;
    INSERT INTO evalrun.sessions (study, lab, session, participant, definition, place)
        SELECT study, lab, session, '', '', 0 FROM evalrun.tombstones
        WHERE study = of_study AND lab = session_user AND session = of_session
        ON CONFLICT DO NOTHING;
    DELETE FROM evalrun.decisions
        WHERE study = of_study AND lab = session_user AND session = of_session;
    DELETE FROM evalrun.sessions
        WHERE study = of_study AND lab = session_user AND session = of_session
            AND EXISTS (SELECT 1 FROM evalrun.tombstones t
                WHERE t.study = of_study AND t.lab = session_user AND t.session = of_session);
$$;

-- Records that a copy of the caller's results file has synchronized, and the copy's state.
CREATE FUNCTION evalrun.contact(
    of_study text, of_copy uuid, with_evalrun text, with_schema_version bigint, with_pending bigint,
    with_pushes bigint
) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    INSERT INTO evalrun.copies (study, member, copy, evalrun, schema_version, pending, pushes)
        SELECT of_study, name, of_copy, with_evalrun, with_schema_version, with_pending,
            with_pushes
        FROM evalrun.members WHERE name = session_user AND study IN (of_study, '*') LIMIT 1
        ON CONFLICT (study, member, copy) DO UPDATE SET evalrun = excluded.evalrun,
            schema_version = excluded.schema_version, pending = excluded.pending,
            pushes = excluded.pushes, last_contact = excluded.last_contact;
$$;

-- Removes the entry of a copy of the caller's results file that has a new identity.
CREATE FUNCTION evalrun.forget(of_study text, of_copy uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    DELETE FROM evalrun.copies
        WHERE study = of_study AND member = session_user AND copy = of_copy;
$$;

REVOKE ALL ON FUNCTION evalrun.forget(text, uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION evalrun.erase(text, uuid, bigint, bytea) FROM PUBLIC;
REVOKE ALL ON FUNCTION evalrun.contact(text, uuid, text, bigint, bigint, bigint) FROM PUBLIC;
