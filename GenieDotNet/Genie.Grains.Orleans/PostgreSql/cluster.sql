-- What Orleans' ADO.NET providers keep in PostgreSQL: members of clusters, and reminders. Names of tables, columns, parameters and queries are the
-- providers' contract (DbStoredQueries); the queries are ours. Run again, it changes nothing, nor does it where Orleans' own scripts were run.

CREATE TABLE IF NOT EXISTS OrleansQuery (
    QueryKey varchar(64) PRIMARY KEY,
    QueryText varchar(8000) NOT NULL);

CREATE TABLE IF NOT EXISTS OrleansMembershipVersionTable (
    DeploymentId varchar(150) PRIMARY KEY,
    Timestamp timestamptz(3) NOT NULL DEFAULT now(),
    Version integer NOT NULL DEFAULT 0);

CREATE TABLE IF NOT EXISTS OrleansMembershipTable (
    DeploymentId varchar(150) NOT NULL REFERENCES OrleansMembershipVersionTable,
    Address varchar(45) NOT NULL,
    Port integer NOT NULL,
    Generation integer NOT NULL,
    SiloName varchar(150) NOT NULL,
    HostName varchar(150) NOT NULL,
    Status integer NOT NULL,
    ProxyPort integer,
    SuspectTimes varchar(8000),
    StartTime timestamptz(3) NOT NULL,
    IAmAliveTime timestamptz(3) NOT NULL,
    PRIMARY KEY (DeploymentId, Address, Port, Generation));

CREATE TABLE IF NOT EXISTS OrleansRemindersTable (
    ServiceId varchar(150) NOT NULL,
    GrainId varchar(150) NOT NULL,
    ReminderName varchar(150) NOT NULL,
    StartTime timestamptz(3) NOT NULL,
    Period bigint NOT NULL,
    GrainHash integer NOT NULL,
    Version integer NOT NULL,
    PRIMARY KEY (ServiceId, GrainId, ReminderName));

INSERT INTO OrleansQuery (QueryKey, QueryText) VALUES
('InsertMembershipVersionKey', '
    WITH added AS (
        INSERT INTO OrleansMembershipVersionTable (DeploymentId) VALUES (@DeploymentId) ON CONFLICT DO NOTHING RETURNING 1)
    SELECT count(*)::integer FROM added'),

-- The version''s row is locked first: of two that change the members at one version, the second finds another one, and changes nothing.
('InsertMembershipKey', '
    WITH next AS (
        UPDATE OrleansMembershipVersionTable SET Version = Version + 1, Timestamp = now()
        WHERE DeploymentId = @DeploymentId AND Version = @Version AND NOT EXISTS (
            SELECT 1 FROM OrleansMembershipTable
            WHERE DeploymentId = @DeploymentId AND Address = @Address AND Port = @Port AND Generation = @Generation)
        RETURNING 1),
    added AS (
        INSERT INTO OrleansMembershipTable
            (DeploymentId, Address, Port, Generation, SiloName, HostName, Status, ProxyPort, StartTime, IAmAliveTime)
        SELECT @DeploymentId, @Address, @Port, @Generation, @SiloName, @HostName, @Status, @ProxyPort, @StartTime, @IAmAliveTime FROM next
        RETURNING 1)
    SELECT count(*)::integer FROM added'),

('UpdateMembershipKey', '
    WITH next AS (
        UPDATE OrleansMembershipVersionTable SET Version = Version + 1, Timestamp = now()
        WHERE DeploymentId = @DeploymentId AND Version = @Version AND EXISTS (
            SELECT 1 FROM OrleansMembershipTable
            WHERE DeploymentId = @DeploymentId AND Address = @Address AND Port = @Port AND Generation = @Generation)
        RETURNING 1),
    changed AS (
        UPDATE OrleansMembershipTable SET Status = @Status, SuspectTimes = @SuspectTimes, IAmAliveTime = @IAmAliveTime
        WHERE DeploymentId = @DeploymentId AND Address = @Address AND Port = @Port AND Generation = @Generation AND EXISTS (SELECT 1 FROM next)
        RETURNING 1)
    SELECT count(*)::integer FROM changed'),

('UpdateIAmAlivetimeKey', '
    UPDATE OrleansMembershipTable SET IAmAliveTime = @IAmAliveTime
    WHERE DeploymentId = @DeploymentId AND Address = @Address AND Port = @Port AND Generation = @Generation'),

-- A cluster without such a member answers with its version alone.
('MembershipReadRowKey', '
    SELECT version.DeploymentId, Address, Port, Generation, SiloName, HostName, Status, ProxyPort, SuspectTimes, StartTime, IAmAliveTime, version.Version
    FROM OrleansMembershipVersionTable version
    LEFT JOIN OrleansMembershipTable member
        ON member.DeploymentId = version.DeploymentId AND Address = @Address AND Port = @Port AND Generation = @Generation
    WHERE version.DeploymentId = @DeploymentId'),

('MembershipReadAllKey', '
    SELECT version.DeploymentId, Address, Port, Generation, SiloName, HostName, Status, ProxyPort, SuspectTimes, StartTime, IAmAliveTime, version.Version
    FROM OrleansMembershipVersionTable version
    LEFT JOIN OrleansMembershipTable member ON member.DeploymentId = version.DeploymentId
    WHERE version.DeploymentId = @DeploymentId'),

('GatewaysQueryKey', '
    SELECT Address, ProxyPort, Generation FROM OrleansMembershipTable
    WHERE DeploymentId = @DeploymentId AND Status = @Status AND ProxyPort > 0'),

('DeleteMembershipTableEntriesKey', '
    WITH members AS (DELETE FROM OrleansMembershipTable WHERE DeploymentId = @DeploymentId RETURNING 1)
    DELETE FROM OrleansMembershipVersionTable WHERE DeploymentId = @DeploymentId'),

-- 3: active.
('CleanupDefunctSiloEntriesKey', '
    DELETE FROM OrleansMembershipTable WHERE DeploymentId = @DeploymentId AND IAmAliveTime < @IAmAliveTime AND Status <> 3'),

('UpsertReminderRowKey', '
    INSERT INTO OrleansRemindersTable (ServiceId, GrainId, ReminderName, StartTime, Period, GrainHash, Version)
    VALUES (@ServiceId, @GrainId, @ReminderName, @StartTime, @Period, @GrainHash, 0)
    ON CONFLICT (ServiceId, GrainId, ReminderName) DO UPDATE
        SET StartTime = excluded.StartTime, Period = excluded.Period, GrainHash = excluded.GrainHash, Version = OrleansRemindersTable.Version + 1
    RETURNING Version'),

('ReadReminderRowsKey', '
    SELECT GrainId, ReminderName, StartTime, Period, Version FROM OrleansRemindersTable WHERE ServiceId = @ServiceId AND GrainId = @GrainId'),

('ReadReminderRowKey', '
    SELECT GrainId, ReminderName, StartTime, Period, Version FROM OrleansRemindersTable
    WHERE ServiceId = @ServiceId AND GrainId = @GrainId AND ReminderName = @ReminderName'),

('ReadRangeRows1Key', '
    SELECT GrainId, ReminderName, StartTime, Period, Version FROM OrleansRemindersTable
    WHERE ServiceId = @ServiceId AND GrainHash > @BeginHash AND GrainHash <= @EndHash'),

-- A range that goes round the ring.
('ReadRangeRows2Key', '
    SELECT GrainId, ReminderName, StartTime, Period, Version FROM OrleansRemindersTable
    WHERE ServiceId = @ServiceId AND (GrainHash > @BeginHash OR GrainHash <= @EndHash)'),

('DeleteReminderRowKey', '
    WITH gone AS (
        DELETE FROM OrleansRemindersTable
        WHERE ServiceId = @ServiceId AND GrainId = @GrainId AND ReminderName = @ReminderName AND Version = @Version
        RETURNING 1)
    SELECT count(*)::integer FROM gone'),

('DeleteReminderRowsKey', '
    DELETE FROM OrleansRemindersTable WHERE ServiceId = @ServiceId')
ON CONFLICT (QueryKey) DO NOTHING;
