-- Whoever answers look-ups may read and do nothing else.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'genie_reader') THEN
        CREATE ROLE genie_reader NOLOGIN;
    END IF;
END
$$;
GRANT USAGE ON SCHEMA genie TO genie_reader;
GRANT SELECT ON genie.area, genie.piece TO genie_reader;
