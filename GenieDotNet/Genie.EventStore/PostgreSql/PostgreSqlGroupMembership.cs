using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Genie.EventStore.Subscriptions;
using Npgsql;

namespace Genie.EventStore.PostgreSql;

/// <summary>
/// A membership that is a session of the database: what it holds are advisory locks, which end with it, and checkpoints are saved through
/// it, so that nobody can save one for a partition that another has got. The server ends a session that says nothing for the store's timeout.
/// </summary>
/// <remarks>PostgreSQL's documentation, 13.3.5 "Advisory Locks"; 20.11.1, idle_session_timeout (PostgreSQL 14 and later).</remarks>
internal sealed class PostgreSqlGroupMembership : IGroupMembership
{
    private const int MemberNumber = 0xFF;

    private readonly NpgsqlConnection _connection;
    private readonly string _group;
    private readonly long _lock;

    private PostgreSqlGroupMembership(NpgsqlConnection connection, string group)
    {
        (_connection, _group) = (connection, group);

        // Locks have numbers of 64 bits: the group's name gives the upper 56, the partition the lowest 8.
        _lock = BinaryPrimitives.ReadInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes($"genie.event-store.group/{group}"))) & ~0xFFL;
    }

    /// <summary>Joins.</summary>
    /// <param name="connection">Open, of this membership alone, and not of a pool, where it would keep its locks.</param>
    /// <param name="group">The group's name.</param>
    /// <param name="idleTimeout">The server ends the session after so long without a statement.</param>
    /// <param name="cancellationToken">Gives it up.</param>
    public static async Task<PostgreSqlGroupMembership> JoinAsync(NpgsqlConnection connection, string group, TimeSpan idleTimeout, CancellationToken cancellationToken)
    {
        var membership = new PostgreSqlGroupMembership(connection, group);
        var milliseconds = ((long)idleTimeout.TotalMilliseconds).ToString(System.Globalization.CultureInfo.InvariantCulture);
        await membership.AskAsync("SELECT set_config('idle_session_timeout', $1, false) WHERE current_setting('server_version_num')::integer >= 140000", [milliseconds], cancellationToken).ConfigureAwait(false);
        await membership.AskAsync("SELECT pg_advisory_lock_shared($1)", [membership._lock | MemberNumber], cancellationToken).ConfigureAwait(false);
        return membership;
    }

    public async ValueTask<int> RenewAsync(CancellationToken cancellationToken) => (int)(long)(await AskAsync(
        """
        SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock' AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid::bigint = ($1 >> 32) & 4294967295 AND objid::bigint = $1 & 4294967295
        """,
        [_lock | MemberNumber], cancellationToken).ConfigureAwait(false))!;

    public async ValueTask<bool> TryClaimAsync(int partition, CancellationToken cancellationToken) =>
        (bool)(await AskAsync("SELECT pg_try_advisory_lock($1)", [_lock | (long)partition], cancellationToken).ConfigureAwait(false))!;

    public async ValueTask ReleaseAsync(int partition, CancellationToken cancellationToken) =>
        await AskAsync("SELECT pg_advisory_unlock($1)", [_lock | (long)partition], cancellationToken).ConfigureAwait(false);

    public async ValueTask<long> LoadCheckpointAsync(int partition, CancellationToken cancellationToken) => (long)(await AskAsync(
        "SELECT coalesce((SELECT position FROM genie.event_checkpoint WHERE projection = $1), 0)", [GroupCheckpoints.Name(_group, partition)], cancellationToken).ConfigureAwait(false))!;

    public async ValueTask SaveCheckpointsAsync(IReadOnlyCollection<PartitionCheckpoint> checkpoints, CancellationToken cancellationToken) => await AskAsync(
        "INSERT INTO genie.event_checkpoint SELECT * FROM unnest($1, $2) ON CONFLICT (projection) DO UPDATE SET position = excluded.position",
        [checkpoints.Select(each => GroupCheckpoints.Name(_group, each.Partition)).ToArray(), checkpoints.Select(each => each.Position).ToArray()], cancellationToken).ConfigureAwait(false);

    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    private async Task<object?> AskAsync(string sql, object[] parameters, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, _connection);
        foreach (var parameter in parameters) command.Parameters.Add(new NpgsqlParameter { Value = parameter });
        try
        {
            return await command.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is NpgsqlException or InvalidOperationException or TimeoutException && !cancellationToken.IsCancellationRequested)
        {
            throw new GroupMembershipLostException(_group, error);
        }
    }
}
