-- Why an event came about, and appends that say when their events were recorded. The procedure of 002 stays for processes of the release before.
--
-- Of its appends and events it is told the same; beside that, one element an append: recorded (NULL: now), correlations, causations.
ALTER TABLE genie.event ADD COLUMN IF NOT EXISTS correlation text, ADD COLUMN IF NOT EXISTS causation text;

CREATE OR REPLACE PROCEDURE genie.append_batch(
    streams text[], expected bigint[], runs bigint[], senders bigint[], sequences bigint[],
    owners integer[], types text[], payloads bytea[], recorded timestamptz[], correlations text[], causations text[],
    INOUT outcomes integer[], INOUT firsts bigint[], INOUT lasts bigint[], INOUT positions bigint[])
LANGUAGE plpgsql AS $$
DECLARE
    appends integer := cardinality(streams);
    numbers bigint[] := array_fill(NULL::bigint, ARRAY[appends]);
    counts integer[];
    position_now bigint;
    position_before bigint;
    stream_number bigint;
    stream_version bigint;
    first_known bigint;
    last_known bigint;
    position_known bigint;
BEGIN
    outcomes := array_fill(NULL::integer, ARRAY[appends]);
    firsts := array_fill(NULL::bigint, ARRAY[appends]);
    lasts := array_fill(NULL::bigint, ARRAY[appends]);
    positions := array_fill(NULL::bigint, ARRAY[appends]);
    SELECT array_agg(c.events ORDER BY c.owner) INTO counts FROM (SELECT o.owner, count(*)::integer AS events FROM unnest(owners) AS o (owner) GROUP BY o.owner) c;
    SELECT p.position INTO position_before FROM genie.event_position p FOR UPDATE;
    position_now := position_before;
    FOR i IN 1..appends LOOP
        SELECT s.number, s.version INTO stream_number, stream_version FROM genie.stream s WHERE s.name = streams[i];
        IF runs[i] IS NOT NULL AND stream_number IS NOT NULL THEN
            SELECT k.first_version, k.last_version, k.last_position INTO first_known, last_known, position_known
            FROM genie.append_key k WHERE k.stream = stream_number AND k.run = runs[i] AND k.sender = senders[i] AND k.sequence = sequences[i];
            IF FOUND THEN
                outcomes[i] := 1;
                firsts[i] := first_known;
                lasts[i] := last_known;
                positions[i] := position_known;
                CONTINUE;
            END IF;
        END IF;
        stream_version := coalesce(stream_version, 0);
        IF expected[i] >= 0 AND expected[i] <> stream_version THEN
            outcomes[i] := 2;
            lasts[i] := stream_version;
            CONTINUE;
        END IF;
        IF stream_number IS NULL THEN
            INSERT INTO genie.stream (name, version) VALUES (streams[i], counts[i]) RETURNING number INTO stream_number;
        ELSE
            UPDATE genie.stream s SET version = stream_version + counts[i] WHERE s.number = stream_number;
        END IF;
        position_now := position_now + counts[i];
        outcomes[i] := 0;
        numbers[i] := stream_number;
        firsts[i] := stream_version + 1;
        lasts[i] := stream_version + counts[i];
        positions[i] := position_now;
        IF runs[i] IS NOT NULL THEN
            INSERT INTO genie.append_key VALUES (stream_number, runs[i], senders[i], sequences[i], firsts[i], lasts[i], positions[i]);
        END IF;
    END LOOP;
    IF position_now > position_before THEN
        INSERT INTO genie.event (position, stream, version, recorded, run, sender, sequence, type, payload, correlation, causation)
        SELECT a.position - a.last + e.version, a.stream, e.version, coalesce(a.recorded, clock_timestamp()), a.run, a.sender, a.sequence, e.type, e.payload, a.correlation, a.causation
        FROM (SELECT f.owner, f.type, f.payload, firsts[f.owner] - 1 + row_number() OVER (PARTITION BY f.owner ORDER BY f.n) AS version
              FROM unnest(owners, types, payloads) WITH ORDINALITY AS f (owner, type, payload, n)) e
        JOIN unnest(numbers, lasts, positions, runs, senders, sequences, recorded, correlations, causations)
            WITH ORDINALITY AS a (stream, last, position, run, sender, sequence, recorded, correlation, causation, i)
            ON a.i = e.owner AND a.stream IS NOT NULL;
        UPDATE genie.event_position SET position = position_now;
        PERFORM pg_notify('genie_events', '');
    END IF;
    COMMIT;
END
$$;
