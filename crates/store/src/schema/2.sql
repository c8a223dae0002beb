-- From schema 1 to schema 2: what came second, what was taken over from another store, and tokens
-- that cost more or less than others.

ALTER TABLE response ADD COLUMN reasoning_tokens BIGINT;
ALTER TABLE response ADD COLUMN cached_tokens BIGINT;

-- An answer to a trial that had one already: paid for, kept, and never counted.
CREATE TABLE IF NOT EXISTS duplicate (
    trial         TEXT NOT NULL,
    digest        TEXT NOT NULL,
    attempts      BIGINT NOT NULL,
    finish        TEXT NOT NULL,
    input_tokens  BIGINT,
    output_tokens BIGINT,
    model         TEXT,
    sent_us       BIGINT NOT NULL,
    elapsed_us    BIGINT NOT NULL,
    text          TEXT NOT NULL,
    request       TEXT NOT NULL,
    body          TEXT NOT NULL,
    reasoning_tokens BIGINT,
    cached_tokens BIGINT,
    PRIMARY KEY (trial, digest)
);

-- Which responses were not asked for here, and where they come from.
CREATE TABLE IF NOT EXISTS reused (
    trial  TEXT NOT NULL PRIMARY KEY,
    source TEXT NOT NULL
);

UPDATE meta SET value = '2' WHERE name = 'schema';
