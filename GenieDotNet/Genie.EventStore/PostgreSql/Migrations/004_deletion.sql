-- Streams are deleted by raising their version by one and noting it: events up to it are of no meaning, and a version is never given
-- twice. To callers a stream without an event above it is at version 0, like one that never was.
ALTER TABLE genie.stream ADD COLUMN IF NOT EXISTS deleted bigint NOT NULL DEFAULT 0;

-- As in 003, but for the version that a deleted stream is taken to have.
CREATE OR REPLACE PROCEDURE genie.append_batch(
    streams text[], expected bigint[], runs bigint[], senders bigint[], sequences bigint[],
    owners integer[], types text[], payloads bytea[], recorded timestamptz[], correlations text[], causations text[],
    INOUT outcomes integer[], INOUT firsts bigint[], INOUT lasts bigint[], INOUT positions bigint[])
LANGUAGE plpgsql AS $$
DECLARE
    appends integer := cardinality(streams);
    events integer := cardinality(types);
    numbers bigint[] := array_fill(NULL::bigint, ARRAY[appends]);
    counts integer[];
    position_now bigint;
    position_end bigint;
    stream_number bigint;
    stream_version bigint;
    known record;
BEGIN
    outcomes := array_fill(NULL::integer, ARRAY[appends]);
    firsts := array_fill(NULL::bigint, ARRAY[appends]);
    lasts := array_fill(NULL::bigint, ARRAY[appends]);
    positions := array_fill(NULL::bigint, ARRAY[appends]);
    IF appends = 1 THEN
        counts := ARRAY[events];
    ELSE
        SELECT array_agg(c.events ORDER BY c.owner) INTO counts FROM (SELECT o.owner, count(*)::integer AS events FROM unnest(owners) AS o (owner) GROUP BY o.owner) c;
    END IF;
    UPDATE genie.event_position p SET position = p.position + events RETURNING p.position INTO position_end;
    position_now := position_end - events;
    FOR i IN 1..appends LOOP
        IF runs[i] IS NOT NULL THEN
            SELECT k.first_version, k.last_version, k.last_position INTO known
            FROM genie.stream s JOIN genie.append_key k ON k.stream = s.number
            WHERE s.name = streams[i] AND k.run = runs[i] AND k.sender = senders[i] AND k.sequence = sequences[i];
            IF FOUND THEN
                outcomes[i] := 1;
                firsts[i] := known.first_version;
                lasts[i] := known.last_version;
                positions[i] := known.last_position;
                CONTINUE;
            END IF;
        END IF;
        UPDATE genie.stream s SET version = s.version + counts[i] WHERE s.name = streams[i] AND (expected[i] < 0 OR expected[i] = CASE WHEN s.version = s.deleted THEN 0 ELSE s.version END)
        RETURNING s.number, s.version INTO stream_number, stream_version;
        IF NOT FOUND THEN
            SELECT CASE WHEN s.version = s.deleted THEN 0 ELSE s.version END INTO stream_version FROM genie.stream s WHERE s.name = streams[i];
            IF FOUND OR expected[i] > 0 THEN
                outcomes[i] := 2;
                lasts[i] := coalesce(stream_version, 0);
                CONTINUE;
            END IF;
            INSERT INTO genie.stream (name, version) VALUES (streams[i], counts[i]) RETURNING number, version INTO stream_number, stream_version;
        END IF;
        position_now := position_now + counts[i];
        outcomes[i] := 0;
        numbers[i] := stream_number;
        firsts[i] := stream_version - counts[i] + 1;
        lasts[i] := stream_version;
        positions[i] := position_now;
        IF runs[i] IS NOT NULL THEN
            INSERT INTO genie.append_key VALUES (stream_number, runs[i], senders[i], sequences[i], firsts[i], lasts[i], positions[i]);
        END IF;
    END LOOP;
    IF position_now < position_end THEN
        UPDATE genie.event_position SET position = position_now;
    END IF;
    IF position_now > position_end - events THEN
        IF events = 1 THEN
            INSERT INTO genie.event (position, stream, version, recorded, run, sender, sequence, type, payload, correlation, causation)
            VALUES (position_now, numbers[1], lasts[1], coalesce(recorded[1], clock_timestamp()), runs[1], senders[1], sequences[1], types[1], payloads[1], correlations[1], causations[1]);
        ELSE
            INSERT INTO genie.event (position, stream, version, recorded, run, sender, sequence, type, payload, correlation, causation)
            SELECT a.position - a.last + e.version, a.stream, e.version, coalesce(a.recorded, clock_timestamp()), a.run, a.sender, a.sequence, e.type, e.payload, a.correlation, a.causation
            FROM (SELECT f.owner, f.type, f.payload, firsts[f.owner] - 1 + row_number() OVER (PARTITION BY f.owner ORDER BY f.n) AS version
                  FROM unnest(owners, types, payloads) WITH ORDINALITY AS f (owner, type, payload, n)) e
            JOIN unnest(numbers, lasts, positions, runs, senders, sequences, recorded, correlations, causations)
                WITH ORDINALITY AS a (stream, last, position, run, sender, sequence, recorded, correlation, causation, i)
                ON a.i = e.owner AND a.stream IS NOT NULL;
        END IF;
        PERFORM pg_notify('genie_events', '');
    END IF;
    COMMIT;
END
$$;
