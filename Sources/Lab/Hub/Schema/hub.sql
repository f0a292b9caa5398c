-- The hub of evalrun: results of one or more studies from several labs.
--
-- The study is the first column of every key, so that it can be the distribution column. There are no
-- sequences, notifications, advisory locks or deferrable constraints. Times of the server are for
-- people alone: rows are ordered by number. Numbers have limits that no lab reaches (2^40, and 2^50 for a
-- sum): no row of one lab makes a sum too large for the others.

CREATE SCHEMA evalrun;

-- Versions of this schema, each with the identity of the hub.
CREATE TABLE evalrun.migrations (
    version bigint PRIMARY KEY,
    hub uuid NOT NULL
);

-- Accounts. The name of a lab is the name of its role. A lab takes part in any study: '*'.
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

-- participant: the code; a person is lab and code. place: the number of the session in the file that
-- first pushed it.
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

-- The log. The hash of an event is that of its predecessor and of its salted contents.
-- origin: the file copy that recorded it. Two copies that both went on have the same numbers and
-- different hashes; both are kept.
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

-- Files of workspaces. Kept by session, so that an erasure can destroy them.
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

-- Transactions that brought events, numbered without gaps for each file copy: a reader that follows
-- the numbers misses nothing.
CREATE TABLE evalrun.pushes (
    study text NOT NULL,
    lab text NOT NULL,
    copy uuid NOT NULL,
    number bigint NOT NULL CHECK (number BETWEEN 1 AND 1099511627776),
    id uuid NOT NULL,
    pushed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (study, lab, copy, number)
);

-- The events of a push, for each session and origin: first to last.
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

-- Persons who did not consent; nothing else is kept of them.
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

-- Erased sessions. digests: the hash chain without its contents.
CREATE TABLE evalrun.tombstones (
    study text NOT NULL,
    lab text NOT NULL,
    session uuid NOT NULL,
    wall_us bigint NOT NULL,
    digests bytea NOT NULL,
    PRIMARY KEY (study, lab, session)
);

-- File copies in which nothing is left of an erased session.
CREATE TABLE evalrun.confirmations (
    study text NOT NULL,
    lab text NOT NULL,
    session uuid NOT NULL,
    member text NOT NULL,
    copy uuid NOT NULL,
    confirmed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (study, lab, session, member, copy)
);

-- File copies that have synchronised. pending: events that it had still to push; pushes: sum of the
-- numbers of the last push that it had of each copy.
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

-- Choices of an analyst where branches of a session part: of the events "one" and "other", which have
-- this number and follow the same event, the one that is kept. Of a pair the first decision holds. A
-- branch that comes later is in no pair.
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

-- Studies in which every lab reads the rows of the others, or has done so: then it learns of their
-- erasures.
CREATE TABLE evalrun.shared (
    study text PRIMARY KEY,
    is_read boolean NOT NULL
);

-- Erases a session of the caller's lab. The tombstone comes first; the placeholder waits for a push of
-- the session that is under way; the deletion takes everything that belongs to the session.
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

-- Records that a file copy of the caller has synchronised, and what it has.
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

-- Removes a file copy of the caller that has got another identity.
CREATE FUNCTION evalrun.forget(of_study text, of_copy uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    DELETE FROM evalrun.copies
        WHERE study = of_study AND member = session_user AND copy = of_copy;
$$;

REVOKE ALL ON FUNCTION evalrun.forget(text, uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION evalrun.erase(text, uuid, bigint, bytea) FROM PUBLIC;
REVOKE ALL ON FUNCTION evalrun.contact(text, uuid, text, bigint, bigint, bigint) FROM PUBLIC;
