-- PostgreSQL only: the trials without a response, and the workers that ask them.
--
-- A trial is here as long as it has no response: it comes with its row in `trial`, and goes in the
-- transaction that stores its answer. A SQLite store has one process, which knows what is open.
-- Times are those of the database's clock, in microseconds since 1970 UTC.

CREATE TABLE IF NOT EXISTS work (
    trial     TEXT NOT NULL PRIMARY KEY,
    subject   TEXT NOT NULL,
    endpoint  TEXT NOT NULL,
    -- How often it was given up, and when last.
    failures  BIGINT NOT NULL DEFAULT 0,
    failed_us BIGINT NOT NULL DEFAULT 0,
    -- The worker that has it on lease.
    owner     BIGINT
);

CREATE INDEX IF NOT EXISTS work_free ON work (subject, endpoint, failures, trial) WHERE owner IS NULL;
CREATE INDEX IF NOT EXISTS work_held ON work (owner) WHERE owner IS NOT NULL;

-- A worker holds its leases while its row is here. Ids grow and are never given again, so that an id
-- is the fencing token of all leases under it: who was found dead comes back under another.
CREATE TABLE IF NOT EXISTS worker (
    id         BIGSERIAL PRIMARY KEY,
    name       TEXT NOT NULL,
    version    TEXT NOT NULL,
    started_us BIGINT NOT NULL,
    seen_us    BIGINT NOT NULL,
    expires_us BIGINT NOT NULL
);
