-- Streams of events with one global order. Appends go through genie.append_events, which holds the one row of genie.event_position
-- until its transaction ends: positions are given in the order of commits, so that a reader who has seen one has seen all before it.
CREATE SCHEMA IF NOT EXISTS genie;

CREATE TABLE IF NOT EXISTS genie.stream (
    number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name    text NOT NULL UNIQUE,
    version bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS genie.event (
    position bigint PRIMARY KEY,
    stream   bigint NOT NULL REFERENCES genie.stream,
    version  bigint NOT NULL,
    recorded timestamptz NOT NULL DEFAULT clock_timestamp(),
    run      bigint,
    sender   bigint,
    sequence bigint,
    type     text NOT NULL,
    payload  bytea NOT NULL,
    UNIQUE (stream, version)
);

CREATE TABLE IF NOT EXISTS genie.append_key (
    stream        bigint NOT NULL REFERENCES genie.stream,
    run           bigint NOT NULL,
    sender        bigint NOT NULL,
    sequence      bigint NOT NULL,
    first_version bigint NOT NULL,
    last_version  bigint NOT NULL,
    last_position bigint NOT NULL,
    PRIMARY KEY (stream, run, sender, sequence)
);

CREATE TABLE IF NOT EXISTS genie.event_position (is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), position bigint NOT NULL);
INSERT INTO genie.event_position (position) VALUES (0) ON CONFLICT DO NOTHING;

CREATE TABLE IF NOT EXISTS genie.stream_snapshot (
    stream  bigint PRIMARY KEY REFERENCES genie.stream,
    version bigint NOT NULL,
    state   bytea NOT NULL
);

CREATE TABLE IF NOT EXISTS genie.event_checkpoint (projection text PRIMARY KEY, position bigint NOT NULL);

-- outcome 0: appended; 1: the key was known, and the versions are those of the first time; 2: another version, which is last_version.
CREATE OR REPLACE FUNCTION genie.append_events(
    stream_name text, expected bigint, key_run bigint, key_sender bigint, key_sequence bigint, types text[], payloads bytea[],
    OUT outcome integer, OUT first_version bigint, OUT last_version bigint, OUT last_position bigint)
LANGUAGE plpgsql AS $$
DECLARE
    stream_number bigint;
    stream_version bigint;
    position_before bigint;
    events integer := cardinality(types);
BEGIN
    SELECT p.position INTO position_before FROM genie.event_position p FOR UPDATE;
    SELECT s.number, s.version INTO stream_number, stream_version FROM genie.stream s WHERE s.name = stream_name;
    IF key_run IS NOT NULL AND stream_number IS NOT NULL THEN
        SELECT 1, k.first_version, k.last_version, k.last_position INTO outcome, first_version, last_version, last_position
        FROM genie.append_key k WHERE k.stream = stream_number AND k.run = key_run AND k.sender = key_sender AND k.sequence = key_sequence;
        IF FOUND THEN RETURN; END IF;
    END IF;
    stream_version := coalesce(stream_version, 0);
    IF expected >= 0 AND expected <> stream_version THEN
        outcome := 2;
        last_version := stream_version;
        RETURN;
    END IF;
    IF stream_number IS NULL THEN
        INSERT INTO genie.stream (name, version) VALUES (stream_name, events) RETURNING number INTO stream_number;
    ELSE
        UPDATE genie.stream s SET version = stream_version + events WHERE s.number = stream_number;
    END IF;
    INSERT INTO genie.event (position, stream, version, run, sender, sequence, type, payload)
    SELECT position_before + e.n, stream_number, stream_version + e.n, key_run, key_sender, key_sequence, e.type, e.payload
    FROM unnest(types, payloads) WITH ORDINALITY AS e (type, payload, n);
    UPDATE genie.event_position SET position = position_before + events;
    outcome := 0;
    first_version := stream_version + 1;
    last_version := stream_version + events;
    last_position := position_before + events;
    IF key_run IS NOT NULL THEN
        INSERT INTO genie.append_key VALUES (stream_number, key_run, key_sender, key_sequence, first_version, last_version, last_position);
    END IF;
    PERFORM pg_notify('genie_events', '');
END
$$;
