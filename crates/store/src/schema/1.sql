-- One run directory: what was planned, what was answered, what failed.
--
-- The same on SQLite and PostgreSQL: TEXT, BIGINT and DOUBLE PRECISION only, JSON only where it is
-- never queried. Times are microseconds since 1970 UTC. In `response` the two long columns
-- stand last, so that a scan over the others does not have to walk through them.

CREATE TABLE IF NOT EXISTS meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS problem (
    id   TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS prompt (
    key      TEXT NOT NULL PRIMARY KEY,
    messages TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS trial (
    key      TEXT NOT NULL PRIMARY KEY,
    prompt   TEXT NOT NULL,
    problem  TEXT NOT NULL,
    protocol TEXT NOT NULL,
    subject  TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    sampling TEXT NOT NULL,
    repeat   BIGINT NOT NULL
);

CREATE TABLE IF NOT EXISTS response (
    trial         TEXT NOT NULL PRIMARY KEY,
    attempts      BIGINT NOT NULL,
    finish        TEXT NOT NULL,
    input_tokens  BIGINT,
    output_tokens BIGINT,
    model         TEXT,
    sent_us       BIGINT NOT NULL,
    elapsed_us    BIGINT NOT NULL,
    text          TEXT NOT NULL,
    request       TEXT NOT NULL,
    body          TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS failure (
    trial   TEXT NOT NULL,
    attempt BIGINT NOT NULL,
    kind    TEXT NOT NULL,
    status  BIGINT,
    message TEXT NOT NULL,
    at_us   BIGINT NOT NULL,
    body    TEXT
);

CREATE INDEX IF NOT EXISTS failure_by_trial ON failure (trial);

CREATE TABLE IF NOT EXISTS recorded (
    trial TEXT NOT NULL PRIMARY KEY,
    grade BIGINT NOT NULL,
    facts TEXT NOT NULL
);

INSERT INTO meta (name, value) VALUES ('schema', '1') ON CONFLICT DO NOTHING;
