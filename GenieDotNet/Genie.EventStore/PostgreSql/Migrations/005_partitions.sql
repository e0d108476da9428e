-- Events in partitions by position: the indexes that appends write to are those of one partition, vacuum goes over one at a time, and an
-- old one can be moved to another tablespace. What there is becomes the first partition, which reads its rows once.
--
-- partitions_end: the first position that no partition takes. partition_events: how many the next one takes; it may be changed at any time.
ALTER TABLE genie.event_position
    ADD COLUMN IF NOT EXISTS partitions_end bigint NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS partition_events bigint NOT NULL DEFAULT 20000000 CHECK (partition_events > 0);

-- Before a position of no partition is given away the next one is there, in the same transaction. Neither readers nor writers of the others
-- wait for that. A partition has versions once per stream; across them only append_batch sees to it, which holds the stream's row.
CREATE OR REPLACE FUNCTION genie.add_event_partitions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    name text;
    partition_end bigint;
BEGIN
    WHILE NEW.partitions_end <= NEW.position LOOP
        name := 'event_' || NEW.partitions_end;
        partition_end := NEW.partitions_end + NEW.partition_events;
        EXECUTE format('CREATE TABLE genie.%I (LIKE genie.event INCLUDING ALL, UNIQUE (stream, version))', name);
        EXECUTE format('ALTER TABLE genie.event ATTACH PARTITION genie.%I FOR VALUES FROM (%s) TO (%s)', name, NEW.partitions_end, partition_end);
        NEW.partitions_end := partition_end;
    END LOOP;
    RETURN NEW;
END
$$;

DO $$
DECLARE
    first_end bigint;
    granted record;
BEGIN
    ALTER TABLE genie.event RENAME TO event_0;
    ALTER TABLE genie.event_0 RENAME CONSTRAINT event_pkey TO event_0_pkey;
    ALTER TABLE genie.event_0 RENAME CONSTRAINT event_stream_version_key TO event_0_stream_version_key;
    CREATE TABLE genie.event (LIKE genie.event_0 INCLUDING DEFAULTS, PRIMARY KEY (position)) PARTITION BY RANGE (position);
    UPDATE genie.event_position SET partitions_end = position + partition_events RETURNING partitions_end INTO first_end;
    EXECUTE format('ALTER TABLE genie.event ATTACH PARTITION genie.event_0 FOR VALUES FROM (MINVALUE) TO (%s)', first_end);
    FOR granted IN
        SELECT a.grantee::regrole AS role, a.privilege_type FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = 'genie.event_0'::regclass AND a.grantee NOT IN (0, c.relowner)
    LOOP
        EXECUTE format('GRANT %s ON genie.event TO %s', granted.privilege_type, granted.role);
    END LOOP;
END
$$;

CREATE TRIGGER add_event_partitions BEFORE UPDATE OF position ON genie.event_position
FOR EACH ROW WHEN (NEW.position >= NEW.partitions_end) EXECUTE FUNCTION genie.add_event_partitions();
