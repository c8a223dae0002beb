-- From schema 2 to schema 3: whether the request of a failed attempt may have reached the server. Before,
-- only the beginning of the message told.

ALTER TABLE failure ADD COLUMN was_sent BIGINT NOT NULL DEFAULT 1;

UPDATE failure SET was_sent = 0
WHERE substr(message, 1, 16) = 'no connection to' OR substr(message, 1, 17) = 'cannot connect to';

UPDATE meta SET value = '3' WHERE name = 'schema';
